// What a change of rules changes in play, in one go.
#include "glint/diff.hpp"

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/diff/play_comparison.hpp"

namespace glint {

namespace {

const Program& worked_more(const Program& before, const Program& now) {
  const auto most = before.work.most(before.code.spans), most_now = now.work.most(now.code.spans);
  return most && (!most_now || most->portions > most_now->portions) ? before : now;
}

}  // namespace

Result<PlayDiff> diff_play(const Game& old_game, const Game& new_game, const DiffOptions& options) {
  try {
    const auto begun = PlayComparison::begin(old_game, new_game, options);
    if (begun)
      while ((*begun)->advance(UINT64_MAX)) {
      }
    // Play would seem to differ if one of the two games was stopped.
    if (!stopped(old_game.program()) && !stopped(new_game.program())) {
      if (!begun) return begun.errors();
      if ((*begun)->error()) return *(*begun)->error();
      return (*begun)->play();
    }
  } catch (const lang::Stopped&) {
  }
  return stopped_error(worked_more(old_game.program(), new_game.program()));
}

}  // namespace glint
