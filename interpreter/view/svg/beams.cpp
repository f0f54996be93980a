#include "interpreter/view/svg/beams.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace glint::view {
namespace {

constexpr const char* kAsked = " stroke-dasharray=\"10 7\" stroke-linecap=\"butt\"";

/// The diamond that marks a branch.
std::string branch_at(Point at, Point ahead) {
  const Point side = {-ahead.y, ahead.x};
  return path_of({at + ahead * 7, at + side * 5, at - ahead * 7, at - side * 5}) + "z";
}
std::string branch_pen(Rgb tone) { return "fill=\"#ffffff\" stroke=\"" + hex(tone) + "\" stroke-width=\"2\""; }

class BeamDrawing {
 public:
  BeamDrawing(Markup& out, const Scene& scene, Point origin, Tones& tones)
      : out_(out), origin_(origin), tones_(tones), coloured_(has_colours(scene)) {}

  /// Beams of one pen are one path, so that crossings look alike and files are short.
  void draw(const std::vector<Trail>& trails, const std::vector<Exit>& exits, const Layout& layout, bool marks_entry) {
    out_ << "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";
    for (const Trail& trail : trails) {
      if (trail.branches) continue;
      lines_of(trail).path += path_of(trail.points, origin_);
    }
    // Each path is drawn two or three times, and is written once.
    out_ << "<defs>\n";
    for (Lines& lines : drawn_) {
      lines.name = name_of(lines.path);
      out_ << "<path id=\"" << lines.name << "\" d=\"" << lines.path << "\"/>\n";
    }
    out_ << "</defs>\n";
    // First the glow, below all lines.
    for (const Lines& lines : drawn_)
      if (lines.is_light())
        path(lines, lines.tone, 11 + lines.strength, " stroke-opacity=\"0.16\"");
    for (const Lines& lines : drawn_) draw_lines(lines);
    out_ << "</g>\n";
    out_ << "<g stroke-linecap=\"round\" font-size=\"10\" text-anchor=\"middle\">\n";
    if (marks_entry) {
      const Point begin = trails.front().points[0], step = trails.front().points[1] - begin;
      const Point ahead = step * (1 / std::max(1.0, length(step)));
      arrow(origin_ + begin + ahead * 14, ahead, {-ahead.y, ahead.x}, hex(tone_of(trails.front().colour)));
    }
    for (const Trail& trail : trails) add_end(trail);
    for (const auto& [attributes, path] : ends_) out_ << "<path d=\"" << path << "\" " << attributes << "/>\n";
    if (!exits.empty()) draw_counters(exits, layout);
    out_ << "</g>\n";
  }

 private:
  /// What is drawn with one pen.
  struct Lines {
    std::string path, name;  // its points; what it is drawn by
    Rgb tone;
    double strength = 1;
    bool is_dark = false, jumps = false, is_white = false, is_asked = false;
    bool is_light() const { return !is_dark && !jumps; }
  };

  bool is_dark(const Trail& trail) const { return !trail.colour && coloured_; }

  Rgb tone_of(const std::optional<Rgb>& colour) const {
    if (!colour) return coloured_ ? Rgb{0.60, 0.58, 0.55} : Rgb{0.90, 0.58, 0.10};
    return is_white(*colour) ? kWhiteRim : ink(*colour);
  }

  Lines& lines_of(const Trail& trail) {
    const Rgb tone = tone_of(trail.colour);
    const auto known = std::find_if(drawn_.begin(), drawn_.end(), [&](const Lines& lines) {
      return lines.tone == tone && lines.strength == trail.strength && lines.jumps == trail.jumps &&
             lines.is_asked == trail.is_asked && lines.is_dark == is_dark(trail);
    });
    if (known != drawn_.end()) return *known;
    return drawn_.emplace_back(Lines{"", "", tone, trail.strength, is_dark(trail), trail.jumps,
                                     trail.colour && is_white(*trail.colour), trail.is_asked});
  }

  static double width_of_line(double strength) { return 1.7 + 1.2 * std::min(strength, 6.0); }

  void path(const Lines& lines, Rgb tone, double width, const std::string& more) {
    out_ << "<use href=\"#" << lines.name << "\" stroke=\"" << hex(tone) << "\" stroke-width=\"" << number(width) << '"'
         << more << "/>\n";
  }

  void draw_lines(const Lines& lines) {
    const double width = width_of_line(lines.strength);
    if (lines.jumps) {
      path(lines, lines.tone, 2, " stroke-dasharray=\"7 6\"");
      return;
    }
    path(lines, lines.tone, width + 1, lines.is_dark ? " stroke-dasharray=\"1 6\"" : lines.is_asked ? kAsked : "");
    if (lines.is_dark) return;
    // A bright core makes the beam look like light.
    if (lines.is_white)
      path(lines, {1, 1, 1}, width - 0.6, lines.is_asked ? kAsked : "");
    else if (!lines.is_asked)
      path(lines, blend(lines.tone, {1, 1, 1}, 0.62), width * 0.36, "");
  }

  /// Adds the mark at the end of a beam; marks of one pen are one path.
  void add_end(const Trail& trail) {
    const Point end = trail.points.back(), before = trail.points[trail.points.size() - 2];
    if (length(end - before) == 0) return;
    const Point ahead = (end - before) * (1 / length(end - before)), side = {-ahead.y, ahead.x};
    const std::string tone = hex(tone_of(trail.colour));
    const Point at = origin_ + end;
    if (trail.branches) {
      add(branch_at(at, ahead), branch_pen(tone_of(trail.colour)));
    } else if (trail.jumps) {
      arrow(origin_ + (end + before) * 0.5, ahead, side, tone);
    } else if (trail.leaves) {
      arrow(at, ahead, side, tone);
    } else if (trail.stopped) {
      add(path_of({at + side * 6, at - side * 6}), "stroke=\"" + tone + "\" stroke-width=\"3\" fill=\"none\"");
    } else if (trail.loops) {
      circle_to(out_, at, 6, "fill=\"none\" stroke=\"" + tone + "\" stroke-width=\"2\"/>\n");
    }
  }

  /// Beside each arrow, on the side where no other counter is.
  void draw_counters(const std::vector<Exit>& exits, const Layout& layout) {
    constexpr double kAside = 15, kRadius = 8;
    std::vector<Point> taken;
    std::map<std::string, std::string> rims;  // by tone
    std::string discs;
    Markup numbers;
    for (const Exit& exit : exits) {
      const Point step = layout.steps[static_cast<std::size_t>(exit.way)], ahead = step * (1 / length(step));
      const Point end = origin_ + layout.middles[static_cast<std::size_t>(exit.cell)] + step * kBeyond;
      const Point aside = Point{-ahead.y, ahead.x} * kAside;
      const auto is_near = [&](Point other) { return length(other - end - aside) < 2 * kRadius; };
      const bool is_free = std::none_of(taken.begin(), taken.end(), is_near);
      const Point at = taken.emplace_back(is_free ? end + aside : end - aside);
      const std::string dot = path_of({at}) + "h0";  // its round ends are a disc
      rims[hex(tone_of(exit.colour))] += dot;
      discs += dot;
      text_to(numbers, at + Point{0, 3.5}, exit.text(), "");
    }
    for (const auto& [tone, path] : rims)
      out_ << "<path d=\"" << path << "\" stroke=\"" << tone << "\" stroke-width=\"" << number(2 * kRadius + 2) << "\"/>\n";
    out_ << "<path d=\"" << discs << "\" stroke-width=\"" << number(2 * kRadius - 2) << "\" stroke=\"" << tones_.stroke(kPage);
    out_ << "\"/>\n<g fill=\"" << tones_.fill(kText) << "\">\n" << numbers.str() << "</g>\n";
  }

  void arrow(Point at, Point ahead, Point side, const std::string& tone) {
    add(path_of({at + ahead * 8, at + side * 4.5, at - side * 4.5}) + "z", "fill=\"" + tone + "\"");
  }

  void add(const std::string& path, const std::string& attributes) {
    auto end = std::find_if(ends_.begin(), ends_.end(), [&](const auto& known) { return known.first == attributes; });
    if (end == ends_.end()) end = ends_.insert(end, {attributes, ""});
    end->second += path;
  }

  Markup& out_;
  const Point origin_;
  Tones& tones_;
  const bool coloured_;
  std::vector<Lines> drawn_;
  std::vector<std::pair<std::string, std::string>> ends_;  // attributes, and the path of all marks that have them
};

}  // namespace

void draw_branch(Markup& out, Point at, Point ahead, Rgb tone) {
  out << "<path d=\"" << branch_at(at, ahead) << "\" " << branch_pen(tone) << "/>\n";
}

void draw_beams(Markup& out, const Scene& scene, const Layout& layout, const std::vector<Trail>& trails,
                const std::vector<Exit>& exits, Point origin, Tones& tones, bool marks_entry) {
  if (!trails.empty()) BeamDrawing(out, scene, origin, tones).draw(trails, exits, layout, marks_entry);
}

}  // namespace glint::view
