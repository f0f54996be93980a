// Comprehensions and folds: forms in which a name runs over a set.

#include "lang/check/body/expressions.hpp"

namespace glint::lang::checking {

Maybe Expressions::comprehension(const tree::Expr& expr, const Type* hint) {
  return filtered(expr, any_set(expr.kids[0], hint));
}

Maybe Expressions::filtered(const tree::Expr& expr, Maybe over) {
  const std::size_t scope = scope_.mark();
  const Facts before = scope_.facts;
  std::optional<Type> each;
  if (over) each = element(over->type);
  const int slot = scope_.bind(expr.name, each);
  Maybe where;
  const bool has_where = expr.kids.size() > 1;
  if (has_where) where = flag(expr.kids[1]);
  Type type;
  if (over) {
    type = over->type;
    if (slot >= 0 && where) {
      scope_.learn(*where, true);
      type.stands = type.base == Base::cell ? scope_.facts.at(slot) : type.stands;
    }
  }
  scope_.facts = before;
  scope_.leave(scope);
  if (!over || slot < 0 || (has_where && !where)) return std::nullopt;
  Expr result = about(slot, node(Op::comprehension, type, expr.span, std::move(*over)));
  add(std::move(where), result.kids);
  return result;
}

Maybe Expressions::fold_body(const tree::Expr& expr, const std::optional<Type>& each, const Type* hint) {
  using tree::Fold;
  const tree::Expr& body = expr.kids[1];
  switch (expr.fold) {
    case Fold::any:
    case Fold::all:
    case Fold::no:
    case Fold::count:
      return flag(body);
    case Fold::sum:
    case Fold::min:
    case Fold::max:
      return number(body);
    case Fold::unite: {
      const Type wanted = hint != nullptr ? set_of(*hint) : Type();
      return any_set(body, hint != nullptr ? &wanted : nullptr);
    }
    case Fold::reach: {
      Type wanted = set_of(each.value_or(Type()));
      wanted.stands = 0;
      return each ? expr_as(body, wanted) : any_set(body);
    }
  }
  return std::nullopt;
}

namespace {

/// The type of a fold over at most `most` elements.
Type fold_type(tree::Fold fold, const Type& over, std::int64_t most, const Type& body, const Maybe& nothing) {
  using tree::Fold;
  switch (fold) {
    case Fold::any:
    case Fold::all:
    case Fold::no:
      return plain(Base::flag);
    case Fold::count:
      return number_type(0, most);
    case Fold::sum:
      return number_type(sum_of(interval(body), most));
    case Fold::min:
    case Fold::max:
      return number_type(hull(interval(body), interval(nothing->type)));
    case Fold::unite:
      return body;
    case Fold::reach:
      break;
  }
  Type type = over;
  type.stands = 0;
  type.subset = 0;
  return type.base == Base::number ? set_of(number_type(0, kMostInSet)) : type;
}

}  // namespace

/// `the x in SET where COND else VALUE`: the lowest of those elements.
Maybe Expressions::only(const tree::Expr& expr) {
  Maybe those = filtered(expr, any_set(expr.kids[0]));
  if (!those) {
    report_errors(expr.args.front().value.front());
    return std::nullopt;
  }
  const Type each = element(those->type);
  Type wanted = each;
  wanted.stands = 0;
  wanted.subset = 0;
  const tree::Expr& otherwise = expr.args.front().value.front();
  Maybe nothing = is(each, Base::number) ? number(otherwise) : expr_as(otherwise, wanted);
  if (!nothing) return std::nullopt;
  Expr one = about(those->ref, node(Op::local, each, expr.span));
  Expr result = about(those->ref, node(Op::fold_min, either(each, nothing->type), expr.span, std::move(those->kids[0]),
                                       std::move(one)));
  if (those->kids.size() > 1) result.kids.push_back(std::move(those->kids[1]));
  result.kids.push_back(std::move(*nothing));
  result.number = 1;
  return result;
}

Maybe Expressions::fold(const tree::Expr& expr, const Type* hint) {
  using tree::Fold;
  const bool least_or_most = expr.fold == Fold::min || expr.fold == Fold::max;
  // kids: domain, body, then the condition if there is one. The value of min and max without elements is an argument.
  const bool has_where = expr.kids.size() > 2;
  const tree::Expr* otherwise = expr.args.empty() ? nullptr : &expr.args.front().value.front();

  Maybe over = domain(expr.kids[0], nullptr, expr.fold != Fold::reach);
  const std::size_t scope = scope_.mark();
  const Facts before = scope_.facts;
  std::optional<Type> each;
  if (over) each = element(over->type);
  // The body also runs over the elements it reaches: any number that a set can hold.
  if (each && expr.fold == Fold::reach) {
    each->subset = 0;
    if (each->base == Base::number) each = number_type(0, kMostInSet);
  }
  const int slot = scope_.bind(expr.name, each);
  Maybe where;
  if (has_where) {
    where = flag(expr.kids[2]);
    if (where) scope_.learn(*where, true);
  }
  Maybe body = fold_body(expr, each, hint);
  scope_.facts = before;
  scope_.leave(scope);
  Maybe nothing;
  if (otherwise != nullptr) nothing = number(*otherwise);
  if (otherwise != nullptr && !least_or_most)
    return refuse(Code::G0402, otherwise->span, "only `min` and `max` need a value for an empty set");
  if (least_or_most && otherwise == nullptr)
    return refuse(Code::G0308, expr.span, "over an empty set this has no value",
                  {.help = "add one after the body: `else 0`"});
  if (!over || slot < 0 || !body || (has_where && !where) || (otherwise != nullptr && !nothing)) return std::nullopt;

  const Type type = fold_type(expr.fold, over->type, size_of(over->type, context_), body->type, nothing);
  // In the order of Fold.
  static constexpr Op kOps[] = {Op::fold_any, Op::fold_all, Op::fold_no,    Op::fold_count, Op::fold_sum,
                                Op::fold_min, Op::fold_max, Op::fold_unite, Op::fold_reach};
  const Op op = kOps[static_cast<std::size_t>(expr.fold)];
  Expr result = about(slot, node(op, type, expr.span, std::move(*over), std::move(*body)));
  add(std::move(where), result.kids);
  add(std::move(nothing), result.kids);
  return checked(std::move(result));
}

}  // namespace glint::lang::checking
