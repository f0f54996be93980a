#include "interpreter/build/board/layout.hpp"

#include <utility>

#include "interpreter/build/board/constants.hpp"
#include "interpreter/program/bits.hpp"
#include "lang/rules/walk.hpp"

namespace glint {

using rules::Base;
using rules::Expr;
using rules::Op;

namespace {

/// The new number of each player; -1: does not play.
using Seats = std::vector<int>;

bool is_absent(const Expr& expr) { return expr.op == Op::label && expr.type.base == Base::player; }

void seat(Expr& expr, const rules::Rules& rules, const Seats& seats) {
  for (Expr& kid : expr.kids) seat(kid, rules, seats);
  if (expr.op == Op::constant && expr.type.base == Base::player && !expr.type.is_set) {
    const auto number = static_cast<std::size_t>(expr.number);
    expr.number = seats[number];
    if (seats[number] >= 0) return;
    expr.op = Op::label;
    expr.text = rules.players[number].name;
  }
  if (expr.op == Op::set) std::erase_if(expr.kids, is_absent);
  if (expr.op == Op::kind && !expr.kids.empty() && is_absent(expr.kids[0])) {  // nothing belongs to nobody
    expr.op = Op::set;
    expr.kids.clear();
  }
  const bool compares = expr.op == Op::equal || expr.op == Op::not_equal;
  if (compares ? !is_absent(expr.kids[0]) && !is_absent(expr.kids[1]) : expr.op != Op::in || !is_absent(expr.kids[0]))
    return;
  expr.number = expr.op == Op::not_equal;
  expr.op = Op::constant;
  expr.kids.clear();
}

}  // namespace

void seat(rules::Rules& rules, const std::vector<std::int64_t>& options) {
  Constants constants(rules, options);
  Seats seats;
  int playing = 0;
  std::uint64_t seen_by = ~std::uint64_t{0};
  for (std::size_t i = 0; i < rules.players.size(); ++i) {
    const auto& when = rules.players[i].when;
    const bool plays = !when || constants.value(*when) != 0;
    if (plays && (rules.beams.seen_by >> i & 1) == 0) seen_by &= ~(std::uint64_t{1} << playing);
    seats.push_back(plays ? playing++ : -1);
  }
  rules.beams.seen_by = seen_by;
  // The walks are for readers; these rules belong to the caller.
  const auto one = [&](const Expr& expr) { seat(const_cast<Expr&>(expr), rules, seats); };
  const auto one_of_result = [&](const rules::Result& result) {
    if (result.player) one(*result.player);
  };
  rules::for_each_beam_expr(rules, one);
  rules::for_each_play_expr(rules, one);
  rules::for_each_other_expr(rules, one);
  rules::for_each_expr(rules.setup.body, one);
  for (const rules::EndRule& rule : rules.judging.ends) one_of_result(rule.result);
  if (rules.judging.clock && rules.judging.clock->out) one_of_result(*rules.judging.clock->out);
  for (const rules::Invariant& invariant : rules.invariants) rules::for_each_expr(invariant.message, one);
  for (const rules::Variable& variable : rules.variables) one(variable.initial);
  for (const rules::BeamField& field : rules.beams.fields) one(field.initial);
  for (const rules::Kind& kind : rules.kinds)
    for (const auto& first : kind.firsts)
      if (first) one(*first);
  std::vector<rules::Label>& labels = rules.board.labels;
  std::erase_if(labels, [&](const rules::Label& label) { return label.player >= 0 && seats[label.player] < 0; });
  for (rules::Label& label : labels)
    if (label.player >= 0) label.player = seats[label.player];
  std::vector<rules::Player> present;
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (seats[i] >= 0) present.push_back({rules.players[i].name, rules.players[i].span, std::nullopt});
  rules.players = std::move(present);
}

void fail_for_absent(const Expr& player) {
  build_fail(lang::Code::G0516, player.span, "`" + player.text + "` does not play with these options",
             "name players who always play, or go through all with `for p in player`; what is under an `if` that asks "
             "for the option may name any");
}

}  // namespace glint
