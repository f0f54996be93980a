// The faults of a game, from the tally of a study: reasons to reject it that do not depend on wants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "glint/glint.hpp"
#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"

namespace glint {

/// The reasons why a variant is left out, in the order in which they are found. The first needs no games.
enum class Reason : std::uint8_t {
  does_not_check, breaks, same_play, never_ends, at_once, no_choice, ties, walkover, outranked
};
struct ReasonWords {
  const char *name, *meaning;
};
inline constexpr ReasonWords kReasons[] = {
    {"does not check", "its script has an error, or its board cannot be built"},
    {"breaks",
     "a rule fails in play: a value leaves its range, an invariant is broken, a player has no move, or a decision "
     "takes too much work"},
    {"same play",
     "its games were those of the original or of an earlier variant, move by move, and a search found no difference"},
    {"never ends", "more than half of the games were stopped as unfinished"},
    {"decided at once", "on average a player decides less than twice in a game"},
    {"no choice", "on average there are fewer than 1.5 moves to choose from"},
    {"ties", "nearly all games end without a winner"},
    {"walkover", "nearly all games are won by the same seat"},
    {"outranked", "others come closer to what is wanted"}};
inline const char* name_of(Reason reason) { return kReasons[static_cast<std::size_t>(reason)].name; }

/// A reason, with the observation: "31 of 32 games were stopped after 400 plies".
struct Rejection {
  Reason reason{};
  std::string why;
};

/// The fault of a study's games if they do not end, are too short, or leave nothing to decide; else nothing. The winner
/// of random games does not matter, because players who look ahead may be less equal, or more.
std::optional<Rejection> fault_of(const Game& game, const StudyPlan& plan, const StudyTally& tally,
                                  bool is_random_stage = false);

/// The parent's tests that still hold in a game that has them appended.
struct TestsHeld {
  std::size_t held = 0, of = 0;
  /// A rule failed in one of them, which is worse than an expectation that no longer holds.
  std::optional<std::string> fault;
};
TestsHeld tests_held(const Game& with_tests);

/// True if a search finds no difference between two games whose first games were alike. If those games have not ended
/// (`have_ended`), only a complete search proves it.
bool is_same_game(const Game& one, const Game& other, bool have_ended);

}  // namespace glint
