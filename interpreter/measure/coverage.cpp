#include "interpreter/measure/coverage.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "interpreter/game/position/position_view.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/rules/walk.hpp"

namespace glint {
namespace {

using rules::Expr;
using rules::Op;
using rules::Stmt;

/// Lets that setup, play, moves, beams, ends or invariants use, directly or by other lets. Lets that only pictures,
/// texts, a heuristic, tests or the board use are not rules. A let that nothing uses counts as one.
class RuleLets {
 public:
  explicit RuleLets(const rules::Rules& rules)
      : rules_(rules), is_rule_(rules.lets.size()), is_other_(rules.lets.size()), is_subset_(rules.lets.size()) {
    for (const rules::Subset& subset : rules.subsets) is_subset_[static_cast<std::size_t>(subset.let)] = true;
    add_rules();
    add_others();
  }

  bool has(std::size_t let) const { return is_rule_[let] || !is_other_[let]; }
  /// True if the score decides a game, or rules use it.
  bool has_score() const { return has_score_; }

 private:
  void add_rules() {
    ask_block(rules_.setup.body);
    ask_block(rules_.play.body);
    for (const rules::Move& move : rules_.moves) ask_block(move.body);
    for (const rules::Effect& effect : rules_.effects) ask_block(effect.body);
    for (const rules::Variable& variable : rules_.variables) ask(variable.initial, is_rule_);
    for (const rules::EndRule& rule : rules_.judging.ends) {
      ask(rule.when, is_rule_);
      ask_result(rule.result);
    }
    for (const rules::Invariant& invariant : rules_.invariants) {
      ask(invariant.condition, is_rule_);
      ask(invariant.message, is_other_);
    }
    rules::for_each_beam_expr(rules_, [&](const Expr& expr) { ask(expr, is_rule_); });
  }

  void add_others() {
    rules::for_each_other_expr(rules_, [&](const Expr& expr) { ask(expr, is_other_); });
    if (rules_.judging.score) ask(rules_.judging.score->value, is_other_);
    if (rules_.judging.heuristic) ask(rules_.judging.heuristic->value, is_other_);
    // `men of me`, with a group of kinds, asks only for the kinds in it.
    for (std::size_t i = 0; i < is_rule_.size(); ++i) {
      bool is_group = true;
      rules::walk(rules_.lets[i].body,
                  [&](const Expr& expr) { is_group = is_group && (expr.op == Op::unite || expr.op == Op::kind); });
      if (is_group) is_other_[i] = true;
    }
    // The values of a subset are known before play.
    for (const rules::Subset& subset : rules_.subsets) {
      is_other_[static_cast<std::size_t>(subset.let)] = true;
      ask(rules_.lets[static_cast<std::size_t>(subset.let)].body, is_other_);
    }
  }

  /// Notes the lets that a part of the game calls, and the lets that these call.
  void ask(const auto& part, std::vector<bool>& asked) {
    rules::walk(part, [&](const Expr& expr) {
      if (expr.op == Op::score && &asked == &is_rule_ && !has_score_) {
        has_score_ = true;
        if (rules_.judging.score) ask(rules_.judging.score->value, asked);
      }
      if (expr.op != Op::call) return;
      const auto let = static_cast<std::size_t>(expr.ref);
      // A subset is known when the game is built, for any player.
      if (asked[let] || (is_subset_[let] && &asked == &is_rule_)) return;
      asked[let] = true;
      ask(rules_.lets[let].body, asked);
    });
  }

  void ask_result(const rules::Result& result) {
    if (result.player) ask(*result.player, is_rule_);
    if (result.kind != rules::ResultKind::score || has_score_) return;
    has_score_ = true;
    if (rules_.judging.score) ask(rules_.judging.score->value, is_rule_);
  }

  /// The statements: their messages are texts.
  void ask_block(const rules::Block& block) {
    rules::for_each_stmt(block, [&](const Stmt& stmt) {
      for (const Expr& expr : stmt.exprs) ask(expr, is_rule_);
      for (const Expr& expr : stmt.inits) ask(expr, is_rule_);
      ask(stmt.message, is_other_);
      if (stmt.result) ask_result(*stmt.result);
    });
  }

  const rules::Rules& rules_;
  std::vector<bool> is_rule_, is_other_, is_subset_;  // by let
  bool has_score_ = false;
};

bool is_library(const std::string& file) { return file.compare(0, 5, "<std>") == 0; }

}  // namespace

CoveredLines::CoveredLines(const Program& program) : line_of_(program.code.instructions.size(), -1) {
  const lang::Sources& sources = *program.sources;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int32_t> found;  // by file and line
  std::vector<std::pair<std::uint32_t, std::uint32_t>> place_of(program.code.instructions.size(), {UINT32_MAX, 0});
  // The code of tests comes after that of all rules.
  std::size_t end = program.code.instructions.size();
  for (const TestCode& test : program.entries.tests)
    for (const TestStep& step : test.steps)
      if (step.code >= 0) end = std::min(end, static_cast<std::size_t>(step.code));
  std::vector<bool> is_no_rule(program.code.instructions.size());
  const auto take_out = [&](int code) {
    for (auto i = static_cast<std::size_t>(code); i < program.code.instructions.size(); ++i) {
      is_no_rule[i] = true;
      if (program.code.instructions[i].op == Opcode::ret) break;
    }
  };
  // Code that only shows or judges a position, that runs only when the game is built or a player's time is up, and ...
  const RuleLets rules(program.rules);
  for (std::size_t i = 0; i < program.kept.lets.size(); ++i)
    if (program.kept.lets[i].is_constant || !rules.has(i))
      take_out(program.entries.lets[i] >= 0 ? program.entries.lets[i] : program.kept.lets[i].code);
  for (const NoteCode& note : program.entries.notes) take_out(note.code);
  for (const GroundCode& ground : program.entries.grounds) take_out(ground.code);
  for (const BeamsCode& beams : program.entries.beams) take_out(beams.code);
  if (program.entries.score >= 0 && !rules.has_score()) take_out(program.entries.score);
  for (const int code : {program.entries.heuristic, program.entries.clock_out})
    if (code >= 0) take_out(code);
  // ... that says where beams are acted on: a line with cases has a part when a beam comes there.
  for (const Reactions::Acting& acting : program.reactions.acting) take_out(acting.code);
  for (const int code : program.reactions.sides.code)
    if (code >= 0) take_out(code);
  // The code of an optic that runs if no case fits belongs to no line.
  const auto key_of = [](const lang::Span& span) { return std::tuple(span.file, span.begin, span.end); };
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> optics;
  for (const rules::Optic& optic : program.rules.beams.optics) optics.insert(key_of(optic.span));
  for (std::size_t i = 0; i < end && i < program.code.spans.size(); ++i) {
    const lang::Span span = program.code.spans[i];
    if (is_no_rule[i] || optics.contains(key_of(span)) || span.end == 0 || span.file >= sources.size() ||
        is_library(sources.file(span.file).name))
      continue;
    // Most instructions are of the same place as the one before.
    place_of[i] = i > 0 && place_of[i - 1].first == span.file && program.code.spans[i - 1].begin == span.begin
                      ? place_of[i - 1]
                      : std::pair(span.file, static_cast<std::uint32_t>(sources.locate(span.file, span.begin).line));
    found.emplace(place_of[i], 0);
  }
  for (auto& [place, number] : found) {
    number = static_cast<std::int32_t>(lines_.size());
    lines_.push_back({lang::presentable(sources.file(place.first).name), line_text(sources, place.first, place.second),
                      place.first, static_cast<int>(place.second)});
  }
  for (std::size_t i = 0; i < place_of.size(); ++i)
    if (place_of[i].first != UINT32_MAX) line_of_[i] = found[place_of[i]];
}

void CoveredLines::add(const Profile& profile, std::vector<std::uint64_t>& runs) const {
  runs.resize(lines_.size());
  std::vector<std::uint64_t> most(lines_.size());
  for (std::size_t i = 0; i < line_of_.size(); ++i) {
    if (line_of_[i] < 0) continue;
    std::uint64_t& line = most[static_cast<std::size_t>(line_of_[i])];
    line = std::max(line, profile.runs(i));
  }
  for (std::size_t i = 0; i < most.size(); ++i) runs[i] += most[i];
}

std::vector<CoveredFile> files_of(const std::vector<CoveredLine>& lines) {
  std::vector<CoveredFile> files;
  for (const CoveredLine& line : lines) {
    if (files.empty() || files.back().name != line.file) files.push_back({line.file});
    ++files.back().of;
    files.back().ran += line.runs > 0;
  }
  return files;
}

void Coverage::add(const Program& program, const Profile& profile) {
  const CoveredLines lines(program);
  std::vector<std::uint64_t> runs;
  lines.add(profile, runs);
  std::vector<CoveredLine> with_runs = lines.lines();
  for (std::size_t i = 0; i < with_runs.size(); ++i) with_runs[i].runs = runs[i];
  add(with_runs);
}

void Coverage::add(const std::vector<CoveredLine>& lines) {
  for (const CoveredLine& line : lines) {
    const auto [known, is_new] = lines_.try_emplace({line.source, line.line}, line);
    if (!is_new) known->second.runs += line.runs;
  }
}

std::vector<CoveredLine> Coverage::lines() const {
  std::vector<CoveredLine> all;
  for (const auto& [place, line] : lines_) all.push_back(line);
  return all;
}

std::vector<TestReport> run_tests(const Game& game, Coverage& coverage) {
  return run_tests(game, [&](const Program& program, const Profile& profile) { coverage.add(program, profile); });
}

}  // namespace glint
