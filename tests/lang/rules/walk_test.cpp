// Every expression of a part is visited once, in the order in which it is written. Expressions here are numbers.
#include "lang/rules/walk.hpp"

#include <cstdint>
#include <vector>

#include "tests/catch.hpp"

namespace {

using namespace glint::rules;
using Numbers = std::vector<std::int64_t>;

Expr number(std::int64_t value, std::vector<Expr> kids = {}) {
  Expr expr;
  expr.number = value;
  expr.kids = std::move(kids);
  return expr;
}

Text text(std::int64_t hole) {
  Text made;
  made.parts = {{"before ", std::nullopt, 0}, {"", number(hole), 0}};
  return made;
}

PayloadUpdate update(std::int64_t value) { return {0, AssignOp::set, number(value), {}}; }

/// An optic of one case that holds the numbers from `first`: direction, condition, two of the outcome, two updates.
Optic optic(std::int64_t first) {
  Outcome outcome;
  outcome.exprs = {number(first + 2), number(first + 3)};
  outcome.updates = {update(first + 4), update(first + 5)};
  Case one;
  one.relative_to = number(first);
  one.condition = number(first + 1);
  one.outcomes = {outcome};
  Optic made;
  made.cases = {one};
  return made;
}

Stmt statement() {
  Stmt inner;
  inner.exprs = {number(7)};
  Stmt other;
  other.exprs = {number(8)};
  Stmt made;
  made.exprs = {number(1, {number(2)}), number(3)};
  made.inits = {number(4)};
  made.message = text(5);
  made.result = Result{ResultKind::wins, number(6), {}};
  made.body = {inner};
  made.other = {other};
  return made;
}

template <class Part>
Numbers whole(const Part& part) {
  Numbers found;
  for_each_expr(part, [&](const Expr& expr) { found.push_back(expr.number); });
  return found;
}

template <class Part>
Numbers walked(const Part& part) {
  Numbers found;
  walk(part, [&](const Expr& expr) { found.push_back(expr.number); });
  return found;
}

}  // namespace

TEST_CASE("walk: an expression comes before its kids") {
  const Expr tree = number(1, {number(2, {number(3)}), number(4)});
  CHECK(whole(tree) == Numbers{1});
  CHECK(walked(tree) == Numbers{1, 2, 3, 4});
}

TEST_CASE("walk: a statement, with its message, its result and its blocks") {
  CHECK(whole(statement()) == Numbers{1, 3, 4, 5, 6, 7, 8});
  CHECK(walked(statement()) == Numbers{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(walked(Block{statement(), statement()}).size() == 16);
  Numbers own;
  for_each_own_expr(statement(), [&](const Expr& expr) { own.push_back(expr.number); });
  CHECK(own == Numbers{1, 3, 4, 5, 6});
}

TEST_CASE("walk: an optic, with what it changes in the beam") {
  CHECK(whole(optic(10)) == Numbers{10, 11, 12, 13, 14, 15});
  CHECK(walked(optic(10)) == whole(optic(10)));
  CHECK(whole(Optic{}).empty());
}

TEST_CASE("walk: what beams depend on, and what play does") {
  Rules rules;
  Kind silent;
  silent.emits_directions = number(-1);  // of a kind that does not emit: nobody evaluates it
  Kind lamp;
  lamp.emits = true;
  lamp.emits_directions = number(1);
  lamp.emits_updates = {update(2)};
  lamp.sides = number(3);
  rules.kinds = {silent, lamp};
  Terrain wall;
  wall.where = number(4);
  rules.beams.terrain = {wall};
  rules.beams.optics = {optic(5)};
  rules.lets.emplace_back().body = number(20);
  rules.effects.emplace_back().body = {statement()};
  rules.moves.emplace_back().body = {statement()};
  rules.play.body = {statement()};
  rules.judging.ends.emplace_back().when = number(21);
  rules.invariants.emplace_back().condition = number(22);
  rules.judging.score.emplace().value = number(23);
  rules.judging.heuristic.emplace().value = number(24);

  Numbers beams, play;
  for_each_beam_expr(rules, [&](const Expr& expr) { beams.push_back(expr.number); });
  for_each_play_expr(rules, [&](const Expr& expr) { play.push_back(expr.number); });
  CHECK(beams == Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  const Numbers block{1, 3, 4, 5, 6, 7, 8};
  Numbers expected{20};
  for (int i = 0; i < 3; ++i) expected.insert(expected.end(), block.begin(), block.end());
  expected.insert(expected.end(), {21, 22, 23, 24});
  CHECK(play == expected);
}
