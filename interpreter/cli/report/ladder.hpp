// `glint study --ladder`: plays the rungs of a ladder (lab/study/ladder.hpp) and reports them.
#pragma once

#include <optional>
#include <string>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/lab/study/ladder.hpp"
#include "interpreter/lab/study/study_file.hpp"

namespace glint::cli {

struct LadderRun {
  int doublings = 8;  // at most
  int threads = 1;
  bool json = false;
  std::optional<std::string> html;  // a file for a page
  std::optional<std::string> out;   // each rung is kept beside this file, as a study: `a.json`: `a.1.json`, ...
};

/// Climbs from the players of the header, where exactly one player must be `mcts` with a number, and reports. Ends when
/// a rung surely wins less than three games in four, but not before the third. Stops if the game has no ladder.
void climb(Console& console, const Game& game, const StudyHeader& base, const LadderRun& run);

/// The number of doublings above `bot` that win three games in four. `games`: on each rung.
std::string ladder_verdict(const Depth& depth, const std::string& bot, std::uint64_t games);

}  // namespace glint::cli
