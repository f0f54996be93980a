// Plots as SVG fragments for a page, without scripts, fonts and links. A pointer over a mark shows its numbers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
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

/// Estimates side by side, as for the values of an option, with an axis that fits them, and a dashed line at the
/// `goal`, if there is one.
std::string series_svg(const std::vector<Estimate>& estimates, const std::string& unit,
                       std::optional<double> goal = std::nullopt);

/// The counts of each value; a wide range is divided into classes of equal width.
std::string histogram_svg(const std::map<std::int64_t, std::uint64_t>& counts, const std::string& axis);

/// A line through points at 1, 2, 3, ..., fainter at smaller `weights`.
std::string line_svg(const std::vector<double>& values, const std::vector<std::uint64_t>& weights,
                     const std::string& axis);

/// The board; the larger the count of a cell, the darker it is.
std::string heat_svg(const Game& game, const std::vector<std::uint64_t>& counts, std::uint64_t all, Rgb tone);

}  // namespace glint::view
