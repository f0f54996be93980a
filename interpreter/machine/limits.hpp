// The limits of rules in play; a script that exceeds one is in error (G0605, unless another code is named).
// glint/limits.hpp has more. The limits of beams are in beam/ (kMostWays); limits that only make a game slower, in
// program/program.hpp.
#pragma once

#include <cstdint>

namespace glint {

/// The cost of a draw: it is noted in the game's past.
inline constexpr std::int64_t kDrawCost = 200;

/// The number of words of listed moves that are free at one choice, and the cost of each further word.
inline constexpr std::size_t kFreeListed = 200'000;
inline constexpr std::int64_t kListedCost = 32;

/// The work of finding out whether a move can be made, or in how many ways, in addition to listing it.
inline constexpr std::int64_t kCanCost = 10;

/// The deepest nesting of `can`.
inline constexpr int kMostCans = 200;

/// Moves at one choice.
inline constexpr std::uint64_t kMostMoves = std::uint64_t{1} << 60;

/// Consecutive choices passed by their `else` before play counts as looping (G0603).
inline constexpr int kMostPasses = 100'000;

}  // namespace glint
