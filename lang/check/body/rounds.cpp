// Loops in a move in which players pick: `while COND [or stop] [at most N] { ... }`.
//
// A pick of a name that was picked before the loop replaces the earlier one: inside the round the name is a local of
// its own, and `carried` says that the earlier one gets its value when the round is over.
#include <algorithm>
#include <utility>

#include "lang/check/body/body.hpp"
#include "lang/rules/walk.hpp"

namespace glint::lang::checking {

namespace {

/// `COND or stop`: the condition, without the word, if it has it.
const tree::Expr* before_stop(const Scope& scope, const tree::Expr& condition) {
  if (condition.kind != tree::ExprKind::binary || condition.op != tree::BinaryOp::or_) return nullptr;
  const tree::Expr& last = condition.kids[1];
  if (last.kind != tree::ExprKind::name || last.name.text != "stop") return nullptr;
  return scope.find_local("stop") || scope.context.names.find("stop") ? nullptr : &condition.kids[0];
}

/// True if each round takes a piece away, puts one, or adds to a set or takes from it: there is an end to all of these.
bool uses_up(Context& context, const tree::Block& block, int depth = 0) {
  constexpr int kDeepest = 8;
  return std::any_of(block.begin(), block.end(), [&](const tree::Stmt& stmt) {
    switch (stmt.kind) {
      case tree::StmtKind::remove:
      case tree::StmtKind::put:
        return true;
      case tree::StmtKind::assign: {
        const bool may_be_set = stmt.assign == tree::AssignOp::unite || stmt.assign == tree::AssignOp::subtract;
        const Global* variable = context.names.find(stmt.exprs.front().name.text);
        return may_be_set && variable != nullptr && variable->sort == Sort::variable && variable->index >= 0 &&
               entry_of(context.rules.variables, variable->index).type.is_set;
      }
      case tree::StmtKind::call: {
        const Global* effect = context.names.find(stmt.name.text);
        return effect != nullptr && effect->sort == Sort::effect && depth < kDeepest &&
               uses_up(context, effect->decl->as<tree::EffectDecl>().body, depth + 1);
      }
      default:
        return false;
    }
  });
}

}  // namespace

MaybeStmt Statements::rounds(const tree::Stmt& stmt) {
  const Span word = word_at(stmt);
  if (rounds_)
    return refuse(Code::G0402, word, "a second loop with picks is not allowed in a move",
                  {.help = "make it another move", .others = {{*rounds_, "the first is here"}}});
  rounds_ = word;
  rules::Stmt result = statement_of(rules::StmtKind::rounds);
  const tree::Expr* const condition = before_stop(scope_, stmt.exprs[0]);
  result.some_of = condition != nullptr;
  bool good = true;
  std::int64_t most = rules::kMostRounds;
  Maybe bound;
  if (stmt.exprs.size() > 1) {
    const bool read_before = std::exchange(scope_.reads.state, false);
    bound = number(stmt.exprs[1]);
    const bool varies = std::exchange(scope_.reads.state, read_before || scope_.reads.state);
    bool reads_local = false;
    if (bound) rules::walk(*bound, [&](const Expr& each) { reads_local = reads_local || each.op == Op::local; });
    if (bound && (varies || reads_local))
      bound = refuse(Code::G0307, bound->span, "how many rounds a move may have must be known before play");
    if (bound && bound->type.hi < 1)
      bound = refuse(Code::G0304, bound->span, "this is never 1 or more, so the loop never runs");
    if (bound && bound->type.hi > most)
      bound = refuse(Code::G0412, bound->span, "more than " + std::to_string(most) + " rounds are too many");
    good = bound.has_value();
    if (bound) most = bound->type.hi;
  }
  const Facts before = scope_.facts;
  picked_before_.clear();
  for (const tree::Stmt& pick : stmt.body)
    for (const Scope::Pick& one : scope_.picks)
      if (pick.kind == tree::StmtKind::pick && one.name == pick.name.text) picked_before_[one.name] = one.local;
  BoardChanges all = 0;
  const tree::Stmt* changes = changing(context_, stmt.body, {}, all);
  const bool forgets = changes != nullptr || !picked_before_.empty();
  const Span where = changes != nullptr ? changes->span : stmt.span;
  // After a round the name of a pick from before the loop stands for another value.
  if (!picked_before_.empty()) all = kAnyChange;
  if (forgets) scope_.facts.forget(where, all);
  Maybe goes_on = flag(condition != nullptr ? *condition : stmt.exprs[0]);
  if (goes_on) scope_.learn(*goes_on, true);
  in_rounds_ = true;
  block(stmt.body, result.body);
  in_rounds_ = false;
  for (const auto& [name, local] : picked_before_) {
    scope_.show(name, local);  // `leave` has hidden it
    for (const Scope::Pick& one : scope_.picks)
      if (one.repeated && one.name == name) result.carried.emplace_back(local, one.local);
  }
  if (forgets)
    scope_.facts.forget(where, all);
  else
    scope_.facts = before;
  if (stmt.exprs.size() == 1 && !uses_up(context_, stmt.body))
    return refuse(
        Code::G0422, word, "nothing in this loop says that it ends",
        {.help = "write how many rounds there may be, `while COND at most 20 { ... }`; or take a piece off the "
                 "board in each, put one on it, or add to a set"});
  if (!good || !goes_on) return std::nullopt;
  result.ref = scope_.bind_hidden(number_type(1, most), word);
  result.exprs.push_back(std::move(*goes_on));
  if (bound) result.exprs.push_back(std::move(*bound));
  return result;
}

/// True if this pick takes the place of one before the loop; then the name is free for it.
bool Statements::picked_anew(const tree::Name& name) {
  if (!in_rounds_) return false;
  const auto before = picked_before_.find(name.text);
  const int* const seen = scope_.find_local(name.text);
  if (before == picked_before_.end() || seen == nullptr || *seen != before->second) return false;
  scope_.visible.erase(name.text);
  return true;
}

/// True if the one before can have every value of this pick.
bool Statements::carries(const tree::Name& name, int picked) {
  Type from = entry_of(scope_.frame.locals, picked).type;
  const rules::Local& local = entry_of(scope_.frame.locals, picked_before_.at(name.text));
  Type to = local.type;
  from.stands = to.stands = 0;
  if (to.base == Base::number && from.base == Base::number && from.lo >= to.lo && from.hi <= to.hi) from = to;
  if (to.subset == 0) from.subset = 0;
  if (from == to) return true;
  return context_.report.deny(Code::G0309, name.span,
                              marked(name.text) + " is " + phrase(from, rules_) + " here, and was " + phrase(to, rules_),
                              {.others = {{local.span, "picked first here"}}});
}

}  // namespace glint::lang::checking
