// Expressions: the dispatch by form, conversions to the expected type, and simple forms. Operators, folds, calls and
// members have files of their own.
#include <bit>

#include "lang/check/body/expressions.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::checking {
Maybe Expressions::expr(const tree::Expr& expr, const Type* hint) {
  context_.stop.after();
  const Depth::Deeper deeper(context_.depth);
  if (context_.depth.is_too_much())
    return refuse(Code::G0412, expr.span, "this is nested too deep, with what it calls");
  switch (expr.kind) {
    case tree::ExprKind::number:
      return checked(constant(expr.value, number_type(expr.value, expr.value), expr.span));
    case tree::ExprKind::name:
      return Names(scope_).name(expr, hint);
    case tree::ExprKind::member:
      return Members(scope_).member(expr, hint);
    case tree::ExprKind::index:
      return Calls(scope_).index(expr);
    case tree::ExprKind::call:
      return Calls(scope_).call(expr);
    case tree::ExprKind::negate:
      return negate(expr);
    case tree::ExprKind::not_: {
      Maybe operand = flag(expr.kids[0]);
      if (!operand) return std::nullopt;
      return node(Op::not_, plain(Base::flag), expr.span, std::move(*operand));
    }
    case tree::ExprKind::binary:
      return Operators(scope_).binary(expr, hint);
    case tree::ExprKind::range:
      return range(expr);
    case tree::ExprKind::if_:
      return condition(expr, hint);
    case tree::ExprKind::set:
      return set(expr, hint);
    case tree::ExprKind::list: {
      const std::string_view list = context_.sources.text(expr.span);
      return refuse(Code::G0309, expr.span,
                    "a list in brackets has a value for each value of an index, and there is none",
                    {.help = "as in `let price[k: 1..3] = [2, 3, 5]`; a set is written in braces: `{a, b}`",
                     .mends = {writing(expr.span, "{" + std::string(list.substr(1, list.size() - 2)) + "}")}});
    }
    case tree::ExprKind::comprehension:
      return comprehension(expr, hint);
    case tree::ExprKind::fold:
      return fold(expr, hint);
    case tree::ExprKind::the:
      return only(expr);
    case tree::ExprKind::of:
      return kinds(expr.kids[0], &expr.kids[1], false);
    case tree::ExprKind::stacked:
      return kinds(expr.kids[0], nullptr, true);
    case tree::ExprKind::can:
      return can(expr);
    case tree::ExprKind::drawn: {
      Expr cells = node(Op::drawn, set_of(plain(Base::cell)), expr.span);
      cells.text = expr.name.text;
      return cells;
    }
    case tree::ExprKind::label:
      return scope_.label(expr.name.text, expr.span);
  }
  return std::nullopt;
}

Maybe Expressions::checked(Expr expr) {
  if (expr.type.base == Base::number && (expr.type.lo < -kNumberLimit || expr.type.hi > kNumberLimit))
    return refuse(Code::G0305, expr.span, "this number may become too large to be exact",
                  {.help = "numbers stay between -2^53 and 2^53: use smaller numbers, or smaller ranges"});
  return expr;
}

Maybe Expressions::convert(Maybe value, const Type& wanted) {
  if (!value) return std::nullopt;
  const Type& type = value->type;
  // The missing players were reported; a name of one may be taken for another value.
  if (wanted.base == Base::player && !same_base(type, wanted) && !context_.script.is_library && !scope_.has_players())
    return std::nullopt;
  const auto expected = [&](const std::string& help, std::vector<Mend> mends = {}) -> Maybe {
    return refuse(Code::G0301, value->span, "expected " + phrase(wanted, rules_) + ", found " + phrase(type, rules_),
                  {.help = help, .mends = std::move(mends)});
  };
  const auto compared = [&](const char* to) { return inserting(value->span.file, value->span.end, to, 1); };
  if (!same_base(type, wanted)) {
    if (wanted.base == Base::number && type.is_set) return expected("`count(...)` is the number of elements of a set");
    if (type.base == Base::place && wanted.base == Base::cell)
      return expected(type.is_set ? "`(...).cells` are the cells of pieces" : "`.cell` is the cell of a piece");
    if (wanted.base == Base::flag && type.is_set) return expected("compare it, as in `... != {}`", {compared(kSomeOf)});
    if (wanted.base == Base::flag && place_ == Place::constant && type.base == Base::number)
      return expected("write `on` or `off`");
    if (wanted.base == Base::flag && value->op == Op::constant && type.base == Base::number)
      return expected("each side of `and` and `or` is a whole condition, as in `x == 1 or x == 5`");
    // The phrase for a beam may begin like a number: `turns 1 and ...`.
    if (wanted.base == Base::flag && type.base == Base::number)
      return expected("compare it, as in `... > 0`",
                      place_ == Place::beams ? std::vector<Mend>() : std::vector{compared(" > 0")});
    return expected("");
  }
  if (type.is_set && !wanted.is_set) {
    return expected(wanted.base == Base::flag
                        ? ""
                        : "a set may have none or several: loop over it with `for`, or choose one with `pick`");
  }
  if (wanted.base == Base::number && apart(interval(type), interval(wanted)) &&
      !(type.is_set && value->op == Op::set && value->kids.empty())) {
    if (wanted.clamped) return value;
    return refuse(Code::G0304, value->span,
                  "this is " +
                      (type.lo == type.hi ? std::to_string(type.lo)
                                          : "in " + std::to_string(type.lo) + ".." + std::to_string(type.hi)) +
                      ", never in " + marked(type_name(element(wanted), rules_)),
                  {.help = "use a value in that range, or declare a wider one"});
  }
  if (wanted.stands != 0 && (type.stands == 0 || (type.stands & ~wanted.stands) != 0)) {
    const std::string kinds = kinds_in(wanted.stands, rules_);
    Diagnostic& error = context_.report.error(
        Code::G0306, value->span,
        type.stands == 0 ? "it is not certain that there is " + kinds + " here"
                         : "expected " + kinds + ", but this may be " + kinds_in(type.stands, rules_),
        {.help = place_ == Place::test
                     ? "test it first, as in `expect x in KIND and ...`, or take the cell from a set of such pieces"
                     : "test it first, as in `require x in KIND` or `if x in KIND`, or take the cell from a set of such "
                       "pieces"});
    if (const auto key = scope_.fact_key(*value)) scope_.add_loss(error, *key);
    return std::nullopt;
  }
  if (wanted.subset != 0 && type.subset != wanted.subset) {
    // Values that are written out are known to be in it or not; others are looked up when it happens.
    const std::optional<std::uint64_t> given = listed_values(*value), allowed = values_of_subset(wanted, rules_);
    if (given && allowed && (*given & ~*allowed) != 0)
      return refuse(Code::G0310, value->span, "this is not a value of " + marked(type_name(element(wanted), rules_)),
                    {.help = "use one of its values, or add this one to it",
                     .others = {{entry_of(rules_.subsets, wanted.subset - 1).span, "declared here"}}});
    if (given && allowed) value->type.subset = wanted.subset;
  }
  if (wanted.is_set && !type.is_set) return node(Op::set, set_of(type), Span(value->span), std::move(*value));
  return value;
}

Maybe Expressions::expr_as(const tree::Expr& expr, const Type& type) { return convert(this->expr(expr, &type), type); }

Maybe Expressions::flag(const tree::Expr& expr) { return expr_as(expr, plain(Base::flag)); }

Maybe Expressions::number(const tree::Expr& expr) {
  const Type wanted = plain(Base::number);  // so that a name of two types is not ambiguous
  Maybe value = this->expr(expr, expr.kind == tree::ExprKind::name ? &wanted : nullptr);
  if (!value) return std::nullopt;
  if (is(value->type, Base::number)) return value;
  Diagnostic& error =
      context_.report.error(Code::G0301, value->span, "expected a number, found " + phrase(value->type, rules_));
  if (value->type.is_set) error.help = "`count(...)` is the number of elements of a set";
  return std::nullopt;
}

Maybe Expressions::cells(const tree::Expr& expr) { return expr_as(expr, set_of(plain(Base::cell))); }

Maybe Expressions::any_set(const tree::Expr& expr, const Type* hint) { return domain(expr, hint, false); }

Maybe Expressions::domain(const tree::Expr& expr, const Type* hint, bool visits) {
  if (hint == nullptr && is_asked_about(context_, expr)) note_wanted(scope_, nullptr, expr.span);
  Maybe value = this->expr(expr, hint);
  if (!value) return std::nullopt;
  if (value->type.is_set && value->type.base == Base::visit && !visits)
    return refuse(Code::G0309, value->span, "visits can only be used in a loop or a fold",
                  {.help = "as in `count v in VISITS : v.cell == c`, `no v in VISITS where ... : ...`"});
  if (value->type.is_set) return value;
  if (equals_any(value->type.base,
                 {Base::cell, Base::edge, Base::place, Base::enumeration, Base::player, Base::direction, Base::axis}))
    return convert(std::move(value), set_of(value->type));
  Diagnostic& error =
      context_.report.error(Code::G0301, value->span, "expected a set, found " + phrase(value->type, rules_));
  if (value->type.base == Base::trace) error.help = "`.cells`, `.hits`, `.source` and `.visits` are sets";
  if (value->type.base == Base::number) error.help = "write `a..b` for the numbers from a to b, or `{a}` for one";
  if (value->type.base == Base::number && context_.sources.text(value->span) != "0")
    error.mends.push_back(inserting(value->span.file, value->span.begin, "0.."));
  return std::nullopt;
}

Maybe Expressions::negate(const tree::Expr& expr) {
  Maybe operand = number(expr.kids[0]);
  if (!operand) return std::nullopt;
  if (operand->op == Op::constant) {
    operand->number = -operand->number;
    operand->type = number_type(operand->number, operand->number);
    operand->span = expr.span;
    return operand;
  }
  const Type type = number_type(checking::negate(interval(operand->type)));
  return checked(node(Op::negate, type, expr.span, std::move(*operand)));
}

Maybe Expressions::range(const tree::Expr& expr) {
  Maybe low = number(expr.kids[0]);
  Maybe high = number(expr.kids[1]);
  if (!low || !high) return std::nullopt;
  if (low->type.lo > high->type.hi)
    return refuse(Code::G0304, expr.span, "this range is always empty",
                  {.help = "write the smaller number first"});
  Type type = set_of(number_type(low->type.lo, std::max(low->type.lo, high->type.hi)));
  return node(Op::range, type, expr.span, std::move(*low), std::move(*high));
}

Maybe Expressions::condition(const tree::Expr& expr, const Type* hint) {
  Maybe test = flag(expr.kids[0]);
  const Facts before = scope_.facts;
  const auto branch = [&](std::size_t kid, const Type* wanted) {
    scope_.facts = before;
    if (test) scope_.learn(*test, kid == 1);
    return this->expr(expr.kids[kid], wanted);
  };
  // A branch of bare values takes its type from the other one.
  Maybe yes, no;
  Type type;
  if (!test) ++scope_.wrong_tests;
  if (hint == nullptr && weak(expr.kids[1]) && !weak(expr.kids[2])) {
    no = branch(2, nullptr);
    if (no) type = no->type;
    yes = no ? branch(1, &type) : std::nullopt;
  } else {
    yes = branch(1, hint);
    if (yes) type = yes->type;
    no = branch(2, hint != nullptr ? hint : (yes ? &type : nullptr));
  }
  scope_.facts = before;
  if (!test) --scope_.wrong_tests;
  if (!test || !yes || !no) return std::nullopt;
  if (!same_base(yes->type, no->type))
    return refuse(
        Code::G0301, no->span,
        "expected " + phrase(yes->type, rules_) + " as in the other branch, found " + phrase(no->type, rules_),
        {.others = {{yes->span, "this is " + phrase(yes->type, rules_)}}});
  if (yes->type.is_set != no->type.is_set) {
    Maybe& one = yes->type.is_set ? no : yes;
    one = convert(std::move(one), set_of(one->type));
    if (!one) return std::nullopt;
  }
  type = either(yes->type, no->type);
  const auto is_empty = [](const Expr& each) { return each.op == Op::set && each.kids.empty(); };
  for (const auto& [empty, other] : {std::pair(&*yes, &*no), std::pair(&*no, &*yes)}) {
    if (!is_empty(*empty)) continue;
    type.stands = other->type.stands;
    type.subset = other->type.subset;
  }
  return node(Op::if_, type, expr.span, std::move(*test), std::move(*yes), std::move(*no));
}

Maybe Expressions::list(const tree::Expr& expr, const Type& index, const Type* wanted) {
  const std::optional<std::uint64_t> some = values_of_subset(index, rules_);
  if (index.base == Base::cell || index.base == Base::edge || (index.subset != 0 && !some))
    return refuse(Code::G0309, expr.span, "how many values this list needs is not known before the game",
                  {.help = "its index is a range of numbers, an enumeration, `player`, `direction`, `axis` or `flag`"});
  const bool is_number = index.base == Base::number;
  const std::int64_t first = is_number ? index.lo : 0;
  const std::int64_t size = is_number ? index.hi - index.lo + 1 : size_of(index, context_);
  const std::int64_t wants = some ? std::popcount(*some) : size;
  if (wants != static_cast<std::int64_t>(expr.kids.size()))
    return refuse(Code::G0302, expr.span,
                  "this list has " + counted_in_words(expr.kids.size(), "value") + ", and " +
                      marked(type_name(index, rules_)) + " has " + std::to_string(wants),
                  {.help = "write one for each, in their order"});
  std::vector<Expr> values;
  Type type;
  bool good = true;
  for (const tree::Expr& kid : expr.kids) {
    Maybe value = wanted != nullptr ? expr_as(kid, *wanted) : this->expr(kid, values.empty() ? nullptr : &type);
    if (value && !values.empty() && (!same_base(type, value->type) || type.is_set != value->type.is_set)) {
      value = refuse(Code::G0301, value->span,
                     "expected " + phrase(type, rules_) + " as before, found " + phrase(value->type, rules_),
                     {.others = {{values.front().span, "this is " + phrase(type, rules_)}}});
    }
    if (value) type = values.empty() ? unclamped(value->type) : either(type, value->type);
    good = add(std::move(value), values) && good;
  }
  if (!good) return std::nullopt;
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = first; i < first + size; ++i)
    if (!some || (*some >> i & 1) != 0) numbers.push_back(i);
  // Halved again and again, so that a long list is no deep nest of conditions.
  const auto choice = [&](const auto& self, std::size_t begin, std::size_t end) -> Expr {
    if (end - begin == 1) return std::move(values[begin]);
    const std::size_t middle = (begin + end) / 2;
    Expr at = scope_.local(0, expr.span);
    if (!is_number) at = node(Op::index_of, number_type(0, size - 1), expr.span, std::move(at));
    Expr bound = constant(numbers[middle], number_type(numbers[middle], numbers[middle]), expr.span);
    Expr test = node(Op::less, plain(Base::flag), expr.span, std::move(at), std::move(bound));
    Expr low = self(self, begin, middle), high = self(self, middle, end);
    return node(Op::if_, type, expr.span, std::move(test), std::move(low), std::move(high));
  };
  return choice(choice, 0, values.size());
}

Maybe Expressions::set(const tree::Expr& expr, const Type* hint) {
  if (expr.kids.empty()) {
    if (hint == nullptr)
      return refuse(Code::G0308, expr.span, "the type of this empty set is unknown",
                    {.help = "write the type, as in `let x: set of cell = {}`"});
    if (!hint->is_set)
      return refuse(Code::G0301, expr.span, "expected " + phrase(*hint, rules_) + ", found an empty set",
                    {.help = hint->base == Base::number ? "the number is `0`" : ""});
    Type type = *hint;
    type.stands = 0;
    type.clamped = false;
    return node(Op::set, type, expr.span);
  }
  // Bare values take their type from the other elements.
  std::vector<Maybe> kids(expr.kids.size());
  std::optional<Type> type = hint != nullptr ? element(*hint) : common_type(expr.kids);
  for (const bool weak_ones : {false, true}) {
    for (std::size_t i = 0; i < kids.size(); ++i) {
      if (weak(expr.kids[i]) != weak_ones) continue;
      kids[i] = this->expr(expr.kids[i], type ? &*type : nullptr);
      if (kids[i] && !type) type = element(kids[i]->type);
    }
  }
  Expr result = node(Op::set, Type{}, expr.span);
  bool first = true;
  for (Maybe& kid : kids) {
    if (!kid) return std::nullopt;
    const Type each = kid->type;
    if (each.base == Base::trace || each.base == Base::visit)
      return refuse(Code::G0309, kid->span, "a set cannot hold " + phrase(each, rules_));
    if (first) {
      result.type = set_of(each);
    } else if (!same_base(result.type, each)) {
      return refuse(Code::G0301, kid->span,
                    "expected " + phrase(element(result.type), rules_) + " as before, found " + phrase(each, rules_),
                    {.others = {{result.kids.front().span, "this is " + phrase(result.kids.front().type, rules_)}}});
    } else {
      result.type.subset = common_subset(result.type, each);
      result.type.lo = std::min(result.type.lo, each.lo);
      result.type.hi = std::max(result.type.hi, each.hi);
      result.type.stands = result.type.stands != 0 && each.stands != 0 ? result.type.stands | each.stands : 0;
    }
    if (is(each, Base::number) && apart(interval(each), Interval{0, kMostInSet}) && &expr != scope_.compared_with)
      return refuse(Code::G0304, kid->span,
                    "a set of numbers holds numbers from 0 to " + std::to_string(kMostInSet) + ", and never this one",
                    {.help = "`x in {...}` and ranges `a..b` take any numbers"});
    first = false;
    result.kids.push_back(std::move(*kid));
  }
  return result;
}

std::optional<rules::Text> Expressions::text(const tree::Text& text) {
  rules::Text result;
  result.span = text.span;
  bool good = true;
  for (const tree::TextPart& part : text.parts) {
    rules::TextPart out;
    out.literal = part.literal;
    out.width = part.width;
    if (part.repeated) {
      context_.report.error(Code::G0409, part.span, "only the notation of a move has a part that is repeated");
      good = false;
      continue;
    }
    if (!part.hole.empty()) {
      out.hole = expr(part.hole.front());
      if (out.hole && (out.hole->type.base == Base::trace || out.hole->type.base == Base::visit ||
                       out.hole->type.base == Base::place)) {
        context_.report.error(Code::G0309, out.hole->span, "a text cannot show " + phrase(out.hole->type, rules_));
        out.hole = std::nullopt;
      }
      good = good && out.hole.has_value();
    }
    result.parts.push_back(std::move(out));
  }
  if (!good) return std::nullopt;
  return result;
}

void Scope::learn(const Expr& condition, bool truth) {
  // All of these cells are in a set of this type: what stands at those that have a name?
  const auto learn_members = [this](const auto& self, const Expr& cells, const Type& set) -> void {
    if (cells.type.base != Base::cell || set.base != Base::cell || set.stands == 0) return;
    if (const auto key = fact_key(cells)) return facts.narrow(*key, set.stands);
    if (cells.op != Op::set && cells.op != Op::unite) return;
    for (const Expr& kid : cells.kids) self(self, kid, set);
  };
  switch (condition.op) {
    case Op::not_:
      learn(condition.kids[0], !truth);
      break;
    case Op::and_:
      if (truth) {
        learn(condition.kids[0], true);
        learn(condition.kids[1], true);
      }
      break;
    case Op::or_:
      if (!truth) {
        learn(condition.kids[0], false);
        learn(condition.kids[1], false);
      }
      break;
    case Op::in:
    case Op::within:
      if (truth) learn_members(learn_members, condition.kids[0], condition.kids[1].type);
      break;
    case Op::equal:
    case Op::not_equal:
      if (truth != (condition.op == Op::equal)) break;
      learn_members(learn_members, condition.kids[0], condition.kids[1].type);
      learn_members(learn_members, condition.kids[1], condition.kids[0].type);
      break;
    default:
      break;
  }
}

}  // namespace glint::lang::checking
