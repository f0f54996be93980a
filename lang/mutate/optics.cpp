// What pieces, optics and terrain do to beams: where these go on, and what they carry.
#include <algorithm>

#include "lang/mutate/finder.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::mutating {
namespace {

using rules::Base;
using tree::Case;
using tree::CaseFrom;
using tree::Decl;
using tree::DeclKind;
using tree::Outcome;
using tree::Way;

/// The reactions of a game: whose they are, and what directions and axes they may read.
struct Reaction {
  std::size_t decl = 0;
  const std::vector<Case>* cases = nullptr;
  std::string place;  // "At an `emitter`", "In `half`", "In the optic `corner`"
  std::vector<std::string> directions, axes;
};

void add_readable(Reaction& reaction, const std::string& name, const std::string& type) {
  if (type == "direction") reaction.directions.push_back(name);
  if (type == "axis") reaction.axes.push_back(name);
}

std::vector<Reaction> reactions_of(const Finder& finder) {
  std::vector<Reaction> all;
  for (std::size_t i = 0; i < finder.decls().size(); ++i) {
    const Decl& decl = finder.decls()[i];
    if (!finder.is_whole(decl)) continue;
    Reaction one;
    one.decl = i;
    switch (decl.kind) {
      case DeclKind::piece: {
        for (const rules::Kind& kind : finder.rules.kinds) {
          if (kind.name != decl.name.text) continue;
          for (const int field : kind.fields) {
            const rules::PieceField& known = finder.rules.fields[static_cast<std::size_t>(field)];
            if (known.type.is_set) continue;
            if (known.type.base == Base::direction) one.directions.push_back(known.name);
            if (known.type.base == Base::axis) one.axes.push_back(known.name);
          }
        }
        one.place = "At a piece `" + decl.name.text + "`";
        one.cases = &decl.cases;
        if (!decl.cases.empty()) all.push_back(one);
        one.place = "At a side of a piece `" + decl.name.text + "`";
        one.cases = &decl.sides_cases;
        if (!decl.sides_cases.empty()) all.push_back(one);
        break;
      }
      case DeclKind::optic:
        for (const tree::Param& param : decl.params)
          if (!param.type.empty()) add_readable(one, param.name.text, finder.text(param.type[0].span));
        one.place = "In the optic `" + decl.name.text + "`";
        one.cases = &decl.cases;
        all.push_back(one);
        break;
      case DeclKind::enters:
      case DeclKind::crosses:
        if (decl.exprs.empty()) break;
        one.place = (decl.kind == DeclKind::enters ? "In `" : "At `") + finder.text(decl.exprs[0].span) + "`";
        one.cases = &decl.cases;
        all.push_back(one);
        break;
      default:
        break;
    }
  }
  return all;
}

/// "a beam from behind", "any other beam".
std::string beam_of(const Finder& finder, const Reaction& reaction, const Case& one) {
  std::string text = one.otherwise && reaction.cases->size() > 1 ? "any other beam" : "a beam";
  switch (one.from) {
    case CaseFrom::any:
      break;
    case CaseFrom::behind:
      text += " from behind";
      break;
    case CaseFrom::ahead:
      text += " from the front";
      break;
    case CaseFrom::left:
      text += " from the left";
      break;
    case CaseFrom::right:
      text += " from the right";
      break;
    case CaseFrom::aside:
      text += " from the side";
      break;
  }
  if (!one.condition.empty()) text += ", if `" + finder.text(one.condition[0].span) + "`,";
  return text;
}

/// "goes straight on", "is reflected across `facing`".
std::string went(const std::string& way) {
  if (way == "straight") return "goes straight on";
  if (way.rfind("stops", 0) == 0) return way.size() > 6 ? "stops, " + way.substr(6) : "stops";
  if (way.rfind("reflects across ", 0) == 0) return "is reflected across `" + way.substr(16) + "`";
  if (way.rfind("turns ", 0) == 0) {
    const std::string notches = way.substr(6), plain = notches[0] == '-' ? notches.substr(1) : notches;
    if (plain.find_first_not_of("0123456789") != std::string::npos) return "turns by `" + notches + "`";
    return "turns " + plain + (plain == "1" ? " step" : " steps") +
           (plain == notches ? " clockwise" : " counter-clockwise");
  }
  if (way.rfind("leaves ", 0) == 0) return "leaves in the direction `" + way.substr(7) + "`";
  if (way.rfind("to ", 0) == 0) return "continues from `" + way.substr(3) + "`";
  return "follows the optic `" + way + "`";
}

std::string updates_text(const Finder& finder, const Outcome& outcome) {
  if (outcome.updates.empty()) return {};
  return " { " + joined(outcome.updates, "; ", [&](const tree::Stmt& update) { return finder.text(update.span); }) +
         " }";
}
/// An outcome without its updates.
std::string way_text(const Finder& finder, const Outcome& outcome) {
  std::string text = finder.text(outcome.span);
  if (outcome.updates.empty()) return text;
  return std::string(trimmed(text.substr(0, text.find('{'))));
}
std::string went(const Finder& finder, const std::vector<Outcome>& outcomes) {
  return joined(outcomes, " and ", [&](const Outcome& one) { return went(way_text(finder, one)); });
}

std::string in_the_game(const Finder& finder, const std::string& was) {
  return " In " + finder.rules.name + " it " + was + ".";
}

/// The ways in which a beam may go on in the place of this outcome.
std::vector<std::string> other_ways(const Finder& finder, const Reaction& reaction, const Outcome& outcome) {
  const auto directions = static_cast<int>(finder.rules.lattice.directions.size());
  std::vector<std::string> ways = {"straight", "stops"};
  for (const std::string& axis : reaction.axes) ways.push_back("reflects across " + axis);
  for (const std::string& direction : reaction.directions) {
    ways.push_back("reflects across " + direction);
    ways.push_back("leaves " + direction);
  }
  for (const int notches : {1, directions / 2, -1})
    if (notches != 1 || directions > 2) ways.push_back("turns " + std::to_string(notches));
  const std::string now = way_text(finder, outcome);
  ways.erase(std::remove(ways.begin(), ways.end(), now), ways.end());
  return ways;
}

/// Other sides from which a case may let beams come.
std::vector<CaseFrom> other_sides(CaseFrom from) {
  switch (from) {
    case CaseFrom::behind:
      return {CaseFrom::ahead, CaseFrom::aside};
    case CaseFrom::ahead:
      return {CaseFrom::behind, CaseFrom::aside};
    case CaseFrom::left:
      return {CaseFrom::right};
    case CaseFrom::right:
      return {CaseFrom::left};
    case CaseFrom::aside:
      return {CaseFrom::left, CaseFrom::right};
    default:
      return {};
  }
}

void vary_case(Finder& finder, const Reaction& reaction, std::size_t at) {
  const std::vector<Case>& cases = *reaction.cases;
  const Case& one = cases[at];
  const std::string beam = reaction.place + " " + beam_of(finder, reaction, one);
  const std::string was = in_the_game(finder, went(finder, one.outcomes));
  const auto edit = [&](const Span& span, const std::string& text, const std::string& sentence) {
    finder.edit(MutationKind::optics, reaction.decl, span, text, sentence);
  };
  for (const Outcome& outcome : one.outcomes) {
    const std::string updates = updates_text(finder, outcome), now = finder.text(outcome.span);
    const bool is_split = one.outcomes.size() > 1;
    const std::string which = is_split ? " (the branch that " + went(way_text(finder, outcome)) + ") " : " ";
    for (const std::string& way : other_ways(finder, reaction, outcome)) {
      const bool is_there = std::any_of(one.outcomes.begin(), one.outcomes.end(),
                                        [&](const Outcome& other) { return way_text(finder, other) == way; });
      if (is_there || outcome.way == Way::optic) continue;
      edit(outcome.span, way == "stops" ? way : way + updates, beam + which + went(way) + "." + was);
      if (way == "stops" || is_split || outcome.way == Way::stops) continue;
      edit(outcome.span, now + ", " + way + updates,
           beam + " is split: one branch " + went(way_text(finder, outcome)) + ", the other " + went(way) + "." + was);
    }
  }
  if (one.outcomes.size() > 1)
    for (std::size_t i = 0; i < one.outcomes.size(); ++i) {
      std::vector<std::string> kept;
      for (std::size_t j = 0; j < one.outcomes.size(); ++j)
        if (j != i) kept.push_back(finder.text(one.outcomes[j].span));
      edit(Finder::over(one.outcomes.front().span, one.outcomes.back().span), joined(kept),
           beam + " no longer has the branch that " + went(way_text(finder, one.outcomes[i])) + ".");
    }
  for (const CaseFrom from : other_sides(one.from)) {
    // `from SIDE` begins the case.
    const std::string text = finder.text(one.span), side = text_of(one.from);
    const std::size_t begin = text.find(side);
    if (begin == std::string::npos) continue;
    const auto place = static_cast<std::uint32_t>(one.span.begin + begin);
    Case other = one;
    other.from = from;
    edit({one.span.file, place, static_cast<std::uint32_t>(place + side.size())}, text_of(from),
         reaction.place + " " + beam_of(finder, reaction, other) + " " + went(finder, one.outcomes) + "; in " +
             finder.rules.name + " so does " + beam_of(finder, reaction, one) + ".");
  }
  if (cases.size() > 1)
    edit(finder.with_lines(one.span), "",
         beam + " no longer has a rule of its own." + was);
}

// ---- what beams carry ----

/// "gains `{colour}` in its colour".
std::string gained(tree::AssignOp op, const std::string& field, const std::string& value) {
  switch (op) {
    case tree::AssignOp::set:
      return "has `" + value + "` as its " + field;
    case tree::AssignOp::add:
      return "gains " + value + " " + field;
    case tree::AssignOp::subtract:
      return "loses " + value + " " + field;
    case tree::AssignOp::unite:
      return "gains `" + value + "` in its " + field;
    case tree::AssignOp::intersect:
      return "keeps only `" + value + "` of its " + field;
    case tree::AssignOp::toggle:
      return "gains `" + value + "` in its " + field + ", or loses it if it has it";
  }
  return {};
}

void vary_update(Finder& finder, const Reaction& reaction, const Case& one, const Outcome& outcome,
                 const tree::Stmt& update) {
  if (update.exprs.size() != 2) return;
  const std::string target = finder.text(update.exprs[0].span), value = finder.text(update.exprs[1].span);
  const std::string field = target.substr(target.find('.') + 1);
  const std::string beam = reaction.place + " " + beam_of(finder, reaction, one);
  const std::string was = in_the_game(finder, gained(update.assign, field, value));
  std::vector<tree::AssignOp> others;
  using tree::AssignOp;
  switch (update.assign) {
    case AssignOp::unite:
      others = {AssignOp::toggle, AssignOp::set};
      break;
    case AssignOp::toggle:
      others = {AssignOp::unite, AssignOp::set};
      break;
    case AssignOp::intersect:
      others = {AssignOp::toggle};
      break;
    case AssignOp::add:
      others = {AssignOp::subtract};
      break;
    case AssignOp::subtract:
      others = {AssignOp::add};
      break;
    case AssignOp::set:
      break;
  }
  for (const AssignOp op : others)
    finder.edit(MutationKind::light, reaction.decl, update.span, target + " " + text_of(op) + " " + value,
                beam + " " + gained(op, field, value) + "." + was);
  // Left out; with the braces, if it is alone.
  Span gone = update.span;
  if (outcome.updates.size() == 1)
    gone = {gone.file, static_cast<std::uint32_t>(outcome.span.begin + finder.text(outcome.span).find('{')),
            outcome.span.end};
  finder.edit(MutationKind::light, reaction.decl, gone, "", beam + " keeps its " + field + "." + was);
}

/// Updates that an outcome without any may get: a colour of the piece, or a step of a number that saturates.
void add_updates(Finder& finder, const Reaction& reaction, const Case& one, const Outcome& outcome) {
  if (!outcome.updates.empty() || outcome.way == Way::stops || outcome.way == Way::optic) return;
  const Decl& decl = finder.decls()[reaction.decl];
  const auto add = [&](const std::string& field, tree::AssignOp op, const std::string& value) {
    finder.edit(MutationKind::light, reaction.decl, outcome.span,
                finder.text(outcome.span) + " { beam." + field + " " + text_of(op) + " " + value + " }",
                reaction.place + " " + beam_of(finder, reaction, one) + " " + gained(op, field, value) + ".");
  };
  for (const rules::BeamField& field : finder.rules.beam) {
    if (field.type.base == Base::number && field.type.clamped && !field.type.is_set) {
      add(field.name, tree::AssignOp::add, "1");
      add(field.name, tree::AssignOp::subtract, "1");
    }
    if (!field.type.is_set) continue;
    for (const tree::FieldDecl& own : decl.fields)
      for (const rules::PieceField& known : finder.rules.fields)
        if (known.name == own.name.text && known.type.base == field.type.base && !known.type.is_set &&
            known.type.enumeration == field.type.enumeration)
          for (const tree::AssignOp op : {tree::AssignOp::unite, tree::AssignOp::toggle})
            add(field.name, op, "{" + own.name.text + "}");
  }
}

}  // namespace

void find_optics(Finder& finder) {
  for (const Reaction& reaction : reactions_of(finder))
    for (std::size_t i = 0; i < reaction.cases->size(); ++i) vary_case(finder, reaction, i);
}

void find_light(Finder& finder) {
  for (const Reaction& reaction : reactions_of(finder))
    for (const Case& one : *reaction.cases)
      for (const Outcome& outcome : one.outcomes) {
        for (const tree::Stmt& update : outcome.updates) vary_update(finder, reaction, one, outcome, update);
        add_updates(finder, reaction, one, outcome);
      }
}

}  // namespace glint::lang::mutating
