// The effect of a change of rules on perfect play, in games that are small enough to be solved.
//
// Both games are solved whole (players/exact/exact_values.hpp). Then the same moves are made in both, and the values of
// the two positions are compared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "glint/search_progress.hpp"
#include "interpreter/players/exact/exact_values.hpp"

namespace glint {

struct ValueDiff {
  PerfectPlay before, now;      // from the start
  std::uint64_t positions = 0;  // positions to which the same moves lead in both games, at least one of which continues
  std::uint64_t other_value = 0, other_plies = 0;  // positions: another winner or score; the same, but other plies
  /// The fewest moves to a position with another value, and this value; nothing if there is none.
  std::optional<std::vector<std::string>> moves;
  PerfectPlay there_before, there_now;

  bool is_decided() const { return before.is_decided && now.is_decided; }
};

/// Searches from the starts of this seed. An error: one of the games cannot be solved, or a rule fails. Not decided: it
/// has more than `limit` positions.
Result<ValueDiff> diff_values(const Game& before, const Game& now, std::uint64_t seed, std::uint64_t limit,
                              const OnProgress& progress = {});

}  // namespace glint
