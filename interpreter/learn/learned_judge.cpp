#include "interpreter/learn/learned_judge.hpp"

#include <utility>

namespace glint {

LearnedJudge::LearnedJudge(std::shared_ptr<const Values> values)
    : values_(std::move(values)),
      readings_{{*values_->terms, 0, values_->weights.data()}, {*values_->terms, 1, values_->weights.data()}} {}

std::int64_t LearnedJudge::lead(Machine& machine, int player) {
  const int mover = machine.to_move();
  const std::int32_t sum = readings_[mover].sum(machine.frame());
  return player == mover ? sum : -sum;
}

std::optional<double> LearnedJudge::expected(Machine& machine, int player) {
  return static_cast<double>(share_of(static_cast<std::int32_t>(lead(machine, player)))) / kWhole;
}

JudgeMaker judge_by(std::shared_ptr<const Values> values) {
  return [values = std::move(values)](const Program&) { return std::make_unique<LearnedJudge>(values); };
}

}  // namespace glint
