// The HTML file of a study.
#include "interpreter/cli/report/study_report.hpp"

#include <algorithm>

#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/report/coverage.hpp"
#include "interpreter/cli/report/page.hpp"
#include "interpreter/cli/report/study_games.hpp"
#include "interpreter/cli/report/study_words.hpp"
#include "interpreter/cli/report/verdict.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/view/svg/plots.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/svg/text.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

using view::escape;

/// A page of several studies shows about this many games.
constexpr std::size_t kMostGames = 24;

std::string section(const std::string& title, const std::string& body) {
  return body.empty() ? "" : "<h2>" + escape(title) + "</h2>\n" + body;
}

std::string figure(const std::string& title, const std::string& picture) {
  return picture.empty() ? "" : "<div><h3>" + escape(title) + "</h3>\n" + picture + "</div>\n";
}

std::string row(const std::string& figures) {
  return figures.empty() ? "" : "<div class=\"row\">\n" + figures + "</div>\n";
}

/// What was played, with the command that plays it again.
std::string subtitle(const Game& game, const StudyPart& part) {
  const StudyPlan& plan = part.header.plan;
  std::string text = "<p class=\"sub\">" + grouped(part.tally.games) +
                     (part.tally.games == 1 ? " game, " : " games, ") + grouped(part.tally.plies) + " plies; " +
                     escape(players_text(game, plan)) + "; seed " + std::to_string(plan.seed) + "</p>\n";
  const std::string options =
      lang::joined(game.options(), ", ", [](const OptionInfo& option) { return option.name + " = " + option.value; });
  if (!options.empty()) text += "<p class=\"sub\">" + escape(options) + "</p>\n";
  for (const Restriction& one : plan.without)
    text += "<p class=\"sub\">without " + escape(text_of(one, game)) + "</p>\n";
  return text + "<p class=\"sub\">rules " + escape(part.header.rules) + "</p>\n";
}

std::string estimate_text(const Measure& measure) {
  return value_text(measure, measure.value) + " (" + interval_text(measure) + ")";
}

view::Estimate estimate_of(const std::string& label, const Measure& measure, bool is_marked = false) {
  const double factor = measure.is_percent ? 100 : 1;
  return {label,
          factor * measure.value,
          factor * measure.interval.low,
          factor * measure.interval.high,
          estimate_text(measure),
          is_marked};
}

/// A plot of all measures that are shares of games, on one axis.
std::string shares(const std::vector<Measure>& measures) {
  std::vector<view::Estimate> estimates;
  for (const Measure& measure : measures)
    if (measure.form == MeasureKind::Form::share && measure.shift == 0)
      estimates.push_back(estimate_of(measure.id, measure));
  return estimates.empty() ? "" : view::estimates_svg(estimates, 0, 100, " %");
}

/// A plot of the first-player advantage, with 0 in the middle of the axis.
std::string advantage(const std::vector<Measure>& measures) {
  for (const Measure& measure : measures) {
    if (measure.shift == 0) continue;
    const double reach = 100 * std::max({0.05, std::abs(measure.interval.low), std::abs(measure.interval.high)});
    const bool is_clear = measure.interval.low > 0 || measure.interval.high < 0;
    return view::estimates_svg({estimate_of(measure.id, measure, is_clear)}, -reach, reach, "");
  }
  return "";
}

std::string measures_table(const std::vector<Measure>& measures, const StudyPlan& plan) {
  std::string text = "<table>\n" + table_header({"", "value", "95 % confidence interval" + looks_text(plan), "of"});
  for (const Measure& measure : measures)
    text += "<tr><td>" + escape(measure.id) + "</td>" + table_cell(value_text(measure, measure.value)) +
            table_cell(interval_text(measure)) + table_cell(grouped(measure.count)) + table_cell(measure.meaning, "what") + "</tr>\n";
  return text + "</table>\n";
}

std::string bar(std::uint64_t part, std::uint64_t all) {
  const double width = all == 0 ? 0 : 160 * static_cast<double>(part) / static_cast<double>(all);
  return "<td><span class=\"bar\" style=\"width: " + view::number(width) + "px\"></span></td>";
}

std::string moves_table(const Game& game, const StudyTally& tally) {
  std::string text = "<table>\n" + table_header({"move", "chosen", "legal", "in games", ""});
  for (std::size_t i = 0; i < tally.choices.moves_played.size(); ++i)
    text += "<tr><td>" + escape(game.program().rules.moves[i].name) + "</td>" +
            table_cell(percent(tally.choices.moves_played[i], tally.plies)) +
            table_cell(percent(tally.choices.moves_possible[i], tally.plies)) +
            table_cell(percent(tally.choices.moves_games[i], tally.games)) +
            bar(tally.choices.moves_played[i], tally.plies) + "</tr>\n";
  return text + "</table>\n";
}

std::string picks_tables(const Game& game, const StudyTally& tally) {
  std::string text;
  for (const PickedValues& one : picked_values(game, tally)) {
    if (one.all == 0) continue;
    std::string table = "<table>\n";
    for (const auto& [value, count] : one.values)
      table += "<tr><td>" + escape(value) + "</td>" + table_cell(percent(count, one.all)) + bar(count, one.all) + "</tr>\n";
    text += figure(one.move + ", " + one.pick, table + "</table>\n");
  }
  return row(text);
}

std::string pieces_table(const Game& game, const StudyTally& tally) {
  if (tally.positions.samples == 0 || tally.positions.pieces.empty()) return "";
  std::string text = "<table>\n" + table_header({"piece", "average", "in positions", ""});
  for (const StandingPieces& one : standing_pieces(game, tally))
    text += "<tr><td>" + escape(one.name()) + "</td>" + table_cell(average_text(one.pieces, tally.positions.weight)) +
            table_cell(percent(one.positions, tally.positions.weight)) + bar(one.positions, tally.positions.weight) +
            "</tr>\n";
  return text + "</table>\n";
}

std::string heat_maps(const Game& game, const StudyTally& tally) {
  std::uint64_t picks = 0;
  for (const std::uint64_t count : tally.choices.cells_picked) picks += count;
  return row(
      figure("Cells picked by moves", view::heat_svg(game, tally.choices.cells_picked, picks, {0.24, 0.42, 0.60})) +
      figure("Occupied cells",
             view::heat_svg(game, tally.positions.cells_filled, tally.positions.weight, {0.45, 0.35, 0.62})) +
      figure("Lit cells", view::heat_svg(game, tally.positions.cells_lit, tally.positions.weight, {0.85, 0.55, 0.10})));
}

std::string score_plots(const Game& game, const StudyTally& tally) {
  std::string text;
  for (std::size_t p = 0; p < tally.endings.scores.size(); ++p)
    text += figure(tally.endings.scores.size() == 1 ? "Score" : "Score of " + game.players()[p],
                   view::histogram_svg(tally.endings.scores[p], "final score, and number of games"));
  return row(text);
}

std::string length_plots(const StudyTally& tally) {
  std::vector<double> branching;
  for (std::size_t i = 0; i < tally.course.reached_at.size(); ++i)
    branching.push_back(static_cast<double>(tally.course.choices_at[i]) /
                        static_cast<double>(std::max<std::uint64_t>(1, tally.course.reached_at[i])));
  return row(
      figure("Length of games", view::histogram_svg(tally.course.lengths, "plies, and number of games")) +
      figure("Branching factor",
             view::line_svg(branching, tally.course.reached_at, "ply; fainter where fewer games get that far")));
}

/// The board as a game begins, if it can be drawn; draws take their first values.
std::string first_board(const Game& game) {
  constexpr std::size_t kMostCells = 2000;
  StartOptions options;
  options.first_draws = true;
  const Result<Position> start = game.start(options);
  if (!start || game.cells().size() > kMostCells) return "";
  return "<div class=\"board\">" + view::svg(view::scene_of(*start)) + "</div>\n";
}

/// The board to lead with.
std::string lead_of(const Game& game, const ShownGames& shown) {
  return shown.lead.empty() ? first_board(game) : shown.lead;
}

/// All pages of studies are in this order.
struct PageParts {
  std::string title;                  // of the window, after the game's
  std::vector<std::string> verdict;   // sentences
  std::string lead, games, heat;      // HTML: a picture, games to click through, heat maps
};
std::string page_of(const std::string& name, const PageParts& parts, const std::string& tables) {
  return page_head(name + ", " + parts.title) + "<h1>" + escape(name) + "</h1>\n" + verdict_html(parts.verdict) +
         parts.lead + section("Games worth watching", parts.games) + section("Heat maps", parts.heat) + tables +
         kPageTail;
}

}  // namespace

std::string study_page(const Game& game, const StudyPart& part, const std::vector<CoveredLine>& lines, int threads) {
  const StudyTally& tally = part.tally;
  const std::vector<Measure> measures = measures_of(game, part.header.plan, tally);
  std::string look;
  for (const std::string& finding : findings_of(game, part.header.plan, tally, lines))
    look += "<li>" + escape(finding) + "</li>\n";
  if (!look.empty()) look = "<ul class=\"look\">\n" + look + "</ul>\n";
  const ShownGames shown = shown_games(game, part, {"", threads});
  return page_of(
      game.title(),
      {"a study", {study_verdict(measures, tally)}, lead_of(game, shown), shown.games, heat_maps(game, tally)},
      section("How games end", shares(measures) + advantage(measures)) + section("Warnings", look) +
          section("Measures", measures_table(measures, part.header.plan)) + section("Scores", score_plots(game, tally)) +
          section("How games go", length_plots(tally)) +
          section("Moves", moves_table(game, tally) + picks_tables(game, tally)) +
          section("Pieces", pieces_table(game, tally)) +
          section("Coverage of the rules, in " + grouped(tally.covered) + (tally.covered == 1 ? " game" : " games"),
                  lines.empty() ? ""
                                : "<details><summary>The script, with how often each line ran</summary>\n" +
                                      coverage_listing(game, lines) + "</details>\n") +
          section("How this was played", subtitle(game, part)));
}

std::string variations_page(const std::vector<Variation>& variations, std::size_t base, int threads) {
  const std::vector<ComparedMeasure> measures = compared(variations, base);
  std::string table = "<table>\n";
  std::vector<std::string> names = {""};
  for (const Variation& one : variations) names.push_back(one.label);
  table += table_header(names) + "<tr><td>games</td>";
  for (const Variation& one : variations) table += table_cell(grouped(one.part.tally.games));
  table += "</tr>\n";
  std::string plots;
  for (const ComparedMeasure& measure : measures) {
    std::vector<view::Estimate> estimates;
    table += "<tr><td>" + escape(measure.id) + "</td>";
    bool is_percent = false;
    for (std::size_t i = 0; i < variations.size(); ++i) {
      if (!measure.values[i]) {
        table += table_cell("-");
        continue;
      }
      const Measure& value = *measure.values[i];
      const bool differs = measure.against[i] && measure.against[i]->differs();
      is_percent = value.is_percent && value.shift == 0;
      table += table_cell(estimate_text(value), differs ? "n differs" : "n");
      estimates.push_back(estimate_of(variations[i].label, value, differs));
    }
    table += "</tr>\n";
    if (!estimates.empty()) plots += figure(measure.id, view::series_svg(estimates, is_percent ? " %" : ""));
  }
  table += "</table>\n<p class=\"sub\">Marked: significantly different from <code>" + escape(variations[base].label) +
           "</code> (p &lt; 0.05 after Holm's correction for " + std::to_string(asked_in(measures)) +
           " comparisons). In brackets: 95 % confidence intervals.</p>\n";
  // The page stays of a readable size, however many studies it compares.
  const std::size_t most = std::max<std::size_t>(1, kMostGames / variations.size());
  std::string boards, played;
  std::vector<Panel> games, maps;
  for (std::size_t i = 0; i < variations.size(); ++i) {
    const auto& [label, game, part, log] = variations[i];
    const std::string heading = "<h3>" + escape(label) + "</h3>\n";
    const ShownGames shown = shown_games(game, part, {"v" + std::to_string(i) + "-", threads, most});
    boards += figure(label, lead_of(game, shown));
    games.push_back({label, heading + shown.games});
    maps.push_back({label, heading + heat_maps(game, part.tally)});
    played += heading + subtitle(game, part);
  }
  return page_of(titles_text(variations),
                 {"studies side by side", comparison_verdicts(variations, measures, base),
                  "<div class=\"row boards\">\n" + boards + "</div>\n", tabs("games", games, base, "games"),
                  tabs("maps", maps, base, "games")},
                 section("Side by side", table) + section("Plots", row(plots)) + section("How this was played", played));
}

std::string ladder_page(const Game& game, const std::string& verdict, const std::string& rungs, const StudyPart& last,
                        const std::string& played, int threads) {
  const ShownGames shown = shown_games(game, last, {"", threads});
  const std::string which = "<p class=\"sub\">Of the last rung: " + escape(players_text(game, last.header.plan)) + "</p>\n";
  return page_of(game.title(),
                 {"a ladder", {verdict}, rungs + lead_of(game, shown), which + shown.games, which + heat_maps(game, last.tally)},
                 played);
}

}  // namespace glint::cli
