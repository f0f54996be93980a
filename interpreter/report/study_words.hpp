// Words and counts for reports of studies.
#pragma once

#include <string>
#include <utility>
#include <vector>

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

/// How often each value of a pick was chosen.
struct PickedValues {
  std::string move, pick;
  std::vector<std::pair<std::string, std::uint64_t>> values;
  std::uint64_t all = 0;
};
std::vector<PickedValues> picked_values(const Game& game, const StudyTally& tally);

/// Pieces of one kind and owner.
struct StandingPieces {
  std::string kind, owner;                  // no owner: nobody's
  std::uint64_t pieces = 0, positions = 0;  // weights, of StudyTally::weight
  std::string name() const { return owner.empty() ? kind : kind + " of " + owner; }
};
/// All kinds and owners that the rules allow, also if none was seen.
std::vector<StandingPieces> standing_pieces(const Game& game, const StudyTally& tally);

}  // namespace glint::report
