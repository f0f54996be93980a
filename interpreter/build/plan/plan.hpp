// The plan of a list: how the legal runs of a move are found, as steps that can be read and printed.
//
// `open` (build/plan/open.cpp) writes the steps as the move has them. Passes then make them shorter, one after the other (kPasses
// in build/plan/planner.cpp); ListCompiler (build/code/moves.hpp) writes code for what is left. Values are the expressions of the
// rules. A pass reads and writes steps only, and its result is correct whether the others run or not, so each can be
// left out by the name of its lowering.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/build/code/predicates.hpp"

namespace glint {

struct Step;
/// Steps, one after the other. The steps after a choice run for each value. A run that reaches the end is legal.
using Steps = std::vector<Step>;

enum class StepKind : std::uint8_t {
  let,      // local = value
  covered,  // local = the cells where pieces lie under the top one
  need,     // refuses the run unless the value holds
  fits,     // an error of the script unless one more piece fits on each cell of value besides that of `domain`; or, with
            // `away`, on each cell that is this far from a cell of value
  make,     // stmt, as it is written: an effect, or the end of the game
  undo,     // the following steps change the position; it is restored afterwards
  either,   // always the last: `then` if value holds, `other` if not
  again,    // the end of a round: see `rounds`
  offered,  // local = value, a subset of `domain`: the value that an offer gives a `some of` pick
  each,     // local: the elements of value, a set or a range of numbers, one after the other
  all,      // local: any element of value. Nothing after this reads which, so it is one set in the ledger
  pairs,    // local: any of value; local and second are one set in the ledger; no later step reads which
  rounds,   // always the last: `then` is a round of stmt, a loop with picks; `again` leads back to it while value
            // holds; `other` is what follows the last round
};

/// A piece that is not put on the board: rules only ask what its beams would meet.
struct TriedPut {
  const Stmt* put = nullptr;  // the local of the step is one field, or several (in pairs, the second local)
  Expr cell;                  // where
  Expr target;                // its beams should meet one of these cells
};

/// Cells that are a step away, in one of these ways.
struct StepAway {
  Expr ways;
  std::optional<Expr> among;  // where they may lead; none: anywhere
  std::optional<Expr> from;   // the first cells that have such a step; none: all
};
/// A number of steps in a straight line, with all cells before the last one in a set: `steps(c, D, length, between)`.
struct Far {
  Expr length, between;
};

struct Step {
  StepKind kind{};
  lang::Span span;
  int local = -1;
  Expr value;
  const Stmt* stmt = nullptr;
  Expr domain;
  // all, pairs: those for which the beams of the piece would meet the target
  std::optional<TriedPut> tried;
  // pairs: second is one of `away` from local, `far` if it is not one step; or, with `tried`, of domain
  int second = -1;
  std::vector<StepAway> away;  // if `far`: all steps in the same ways
  std::optional<Far> far;
  Steps then, other;
};

inline bool is_choice(const Step& step) { return step.kind >= StepKind::offered; }

}  // namespace glint
