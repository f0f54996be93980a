// What a change of rules changes in play, in one go.
#include "glint/diff.hpp"

#include "interpreter/game/errors.hpp"
#include "interpreter/lab/diff/play_comparison.hpp"

namespace glint {

Result<PlayDiff> diff_play(const Game& old_game, const Game& new_game, const DiffOptions& options) {
  try {
    const auto begun = PlayComparison::begin(old_game, new_game, options);
    if (begun)
      while ((*begun)->advance(UINT64_MAX)) {
      }
    // Of two games of which one was stopped, play would seem to differ.
    if (!stopped(old_game.program()) && !stopped(new_game.program())) {
      if (!begun) return begun.errors();
      if ((*begun)->error()) return *(*begun)->error();
      return (*begun)->play();
    }
  } catch (const lang::Stopped&) {
  }
  return to_error(*new_game.program().sources, lang::stopped());
}

}  // namespace glint
