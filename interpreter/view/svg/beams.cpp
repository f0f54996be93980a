#include "interpreter/view/svg/beams.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace glint::view {
namespace {

/// The diamond that marks a branch.
std::string branch_at(Point at, Point ahead) {
  const Point side = {-ahead.y, ahead.x};
  return path_of({at + ahead * 7, at + side * 5, at - ahead * 7, at - side * 5}) + "z";
}
std::string branch_pen(Rgb tone) { return "fill=\"#ffffff\" stroke=\"" + hex(tone) + "\" stroke-width=\"2\""; }

class BeamDrawing {
 public:
  BeamDrawing(Markup& out, const Scene& scene, Point origin, Tones& tones)
      : out_(out), origin_(origin), tones_(tones), coloured_(has_colours(scene)) {
    for (const BeamField& field : scene.beam_fields) has_power_ = has_power_ || field.is_number;
  }

  /// Beams of one pen are one path, so that crossings look alike and files are short.
  void draw(const std::vector<Trail>& trails) {
    out_ << "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";
    for (const Trail& trail : trails) {
      if (trail.branches) continue;
      Lines& lines = lines_of(trail);
      lines.path += path_of(trail.points, origin_);
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
    for (const Trail& trail : trails) add_end(trail);
    for (const auto& [attributes, path] : ends_) out_ << "<path d=\"" << path << "\" " << attributes << "/>\n";
    out_ << powers_.str() << "</g>\n";
  }

 private:
  /// What is drawn with one pen.
  struct Lines {
    std::string path, name;  // its points; what it is drawn by
    Rgb tone;
    double strength = 1;
    bool is_dark = false, jumps = false, is_white = false;
    bool is_light() const { return !is_dark && !jumps; }
  };

  bool is_dark(const Trail& trail) const { return !trail.colour && coloured_; }

  Rgb tone_of(const Trail& trail) const {
    if (!trail.colour) return coloured_ ? Rgb{0.60, 0.58, 0.55} : Rgb{0.90, 0.58, 0.10};
    return is_white(*trail.colour) ? kWhiteRim : ink(*trail.colour);
  }

  Lines& lines_of(const Trail& trail) {
    const Rgb tone = tone_of(trail);
    const auto [pen, is_new] = pens_.try_emplace(
        {tone.r, tone.g, tone.b, trail.strength, trail.jumps, is_dark(trail)}, drawn_.size());
    if (!is_new) return drawn_[pen->second];
    return drawn_.emplace_back(Lines{"", "", tone, trail.strength, is_dark(trail), trail.jumps,
                                     trail.colour && is_white(*trail.colour)});
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
    path(lines, lines.tone, width + 1, lines.is_dark ? " stroke-dasharray=\"1 6\"" : "");
    if (lines.is_dark) return;
    // A bright core makes the beam look like light.
    if (lines.is_white)
      path(lines, {1, 1, 1}, width - 0.6, "");
    else
      path(lines, blend(lines.tone, {1, 1, 1}, 0.62), width * 0.36, "");
  }

  /// Adds the mark at the end of a beam; marks of one pen are one path.
  void add_end(const Trail& trail) {
    const Point end = trail.points.back(), before = trail.points[trail.points.size() - 2];
    if (length(end - before) == 0) return;
    const Point ahead = (end - before) * (1 / length(end - before)), side = {-ahead.y, ahead.x};
    const std::string tone = hex(tone_of(trail));
    const Point at = origin_ + end;
    if (trail.branches) {
      add(branch_at(at, ahead), branch_pen(tone_of(trail)));
    } else if (trail.jumps) {
      arrow(origin_ + (end + before) * 0.5, ahead, side, tone);
    } else if (trail.leaves) {
      arrow(at, ahead, side, tone);
      const std::string power = has_power_ ? number(trail.strength) : "";
      const std::string words = trail.beams > 1 ? std::to_string(trail.beams) + "×" + power : power;
      if (!words.empty())
        text_to(powers_, at + side * 11 + Point{0, 3.5}, words, "fill=\"" + tones_.fill(kText) + "\"");
    } else if (trail.stopped) {
      add(path_of({at + side * 6, at - side * 6}), "stroke=\"" + tone + "\" stroke-width=\"3\" fill=\"none\"");
    } else if (trail.loops) {
      circle_to(out_, at, 6, "fill=\"none\" stroke=\"" + tone + "\" stroke-width=\"2\"/>\n");
    }
  }

  void arrow(Point at, Point ahead, Point side, const std::string& tone) {
    add(path_of({at + ahead * 8, at + side * 4.5, at - side * 4.5}) + "z", "fill=\"" + tone + "\"");
  }

  void add(const std::string& path, const std::string& attributes) {
    const auto [end, is_new] = end_of_.try_emplace(attributes, ends_.size());
    if (is_new)
      ends_.emplace_back(attributes, path);
    else
      ends_[end->second].second += path;
  }

  Markup& out_;
  const Point origin_;
  Tones& tones_;
  const bool coloured_;
  bool has_power_ = false;
  std::vector<Lines> drawn_;
  std::map<std::tuple<double, double, double, double, bool, bool>, std::size_t> pens_;  // of drawn_
  std::vector<std::pair<std::string, std::string>> ends_;  // attributes, and the path of all marks that have them
  std::map<std::string, std::size_t> end_of_;                                           // of ends_, by attributes
  Markup powers_;
};

}  // namespace

void draw_branch(Markup& out, Point at, Point ahead, Rgb tone) {
  out << "<path d=\"" << branch_at(at, ahead) << "\" " << branch_pen(tone) << "/>\n";
}

void draw_beams(Markup& out, const Scene& scene, const std::vector<Trail>& trails, Point origin, Tones& tones) {
  if (!trails.empty()) BeamDrawing(out, scene, origin, tones).draw(trails);
}

}  // namespace glint::view
