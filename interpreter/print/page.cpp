// The contents of a page: colours, lines to cut along, and words broken into lines, because no SVG breaks them.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/describe/describe.hpp"
#include "interpreter/print/pages.hpp"
#include "interpreter/view/svg/colour.hpp"
#include "lang/source/text.hpp"

namespace glint::print {
namespace {

constexpr double kOfCode = 0.54;  // the width of script text
constexpr const char* kCode =
    "<tspan font-size=\"90%\" font-family=\"'Liberation Mono', 'DejaVu Sans Mono', monospace\">";

std::string mm(double value) { return view::number(value * kUnits); }

/// The colours of an SVG, according to the options.
std::string recoloured(const std::string& svg, const Options& options) {
  if (!options.grey && !options.low_ink) return svg;
  constexpr double kPale = 0.72;  // brighter ones are white
  std::string out = svg;
  for (std::size_t at = 0; (at = out.find("\"#", at)) != out.npos; ++at) {
    const std::string_view tag = std::string_view(out).substr(0, at).substr(out.rfind('<', at));
    char* end = nullptr;
    const long value = std::strtol(out.c_str() + at + 2, &end, 16);
    if (tag.ends_with("href=") || end != out.c_str() + at + 8 || *end != '"') continue;  // a name may look like one
    view::Rgb colour = {static_cast<double>(value >> 16) / 255, static_cast<double>(value >> 8 & 255) / 255,
                        static_cast<double>(value & 255) / 255};
    const double bright = view::brightness(colour), grey = options.low_ink && bright > kPale ? 1 : bright;
    if (options.grey || grey == 1) colour = {grey, grey, grey};
    // Of pieces an outline is left, with dark letters, and between cells there are lines.
    const bool is_fill = options.low_ink && tag.ends_with(" fill=") && !tag.starts_with("<g");
    if (is_fill && out.compare(at + 8, 10, "\" stroke=\"") == 0) colour = {1, 1, 1};
    if (is_fill && tag.starts_with("<text") && bright > kPale) colour = {0.13, 0.13, 0.13};
    if (options.low_ink && tag == "<g stroke=") colour = {0.7, 0.7, 0.7};
    out.replace(at + 1, 7, view::hex(colour));
  }
  return out;
}

}  // namespace

void Ink::text(Point at, double size, std::string_view words, const std::string& attributes) {
  view::text_to(out_, at * kUnits, words, "font-size=\"" + mm(size) + "\" " + attributes);
}

void Ink::line(Point from, Point to, double width) {
  view::line_to(out_, from * kUnits, to * kUnits, "stroke=\"#000000\" stroke-width=\"" + mm(width) + '"');
}

void Ink::shape(const std::vector<Point>& outline, Point at, const std::string& attributes) {
  out_ << "<polygon points=\"" << view::pairs(outline, kUnits, at * kUnits) << "\" " << attributes << "/>\n";
}

void Ink::put(std::string_view svg, Point at, double scale) {
  const std::string digits =
      std::to_string(std::llround(scale * kUnits * 1e6) + 1'000'000'000'000);  // no locale's point
  out_ << "<g transform=\"translate(" << mm(at.x) << ' ' << mm(at.y) << ") scale(" << digits.substr(1, 6) << '.'
       << digits.substr(7) << ")\">" << svg << "</g>\n";
}

void Ink::window(std::string_view svg, Point at, Point size, Point from, double scale) {
  out_ << "<svg x=\"" << mm(at.x) << "\" y=\"" << mm(at.y) << "\" width=\"" << mm(size.x) << "\" height=\""
       << mm(size.y) << "\" viewBox=\"" << mm(from.x) << ' ' << mm(from.y) << ' ' << mm(size.x) << ' ' << mm(size.y)
       << "\">";
  // librsvg draws no pattern that begins outside of the page: all begin within this window.
  const std::string pattern = " patternUnits=\"userSpaceOnUse\"", transform = " patternTransform=\"";
  constexpr double kPeriod = 24;  // period of all patterns, so that those of two windows fit together
  const auto within = [&](double middle) { return view::number(std::floor(middle / scale / kPeriod) * kPeriod); };
  const std::string move = "translate(" + within(from.x + size.x / 2) + ' ' + within(from.y + size.y / 2) + ')';
  std::string moved(svg);
  for (std::size_t at = 0; (at = moved.find(pattern, at)) != std::string::npos; at += pattern.size())
    if (moved.compare(at + pattern.size(), transform.size(), transform) == 0)
      moved.insert(at + pattern.size() + transform.size(), move + ' ');
    else
      moved.insert(at + pattern.size(), transform + move + '"');
  put(moved, {0, 0}, scale);
  out_ << "</svg>\n";
}

void Ink::cuts(const std::vector<double>& across, const std::vector<double>& down) {
  constexpr double kFrom = 3;  // beyond the bleed
  for (const double by : {-1., 1.}) {
    const Point end = by < 0 ? Point{across.front(), down.front()} : Point{across.back(), down.back()};
    for (const double x : across) line({x, end.y + by * kFrom}, {x, end.y + by * kMarkTo});
    for (const double y : down) line({end.x + by * kFrom, y}, {end.x + by * kMarkTo, y});
  }
}

std::optional<double> decimal_of(std::string_view text) {
  std::string digits(text);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  if (point < digits.size()) digits.erase(point, 1);
  if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos) return {};
  return static_cast<double>(std::strtoull(digits.c_str(), nullptr, 10)) / std::pow(10, digits.size() - point);
}

/// The width of a text, by the widths of Helvetica's letters from the blank on (Adobe's metrics of its fourteen fonts).
double text_width(std::string_view text) {
  constexpr int kWidths[] = {278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
                             556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
                             1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
                             667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
                             333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
                             556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};
  double width = 0;
  for (const char c : text)
    if (c >= ' ' && c <= '~')
      width += kWidths[c - ' '];
    else if (static_cast<unsigned char>(c) >= 0xC0)
      width += 600;  // another sign of UTF-8
  return width / 1000;
}

void put_line(Ink& ink, Point at, double size, const std::string& line, const std::string& attributes) {
  ink.put("<text font-size=\"" + view::number(size * kUnits) + "\" " + attributes + kBlack + ">" + line + "</text>",
          at);
}

std::vector<std::string> marked_lines(const std::string& phrase, double width, double size) {
  constexpr double kBlank = 0.28;
  std::vector<std::pair<std::string, double>> words(1);  // text between two blanks, and its width
  for (const describe::Run& run : describe::runs(phrase)) {
    bool is_first = true;
    for (const std::string_view part : lang::split(run.text, " ")) {
      if (!std::exchange(is_first, false)) words.emplace_back();
      const bool is_code = run.mark == describe::Mark::code, is_plain = run.mark == describe::Mark::plain;
      const std::string style = run.mark == describe::Mark::pick ? "style=\"italic\">" : "weight=\"600\">";
      words.back().second +=
          is_code ? kOfCode * static_cast<double>(part.size()) : text_width(part) * (is_plain ? 1 : 1.08);
      words.back().first += is_plain || part.empty()
                                ? view::escape(part)
                                : (is_code ? kCode : "<tspan font-" + style) + view::escape(part) + "</tspan>";
    }
  }
  std::vector<std::string> lines(1);
  double x = 0;
  for (const auto& [text, broad] : words) {
    if (x > 0 && (x + kBlank + broad) * size > width) {
      lines.emplace_back();
      x = 0;
    }
    lines.back() += (x > 0 ? " " : "") + text;
    x += (x > 0 ? kBlank : 0) + broad;
  }
  return lines;
}

std::string middled(const std::string& words, double width, double size) {
  for (const std::string_view word : lang::split(words, " "))
    size = std::min(size, width / std::max(0.1, text_width(word)));
  const std::vector<std::string> lines = marked_lines(words, width, size);
  Ink ink;
  double y = size * (0.36 - 0.6 * static_cast<double>(lines.size() - 1));
  for (const std::string& line : lines) {
    put_line(ink, {0, y}, size, line, "text-anchor=\"middle\" ");
    y += size * 1.2;
  }
  return ink.str();
}

void add_page(Kit& kit, const Ink& ink, Point size, const std::string& foot, const Options& options) {
  Ink last;
  last.text({kMargin, size.y - 7}, 2.6, foot + "; page " + std::to_string(kit.pages.size() + 1), kBlack);
  kit.pages.push_back({"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + view::number(size.x) + "mm\" height=\"" +
                           view::number(size.y) + "mm\" viewBox=\"0 0 " + mm(size.x) + ' ' + mm(size.y) +
                           "\" font-family=\"'Liberation Sans', Arial, Helvetica, 'DejaVu Sans', sans-serif\">\n" +
                           recoloured(ink.str(), options) + last.str() + "</svg>\n",
                       size.x, size.y});
}

void add_front(Kit& kit, const Ink& ink, Point size, const std::string& foot, const Options& options) {
  add_page(kit, ink, size, foot, options);
  if (options.only.empty()) add_page(kit, {}, size, kit.title + ": the back of the page before stays blank", options);
}

std::vector<Point> box(Point size) {
  return {size * -0.5, {size.x / 2, -size.y / 2}, size * 0.5, {-size.x / 2, size.y / 2}};
}

void add_chips(Kit& kit, const Part& part, const std::vector<Chip>& chips, const std::vector<Point>& outline,
               const Options& options) {
  if (chips.empty()) return;
  const std::string title = kit.title + ": " + part.title;
  kit.parts.push_back({part.title, "Cut along the lines." + part.how, kit.pages.size(), part.lines});
  Point size;
  for (const Point& corner : outline) size = {std::max(size.x, 2 * corner.x), std::max(size.y, 2 * corner.y)};
  const Point pitch = size + Point{2 * kBleed, 2 * kBleed}, paper = options.paper;
  const double around = kMargin + kMarkTo, foot = 2;
  const auto fit = [](double room, double each) { return std::max(1, static_cast<int>((room + 2 * kBleed) / each)); };
  const int across = fit(paper.x - 2 * around, pitch.x), down = fit(paper.y - 2 * around - foot, pitch.y);
  const auto on_page = static_cast<std::size_t>(across * down);
  const double left = (paper.x - across * pitch.x) / 2 + kBleed;  // centred, so that the backs lie behind the fronts
  std::vector<Point> grown = outline;
  for (Point& corner : grown) corner = {corner.x * pitch.x / size.x, corner.y * pitch.y / size.y};
  for (std::size_t first = 0; first < chips.size(); first += on_page)
    for (const bool is_back : {false, true}) {
      const bool has_back = !chips[first].back.empty();
      if (is_back && !has_back) continue;
      Ink ink;
      for (std::size_t i = 0; i < std::min(on_page, chips.size() - first); ++i) {
        const int row = static_cast<int>(i) / across, place = static_cast<int>(i) % across;
        const Chip& chip = chips[first + i];
        const Point at = {left + (is_back ? across - 1 - place : place) * pitch.x, around + row * pitch.y};
        const Point middle = at + size * 0.5;
        ink.shape(grown, middle, "fill=\"" + chip.ground + '"');
        ink.put(is_back ? chip.back : chip.front, middle);
        ink.shape(outline, middle, "fill=\"none\" stroke=\"#000000\" stroke-width=\"" + mm(kHairline) + '"');
      }
      const std::string foot = title + (is_back ? ", backs of the page before, turned over the long edge" : "");
      has_back ? add_page(kit, ink, paper, foot, options) : add_front(kit, ink, paper, foot, options);
    }
  kit.notes.push_back(title + ": " + std::to_string(chips.size()));
}

}  // namespace glint::print
