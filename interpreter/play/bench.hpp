// How fast a game is played here: one thread, random games, this process.
#pragma once

#include "glint/glint.hpp"

namespace glint {

struct BenchResult {
  double traces_per_second = 0;    // one emitter's beam followed to its end, from scratch, in positions of random games
  double playouts_per_second = 0;  // whole random games, each move uniform over the listed ones
  double plies_per_second = 0;     // their decisions
  std::uint64_t playouts = 0, plies = 0, capped = 0, traces = 0;
};

/// Plays random games for about `seconds`, a third of it following beams instead (where the game has any).
Result<BenchResult> run_bench(const Game& game, const StartOptions& options, double seconds, int max_plies);

}  // namespace glint
