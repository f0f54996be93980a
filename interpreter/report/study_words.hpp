// Words for reports of studies.
#pragma once

#include <string>

#include "interpreter/lab/study/study_file.hpp"

namespace glint::report {

/// "north: random, south: mcts:100", or "all seats: random".
std::string players_text(const Game& game, const StudyPlan& plan);
/// ", widened for the checks of --until" if results decide when to stop; follows "confidence intervals".
std::string looks_text(const StudyPlan& plan);
/// "12.5 %".
std::string percent(std::uint64_t part, std::uint64_t all);
/// "2.37".
std::string average_text(std::uint64_t sum, std::uint64_t count);

}  // namespace glint::report
