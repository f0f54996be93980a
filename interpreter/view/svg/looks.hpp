// How light, marks, sides and pieces look in one SVG: on its board, and in its legend, which explains them.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/scene/lanes.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/svg/pieces.hpp"
#include "interpreter/view/svg/text.hpp"

namespace glint::view {

/// Encloses pieces, until `</g>`.
inline constexpr const char* kPieces =
    "<g text-anchor=\"middle\" font-weight=\"600\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";

class Looks {
 public:
  explicit Looks(const Scene& scene);
  Looks(const Looks&) = delete;  // `pieces` refers to parts of it
  Looks& operator=(const Looks&) = delete;

  const Scene& scene;
  const Layout layout;
  const std::vector<std::optional<Payload>> light;  // by cell
  const std::vector<Trail> trails;
  const bool has_colours;  // beams carry some
  Tones tones;
  const PieceDrawing pieces;

  /// The soft fill of a cell that shows this light.
  Tone fill_of(const Payload& payload) const;
  /// A ground with a touch of the colour of what is marked.
  static Tone tinted(Tone plain, const Ground& ground, double amount);
  /// The pattern of marked cells, for those who cannot tell the tints apart; answers the name of its fill, and writes
  /// what it is once.
  std::string texture(Markup& out, const Ground& ground);
  /// The attribute of a line in this colour: a light one is darker on a light page, to be seen, and a dark one lighter on
  /// a dark page.
  std::string stroke(const std::optional<Rgb>& colour);
  /// Writes a ring, by which a cell is marked that the last move changed.
  void ring(Markup& out, Point at, double scale);
  /// The attributes of the stroke of a marked side; the second and later ones are broken, each in its way.
  std::string stroke_of(const Ground& mark);
  /// Those of a line from cell to cell.
  std::string line_of(const Ground& look);
  /// The ends of a cell's side in a direction, relative to its centre.
  std::pair<Point, Point> side_of(int way) const;

 private:
  bool are_owned_ = false;          // beams are drawn in the colours of their senders
  std::set<std::string> textures_;  // that are in the picture already, by their names
};

}  // namespace glint::view
