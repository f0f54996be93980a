// What is wrong with a game, from the tally of a study: the reasons that need no wants.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "glint/glint.hpp"
#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"

namespace glint {

enum class Reason : std::uint8_t {
#define GLINT_REASON(name, ...) name,
#include "interpreter/lab/explore/reasons.def"
};
/// Its name: "never ends".
const char* name_of(Reason reason);

/// A reason, with what was seen: "31 of 32 games were stopped after 400 plies".
struct Rejection {
  Reason reason{};
  std::string why;
};

/// Whether games of this study end, take more than a moment, and leave something to decide; nothing if all is well. Of
/// random games it does not matter who wins: players who look ahead may be less equal, or more.
std::optional<Rejection> fault_of(const Game& game, const StudyPlan& plan, const StudyTally& tally,
                                  bool is_random_stage = false);

/// Which of the parent's tests still hold in a game that has them appended.
struct TestsHeld {
  std::size_t held = 0, of = 0;
  /// A rule that fails in one of them, which is more than an expectation that no longer holds.
  std::optional<std::string> fault;
};
TestsHeld tests_held(const Game& with_tests);

/// Whether a search finds no difference between two games whose first games were alike. If these did not come to an end
/// (`have_ended`), only a complete search says so.
bool is_same_game(const Game& one, const Game& other, bool have_ended);

/// All that a game's script says, as one number: blanks, comments, title and tests do not count.
std::uint64_t hash_of_script(const Game& game);

}  // namespace glint
