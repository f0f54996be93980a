#include "interpreter/view/svg/svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/scene/sides.hpp"
#include "interpreter/view/svg/beams.hpp"
#include "interpreter/view/svg/grounds.hpp"
#include "interpreter/view/svg/pieces.hpp"
#include "interpreter/view/svg/text.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "lang/source/text.hpp"

namespace glint::view {
namespace {

constexpr double kPitch = 72;  // between the centres of neighbours
constexpr double kMargin = 36;
constexpr double kHeader = 74;  // title and status
constexpr std::size_t kMostLabels = 1000;
constexpr Rgb kOnWhite = {0.42, 0.40, 0.37};  // labels of white cells, which are white on a dark page, too
constexpr double kLegendWidth = 250;
constexpr std::size_t kLegendText = 34;  // characters
const char* const kPieces =
    "<g text-anchor=\"middle\" font-weight=\"600\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";

std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

/// A colour as a line on the page: a light one is darker there, to be seen, and a dark one lighter on a dark page.
Tone on_page(Rgb colour) {
  return {brightness(colour) > 0.8 ? blend(colour, {0, 0, 0}, 0.35) : colour,
          brightness(colour) < 0.3 ? blend(colour, {1, 1, 1}, 0.5) : colour};
}

class Drawing {
 public:
  explicit Drawing(const Scene& scene)
      : scene_(scene),
        layout_(lay_out(scene.cells, scene.directions, kPitch)),
        light_(light_of(scene)),
        trails_(trails_of(scene, layout_)),
        coloured_(has_colours(scene)),
        pieces_(scene, layout_, tones_) {
    each_beam(scene, [&](const Beam&, const auto& sender) { are_owned_ = are_owned_ || sender; });
  }

  Picture draw() {
    const double board_width = layout_.high.x - layout_.low.x, board_height = layout_.high.y - layout_.low.y;
    origin_ = Point{kMargin, kHeader + 26} - layout_.low;
    legend_left_ = kMargin + board_width + 44;
    draw_legend();
    const double width = legend_left_ + kLegendWidth;
    const double height = std::max(kHeader + 26 + board_height, legend_y_) + kMargin;

    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << number(width) << "\" height=\"" << number(height)
         << "\" viewBox=\"0 0 " << number(width) << ' ' << number(height)
         << "\" font-family=\"'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n"
         << "<title>" << escape(scene_.title) << "</title>\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"" << tones_.fill(kPage) << "\"/>\n";
    text({kMargin, 44}, scene_.title, "font-size=\"26\" font-weight=\"600\" fill=\"" + tones_.fill(kText) + "\"");
    text({kMargin, 66}, scene_.status, "font-size=\"14\" fill=\"" + tones_.fill(kFaint) + "\"");
    draw_cells();
    draw_lines();
    draw_beams(out_, scene_, layout_, trails_, exits_of(scene_), origin_, tones_);
    draw_walls();
    draw_pieces(true);  // what fills its cell, below the label
    draw_labels();
    draw_pieces(false);
    out_ << "<g font-size=\"13\" fill=\"" << tones_.fill(kText) << "\">\n"
         << legend_.str() << "</g>\n"
         << tones_.style() << "</svg>\n";
    Picture picture{out_.str(), width, height, {}, layout_.outline};
    for (std::size_t cell = 0; cell < scene_.cells.size(); ++cell) picture.middles.push_back(middle(cell));
    return picture;
  }

  std::string draw_alone(double scale, bool with_labels) {
    const double margin = kPitch / 4;
    origin_ = Point{margin, margin} - layout_.low;
    const double width = layout_.high.x - layout_.low.x + 2 * margin, height = layout_.high.y - layout_.low.y + 2 * margin;
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << number(width * scale) << "\" height=\""
         << number(height * scale) << "\" viewBox=\"0 0 " << number(width) << ' ' << number(height)
         << "\" font-family=\"'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n";
    draw_cells();
    draw_lines();
    draw_beams(out_, scene_, layout_, trails_, with_labels ? exits_of(scene_) : std::vector<Exit>(), origin_, tones_);
    draw_walls();
    draw_pieces(true);
    if (with_labels) draw_labels();
    draw_pieces(false);
    out_ << tones_.style() << "</svg>\n";
    return out_.str();
  }

  std::string draw_note(const Position::Note& note) {
    legend_left_ = 4;
    legend_y_ = 12;
    draw_row(note);
    const std::string height = number(legend_y_ - 12), width = number(kLegendWidth + 8);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + ' ' +
           height + "\" font-family=\"'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n" + legend_.str() +
           tones_.style() + "</svg>\n";
  }

 private:
  Point middle(std::size_t cell) const { return origin_ + layout_.middles[cell]; }

  void text(Point at, std::string_view words, const std::string& attributes) { text_to(out_, at, words, attributes); }

  std::string outline(double scale) const { return pairs(layout_.outline, scale); }

  /// Boards with more cells have no labels.
  bool is_large() const { return scene_.cells.size() > kMostLabels; }

  void draw_pieces(bool blocks) {
    out_ << kPieces;
    // What looks the same is written once.
    std::map<std::string, std::vector<std::size_t>> cells_of;
    std::vector<std::string> looks;
    for (std::size_t cell = 0; cell < scene_.cells.size(); ++cell) {
      if (pieces_.is_block(cell) != blocks) continue;
      Markup drawn;
      pieces_.draw_stack(drawn, cell, {});
      if (drawn.str().empty()) continue;
      std::vector<std::size_t>& cells = cells_of[drawn.str()];
      if (cells.empty()) looks.push_back(drawn.str());
      cells.push_back(cell);
    }
    for (const std::string& look : looks) {
      const std::vector<std::size_t>& cells = cells_of[look];
      if (cells.size() == 1) {
        pieces_.draw_stack(out_, cells[0], middle(cells[0]));
        continue;
      }
      const std::string name = name_of(look);
      if (is_large()) {
        draw_at_all(name, look, cells);
        continue;
      }
      out_ << "<defs><g id=\"" << name << "\">" << look << "</g></defs>\n";
      for (const std::size_t cell : cells) {
        use(out_, name, middle(cell));
        out_ << "/>\n";
      }
    }
    out_ << "</g>\n";
  }

  /// On a large board, what looks the same is a marker, at each corner of a line that is not drawn itself.
  void draw_at_all(const std::string& name, const std::string& look, const std::vector<std::size_t>& cells) {
    out_ << "<defs><marker id=\"" << name
         << "\" markerUnits=\"userSpaceOnUse\" overflow=\"visible\" markerWidth=\"1\" markerHeight=\"1\">" << look
         << "</marker></defs>\n<path fill=\"none\" marker-start=\"url(#" << name << ")\" marker-mid=\"url(#" << name
         << ")\" marker-end=\"url(#" << name << ")\" d=\"";
    std::vector<Point> middles;
    for (const std::size_t cell : cells) middles.push_back(middle(cell));
    out_ << path_of(middles) << "\"/>\n";
  }

  /// What was drawn under a name, again at this place; the caller ends the tag.
  static void use(Markup& out, const std::string& name, Point at) {
    out << "<use href=\"#" << name << "\" x=\"" << number(at.x) << "\" y=\"" << number(at.y) << '"';
  }

  /// The soft fill of a cell that shows this light.
  Tone fill_of(const Payload& payload) const {
    const auto colour = colour_of(payload);
    // Light without colours is warm. That of players is in their lines, and leaves the tints of their territories.
    if (!colour) return coloured_ || are_owned_ ? kCell : Tone{{0.97, 0.90, 0.74}, {0.36, 0.29, 0.14}};
    if (is_white(*colour)) return {{1, 1, 1}, {1, 1, 1}};
    return {blend(Rgb{1, 1, 1}, ink(*colour), 0.38), blend(kCell.dark, ink(*colour), 0.42)};
  }

  static Rgb rim_of(const Payload& payload) {
    const auto colour = colour_of(payload);
    if (!colour) return kPlain;
    return is_white(*colour) ? kWhiteRim : ink(*colour);
  }

  void draw_cells() {
    const std::string shape = outline(1), name = name_of(shape);
    out_ << "<defs><polygon id=\"" << name << "\" points=\"" << shape << "\"/></defs>\n<g stroke=\"" << tones_.stroke(kPage)
         << "\" stroke-width=\"2.5\" stroke-linejoin=\"round\">\n";
    if (is_large()) draw_rows();
    // Cells of one ground are a group.
    std::map<std::string, std::vector<std::size_t>> grounds;
    for (std::size_t i = 0; !is_large() && i < scene_.cells.size(); ++i) grounds[tones_.fill(ground_of(i))].push_back(i);
    for (const auto& [fill, cells] : grounds) {
      out_ << "<g fill=\"" << fill << "\">\n";
      for (const std::size_t i : cells) {
        use(out_, name, middle(i));
        out_ << "><title>" << escape(words_of_cell(i)) << "</title></use>\n";
      }
      out_ << "</g>\n";
    }
    out_ << "</g>\n";
    draw_textures();
    draw_acting_cells(name);
    // White light needs a rim to be seen on a light page.
    std::vector<std::size_t> white;
    for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
      const auto colour = light_[i] ? colour_of(*light_[i]) : std::nullopt;
      if (colour && is_white(*colour)) white.push_back(i);
    }
    if (white.empty()) return;
    const std::string rim = outline(0.93), rim_name = name_of(rim);
    out_ << "<defs><polygon id=\"" << rim_name << "\" points=\"" << rim << "\"/></defs>\n<g fill=\"none\" stroke=\""
         << hex(kWhiteRim) << "\" stroke-width=\"2\" stroke-linejoin=\"round\">\n";
    for (const std::size_t i : white) {
      use(out_, rim_name, middle(i));
      out_ << "/>\n";
    }
    out_ << "</g>\n";
  }

  /// The cells of a large board: those of one ground are one path.
  void draw_rows() {
    std::vector<Point> middles;
    std::vector<std::string> fills;
    for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
      middles.push_back(middle(i));
      fills.push_back(tones_.fill(ground_of(i)));
    }
    for (const auto& [fill, path] : ground_paths(layout_, middles, fills))
      out_ << "<path d=\"" << path << "\" fill=\"" << fill << "\"/>\n";
  }

  /// The ground of a cell; a player's cells have a touch of that player's colour.
  Tone ground_of(std::size_t cell) const {
    Tone ground = light_[cell] ? fill_of(*light_[cell]) : kCell;
    if (const auto shown = scene_.grounds.find(static_cast<int>(cell)); shown != scene_.grounds.end())
      ground = tinted(ground, shown->second, light_[cell] ? 0.18 : 0.3);
    const int player = scene_.cells[cell].player;
    if (player < 0) return ground;
    return blend(ground, ink(colour_of_player(player, scene_)), light_[cell] ? 0.10 : 0.16);
  }

  /// The pattern of marked cells, for those who cannot tell the tints apart; answers the name of its fill.
  std::string texture(Markup& out, const Ground& ground) {
    constexpr const char* kTextures[] = {
        "<circle cx=\"4\" cy=\"4\" r=\"1.3\"/>",                     // dots
        "<rect y=\"3\" width=\"8\" height=\"1.4\"/>",                 // level lines
        "<rect x=\"3\" width=\"1.4\" height=\"8\"/>",                 // upright lines
        "<path d=\"M0 0h1.6l6.4 6.4v1.6h-1.6l-6.4 -6.4z\"/>",          // falling lines
        "<rect y=\"3\" width=\"8\" height=\"1\"/><rect x=\"3\" width=\"1\" height=\"8\"/>",  // a grid
        "<rect x=\"1\" y=\"3\" width=\"4\" height=\"1.4\"/>"};         // dashes
    const Rgb colour = ink(ground.colour.value_or(Rgb{0.5, 0.5, 0.5}));
    const std::string drawn = " width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" fill=\"" +
                              tones_.fill({blend(colour, {0, 0, 0}, 0.35), blend(colour, {1, 1, 1}, 0.45)}) + "\">" +
                              kTextures[static_cast<std::size_t>(ground.texture) % std::size(kTextures)];
    const std::string name = name_of(drawn);
    if (textures_.insert(name).second)
      out << "<defs><pattern id=\"" << name << '"' << drawn << "</pattern></defs>\n";
    return "url(#" + name + ")";
  }

  void draw_textures() {
    std::map<int, std::pair<std::vector<Point>, const Ground*>> by_texture;
    for (const auto& [cell, ground] : scene_.grounds) {
      if (ground.name.empty()) continue;  // its sign tells it from others
      auto& [middles, look] = by_texture[ground.texture];
      middles.push_back(middle(static_cast<std::size_t>(cell)));
      look = &ground;
    }
    for (const auto& [number, marked] : by_texture) {
      const auto& [middles, look] = marked;
      const std::string fill = texture(out_, *look);
      for (const auto& [same, path] : ground_paths(layout_, middles, std::vector<std::string>(middles.size(), fill)))
        out_ << "<path d=\"" << path << "\" fill=\"" << same << "\" fill-opacity=\"0.4\" pointer-events=\"none\"/>\n";
    }
  }

  /// The attributes of the stroke of a marked side; the second and later ones are broken, each in its way.
  std::string stroke_of(const Ground& mark) {
    constexpr const char* kBroken[] = {"", "9 4", "3 4", "14 4 3 4"};
    const char* const broken = kBroken[static_cast<std::size_t>(mark.texture) % std::size(kBroken)];
    return "stroke=\"" + tones_.stroke(mark.colour ? on_page(ink(*mark.colour)) : kText) + '"' +
           (*broken == 0 ? std::string() : std::string(" stroke-linecap=\"butt\" stroke-dasharray=\"") + broken + '"');
  }

  static Tone tinted(Tone plain, const Ground& ground, double amount) {
    return blend(plain, ink(ground.colour.value_or(Rgb{0.5, 0.5, 0.5})), amount);
  }

  /// The text shown when a pointer is held over the cell.
  std::string words_of_cell(std::size_t cell) const {
    const std::string light = light_[cell] ? describe(*light_[cell], scene_.beam_fields) : "";
    const auto ground = scene_.grounds.find(static_cast<int>(cell));
    const std::string zone = ground == scene_.grounds.end() ? "" : ground->second.name;
    return scene_.cells[cell].label + (light.empty() ? "" : ": " + light) + (zone.empty() ? "" : " (" + zone + ")");
  }

  /// Cells that act on beams by themselves are hatched.
  void draw_acting_cells(const std::string& outline) {
    if (scene_.acting_cells.empty()) return;
    out_ << "<defs><pattern id=\"acts\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
            "patternTransform=\"rotate(45)\"><rect width=\"1.6\" height=\"6\" fill=\""
         << tones_.fill(kFaint)
         << "\"/></pattern></defs>\n<g fill=\"url(#acts)\" fill-opacity=\"0.45\" pointer-events=\"none\">\n";
    for (const int cell : scene_.acting_cells) {
      use(out_, outline, middle(static_cast<std::size_t>(cell)));
      out_ << "/>\n";
    }
    out_ << "</g>\n";
  }

  /// Thin lines over edges, from the middle of a cell to that of the next, or half as far at the border. Those of one
  /// stroke that go on straight are one line.
  void draw_lines() {
    std::map<std::string, std::set<std::pair<int, int>>> edges;  // by stroke, as a cell and the direction from it
    for (const MarkedSide& line : scene_.lines) edges[line_of(line.look)].emplace(line.cell, line.way);
    const Neighbours neighbours(scene_);
    const int ways = static_cast<int>(scene_.directions.size());
    for (auto& [stroke, left] : edges) {
      // Takes the edges from this cell on in a direction; answers where the line over them ends.
      const auto take = [&, &left = left](int cell, int way) {
        while (true) {
          const int next = neighbours.beyond(cell, way);
          const std::size_t taken =
              left.erase({cell, way}) + (next < 0 ? 0 : left.erase({next, (way + ways / 2) % ways}));
          const Point at = middle(static_cast<std::size_t>(cell));
          if (taken == 0) return at;
          if (next < 0) return at + layout_.steps[static_cast<std::size_t>(way)] * 0.5;
          cell = next;
        }
      };
      std::string path;
      while (!left.empty()) {
        const auto [cell, way] = *left.begin();
        const Point end = take(cell, way);
        path += path_of({take(cell, (way + ways / 2) % ways), end});
      }
      out_ << "<path fill=\"none\" " << stroke << " d=\"" << path << "\"/>\n";
    }
  }

  std::string line_of(const Ground& look) {
    return "stroke=\"" + tones_.stroke(look.colour ? on_page(ink(*look.colour)) : kText) +
           "\" stroke-width=\"2\" stroke-opacity=\"0.4\"";
  }

  /// The ends of a cell's side in a direction, relative to its centre.
  std::pair<Point, Point> side_of(int way) const {
    const Point step = layout_.steps[static_cast<std::size_t>(way)];
    const Point ahead = step * (1 / length(step)), across = {-ahead.y, ahead.x};
    double reach = 0;
    for (std::size_t i = 0; i < layout_.outline.size(); ++i) {
      const Point a = layout_.outline[i], b = layout_.outline[(i + 1) % layout_.outline.size()];
      const Point middle = (a + b) * 0.5;
      if (length(middle - step * 0.5) < layout_.inner * 0.05) {
        const Point half = (b - a) * 0.44;
        return {middle - half, middle + half};
      }
      reach = std::max(reach, a.x * ahead.x + a.y * ahead.y);
    }
    // The cells touch only at a corner.
    return {ahead * reach - across * (layout_.inner * 0.3), ahead * reach + across * (layout_.inner * 0.3)};
  }

  /// Sides that are marked or act on beams: those of a piece are drawn inside its cell in its colour, others on the
  /// line between cells.
  void draw_walls() {
    const std::vector<Wall> walls = walls_of(scene_);
    if (walls.empty()) return;
    out_ << "<g fill=\"none\" stroke-linecap=\"round\" stroke-width=\"6\">\n";
    std::map<std::string, std::string> paths;  // by stroke
    for (const Wall& wall : walls) {
      const Point step = layout_.steps[static_cast<std::size_t>(wall.way)];
      const auto [from, to] = side_of(wall.way);
      if (wall.mark) {  // as long as the side, so that sides of a border join
        const Point at = middle(static_cast<std::size_t>(wall.cell)), grown = (to - from) * (0.06 / 0.88);
        paths[stroke_of(*wall.mark)] += path_of({at + from - grown, at + to + grown});
        continue;
      }
      const auto colour = wall.piece ? colour_of(*wall.piece, scene_) : std::nullopt;
      const Point at = middle(static_cast<std::size_t>(wall.cell)) - step * (wall.piece ? 4.5 / length(step) : 0.0);
      paths["stroke=\"" + tones_.stroke(colour ? on_page(ink(*colour)) : kText) + '"'] += path_of({at + from, at + to});
    }
    for (const auto& [stroke, path] : paths) out_ << "<path " << stroke << " d=\"" << path << "\"/>\n";
    out_ << "</g>\n";
  }

  void draw_labels() {
    if (is_large()) return;
    out_ << "<g font-size=\"10.5\" text-anchor=\"middle\" fill=\"" << tones_.fill(kFaint) << "\" stroke=\"" << tones_.stroke(kPage)
         << "\" stroke-width=\"2.5\" stroke-opacity=\"0.7\" paint-order=\"stroke\">\n";
    const double low = label_drop();
    for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
      const CellInfo& cell = scene_.cells[i];
      const std::string light = initials_of_light(i);
      const auto ground = scene_.grounds.find(static_cast<int>(i));  // without a pattern its sign tells it from others
      const auto colour = light_[i] ? colour_of(*light_[i]) : std::nullopt;
      const bool is_on_white = colour && is_white(*colour);
      text(middle(i) + Point{0, low},
           (cell.own_label.empty() ? cell.label : cell.own_label) + (light.empty() ? "" : " " + light) +
               (ground == scene_.grounds.end() || !ground->second.name.empty() ? "" : " " + ground->second.sign),
           is_on_white ? "fill=\"" + hex(kOnWhite) + "\" stroke=\"#fff\"" : "");
    }
    out_ << "</g>\n";
  }

  /// The colours of a cell's light by their first letters, for those who cannot tell them apart; nothing if two begin
  /// with the same letter.
  std::string initials_of_light(std::size_t cell) const {
    if (!coloured_ || !light_[cell] || scene_.beam_fields.size() != 1) return "";
    std::set<char> letters;
    for (const std::string& value : scene_.beam_fields[0].values)
      if (value.empty() || !letters.insert(value[0]).second) return "";
    std::string initials;
    for (const std::string& word : take_apart((*light_[cell])[0]).words) initials += word[0];
    return initials;
  }

  /// How far below the centre of a cell its label goes: as low as the outline is wide enough.
  double label_drop() const {
    double bottom = 0;
    for (const Point& corner : layout_.outline) bottom = std::max(bottom, corner.y);
    // A corner at the bottom leaves no room for a word.
    double flat = 0;
    for (const Point& corner : layout_.outline) {
      if (bottom - corner.y < 1) flat = std::max(flat, std::abs(corner.x));
    }
    return flat > 8 ? bottom - 6 : bottom - 11;
  }

  // ---- the legend ----

  void heading(const std::string& words) {
    legend_y_ += 14;
    text_to(legend_, {legend_left_, legend_y_}, words,
            "font-size=\"11\" letter-spacing=\"1\" font-weight=\"600\" fill=\"" + tones_.fill(kFaint) + "\"");
    legend_y_ += 24;
  }

  void entry(const std::string& words, bool strong = false) {
    text_to(legend_, {legend_left_ + 28, legend_y_ + 4.5}, shortened(words, kLegendText),
            strong ? "font-weight=\"700\"" : "");
    legend_y_ += 24;
  }

  void draw_legend() {
    legend_y_ = kHeader + 14;
    draw_players();
    draw_kinds();
    draw_zones();
    draw_lights();
    draw_marks();
    draw_notes();
    if (scene_.variables.empty()) return;
    heading("STATE");
    legend_y_ -= 4;
    for (const auto& [name, value] : scene_.variables) {
      text_to(legend_, {legend_left_, legend_y_},
              shortened(name + ": " + (value.empty() ? "none" : value), kLegendText), "");
      legend_y_ += 20;
    }
  }

  /// The script's notes, as wide as the legend.
  void draw_notes() {
    if (scene_.notes.empty()) return;
    heading("NOTES");
    legend_y_ -= 4;
    // Runs of blanks stay, as in a table of several notes.
    const std::string attributes = "xml:space=\"preserve\"";
    for (const Position::Note& note : scene_.notes) {
      if (!note.pieces.empty()) {
        draw_row(note);
        continue;
      }
      for (const std::string_view each : lang::split(note.text, "\n")) {
        const std::vector<std::string_view> words = lang::split(each, " ");
        for (const std::string& line : lang::wrapped({words.begin(), words.end()}, " ", kLegendText, width_of)) {
          text_to(legend_, {legend_left_, legend_y_}, line, attributes);
          legend_y_ += 18;
        }
      }
      legend_y_ += 6;
    }
  }

  /// Pieces with their texts, each after its piece: as many side by side as there is room for.
  void draw_row(const Position::Note& note) {
    constexpr double kRadius = 11, kOfLetter = 7, kRow = 30;
    double x = legend_left_;
    const auto write = [&](const std::string& words) {
      text_to(legend_, {x, legend_y_ + 9}, words, "");
      x += kOfLetter * static_cast<double>(width_of(words)) + 12;
    };
    if (note.player >= 0) write(scene_.players[static_cast<std::size_t>(note.player)]);
    const double first = x;
    for (const auto& [piece, words] : note.pieces) {
      const std::string text = shortened(words, kLegendText);
      if (x > first && x + 30 + kOfLetter * static_cast<double>(width_of(text)) > legend_left_ + kLegendWidth) {
        x = first;
        legend_y_ += kRow;
      }
      const Point at{x + 13, legend_y_ + 5};
      legend_ << kPieces;
      pieces_.draw_sample(legend_, piece, at, kRadius);
      for (const int side : piece.sides) {
        const auto [from, to] = side_of(side);
        const auto colour = colour_of(piece, scene_);
        const double scale = kRadius * 1.2 / layout_.inner;
        line_to(legend_, at + from * scale, at + to * scale,
                "stroke=\"" + tones_.stroke(colour ? on_page(ink(*colour)) : kText) +
                    "\" stroke-width=\"3\" stroke-linecap=\"round\"");
      }
      legend_ << "</g>\n";
      x += 30;
      write(text);
    }
    legend_y_ += kRow + 2;
  }

  void draw_players() {
    if (scene_.players.empty()) return;
    heading("PLAYERS");
    for (std::size_t i = 0; i < scene_.players.size(); ++i) {
      const bool moves = static_cast<int>(i) == scene_.to_move;
      const Rgb tone = ink(colour_of_player(static_cast<int>(i), scene_));
      circle_to(legend_, {legend_left_ + 9, legend_y_}, 7,
                "fill=\"" + hex(tone) + "\" stroke=\"" +
                    tones_.stroke({blend(tone, {0, 0, 0}, 0.45), blend(tone, {1, 1, 1}, 0.5)}) +
                    "\" stroke-width=\"2\"" + pieces_.rim_of_player(static_cast<int>(i)) + "/>\n");
      entry(scene_.players[i] + (moves ? " (to move)" : ""), moves);
    }
  }

  void draw_kinds() {
    // One of each sort; pieces that differ only in facing or size are of the same sort.
    std::set<std::string> seen;
    std::vector<std::pair<PieceInfo, std::string>> sorts;
    for (const auto& stack : scene_.pieces) {
      for (PieceInfo piece : stack) {
        PieceInfo plain = piece;
        plain.facing = -1;
        if (piece.facing >= 0 && piece.sides.empty()) piece.glyph = pieces_.letters_beside_arrow(piece);
        piece.facing = -1;
        std::erase_if(plain.fields, [](const auto& field) { return !colour_of_word(field.second); });
        const std::string words = describe(plain, scene_);
        if (seen.insert(words).second) sorts.push_back({piece, words.substr(words.find(' ') + 1)});
      }
    }
    if (sorts.empty() || sorts.size() > 12) return;
    const auto rank = [&](const auto& sort) {
      return std::pair(std::find(scene_.kinds.begin(), scene_.kinds.end(), sort.first.kind), sort.first.owner);
    };
    std::stable_sort(sorts.begin(), sorts.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    heading("PIECES");  // in the order of the script, those of the first player first
    for (const auto& [piece, words] : sorts) {
      legend_ << kPieces;
      pieces_.draw_sample(legend_, piece, {legend_left_ + 9, legend_y_}, 11);
      legend_ << "</g>\n";
      entry(words);
    }
  }

  /// Marked cells and sides that have a name.
  void draw_zones() {
    const auto has_name = [](const Ground& ground) { return !ground.name.empty(); };
    if (std::none_of(scene_.legend.begin(), scene_.legend.end(), has_name)) return;
    heading("BOARD");
    for (const Ground& zone : scene_.legend) {
      if (zone.name.empty()) continue;
      const Point at{legend_left_ + 9, legend_y_};
      if (zone.of_edges) {
        line_to(legend_, at - Point{9, 0}, at + Point{9, 0},
                zone.of_lines ? line_of(zone) : stroke_of(zone) + " stroke-width=\"6\"");
      } else {
        const std::string shape = pairs(layout_.outline, 11 / layout_.inner, at);
        legend_ << "<polygon points=\"" << shape << "\" fill=\"" << tones_.fill(tinted(kCell, zone, 0.3)) << "\"/>\n";
        const std::string fill = texture(legend_, zone);
        legend_ << "<polygon points=\"" << shape << "\" fill=\"" << fill << "\" fill-opacity=\"0.4\"/>\n";
      }
      entry(zone.name);
    }
  }

  void draw_lights() {
    std::set<std::string> seen;
    std::vector<Payload> lights;
    for (const auto& light : light_) {
      if (!light) continue;
      if (seen.insert(describe(*light, scene_.beam_fields)).second) lights.push_back(*light);
    }
    if (lights.empty() || lights.size() > 10 || scene_.beam_fields.empty()) return;
    if (!coloured_ && lights.size() > 1) return;  // all look the same; beams show their power
    heading("LIGHT");
    const std::string shape = outline(9 / layout_.inner), name = name_of(shape);
    legend_ << "<defs><polygon id=\"" << name << "\" points=\"" << shape << "\" stroke-opacity=\"0.55\"/></defs>\n";
    for (const Payload& light : lights) {
      use(legend_, name, {legend_left_ + 9, legend_y_});
      legend_ << " fill=\"" << tones_.fill(fill_of(light)) << "\" stroke=\"" << hex(rim_of(light)) << "\"/>\n";
      entry(describe(light, scene_.beam_fields));
    }
  }

  /// The marks on beams that do not explain themselves.
  void draw_marks() {
    const auto has = [&](bool Trail::* mark) {
      return std::any_of(trails_.begin(), trails_.end(), [&](const Trail& trail) { return trail.*mark; });
    };
    const bool branches = has(&Trail::branches), loops = has(&Trail::loops), jumps = has(&Trail::jumps);
    const bool cells_act = !scene_.acting_cells.empty(), sides_act = !scene_.acting_edges.empty();
    if (!branches && !loops && !jumps && !cells_act && !sides_act) return;
    heading("BEAMS");
    const auto at = [&] { return Point{legend_left_ + 9, legend_y_}; };
    const std::string stroke = "stroke=\"" + hex(kPlain) + "\" stroke-width=\"2\"";
    if (branches) {
      draw_branch(legend_, at(), {1, 0}, kPlain);
      entry("a branch of a split beam");
    }
    if (loops) {
      circle_to(legend_, at(), 6, "fill=\"none\" " + stroke + "/>\n");
      entry("runs in a circle from here");
    }
    if (jumps) {
      line_to(legend_, at() - Point{9, 0}, at() + Point{9, 0}, stroke + " stroke-dasharray=\"7 4\"");
      entry("jumps to another cell");
    }
    if (cells_act) {
      const auto box = [&](const std::string& fill) {
        legend_ << "<rect x=\"" << number(at().x - 8) << "\" y=\"" << number(at().y - 8)
                << "\" width=\"16\" height=\"16\" fill=\"" << fill << "/>\n";
      };
      box(tones_.fill(kCell) + "\"");
      box("url(#acts)\" fill-opacity=\"0.45\"");
      entry("a cell that acts on beams");
    }
    if (sides_act) {
      line_to(legend_, at() - Point{8, 0}, at() + Point{8, 0},
              "stroke=\"" + tones_.stroke(kText) + "\" stroke-width=\"6\" stroke-linecap=\"round\"");
      entry("a side that acts on beams");
    }
  }

  const Scene& scene_;
  Layout layout_;
  std::vector<std::optional<Payload>> light_;
  std::vector<Trail> trails_;
  bool coloured_, are_owned_ = false;  // beams carry colours; they are drawn in those of their senders
  Tones tones_;
  std::set<std::string> textures_;  // that are in the picture already, by their names
  PieceDrawing pieces_;
  Point origin_;
  double legend_left_ = 0, legend_y_ = 0;
  Markup out_, legend_;
};

}  // namespace

std::string svg(const Scene& scene) { return picture_of(scene).svg; }
Picture picture_of(const Scene& scene) { return Drawing(scene).draw(); }
std::string diagram(const Scene& scene, double scale, bool with_labels) {
  return Drawing(scene).draw_alone(scale, with_labels);
}
std::string note_rows(const Scene& scene, const Position::Note& note) {
  return note.pieces.empty() ? "" : Drawing(scene).draw_note(note);
}

}  // namespace glint::view
