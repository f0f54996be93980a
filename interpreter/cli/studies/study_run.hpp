// Plays the games of a study on threads, with a progress bar, saves them to a file, and stops when enough is known.
#pragma once

#include <optional>
#include <string>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/lab/study/game_log.hpp"
#include "interpreter/lab/study/study_file.hpp"

namespace glint::cli {

/// When to stop: as soon as the interval of this measure reaches no further than `reach` to either side.
struct Until {
  std::string measure;
  double reach = 0;  // shares: of 1
  bool in_percent = false;
};
/// Reads "first_player_advantage within 2%" or "length within 0.5"; anything else is wrong usage.
Until read_until(const std::string& text);
/// Stops with wrong usage if a study of this game cannot have this measure, or it does not have this unit.
void check_until(const Until& until, const Game& game, const StudyPlan& plan);
/// How often a study with `--until` looks at its results, the end included: StudyPlan::looks.
std::uint64_t looks_of(const StudyPlan& plan);

/// Whether the measure is known well enough.
bool is_known(const Until& until, const Game& game, const StudyPart& part);

struct StudyRun {
  int threads = 1;
  std::string label;               // of the progress bar
  std::string file;                // saved to at least every two seconds; empty: nowhere
  std::optional<Until> until;
  GameLog* log = nullptr;  // set to what each game counts; null: not needed
};

/// Plays the games of the study that are not done. Of errors in games, returns the one of the first game, with its
/// number.
std::optional<Error> run_study(const Game& game, StudyPart& part, const StudyRun& run, Console& console);

/// How many threads this machine can run at once.
int all_threads();

}  // namespace glint::cli
