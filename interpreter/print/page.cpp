// The contents of a page, their colours, and the lines of its cuts.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "interpreter/print/pages.hpp"
#include "interpreter/view/svg/colour.hpp"
#include "lang/source/text.hpp"

namespace glint::print {
namespace {

std::string mm(double value) { return view::number(value * kUnits); }

/// A box as attributes.
std::string box_of(Point corner, Point size) {
  return " x=\"" + mm(corner.x) + "\" y=\"" + mm(corner.y) + "\" width=\"" + mm(size.x) + "\" height=\"" + mm(size.y) +
         '"';
}

/// The colours of an SVG, as the options want them.
std::string recoloured(const std::string& svg, const Options& options) {
  if (!options.grey && !options.low_ink) return svg;
  constexpr std::size_t kLength = 9;  // "#rrggbb"
  constexpr double kPale = 0.72;      // brighter ones are white
  std::string out;
  for (std::size_t i = 0; i < svg.size(); ++i) {
    char* end = nullptr;
    const bool is_name = i > 4 && svg.compare(i - 5, 5, "href=") == 0;  // which may look like a colour
    const long value = !is_name && svg.compare(i, 2, "\"#") == 0 ? std::strtol(svg.c_str() + i + 2, &end, 16) : 0;
    if (!end || end != svg.c_str() + i + kLength - 1 || *end != '"') {
      out += svg[i];
      continue;
    }
    view::Rgb colour = {static_cast<double>(value >> 16) / 255, static_cast<double>(value >> 8 & 255) / 255,
                        static_cast<double>(value & 255) / 255};
    const double bright = view::brightness(colour), grey = options.low_ink && bright > kPale ? 1 : bright;
    if (options.grey || grey == 1) colour = {grey, grey, grey};
    out += '"' + view::hex(colour) + '"';
    i += kLength - 1;
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

void Ink::box(Point corner, Point size, const std::string& fill) {
  out_ << "<rect" << box_of(corner, size) << " fill=\"" << fill << "\"/>\n";
}

void Ink::shape(const std::vector<Point>& outline, Point at, const std::string& attributes) {
  if (outline.empty()) return;
  out_ << "<polygon points=\"" << view::pairs(outline, kUnits, at * kUnits) << "\" " << attributes << "/>\n";
}

void Ink::put(std::string_view svg, Point at, double scale) {
  const std::string digits =
      std::to_string(std::llround(scale * kUnits * 1e6) + 1'000'000'000'000);  // no locale's point
  out_ << "<g transform=\"translate(" << mm(at.x) << ' ' << mm(at.y) << ") scale(" << digits.substr(1, 6) << '.'
       << digits.substr(7) << ")\">" << svg << "</g>\n";
}

void Ink::window(std::string_view svg, Point at, Point size, Point from, double scale) {
  out_ << "<svg" << box_of(at, size) << " viewBox=\"" << mm(from.x) << ' ' << mm(from.y) << ' ' << mm(size.x) << ' '
       << mm(size.y) << "\">";
  // librsvg draws no pattern that begins outside of the page: all begin within this window.
  const std::string pattern = " patternUnits=\"userSpaceOnUse\"", transform = " patternTransform=\"";
  constexpr double kPeriod = 24;  // of all patterns, so that those of two windows go on in one another
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

void add_page(Kit& kit, const Ink& ink, Point size, const std::string& foot, const Options& options) {
  Ink last;
  last.text({kMargin, size.y - 7}, 2.6, foot, kBlack);
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

void add_chips(Kit& kit, Part part, const std::vector<Chip>& chips, Point size, const Options& options,
               const std::vector<Point>& outline) {
  if (chips.empty()) return;
  const std::string title = kit.title + ": " + part.title;
  part.first = kit.pages.size();
  kit.parts.push_back(std::move(part));
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
      std::vector<double> columns, rows;
      for (std::size_t i = 0; i < std::min(on_page, chips.size() - first); ++i) {
        const int row = static_cast<int>(i) / across, place = static_cast<int>(i) % across;
        const Chip& chip = chips[first + i];
        const Point at = {left + (is_back ? across - 1 - place : place) * pitch.x, around + row * pitch.y};
        if (row == 0) columns.insert(columns.end(), {at.x, at.x + size.x});
        if (place == 0) rows.insert(rows.end(), {at.y, at.y + size.y});
        const Point middle = at + size * 0.5;
        if (outline.empty()) ink.box(at - Point{kBleed, kBleed}, pitch, chip.ground);
        ink.shape(grown, middle, "fill=\"" + chip.ground + '"');
        ink.put(is_back ? chip.back : chip.front, middle);
        ink.shape(outline, middle, "fill=\"none\" stroke=\"#000000\" stroke-width=\"" + mm(kHairline) + '"');
      }
      std::sort(columns.begin(), columns.end());
      if (outline.empty()) ink.cuts(columns, rows);
      const std::string foot = title + (is_back ? ", backs of the page before, turned over the long edge" : "");
      has_back ? add_page(kit, ink, paper, foot, options) : add_front(kit, ink, paper, foot, options);
    }
  kit.notes.push_back(title + ": " + std::to_string(chips.size()));
}

}  // namespace glint::print
