#include "interpreter/cli/report/ladder.hpp"

#include <algorithm>
#include <filesystem>

#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/report/study_report.hpp"
#include "interpreter/cli/studies/study_run.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/report/study.hpp"
#include "interpreter/view/svg/plots.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {

using report::percent;
using report::Sentences;

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
  PlayedRung lowest;       // that, against `random`
  std::vector<PlayedRung> rungs;

  Depth depth() const {
    std::vector<Rung> all;
    for (const PlayedRung& one : rungs) all.push_back(one.rung);
    return depth_of(all);
  }
};

std::string player_text(std::uint64_t effort) { return "mcts:" + std::to_string(effort); }

/// "56.2 % (50.1 .. 62.0)".
std::string won_text(const Rung& rung) {
  const auto percent_of = [](double share) { return number_text(100 * share, 1); };
  return percent_of(rung.share) + " % (" + percent_of(rung.interval.low) + " .. " + percent_of(rung.interval.high) + ")";
}

/// Says whether a rung wins three games in four.
std::string holds_text(const Rung& rung) {
  return rung.holds_surely() ? "yes" : rung.fails_surely() ? "no" : "perhaps";
}

/// The reason why there is no upper end; empty if there is one.
std::string open_text(const Ladder& ladder) {
  if (ladder.depth().high) return {};
  return "After " + lang::counted(ladder.rungs.size(), "doubling") +
         ", more effort may still pay. Raise --doublings to add rungs, or --games to be more certain.";
}

/// Says that the stronger bot wins fewer games than with fair seats; empty if seats are nearly fair.
std::string seat_text(const Ladder& ladder) {
  constexpr double kFar = 0.25;
  const auto& first = ladder.rungs.back().first_player_advantage;
  if (!first || (first->interval.low < kFar && first->interval.high > -kFar)) return {};
  return "The seat decides much, whatever the effort: the first player's advantage is " +
         with_interval(value_text(*first, first->value), range_text(*first)) +
         ". Bots change seats, so more effort wins fewer games here than it is worth.";
}

std::string heading(const Ladder& ladder) {
  return "each rung: " + grouped(ladder.base.plan.games) +
         " games against half the effort, swapping seats after each; seed " + std::to_string(ladder.base.plan.seed);
}

report::Table rungs_table(const Ladder& ladder) {
  using Look = report::Column::Look;
  const auto estimate = [](const std::optional<Measure>& measure) {
    return report::Value{measure ? report::estimate_text(*measure) : "-", report::estimate_json(measure)};
  };
  report::Table table;
  for (const PlayedRung& one : ladder.rungs) {
    const Rung& rung = one.rung;
    const std::string bot = player_text(rung.effort), weaker = player_text(rung.effort / 2);
    table.row();
    table.add({"bot", "bot", Look::word}, {bot, bot});
    table.add({"against", "against", Look::word}, {weaker, weaker});
    table.data("seed", rung.seed).data("games", rung.games).data("won", rung.won).data("lost", rung.lost);
    table.add({"share", "won (undecided: half)"}, {won_text(rung), rung.share});
    table.data("low", rung.interval.low).data("high", rung.interval.high);
    table.add({"wins_three_in_four", "wins 3 in 4"}, {holds_text(rung), holds_text(rung)});
    table.add({"undecided", "undecided"}, {percent(rung.undecided(), rung.games), rung.undecided()});
    table.add({"first_player_advantage", "first-player advantage"}, estimate(one.first_player_advantage));
    report::Value length = estimate(one.length);
    if (one.length) length.text = value_text(*one.length, one.length->value);
    table.add({"length", "plies"}, std::move(length));
  }
  return table;
}

report::Figures rung_plots(const Ladder& ladder) {
  std::vector<view::Estimate> shares;
  for (const PlayedRung& one : ladder.rungs) {
    const Rung& rung = one.rung;
    shares.push_back({player_text(rung.effort), 100 * rung.share, 100 * rung.interval.low, 100 * rung.interval.high,
                      won_text(rung), rung.fails_surely()});
  }
  return {{"Won against half the effort", [=] { return view::estimates_svg(shares, 0, 100, " %"); }}};
}

report::Document document_of(const Ladder& ladder) {
  const StudyHeader& base = ladder.base;
  const Depth depth = ladder.depth();
  const Rung& lowest = ladder.lowest.rung;
  const std::string seat = seat_text(ladder),
                    from = player_text(ladder.effort) + " wins " + won_text(lowest) + " of the games against `random`.";
  const std::string verdict = ladder_verdict(depth, player_text(ladder.effort), base.plan.games);
  report::Document document{ladder.game.title(), "a ladder", {}};
  std::vector<report::Part>& parts = document.parts;
  document.data("game", ladder.game.id());
  document.data("title", ladder.game.title());
  document.data("rules", base.rules);
  document.data("options", view::json_of(base.options));
  document.data("from", player_text(ladder.effort));
  document.data("games", base.plan.games);
  document.data("seed", base.plan.seed);
  document.data("max_plies", base.plan.max_plies);
  document.data("draws", view::json_of(base.plan.draws));
  parts.push_back({"", "", Sentences{{ladder.game.title() + ", " + heading(ladder)}}, report::kTerminal});
  parts.push_back({"", "", Sentences{{verdict}, Sentences::Look::verdict}});
  parts.push_back({"", "", Sentences{{from}}});
  if (!seat.empty()) parts.push_back({"", "", Sentences{{seat}}});
  document.data("against_random", {{"seed", lowest.seed},
                                   {"games", lowest.games},
                                   {"share", lowest.share},
                                   {"low", lowest.interval.low},
                                   {"high", lowest.interval.high}});
  document.data("seats", seat);
  parts.push_back(
      {"", "Each doubling of effort",
       Sentences{{"Each bot plays against one with half its iterations. It wins three games in four (the dashed "
                  "line) if its whole interval lies above 75 %: yes. No, and a red bar, mean that the interval "
                  "lies below; perhaps, that 75 % is in it."}},
       report::kPage});
  if (const std::string open = open_text(ladder); !open.empty()) parts.push_back({"", "", Sentences{{open}}});
  parts.push_back({"rungs", "", rungs_table(ladder)});
  parts.push_back({"", "", rung_plots(ladder), report::kPage});
  document.data("depth", {{"doublings", depth.doublings},
                          {"low", depth.low},
                          {"high", view::json_of(depth.high)},
                          {"open", depth.is_open}});
  document.data("verdict", verdict);
  parts.push_back({"", "How this was played", Sentences{{heading(ladder), "rules " + base.rules}}, report::kPage});
  return document;
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

std::string ladder_verdict(const Depth& depth, const std::string& bot, std::uint64_t games) {
  const int n = depth.doublings;
  std::string text = "From " + bot + ", ";
  if (n == 0)
    text += "no doubling of effort wins three games in four";
  else
    text += std::string(depth.is_open ? "at least " : "") + std::to_string(n) +
            (n == 1 ? " doubling of effort wins" : " doublings of effort in a row each win") + " three games in four";
  const std::string low = std::to_string(depth.low);
  if (depth.high == depth.low)
    text += " (with 95 % confidence)";
  else
    text = with_interval(text,
                         (depth.high ? low + " to " + std::to_string(*depth.high) : low + " or more") + " doublings");
  return text + ", in " + grouped_count(games, "game") + " for each doubling.";
}

void climb(Console& console, const Game& game, const StudyHeader& base, const LadderRun& run) {
  if (const std::string none = no_ladder(game); !none.empty())
    stop(kUsage, "--ladder: " + game.title() + " has no ladder: " + none,
         "studies with --seat '*=mcts:16', '*=mcts:32', ... show how scores and lengths change with effort");
  Ladder ladder{game, base, effort_of(base.plan, run.doublings), {}, {}};
  for (int number = 0; number <= run.doublings; ++number) {
    StudyPart part;
    part.header = base;
    part.header.plan = plan_of_rung(base.plan, ladder.effort, number);
    StudyRun study;
    if (run.out) {
      study.file = path_of_rung(*run.out, number);
      check_replaceable(study.file);
      if (has_content(study.file)) go_on(study.file, part, console);
    }
    study.threads = run.threads;
    study.label = part.header.plan.players[0];
    if (auto error = run_study(game, part, study, console)) stop(kNo, {*error});
    PlayedRung one{rung_of(part.header.plan, part.tally), {}, {}};
    for (const Measure& measure : measures_of(game, part.header.plan, part.tally)) {
      if (measure.id == "first_player_advantage") one.first_player_advantage = measure;
      if (measure.id == "length") one.length = measure;
    }
    if (number == 0) {
      ladder.lowest = std::move(one);
      continue;
    }
    ladder.rungs.push_back(std::move(one));
    if (number >= kFewestRungs && ladder.depth().high) break;
  }
  report_document(console, document_of(ladder), {run.json, run.html});
}

}  // namespace glint::cli
