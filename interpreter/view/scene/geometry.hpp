// The places of cells on a drawn page. The lattice's drawing grid has no proportions of its own; they are chosen here
// so that steps look equally long. The outline of a cell contains the points that are nearer to its centre than to that
// of any neighbour.
#pragma once

#include <vector>

#include <glint/glint.hpp>

namespace glint::view {

struct Point {
  double x = 0, y = 0;
};
inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline Point operator*(Point a, double n) { return {a.x * n, a.y * n}; }
double length(Point p);

struct Layout {
  std::vector<Point> middles;  // by cell: its centre
  std::vector<Point> steps;    // by direction
  std::vector<Point> outline;  // the shape of a cell around (0, 0)
  double inner = 0;            // radius of the largest circle inside the outline
  Point low, high;             // corners of a box around all cells
};

/// `pitch` is the length of the shortest step.
Layout lay_out(const std::vector<CellInfo>& cells, const std::vector<DirectionInfo>& directions, double pitch);

}  // namespace glint::view
