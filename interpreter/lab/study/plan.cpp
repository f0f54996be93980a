#include "interpreter/lab/study/plan.hpp"

#include <algorithm>

namespace glint {

bool all_random(const StudyPlan& plan) {
  return std::all_of(plan.players.begin(), plan.players.end(), [](const std::string& one) { return one == "random"; });
}

bool tells_leads(const Program& program, const StudyPlan& plan) {
  if (program.rules.team || program.rules.players.size() < 2) return false;
  return plan.judge > 0 || program.heuristic_code >= 0 || program.score_code >= 0;
}

}  // namespace glint
