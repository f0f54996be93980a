// Operators between two expressions. If one side is a bare value, the type of the other side decides its meaning.
#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "lang/check/body/expressions.hpp"

namespace glint::lang::checking {

namespace {

bool empty_set(const Expr& expr) { return expr.op == Op::set && expr.kids.empty(); }
bool empty_set(const tree::Expr& expr) { return expr.kind == tree::ExprKind::set && expr.kids.empty(); }

/// True if an element of the type stands for the set of itself wherever a set is expected.
bool stands_for_a_set(const Type& type) { return type.base != Base::number && type.base != Base::flag; }

/// The words between conditions as signs between sets: `around and empty and not lit`.
Mend joining_sets(const Context& context, const Span& at) {
  constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {" and not ", " - "}, {" and ", " & "}, {" or ", " | "}};
  const std::string_view old = context.sources.text(at);
  std::string written;
  std::set<std::string> signs;
  for (std::size_t i = 0; i < old.size();) {
    const auto word = std::find_if(std::begin(kSigns), std::end(kSigns),
                                   [&](const auto& each) { return old.substr(i).starts_with(each.first); });
    if (word != std::end(kSigns)) signs.insert(marked(word->second.substr(1, 1)));
    written += word == std::end(kSigns) ? old.substr(i, 1) : word->second;
    i += word == std::end(kSigns) ? 1 : word->first.size();
  }
  std::string title = "write ";
  for (const std::string& sign : signs) title += (title.size() > 6 ? " and " : "") + sign;
  return {std::move(title), at, std::move(written)};
}

/// A chain of steps from one cell, each in one direction: a set of one cell or none.
bool steps_from_one(const Expr& expr) {
  const auto single = [](const Expr& e) {
    return !e.type.is_set || (e.op == Op::set && e.kids.size() == 1 && !e.kids.front().type.is_set);
  };
  return expr.op == Op::step && (single(expr.kids[0]) || steps_from_one(expr.kids[0])) && single(expr.kids[1]);
}

}  // namespace

Maybe Operators::binary(const tree::Expr& expr, const Type* hint) {
  using tree::BinaryOp;
  // They are in the order in which they bind.
  if (expr.op <= BinaryOp::and_) return logic(expr);
  if (expr.op <= BinaryOp::ge) return comparison(expr);
  if (expr.op <= BinaryOp::meets) return membership(expr);
  return expr.op <= BinaryOp::intersect ? set_operation(expr, hint) : arithmetic(expr, hint);
}

Maybe Operators::mismatch(const tree::Expr& expr, const Expr& left, const Expr& right, const std::string& help) {
  const auto is_number = [](const Type& type) { return type.base == Base::number && !type.is_set; };
  const auto are_cells = [](const Type& type) { return type.base == Base::cell && type.is_set; };
  const bool counts =
      (is_number(left.type) && are_cells(right.type)) || (are_cells(left.type) && is_number(right.type));
  constexpr const char* kVisits = "use visits in a fold: `count v in VISITS : v.cell == c`, `no v in VISITS where ... : ...`";
  const bool visits = left.type.base == Base::visit || right.type.base == Base::visit;
  const bool traces = left.type.base == Base::trace || right.type.base == Base::trace;
  constexpr const char* kTraces = "the cells of beams are `beams.cells`, those of a trace `trace(...).cells`";
  constexpr const char* kCounts = "the size of a set is `count(SET)`; `SET + DIRECTION` moves its cells";
  return refuse(
      Code::G0303, expr.op_span,
      marked(text_of(expr.op)) + " cannot join " + phrase(left.type, rules_) + " and " + phrase(right.type, rules_),
      {.help = !help.empty() ? help : visits ? kVisits : traces ? kTraces : counts ? kCounts : "",
       .others = {{left.span, phrase(left.type, rules_)}, {right.span, phrase(right.type, rules_)}}});
}

Maybe Operators::logic(const tree::Expr& expr) {
  const bool both = expr.op == tree::BinaryOp::and_;
  const std::size_t reported = context_.report.list().size();
  Maybe result = joined_conditions(expr, both);
  if (result) return result;
  // Two sets were meant to be joined.
  const auto is_of_set = [](const Diagnostic& each) {
    return !each.mends.empty() && each.mends.back().text == kSomeOf;
  };
  int sets = 0;
  context_.report.amend(reported, [&](Diagnostic& each) { sets += is_of_set(each) ? 1 : 0; });
  const Mend joined = joining_sets(context_, expr.span);
  context_.report.amend(reported, [&](Diagnostic& each) {
    if (!is_of_set(each)) return;
    if (each.mends.size() == 1)
      each.help += both ? "; the cells of both sets are `A & B`" : "; those of either set are `A | B`";
    each.mends.erase(each.mends.begin(), each.mends.end() - 1);
    if (sets > 1) each.mends.insert(each.mends.begin(), joined);
  });
  return result;
}

Maybe Operators::joined_conditions(const tree::Expr& expr, bool both) {
  Maybe left = flag(expr.kids[0]);
  const Facts before = scope_.facts;
  if (left)
    scope_.learn(*left, both);
  else
    ++scope_.wrong_tests;
  Maybe right = flag(expr.kids[1]);
  scope_.facts = before;
  if (!left) --scope_.wrong_tests;
  if (!left || !right) return std::nullopt;
  return node(both ? Op::and_ : Op::or_, plain(Base::flag), expr.span, std::move(*left), std::move(*right));
}

/// Checks both sides, beginning with the one whose type does not depend on the other; `hint` is for both.
bool Operators::pair(const tree::Expr& expr, const Type* hint, Maybe& left, Maybe& right, bool elements_of_right) {
  // A bare side of a comparison may be an element if the other is a set, or the other way round.
  Type type;
  if ((weak(expr.kids[0]) && !weak(expr.kids[1])) || empty_set(expr.kids[0])) {
    right = this->expr(expr.kids[1], hint);
    if (!right) {
      report_errors(expr.kids[0]);
      return false;
    }
    type = elements_of_right ? element(right->type) : right->type;
    if (empty_set(expr.kids[0]) && stands_for_a_set(type)) type = set_of(type);
    left = this->expr(expr.kids[0], hint != nullptr ? hint : &type);
  } else {
    left = this->expr(expr.kids[0], hint);
    if (left) type = elements_of_right ? set_of(left->type) : left->type;
    if (empty_set(expr.kids[1]) && stands_for_a_set(type)) type = set_of(type);
    const bool only_hint = weak(expr.kids[1]);
    if (!left && only_hint && hint == nullptr) {
      report_errors(expr.kids[1]);
      return false;
    }
    right = this->expr(expr.kids[1], hint != nullptr ? hint : (left && only_hint ? &type : nullptr));
  }
  return left && right;
}

Maybe Operators::comparison(const tree::Expr& expr) {
  using tree::BinaryOp;
  Maybe left, right;
  if (!pair(expr, nullptr, left, right)) return std::nullopt;
  const bool equality = expr.op == BinaryOp::eq || expr.op == BinaryOp::ne;
  const auto comparable = [](const Type& type) { return type.base != Base::trace && type.base != Base::visit; };
  if (!same_base(left->type, right->type) || !comparable(left->type)) {
    std::string help;
    const bool places = (left->type.base == Base::place && right->type.base == Base::cell) ||
                        (left->type.base == Base::cell && right->type.base == Base::place);
    if (places) help = "`.cell` is the cell of a piece";
    if (left->type.is_set && left->type.base != Base::number && is(right->type, Base::number))
      help = "`count(...)` is the number of elements of a set";
    return mismatch(expr, *left, *right, help);
  }
  if (equality) {
    if (left->type.is_set != right->type.is_set) {
      Maybe& one = left->type.is_set ? right : left;
      Type wanted = set_of(one->type);
      wanted.stands = 0;
      one = convert(std::move(one), wanted);
      if (!one) return std::nullopt;
    }
    const bool outside = is(left->type, Base::number) && apart(interval(left->type), interval(right->type));
    if (outside)
      return refuse(Code::G0304, expr.span,
                    "these are never equal: the left is in " + type_name(left->type, rules_) + ", the right in " +
                        type_name(right->type, rules_));
    const Op op = expr.op == BinaryOp::eq ? Op::equal : Op::not_equal;
    return node(op, plain(Base::flag), expr.span, std::move(*left), std::move(*right));
  }
  if (!is(left->type, Base::number) || !is(right->type, Base::number)) {
    std::string help = "only numbers are larger or smaller";
    if (left->type.is_set)
      help += "; `count(...)` is the number of elements of a set, `within` whether one contains the other";
    else if (left->type.base == Base::enumeration)
      help += "; `.index` is the place of a value in its type";
    return mismatch(expr, *left, *right, help);
  }
  if (expr.op == BinaryOp::gt || expr.op == BinaryOp::ge) std::swap(left, right);
  const Op op = expr.op == BinaryOp::lt || expr.op == BinaryOp::gt ? Op::less : Op::less_equal;
  return node(op, plain(Base::flag), expr.span, std::move(*left), std::move(*right));
}

Maybe Operators::membership(const tree::Expr& expr) {
  using tree::BinaryOp;
  const bool in = expr.op == BinaryOp::in;
  // Restored afterwards, because either side may hold a test of its own.
  const tree::Expr* const outer = scope_.compared_with;
  scope_.compared_with = in ? &expr.kids[1] : outer;
  Maybe left, right;
  const bool is_pair = pair(expr, nullptr, left, right, true);
  scope_.compared_with = outer;
  if (!is_pair) return std::nullopt;
  if (!same_base(left->type, right->type)) {
    const bool places = left->type.base == Base::place && right->type.base == Base::cell;
    return mismatch(expr, *left, *right, places ? "`.cell` is the cell of a piece" : "");
  }
  if (in) {
    if (left->type.is_set) {
      // `c + d in S`: a step from one cell leads to one cell or, off the board, to none, which is in no set.
      if (!steps_from_one(*left) || !right->type.is_set)
        return mismatch(expr, *left, *right, "`in` takes one element; use `within` or `meets` for a set");
      return node(Op::meets, plain(Base::flag), expr.span, std::move(*left), std::move(*right));
    }
    if (!right->type.is_set) {
      if (right->type.base != Base::cell) return mismatch(expr, *left, *right, "`==` compares two values");
      right = convert(std::move(right), set_of(right->type));
    }
    return node(Op::in, plain(Base::flag), expr.span, std::move(*left), std::move(*right));
  }
  for (Maybe* side : {&left, &right}) {
    if ((*side)->type.is_set) continue;
    if (is((*side)->type, Base::number) || is((*side)->type, Base::flag))
      return mismatch(expr, *left, *right, marked(text_of(expr.op)) + " compares sets");
    *side = convert(std::move(*side), set_of((*side)->type));
    if (!*side) return std::nullopt;
  }
  const Op op = expr.op == BinaryOp::within ? Op::within : Op::meets;
  return node(op, plain(Base::flag), expr.span, std::move(*left), std::move(*right));
}

Maybe Operators::set_operation(const tree::Expr& expr, const Type* hint) {
  const bool first_is_weak = weak(expr.kids[0]);
  if (hint == nullptr && first_is_weak != weak(expr.kids[1])) {
    // The bare side takes its type from the other.
    const std::size_t bare = first_is_weak ? 0 : 1;
    Maybe sides[2];
    sides[1 - bare] = this->expr(expr.kids[1 - bare]);
    if (!sides[1 - bare]) {
      report_errors(expr.kids[bare]);
      return std::nullopt;
    }
    const Type& known = sides[1 - bare]->type;
    const Type type = set_of(known.base == Base::place ? plain(Base::cell) : known);
    sides[bare] = this->expr(expr.kids[bare], &type);
    if (!sides[bare]) return std::nullopt;
    return set_sides(std::move(*sides[0]), std::move(*sides[1]), expr);
  }
  const Type wanted = hint != nullptr ? set_of(*hint) : Type();
  Maybe left, right;
  if (!pair(expr, hint != nullptr ? &wanted : nullptr, left, right)) return std::nullopt;
  return set_sides(std::move(*left), std::move(*right), expr);
}

Maybe Operators::set_sides(Expr left, Expr right, const tree::Expr& expr) {
  using tree::BinaryOp;
  if (is(left.type, Base::flag) && is(right.type, Base::flag)) {
    return mismatch(expr, left, right,
                    expr.op == BinaryOp::intersect ? "combine conditions with `and`"
                    : expr.op == BinaryOp::unite   ? "combine conditions with `or`"
                                                   : "compare two conditions with `!=`");
  }
  const auto as_set = [&](Expr& side) {
    if (side.type.is_set) return true;
    if (side.type.base == Base::trace || side.type.base == Base::visit || side.type.base == Base::number) return false;
    Maybe converted = convert(Maybe(std::move(side)), set_of(side.type));
    if (!converted) return false;
    side = std::move(*converted);
    return true;
  };
  if (!as_set(left) || !as_set(right)) {
    std::string help = "it joins sets";
    if (left.type.base == Base::trace) help += "; `.cells` are the cells of a trace";
    return mismatch(expr, left, right, help);
  }
  const Type a = left.type, b = right.type;
  if (a.base == Base::visit || b.base == Base::visit) return mismatch(expr, left, right);
  const bool places_and_cells = a.base == Base::place && b.base == Base::cell;
  const bool cells_and_places = a.base == Base::cell && b.base == Base::place;
  if (places_and_cells && expr.op == BinaryOp::intersect)
    return node(Op::at_cells, a, expr.span, std::move(left), std::move(right));
  if (places_and_cells && expr.op == BinaryOp::subtract)
    return node(Op::off_cells, a, expr.span, std::move(left), std::move(right));
  if (cells_and_places && expr.op == BinaryOp::intersect)
    return node(Op::at_cells, b, expr.span, std::move(right), std::move(left));
  if (!same_base(a, b)) {
    return mismatch(expr, left, right,
                    places_and_cells || cells_and_places
                        ? "`stacked` gives pieces, wherever in their stacks; `(...).cells` are their cells"
                        : "");
  }
  Type type = a;
  type.clamped = false;
  const std::uint16_t common = empty_set(left) ? b.subset : empty_set(right) ? a.subset : common_subset(a, b);
  Op op = Op::unite;
  const rules::KindMask either = a.stands != 0 && b.stands != 0 ? a.stands | b.stands : 0;
  switch (expr.op) {
    case BinaryOp::intersect:
      op = Op::intersect;
      // An element is within the bounds of both sides, and a kind that both sides allow stands on it.
      type.lo = std::max(a.lo, b.lo);
      type.hi = std::max(type.lo, std::min(a.hi, b.hi));
      type.subset = a.subset != 0 ? a.subset : b.subset;
      type.stands = a.stands == 0 ? b.stands : (a.stands & b.stands) != 0 ? a.stands & b.stands : a.stands;
      break;
    case BinaryOp::subtract:
      op = Op::subtract_set;
      break;
    default:
      op = expr.op == BinaryOp::unite ? Op::unite : Op::toggle;
      type.lo = std::min(a.lo, b.lo);
      type.hi = std::max(a.hi, b.hi);
      type.subset = common;
      type.stands = empty_set(left) ? b.stands : empty_set(right) ? a.stands : either;
      break;
  }
  return node(op, type, expr.span, std::move(left), std::move(right));
}

Maybe Operators::arithmetic(const tree::Expr& expr, const Type* hint) {
  using tree::BinaryOp;
  // `S - {a}` and `red + 1`: a bare left side has the expected type, a bare right side of `-` that of the left.
  Maybe left = this->expr(expr.kids[0], hint);
  if (!left) {
    report_errors(expr.kids[1]);
    return std::nullopt;
  }
  std::optional<Type> right_hint;
  if (expr.op == BinaryOp::add && left->type.base == Base::cell)
    right_hint = set_of(plain(Base::direction));
  else if (expr.op == BinaryOp::subtract)
    right_hint = left->type.base == Base::place ? set_of(plain(Base::cell)) : left->type;
  else if (is(left->type, Base::number) && expr.kids[1].kind == tree::ExprKind::name)
    right_hint = plain(Base::number);
  Maybe right = this->expr(expr.kids[1], right_hint ? &*right_hint : nullptr);
  if (!right) return std::nullopt;
  if (expr.op == BinaryOp::add) return sum(std::move(*left), std::move(*right), expr);
  if (expr.op == BinaryOp::subtract) return difference(std::move(*left), std::move(*right), expr);
  if (!is(left->type, Base::number) || !is(right->type, Base::number)) return mismatch(expr, *left, *right);
  if (expr.op != BinaryOp::multiply) return division(std::move(*left), std::move(*right), expr);
  const Type type = number_type(multiply(interval(left->type), interval(right->type)));
  return checked(node(Op::multiply, type, expr.span, std::move(*left), std::move(*right)));
}

Maybe Operators::division(Expr left, Expr right, const tree::Expr& expr) {
  const Interval by = interval(right.type);
  if (by.lo <= 0 && by.hi >= 0) {
    const bool always = by.lo == 0 && by.hi == 0;
    return refuse(Code::G0311, right.span, always ? "a division by 0" : "this may be 0, and nothing can be divided by 0",
                  {.label = always ? "" : "it is in " + type_name(right.type, rules_),
                   .help = always         ? ""
                           : by.lo == 0 ? "use `max(1, ...)`, or a range that begins at 1"
                                        : "divide by a number that is never 0, such as `max(1, ...)`"});
  }
  const bool whole = expr.op == tree::BinaryOp::divide;
  const Type type = number_type(whole ? divide(interval(left.type), by) : modulo(interval(left.type), by));
  return checked(node(whole ? Op::divide : Op::modulo, type, expr.span, std::move(left), std::move(right)));
}

Maybe Operators::sum(Expr left, Expr right, const tree::Expr& expr) {
  if (is(left.type, Base::number) && is(right.type, Base::number)) {
    const Type type = number_type(add(interval(left.type), interval(right.type)));
    return checked(node(Op::add, type, expr.span, std::move(left), std::move(right)));
  }
  if (cyclic(left.type) && is(right.type, Base::number)) {
    const Type type = plain(left.type.base);
    return node(Op::cycle, type, expr.span, std::move(left), std::move(right));
  }
  if (left.type.base == Base::cell && right.type.base == Base::direction)
    return step(std::move(left), std::move(right), expr.span);
  std::string help;
  if (expr.kids[0].kind == tree::ExprKind::of && is(right.type, Base::number))
    help = "`of` takes only the next word: write `of (p + 1)`";
  if (left.type.is_set && right.type.is_set) help = "`|` joins two sets";
  if (is(left.type, Base::number) && cyclic(right.type)) help = "write the number on the right: `d + 1`";
  if (left.type.base == Base::direction && left.type.is_set) help = "only one direction can be turned";
  return mismatch(expr, left, right, help);
}

Maybe Operators::step(Maybe from, Maybe way, const Span& span) {
  from = convert(std::move(from), set_of(plain(Base::cell)));
  way = convert(std::move(way), set_of(plain(Base::direction)));
  if (!from || !way) return std::nullopt;
  return node(Op::step, set_of(plain(Base::cell)), span, std::move(*from), std::move(*way));
}

/// The opposite direction; for a set, those of all its elements.
Expr Operators::opposite(Expr way) {
  const Span span = way.span;
  const std::int64_t steps = size_of(plain(Base::direction), context_) / 2;
  Expr half = constant(steps, number_type(steps, steps), span);
  const Type direction = plain(Base::direction);
  if (!way.type.is_set) return node(Op::cycle, direction, span, std::move(way), std::move(half));
  const int slot = scope_.bind_hidden(direction, span);
  Expr turned = node(Op::cycle, direction, span, scope_.local(slot, span), std::move(half));
  return about(slot, node(Op::fold_unite, set_of(direction), span, std::move(way), std::move(turned)));
}

Maybe Operators::difference(Expr left, Expr right, const tree::Expr& expr) {
  if (is(left.type, Base::number) && is(right.type, Base::number)) {
    const Type type = number_type(subtract(interval(left.type), interval(right.type)));
    return checked(node(Op::subtract, type, expr.span, std::move(left), std::move(right)));
  }
  if (cyclic(left.type) && is(right.type, Base::number)) {
    const Type type = plain(left.type.base);
    return node(Op::cycle, type, expr.span, std::move(left), negative(std::move(right)));
  }
  if (cyclic(left.type) && is(right.type, left.type.base)) {
    const Type type = number_type(0, size_of(left.type, context_) - 1);
    return node(Op::cycle_distance, type, expr.span, std::move(left), std::move(right));
  }
  if (left.type.base == Base::cell && right.type.base == Base::direction) {
    // One step back, in the opposite directions.
    return step(std::move(left), opposite(std::move(right)), expr.span);
  }
  if (is(left.type, Base::number) && right.type.is_set && same_base(left.type, right.type))
    return mismatch(expr, left, right, "`-` binds tighter than `..`: write `(1..6) - S`");
  if (left.type.is_set || right.type.is_set || left.type.base == Base::cell)
    return set_sides(std::move(left), std::move(right), expr);
  return mismatch(expr, left, right);
}

}  // namespace glint::lang::checking
