// The grounds of a large board, as few and short paths.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

/// For each fill a path with all cells that have it; `middles` and `fills` are by cell. On boards of squares, cells that
/// follow one another in a row are one rectangle, and so are equal rows below one another.
std::map<std::string, std::string> ground_paths(const Layout& layout,
                                                const std::vector<Point>& middles,
                                                const std::vector<std::string>& fills);

}  // namespace glint::view
