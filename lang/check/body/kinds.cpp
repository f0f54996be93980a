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

std::optional<Type> Scope::type_of_value(const tree::Name& name) const {
  if (const int* slot = find_local(name.text))
    return *slot < 0 ? std::nullopt : std::optional(entry_of(frame.locals, *slot).type);
  Global* found = context.names.find(name.text);
  if (found != nullptr && found->sort == Sort::type)
    return context.demand(name.text, *found, name.span) ? std::optional(set_of(found->type)) : std::nullopt;
  const bool has_value =
      found != nullptr && (found->sort == Sort::let || found->sort == Sort::variable || found->sort == Sort::option);
  return has_value && context.demand(name.text, *found, name.span) ? std::optional(found->type) : std::nullopt;
}

bool Scope::names_pieces(const tree::Name& name) const {
  const std::optional<Type> type = type_of_value(name);
  return type && (type->base == Base::cell || type->base == Base::enumeration);
}

std::vector<std::pair<std::int64_t, int>> Expressions::kinds_called(const Type& type, const Span& span) {
  if (type.base != Base::enumeration) return {};
  std::vector<std::pair<std::int64_t, int>> kinds;
  const std::optional<std::uint64_t> some = values_of_subset(type, rules_);
  const std::vector<std::string> names = names_of(entry_of(rules_.enums, type.enumeration).values);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (some && (*some >> i & 1) == 0) continue;
    Global* found = context_.names.find(names[i]);
    if (found == nullptr || found->sort != Sort::kind || !context_.demand(names[i], *found, span)) return {};
    kinds.emplace_back(static_cast<std::int64_t>(i), found->index);
  }
  return kinds;
}

/// True if the cells are all those with a piece of some kinds.
bool Expressions::is_group(const Expr& cells) const {
  if (cells.op == Op::call && cells.kids.empty()) return is_group(entry_of(rules_.lets, cells.ref).body);
  if (cells.op == Op::unite) return is_group(cells.kids[0]) && is_group(cells.kids[1]);
  return cells.op == Op::kind && cells.kids.empty();
}

/// Pieces of an owner, or at any height: those of the kinds that a value, or a set of them, names, or those in a set of
/// pieces.
Maybe Expressions::pieces_among(const tree::Expr& expr, const tree::Expr* owner, bool stacked) {
  Maybe from = this->expr(expr);
  if (!from) return std::nullopt;
  const auto kinds = kinds_called(from->type, expr.span);
  const rules::KindMask stands = from->type.base == Base::cell && from->type.is_set ? from->type.stands : 0;
  if (kinds.empty() && (stands == 0 || (stacked && !is_group(*from))))
    return refuse(
        Code::G0208, expr.span, marked(stacked ? "stacked" : "of") + " needs a kind of piece, or a group of them",
        {.help = from->type.base == Base::enumeration ? kKinds : "a group is a set of kinds: `let men = pawn | king`"});
  Maybe result;
  const std::optional<std::uint64_t> known = from->op == Op::all ? ~std::uint64_t{0} : listed_values(*from);
  for (auto each = kinds.rbegin(); each != kinds.rend(); ++each) {
    if (from->type.is_set && known && (*known >> each->first & 1) == 0) continue;
    Maybe one = kind_cells(each->second, expr.span, owner, stacked);
    if (!one) return std::nullopt;
    const Type type = result ? either(one->type, result->type) : one->type;
    if (from->type.is_set && !known) {
      Expr value = constant(each->first, element(from->type), expr.span);
      Expr test = node(Op::in, plain(Base::flag), expr.span, std::move(value), *from);
      one = node(Op::if_, one->type, expr.span, std::move(test), std::move(*one), node(Op::set, one->type, expr.span));
    }
    if (result && from->type.is_set)
      one = node(Op::unite, type, expr.span, std::move(*one), std::move(*result));
    else if (result)
      one = node(Op::if_, type, expr.span, equals(*from, each->first), std::move(*one), std::move(*result));
    result = std::move(one);
  }
  if (!kinds.empty() && !result) return node(Op::set, set_of(plain(Base::cell)), expr.span);
  for (std::size_t k = 0; k < rules_.kinds.size(); ++k) {
    if ((stands >> k & 1) == 0) continue;
    Maybe one = kind_cells(static_cast<int>(k), expr.span, owner, stacked);
    if (!one) return std::nullopt;
    const Type type = result ? either(one->type, result->type) : one->type;
    result = result ? node(Op::unite, type, expr.span, std::move(*result), std::move(*one)) : std::move(one);
  }
  if (!kinds.empty() || is_group(*from)) return result;
  const Type type = result->type;
  return node(Op::intersect, type, expr.span, std::move(*from), std::move(*result));
}

/// Kinds joined by `|`: each one is checked by itself, with the owner.
Maybe Expressions::kinds(const tree::Expr& expr, const tree::Expr* owner, bool stacked) {
  if (expr.kind == tree::ExprKind::of && owner == nullptr) return kinds(expr.kids[0], &expr.kids[1], stacked);
  if (expr.kind == tree::ExprKind::name && !scope_.names_pieces(expr.name)) {
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
  if (expr.kind != tree::ExprKind::number) return pieces_among(expr, owner, stacked);
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
