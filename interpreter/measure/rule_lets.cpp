#include "interpreter/measure/rule_lets.hpp"

#include "lang/rules/walk.hpp"

namespace glint {

using rules::Expr;
using rules::Op;
using rules::Stmt;

RuleLets::RuleLets(const rules::Rules& rules)
    : rules_(rules), is_rule_(rules.lets.size()), is_other_(rules.lets.size()), is_subset_(rules.lets.size()) {
  for (const rules::Subset& subset : rules.subsets) is_subset_[static_cast<std::size_t>(subset.let)] = true;
  add_rules();
  add_others();
}

/// Notes the lets that a part of the game calls, and those that they call.
template <class Part>
void RuleLets::ask(const Part& part, std::vector<bool>& asked) {
  rules::walk(part, [&](const Expr& expr) {
    if (expr.op == Op::score && &asked == &is_rule_ && !has_score_) {
      has_score_ = true;
      if (rules_.judging.score) ask(rules_.judging.score->value, asked);
    }
    if (expr.op != Op::call) return;
    const auto let = static_cast<std::size_t>(expr.ref);
    // A subset is known when the game is built, whoever asks for it.
    if (asked[let] || (is_subset_[let] && &asked == &is_rule_)) return;
    asked[let] = true;
    ask(rules_.lets[let].body, asked);
  });
}

void RuleLets::ask_result(const rules::Result& result) {
  if (result.player) ask(*result.player, is_rule_);
  if (result.kind != rules::ResultKind::score || has_score_) return;
  has_score_ = true;
  if (rules_.judging.score) ask(rules_.judging.score->value, is_rule_);
}

/// What the statements do: their messages are texts.
void RuleLets::ask_block(const rules::Block& block) {
  rules::for_each_stmt(block, [&](const Stmt& stmt) {
    for (const Expr& expr : stmt.exprs) ask(expr, is_rule_);
    for (const Expr& expr : stmt.inits) ask(expr, is_rule_);
    ask(stmt.message, is_other_);
    if (stmt.result) ask_result(*stmt.result);
  });
}

void RuleLets::add_rules() {
  ask_block(rules_.setup.body);
  ask_block(rules_.play.body);
  for (const rules::Move& move : rules_.moves) ask_block(move.body);
  for (const rules::Effect& effect : rules_.effects) ask_block(effect.body);
  for (const rules::Variable& variable : rules_.variables) ask(variable.initial, is_rule_);
  for (const rules::EndRule& rule : rules_.judging.ends) {
    ask(rule.when, is_rule_);
    ask_result(rule.result);
  }
  for (const rules::Invariant& invariant : rules_.invariants) {
    ask(invariant.condition, is_rule_);
    ask(invariant.message, is_other_);
  }
  rules::for_each_beam_expr(rules_, [&](const Expr& expr) { ask(expr, is_rule_); });
}

void RuleLets::add_others() {
  rules::for_each_other_expr(rules_, [&](const Expr& expr) { ask(expr, is_other_); });
  if (rules_.judging.score) ask(rules_.judging.score->value, is_other_);
  if (rules_.judging.heuristic) ask(rules_.judging.heuristic->value, is_other_);
  // Of a group of kinds, `men of me` asks only what it is made of.
  for (std::size_t i = 0; i < is_rule_.size(); ++i) {
    bool is_group = true;
    rules::walk(rules_.lets[i].body, [&](const Expr& expr) { is_group = is_group && (expr.op == Op::unite || expr.op == Op::kind); });
    if (is_group) is_other_[i] = true;
  }
  // The values of a subset are known before play.
  for (const rules::Subset& subset : rules_.subsets) {
    is_other_[static_cast<std::size_t>(subset.let)] = true;
    ask(rules_.lets[static_cast<std::size_t>(subset.let)].body, is_other_);
  }
}

}  // namespace glint
