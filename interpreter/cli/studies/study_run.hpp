// Plays the games of a study on threads, with a progress bar, saves them to a file, and stops when enough is known. It
// can also continue a study from its file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/lab/explore/want.hpp"
#include "interpreter/lab/study/comparison.hpp"
#include "interpreter/lab/study/people.hpp"
#include "interpreter/lab/study/study_file.hpp"

namespace glint::cli {

/// The wish for narrow intervals: "first_player_advantage within 2%" or "length within 0.5" stops a study as soon as the
/// interval of this measure is so narrow. Anything else is wrong usage; `check_want` says if a study has the measure.
Want read_until(const std::string& text);

struct StudyRun {
  int threads = 1;
  std::string label = {};  // of the progress bar
  std::string file = {};   // the file, saved every few seconds; empty: none
  std::optional<Want> until = {};
  GameLog* log = nullptr;  // receives the counts of each game; null: not needed
  std::size_t most = kMostOfStudy;  // the largest file, in bytes: if a study is longer, only its first games are saved
};

/// Counts the games that the part has kept, and plays the others. Returns the error of the first game that has one,
/// with its number. If a kept game does not fit this game, the error has no code.
std::optional<Error> run_study(const Game& game, StudyPart& part, const StudyRun& run, Console& console);

/// Takes the games of the study in this file, if it is the same study, with as many games or fewer; stops if not.
void go_on(const std::string& path, StudyPart& part, Console& console);

/// The records of people's games in this folder (its files *.json, by name), of one game with its options.
PeoplesGames read_people(const std::string& folder, const Game& game, Console& console);

struct OpenedStudy {
  Game game;
  StudyPart part;
};
/// Reads a study's file and loads its game; `run_study` counts its games. Stops if either does not fit.
OpenedStudy open_study(const std::string& path, const std::vector<std::string>& paths, const Limits& limits,
                       Console& console);

/// The number of threads that this machine can run at once.
int all_threads();

}  // namespace glint::cli
