#include "interpreter/view/svg/pieces.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/view/scene/sides.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "lang/source/text.hpp"

namespace glint::view {
namespace {

constexpr std::size_t kLegendText = 34;  // characters

std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

Rgb rim_of(const Payload& payload) {
  const auto colour = colour_of(payload);
  if (!colour) return kPlain;
  return is_white(*colour) ? kWhiteRim : ink(*colour);
}

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

void Legend::heading(const std::string& words) {
  at_.y += 14;
  text_to(out_, at_, words,
          "font-size=\"11\" letter-spacing=\"1\" font-weight=\"600\" fill=\"" + tones_.fill(kFaint) + "\"");
  at_.y += 24;
}

void Legend::entry(const std::string& words, bool strong) {
  text_to(out_, {at_.x + 28, at_.y + 4.5}, shortened(words, kLegendText), strong ? "font-weight=\"700\"" : "");
  at_.y += 24;
}

void Legend::draw() {
  draw_players();
  draw_kinds();
  draw_zones();
  draw_lights();
  draw_marks();
  draw_notes();
  draw_variables();
}

void Legend::draw_variables() {
  if (scene_.variables.empty()) return;
  heading("STATE");
  at_.y -= 4;
  for (const auto& [name, value] : scene_.variables) {
    text_to(out_, at_, shortened(name + ": " + (value.empty() ? "none" : value), kLegendText), "");
    at_.y += 20;
  }
}

/// The script's notes, as wide as the legend.
void Legend::draw_notes() {
  if (scene_.notes.empty()) return;
  heading("NOTES");
  at_.y -= 4;
  // Runs of blanks stay, as in a table of several notes.
  const std::string attributes = "xml:space=\"preserve\"";
  for (const Position::Note& note : scene_.notes) {
    if (!note.pieces.empty()) draw_row(note);
    if (!note.pieces.empty() || (note.player >= 0 && note.text == scene_.task)) continue;
    for (const std::string_view each : lang::split(note.text, "\n")) {
      const std::vector<std::string_view> words = lang::split(each, " ");
      for (const std::string& line : lang::wrapped({words.begin(), words.end()}, " ", kLegendText, width_of)) {
        text_to(out_, at_, line, attributes);
        at_.y += 18;
      }
    }
    at_.y += 6;
  }
}

void Legend::draw_row(const Position::Note& note) {
  constexpr double kRadius = 11, kOfLetter = 7, kRow = 30;
  double x = at_.x;
  const auto write = [&](const std::string& words) {
    text_to(out_, {x, at_.y + 9}, words, "");
    x += kOfLetter * static_cast<double>(width_of(words)) + 12;
  };
  if (note.player >= 0) write(scene_.players[static_cast<std::size_t>(note.player)]);
  const double first = x;
  for (const auto& [piece, words] : note.pieces) {
    const std::string text = shortened(words, kLegendText);
    if (x > first && x + 30 + kOfLetter * static_cast<double>(width_of(text)) > at_.x + kLegendWidth) {
      x = first;
      at_.y += kRow;
    }
    const Point at{x + 13, at_.y + 5};
    out_ << kPieces;
    looks_.pieces.draw_sample(out_, piece, at, kRadius);
    for (const int side : piece.sides) {
      const auto [from, to] = looks_.side_of(side);
      const double scale = kRadius * 1.2 / looks_.layout.inner;
      line_to(out_, at + from * scale, at + to * scale,
              looks_.stroke(colour_of(piece, scene_)) + " stroke-width=\"3\" stroke-linecap=\"round\"");
    }
    out_ << "</g>\n";
    x += 30;
    write(text);
  }
  at_.y += kRow + 2;
}

void Legend::draw_players() {
  if (scene_.players.empty()) return;
  heading("PLAYERS");
  for (std::size_t i = 0; i < scene_.players.size(); ++i) {
    const bool moves = static_cast<int>(i) == scene_.to_move;
    const Rgb tone = ink(colour_of_player(static_cast<int>(i), scene_));
    circle_to(out_, sample(), 7,
              "fill=\"" + hex(tone) + "\" stroke=\"" +
                  tones_.stroke({blend(tone, {0, 0, 0}, 0.45), blend(tone, {1, 1, 1}, 0.5)}) +
                  "\" stroke-width=\"2\"" + looks_.pieces.rim_of_player(static_cast<int>(i)) + "/>\n");
    entry(scene_.players[i] + (moves ? " (to move)" : ""), moves);
  }
}

void Legend::draw_kinds() {
  auto sorts = sorts_of(scene_);
  if (sorts.empty() || sorts.size() > 12) return;
  heading("PIECES");
  for (auto& [piece, words] : sorts) {
    if (piece.facing >= 0 && piece.sides.empty()) piece.glyph = looks_.pieces.letters_beside_arrow(piece);
    piece.facing = -1;
    out_ << kPieces;
    looks_.pieces.draw_sample(out_, piece, sample(), 11);
    out_ << "</g>\n";
    entry(words);
  }
}

/// Marked cells and sides that have a name.
void Legend::draw_zones() {
  const auto has_name = [](const Ground& ground) { return !ground.name.empty(); };
  if (scene_.changed.empty() && std::none_of(scene_.legend.begin(), scene_.legend.end(), has_name)) return;
  heading("BOARD");
  if (!scene_.changed.empty()) {
    looks_.ring(out_, sample(), 9 / looks_.layout.inner);
    entry("changed by the last move");
  }
  for (const Ground& zone : scene_.legend) {
    if (zone.name.empty()) continue;
    const Point at = sample();
    if (zone.of_edges) {
      line_to(out_, at - Point{9, 0}, at + Point{9, 0},
              zone.of_lines ? looks_.line_of(zone) : looks_.stroke_of(zone) + " stroke-width=\"6\"");
    } else {
      const std::string shape = pairs(looks_.layout.outline, 11 / looks_.layout.inner, at);
      out_ << "<polygon points=\"" << shape << "\" fill=\"" << tones_.fill(Looks::tinted(kCell, zone, 0.3)) << "\"/>\n";
      const std::string fill = looks_.texture(out_, zone);
      out_ << "<polygon points=\"" << shape << "\" fill=\"" << fill << "\" fill-opacity=\"0.4\"/>\n";
    }
    entry(zone.name);
  }
}

void Legend::draw_lights() {
  std::set<std::string> seen;
  std::vector<Payload> lights;
  for (const auto& light : looks_.light) {
    if (!light) continue;
    if (seen.insert(describe(*light, scene_.beam_fields)).second) lights.push_back(*light);
  }
  if (lights.empty() || lights.size() > 10 || scene_.beam_fields.empty()) return;
  if (!looks_.has_colours && lights.size() > 1) return;  // all look the same; beams show their power
  heading("LIGHT");
  const std::string shape = pairs(looks_.layout.outline, 9 / looks_.layout.inner), name = name_of(shape);
  out_ << "<defs><polygon id=\"" << name << "\" points=\"" << shape << "\" stroke-opacity=\"0.55\"/></defs>\n";
  for (const Payload& light : lights) {
    use_to(out_, name, sample());
    out_ << " fill=\"" << tones_.fill(looks_.fill_of(light)) << "\" stroke=\"" << hex(rim_of(light)) << "\"/>\n";
    entry(describe(light, scene_.beam_fields));
  }
}

/// The marks on beams that do not explain themselves.
void Legend::draw_marks() {
  const auto has = [&](bool Trail::* mark) {
    return std::any_of(looks_.trails.begin(), looks_.trails.end(), [&](const Trail& trail) { return trail.*mark; });
  };
  const bool branches = has(&Trail::branches), loops = has(&Trail::loops), jumps = has(&Trail::jumps);
  const bool is_asked = has(&Trail::is_asked);
  bool cells_act = false, sides_act = false;  // they act without a mark of the script
  for (const int cell : scene_.acting_cells) cells_act = cells_act || scene_.grounds.count(cell) == 0;
  for (const Wall& wall : walls_of(scene_)) sides_act = sides_act || (!wall.piece && !wall.mark);
  if (!branches && !loops && !jumps && !is_asked && !cells_act && !sides_act) return;
  heading("BEAMS");
  const std::string stroke = "stroke=\"" + hex(kPlain) + "\" stroke-width=\"2\"";
  if (branches) {
    draw_branch(out_, sample(), {1, 0}, kPlain);
    entry("a branch of a split beam");
  }
  if (loops) {
    circle_to(out_, sample(), 6, "fill=\"none\" " + stroke + "/>\n");
    entry("runs in a circle from here");
  }
  if (is_asked) {
    line_to(out_, sample() - Point{9, 0}, sample() + Point{9, 0}, stroke + " stroke-dasharray=\"4 3\"");
    entry("the way a beam would take now");
  }
  if (jumps) {
    line_to(out_, sample() - Point{9, 0}, sample() + Point{9, 0}, stroke + " stroke-dasharray=\"7 4\"");
    entry("jumps to another cell");
  }
  if (cells_act) {
    const auto box = [&](const std::string& fill) {
      out_ << "<rect x=\"" << number(sample().x - 8) << "\" y=\"" << number(sample().y - 8)
           << "\" width=\"16\" height=\"16\" fill=\"" << fill << "/>\n";
    };
    box(tones_.fill(kCell) + "\"");
    box("url(#acts)\" fill-opacity=\"0.45\"");
    entry("a cell that acts on beams");
  }
  if (sides_act) {
    line_to(out_, sample() - Point{8, 0}, sample() + Point{8, 0},
            looks_.stroke(std::nullopt) + " stroke-width=\"6\" stroke-linecap=\"round\"");
    entry("a side that acts on beams");
  }
}

void draw_branch(Markup& out, Point at, Point ahead, Rgb tone) {
  out << "<path d=\"" << branch_at(at, ahead) << "\" " << branch_pen(tone) << "/>\n";
}

void draw_beams(Markup& out, const Scene& scene, const Layout& layout, const std::vector<Trail>& trails,
                const std::vector<Exit>& exits, Point origin, Tones& tones, bool marks_entry) {
  if (!trails.empty()) BeamDrawing(out, scene, origin, tones).draw(trails, exits, layout, marks_entry);
}

}  // namespace glint::view
