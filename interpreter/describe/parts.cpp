#include "interpreter/describe/parts.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "interpreter/describe/sentences.hpp"
#include "interpreter/program/values.hpp"
#include "lang/rules/walk.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::describe {

using rules::Base;
using rules::Expr;
using rules::Op;

namespace {

class Teller {
 public:
  Teller(const Program& program, const std::vector<std::int64_t>& options)
      : program_(program), rules_(program.rules), speech_(program, options), docs_(docs_by_name(program)) {}

  RuleParts tell() {
    RuleParts parts;
    for (const rules::Kind& kind : rules_.kinds) parts.pieces.push_back(piece(kind));
    tell_beams(parts.beams);
    tell_course(parts.course);
    for (std::size_t i = 0; i < rules_.moves.size(); ++i) parts.moves.push_back(move(i));
    tell_ends(parts.ends);
    add_definitions(parts, program_, speech_);
    if (!parts.beams.empty()) define_visits(parts.beams[0].lines);
    return parts;
  }

 private:
  /// The words of sentences about the paths of beams, if there are such.
  void define_visits(std::vector<Line>& lines) const {
    std::vector<Line> words;
    if (speech_.mentions().visits)
      words.push_back({0, "A beam visits a cell when it starts there, passes through, or is turned there, but not the cell "
                          "where it is stopped." +
                              std::string(rules_.beams.fields.empty()
                                              ? ""
                                              : " What it carries on a visit is what it carries when it leaves the cell.")});
    if (speech_.mentions().exits) words.push_back({0, "Each time that a beam leaves the board is called an exit."});
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(words_at_), words.begin(), words.end());
  }

  Entry piece(const rules::Kind& kind) {
    const auto doc = docs_.find(kind.name);
    Entry one = made_entry("piece", kind.name, doc == docs_.end() ? "" : doc->second);
    if (kind.owner_from)
      add(one, 0, "its owner: " + of_it(kind.look_frame, *kind.owner_from));
    else if (kind.owned && rules_.players.size() > 1)
      add(one, 0, "it belongs to a player");
    for (const int field : kind.fields) {
      const rules::PieceField& of = rules_.fields[static_cast<std::size_t>(field)];
      add(one, 0, "its " + spoken(of.name) + ": " + any_value(rules_, of.type));
    }
    if (kind.emits) one.lines.push_back(emission_line(program_, speech_, kind));
    if (kind.reaction >= 0)
      add_reaction(one, "a beam that comes to it", "the " + spoken(kind.name),
                   rules_.beams.optics[static_cast<std::size_t>(kind.reaction)]);
    if (kind.sides)
      add_reaction(
          one, "a beam that crosses a side of its cell toward " + of_it(kind.sides_frame, *kind.sides) + ", either way",
          "the " + spoken(kind.name), rules_.beams.optics[static_cast<std::size_t>(kind.sides_reaction)]);
    const bool has_rules =
        rules_.beams.fields.size() > 0 || std::any_of(rules_.kinds.begin(), rules_.kinds.end(),
                                              [](const rules::Kind& each) { return each.emits || each.reaction >= 0; });
    if (has_rules && kind.reaction < 0 && !kind.sides) add(one, 0, "beams pass it unchanged");
    return one;
  }

  /// A value that a piece has, which is the first local of the frame.
  std::string of_it(const rules::Frame& frame, const Expr& value) {
    const Telling body(speech_.scope(), frame);
    speech_.scope().name_local(0, "it");
    return speech_.noun(value);
  }

  /// `here`: what acts.
  void add_reaction(Entry& one, const std::string& which, const std::string& here, const rules::Optic& optic) {
    std::vector<Line> lines = reaction_lines(program_, speech_, optic, here);
    if (lines.empty()) return;
    const std::string single = "A beam ";
    const bool is_single = std::all_of(lines.begin() + 1, lines.end(), [](const Line& line) { return line.depth > 0; });
    if (is_single && lines[0].text.starts_with(single)) {
      add(one, 0, which + " " + lines[0].text.substr(single.size()));
      for (std::size_t i = 1; i < lines.size(); ++i) one.lines.push_back(std::move(lines[i]));
      return;
    }
    add(one, 0, which + ":");
    for (Line& line : lines) one.lines.push_back({line.depth + 1, std::move(line.text)});
  }

  bool uses_beams() const {
    bool uses =
        std::any_of(rules_.kinds.begin(), rules_.kinds.end(), [](const rules::Kind& kind) { return kind.emits; });
    rules::for_each_play_expr(rules_, [&](const Expr& whole) {
      rules::walk(whole, [&](const Expr& expr) { uses = uses || expr.op == Op::trace_from; });
    });
    return uses;
  }

  void tell_beams(std::vector<Entry>& entries) {
    if (!uses_beams()) return;
    Entry all;
    all.id = "beams";
    add(all, 0, "a beam runs straight from cell to cell until something acts on it, or until it leaves the board");
    for (const rules::BeamField& field : rules_.beams.fields) {
      const Expr first = speech_.scope().fold(field.initial);
      std::string words = "it carries " + with_article(spoken(field.name)) + ": " + any_value(rules_, field.type);
      if (field.type.is_set && words.find(": some of ") != std::string::npos)
        words = "it carries any of these, or none, as its " + spoken(field.name) + ":" +
                words.substr(words.find(": some of ") + 9);
      if (field.type.clamped) words += ", never more or less";
      if (const auto value = constant_of(first); value && field.type.base == Base::number)
        words += "; " + value_words(rules_, field.type, *value) + " unless a rule says otherwise";
      add(all, 0, words);
    }
    add(all, 0,
        "a beam that would leave a cell again as it did before (in the same direction" +
            std::string(rules_.beams.fields.empty() ? "" : ", and carrying the same") + ") ends there");
    words_at_ = all.lines.size();
    for (const rules::Terrain& terrain : rules_.beams.terrain) {
      add_reaction(all, std::string("a beam that ") + (terrain.is_crossing ? "crosses " : "comes to ") + where(terrain),
                   "the cell", rules_.beams.optics[static_cast<std::size_t>(terrain.reaction)]);
    }
    entries.push_back(std::move(all));
  }

  std::string where(const rules::Terrain& terrain) {
    const Telling body(speech_.scope(), terrain.frame);
    return speech_.one_of(terrain.where);
  }

  void tell_course(std::vector<Entry>& entries) {
    Sentences sentences(program_, speech_);
    Entry course;
    course.id = "play";
    course.in_order = true;
    if (program_.script)
      for (const tree::Decl& decl : program_.script->decls)
        if (decl.kind == tree::DeclKind::play && !decl.doc.empty()) course.doc = doc_of(decl.doc).paragraphs;
    course.lines = sentences.of(rules_.play.frame, rules_.play.body);
    entries.push_back(std::move(course));
  }

  Entry move(std::size_t number) {
    const rules::Move& move = rules_.moves[number];
    Entry one = made_entry("move", move.name, move.doc);
    Sentences sentences(program_, speech_);
    one.lines = sentences.of(move.frame, move.body);
    one.aside = sentences.aside();
    one.in_order = one.lines.size() > 1;
    if (one.lines.empty()) add(one, 0, "nothing changes");
    one.note = "written " + notation(move);
    return one;
  }

  /// How a move is written, its picks by name.
  std::string notation(const rules::Move& move) const {
    std::string words;
    for (const rules::TextPart& part : move.notation.parts) {
      const std::string_view word = lang::trimmed(part.literal, " ");
      const bool is_word = std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isalpha(c); });
      const std::size_t at = is_word ? part.literal.find(word) : 0;
      words +=
          is_word ? part.literal.substr(0, at) + strong(word) + part.literal.substr(at + word.size()) : part.literal;
      if (part.hole) words += pick(program_.sources->text(part.hole->span));
      const bool is_last = &part == &move.notation.parts.back() || !(&part)[1].repeated;
      if (part.repeated && is_last) words += " ...";
    }
    return words;
  }

  void tell_ends(std::vector<Entry>& entries) {
    Entry all;
    all.id = "ends";
    for (const rules::EndRule& rule : rules_.judging.ends) {
      const Telling body(speech_.scope(), rule.frame);
      const Expr when = speech_.scope().fold(rule.when);
      const auto known = constant_of(when);
      if (!known || *known) {
        const std::string result = speech_.result(rule.result);
        add(all, 0,
            rule.player < 0 ? "as soon as " + speech_.clause(when) + ", " + result
                            : "for each player " + speech_.scope().local(rule.player) + ": as soon as " +
                                  speech_.clause(when) + ", " + result);
      }
    }
    if (rules_.judging.score && ends_by_score()) {
      const Telling body(speech_.scope(), rules_.judging.score->frame);
      const bool each = !rules_.judging.score->frame.locals.empty();
      const std::string value = speech_.noun(rules_.judging.score->value);
      add(all, 0, each ? "the score of a player " + speech_.scope().local(0) + ": " + value : "the score: " + value);
    }
    if (rules_.judging.clock) tell_clock(all);
    if (!all.lines.empty()) entries.push_back(std::move(all));
  }

  /// Whether scores ever decide a game.
  bool ends_by_score() const {
    const auto is_score = [](const std::optional<rules::Result>& result) {
      return result && result->kind == lang::ResultKind::score;
    };
    bool ends = rules_.judging.clock && is_score(rules_.judging.clock->out);
    for (const rules::EndRule& rule : rules_.judging.ends) ends = ends || is_score(rule.result);
    const auto look = [&](const rules::Block& block) {
      rules::for_each_stmt(block, [&](const rules::Stmt& stmt) { ends = ends || is_score(stmt.result); });
    };
    look(rules_.play.body);
    for (const rules::Move& move : rules_.moves) look(move.body);
    for (const rules::Effect& effect : rules_.effects) look(effect.body);
    return ends;
  }

  static std::string minutes(std::int64_t seconds) {
    const std::string rest = std::to_string(seconds % 60);
    return std::to_string(seconds / 60) + ":" + (rest.size() < 2 ? "0" : "") + rest;
  }

  void tell_clock(Entry& all) {
    const rules::Clock& clock = *rules_.judging.clock;
    if (clock.when) {
      const auto known = constant_of(speech_.scope().fold(*clock.when));
      if (known && *known == 0) return;
    }
    std::vector<std::string> times;
    if (clock.turn) times.push_back(minutes(*clock.turn) + " for a turn");
    if (clock.reserve) times.push_back(minutes(*clock.reserve) + " in reserve");
    if (clock.game) times.push_back(minutes(*clock.game) + " for the whole game");
    for (const auto& [move, seconds] : clock.adds)
      times.push_back(minutes(seconds) + " more with " + term(rules_.moves[static_cast<std::size_t>(move)].name));
    std::string words = "time, in minutes: " + listed(times);
    if (clock.out) words += ". Out of time: " + speech_.result(*clock.out);
    add(all, 0, words);
  }

  const Program& program_;
  const rules::Rules& rules_;
  Speech speech_;
  std::map<std::string, std::string> docs_;
  std::size_t words_at_ = 0;  // where the lines about beams define the words for their paths
};

}  // namespace

RuleParts rule_parts(const Program& program, const std::vector<std::int64_t>& options) {
  return Teller(program, options).tell();
}

std::vector<Entry> all_entries(const RuleParts& parts) {
  std::vector<Entry> all;
  for (const auto* list :
       {&parts.pieces, &parts.beams, &parts.course, &parts.moves, &parts.ends, &parts.state, &parts.terms})
    all.insert(all.end(), list->begin(), list->end());
  return all;
}

}  // namespace glint::describe
