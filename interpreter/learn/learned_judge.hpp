// The judge of searches that play by learned values.
#pragma once

#include <memory>

#include "interpreter/learn/value.hpp"
#include "interpreter/players/judge.hpp"

namespace glint {

/// A lead is the logarithm of the odds of winning, in units of 1 / kUnit. Each position is read from the one before, of
/// whatever line: see Reading.
class LearnedJudge : public Judge {
 public:
  /// The values may be shared by judges in several threads.
  explicit LearnedJudge(std::shared_ptr<const Values> values);

  std::optional<std::int64_t> value(Machine& machine, int player) override { return lead(machine, player); }
  std::int64_t lead(Machine& machine, int player) override;
  std::optional<double> expected(Machine& machine, int player) override;

 private:
  const std::shared_ptr<const Values> values_;
  Reading readings_[2];  // by mover
};

/// Makes such judges for the game of the values.
JudgeMaker judge_by(std::shared_ptr<const Values> values);

}  // namespace glint
