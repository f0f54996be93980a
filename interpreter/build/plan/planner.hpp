// Makes the plan of a move's list: opens the move and runs the passes.
#pragma once

#include <algorithm>
#include <bit>
#include <deque>
#include <iterator>
#include <string>
#include <utility>

#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/plan/plan.hpp"

namespace glint {

/// The common knowledge of passes: facts about the game, and their own names. It lives as long as the plan.
class Planner {
 public:
  /// In the scope of a move's frame.
  Planner(const Program& program, compiling::CodeWriter& code) : program(program), code(code), facts(code.facts) {}

  /// The steps of the move, after all passes that `may` run.
  Steps plan(const Block& move);

  /// A new local; answers its number.
  int name(std::string text, const Type& type);
  bool cannot_fail(const Expr& expr) const { return code.cannot_fail(expr); }
  /// The local as an expression.
  Expr local(int number, const Type& type, lang::Span span) const { return make_expr(Op::local, type, span, number); }

  const Program& program;
  compiling::CodeWriter& code;
  const Facts& facts;

 private:
  std::deque<rules::Local> names_;
};

// Passes, in their order. The first comment of each pass's file says what it does, and when.
Steps open(const Block& move, Planner& planner);
void narrow(Steps& steps, Planner& planner);
void try_puts(Steps& steps, Planner& planner);
void substitute(Steps& steps, Planner& planner);
void pair(Steps& steps, Planner& planner);
void free(Steps& steps, Planner& planner);
void lift(Steps& steps, Planner& planner);
void undo(Steps& steps, Planner& planner);

/// Takes the only relevant side, if the condition of an `if`, `and` or `or` is known; a known flag becomes a constant.
void decide_flag(Expr& expr, const Planner& planner);
/// True if no loop over the values of this local is needed: the steps from `begin` on do not read it, and no choice
/// among them needs a loop either, so the ledger keeps the order of the picks.
bool needs_no_loop(const Steps& steps, std::size_t begin, int local);
/// The place where this local is picked before step `at`, if no effect comes between; else nothing.
std::optional<std::size_t> picked_at(const Steps& steps, std::size_t at, int local);
/// The number of bits for the values of a type, in sets of pairs.
inline int pair_shift(const Program& program, const Type& values) {
  return std::bit_width(static_cast<Word>(program.values_of(values) - 1));
}

/// The place of step `at`, for insert and erase.
inline Steps::iterator place(Steps& steps, std::size_t at) { return steps.begin() + static_cast<std::ptrdiff_t>(at); }
/// A step with a value, and the local that gets it, if any.
inline Step make_step(StepKind kind, lang::Span span, int local, Expr value) {
  Step step;
  step.kind = kind;
  step.span = span;
  step.local = local;
  step.value = std::move(value);
  return step;
}

/// Calls `visit` on every whole expression of the step itself, apart from those of `then` and `other`.
void visit_exprs(auto& step, auto&& visit) {
  constexpr StepKind kWithout[] = {StepKind::make, StepKind::undo, StepKind::covered, StepKind::again};
  if (std::find(std::begin(kWithout), std::end(kWithout), step.kind) == std::end(kWithout)) visit(step.value);
  const bool fits_there = step.kind == StepKind::fits && step.away.empty();
  if (step.kind == StepKind::offered || fits_there || (step.kind == StepKind::pairs && step.tried)) visit(step.domain);
  if (step.tried) visit(step.tried->cell), visit(step.tried->target);
  for (auto& one : step.away) {
    visit(one.ways);
    if (one.among) visit(*one.among);
    if (one.from) visit(*one.from);
  }
  if (step.far) visit(step.far->length), visit(step.far->between);
}

/// True if an expression of the step, or one inside it, reads a local for which `is` holds.
bool reads_any(const Step& step, auto&& is) {
  bool found = false;
  const auto look = [&](const Expr& e) { found = found || (e.op == Op::local && is(e.ref)); };
  visit_exprs(step, [&](const Expr& expr) { rules::walk(expr, look); });
  if (step.stmt && step.kind != StepKind::rounds) rules::walk(*step.stmt, look);
  if (step.tried) rules::walk(*step.tried->put, look);
  for (const Steps* side : {&step.then, &step.other})
    for (const Step& inner : *side) found = found || reads_any(inner, is);
  return found;
}

}  // namespace glint
