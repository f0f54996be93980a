#include "interpreter/cli/report/ladder.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <ostream>

#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/report/study_report.hpp"
#include "interpreter/cli/report/study_words.hpp"
#include "interpreter/cli/report/verdict.hpp"
#include "interpreter/cli/studies/studied.hpp"
#include "interpreter/cli/studies/study_run.hpp"
#include "interpreter/lab/study/ladder.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/view/svg/plots.hpp"
#include "interpreter/view/svg/text.hpp"

namespace glint::cli {
namespace {

/// This many rungs show how the first-player advantage changes, whatever the depth.
constexpr int kFewestRungs = 3;

struct PlayedRung {
  Rung rung;
  std::optional<Measure> first_player_advantage, length;
};

struct Ladder {
  const Game& game;
  const StudyHeader& base;
  std::uint64_t effort;  // below the first rung
  std::vector<PlayedRung> rungs;
  StudyPart last;  // of the last rung

  Depth depth() const {
    std::vector<Rung> all;
    for (const PlayedRung& one : rungs) all.push_back(one.rung);
    return depth_of(all);
  }
  std::string verdict() const;
};

std::string player_text(std::uint64_t effort) { return "mcts:" + std::to_string(effort); }

std::string Ladder::verdict() const { return ladder_verdict(depth(), player_text(effort), base.plan.games); }

std::string share_text(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", 100 * share);
  return text;
}

std::string interval_text(const Interval& interval) {
  return share_text(interval.low) + " .. " + share_text(interval.high);
}

/// Whether a rung wins three games in four.
std::string holds_text(const Rung& rung) { return rung.holds_surely() ? "yes" : rung.fails_surely() ? "no" : "perhaps"; }

std::string estimate_text(const std::optional<Measure>& measure) {
  return measure ? value_text(*measure, measure->value) + " (" + glint::interval_text(*measure) + ")" : "-";
}

/// Why there is no upper end; empty if there is one.
std::string open_text(const Ladder& ladder) {
  if (ladder.depth().high) return {};
  return "After " + std::to_string(ladder.rungs.size()) + (ladder.rungs.size() == 1 ? " doubling" : " doublings") +
         ", more effort may still pay. Raise --doublings to add rungs, or --games to be more certain.";
}

std::string heading(const Ladder& ladder) {
  return "each rung: " + grouped(ladder.base.plan.games) +
         " games against half the effort, swapping seats after each; seed " + std::to_string(ladder.base.plan.seed);
}

const std::vector<std::string> kColumns = {
    "bot", "against", "won (undecided: half)", "wins 3 in 4", "undecided", "first-player advantage", "plies"};

std::vector<std::string> row_of(const PlayedRung& one) {
  const Rung& rung = one.rung;
  return {player_text(rung.effort),
          player_text(rung.effort / 2),
          share_text(rung.share) + " % (" + interval_text(rung.interval) + ")",
          holds_text(rung),
          percent(rung.undecided(), rung.games),
          estimate_text(one.first_player_advantage),
          one.length ? value_text(*one.length, one.length->value) : "-"};
}

void print(std::ostream& out, const Ladder& ladder) {
  out << ladder.game.title() << ", " << heading(ladder) << "\n\n" << ladder.verdict() << '\n';
  if (const std::string open = open_text(ladder); !open.empty()) out << open << '\n';
  out << '\n';
  std::vector<std::vector<std::string>> rows = {kColumns};
  for (const PlayedRung& one : ladder.rungs) rows.push_back(row_of(one));
  std::vector<std::size_t> widths(kColumns.size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], view::width_of(row[i]));
  for (const auto& row : rows) {
    out << ' ';
    for (std::size_t i = 0; i < row.size(); ++i) out << (i == 0 ? " " : "   ") << padded(row[i], widths[i], i > 1);
    out << '\n';
  }
}

Json interval_json(const std::optional<Measure>& measure) {
  if (!measure) return {};
  return Json{{"value", measure->value},
              {"low", measure->interval.low},
              {"high", measure->interval.high},
              {"of", measure->count}};
}

Json rung_json(const PlayedRung& one) {
  const Rung& rung = one.rung;
  return {{"bot", player_text(rung.effort)},
          {"against", player_text(rung.effort / 2)},
          {"seed", rung.seed},
          {"games", rung.games},
          {"won", rung.won},
          {"lost", rung.lost},
          {"undecided", rung.undecided()},
          {"share", rung.share},
          {"low", rung.interval.low},
          {"high", rung.interval.high},
          {"wins_three_in_four", holds_text(rung)},
          {"first_player_advantage", interval_json(one.first_player_advantage)},
          {"length", interval_json(one.length)}};
}

Json ladder_json(const Ladder& ladder) {
  const StudyHeader& base = ladder.base;
  const Depth depth = ladder.depth();
  const Json found = {
      {"doublings", depth.doublings}, {"low", depth.low}, {"high", json_of(depth.high)}, {"open", depth.is_open}};
  return {{"game", ladder.game.id()},
          {"title", ladder.game.title()},
          {"rules", base.rules},
          {"options", json_of(base.options)},
          {"from", player_text(ladder.effort)},
          {"games", base.plan.games},
          {"seed", base.plan.seed},
          {"max_plies", base.plan.max_plies},
          {"draws", json_of(base.plan.draws)},
          {"rungs", list_of(ladder.rungs, rung_json)},
          {"depth", found},
          {"verdict", ladder.verdict()}};
}

std::string page(const Ladder& ladder, int threads) {
  using view::escape;
  std::string table = "<table>\n<tr>";
  for (const std::string& column : kColumns) table += "<th class=\"n\">" + escape(column) + "</th>";
  table += "</tr>\n";
  std::vector<view::Estimate> shares, advantages;
  for (const PlayedRung& one : ladder.rungs) {
    const std::vector<std::string> row = row_of(one);
    table += "<tr>";
    for (const std::string& text : row) table += "<td class=\"n\">" + escape(text) + "</td>";
    table += "</tr>\n";
    const Rung& rung = one.rung;
    shares.push_back(
        {row[0], 100 * rung.share, 100 * rung.interval.low, 100 * rung.interval.high, row[2], rung.fails_surely()});
    if (const auto& first = one.first_player_advantage)
      advantages.push_back({row[0], 100 * first->value, 100 * first->interval.low, 100 * first->interval.high, row[5],
                            first->interval.low > 0 || first->interval.high < 0});
  }
  std::string text = "<h2>Each doubling of effort</h2>\n<p>Each bot plays against one with half its iterations. It wins "
                     "three games in four (the dashed line) if its whole interval lies above 75 %: <em>yes</em>. "
                     "<em>No</em>, and a red bar, mean that the interval lies below; <em>perhaps</em>, that 75 % is in "
                     "it.</p>\n";
  if (const std::string open = open_text(ladder); !open.empty()) text += "<p>" + escape(open) + "</p>\n";
  text += table + "</table>\n<div class=\"row\">\n<div><h3>Won against half the effort</h3>\n" +
          view::series_svg(shares, " %", 75) + "</div>\n";
  if (!advantages.empty())
    text += "<div><h3>First-player advantage</h3>\n" + view::series_svg(advantages, "") + "</div>\n";
  text += "</div>\n";
  const std::string played = "<h2>How this was played</h2>\n<p class=\"sub\">" + escape(heading(ladder)) +
                             "</p>\n<p class=\"sub\">rules " + escape(ladder.base.rules) + "</p>\n";
  return ladder_page(ladder.game, ladder.verdict(), text, ladder.last, played, threads);
}

/// The iterations of the player that all seats have.
std::uint64_t effort_of(const StudyPlan& plan, int doublings) {
  const Result<PlayerSpec> spec = read_player_spec(plan.players[0]);
  const bool same = std::count(plan.players.begin(), plan.players.end(), plan.players[0]) ==
                    static_cast<std::ptrdiff_t>(plan.players.size());
  if (!spec || !same || spec->name != "mcts" || spec->budget.is_time())
    stop(kUsage, "--ladder needs the same bot in all seats: `mcts` with a number of iterations",
         "for example --seat '*=mcts:16'; no other bot has an effort that can be doubled");
  const std::uint64_t effort = spec->budget.number;
  // Doubled this often it may be more than `mcts` takes.
  for (int rung = 1; rung <= doublings; ++rung)
    if (effort > (UINT64_MAX >> rung) || !read_player_spec(player_text(effort << rung)))
      stop(kUsage, "--doublings: " + player_text(effort) + " cannot be doubled " + std::to_string(doublings) + " times",
           "at most " + std::to_string(rung - 1) + " times");
  return effort;
}

std::string path_of_rung(const std::string& out, int number) {
  const std::filesystem::path path(out);
  return (path.parent_path() / path.stem()).string() + "." + std::to_string(number) + path.extension().string();
}

}  // namespace

void climb(Console& console, const Game& game, const StudyHeader& base, const LadderRun& run) {
  if (const std::string none = no_ladder(game); !none.empty())
    stop(kUsage, "--ladder: " + game.title() + " has no ladder: " + none,
         "studies with --seat '*=mcts:16', '*=mcts:32', ... show how scores and lengths change with effort");
  Ladder ladder{game, base, effort_of(base.plan, run.doublings), {}, {}};
  for (int number = 1; number <= run.doublings; ++number) {
    StudyPart part;
    part.header = base;
    part.header.plan = plan_of_rung(base.plan, ladder.effort, number);
    StudyRun study;
    if (run.out) {
      study.file = path_of_rung(*run.out, number);
      check_replaceable(study.file);
      if (has_content(study.file)) go_on(study.file, game, part, console);
    }
    study.threads = run.threads;
    study.label = part.header.plan.players[0];
    if (auto error = run_study(game, part, study, console)) stop(kNo, {*error});
    PlayedRung one{rung_of(part.header.plan, part.tally), {}, {}};
    for (const Measure& measure : measures_of(game, part.header.plan, part.tally)) {
      if (measure.id == "first_player_advantage") one.first_player_advantage = measure;
      if (measure.id == "length") one.length = measure;
    }
    ladder.rungs.push_back(std::move(one));
    ladder.last = std::move(part);
    if (number >= kFewestRungs && ladder.depth().high) break;
  }
  if (run.html && *run.html == "-") return write_output(*run.html, Output::page, page(ladder, run.threads), console);
  if (run.json)
    console.out << json_text(ladder_json(ladder));
  else
    print(console.out, ladder);
  if (run.html) write_output(*run.html, Output::page, page(ladder, run.threads), console);
}

}  // namespace glint::cli
