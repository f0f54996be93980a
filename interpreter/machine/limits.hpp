// What the rules may take in play before the script is in error (G0605, unless another code is named). The limits of beams
// are in beam/ (kMostSegments, kMostWays); what makes a game slower, and nothing else, in program/limits.hpp.
#pragma once

#include <cstdint>

namespace glint {

/// Work that one decision may take: turns of loops, calls, lanes of beams, and sixteen words of a set count one each.
/// Fuzzers have time for little.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
inline constexpr std::int64_t kFuel = 200'000;
#else
inline constexpr std::int64_t kFuel = 200'000'000;
#endif

/// The work of finding out whether a move can be made, or in how many ways, besides listing it.
inline constexpr std::int64_t kCanCost = 10;

/// How deep `can` may be nested.
inline constexpr int kMostCans = 200;

/// Moves at one choice.
inline constexpr std::uint64_t kMostMoves = std::uint64_t{1} << 60;

/// Choices passed in a row, all by their `else`, before play counts as looping (G0603).
inline constexpr int kMostPasses = 100'000;

}  // namespace glint
