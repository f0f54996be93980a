// The players with these options: `players north, east when seats > 2`.
//
// Rules are checked for all players that a script names. A game is built for those who play: they are renumbered, and
// everything that asks for the number of players has the true one.
#pragma once

#include <cstdint>
#include <vector>

#include "lang/rules/rules.hpp"

namespace glint {

/// Takes out of the rules the players who do not play with these options. Nobody equals such a player, no set has one,
/// and no piece is one's own; anywhere else the name becomes an Op::label of type player, for an error if code for it is
/// needed.
void seat(rules::Rules& rules, const std::vector<std::int64_t>& options);

/// The error about such a name (G0516).
[[noreturn]] void fail_for_absent(const rules::Expr& player);

}  // namespace glint
