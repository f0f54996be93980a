// Checks expressions in a scope.
//
// The result of an expression is a typed rules::Expr, or nothing if there is an error in it, which has been reported:
// the caller then stays silent. A hint says which type is expected, so that `red` or `{}` get the meaning that fits
// their place.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lang/check/body/scope.hpp"
#include "lang/check/declarations/types.hpp"
#include "lang/rules/arithmetic.hpp"
#include "lang/source/source.hpp"

namespace glint::lang::checking {

// Intervals of whole numbers: the smallest and the largest value that an expression can have in any position.

/// Numbers stay within +-2^53, so that every JSON reader can represent them exactly.
inline constexpr std::int64_t kNumberLimit = std::int64_t{1} << 53;
/// No stack is higher.
inline constexpr std::int64_t kHighestStack = 16;
/// No trace has more visits.
inline constexpr std::int64_t kMostVisits = std::int64_t{1} << 28;
/// No position lists more moves: far more than anyone can try, and few enough to be added up.
inline constexpr std::int64_t kMostMoves = std::int64_t{1} << 40;
/// The highest number in a set, which is a word of bits; the lowest is 0.
inline constexpr std::int64_t kMostInSet = 63;
/// Bounds beyond this count as too large; it is far above kNumberLimit and far below overflow.
inline constexpr std::int64_t kFar = std::int64_t{1} << 60;

struct Interval {
  std::int64_t lo = 0, hi = 0;
};

inline std::int64_t clip(std::int64_t value) { return std::clamp(value, -kFar, kFar); }

inline std::int64_t times(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return 0;
  const std::int64_t size_a = a < 0 ? -a : a;
  const std::int64_t size_b = b < 0 ? -b : b;
  if (size_a > kFar / size_b) return (a < 0) == (b < 0) ? kFar : -kFar;
  return a * b;
}

inline Interval add(Interval a, Interval b) { return {clip(a.lo + b.lo), clip(a.hi + b.hi)}; }
inline Interval negate(Interval a) { return {-a.hi, -a.lo}; }
inline Interval subtract(Interval a, Interval b) { return add(a, negate(b)); }
inline Interval multiply(Interval a, Interval b) {
  const auto [lo, hi] = std::minmax({times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi)});
  return {lo, hi};
}
/// The divisor must never be 0. The quotient only grows or only shrinks with each operand, so the ends decide.
inline Interval divide(Interval a, Interval b) {
  const auto [lo, hi] = std::minmax({rules::divided(a.lo, b.lo), rules::divided(a.lo, b.hi),
                                     rules::divided(a.hi, b.lo), rules::divided(a.hi, b.hi)});
  return {lo, hi};
}
/// The remainder has the sign of the divisor and is nearer to 0. A number that near is its own remainder.
inline Interval modulo(Interval a, Interval b) {
  if (b.lo > 0) return a.lo < 0 ? Interval{0, b.hi - 1} : a.hi < b.lo ? a : Interval{0, std::min(a.hi, b.hi - 1)};
  return a.hi > 0 ? Interval{b.lo + 1, 0} : a.lo > b.hi ? a : Interval{std::max(a.lo, b.lo + 1), 0};
}
inline Interval smaller(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)}; }
inline Interval larger(Interval a, Interval b) { return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)}; }
inline Interval hull(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }
inline bool apart(Interval a, Interval b) { return a.hi < b.lo || b.hi < a.lo; }

/// The sum of up to `most` values in `each`.
inline Interval sum_of(Interval each, std::int64_t most) {
  return {std::min<std::int64_t>(0, times(each.lo, most)), std::max<std::int64_t>(0, times(each.hi, most))};
}

inline Interval interval(const rules::Type& type) { return {type.lo, type.hi}; }

using Maybe = std::optional<Expr>;

/// A node with its kids moved into it.
template <class... Kids>
Expr node(Op op, const Type& type, const Span& span, Kids&&... kids) {
  Expr expr;
  expr.op = op;
  expr.type = type;
  expr.span = span;
  expr.kids.reserve(sizeof...(kids));
  (expr.kids.push_back(std::forward<Kids>(kids)), ...);
  return expr;
}

/// The expression with its `ref` set.
inline Expr about(int ref, Expr expr) {
  expr.ref = ref;
  return expr;
}

inline Expr constant(std::int64_t value, const Type& type, const Span& span) {
  Expr result = node(Op::constant, type, span);
  result.number = value;
  return result;
}

/// Appends a value, if there is one; otherwise returns false.
inline bool add(Maybe value, std::vector<Expr>& exprs) {
  if (value) exprs.push_back(std::move(*value));
  return value.has_value();
}

/// The condition that the value is this one of its type.
inline Expr equals(const Expr& value, std::int64_t number) {
  return node(Op::equal, plain(Base::flag), value.span, value, constant(number, value.type, value.span));
}

/// Help for a value that should name a kind.
inline constexpr const char* kKinds =
    "a type whose values are named after kinds names them: `type NAME = {queen, rook}`";

inline Type number_type(Interval interval) { return number_type(interval.lo, interval.hi); }
/// Written after a set, it gives a condition: the set is not empty.
inline constexpr const char* kSomeOf = " != {}";
/// Minus the number.
inline Expr negative(Expr number) {
  const Type type = number_type(negate(interval(number.type)));
  const Span span = number.span;
  return node(Op::negate, type, span, std::move(number));
}
/// The type of a value of one of these types, which share a base.
inline Type either(const Type& a, const Type& b) {
  Type type = unclamped(a);
  type.lo = std::min(a.lo, b.lo);
  type.hi = std::max(a.hi, b.hi);
  type.subset = common_subset(a, b);
  type.stands = a.stands != 0 && b.stands != 0 ? a.stands | b.stands : 0;
  return type;
}
/// The members of every trace, besides the named ends of beams.
inline constexpr std::array<const char*, 6> kTraceMembers = {"cells", "hits", "source", "visits", "exits", "looped"};
/// The members of every visit, besides the fields of its beam.
inline constexpr std::array<const char*, 6> kVisitMembers = {"cell", "way", "step", "source", "edge", "route"};

/// Checks expressions of all forms. It owns nothing, so one is made wherever a scope is at hand.
class Expressions {
 public:
  explicit Expressions(Scope& scope)
      : scope_(scope), context_(scope.context), rules_(scope.rules), place_(scope.place) {}

  // Each reports errors, and then returns nothing.
  Maybe expr(const tree::Expr& expr, const Type* hint = nullptr);
  /// An expression that must be a `type`; an element becomes a set of one if a set is expected.
  Maybe expr_as(const tree::Expr& expr, const Type& type);
  Maybe flag(const tree::Expr& expr);
  Maybe number(const tree::Expr& expr);
  Maybe cells(const tree::Expr& expr);
  Maybe any_set(const tree::Expr& expr, const Type* hint = nullptr);
  /// The domain of a loop or fold: a set, or (with `visits`) the visits of a trace.
  Maybe domain(const tree::Expr& expr, const Type* hint, bool visits);
  Maybe convert(Maybe value, const Type& wanted);
  /// `[a, b]`: a value for each value of the index, which is local 0; each is a `wanted`, if there is such a type.
  Maybe list(const tree::Expr& expr, const Type& index, const Type* wanted);
  std::optional<rules::Text> text(const tree::Text& text);

 protected:
  std::nullopt_t refuse(Code code, const Span& at, std::string message, More more = {}) {
    return context_.report.refuse(code, at, std::move(message), std::move(more));
  }
  Maybe checked(Expr expr);
  /// True if it is a bare value, an empty set, or consists of these, so that its type depends on the type expected.
  bool weak(const tree::Expr& expr);
  /// Reports the errors in an expression whose value is not needed, except those that depend on the expected type.
  void report_errors(const tree::Expr& expr);
  // kinds.cpp: `disc of p`, `stacked K`, `can m of p`
  Maybe kinds(const tree::Expr& expr, const tree::Expr* owner, bool stacked);
  Maybe kind_cells(int kind, const Span& span, const tree::Expr* owner, bool stacked);
  Maybe pieces_among(const tree::Expr& expr, const tree::Expr* owner, bool stacked);
  bool is_group(const Expr& cells) const;
  /// The kinds that the values of a type are named after, each with its value; none if one of them is no kind.
  std::vector<std::pair<std::int64_t, int>> kinds_called(const Type& type, const Span& span);
  Maybe can(const tree::Expr& expr);
  /// A comprehension whose set has been checked.
  Maybe filtered(const tree::Expr& expr, Maybe over);

  Scope& scope_;
  Context& context_;
  rules::Rules& rules_;
  const Place place_;

 private:
  Maybe negate(const tree::Expr& expr);
  Maybe condition(const tree::Expr& expr, const Type* hint);
  Maybe set(const tree::Expr& expr, const Type* hint);
  Maybe range(const tree::Expr& expr);
  /// The one type that has all these bare values, if there is one.
  std::optional<Type> common_type(const std::vector<tree::Expr>& names);
  // folds.cpp
  Maybe comprehension(const tree::Expr& expr, const Type* hint);
  Maybe fold(const tree::Expr& expr, const Type* hint);
  Maybe only(const tree::Expr& expr);
  /// The body of a fold, for an element of this type.
  Maybe fold_body(const tree::Expr& expr, const std::optional<Type>& each, const Type* hint);
};

/// Bare names (names.cpp).
class Names : public Expressions {
 public:
  using Expressions::Expressions;
  /// Any bare name.
  Maybe name(const tree::Expr& expr, const Type* hint);
  /// A name that is not declared: a value or a label, or else an error.
  Maybe value(const std::string& name, const Type* hint, const Span& span);
  Maybe unknown(const std::string& name, const Span& span, const std::set<Sort>& sorts, const Type* hint, bool values);
  Maybe me(const Span& span, const std::string& what);

 private:
  /// True if it is a word that means a value everywhere. Then `result` is that value, or nothing if it was refused.
  bool builtin(const std::string& name, const Span& span, Maybe& result);
  Maybe global(const std::string& name, Global& global, const tree::Expr& expr);
  /// True if a name may be meant where a value of this type is expected: for example, no piece for a number.
  bool may_be(const std::string& name, const Type& wanted);
  std::vector<std::string> names_of_named() const;
  Maybe all_of(const Type& type, const Span& span);
};

/// Operators between two expressions (operators.cpp).
class Operators : public Expressions {
 public:
  using Expressions::Expressions;
  Maybe binary(const tree::Expr& expr, const Type* hint);
  Maybe set_sides(Expr left, Expr right, const tree::Expr& expr);

 private:
  Maybe logic(const tree::Expr& expr);
  Maybe joined_conditions(const tree::Expr& expr, bool both);
  Maybe comparison(const tree::Expr& expr);
  Maybe membership(const tree::Expr& expr);
  Maybe set_operation(const tree::Expr& expr, const Type* hint);
  Maybe arithmetic(const tree::Expr& expr, const Type* hint);
  Maybe division(Expr left, Expr right, const tree::Expr& expr);
  Maybe sum(Expr left, Expr right, const tree::Expr& expr);
  Maybe difference(Expr left, Expr right, const tree::Expr& expr);
  Maybe step(Maybe from, Maybe way, const Span& span);
  Expr opposite(Expr way);
  Maybe mismatch(const tree::Expr& expr, const Expr& left, const Expr& right, const std::string& help = {});
  bool pair(const tree::Expr& expr, const Type* hint, Maybe& left, Maybe& right, bool elements_of_right = false);
};

/// Calls and indexes (calls.cpp).
class Calls : public Expressions {
 public:
  using Expressions::Expressions;
  struct Form;
  Maybe call(const tree::Expr& expr);
  Maybe index(const tree::Expr& expr);
  Maybe call_let(const std::string& name, Global& global, const tree::Expr& expr,
                 const std::vector<const tree::Expr*>& args);
  Maybe score_of_team(const Span& span);
  /// The parameters of a body whose frame begins with `first` other locals.
  static std::vector<rules::Local> parameters_of(const rules::Frame& callee, std::size_t first);
  /// Checks and converts the arguments for the parameters of `name`.
  bool arguments(const std::string& name, const std::vector<rules::Local>& params, const Span& declared, const Span& at,
                 const std::vector<const tree::Expr*>& args, std::vector<Expr>& result);
  /// The values of arguments that must not have names.
  std::optional<std::vector<const tree::Expr*>> unnamed(const std::vector<tree::Arg>& args);

 private:
  Maybe builtin_call(const tree::Expr& expr);
  Maybe form_call(const tree::Expr& expr, const Form& form);
  Maybe trace_call(const tree::Expr& expr);
  Maybe walk(Expr line, Op op, Maybe walls);
  Maybe edge_call(const tree::Expr& expr);
  Maybe letters_call(const tree::Expr& expr);
  Maybe count_of_bag(const tree::Expr& expr);
  std::optional<std::vector<const tree::Expr*>> plain_args(const tree::Expr& expr, std::size_t count,
                                                           const std::string& form);
};

/// Members: `x.name` (members.cpp).
class Members : public Expressions {
 public:
  using Expressions::Expressions;
  Maybe member(const tree::Expr& expr, const Type* hint);
  /// x.name, for a value that has been checked.
  Maybe member(Expr of, const tree::Name& name, const Span& span);

 private:
  Maybe payload(const tree::Expr& expr);
  /// `south.B3`: a player's own label of a cell.
  bool own_label(const tree::Expr& expr, Maybe& result);
  Maybe trace_member(Expr of, const tree::Name& name, const Span& span);
  Maybe visit_member(Expr of, const tree::Name& name, const Span& span);
  Maybe piece_member(Expr of, const tree::Name& name, const Span& span);
  Maybe kind_of(Expr of, rules::KindMask stands, const tree::Name& name, const Span& span);
  /// The named types whose values are named after kinds.
  std::vector<Type> types_of_kinds(const Span& span);
  Maybe unknown_member(const Expr& of, const tree::Name& name, const std::vector<std::string>& names);
  Maybe nothing_known(const Expr& of, const tree::Name& name, const Span& span);
  /// True if it is a variable or table with a value for each value of this type.
  bool is_indexed_by(const Global& global, const Type& type) const;

  const Type* hint_ = nullptr;
};

// ---- what an editor may offer at a place (wanted.cpp)
/// True if an editor asks what could replace this name.
bool is_asked_about(const Context& context, const tree::Expr& expr);
/// The answer for a name after a dot: the members of the value before it.
void note_members(const Context& context, const tree::Name& name, std::vector<std::string> names);
/// The answer elsewhere: a value of this type, or (without a hint) a set.
void note_wanted(const Scope& scope, const Type* hint, const Span& span);

}  // namespace glint::lang::checking
