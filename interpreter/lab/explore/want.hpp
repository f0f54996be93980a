// A designer's wants of a game, by the measures of studies: `first_player_advantage within 3%`, `length 20..60`,
// `drama at least 10%`, `ties at most 5% weight 2`.
//
// The loss of a value is 0 if it meets the want, and grows with the distance towards 1: it is 1/2 at one step (10
// points of a percentage; of other measures a quarter of the nearest bound, at least 1/4). The loss of a game is the
// average of its losses by weight. So a game that misses one want by little comes before one that misses it by far.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/lab/study/measures.hpp"

namespace glint {

struct Want {
  std::string text;     // as it was written
  std::string measure;  // MeasureKind::id
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  double weight = 1;
  bool in_percent = false;  // bounds are kept as shares
};

/// Reads a want; `check_want` says whether a game has the measure.
Result<Want> read_want(std::string_view text);
/// The reason why a study of this plan cannot say whether the game is as wanted.
std::optional<Error> check_want(const Want& want, const Game& game, const StudyPlan& plan);
/// True if a study's interval for the measure of `length within 0.5` reaches no further than that to either side.
bool is_known(const Want& until, const Game& game, const StudyPlan& plan, const StudyTally& tally);

double loss_of(const Want& want, double value);

/// A loss with bounds that hold as the intervals of the measures do.
struct Loss {
  double value = 1, low = 0, high = 1;
};
/// The loss of a game, from its study. A measure without data may have any loss up to 1, and counts as 1. `looks`: the
/// number of intervals that hold together in 95 % of studies (StudyPlan::looks).
Loss loss_of(const std::vector<Want>& wants, const Game& game, const StudyPlan& plan, const StudyTally& tally,
             std::uint64_t looks);

}  // namespace glint
