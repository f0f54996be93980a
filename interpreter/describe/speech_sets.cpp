// Sets of cells and pieces in words.
#include <algorithm>
#include <utility>

#include "interpreter/describe/exprs.hpp"
#include "interpreter/describe/speech.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/beam_words.hpp"

namespace glint::describe {

using rules::Base;
using rules::Expr;
using rules::Op;

/// The set with a name for the one that is meant.
SetWords Speech::meant(const Expr& set, int name) {
  SetWords words = set_words(set);
  restrict_to_place(words);
  words.name = scope_.local(name);
  return words;
}

namespace {

/// A condition about a visit, taken apart: the cell that is visited, if one is named, and all the rest.
struct VisitWhere {
  const Expr* cell = nullptr;
  std::optional<Expr> rest;
};

VisitWhere taken_apart(const Expr& where, int visit) {
  VisitWhere apart;
  const std::vector<const Expr*> parts =
      where.op == Op::and_ ? parts_of_chain(where) : std::vector<const Expr*>{&where};
  for (const Expr* part : parts) {
    const auto is_its_cell = [&](const Expr& side) {
      return side.op == Op::cell_of && side.kids[0].op == Op::local && side.kids[0].ref == visit;
    };
    if (!apart.cell && part->op == Op::equal && (is_its_cell(kid(*part, 0)) || is_its_cell(kid(*part, 1)))) {
      apart.cell = &kid(*part, is_its_cell(kid(*part, 0)) ? 1 : 0);
    } else if (!apart.rest) {
      apart.rest = *part;
    } else {
      Expr both = where;
      both.kids = {std::move(*apart.rest), *part};
      apart.rest = std::move(both);
    }
  }
  return apart;
}

}  // namespace

/// "visits *v* of any beam to *c* where ...", or "exits ...", or one of them.
std::string Speech::visits(const Expr& all, int name, const Expr* where, bool is_one) {
  const bool leaves_board = all.op == Op::trace_exits;
  (leaves_board ? mentions_.exits : mentions_.visits) = true;
  const VisitWhere apart = where ? taken_apart(*where, name) : VisitWhere{};
  std::string words = std::string(leaves_board ? "exit" : "visit") + (is_one ? " " : "s ") + scope_.local(name) +
                      " of " + trace(kid(all, 0));
  if (apart.cell) words += (leaves_board ? " from " : " to ") + say(*apart.cell);
  return words + (apart.rest ? " where " + say_clause(*apart.rest, false) : "");
}

/// "step", if an expression is the step of the one with this name: so it can be told without the name.
std::optional<std::string> Speech::member_of(const Expr& expr, int name) const {
  if (expr.kids.empty() || expr.kids[0].op != Op::local || expr.kids[0].ref != name) return std::nullopt;
  switch (expr.op) {
    case Op::field:
      return spoken(rules_.fields[static_cast<std::size_t>(expr.ref)].name);
    case Op::visit_payload:
      return spoken(rules_.beams.fields[static_cast<std::size_t>(expr.ref)].name);
    case Op::visit_source:
      return "source";
    case Op::visit_step:
      return "step";
    case Op::visit_route:
      return "cells on the route";
    case Op::level_of:
      return "level";
    case Op::x_of:
      return "x";
    case Op::y_of:
      return "y";
    default:
      return std::nullopt;
  }
}

/// What visits have, all together: "every colour that any beam has when it leaves *c*".
std::string Speech::gathered(const Expr& set) {
  const Expr &visits = kid(set, 0), &what = kid(set, 1);
  const Expr* const where = set.kids.size() > 2 ? &kid(set, 2) : nullptr;
  const int outer = std::exchange(subject_, set.ref);
  const VisitWhere apart = where ? taken_apart(*where, set.ref) : VisitWhere{};
  std::string words;
  if (what.op == Op::visit_payload && kid(what, 0).op == Op::local && kid(what, 0).ref == set.ref && !apart.rest) {
    const std::string name = spoken(rules_.beams.fields[static_cast<std::size_t>(what.ref)].name);
    const std::string leaves = visits.op == Op::trace_exits ? "the board" : "";
    const std::string cell = apart.cell ? say(*apart.cell) : leaves.empty() ? "a cell" : "";
    words = (name.ends_with('s') ? "all " : "every ") + name + " that " + trace(kid(visits, 0)) +
            " has when it leaves " + leaves + (leaves.empty() || cell.empty() ? "" : " from ") + cell;
  } else {
    const Expr* const one = only_element(what);
    const auto member = member_of(one ? *one : what, set.ref);
    words = (member ? "the " + *member + " of each " : elements(what, "and") + " for each ") +
            this->visits(visits, set.ref, where, true);
  }
  subject_ = outer;
  return words;
}

std::string Speech::owner_of_kind(const Expr& owner) {
  const std::string who = say(owner);
  if (who == "you") return "your";
  return is_one_mark(who) || who.find(' ') == std::string::npos || who.ends_with("opponent") ? who + "'s" : "";
}

std::string Speech::toward(const Expr& directions) {
  if (directions.op == Op::all) return "in any direction";
  if (const Expr* one = only_element(directions)) {
    if (is_facing(rules_, *one)) return "in " + faced(*one);
    if (one->op == Op::way) return "in the beam's direction";
    if (one->op == Op::cycle && is_facing(rules_, kid(*one, 0)))
      if (const auto by = constant_of(kid(*one, 1))) {
        const std::string faces = faced(kid(*one, 0));
        const auto all = static_cast<std::int64_t>(rules_.lattice.directions.size()),
                   turn = lang::shorter_turn(*by, all);
        if (2 * turn == all) return "against " + faces;
        return number_of(turn < 0 ? -turn : turn, "notch") + " to the " + (turn < 0 ? "left" : "right") + " of " + faces;
      }
    return "toward " + say(*one);
  }
  if (directions.op == Op::set || directions.op == Op::unite) return "toward " + elements(directions, "or");
  return "toward one of " + elements(directions, "or");
}

/// Where something begins: "*from*", "your stones".
std::string Speech::from_cells(const Expr& cells) {
  if (const Expr* one = only_element(cells)) return say(*one);
  const SetWords words = set_words(cells);
  if (words.is_named()) return words.place;
  return std::string("one of ") + (words.owner.empty() ? "the " : "") + plural_of(words);
}

/// Sets that steps, lines and beams make.
SetWords Speech::of_space(const Expr& set) {
  SetWords words;
  switch (set.op) {
    case Op::step:
      if (kid(set, 1).op == Op::all) {
        words.after = " next to " + from_cells(kid(set, 0));
      } else {
        // What is longer comes last.
        const std::string way = toward(kid(set, 1)), start = from_cells(kid(set, 0));
        words.after =
            only_element(kid(set, 0)) ? " one step from " + start + " " + way : " one step " + way + " from " + start;
      }
      return words;
    case Op::ray:
      words.after = " in a straight line from " + from_cells(kid(set, 0)) + " " + toward(kid(set, 1));
      return words;
    case Op::slide:
      words.after = " in a straight line from " + from_cells(kid(set, 0)) + " " + toward(kid(set, 1)) +
                    ", reached only over " + all_of(kid(set, 2));
      return words;
    case Op::hit:
      words.after = " that is the first in a straight line from " + from_cells(kid(set, 0)) + " " +
                    toward(kid(set, 1)) + " that is not among " + all_of(kid(set, 2));
      return words;
    case Op::steps:
      words.after = " exactly " + say(kid(set, 2)) + (say(kid(set, 2)) == "1" ? " step" : " steps") +
                    " in a straight line from " + from_cells(kid(set, 0)) + " " + toward(kid(set, 1)) + ", with only " +
                    all_of(kid(set, 3)) + " on the way";
      return words;
    case Op::walk: {
      const auto kind = static_cast<rules::Walk>(set.ref);
      const Expr& through = kid(set, 2);
      const std::string line = " in a straight line from " + from_cells(kid(set, 0)) + " " + toward(kid(set, 1));
      const std::string walls = set.kids.size() > 3 ? ", without crossing " + all_of(kid(set, 3)) : "";
      const std::string over = through.op == Op::all ? "" : " over " + all_of(through);
      if (kind == rules::Walk::slide) words.after = line + (over.empty() ? "" : ", reached only" + over) + walls;
      if (kind == rules::Walk::hit)
        words.after = " that is the first" + line + " that is not among " + all_of(through) + walls;
      if (kind == rules::Walk::last) words.after = " that is the last one reached" + line + over + walls;
      if (kind == rules::Walk::steps) {
        const std::string far = say(kid(set, 4));
        const bool is_next = far == "1" && kid(set, 1).op == Op::all;
        words.after = is_next ? " next to " + from_cells(kid(set, 0))
                              : " exactly " + far + (far == "1" ? " step" : " steps") + line;
        if (through.op != Op::all) words.after += ", with only " + all_of(through) + " on the way";
        words.after += walls;
      }
      return words;
    }
    case Op::between:
      words.after = " between " + say(kid(set, 0)) + " and " + say(kid(set, 1));
      return words;
    case Op::trace_cells:
      mentions_.visits = true;
      words.after = " visited by " + trace(kid(set, 0));
      return words;
    case Op::trace_hits:
      words.after = " at which " + trace(kid(set, 0)) + " arrives";
      return words;
    case Op::trace_ends: {
      const std::string end =
          set.ref < 0 ? "runs in a circle" : "ends as " + code(rules_.beams.ends[static_cast<std::size_t>(set.ref)]);
      words.after = " where " + trace(kid(set, 0)) + " " + end;
      return words;
    }
    case Op::drawn:
      words.after = " drawn as " + code(set.text) + " in the script";
      return words;
    case Op::edges:
      words.heads = {"side"};
      words.after = " of " + (only_element(kid(set, 0)) ? from_cells(kid(set, 0)) : place(kid(set, 0))) + " " +
                    toward(kid(set, 1));
      return words;
    case Op::border:
      words.heads = {"side"};
      words.adjective = "border";
      return words;
    case Op::beside:
      words.after = " beside " + say(kid(set, 0));
      return words;
    default:
      return named(source(set.span));
  }
}

SetWords Speech::set_words(const Expr& set) {
  if (!spend_part()) return named(source(set.span));
  SetWords words;
  if (const Expr* one = only_element(set)) return listed_cells({say(*one)});
  if (set.type.base == Base::edge && (set.op == Op::variable || set.op == Op::local || set.op == Op::call)) {
    words.heads = {"side"};
    words.place = set.op == Op::local ? scope_.local(set.ref) : called(set);
    return words;
  }
  switch (set.op) {
    case Op::all:
      return words;
    case Op::empty:
      words.adjective = "empty";
      return words;
    case Op::kind:
    case Op::stacked:
      words.is_pieces = true;
      words.heads = {spoken(rules_.kinds[static_cast<std::size_t>(set.ref)].name)};
      if (!set.kids.empty()) {
        words.owner = owner_of_kind(kid(set, 0));
        if (words.owner.empty()) words.of = " of " + say(kid(set, 0));
      }
      if (set.op == Op::stacked) words.after = " at any height of a stack";
      return words;
    case Op::set: {
      if (set.kids.empty()) return named("no cell");
      SetWords all = set.kids[0].type.is_set ? set_words(set.kids[0]) : listed_cells({say(set.kids[0])});
      for (std::size_t i = 1; i < set.kids.size(); ++i)
        all = either(all, set.kids[i].type.is_set ? set_words(set.kids[i]) : listed_cells({say(set.kids[i])}));
      return all;
    }
    case Op::unite:
      return either(set_words(kid(set, 0)), set_words(kid(set, 1)));
    case Op::intersect:
    case Op::at_cells:
      return both(set_words(kid(set, 0)), set_words(kid(set, 1)));
    case Op::subtract_set:
    case Op::off_cells: {
      words = set_words(kid(set, 0));
      const SetWords without = set_words(kid(set, 1));
      restrict_to_place(words);
      if (set.kids[1].op == Op::empty && words.adjective.empty() && !words.is_pieces) {
        words.adjective = "occupied";
      } else if (without.is_pieces && without.others.empty() && !words.is_pieces) {
        words.inside.push_back("without " +
                               (without.owner.empty() ? with_article(singular(without)) : "one of " + plural_of(without)));
      } else if (!without.is_named()) {
        const bool is_more = words.after.find(", but not ") != std::string::npos;
        words.after +=
            (is_more ? ", and not " : ", but not ") + (without.owner.empty() ? with_article(singular(without)) : "one of " + plural_of(without));
      } else if (without.is_list) {
        words.inside.push_back("not on " + without.place);
      } else {
        words.inside.push_back("outside " + without.place);
      }
      return words;
    }
    case Op::cells_of:
      return set_words(kid(set, 0));
    case Op::comprehension: {
      if (set.kids.size() < 2) return set_words(kid(set, 0));
      words = meant(kid(set, 0), set.ref);
      const int outer = std::exchange(subject_, set.ref);
      const std::string clause = say_clause(kid(set, 1), false);
      words.where += (words.where.empty() ? "" : " and ") + clause;
      subject_ = outer;
      return words;
    }
    case Op::visit_route:
      return named(say(set));
    case Op::local:
      return named(scope_.local(set.ref));
    case Op::variable:
    case Op::call:
      return named(called(set));
    case Op::if_:
      return named(place(kid(set, 1)) + " if " + say_clause(kid(set, 0), false) + ", otherwise " + place(kid(set, 2)));
    case Op::fold_unite: {
      const Expr& over = kid(set, 0);
      if (over.op == Op::trace_visits || over.op == Op::trace_exits) return named(elements(set, "and"));
      const int outer = std::exchange(subject_, set.ref);
      const std::string each = over.type.base == Base::cell || over.type.base == Base::place
                                   ? with_article(singular(meant(over, set.ref)))
                               : over.op == Op::all && over.type.base == Base::direction
                                   ? "any direction " + scope_.local(set.ref)
                                   : elements(over, "or") + " (" + scope_.local(set.ref) + ")";
      words = set_words(kid(set, 1));
      restrict_to_place(words);
      words.after += " for " + each + (set.kids.size() > 2 ? " where " + say_clause(kid(set, 2), false) : "");
      subject_ = outer;
      return words;
    }
    case Op::fold_reach: {
      const SetWords next = set_words(kid(set, 1));
      words.after = " in " + place(kid(set, 0)) + ", or reached from there by going again and again from a cell " +
                    scope_.local(set.ref) + " to " +
                    (next.owner.empty() ? with_article(singular(next)) : "one of " + plural_of(next));
      return words;
    }
    default:
      return of_space(set);
  }
}

std::string Speech::one_of(const Expr& given) {
  const Expr set = scope_.fold(given);
  if (!is_space(set.type)) {
    if (set.op == Op::range) return "a number from " + elements(set, "or");
    if (set.op == Op::all || set.op == Op::set) return elements(set, "or");
    return "one of " + elements(set, "or");
  }
  const SetWords words = set_words(set);
  if (words.is_named() && words.is_list) return words.place;
  SetWords first = words;
  first.others.clear();
  std::string text = first.owner.empty() ? with_article(singular(first)) : "one of " + plural_of(first);
  for (const SetWords& other : words.others)
    text += ", or " + (other.owner.empty() ? with_article(singular(other)) : "one of " + plural_of(other));
  return text;
}

std::string Speech::each_of(const Expr& given, int name) {
  const Expr set = scope_.fold(given);
  if (is_space(set.type)) {
    const SetWords words = meant(set, name);
    return "each " + (words.owner.empty() ? singular(words) : "of " + plural_of(words));
  }
  if (set.op == Op::all && set.type.base == Base::player) return "each player " + scope_.local(name);
  if (set.op == Op::all && set.type.base == Base::direction) return "each direction " + scope_.local(name);
  if (set.op == Op::range) return scope_.local(name) + " from " + elements(set, "and");
  if (set.op == Op::comprehension && set.kids.size() == 2 && set.kids[0].op == Op::all &&
      (set.type.base == Base::player || set.type.base == Base::direction)) {
    // The loop and the set have a name for the same; one is enough.
    const std::string own = scope_.local(set.ref);
    scope_.name_local(set.ref, scope_.local(name));
    const int outer = std::exchange(subject_, set.ref);
    const std::string where = say_clause(kid(set, 1), false);
    subject_ = outer;
    scope_.name_local(set.ref, own);
    return (set.type.base == Base::player ? "each player " : "each direction ") + scope_.local(name) + " where " +
           where;
  }
  return "each of " + elements(set, "and") + " (" + scope_.local(name) + ")";
}

std::string Speech::there_is(const Expr& set, int name) { return there_is_any(meant(scope_.fold(set), name), false); }

std::string Speech::all_of(const Expr& given) {
  const Expr set = scope_.fold(given);
  if (!set.type.is_set) return say(set);
  if (!is_space(set.type)) return elements(set, "and");
  return plural_of(set_words(set));
}

std::string Speech::place(const Expr& given) {
  const Expr set = scope_.fold(given);
  if (!set.type.is_set) return say(set);
  if (!is_space(set.type)) return elements(set, "and");
  const SetWords words = set_words(set);
  if (!words.is_named()) return (words.owner.empty() ? "the " : "") + plural_of(words);
  std::string name = words.place;
  const bool is_union = words.is_list || set.op == Op::unite || set.op == Op::set;
  if (is_union && name.rfind(" or ") != std::string::npos) name.replace(name.rfind(" or "), 4, " and ");
  return name;
}

std::string Speech::pieces_on(const Expr& given) {
  const Expr cells = scope_.fold(given);
  std::string kind = "piece";
  int kinds = 0;
  for (std::size_t k = 0; k < rules_.kinds.size(); ++k)
    if (cells.type.stands >> k & 1) {
      ++kinds;
      kind = spoken(rules_.kinds[k].name);
    }
  if (kinds != 1) kind = "piece";
  if (const Expr* one = only_element(cells)) {
    if (kinds == 0 && one->type.stands != 0) return pieces_on(*one);
    return (one->type.base == Base::place ? "the " + kind + " " : "the " + kind + " on ") + say(*one);
  }
  const SetWords words = set_words(cells);
  if (words.is_pieces) return words.owner.empty() ? "every " + singular(words) : "all of " + plural_of(words);
  return "what stands on " + (words.is_named() ? words.place : "the " + plural_of(words));
}

}  // namespace glint::describe
