// Mutations of pieces, optics and terrain: the ways on of beams, and their payloads.
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "lang/mutate/finder.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/terms.hpp"

namespace glint::lang::mutating {
namespace {

using rules::Base;
using tree::Case;
using tree::CaseFrom;
using tree::Decl;
using tree::DeclKind;
using tree::Outcome;
using tree::Way;

/// The reactions of a game: their owners, and the directions and axes that they may read.
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
        one.cases = &cases_of(decl);
        if (!one.cases->empty()) all.push_back(one);
        one.place = "At a side of a piece `" + decl.name.text + "`";
        one.cases = &decl.as<tree::PieceDecl>().crosses.cases;
        if (!one.cases->empty()) all.push_back(one);
        break;
      }
      case DeclKind::optic:
        for (const tree::Param& param : params_of(decl))
          if (!param.type.empty()) add_readable(one, param.name.text, finder.text(param.type[0].span));
        one.place = "In the optic `" + decl.name.text + "`";
        one.cases = &cases_of(decl);
        all.push_back(one);
        break;
      case DeclKind::enters:
      case DeclKind::crosses:
        one.place = (decl.kind == DeclKind::enters ? "In `" : "At `") + finder.text(expr_of(decl)->span) + "`";
        one.cases = &cases_of(decl);
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
  if (one.from != CaseFrom::any) text += " " + words_of(one.from);
  if (!one.condition.empty()) text += ", if `" + finder.text(one.condition[0].span) + "`,";
  return text;
}

/// A way on toward what a script writes.
std::string toward(const std::string& direction) { return "in the direction " + marked(direction); }

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
/// The fate of the beam, in words.
std::string went(const Finder& finder, const Outcome& outcome) {
  const auto part = [&](std::size_t i) { return finder.text(outcome.exprs[i].span); };
  switch (outcome.way) {
    case Way::straight:
      break;
    case Way::stops:
      return words_of(outcome.way, outcome.end ? marked(outcome.end->text) : "");
    case Way::reflects:
      return words_of(outcome.way, marked(part(0)));
    case Way::turns: {
      const std::string text = part(0);
      std::int64_t notches = 0;
      const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), notches);
      if (problem == std::errc() && end == text.data() + text.size())
        return words_of_turn(notches, static_cast<std::int64_t>(finder.rules.lattice.directions.size()));
      return words_of(outcome.way, marked(text));
    }
    case Way::leaves:
      return words_of(outcome.way, toward(part(0)));
    case Way::to:
      return words_of(outcome.way,
                      marked(part(0)) + " " + (outcome.exprs.size() > 1 ? toward(part(1)) : "in the same direction"));
    case Way::optic:
      return words_of(outcome.way, marked(way_text(finder, outcome)));
  }
  return words_of(outcome.way);
}
std::string went(const Finder& finder, const std::vector<Outcome>& outcomes) {
  return joined(outcomes, " and ", [&](const Outcome& one) { return went(finder, one); });
}

std::string in_the_game(const Finder& finder, const std::string& was) {
  return " In " + finder.rules.name + " it " + was + ".";
}

/// A way on, as a script writes it and in words.
struct Told {
  std::string text, words;
};

/// The ways of a beam that could replace this outcome.
std::vector<Told> other_ways(const Finder& finder, const Reaction& reaction, const Outcome& outcome) {
  const auto directions = static_cast<int>(finder.rules.lattice.directions.size());
  std::vector<Told> ways = {{"straight", words_of(Way::straight)}, {"stops", words_of(Way::stops)}};
  const auto reflect = [&](const std::string& across) {
    ways.push_back({"reflects across " + across, words_of(Way::reflects, marked(across))});
  };
  for (const std::string& axis : reaction.axes) reflect(axis);
  for (const std::string& direction : reaction.directions) {
    reflect(direction);
    ways.push_back({"leaves " + direction, words_of(Way::leaves, toward(direction))});
  }
  for (const int notches : {1, directions / 2, -1})
    if (notches != 1 || directions > 2)
      ways.push_back({"turns " + std::to_string(notches), words_of_turn(notches, directions)});
  const std::string now = way_text(finder, outcome);
  ways.erase(std::remove_if(ways.begin(), ways.end(), [&](const Told& way) { return way.text == now; }), ways.end());
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
    const std::string which = is_split ? " (the branch that " + went(finder, outcome) + ") " : " ";
    for (const auto& [way, words] : other_ways(finder, reaction, outcome)) {
      const bool is_there =
          std::any_of(one.outcomes.begin(), one.outcomes.end(),
                      [&, &way = way](const Outcome& other) { return way_text(finder, other) == way; });
      if (is_there || outcome.way == Way::optic) continue;
      edit(outcome.span, way == "stops" ? way : way + updates, beam + which + words + "." + was);
      if (way == "stops" || is_split || outcome.way == Way::stops) continue;
      edit(outcome.span, now + ", " + way + updates,
           beam + " is split: one branch " + went(finder, outcome) + ", the other " + words + "." + was);
    }
  }
  if (one.outcomes.size() > 1)
    for (std::size_t i = 0; i < one.outcomes.size(); ++i) {
      std::vector<std::string> kept;
      for (std::size_t j = 0; j < one.outcomes.size(); ++j)
        if (j != i) kept.push_back(finder.text(one.outcomes[j].span));
      edit(Finder::over(one.outcomes.front().span, one.outcomes.back().span), joined(kept),
           beam + " no longer has the branch that " + went(finder, one.outcomes[i]) + ".");
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
  if (cases.size() > 1) edit(finder.with_lines(one.span), "", beam + " no longer has a rule of its own." + was);
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
  // The update is left out; if it is the only one, so are its braces.
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
  for (const rules::BeamField& field : finder.rules.beams.fields) {
    if (field.type.base == Base::number && field.type.clamped && !field.type.is_set) {
      add(field.name, tree::AssignOp::add, "1");
      add(field.name, tree::AssignOp::subtract, "1");
    }
    if (!field.type.is_set) continue;
    for (const tree::FieldDecl& own : fields_of(decl))
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
