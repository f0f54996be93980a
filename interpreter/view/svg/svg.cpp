#include "interpreter/view/svg/svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "interpreter/view/scene/sides.hpp"
#include "interpreter/view/svg/pieces.hpp"
#include "interpreter/view/svg/text.hpp"

namespace glint::view {
namespace {

constexpr double kMargin = 36;
constexpr double kHeader = 74;  // title and status
constexpr std::size_t kMostLabels = 1000;
constexpr Rgb kOnWhite = {0.42, 0.40, 0.37};  // labels of white cells, which are white on a dark page, too

/// The beginning of a picture of this size, which is shown `scale` times as large.
std::string head(double width, double height, double scale = 1) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width * scale) + "\" height=\"" +
         number(height * scale) + "\" viewBox=\"0 0 " + number(width) + ' ' + number(height) +
         "\" font-family=\"'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n";
}

constexpr double kNear = 1e-6;  // places that are the same but for rounding

/// A rectangle of cells.
struct Part {
  Point corner;
  std::size_t across = 1, down = 1;  // in cells
};

bool are_squares(const Layout& layout) {
  return layout.outline.size() == 4 && std::all_of(layout.outline.begin(), layout.outline.end(), [&](Point corner) {
           return std::abs(std::abs(corner.x) - layout.inner) < kNear && std::abs(std::abs(corner.y) - layout.inner) < kNear;
         });
}

/// For each fill a path with all cells that have it; `middles` and `fills` are by cell. On boards of squares, cells that
/// follow one another in a row are one rectangle, and so are equal rows below one another.
std::map<std::string, std::string> ground_paths(const Layout& layout,
                                                const std::vector<Point>& middles,
                                                const std::vector<std::string>& fills) {
  std::map<std::string, std::string> paths;
  if (!are_squares(layout)) {
    for (std::size_t i = 0; i < middles.size(); ++i) paths[fills[i]] += path_of(layout.outline, middles[i]) + "z";
    return paths;
  }
  const double side = 2 * layout.inner;
  std::map<std::string, std::vector<Part>> parts;
  // By fill, left corner in hundredths, and cells across: the lowest of such parts. Only that one can end above a row.
  std::map<std::tuple<std::string, long long, std::size_t>, std::size_t> lowest;
  for (std::size_t i = 0, end; i < middles.size(); i = end) {
    end = i + 1;
    while (end < middles.size() && fills[end] == fills[i] &&
           length(middles[end] - middles[end - 1] - Point{side, 0}) < kNear)
      ++end;
    const Part row = {middles[i] - Point{layout.inner, layout.inner}, end - i};
    std::vector<Part>& same = parts[fills[i]];
    const auto [above, is_first] = lowest.try_emplace({fills[i], std::llround(row.corner.x * 100), row.across}, same.size());
    Part* const part = is_first ? nullptr : &same[above->second];
    if (part && length(part->corner + Point{0, side * static_cast<double>(part->down)} - row.corner) < kNear) {
      ++part->down;
    } else {
      above->second = same.size();
      same.push_back(row);
    }
  }
  for (const auto& [fill, same] : parts)
    for (const Part& part : same) {
      const Point size = {side * static_cast<double>(part.across), side * static_cast<double>(part.down)};
      paths[fill] += path_of({part.corner, part.corner + Point{size.x, 0}, part.corner + size,
                              part.corner + Point{0, size.y}}) +
                     "z";
    }
  return paths;
}

class Drawing {
 public:
  explicit Drawing(const Scene& scene) : scene_(scene), looks_(scene) {}

  Picture draw() {
    const Point size = layout_.high - layout_.low, corner = {kMargin, kHeader + 26};
    origin_ = corner - layout_.low;
    Legend legend(looks_, {kMargin + size.x + 44, kHeader + 14});
    legend.draw();
    const double width = kMargin + size.x + 44 + kLegendWidth;
    const double height = std::max(corner.y + size.y, legend.bottom()) + kMargin;
    out_ << head(width, height) << "<title>" << escape(scene_.title) << "</title>\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"" << tones_.fill(kPage) << "\"/>\n";
    text({kMargin, 44}, scene_.title, "font-size=\"26\" font-weight=\"600\" fill=\"" + tones_.fill(kText) + "\"");
    text({kMargin, 66}, scene_.status, "font-size=\"14\" fill=\"" + tones_.fill(kFaint) + "\"");
    draw_board(true);
    out_ << "<g font-size=\"13\" fill=\"" << tones_.fill(kText) << "\">\n"
         << legend.str() << "</g>\n"
         << tones_.style() << "</svg>\n";
    return measured({width, height});
  }

  Picture draw_alone(double scale, bool with_labels, const OnPaper& on_paper = {}) {
    const double room = scene_.beams.empty() ? 18 : 26;  // for arrows of beams that leave
    origin_ = Point{room, room} - layout_.low;
    on_paper_ = on_paper;
    const Point size = layout_.high - layout_.low + Point{room, room} * 2;
    out_ << head(size.x, size.y, scale);
    draw_board(with_labels);
    out_ << tones_.style() << "</svg>\n";
    return measured(size);
  }

 private:
  Picture measured(Point size) const {
    Picture picture{out_.str(), size.x, size.y, {}, layout_.outline, layout_.steps};
    for (std::size_t cell = 0; cell < scene_.cells.size(); ++cell) picture.middles.push_back(middle(cell));
    return picture;
  }
  Point middle(std::size_t cell) const { return origin_ + layout_.middles[cell]; }

  void text(Point at, std::string_view words, const std::string& attributes) { text_to(out_, at, words, attributes); }

  std::string outline(double scale) const { return pairs(layout_.outline, scale); }

  void draw_board(bool with_labels) {
    if (on_paper_.with_cells) draw_cells();
    draw_lines();
    draw_beams(out_, scene_, layout_, looks_.trails, with_labels ? exits_of(scene_) : std::vector<Exit>(), origin_,
               tones_, on_paper_.marks_entry);
    draw_walls();
    draw_pieces(true);  // pieces that fill their cell, below the label
    if (with_labels) draw_labels();
    draw_pieces(false);
  }

  /// Boards with more cells have no labels.
  bool is_large() const { return scene_.cells.size() > kMostLabels; }

  void draw_pieces(bool blocks) {
    out_ << kPieces;
    // Equal shapes are written once.
    std::map<std::string, std::vector<std::size_t>> cells_of;
    std::vector<std::string> looks;
    for (std::size_t cell = 0; cell < scene_.cells.size(); ++cell) {
      if (looks_.pieces.is_block(cell) != blocks) continue;
      Markup drawn;
      looks_.pieces.draw_stack(drawn, cell, {});
      if (drawn.str().empty()) continue;
      std::vector<std::size_t>& cells = cells_of[drawn.str()];
      if (cells.empty()) looks.push_back(drawn.str());
      cells.push_back(cell);
    }
    for (const std::string& look : looks) {
      const std::vector<std::size_t>& cells = cells_of[look];
      if (cells.size() == 1) {
        looks_.pieces.draw_stack(out_, cells[0], middle(cells[0]));
        continue;
      }
      const std::string name = name_of(look);
      if (is_large()) {
        draw_at_all(name, look, cells);
        continue;
      }
      out_ << "<defs><g id=\"" << name << "\">" << look << "</g></defs>\n";
      use_in(name, cells);
    }
    out_ << "</g>\n";
  }

  void use_in(const std::string& name, const std::vector<std::size_t>& cells) {
    for (const std::size_t cell : cells) {
      use_to(out_, name, middle(cell));
      out_ << "/>\n";
    }
  }

  /// On a large board, equal shapes are a marker, at each corner of a line that is not drawn itself.
  void draw_at_all(const std::string& name, const std::string& look, const std::vector<std::size_t>& cells) {
    out_ << "<defs><marker id=\"" << name
         << "\" markerUnits=\"userSpaceOnUse\" overflow=\"visible\" markerWidth=\"1\" markerHeight=\"1\">" << look
         << "</marker></defs>\n<path fill=\"none\" marker-start=\"url(#" << name << ")\" marker-mid=\"url(#" << name
         << ")\" marker-end=\"url(#" << name << ")\" d=\"";
    std::vector<Point> middles;
    for (const std::size_t cell : cells) middles.push_back(middle(cell));
    out_ << path_of(middles) << "\"/>\n";
  }

  void draw_cells() {
    const std::string shape = outline(1), name = name_of(shape);
    out_ << "<defs><polygon id=\"" << name << "\" points=\"" << shape << "\"/></defs>\n<g stroke=\""
         << tones_.stroke(on_paper_.outlined ? kFaint : kPage) << "\" stroke-width=\""
         << (on_paper_.outlined ? "1" : "2.5") << "\" stroke-linejoin=\"round\">\n";
    if (is_large()) draw_rows();
    // Cells of one ground are a group.
    std::map<std::string, std::vector<std::size_t>> grounds;
    for (std::size_t i = 0; !is_large() && i < scene_.cells.size(); ++i) grounds[tones_.fill(ground_of(i))].push_back(i);
    for (const auto& [fill, cells] : grounds) {
      out_ << "<g fill=\"" << fill << "\">\n";
      for (const std::size_t i : cells) {
        use_to(out_, name, middle(i));
        out_ << "><title>" << escape(words_of_cell(i)) << "</title></use>\n";
      }
      out_ << "</g>\n";
    }
    out_ << "</g>\n";
    draw_textures();
    draw_acting_cells(name);
    for (const int cell : scene_.changed) looks_.ring(out_, middle(static_cast<std::size_t>(cell)), 0.9);
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
    use_in(rim_name, white);
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
    if (on_paper_.outlined) return {{1, 1, 1}, {1, 1, 1}};
    Tone ground = light_[cell] ? looks_.fill_of(*light_[cell]) : kCell;
    const bool is_lit = !(ground.light == kCell.light);
    if (const auto shown = scene_.grounds.find(static_cast<int>(cell)); shown != scene_.grounds.end())
      ground = Looks::tinted(ground, shown->second, is_lit ? 0.18 : 0.3);
    const int player = scene_.cells[cell].player;
    if (player < 0) return ground;
    return blend(ground, ink(colour_of_player(player, scene_)), is_lit ? 0.10 : 0.16);
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
      const std::string fill = looks_.texture(out_, *look);
      for (const auto& [same, path] : ground_paths(layout_, middles, std::vector<std::string>(middles.size(), fill)))
        out_ << "<path d=\"" << path << "\" fill=\"" << same << "\" fill-opacity=\"0.4\" pointer-events=\"none\"/>\n";
    }
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
    std::vector<std::size_t> unmarked;  // by the script
    for (const int cell : scene_.acting_cells)
      if (scene_.grounds.count(cell) == 0) unmarked.push_back(static_cast<std::size_t>(cell));
    use_in(outline, unmarked);
    out_ << "</g>\n";
  }

  /// Thin lines over edges, from the middle of a cell to that of the next, or half as far at the border. Lines of one
  /// stroke that go on straight are one line.
  void draw_lines() {
    std::map<std::string, std::set<std::pair<int, int>>> edges;  // by stroke, as a cell and the direction from it
    for (const MarkedSide& line : scene_.lines) edges[looks_.line_of(line.look)].emplace(line.cell, line.way);
    const Neighbours neighbours(scene_);
    const int ways = static_cast<int>(scene_.directions.size());
    for (auto& [stroke, left] : edges) {
      // Takes the edges from this cell on in a direction; returns the end of the line over them.
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

  /// Sides that are marked or act on beams: those of a piece are drawn inside its cell in its colour, others on the
  /// line between cells.
  void draw_walls() {
    const std::vector<Wall> walls = walls_of(scene_);
    if (walls.empty()) return;
    out_ << "<g fill=\"none\" stroke-linecap=\"round\" stroke-width=\"6\">\n";
    std::map<std::string, std::string> paths;  // by stroke
    for (const Wall& wall : walls) {
      const Point step = layout_.steps[static_cast<std::size_t>(wall.way)];
      const auto [from, to] = looks_.side_of(wall.way);
      if (wall.mark) {  // as long as the side, so that sides of a border join
        const Point at = middle(static_cast<std::size_t>(wall.cell)), grown = (to - from) * (0.06 / 0.88);
        paths[looks_.stroke_of(*wall.mark)] += path_of({at + from - grown, at + to + grown});
        continue;
      }
      const auto colour = wall.piece ? colour_of(*wall.piece, scene_) : std::nullopt;
      const Point at = middle(static_cast<std::size_t>(wall.cell)) - step * (wall.piece ? 4.5 / length(step) : 0.0);
      paths[looks_.stroke(colour)] += path_of({at + from, at + to});
    }
    for (const auto& [stroke, path] : paths) out_ << "<path " << stroke << " d=\"" << path << "\"/>\n";
    out_ << "</g>\n";
  }

  void draw_labels() {
    if (is_large()) return;
    out_ << "<g font-size=\"10.5\" text-anchor=\"middle\" fill=\"" << tones_.fill(kFaint) << "\" stroke=\"" << tones_.stroke(kPage)
         << "\" stroke-width=\"2.5\" stroke-opacity=\"0.7\" paint-order=\"stroke\">\n";
    const double low = label_drop();
    Point from, to;  // of squares the lower left corner, else the lowest side
    for (std::size_t i = 0; i < layout_.outline.size(); ++i) {
      const Point a = layout_.outline[i], b = layout_.outline[(i + 1) % layout_.outline.size()];
      if (i == 0 || a.y + b.y > from.y + to.y + kNear)
        std::tie(from, to) = a.x < b.x ? std::pair(a, b) : std::pair(b, a);
    }
    const Point along = (to - from) * (1 / length(to - from)), in = Point{along.y, -along.x};
    const std::string turned =
        "font-size=\"6.5\" transform=\"rotate(" + number(std::atan2(along.y, along.x) * 57.29578) + ' ';
    for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
      const CellInfo& cell = scene_.cells[i];
      const std::string& name = cell.own_label.empty() ? cell.label : cell.own_label;
      const std::string light = initials_of_light(i);
      const auto ground = scene_.grounds.find(static_cast<int>(i));  // without a pattern its sign tells it from others
      const auto colour = light_[i] ? colour_of(*light_[i]) : std::nullopt;
      const bool is_on_white = colour && is_white(*colour);
      if (on_paper_.at_rims) {
        const Point side = middle(i) + (from + to) * 0.5 + in * 1.5, corner = middle(i) + from + Point{4, -4};
        if (are_squares(layout_))
          text(corner, name, "font-size=\"9\" text-anchor=\"start\"");
        else
          text(side, name, turned + pair(side) + ")\"");
        continue;
      }
      text(middle(i) + Point{0, low},
           name + (light.empty() ? "" : " " + light) +
               (ground == scene_.grounds.end() || !ground->second.name.empty() ? "" : " " + ground->second.sign),
           is_on_white ? "fill=\"" + hex(kOnWhite) + "\" stroke=\"#fff\"" : "");
    }
    out_ << "</g>\n";
  }

  /// The colours of a cell's light by their first letters, for those who cannot tell them apart; nothing if two begin
  /// with the same letter.
  std::string initials_of_light(std::size_t cell) const {
    if (!looks_.has_colours || !light_[cell] || scene_.beam_fields.size() != 1) return "";
    std::set<char> letters;
    for (const std::string& value : scene_.beam_fields[0].values)
      if (value.empty() || !letters.insert(value[0]).second) return "";
    std::string initials;
    for (const std::string& word : take_apart((*light_[cell])[0]).words) initials += word[0];
    return initials;
  }

  /// The distance from the centre of a cell down to its label: as low as the outline is wide enough.
  double label_drop() const {
    double bottom = 0;
    for (const Point& corner : layout_.outline) bottom = std::max(bottom, corner.y);
    // A corner at the bottom leaves no room for a word.
    double flat = 0;
    for (const Point& corner : layout_.outline)
      if (bottom - corner.y < 1) flat = std::max(flat, std::abs(corner.x));
    return flat > 8 ? bottom - 6 : bottom - 11;
  }

  const Scene& scene_;
  Looks looks_;
  const Layout& layout_ = looks_.layout;
  const std::vector<std::optional<Payload>>& light_ = looks_.light;
  Tones& tones_ = looks_.tones;
  OnPaper on_paper_;
  Point origin_;
  Markup out_;
};

}  // namespace

std::string svg(const Scene& scene) { return picture_of(scene).svg; }
Picture picture_of(const Scene& scene) { return Drawing(scene).draw(); }
std::string diagram(const Scene& scene, double scale, bool with_labels, bool marks_entry) {
  return Drawing(scene).draw_alone(scale, with_labels, {.marks_entry = marks_entry}).svg;
}
Picture board_of(const Scene& scene, const OnPaper& on_paper) {
  return Drawing(scene).draw_alone(1, on_paper.with_cells, on_paper);
}
std::string note_rows(const Scene& scene, const Position::Note& note) {
  if (note.pieces.empty()) return "";
  Looks looks(scene);
  Legend rows(looks, {4, 12});
  rows.draw_row(note);
  return head(kLegendWidth + 8, rows.bottom() - 12) + rows.str() + looks.tones.style() + "</svg>\n";
}

}  // namespace glint::view
