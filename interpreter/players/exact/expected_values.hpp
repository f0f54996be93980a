// The expected value of a game of two who move in turn and see everything, and in which chance decides in the open: how
// often each wins, or how far each is ahead on average, if both play perfectly (expectiminimax). All positions that can
// follow are found, draws too, and two bounds of each brought together (interval iteration). See lab/search/README.md.
#pragma once

#include <cstdint>
#include <optional>

#include "glint/glint.hpp"
#include "glint/search_progress.hpp"

namespace glint {

struct ExpectedOptions {
  std::uint64_t limit = 5'000'000;  // positions
  bool from_beginning = false;      // before the first draw of the game, wherever the position is
  OnProgress progress = {};
};

struct Expected {
  /// The value lies between these, however the search ended. To the first player: 1 for a win, -1 for a loss, or the lead.
  double low = -1, high = 1;
  bool is_decided = false;   // both are the same, to nine digits
  bool is_by_score = false;  // all ends that were found but ties
  bool has_ties = false, was_stopped = false;
  std::uint64_t positions = 0;             // searched
  std::optional<std::uint64_t> best = {};  // the listed move that is worth most; none at a draw, or if it is not known
};

/// The expected value of a position that ExactValues::refusal does not refuse `with_chance`. An error: of the script,
/// or why there is no value.
Result<Expected> expected_value(const Position& position, const ExpectedOptions& options);

}  // namespace glint
