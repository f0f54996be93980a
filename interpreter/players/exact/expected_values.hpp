// The expected value of a game of two players who move in turn and see everything, with open chance: how often each
// wins, or how far each is ahead on average, if both play perfectly (expectiminimax). The search finds all positions
// that can follow, draws included, and narrows two bounds of each (interval iteration). See lab/search/README.md.
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
  /// The value lies between these, however the search ended. For the first player: 1 a win, -1 a loss, or the lead.
  double low = -1, high = 1;
  bool is_decided = false;   // both bounds are the same, to nine digits
  bool is_by_score = false;  // all ends found, except ties
  bool has_ties = false, was_stopped = false;
  std::uint64_t positions = 0;             // searched
  std::optional<std::uint64_t> best = {};  // the listed move with the highest value; none at a draw, or if unknown
};

/// The expected value of a position that ExactValues::refusal does not refuse `with_chance`. An error comes from the
/// script, or says why there is no value.
Result<Expected> expected_value(const Position& position, const ExpectedOptions& options);

}  // namespace glint
