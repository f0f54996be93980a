// The lines of the scripts that made a difference: lines that ran in the last step, compared with the changed ones.
#include <algorithm>
#include <map>
#include <set>

#include "interpreter/lab/diff/twin_line.hpp"
#include "interpreter/machine/profile.hpp"
#include "interpreter/machine/step_chance.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/lexer.hpp"
#include "lang/syntax/tree.hpp"

namespace glint {

namespace {

using Place = std::pair<std::string, int>;  // file, line

/// The text of each line that ran.
using Lines = std::map<Place, std::string>;

/// The lines of the script that run in this step, when the position after it is judged, and when its moves are listed.
/// Without a step: in the beginning of the game.
Lines lines_run(const Position& from, const std::string* step) {
  Position position = from.detach();
  Machine& machine = position.machine();
  Profile profile(position.game().program());
  machine.set_profile(&profile);
  if (!step) {
    StepChance chance;
    machine.begin(chance);
  } else if (position.at_draw()) {
    position.draw(std::string_view(*step).substr(step->find(" = ") + 3));
  } else {
    position.play(*step);
  }
  position.outcome();
  position.beams();
  if (!position.over() && !position.at_draw()) position.count_moves();
  machine.set_profile(nullptr);
  Lines lines;
  for (const ProfileLine& line : profile.lines())
    if (line.runs > 0 && line.line > 0) lines[{line.file, line.line}] = line.text;
  return lines;
}

/// Lines of one game's script that may be reported, by reason.
class Side {
 public:
  Side(const Game& game, bool is_now, const TextDiff& text) : game_(game), is_now_(is_now) {
    for (const DeclarationChange& change : is_now ? text.added : text.removed)
      add(is_now ? change.now : change.before, change.kind);
    for (const DeclarationChange& change : text.changed)
      for (const PartChange& part : change.parts) add(is_now ? part.now : part.before, change.kind);
    for (const OptionChange& option : text.options) find_mentions(option.name);
  }

  std::set<Place> changed;         // in a part that was changed
  std::set<Place> changed_optics;  // rules of beams among these
  std::set<Place> mentions;        // places that mention an option with another value
  std::set<Place> optics;          // these, in rules of beams

  std::string text_at(const Place& place) const {
    const lang::Sources& sources = *game_.program().sources;
    for (std::uint32_t file = 0; file < sources.size(); ++file)
      if (lang::presentable(sources.file(file).name) == place.first)
        return line_text(sources, file, static_cast<std::uint32_t>(place.second));
    return {};
  }
  RuleLine::Side side() const { return is_now_ ? RuleLine::Side::now : RuleLine::Side::before; }

 private:
  static bool is_optics(const std::string& kind) {
    return kind == "piece" || kind == "optic" || kind == "beam" || kind.rfind("when beam", 0) == 0;
  }

  void add(const ScriptText& text, const std::string& kind) {
    for (int line = text.line; text.line > 0 && line <= text.end_line; ++line) {
      const Place place{lang::presentable(text.file), line};
      changed.insert(place);
      if (is_optics(kind)) changed_optics.insert(place);
    }
  }

  void find_mentions(const std::string& name) {
    const Program& program = game_.program();
    if (!program.script) return;
    for (const tree::Decl& decl : program.script->decls) {
      if (decl.kind == tree::DeclKind::test || (decl.kind == tree::DeclKind::option && decl.name.text == name))
        continue;
      const bool is_optic = decl.kind == tree::DeclKind::piece || decl.kind == tree::DeclKind::optic ||
                            decl.kind == tree::DeclKind::enters || decl.kind == tree::DeclKind::crosses;
      const lang::Span span = decl.span;
      const auto first = program.sources->locate(span.file, span.begin).line;
      const auto last = program.sources->locate(span.file, span.end).line;
      for (auto line = first; line <= last; ++line) {
        const std::vector<std::string> words = lang::code_words(program.sources->line(span.file, line));
        if (std::find(words.begin(), words.end(), name) == words.end()) continue;
        const Place place{lang::presentable(program.sources->file(span.file).name), static_cast<int>(line)};
        mentions.insert(place);
        if (is_optic) optics.insert(place);
      }
    }
  }

  const Game game_;
  const bool is_now_;
};

}  // namespace

std::vector<RuleLine> rules_of(const Twins& twins, const Pair& start, const std::vector<std::string>& line,
                               const TextDiff& text, bool light) {
  TwinLine both(twins, start);
  for (std::size_t i = 0; i + 1 < line.size(); ++i) both.play(line[i]);
  const std::string* last = line.empty() ? nullptr : &line.back();
  const Lines before_ran = lines_run(both.before(), last), now_ran = lines_run(both.now(), last);
  const Side before(both.before().game(), false, text), now(both.now().game(), true, text);
  std::vector<RuleLine> rules;
  const auto report = [&rules](const Side& side, const Place& place) {
    RuleLine rule{side.side(), place.first, side.text_at(place), place.second};
    if (rule.text.empty()) return;
    for (RuleLine& known : rules) {
      if (known.file != rule.file || known.line != rule.line || known.text != rule.text) continue;
      if (known.side != rule.side) known.side = RuleLine::Side::both;
      return;
    }
    rules.push_back(std::move(rule));
  };
  const auto report_all = [&](const std::set<Place> Side::*which, bool ran_only) {
    for (const auto& [side, ran] : {std::pair(&before, &before_ran), std::pair(&now, &now_ran)})
      for (const Place& place : side->*which)
        if (!ran_only || ran->count(place) != 0) report(*side, place);
  };
  report_all(&Side::changed, true);
  report_all(&Side::mentions, true);
  // The rules of beams became tables, so none of their lines runs.
  if (light) report_all(&Side::changed_optics, false);
  if (light) report_all(&Side::optics, false);
  if (rules.empty()) report_all(&Side::mentions, false);
  if (rules.empty()) {
    // A line may have another number in the other script, so texts are compared.
    const auto only = [&](const Side& side, const Lines& mine, const Lines& others) {
      std::set<std::string> there;
      for (const auto& other : others) there.insert(other.second);
      for (const auto& [place, words] : mine)
        if (there.count(words) == 0) report(side, place);
    };
    only(before, before_ran, now_ran);
    only(now, now_ran, before_ran);
  }
  if (rules.empty()) report_all(&Side::changed, false);
  return rules;
}

}  // namespace glint
