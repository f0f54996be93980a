// What values are called. Conditions are in speech_clauses.cpp, sets of cells in speech_sets.cpp.
#include "interpreter/describe/speech.hpp"

#include <utility>

#include "interpreter/describe/exprs.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/beam_words.hpp"

namespace glint::describe {

using rules::Base;
using rules::Expr;
using rules::Op;

namespace {

/// "s" as it follows a name.
std::string possessive(const std::string& owner) { return owner + "'s"; }

}  // namespace

Speech::Speech(const Program& program, std::vector<std::int64_t> options)
    : program_(program),
      rules_(program.rules),
      scope_(program.rules, std::move(options)),
      mentions_{std::vector<bool>(program.rules.lets.size()), std::vector<bool>(program.rules.variables.size())} {}

std::string Speech::source(const lang::Span& span) {
  gave_up_ = true;
  std::string text;
  const std::string plain = lang::without_comments(program_.sources->text(span));
  for (const std::string_view line : lang::lines_of(plain)) {
    const std::string_view words = lang::trimmed(line);
    if (!words.empty()) text += (text.empty() ? "" : " ") + std::string(words);
  }
  return code(text);
}

std::string value_words(const rules::Rules& rules, const rules::Type& type, std::int64_t number) {
  const std::string printed = print_value(rules, type, number);
  return type.base == Base::axis && !type.is_set ? code(printed) : printed;
}

std::string any_value(const rules::Rules& rules, const rules::Type& type) {
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
    const std::int64_t size = domain_size(rules, one), most = one.base == Base::axis ? 4 : 16;
    for (std::int64_t i = 0; i < size && size <= most; ++i) {
      const std::string name = value_words(rules, one, i);
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
  const Expr known = scope_.fold(expr);
  return say(known);
}

/// A call of a let, or a variable: by its name, and what it is asked of.
std::string Speech::called(const Expr& expr) {
  const bool is_let = expr.op == Op::call;
  const auto ref = static_cast<std::size_t>(expr.ref);
  (is_let ? mentions_.lets : mentions_.variables)[ref] = true;
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
  mentions_.variables[static_cast<std::size_t>(ref)] = true;
  return term(rules_.variables[static_cast<std::size_t>(ref)].name);
}

std::string Speech::turned(const Expr& expr) {
  const std::int64_t all = expr.type.base == Base::player ? static_cast<std::int64_t>(rules_.players.size())
                                                          : static_cast<std::int64_t>(rules_.lattice.directions.size());
  const std::string start = say(kid(expr, 0));
  const auto by = constant_of(kid(expr, 1));
  if (expr.type.base == Base::player) {
    if (is_opponent(rules_, expr)) return "your opponent";
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
  if (by) return start + " " + notches(lang::shorter_turn(*by, all));
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
  if (!spend_part()) return source(expr.span);
  if (expr.type.base == Base::flag && !expr.type.is_set && expr.op != Op::constant && expr.op != Op::variable &&
      expr.op != Op::local && expr.op != Op::field && expr.op != Op::call && expr.op != Op::payload)
    return "whether " + say_clause(expr, false);
  switch (expr.op) {
    case Op::constant:
      return expr.type.is_set ? source(expr.span) : value_words(rules_, expr.type, expr.number);
    case Op::label:
      return code(expr.text);
    case Op::local:
      return scope_.local(expr.ref);
    case Op::me:
      return "you";
    case Op::variable:
      return called(expr);
    case Op::call:
      return expr.type.base == Base::flag ? "whether " + say_clause(expr, false) : called(expr);
    case Op::seen:
      return "the number of times that this position has come up";
    case Op::payload:
      return "the beam's " + spoken(rules_.beams.fields[static_cast<std::size_t>(expr.ref)].name);
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
      return belonging(spoken(rules_.beams.fields[static_cast<std::size_t>(expr.ref)].name), say(kid(expr, 0)));
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
      return is_facing(rules_, kid(expr, 0)) ? faced(kid(expr, 0)) : say(kid(expr, 0));
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
      const std::string all = passes ? visits(kid(expr, 0), expr.ref, condition)
                              : kid(expr, 0).type.base == Base::cell || kid(expr, 0).type.base == Base::place
                                  ? plural_of(meant(kid(expr, 0), expr.ref))
                                  : elements(kid(expr, 0), "and") + " (" + scope_.local(expr.ref) + ")";
      const std::string where = has_where && !passes ? " where " + say_clause(*condition, false) : "";
      const std::string value = is_count ? "" : say(kid(expr, 1));
      subject_ = outer;
      if (is_count) return "the number of " + all + where;
      if (is_sum) return "the sum of " + value + " over all " + all + where;
      const auto member = member_of(kid(expr, 1), expr.ref);
      const std::string of = member ? *member + " of all " : "value of " + value + " over all ";
      return std::string(expr.op == Op::fold_min ? "the smallest " : "the largest ") + of + all + where + " (" +
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
    std::string each = any_value(rules_, one);
    if (last == "and" && each.rfind(" or ") != std::string::npos) each.replace(each.rfind(" or "), 4, " and ");
    return each;
  }
  if (set.op == Op::unite)
    return elements(kid(set, 0), last) + " " + std::string(last) + " " + elements(kid(set, 1), last);
  if (set.op == Op::local) return scope_.local(set.ref);
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
    if (set.op == Op::visit_route) return "the cells of " + say(set);
    if (set.op != Op::way_to) return say(set);
    return "the direction from " + say(kid(set, 0)) + " to " + say(kid(set, 1));
  }
  return source(set.span);
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
