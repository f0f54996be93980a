// Who wins with perfect play, where all positions are too many to visit. In how many plies, or by how much, stays
// unknown.
#pragma once

#include <cstdint>
#include <optional>

#include "glint/glint.hpp"
#include "interpreter/players/exact/exact_values.hpp"

namespace glint {

struct Proved {
  bool is_decided = false;
  std::optional<int> winner;          // nothing, if it is decided: a tie
  std::optional<std::uint64_t> best;  // a listed move that wins, if the winner is to move
  std::uint64_t positions = 0, bytes = 0;
  bool was_stopped = false;
};

/// Proves that a player can force a win, or that neither can, for a position that ExactValues::refusal does not refuse.
/// It looks for each player's proof at as many positions as the limit. Of the options it needs no `store` and
/// `is_whole`. An error comes from the script.
///
/// The method is depth-first proof-number search (A. Nagai, 2002), with thresholds a quarter above the second best move
/// (J. Pawlewicz and Ł. Lew, 2007), and sums that do not count a position twice that follows in two ways (T. Ueda and
/// others, 2008). A position that comes back on the same line is no win; what that rests on proves nothing but wins.
Result<Proved> prove_winner(const Position& start, const ExactOptions& options);

}  // namespace glint
