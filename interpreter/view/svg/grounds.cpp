#include "interpreter/view/svg/grounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

#include "interpreter/view/svg/text.hpp"

namespace glint::view {
namespace {

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

}  // namespace

std::map<std::string, std::string> ground_paths(const Layout& layout,
                                                const std::vector<Point>& middles,
                                                const std::vector<std::string>& fills) {
  std::map<std::string, std::string> paths;
  if (!are_squares(layout)) {
    for (std::size_t i = 0; i < middles.size(); ++i) {
      paths[fills[i]] += path_of(layout.outline, middles[i]) + "z";
    }
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

}  // namespace glint::view
