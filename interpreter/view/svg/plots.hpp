// Plots as SVG fragments, to stand in a page: no scripts, no fonts, no links. What a pointer held over a mark is told
// are its numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/view/svg/colour.hpp"

namespace glint::view {

/// A value with an interval, and what it is called.
struct Estimate {
  std::string label;
  double value = 0, low = 0, high = 0;
  std::string text;        // "51.2 % (48.1 .. 54.3)"
  bool is_marked = false;  // highlighted
};

/// One under the other along one axis from `low` to `high`: a dot for each value, a bar for its interval. `unit`
/// follows the numbers of the axis.
std::string estimates_svg(const std::vector<Estimate>& estimates, double low, double high, const std::string& unit);

/// The same side by side, as the values of an option go on; the axis fits them.
std::string series_svg(const std::vector<Estimate>& estimates, const std::string& unit);

/// How often each value came up; wide ranges are put together in classes of equal width.
std::string histogram_svg(const std::map<std::int64_t, std::uint64_t>& counts, const std::string& axis);

/// A line through points at 1, 2, 3, ..., fainter where it has less of `weights`.
std::string line_svg(const std::vector<double>& values, const std::vector<std::uint64_t>& weights,
                     const std::string& axis);

/// The board, each cell as dark as its count is large.
std::string heat_svg(const Game& game, const std::vector<std::uint64_t>& counts, std::uint64_t all, Rgb tone);

}  // namespace glint::view
