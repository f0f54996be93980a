// Plots as SVG fragments for a page, without scripts, fonts and links. A pointer over a mark shows its numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/view/svg/colour.hpp"

namespace glint::view {

/// A value with its interval and its name.
struct Estimate {
  std::string label;
  double value = 0, low = 0, high = 0;
  std::string text;        // "51.2 % (48.1 .. 54.3)"
  bool is_marked = false;  // highlighted
};

/// Estimates one below the other on an axis from `low` to `high`: a dot for each value, a bar for its interval. `unit`
/// follows the numbers of the axis.
std::string estimates_svg(const std::vector<Estimate>& estimates, double low, double high, const std::string& unit);

/// The same for some estimates, with an axis that fits them.
std::string estimates_svg(const std::vector<Estimate>& estimates, const std::string& unit);

/// The counts of each value; a wide range is divided into classes of equal width.
std::string histogram_svg(const std::map<std::int64_t, std::uint64_t>& counts, const std::string& axis);

/// The board; the larger the count of a cell, the darker the cell.
std::string heat_svg(const Game& game, const std::vector<std::uint64_t>& counts, std::uint64_t all, Rgb tone);

}  // namespace glint::view
