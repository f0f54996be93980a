#include "interpreter/players/judge.hpp"

#include <algorithm>

#include "interpreter/game/position/position_view.hpp"

namespace glint {

ScriptJudge::ScriptJudge(const Program& program) : program_(program), sides_(sides_of(program)) {}

bool ScriptJudge::can_judge() const { return program_.entries.heuristic >= 0 || program_.entries.score >= 0; }

std::optional<std::int64_t> ScriptJudge::value(Machine& machine, int player) { return heuristic_of(machine, player); }

std::int64_t ScriptJudge::lead(Machine& machine, int player) {
  const std::int64_t own = heuristic_of(machine, player).value_or(0);
  if (sides_ == 1) return own;
  std::int64_t other = -kMostLead;
  for (int side = 0; side < sides_; ++side)
    if (side != player) other = std::max(other, heuristic_of(machine, side).value_or(0));
  return own - other;
}

std::unique_ptr<Judge> make_judge(const JudgeMaker& maker, const Program& program) {
  return maker ? maker(program) : std::make_unique<ScriptJudge>(program);
}

int sides_of(const Program& program) {
  return program.rules.team || program.rules.players.size() == 1 ? 1 : static_cast<int>(program.rules.players.size());
}

}  // namespace glint
