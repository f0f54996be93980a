#include "interpreter/cli/report/study_report.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>

#include "interpreter/cli/report/coverage.hpp"
#include "interpreter/cli/report/study_page.hpp"
#include "interpreter/cli/report/study_words.hpp"
#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/progress.hpp"
#include "interpreter/lab/study/measures.hpp"

namespace glint::cli {
namespace {

/// Cells as digits from 0 to 9 (as often as the most frequent one), where the board has few enough to be looked at.
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
  for (const Measure& measure : measures) width = std::max(width, view::width_of(measure.title));
  for (const Measure& measure : measures)
    out << "  " << padded(measure.title, width) << padded(value_text(measure, measure.value), 14, true) << "   "
        << padded(interval_text(measure), 18) << "  of " << grouped(measure.count) << '\n';
}

void print_study(std::ostream& out, const Game& game, const StudyPart& part, const std::vector<CoveredLine>& lines,
                 const view::TerminalStyle& style) {
  const StudyPlan& plan = part.header.plan;
  const StudyTally& tally = part.tally;
  const Program& program = game.program();
  out << game.title() << ": " << grouped(tally.games) << (tally.games == 1 ? " game" : " games") << ", "
      << grouped(tally.plies) << " plies, seed " << plan.seed << '\n'
      << players_text(game, plan) << '\n';
  for (const Restriction& one : plan.without) out << "without " << text_of(one, game) << '\n';
  out << "\nMeasures, and between what they lie (in 95 of 100 studies)\n";
  print_measures(out, measures_of(game, plan, tally));
  if (!tally.lengths.empty())
    out << "  plies: " << tally.lengths.begin()->first << " to " << tally.lengths.rbegin()->first
        << ", half of the games up to " << quantile(tally.lengths, 0.5) << "; the shortest is game "
        << tally.shortest.game << ", the longest game " << tally.longest.game << '\n';
  const auto& moves = program.rules.moves;
  std::size_t width = 5;
  for (const auto& move : moves) width = std::max(width, view::width_of(move.name));
  out << "\n"
      << padded("Moves", width + 2) << padded("chosen", 10, true) << padded("possible", 12, true)
      << padded("in games", 12, true) << '\n';
  for (std::size_t i = 0; i < moves.size(); ++i)
    out << "  " << padded(moves[i].name, width) << padded(percent(tally.moves_played[i], tally.plies), 10, true)
        << padded(percent(tally.moves_possible[i], tally.plies), 12, true)
        << padded(percent(tally.moves_games[i], tally.games), 12, true) << '\n';
  for (const PickedValues& one : picked_values(game, tally)) {
    if (one.all == 0) continue;
    out << "  " << one.move << ", " << one.pick << ':';
    for (std::size_t i = 0; i < one.values.size(); ++i)
      out << (i == 0 ? " " : ", ") << one.values[i].first << ' ' << percent(one.values[i].second, one.all);
    out << '\n';
  }
  if (tally.samples > 0 && !program.rules.kinds.empty()) {
    out << "\nPieces on the board, on average, and in how many positions (of " << grouped(tally.samples) << ")\n";
    for (const StandingPieces& one : standing_pieces(game, tally))
      out << "  " << padded(one.name(), std::max<std::size_t>(width, 24))
          << padded(average_text(one.pieces, tally.samples), 8, true)
          << padded(percent(one.positions, tally.samples), 10, true) << '\n';
  }
  print_map(out, "Where moves pick cells, from 0 to 9 (the most frequent)", game, tally.cells_picked, style);
  print_map(out, "Where something stands", game, tally.cells_filled, style);
  print_map(out, "What beams light", game, tally.cells_lit, style);
  const std::vector<std::string> findings = findings_of(game, plan, tally, lines);
  if (!findings.empty()) out << "\nWorth a look\n";
  for (const std::string& finding : findings) out << "  " << finding << '\n';
}

Json counts_json(const Histogram& histogram) {
  Json json = Json::array();
  for (const auto& [value, times] : histogram) json.push(Json::array().push(value).push(times));
  return json;
}

Json extreme_json(const Extreme& extreme) {
  return extreme.is_set ? Json::object().set("plies", extreme.value).set("game", extreme.game) : Json();
}

}  // namespace

void tell_study(Console& console, const Game& game, const StudyPart& part, const StudyForms& forms) {
  const std::vector<CoveredLine> lines = coverage_of(game, part.tally);
  if (forms.html) write_output(*forms.html, study_page(game, part, lines), console);
  if (forms.json) {
    console.out << study_json(game, part, lines).text();
    return;
  }
  print_study(console.out, game, part, lines, console.style);
  if (!forms.coverage) return;
  console.out << '\n';
  print_coverage(console.out, lines);
}

Json study_json(const Game& game, const StudyPart& part, const std::vector<CoveredLine>& lines) {
  const StudyHeader& header = part.header;
  const StudyPlan& plan = header.plan;
  const StudyTally& tally = part.tally;
  const Program& program = game.program();
  const std::vector<std::string> seats = game.players();
  Json players = Json::array(), without = Json::array();
  for (std::size_t i = 0; i < plan.players.size(); ++i)
    players.push(Json::object().set("seat", seats[i]).set("player", plan.players[i]));
  for (const Restriction& one : plan.without) without.push(text_of(one, game));
  char checksum[20];
  std::snprintf(checksum, sizeof checksum, "%016llx", static_cast<unsigned long long>(tally.checksum));
  Json json = Json::object();
  json.set("game", game.id()).set("title", game.title()).set("rules", header.rules);
  json.set("options", json_of(header.options));
  json.set("plan", Json::object()
                       .set("players", players)
                       .set("rotates", plan.rotates)
                       .set("seed", plan.seed)
                       .set("max_plies", plan.max_plies)
                       .set("draws", json_of(plan.draws))
                       .set("judge", plan.judge)
                       .set("without", without));
  json.set("games", tally.games).set("plies", tally.plies).set("checksum", checksum);
  Json measures = Json::array();
  for (const Measure& measure : measures_of(game, plan, tally))
    measures.push(Json::object()
                      .set("id", measure.id)
                      .set("title", measure.title)
                      .set("meaning", measure.meaning)
                      .set("form", measure.form == Measure::Form::share ? "share" : "mean")
                      .set("value", measure.value)
                      .set("low", low_of(measure))
                      .set("high", high_of(measure))
                      .set("of", measure.count));
  json.set("measures", measures);
  json.set("lengths", counts_json(tally.lengths));
  json.set("shortest", extreme_json(tally.shortest)).set("longest", extreme_json(tally.longest));
  Json scores = Json::array();
  for (std::size_t p = 0; p < tally.scores.size(); ++p)
    scores.push(
        Json::object().set("seat", game.is_team() ? "team" : seats[p]).set("counts", counts_json(tally.scores[p])));
  json.set("scores", scores);
  Json plies = Json::array();
  for (std::size_t i = 0; i < tally.reached_at.size(); ++i)
    plies.push(Json::object()
                   .set("ply", static_cast<std::uint64_t>(i + 1))
                   .set("games", tally.reached_at[i])
                   .set("moves", static_cast<double>(tally.choices_at[i]) / static_cast<double>(tally.reached_at[i])));
  json.set("branching_by_ply", plies);
  Json moves = Json::array();
  for (std::size_t i = 0; i < tally.moves_played.size(); ++i)
    moves.push(Json::object()
                   .set("name", program.rules.moves[i].name)
                   .set("chosen", tally.moves_played[i])
                   .set("possible", tally.moves_possible[i])
                   .set("games", tally.moves_games[i]));
  json.set("moves", moves);
  Json picks = Json::array();
  for (const PickedValues& one : picked_values(game, tally)) {
    Json counts = Json::object();
    for (const auto& [value, count] : one.values) counts.set(value, count);
    picks.push(Json::object().set("move", one.move).set("pick", one.pick).set("values", counts));
  }
  json.set("picks", picks);
  Json pieces = Json::array();
  for (const StandingPieces& one : standing_pieces(game, tally))
    pieces.push(Json::object()
                    .set("kind", one.kind)
                    .set("owner", one.owner.empty() ? Json() : Json(one.owner))
                    .set("pieces", one.pieces)
                    .set("positions", one.positions));
  json.set("samples", tally.samples).set("pieces", pieces);
  Json cells = Json::array();
  for (std::size_t cell = 0; cell < game.cells().size(); ++cell)
    cells.push(Json::object()
                   .set("cell", game.cells()[cell].label)
                   .set("picked", tally.cells_picked[cell])
                   .set("filled", tally.cells_filled[cell])
                   .set("lit", tally.cells_lit[cell]));
  json.set("cells", cells);
  json.set("covered", tally.covered).set("coverage", lines.empty() ? Json() : coverage_json(lines));
  json.set("findings", findings_of(game, plan, tally, lines));
  return json;
}

}  // namespace glint::cli
