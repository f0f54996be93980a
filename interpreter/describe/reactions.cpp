// What beams do where something acts on them, in words.
#include <utility>

#include "interpreter/describe/exprs.hpp"
#include "interpreter/describe/parts.hpp"
#include "lang/syntax/beam_words.hpp"

namespace glint::describe {

using rules::Case;
using rules::Expr;
using rules::Op;
using rules::Outcome;
using rules::PayloadUpdate;

namespace {

class Reactions {
 public:
  Reactions(const Program& program, Speech& speech) : rules_(program.rules), speech_(speech) {}

  std::vector<Line> lines;

  void tell(const rules::Optic& optic) {
    const bool is_alone = optic.cases.size() == 1;
    for (const Case& one : optic.cases) {
      const Expr* condition = one.condition ? &*one.condition : nullptr;
      Expr known;
      if (condition) {
        known = speech_.scope().fold(*condition);
        if (const auto value = constant_of(known)) {
          if (*value == 0) continue;
          condition = nullptr;
        } else {
          condition = &known;
        }
      }
      std::string when = from(one);
      if (condition) when += (when.empty() ? "if " : ", if ") + speech_.clause(*condition);
      if (when.empty()) when = is_alone || lines.empty() ? "" : "otherwise";
      add(when, one.outcomes);
      if (!condition && one.from == lang::CaseFrom::any) return;  // no later case counts
    }
  }

 private:
  std::string from(const Case& one) {
    const std::string words = lang::words_of(one.from);
    if (words.empty() || !one.relative_to) return words;
    const Expr direction = speech_.scope().fold(*one.relative_to);
    if (direction.op == Op::field && rules_.fields[static_cast<std::size_t>(direction.ref)].name == "facing")
      return words;
    const std::string toward = speech_.toward(direction);
    if (one.from == lang::CaseFrom::behind) return "going " + toward;
    if (one.from == lang::CaseFrom::ahead) return "coming from " + toward.substr(toward.starts_with("toward ") ? 7 : 0);
    return words + ", seen " + toward;
  }

  void add(const std::string& when, const std::vector<Outcome>& outcomes) {
    const std::string head = when.empty() ? "" : capital(when) + ": ";
    if (outcomes.size() == 1 && outcomes[0].way == lang::Way::optic && depth_ < kDeepest && lines.size() < kMostLines)
      return refer(when, outcomes[0]);
    if (outcomes.size() == 1) {
      lines.push_back(
          {0, sentence(head.empty() ? capital("a beam " + way(outcomes[0])) : head + "it " + way(outcomes[0]))});
      return;
    }
    lines.push_back({0, capital((head.empty() ? "a beam" : head + "it") + " is split:")});
    for (const Outcome& outcome : outcomes) lines.push_back({1, sentence("One branch " + way(outcome))});
  }

  /// A table of cases with a name: told here, with what it is given.
  void refer(const std::string& when, const Outcome& outcome) {
    const rules::Optic& optic = rules_.beams.optics[static_cast<std::size_t>(outcome.ref)];
    std::vector<std::string> given = {speech_.scope().local(0)};  // local 0 is `here`
    std::vector<std::optional<Expr>> values = {std::nullopt};
    for (const Expr& argument : outcome.exprs) {
      const Expr value = speech_.scope().fold(argument);
      values.push_back(constant_of(value) ? std::optional(value) : std::nullopt);
      given.push_back(speech_.noun(value));
    }
    const Telling body(speech_.scope(), optic.frame);
    for (std::size_t i = 0; i < given.size() && i < optic.frame.locals.size(); ++i) {
      speech_.scope().name_local(static_cast<int>(i), given[i]);
      if (values[i]) speech_.scope().know(static_cast<int>(i), &*values[i]);
    }
    Reactions inner(rules_, speech_);
    inner.depth_ = depth_ + 1;
    inner.tell(optic);
    if (!when.empty()) lines.push_back({0, capital(when) + ":"});
    for (Line& line : inner.lines) lines.push_back({line.depth + (when.empty() ? 0 : 1), std::move(line.text)});
  }
  Reactions(const rules::Rules& rules, Speech& speech) : rules_(rules), speech_(speech) {}

  std::string way(const Outcome& outcome) {
    std::string words = way_alone(outcome);
    for (const PayloadUpdate& update : outcome.updates) words += ", and " + change(update);
    return words;
  }

  std::string way_alone(const Outcome& outcome) {
    const auto told = [&](const std::string& what) { return lang::words_of(outcome.way, what); };
    const auto ref = static_cast<std::size_t>(outcome.ref);
    switch (outcome.way) {
      case lang::Way::straight:
        break;
      case lang::Way::stops:
        return told(outcome.ref < 0 ? "" : code(rules_.beams.ends[ref]));
      case lang::Way::reflects:
        return told(speech_.noun(outcome.exprs[0]));
      case lang::Way::turns: {
        const Expr by = speech_.scope().fold(outcome.exprs[0]);
        if (const auto notches = constant_of(by))
          return lang::words_of_turn(*notches, static_cast<std::int64_t>(rules_.lattice.directions.size()));
        return told(speech_.noun(by));
      }
      case lang::Way::leaves:
        return told(speech_.toward(speech_.scope().fold(outcome.exprs[0])));
      case lang::Way::to:
        return told(speech_.noun(outcome.exprs[0]) + (outcome.exprs.size() > 1
                                                          ? " " + speech_.toward(speech_.scope().fold(outcome.exprs[1]))
                                                          : " in the same direction"));
      case lang::Way::optic:
        return told(code(rules_.beams.optics[ref].name));
    }
    return told("");
  }

 public:
  /// "gains its colour", "its power goes down by 2".
  std::string change(const PayloadUpdate& update) {
    const rules::BeamField& field = rules_.beams.fields[static_cast<std::size_t>(update.field)];
    const std::string name = spoken(field.name);
    const Expr folded_value = speech_.scope().fold(update.value);
    const std::string value = speech_.noun(folded_value);
    switch (update.op) {
      case lang::AssignOp::set:
        return "its " + name + " becomes " + value;
      case lang::AssignOp::add:
        return "its " + name + " goes up by " + value;
      case lang::AssignOp::subtract:
        return "its " + name + " goes down by " + value;
      case lang::AssignOp::unite:
        return "gains " + value;
      case lang::AssignOp::intersect:
        return "keeps of its " + name + " only " + value;
      case lang::AssignOp::toggle:
        return "gains " + value + ", or loses it if it has it already";
    }
    return "";
  }

 private:
  static constexpr int kDeepest = 3;             // named tables within named tables
  static constexpr std::size_t kMostLines = 60;  // of a table that refers to others

  const rules::Rules& rules_;
  Speech& speech_;
  int depth_ = 0;
};

}  // namespace

std::vector<Line> reaction_lines(const Program& program, Speech& speech, const rules::Optic& optic,
                                 const std::string& here) {
  const Telling body(speech.scope(), optic.frame);
  speech.scope().name_local(0, here);
  Reactions reactions(program, speech);
  reactions.tell(optic);
  return std::move(reactions.lines);
}

Line emission_line(const Program& program, Speech& speech, const rules::Kind& kind) {
  const Telling body(speech.scope(), kind.emits_frame);
  speech.scope().name_local(0, "it");
  const Expr directions = speech.scope().fold(kind.emits_directions);
  const bool one = directions.op == Op::set && directions.kids.size() == 1;
  std::string words =
      one ? "it sends out a beam " + speech.toward(directions)
      : directions.op == Op::all ? "it sends out beams in all directions"
                                 : "it sends out beams toward " + speech.noun(directions);
  std::vector<std::string> carried;
  for (const PayloadUpdate& update : kind.emits_updates) {
    const std::string name = spoken(program.rules.beams.fields[static_cast<std::size_t>(update.field)].name);
    const std::string value = speech.noun(update.value);
    carried.push_back(value == "its " + name ? "its own " + name : name + " " + value);
  }
  if (!carried.empty()) words += ", with " + listed(carried);
  return {0, sentence(capital(words))};
}

}  // namespace glint::describe
