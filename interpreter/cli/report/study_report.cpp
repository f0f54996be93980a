#include "interpreter/cli/report/study_report.hpp"

#include <algorithm>
#include <ostream>

#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/report/coverage.hpp"
#include "interpreter/cli/report/study_games.hpp"
#include "interpreter/cli/report/study_words.hpp"
#include "interpreter/cli/report/verdict.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// Prints the board with a digit for each cell, 9 for the most frequent one, if the board is small enough.
void print_map(std::ostream& out, const std::string& title, const Game& game, const std::vector<std::uint64_t>& counts,
               const view::TerminalStyle& style) {
  constexpr std::size_t kMostCells = 400;
  const std::uint64_t most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  if (most == 0 || counts.size() > kMostCells) return;
  view::Scene scene;
  scene.players = game.players();
  scene.cells = game.cells();
  scene.directions = game.directions();
  for (const std::uint64_t count : counts) {
    PieceInfo piece;
    piece.glyph = std::to_string(count * 9 / most);
    scene.pieces.push_back({piece});
  }
  view::TerminalStyle plain = style;
  plain.beams = false;
  out << '\n' << title << '\n' << view::picture(scene, plain);
}

void print_measures(std::ostream& out, const std::vector<Measure>& measures) {
  std::size_t width = 0;
  for (const Measure& measure : measures) width = std::max(width, view::width_of(measure.id));
  for (const Measure& measure : measures)
    out << "  " << padded(measure.id, width) << padded(value_text(measure, measure.value), 14, true) << "   "
        << padded(interval_text(measure), 18) << "  of " << grouped(measure.count) << '\n';
}

void print_study(std::ostream& out, const Game& game, const StudyPart& part, const std::vector<CoveredLine>& lines,
                 const view::TerminalStyle& style) {
  const StudyPlan& plan = part.header.plan;
  const StudyTally& tally = part.tally;
  const Program& program = game.program();
  const std::vector<Measure> measures = measures_of(game, plan, tally);
  out << game.title() << ": " << grouped(tally.games) << (tally.games == 1 ? " game" : " games") << ", "
      << grouped(tally.plies) << " plies, seed " << plan.seed << '\n'
      << players_text(game, plan) << '\n';
  for (const Restriction& one : plan.without) out << "without " << text_of(one, game) << '\n';
  if (const std::string verdict = study_verdict(measures, tally); !verdict.empty()) out << '\n' << verdict << '\n';
  print_chosen_games(out, tally);
  print_map(out, "Cells picked by moves, from 0 (never) to 9 (most often)", game, tally.choices.cells_picked, style);
  print_map(out, "Occupied cells", game, tally.positions.cells_filled, style);
  print_map(out, "Lit cells", game, tally.positions.cells_lit, style);
  out << "\nMeasures, with 95 % confidence intervals" << looks_text(plan) << "\n";
  print_measures(out, measures);
  if (!tally.course.lengths.empty())
    out << "  plies: " << tally.course.lengths.begin()->first << " to " << tally.course.lengths.rbegin()->first
        << ", median " << quantile(tally.course.lengths, 0.5) << '\n';
  const auto& moves = program.rules.moves;
  std::size_t width = 5;
  for (const auto& move : moves) width = std::max(width, view::width_of(move.name));
  out << "\n"
      << padded("Moves", width + 2) << padded("chosen", 10, true) << padded("legal", 12, true)
      << padded("in games", 12, true) << '\n';
  for (std::size_t i = 0; i < moves.size(); ++i)
    out << "  " << padded(moves[i].name, width) << padded(percent(tally.choices.moves_played[i], tally.plies), 10, true)
        << padded(percent(tally.choices.moves_possible[i], tally.plies), 12, true)
        << padded(percent(tally.choices.moves_games[i], tally.games), 12, true) << '\n';
  for (const PickedValues& one : picked_values(game, tally)) {
    if (one.all == 0) continue;
    out << "  " << one.move << ", " << one.pick << ':';
    for (std::size_t i = 0; i < one.values.size(); ++i)
      out << (i == 0 ? " " : ", ") << one.values[i].first << ' ' << percent(one.values[i].second, one.all);
    out << '\n';
  }
  if (tally.positions.samples > 0 && !program.rules.kinds.empty()) {
    out << "\nPieces: average number on the board, and share of positions with one ("
        << grouped(tally.positions.samples) << " positions sampled)\n";
    for (const StandingPieces& one : standing_pieces(game, tally))
      out << "  " << padded(one.name(), std::max<std::size_t>(width, 24))
          << padded(average_text(one.pieces, tally.positions.weight), 8, true)
          << padded(percent(one.positions, tally.positions.weight), 10, true) << '\n';
  }
  const std::vector<std::string> findings = findings_of(game, plan, tally, lines);
  if (!findings.empty()) out << "\nWarnings\n";
  for (const std::string& finding : findings) out << "  " << finding << '\n';
}

Json counts_json(const Histogram& histogram) {
  return list_of(histogram, [](const auto& one) { return Json::array({one.first, one.second}); });
}

Json measure_json(const Measure& measure) {
  return {{"id", measure.id},
          {"meaning", measure.meaning},
          {"form", measure.form == Measure::Form::share ? "share" : "mean"},
          {"value", measure.value},
          {"low", measure.interval.low},
          {"high", measure.interval.high},
          {"of", measure.count}};
}

Json picks_json(const PickedValues& one) {
  Json counts = Json::object();
  for (const auto& [value, count] : one.values) counts[value] = count;
  return Json{{"move", one.move}, {"pick", one.pick}, {"values", counts}};
}

double share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

Json pieces_json(const StandingPieces& one, const StudyTally& tally) {
  return {{"kind", one.kind},
          {"owner", one.owner.empty() ? Json() : Json(one.owner)},
          {"pieces", share(one.pieces, tally.positions.weight)},
          {"positions", share(one.positions, tally.positions.weight)}};
}

Json plan_json(const Game& game, const StudyPlan& plan) {
  const std::vector<std::string> seats = game.players();
  Json all = Json::array();
  for (std::size_t i = 0; i < plan.players.size(); ++i)
    all.push_back(Json{{"seat", seats[i]}, {"bot", plan.players[i]}});
  return {{"seats", all},
          {"rotates", plan.rotates},
          {"seed", plan.seed},
          {"max_plies", plan.max_plies},
          {"draws", json_of(plan.draws)},
          {"evaluate", plan.playouts},
          {"looks", plan.looks},
          {"without", list_of(plan.without, [&](const Restriction& one) { return text_of(one, game); })}};
}

Json scores_json(const Game& game, const StudyTally& tally) {
  const std::vector<std::string> seats = game.players();
  Json scores = Json::array();
  for (std::size_t p = 0; p < tally.endings.scores.size(); ++p)
    scores.push_back(
        Json{{"seat", game.is_team() ? "team" : seats[p]}, {"counts", counts_json(tally.endings.scores[p])}});
  return scores;
}

Json plies_json(const StudyTally& tally) {
  Json plies = Json::array();
  for (std::size_t i = 0; i < tally.course.reached_at.size(); ++i) {
    Json ply = {{"ply", std::uint64_t{i + 1}}, {"games", tally.course.reached_at[i]}};
    ply["moves"] = static_cast<double>(tally.course.choices_at[i]) / static_cast<double>(tally.course.reached_at[i]);
    plies.push_back(ply);
  }
  return plies;
}

Json moves_json(const Game& game, const StudyTally& tally) {
  Json moves = Json::array();
  for (std::size_t i = 0; i < tally.choices.moves_played.size(); ++i) {
    moves.push_back(Json{{"name", game.program().rules.moves[i].name},
                         {"chosen", tally.choices.moves_played[i]},
                         {"legal", tally.choices.moves_possible[i]},
                         {"games", tally.choices.moves_games[i]}});
  }
  return moves;
}

Json cells_json(const Game& game, const StudyTally& tally) {
  Json cells = Json::array();
  for (std::size_t i = 0; i < game.cells().size(); ++i) {
    Json cell = {{"cell", game.cells()[i].label}, {"picked", tally.choices.cells_picked[i]}};
    cell["filled"] = share(tally.positions.cells_filled[i], tally.positions.weight);
    cell["lit"] = share(tally.positions.cells_lit[i], tally.positions.weight);
    cells.push_back(cell);
  }
  return cells;
}

}  // namespace

void report_study(Console& console, const Game& game, const StudyPart& part, const StudyForms& forms) {
  const std::vector<CoveredLine> lines = coverage_of(game, part.tally);
  // What is printed first is not lost where the page cannot be written.
  if (forms.json) {
    console.out << json_text(study_json(game, part, lines));
  } else if (forms.html != "-") {
    print_study(console.out, game, part, lines, console.style);
    if (forms.coverage) {
      console.out << '\n';
      print_coverage(console.out, lines);
    }
  }
  if (forms.html) write_output(*forms.html, Output::page, study_page(game, part, lines, forms.threads), console);
}

void report_variations(Console& console, const std::vector<Variation>& variations, std::size_t base,
                       const StudyForms& forms) {
  if (forms.json)
    console.out << json_text(variations_json(variations, base));
  else if (forms.html != "-")
    print_variations(console.out, variations, base);
  if (forms.html)
    write_output(*forms.html, Output::page, variations_page(variations, base, forms.threads), console);
}

Json study_json(const Game& game, const StudyPart& part, const std::vector<CoveredLine>& lines) {
  const StudyHeader& header = part.header;
  const StudyPlan& plan = header.plan;
  const StudyTally& tally = part.tally;
  const std::vector<Measure> measures = measures_of(game, plan, tally);
  const auto piece_json = [&](const StandingPieces& one) { return pieces_json(one, tally); };
  return {{"game", game.id()},
          {"title", game.title()},
          {"rules", header.rules},
          {"options", json_of(header.options)},
          {"plan", plan_json(game, plan)},
          {"games", tally.games},
          {"plies", tally.plies},
          {"checksum", lang::hexadecimal(tally.checksum)},
          {"verdict", study_verdict(measures, tally)},
          {"measures", list_of(measures, measure_json)},
          {"lengths", counts_json(tally.course.lengths)},
          {"chosen", chosen_games_json(game, tally)},
          {"scores", scores_json(game, tally)},
          {"branching_factor_by_ply", plies_json(tally)},
          {"moves", moves_json(game, tally)},
          {"picks", list_of(picked_values(game, tally), picks_json)},
          {"samples", tally.positions.samples},
          {"pieces", list_of(standing_pieces(game, tally), piece_json)},
          {"cells", cells_json(game, tally)},
          {"covered", tally.covered},
          {"coverage", lines.empty() ? Json() : coverage_json(lines)},
          {"warnings", findings_of(game, plan, tally, lines)}};
}

}  // namespace glint::cli
