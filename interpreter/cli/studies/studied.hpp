// A study from its file, and the game that it is of.
#pragma once

#include <string>
#include <vector>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/lab/study/study_file.hpp"

namespace glint::cli {

/// Continues the study in this file, which must hold the same study, of as many games or fewer. Stops if it does not.
void go_on(const std::string& path, const Game& game, StudyPart& part, Console& console);

struct OpenedStudy {
  Game game;
  StudyPart part;
};
/// Reads a study's file and loads its game. Stops if either is not what it should be.
OpenedStudy open_study(const std::string& path, const std::vector<std::string>& paths, const Limits& limits,
                       Console& console);

}  // namespace glint::cli
