#include "interpreter/view/svg/legend.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "interpreter/view/scene/sides.hpp"
#include "interpreter/view/svg/beams.hpp"
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
  bool cells_act = false, sides_act = false;  // that the script does not mark
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

}  // namespace glint::view
