// What values are called, and conditions as clauses. Sets of cells are in speech_sets.cpp.
#include "interpreter/describe/speech.hpp"

#include <utility>

#include "interpreter/program/values.hpp"
#include "lang/rules/walk.hpp"
#include "lang/source/text.hpp"

namespace glint::describe {

using rules::Base;
using rules::Expr;
using rules::Op;

namespace {

const Expr& kid(const Expr& expr, std::size_t i) { return expr.kids[i]; }

bool is_empty_set(const Expr& expr) { return expr.op == Op::set && expr.kids.empty(); }

/// "s" as it follows a name.
std::string possessive(const std::string& owner) { return owner + "'s"; }

}  // namespace

Speech::Speech(const Program& program)
    : program_(program),
      rules_(program.rules),
      known_{program.rules, program.options},
      lets_(program.rules.lets.size()),
      variables_(program.rules.variables.size()) {}

void Speech::forget_named() {
  lets_.assign(rules_.lets.size(), false);
  variables_.assign(rules_.variables.size(), false);
}

Scope Speech::enter(const rules::Frame& frame) {
  Scope before = std::move(scope_);
  scope_.clear();
  for (const rules::Local& local : frame.locals) scope_.push_back(pick(local.name));
  known_.locals.clear();
  return before;
}

void Speech::name_local(int local, std::string phrase) {
  if (static_cast<std::size_t>(local) >= scope_.size()) scope_.resize(static_cast<std::size_t>(local) + 1);
  scope_[static_cast<std::size_t>(local)] = std::move(phrase);
}

std::string Speech::local(int ref) const {
  return static_cast<std::size_t>(ref) < scope_.size() ? scope_[static_cast<std::size_t>(ref)] : "it";
}

void Speech::know(int local, const Expr* value) {
  if (value)
    known_.locals.insert_or_assign(local, *value);
  else
    known_.locals.erase(local);
}

bool Speech::is_me(const Expr& expr) const { return expr.op == Op::me; }
bool Speech::is_opponent(const Expr& expr) const {
  return expr.op == Op::cycle && rules_.players.size() == 2 && is_me(kid(expr, 0)) &&
         constant_of(kid(expr, 1)).value_or(0) % 2 != 0;
}

std::string Speech::source(const lang::Span& span) {
  gave_up_ = true;
  std::string text;
  for (const std::string_view line : lang::lines_of(program_.sources->text(span))) {
    std::string_view words = line.substr(0, line.find("//"));
    words = lang::trimmed(words);
    if (!words.empty()) text += (text.empty() ? "" : " ") + std::string(words);
  }
  return code(text);
}

std::string Speech::value(const rules::Type& type, std::int64_t number) const {
  const std::string printed = print_value(rules_, type, number);
  return type.base == Base::axis && !type.is_set ? code(printed) : printed;
}

std::string Speech::any_value(const rules::Type& type) const {
  rules::Type one = type;
  one.is_set = false;
  std::string words;
  switch (one.base) {
    case Base::number:
      words = "a number from " + std::to_string(one.lo) + " to " + std::to_string(one.hi);
      break;
    case Base::flag:
      words = "on or off";
      break;
    case Base::player:
      words = "a player";
      break;
    case Base::cell:
      words = "a cell";
      break;
    case Base::edge:
      words = "a side of a cell";
      break;
    case Base::direction:
      words = "a direction";
      break;
    case Base::axis:
      words = "a line";
      break;
    default:
      words = "a value";
      break;
  }
  if (one.base == Base::enumeration || one.base == Base::axis) {
    std::vector<std::string> names;
    const std::int64_t size = domain_size(rules_, one), most = one.base == Base::axis ? 4 : 16;
    for (std::int64_t i = 0; i < size && size <= most; ++i) {
      const std::string name = value(one, i);
      if (!name.empty()) names.push_back(name);
    }
    words = names.empty() ? words : listed(names, type.is_set ? "and" : "or");
    return type.is_set ? "some of " + words : words;
  }
  if (!type.is_set) return words;
  if (words.starts_with("a side")) return "a set of sides of cells";
  if (words.starts_with("a number")) return "a set of numbers" + words.substr(8);
  if (words.starts_with("a ")) return "a set of " + plural(words.substr(2));
  return "a set of " + words;
}

std::string Speech::belonging(const std::string& what, const std::string& owner) const {
  if (owner == "you") return "your " + what;
  if (owner == "your opponent" || (is_one_mark(owner) && unmarked(owner).find(' ') == std::string::npos) ||
      owner.ends_with("'s opponent"))
    return possessive(owner) + " " + what;
  for (const rules::Player& player : rules_.players)
    if (owner == player.name) return possessive(owner) + " " + what;
  if (owner == "it") return "its " + what;
  if (owner.starts_with("the ") && owner.find(' ', 4) == std::string::npos) return possessive(owner) + " " + what;
  return "the " + what + " of " + owner;
}

std::string Speech::noun(const Expr& expr) {
  const Expr known = fold(expr);
  return say(known);
}

/// A call of a let, or a variable: by its name, and what it is asked of.
std::string Speech::called(const Expr& expr) {
  const bool is_let = expr.op == Op::call;
  const auto ref = static_cast<std::size_t>(expr.ref);
  (is_let ? lets_ : variables_)[ref] = true;
  const std::string name = term(is_let ? rules_.lets[ref].name : rules_.variables[ref].name);
  if (expr.kids.empty()) return name;
  std::vector<std::string> arguments;
  for (const Expr& argument : expr.kids) arguments.push_back(argument.type.is_set ? place(argument) : say(argument));
  if (arguments.size() > 1) return name + "(" + lang::joined(arguments) + ")";
  const Expr& only = expr.kids[0];
  if (unmarked(name).ends_with(" of") || (only.op == Op::constant && only.type.base == Base::number))
    return name + " " + arguments[0];
  if (only.type.base == Base::player || !is_one_mark(arguments[0])) return belonging(name, arguments[0]);
  return "the " + name + " of " + arguments[0];
}

std::string Speech::variable(int ref) {
  variables_[static_cast<std::size_t>(ref)] = true;
  return term(rules_.variables[static_cast<std::size_t>(ref)].name);
}

std::string Speech::turned(const Expr& expr) {
  const std::int64_t all = expr.type.base == Base::player ? static_cast<std::int64_t>(rules_.players.size())
                                                          : static_cast<std::int64_t>(rules_.lattice.directions.size());
  const std::string start = say(kid(expr, 0));
  const auto by = constant_of(kid(expr, 1));
  if (expr.type.base == Base::player) {
    if (is_opponent(expr)) return "your opponent";
    if (by && all == 2 && *by % 2 != 0)
      return is_one_mark(start) ? possessive(start) + " opponent" : "the opponent of " + start;
    if (by && *by == 1) return "the player after " + start;
    if (by && *by == -1) return "the player before " + start;
    if (kid(expr, 1).op == Op::negate) return "the player " + say(kid(kid(expr, 1), 0)) + " places before " + start;
    return "the player " + say(kid(expr, 1)) + " places after " + start;
  }
  if (by && *by % all == 0) return start;
  if (by && 2 * *by == all) return "the opposite of " + start;
  const auto notches = [](std::int64_t number) {
    return "turned " + std::string(number < 0 ? "left" : "right") + " by " +
           number_of(number < 0 ? -number : number, "notch");
  };
  if (by) return start + " " + notches(*by);
  const Expr& amount = kid(expr, 1);
  if (amount.op == Op::if_) {
    const auto then = constant_of(kid(amount, 1)), other = constant_of(kid(amount, 2));
    if (then && other)
      return start + " " + notches(*then) + " if " + say_clause(kid(amount, 0), false) + ", otherwise " +
             notches(*other);
  }
  return start + " turned right by " + say(kid(expr, 1)) + " notches";
}

std::string Speech::trace(const Expr& expr) {
  switch (expr.op) {
    case Op::beams:
      return "any beam";
    case Op::trace: {
      const Expr& cells = kid(expr, 0);
      if (!cells.type.is_set) return "the beam of " + say(cells);
      if (cells.op == Op::set && cells.kids.size() == 1 && !cells.kids[0].type.is_set)
        return "the beam of " + say(cells.kids[0]);
      const SetWords words = set_words(cells);
      return "a beam of " + (words.is_named() ? (words.is_list ? "" : "one of ") + words.place : one_of(cells));
    }
    case Op::trace_from:
      return std::string("a beam that ") + (kid(expr, 0).type.base == Base::edge ? "crosses " : "begins at ") +
             say(kid(expr, 0)) + " and goes " + toward(kid(expr, 1));
    default:
      return say(expr);
  }
}

/// An expression that is folded already.
std::string Speech::say(const Expr& expr) {
  if (is_tired()) return source(expr.span);
  if (expr.type.base == Base::flag && !expr.type.is_set && expr.op != Op::constant && expr.op != Op::variable &&
      expr.op != Op::local && expr.op != Op::field && expr.op != Op::call && expr.op != Op::payload)
    return "whether " + say_clause(expr, false);
  switch (expr.op) {
    case Op::constant:
      return expr.type.is_set ? source(expr.span) : value(expr.type, expr.number);
    case Op::label:
      return code(expr.text);
    case Op::local:
      return local(expr.ref);
    case Op::me:
      return "you";
    case Op::variable:
      return called(expr);
    case Op::call:
      return expr.type.base == Base::flag ? "whether " + say_clause(expr, false) : called(expr);
    case Op::seen:
      return "the number of times that this position has come up";
    case Op::payload:
      return "the beam's " + spoken(rules_.beam[static_cast<std::size_t>(expr.ref)].name);
    case Op::way:
      return "the beam's direction";
    case Op::field:
      return belonging(spoken(rules_.fields[static_cast<std::size_t>(expr.ref)].name), say(kid(expr, 0)));
    case Op::owner:
      return belonging("owner", say(kid(expr, 0)));
    case Op::cell_of:
      return belonging("cell", say(kid(expr, 0)));
    case Op::level_of:
      return belonging("level", say(kid(expr, 0)));
    case Op::x_of:
      return belonging("x", say(kid(expr, 0)));
    case Op::y_of:
      return belonging("y", say(kid(expr, 0)));
    case Op::cell_at:
      return "the cell at (" + say(kid(expr, 0)) + ", " + say(kid(expr, 1)) + ")";
    case Op::index_of:
      return belonging("number", say(kid(expr, 0)));
    case Op::visit_way:
      return belonging("direction", say(kid(expr, 0)));
    case Op::visit_step:
      return belonging("step", say(kid(expr, 0)));
    case Op::visit_source:
      return belonging("source", say(kid(expr, 0)));
    case Op::visit_payload:
      return belonging(spoken(rules_.beam[static_cast<std::size_t>(expr.ref)].name), say(kid(expr, 0)));
    case Op::add:
      return say(kid(expr, 0)) + " + " + say(kid(expr, 1));
    case Op::subtract:
      return say(kid(expr, 0)) + " − " + say(kid(expr, 1));
    case Op::multiply:
      return say(kid(expr, 0)) + " × " + say(kid(expr, 1));
    case Op::negate:
      return "−" + say(kid(expr, 0));
    case Op::min:
      return "the smaller of " + say(kid(expr, 0)) + " and " + say(kid(expr, 1));
    case Op::max:
      return "the larger of " + say(kid(expr, 0)) + " and " + say(kid(expr, 1));
    case Op::cycle:
      return turned(expr);
    case Op::distance:
      return "the distance from " + say(kid(expr, 0)) + " to " + say(kid(expr, 1));
    case Op::way_to:
      return "the direction from " + say(kid(expr, 0)) + " to " + say(kid(expr, 1));
    case Op::axis_of:
      return toward(kid(expr, 0));
    case Op::visit_route:
      return belonging("route", say(kid(expr, 0)));
    case Op::count:
      return "the number of " + all_of(kid(expr, 0));
    case Op::score:
      return belonging("score", say(kid(expr, 0)));
    case Op::if_:
      return say(kid(expr, 1)) + " if " + say_clause(kid(expr, 0), false) + ", otherwise " + say(kid(expr, 2));
    case Op::trace:
    case Op::beams:
    case Op::trace_from:
      return trace(expr);
    case Op::fold_count:
    case Op::fold_sum:
    case Op::fold_min:
    case Op::fold_max: {
      const bool passes = kid(expr, 0).op == Op::trace_visits || kid(expr, 0).op == Op::trace_exits;
      const bool is_count = expr.op == Op::fold_count, is_sum = expr.op == Op::fold_sum;
      const bool has_where = is_count || expr.kids.size() == (is_sum ? 3U : 4U);
      const Expr* const condition = has_where ? &kid(expr, is_count ? 1 : 2) : nullptr;
      const int outer = std::exchange(subject_, expr.ref);
      const std::string all = passes ? passages(kid(expr, 0), expr.ref, condition)
                              : kid(expr, 0).type.base == Base::cell || kid(expr, 0).type.base == Base::place
                                  ? plural_of(meant(kid(expr, 0), expr.ref))
                                  : elements(kid(expr, 0), "and") + " (" + local(expr.ref) + ")";
      const std::string where = has_where && !passes ? " where " + say_clause(*condition, false) : "";
      const std::string value = is_count ? "" : say(kid(expr, 1));
      subject_ = outer;
      if (is_count) return "the number of " + all + where;
      const std::string of = (is_sum ? "" : "value of ") + value + " over all " + all + where;
      if (is_sum) return "the sum of " + of;
      return std::string(expr.op == Op::fold_min ? "the smallest " : "the largest ") + of + " (" +
             say(expr.kids.back()) + " if there are none)";
    }
    default:
      break;
  }
  if (expr.type.is_set) return is_space(expr.type) && expr.op != Op::visit_route ? place(expr) : elements(expr, "and");
  if (expr.op == Op::edges) {
    const Expr &at = kid(expr, 0), &way = kid(expr, 1);
    if (at.op == Op::cell_of && way.op == Op::visit_way && kid(at, 0).op == Op::local &&
        kid(at, 0).ref == kid(way, 0).ref)
      return "the side that " + say(kid(at, 0)) + " crosses";
    return "the side of " + say(at) + " " + toward(way);
  }
  return source(expr.span);
}

/// The elements of a small set, one by one.
std::string Speech::elements(const Expr& set, std::string_view last) {
  if (set.op == Op::set) {
    std::vector<std::string> parts;
    for (const Expr& each : set.kids) parts.push_back(say(each));
    return parts.empty() ? "nothing" : listed(parts, last);
  }
  if (set.op == Op::range) return say(kid(set, 0)) + " to " + say(kid(set, 1));
  if (set.op == Op::all) {
    if (set.type.base == Base::direction) return last == "or" ? "any direction" : "all directions";
    if (set.type.base == Base::player) return last == "or" ? "a player" : "all players";
    rules::Type one = set.type;
    one.is_set = false;
    std::string each = any_value(one);
    if (last == "and" && each.rfind(" or ") != std::string::npos) each.replace(each.rfind(" or "), 4, " and ");
    return each;
  }
  if (set.op == Op::unite)
    return elements(kid(set, 0), last) + " " + std::string(last) + " " + elements(kid(set, 1), last);
  if (set.op == Op::local) return local(set.ref);
  if (set.op == Op::variable || set.op == Op::call) return called(set);
  if (set.op == Op::fold_unite && (kid(set, 0).op == Op::trace_visits || kid(set, 0).op == Op::trace_exits)) {
    return gathered(set);
  }
  if (is_space(set.type) && set.op != Op::visit_route) return all_of(set);
  if (set.op == Op::field || set.op == Op::payload || set.op == Op::visit_payload || set.op == Op::visit_route ||
      set.op == Op::if_ || set.op == Op::way_to || set.op == Op::subtract_set) {
    if (set.op == Op::subtract_set) return elements(kid(set, 0), last) + " but not " + elements(kid(set, 1), "or");
    if (set.op == Op::if_)
      return elements(kid(set, 1), last) + " if " + say_clause(kid(set, 0), false) + ", otherwise " +
             elements(kid(set, 2), last);
    if (set.op != Op::way_to) return say(set);
    return "the direction from " + say(kid(set, 0)) + " to " + say(kid(set, 1));
  }
  return source(set.span);
}

// ---- clauses ----

std::string Speech::clause(const Expr& expr, bool is_denied) { return say_clause(fold(expr), is_denied); }

/// "you have at least 2 pyramids", "there are at least 2 cells".
std::string Speech::has(const SetWords& set, const std::string& number, bool is_many) const {
  SetWords rest = set;
  rest.owner.clear();
  const std::string what = is_many ? plural_of(rest) : singular(rest);
  if (set.owner == "your") return "you have " + number + " " + what;
  if (!set.owner.empty()) return set.owner.substr(0, set.owner.rfind("'s")) + " has " + number + " " + what;
  return (is_many ? "there are " : "there is ") + number + " " + what;
}

std::string Speech::there_is(const SetWords& set, bool is_denied) const {
  if (is_denied) return has(set, "no", false);
  SetWords rest = set;
  rest.owner.clear();
  return has(set, with_article(singular(rest)).starts_with("an ") ? "an" : "a", false);
}

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
  std::string each = passes ? "passage " + passages(set, expr.ref, condition).substr(std::string("passages ").size())
                     : set.type.base == Base::cell || set.type.base == Base::place ? singular(meant(set, expr.ref))
                     : set.op == Op::all && set.type.base == Base::player          ? "player " + local(expr.ref)
                     : set.op == Op::all && set.type.base == Base::direction
                         ? "direction " + local(expr.ref)
                         : elements(set, "or") + " (" + local(expr.ref) + ")";
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

namespace {

/// The parts of a chain of `and` or `or`.
std::vector<const Expr*> parts_of_chain(const Expr& expr) {
  std::vector<const Expr*> parts;
  const auto collect = [&](const auto& self, const Expr& each) -> void {
    if (each.op != expr.op) return parts.push_back(&each);
    for (const Expr& inner : each.kids) self(self, inner);
  };
  collect(collect, expr);
  return parts;
}

}  // namespace

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
  if (is_tired()) return (no ? "not " : "") + source(expr.span);
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
          if (!words.is_named()) return there_is(words, !no);
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
      return there_is(both(set_words(a), set_words(kid(expr, 1))), no);
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
      lets_[static_cast<std::size_t>(expr.ref)] = true;
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

std::string Speech::text_with_holes(const rules::Text& text) {
  std::string words;
  for (const rules::TextPart& part : text.parts) {
    words += part.literal;
    if (part.hole) words += noun(*part.hole);
  }
  return words;
}

std::string Speech::result(const rules::Result& result) {
  switch (result.kind) {
    case lang::ResultKind::tie:
      return "the game is a tie";
    case lang::ResultKind::score:
      return rules_.team                  ? "the team's score counts"
             : rules_.players.size() == 1 ? "your score counts"
                                          : "the player with the highest score wins";
    case lang::ResultKind::wins:
    case lang::ResultKind::loses: {
      const bool wins = result.kind == lang::ResultKind::wins;
      if (!result.player) return std::string(rules_.team ? "the team " : "the player ") + (wins ? "wins" : "loses");
      const std::string who = noun(*result.player);
      if (who == "you") return wins ? "you win" : "you lose";
      return who + (wins ? " wins" : " loses");
    }
  }
  return "the game ends";
}

}  // namespace glint::describe
