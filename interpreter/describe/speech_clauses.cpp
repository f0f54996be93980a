// Conditions as clauses.
#include <utility>

#include "interpreter/describe/exprs.hpp"
#include "interpreter/describe/speech.hpp"
#include "lang/rules/walk.hpp"
#include "lang/source/text.hpp"

namespace glint::describe {

using rules::Base;
using rules::Expr;
using rules::Op;

std::string Speech::clause(const Expr& expr, bool is_denied) { return say_clause(scope_.fold(expr), is_denied); }

/// `what` is at least (or at most) `bound`; strict: more (or less) than.
std::string Speech::at_least(const Expr& what, const Expr& bound, bool is_strict, bool is_upper) {
  const std::string than = say(bound);
  const char* const relation =
      is_upper ? (is_strict ? "less than " : "at most ") : (is_strict ? "more than " : "at least ");
  if (what.op == Op::seen) return "this position has come up " + std::string(relation) + than + " times";
  if (what.op == Op::count && (kid(what, 0).type.base == Base::cell || kid(what, 0).type.base == Base::place)) {
    const char* const many = is_upper && is_strict ? "fewer than " : relation;
    return has(set_words(kid(what, 0)), many + than, than != "1");
  }
  return say(what) + " is " + relation + than;
}

std::string Speech::compare(const Expr& expr, bool is_denied) {
  const Expr &a = kid(expr, 0), &b = kid(expr, 1);
  const auto is_about = [&](const Expr& side) {
    bool found = false;
    rules::walk(side, [&](const Expr& each) { found = found || (each.op == Op::local && each.ref == subject_); });
    return found;
  };
  const bool a_is_bound =
      constant_of(a) ||
      (!constant_of(b) && ((a.op != Op::count && b.op == Op::count) || (is_about(b) && !is_about(a))));
  if (expr.op == Op::less) {  // a < b
    if (is_denied) return a_is_bound ? at_least(b, a, false, true) : at_least(a, b, false, false);
    return a_is_bound ? at_least(b, a, true, false) : at_least(a, b, true, true);
  }
  if (is_denied) return a_is_bound ? at_least(b, a, true, true) : at_least(a, b, true, false);
  return a_is_bound ? at_least(b, a, false, false) : at_least(a, b, false, true);
}

std::string Speech::fold_clause(const Expr& expr, bool is_denied) {
  const Expr& set = kid(expr, 0);
  const int outer = std::exchange(subject_, expr.ref);
  const bool passes = set.op == Op::trace_visits || set.op == Op::trace_exits;
  const Expr* const condition = expr.kids.size() > 2 ? &kid(expr, 2) : nullptr;
  std::string each = passes ? visits(set, expr.ref, condition, true)
                     : set.type.base == Base::cell || set.type.base == Base::place ? singular(meant(set, expr.ref))
                     : set.op == Op::all && set.type.base == Base::player          ? "player " + scope_.local(expr.ref)
                     : set.op == Op::all && set.type.base == Base::direction
                         ? "direction " + scope_.local(expr.ref)
                         : elements(set, "or") + " (" + scope_.local(expr.ref) + ")";
  bool is_owned = false;
  if (!passes && (set.type.base == Base::cell || set.type.base == Base::place)) {
    const SetWords words = meant(set, expr.ref);
    is_owned = !words.owner.empty() && words.others.empty();
    if (is_owned) each = plural_of(words);
  }
  if (condition && !passes) each += " where " + say_clause(*condition, false);
  std::string words;
  const bool some = (expr.op == Op::fold_any) != is_denied;  // else it holds for every one
  const bool body_is_denied = (expr.op == Op::fold_no) != is_denied;
  words = say_clause(kid(expr, 1), body_is_denied) +
          (is_owned ? (some ? " for one of " : " for each of ") : (some ? " for some " : " for every ")) + each;
  subject_ = outer;
  return words;
}

/// "you cannot place, tilt or take"; nothing if the parts are not all about moves of one player.
std::optional<std::string> Speech::joined_moves(const std::vector<const Expr*>& parts, bool is_denied, bool all_hold) {
  std::vector<std::string> moves;
  std::string who;
  bool denied = is_denied;
  for (const Expr* part : parts) {
    const Expr& inner = part->op == Op::not_ ? kid(*part, 0) : *part;
    if (inner.op != Op::can) return std::nullopt;
    const bool no = (part->op == Op::not_) != is_denied;
    const std::string name = inner.kids.empty() ? "you" : say(kid(inner, 0));
    if (!moves.empty() && (name != who || no != denied)) return std::nullopt;
    who = name;
    denied = no;
    moves.push_back(term(rules_.moves[static_cast<std::size_t>(inner.ref)].name));
  }
  if (denied != all_hold) return std::nullopt;
  return who + (denied ? " cannot " : " can ") + listed(moves, "or");
}

std::string Speech::joined_clauses(const Expr& expr, bool is_denied) {
  const std::vector<const Expr*> parts = parts_of_chain(expr);
  const bool all_hold = (expr.op == Op::and_) != is_denied;  // else one of them
  if (auto moves = joined_moves(parts, is_denied, all_hold)) return *moves;
  std::vector<std::string> clauses;
  bool is_simple = parts.size() == 2;
  for (const Expr* part : parts) {
    const bool no = (part->op == Op::not_) != is_denied;
    const Expr& inner = part->op == Op::not_ ? kid(*part, 0) : *part;
    const bool is_chain = (inner.op == Op::and_ || inner.op == Op::or_) &&
                          !joined_moves(parts_of_chain(inner), no, (inner.op == Op::and_) != no);
    clauses.push_back((is_chain ? (inner.op == Op::and_) != no ? "both " : "either " : "") + say_clause(*part, is_denied));
    is_simple = is_simple && clauses.back().find(" and ") == std::string::npos &&
                clauses.back().find(" or ") == std::string::npos;
  }
  const std::string word = all_hold ? "and" : "or";
  return is_simple ? listed(clauses, word) : lang::joined(clauses, ", " + word + " ");
}

std::string Speech::say_clause(const Expr& expr, bool no) {
  if (!spend_part()) return (no ? "not " : "") + source(expr.span);
  const auto is = [&] { return no ? " is not " : " is "; };
  switch (expr.op) {
    case Op::constant:
      return (expr.number != 0) != no ? "always" : "never";
    case Op::not_:
      return say_clause(kid(expr, 0), !no);
    case Op::and_:
    case Op::or_:
      return joined_clauses(expr, no);
    case Op::less:
    case Op::less_equal:
      return compare(expr, no);
    case Op::equal:
    case Op::not_equal: {
      if (expr.op == Op::not_equal) no = !no;
      const Expr &a = kid(expr, 0), &b = kid(expr, 1);
      if (is_empty_set(b) || is_empty_set(a)) {
        const Expr& set = is_empty_set(b) ? a : b;
        if (set.type.base == Base::cell || set.type.base == Base::place) {
          const SetWords words = set_words(set);
          if (!words.is_named()) return there_is_any(words, !no);
          return place(set) + (no ? " is not empty" : " is empty");
        }
        return say(set) + (no ? " is not empty" : " is empty");
      }
      if (a.op == Op::seen)
        return "this position has come up " + std::string(no ? "not " : "") + "exactly " + say(b) + " times";
      if (is_me(a) || is_me(b)) return (no ? "you are not " : "you are ") + say(is_me(a) ? b : a);
      if (a.op == Op::count && (kid(a, 0).type.base == Base::cell || kid(a, 0).type.base == Base::place))
        return has(set_words(kid(a, 0)), (no ? "not exactly " : "exactly ") + say(b), say(b) != "1");
      if (b.op == Op::all) return say(a) + (no ? " is not all of " : " is all of ") + elements(b, "and");
      return say(a) + is() + (a.type.is_set ? "exactly " : "") + say(b);
    }
    case Op::in: {
      const Expr& set = kid(expr, 1);
      const std::string what = say(kid(expr, 0));
      if (!is_space(set.type)) return what + is() + elements(set, "or");
      if (set.op == Op::empty) return what + is() + "empty";
      const SetWords words = set_words(set);
      if (words.is_pieces && !words.owner.empty())
        return (no ? "none of " : "one of ") + plural_of(words) + " stands on " + what;
      if (words.is_pieces) return (no ? "no " + singular(words) : with_article(singular(words))) + " stands on " + what;
      if (words.is_named()) return what + is() + inside(words);
      return what + is() + with_article(singular(words));
    }
    case Op::within: {
      const Expr& a = kid(expr, 0);
      if (!is_space(a.type)) return say(a) + (no ? " is not part of " : " is part of ") + say(kid(expr, 1));
      const SetWords outer = set_words(kid(expr, 1));
      const std::string where = outer.is_named() ? inside(outer) : "among " + plural_of(outer);
      return (no ? "not all of " : "all of ") + place(a) + " are " + where;
    }
    case Op::meets: {
      const Expr& a = kid(expr, 0);
      if (!is_space(a.type))
        return say(a) + " and " + say(kid(expr, 1)) + (no ? " have nothing in common" : " have something in common");
      SetWords some = set_words(a), place = set_words(kid(expr, 1));
      if (some.is_named() && !place.is_named()) std::swap(some, place);
      if (place.is_named() && !place.is_list && !some.is_named() && some.others.empty() && some.where.empty())
        return (some.owner.empty() ? (no ? "no " + singular(some) : with_article(singular(some)))
                                   : (no ? "none of " : "one of ") + plural_of(some)) +
               " is " + inside(place);
      return there_is_any(both(some, place), no);
    }
    case Op::if_:
      return "if " + say_clause(kid(expr, 0), false) + ", " + say_clause(kid(expr, 1), no) + "; otherwise " +
             say_clause(kid(expr, 2), no);
    case Op::odd:
      return say(kid(expr, 0)) + is() + "odd";
    case Op::fold_any:
    case Op::fold_all:
    case Op::fold_no:
      return fold_clause(expr, no);
    case Op::can: {
      const std::string move = term(rules_.moves[static_cast<std::size_t>(expr.ref)].name);
      if (expr.kids.empty() || is_me(kid(expr, 0))) return (no ? "you cannot " : "you can ") + move;
      return say(kid(expr, 0)) + (no ? " cannot " : " can ") + move;
    }
    case Op::call: {
      mentions_.lets[static_cast<std::size_t>(expr.ref)] = true;
      const std::string name = term(rules_.lets[static_cast<std::size_t>(expr.ref)].name);
      std::vector<std::string> arguments;
      for (const Expr& argument : expr.kids)
        arguments.push_back(argument.type.is_set ? place(argument) : say(argument));
      return name + (no ? " does not hold" : " holds") + (arguments.empty() ? "" : " for ") + listed(arguments);
    }
    case Op::variable:
    case Op::local:
    case Op::field:
    case Op::payload:
      return (expr.op == Op::variable ? called(expr) : say(expr)) + (no ? " is off" : " is on");
    default:
      break;
  }
  return (no ? "not " : "") + source(expr.span);
}

}  // namespace glint::describe
