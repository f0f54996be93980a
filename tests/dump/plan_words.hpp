// A plan in words: expressions as a script writes them, steps as lines.
#pragma once

#include <string>
#include <vector>

#include "interpreter/build/plan/plan.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// What a plan is printed for.
struct PlanWords {
  const Program& program;
  const std::vector<const rules::Local*>& names;  // of the locals; null, or too few: it is called by its number
  int me = -1;                                    // the player, if the plan is for one
};

std::string print(const Expr& expr, const PlanWords& words);
std::string print(const Stmt& effect, const PlanWords& words);
/// Each step on a line, indented below the choices before it.
std::string print(const Steps& steps, const PlanWords& words);

}  // namespace glint
