// A position as an SVG picture: cells with their light, pieces, beams, coordinates, and a legend. One self-contained
// file without scripts or fonts of its own.
#pragma once

#include <string>

#include <vector>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

std::string svg(const Scene& scene);

/// The board alone, without title and legend: for a small picture in a text. `scale`: of its size on the page.
/// Besides the pieces of its cells, a scene may have more, which are not drawn: their looks decide how pieces are
/// distinguished. `marks_entry`: an arrow shows where the first beam comes from.
std::string diagram(const Scene& scene, double scale, bool with_labels = false, bool marks_entry = false);

/// The pieces of a note in rows, with their texts; empty for a note without pieces.
std::string note_rows(const Scene& scene, const Position::Note& note);

/// A picture, and the places of the cells in it, so that a program which shows it knows what a pointer is over. Places
/// are in the units of the picture's `viewBox`, which begins at (0, 0).
struct Picture {
  std::string svg;
  double width = 0, height = 0;
  std::vector<Point> middles;  // by cell
  std::vector<Point> outline;  // of a cell, around its middle
  std::vector<Point> steps;    // by direction: from a cell to the next
};
Picture picture_of(const Scene& scene);

/// The form of a board for paper.
struct OnPaper {
  bool with_cells = true;  // otherwise pieces alone, with their sides, without cells
  bool outlined = false;   // cells are white, with a line around each
  bool marks_entry = false;
  bool at_rims = false;    // labels are visible beside a counter in the middle of the cell
};
/// Like `diagram`, with its measures. The shortest step is `kPitch` units.
Picture board_of(const Scene& scene, const OnPaper& on_paper);
inline constexpr double kPitch = 72;

}  // namespace glint::view
