#include "interpreter/view/scene/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace glint::view {
namespace {

/// The height of a step down the drawing grid for a width of 1.
double stretch_of(const std::vector<DirectionInfo>& directions) {
  if (directions.size() == 6) {
    // Two steps (a, b) and (c, d) have the same length if a² - c² = stretch² (d² - b²).
    for (const DirectionInfo& one : directions) {
      for (const DirectionInfo& other : directions) {
        const double across = one.drawn_dx * one.drawn_dx - other.drawn_dx * other.drawn_dx;
        const double down = other.drawn_dy * other.drawn_dy - one.drawn_dy * one.drawn_dy;
        if (across > 0 && down > 0) return std::sqrt(across / down);
      }
    }
  }
  int across = 0, down = 0;
  for (const DirectionInfo& d : directions) {
    if (d.drawn_dy == 0) across = std::max(across, std::abs(d.drawn_dx));
    if (d.drawn_dx == 0) down = std::max(down, std::abs(d.drawn_dy));
  }
  return across > 0 && down > 0 ? static_cast<double>(across) / down : 1.0;
}

double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }

/// The part of a polygon that is nearer to (0, 0) than to `other`.
std::vector<Point> nearer(const std::vector<Point>& polygon, Point other) {
  const double limit = dot(other, other) / 2;
  const double slack = limit * 1e-9;
  std::vector<Point> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const double da = dot(a, other) - limit, db = dot(b, other) - limit;
    if (da <= slack) kept.push_back(a);
    if ((da < -slack && db > slack) || (da > slack && db < -slack)) kept.push_back(a + (b - a) * (da / (da - db)));
  }
  return kept;
}

struct Box {
  Point low, high;
};
Box box_of(const std::vector<Point>& points) {
  if (points.empty()) return {};
  Box box{points[0], points[0]};
  for (const Point& p : points) {
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
  }
  return box;
}

}  // namespace

double length(Point p) { return std::sqrt(dot(p, p)); }

Layout lay_out(const std::vector<CellInfo>& cells, const std::vector<DirectionInfo>& directions, double pitch) {
  const double stretch = stretch_of(directions);
  double shortest = std::numeric_limits<double>::infinity();
  for (const DirectionInfo& d : directions) {
    const double size = length({static_cast<double>(d.drawn_dx), d.drawn_dy * stretch});
    if (size > 0) shortest = std::min(shortest, size);
  }
  const double scale = std::isfinite(shortest) ? pitch / shortest : pitch;
  auto place = [&](int x, int y) { return Point{x * scale, y * scale * stretch}; };

  Layout layout;
  for (const CellInfo& cell : cells) layout.middles.push_back(place(cell.drawn_x, cell.drawn_y));
  double reach = pitch;
  for (const DirectionInfo& d : directions) {
    layout.steps.push_back(place(d.drawn_dx, d.drawn_dy));
    reach = std::max(reach, length(layout.steps.back()));
  }
  layout.outline = {{-reach, -reach}, {reach, -reach}, {reach, reach}, {-reach, reach}};
  layout.inner = reach;
  // If all steps are diagonal, as on the dark squares of a chessboard, cells are squares that touch at their corners.
  std::vector<Point> bounds = layout.steps;
  if (std::all_of(layout.steps.begin(), layout.steps.end(), [](Point step) { return step.x != 0 && step.y != 0; }))
    for (const Point& step : layout.steps) bounds.insert(bounds.end(), {Point{step.x, 0}, Point{0, step.y}});
  for (const Point& step : bounds) {
    if (length(step) == 0) continue;
    layout.outline = nearer(layout.outline, step);
    layout.inner = std::min(layout.inner, length(step) / 2);
  }

  const Box all = box_of(layout.middles), one = box_of(layout.outline);
  layout.low = all.low + one.low;
  layout.high = all.high + one.high;
  return layout;
}

}  // namespace glint::view
