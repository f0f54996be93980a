// Words about pieces and moves: `disc`, `disc of p`, `(a | b) of p`, `stacked K`, `can m of p`.
#include "lang/check/body/expressions.hpp"

namespace glint::lang::checking {

Maybe Expressions::kind_cells(int kind, const Span& span, const tree::Expr* owner, bool stacked) {
  const auto& declared = entry_of(rules_.kinds, kind);
  const std::string name = declared.name;
  if (owner != nullptr && !declared.owned)
    return refuse(Code::G0206, span, marked(name) + " has no owner",
                  {.others = {{declared.span, "declared here, without `of player`"}}});
  if (!scope_.read_state(span, "where pieces stand")) return std::nullopt;
  Type type = set_of(plain(stacked ? Base::place : Base::cell));
  type.stands = rules::KindMask{1} << kind;
  Expr result = about(kind, node(stacked ? Op::stacked : Op::kind, type, span));
  if (owner != nullptr) {
    Maybe player = expr_as(*owner, plain(Base::player));
    if (!player) return std::nullopt;
    result.kids.push_back(std::move(*player));
  }
  return result;
}

/// Kinds joined by `|`: each one is checked by itself, with the owner.
Maybe Expressions::kinds(const tree::Expr& expr, const tree::Expr* owner, bool stacked) {
  if (expr.kind == tree::ExprKind::of && owner == nullptr) return kinds(expr.kids[0], &expr.kids[1], stacked);
  if (expr.kind == tree::ExprKind::name) {
    Global* kind = scope_.declared(expr.name, {Sort::kind}, "kind of piece");
    return kind == nullptr ? std::nullopt : kind_cells(kind->index, expr.span, owner, stacked);
  }
  if (expr.kind == tree::ExprKind::binary && expr.op == tree::BinaryOp::unite) {
    Maybe left = kinds(expr.kids[0], owner, stacked);
    // The owner was checked with the left side, and its errors were reported.
    if (!left) return std::nullopt;
    Maybe right = kinds(expr.kids[1], owner, stacked);
    if (!right) return std::nullopt;
    return Operators(scope_).set_sides(std::move(*left), std::move(*right), expr);
  }
  return refuse(
      Code::G0208, expr.span,
      stacked ? "`stacked` needs the name of a kind of piece" : "`of` needs the name of a kind of piece before it",
      {.help = stacked ? "as in `stacked disc & S`"
               : expr.kind == tree::ExprKind::number
                   ? "only `draw x in N of SET` takes a number; put an N such as `n + 1` in parentheses"
                   : "as in `disc of me` or `(disc | ring) of me`"});
}

Maybe Expressions::can(const tree::Expr& expr) {
  const std::vector<int> moves = scope_.moves_named(expr.name);
  Maybe player;
  const bool has_player = !expr.kids.empty();
  if (has_player) player = expr_as(expr.kids.front(), plain(Base::player));
  if (moves.empty() || (has_player && !player)) return std::nullopt;
  if (!scope_.read_beams(expr.span, "which moves there are")) return std::nullopt;
  // Without a player it asks about the one to move.
  if (!has_player && !scope_.read_me(expr.span, "can " + expr.name.text)) return std::nullopt;
  Maybe result;
  for (const int move : moves) {
    Expr one = about(move, node(Op::can, plain(Base::flag), expr.span));
    if (player) one.kids.push_back(*player);
    result = result ? node(Op::or_, one.type, expr.span, std::move(*result), std::move(one)) : std::move(one);
  }
  return result;
}

}  // namespace glint::lang::checking
