// Limits of what a script may use. Everything is counted and nothing is timed, so a script exceeds a limit on every
// machine or on none. The error then names the part of the script that used most.
//
// Every bundled game uses less than a tenth of each. Limits that only make a game slower are in program/program.hpp;
// lang/reference/speed.md lists all.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace glint {

/// The fuel for one decision. Fuzzers use little, to try more scripts.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
inline constexpr std::int64_t kFuelOfDecision = 200'000;
#else
inline constexpr std::int64_t kFuelOfDecision = 10'000'000;
#endif

/// LIMIT(name, default, error, what it counts)
#define GLINT_LIMITS(LIMIT)                                                                                   \
  LIMIT(check, 5'000'000, G0412,                                                                              \
        "steps of the proofs about a script, and the moves that its choices and `after` list")                \
  LIMIT(cells, 250'000, G0503, "cells of a board; a formula may try four times as many coordinates")          \
  LIMIT(labels, 2'000'000, G0503, "characters of all labels of a board")                                      \
  LIMIT(written, 20'000, G0504, "statements copied from effects into the places that call them")              \
  LIMIT(words, 500'000, G0504,                                                                                \
        "words of the frame (State, planes, constants, tables, registers), and of the draws of a position")   \
  LIMIT(build, 10'000'000, G0605, "fuel of everything that is computed when a game is built")                 \
  LIMIT(steps, kFuelOfDecision, G0605,                                                                        \
        "fuel of one decision: one for each loop turn, call, segment of a beam, and 16 words of a set")       \
  LIMIT(game, 20'000'000, G0605, "fuel of all moves of a game played at random, and of the texts of all moves of a position") \
  LIMIT(beams, 2'000'000, G0605, "segments of the beams of a position; on large boards, their sets of cells, too") \
  LIMIT(tests, 60'000'000, G0605, "work of all tests of a script together: fuel, copies of positions, builds with other options")

/// No limit can be larger; with more cells the checker's proofs about numbers would not hold.
inline constexpr std::int64_t kMostLimit = 1'000'000'000, kMostLimitOfCells = 1'048'576;
constexpr std::int64_t most_of_limit(std::string_view name) { return name == "cells" ? kMostLimitOfCells : kMostLimit; }

struct Limits {
  /// A deadline, or a user who cancels: it takes effect within 100 ms. Work calls it from its own thread (from several
  /// at once if several work on a game). If it returns true, the call under way ends with the error G0614, at the place
  /// of the script that took most of all play with the game so far, and positions stay as they were. It must then return
  /// true until that call has returned, and never throw. Empty: never stop. Texts, JSON and pictures of a position, and
  /// `diff_text` do not ask: the board, its pieces and beams bound them to a second or two. A host that cannot wait makes
  /// them in a worker of its own, from `Position::detach`, and may abandon that worker.
  std::function<bool()> stop;
#define GLINT_LIMIT_MEMBER(name, value, code, what) std::int64_t name = value;
  GLINT_LIMITS(GLINT_LIMIT_MEMBER)
#undef GLINT_LIMIT_MEMBER
};

}  // namespace glint
