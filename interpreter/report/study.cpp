#include "interpreter/report/study.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "interpreter/lab/study/played_again.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/view/json/json.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "lang/source/text.hpp"

namespace glint::report {

namespace {

using Look = Column::Look;

double share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

Json share_of_plies(std::int64_t part) { return static_cast<double>(part) / StudyTally::kShare; }

// ---- tables

Table measures_table(const std::vector<Measure>& measures) {
  Table table;
  for (const Measure& one : measures) {
    const std::string text = value_text(one, one.value), interval = interval_text(one);
    table.row();
    table.add({"id", "", Look::word}, {one.id, one.id});
    table.add({"value", "value"}, {text, one.value}).data("text", text);
    table.add({"interval", "95 % confidence interval"}, {interval, interval});
    table.data("low", one.interval.low).data("high", one.interval.high);
    table.add({"of", "of"}, {grouped(one.count), one.count});
    table.data("form", one.form == Measure::Form::share ? "share" : "mean");
    table.add({"meaning", "", Look::note, kPage | kJson}, {one.meaning, one.meaning});
  }
  return table;
}

/// The card for programs; its lines for people go to `lines`, problems first, and each command once.
Table card_table(const std::vector<CardLine>& card, std::vector<std::string>& lines) {
  Table table;
  std::set<std::string> said = {""};
  for (const CardLine& one : card) {
    table.row();
    table.data("id", one.id).data("level", name_of(one.level)).data("text", one.text).data("next", one.next);
    std::string line = std::string(name_of(one.level)) + ": " + one.text + (one.text.back() == '.' ? "" : ".");
    line[0] = static_cast<char>(line[0] - 'a' + 'A');
    lines.push_back(line + (said.insert(one.next).second ? " Next: " + lang::marked(one.next) : ""));
  }
  return table;
}

/// Shares of won games.
Table groups_table(const std::vector<Group>& groups) {
  Table table;
  // Games may show the figure of some rows and not of others.
  const auto beside = [&](const char* id, const char* title, const Group& row, std::optional<Measure> Group::*of) {
    if (std::any_of(groups.begin(), groups.end(), [&](const Group& one) { return (one.*of).has_value(); }))
      table.add({id, title}, {row.*of ? estimate_text(*(row.*of)) : "-", estimate_json(row.*of)});
  };
  for (const Group& one : groups) {
    table.row();
    table.add({"name", "", Look::word}, {one.name, one.name});
    table.add({"share", "won"}, {estimate_text(one.measure), one.measure.value});
    table.data("low", one.measure.interval.low).data("high", one.measure.interval.high);
    table.add({"of", "of"}, {grouped(one.measure.count), one.measure.count});
    beside("ahead", "more than the others", one, &Group::ahead);
    beside("each", "each one more", one, &Group::each);
  }
  return table;
}

Json stronger_json(const std::optional<Stronger>& stronger, bool is_flipped) {
  if (!stronger) return {};
  const auto rung = [](const std::optional<Rung>& one) {
    return !one ? Json() : Json{{"games", one->games}, {"share", one->share}, {"low", one->interval.low}, {"high", one->interval.high}};
  };
  return {{"bot", stronger->bot}, {"match", rung(stronger->match)}, {"doubled", stronger->doubled}, {"doubling", rung(stronger->doubling)},
          {"flips", is_flipped},
          {"verdict", study_verdict(stronger->measures, stronger->tally)}};
}

Table moves_table(const Game& game, const StudyTally& tally) {
  Table table;
  for (std::size_t i = 0; i < tally.choices.moves_played.size(); ++i) {
    const std::string& name = game.program().rules.moves[i].name;
    const std::uint64_t chosen = tally.choices.moves_played[i], legal = tally.choices.moves_possible[i],
                        games = tally.choices.moves_games[i];
    table.row();
    table.add({"name", "", Look::word}, {name, name});
    table.add({"chosen", "chosen"}, {percent(chosen, tally.plies), chosen});
    table.add({"legal", "legal"}, {percent(legal, tally.plies), legal});
    table.add({"games", "in games"}, {percent(games, tally.games), games});
    table.add({"", "", Look::bar, kPage}, {"", {}, share(chosen, tally.plies)});
  }
  return table;
}

/// The counts of the choices of each value of a pick.
Table picks_table(const Game& game, const StudyTally& tally) {
  const Program& program = game.program();
  const std::vector<ValuedPick> picks = picks_with_values(program);
  Table table;
  for (std::size_t v = 0; v < picks.size(); ++v) {
    const auto move = static_cast<std::size_t>(picks[v].move);
    const PickInfo& pick = program.moves[move].picks[static_cast<std::size_t>(picks[v].pick)];
    const std::string& move_name = program.rules.moves[move].name;
    const std::string& pick_name = program.rules.moves[move].frame.locals[static_cast<std::size_t>(pick.local)].name;
    const std::vector<std::uint64_t>& counts = tally.choices.values[v];
    const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    Json by_value = Json::object();
    std::vector<std::string> shares;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const Word value = static_cast<Word>(picks[v].first + static_cast<std::int64_t>(i));
      const std::string printed = print_slots(program, pick.type, &value);
      by_value[printed] = counts[i];
      shares.push_back(printed + " " + percent(counts[i], all));
    }
    table.row();
    table.add({"", "", Look::word}, {move_name + ", " + pick_name});
    table.data("move", move_name).data("pick", pick_name);
    table.add({"values", "", Look::word}, {all == 0 ? "never" : lang::joined(shares), std::move(by_value)});
  }
  return table;
}

/// All kinds and owners that the rules allow, also if none was seen.
Table pieces_table(const Game& game, const StudyTally& tally) {
  const Program& program = game.program();
  const std::uint64_t all = tally.positions.weight;
  Table table;
  for (std::size_t kind = 0; kind < program.rules.kinds.size(); ++kind) {
    const std::string &name = program.rules.kinds[kind].name, &label = program.rules.kinds[kind].label;
    const std::string called = label.empty() ? name : label;
    const bool owned = program.pieces.first_key[kind].size() > 1;
    for (int owner = -1; owner < static_cast<int>(program.rules.players.size()); ++owner) {
      const std::size_t at = pieces_at(program, static_cast<int>(kind), owner);
      const std::uint64_t pieces = tally.positions.pieces[at], seen = tally.positions.pieces_seen[at];
      if (seen == 0 && owned == (owner < 0)) continue;
      const std::string player = owner < 0 ? "" : program.rules.players[static_cast<std::size_t>(owner)].name;
      table.row();
      table.add({"", "", Look::word}, {owner < 0 ? called : called + " of " + player});
      table.data("kind", name).data("owner", owner < 0 ? Json() : Json(player));
      table.add({"pieces", "average number"}, {number_text(share(pieces, all), 2), share(pieces, all)});
      table.add({"positions", "in positions"}, {percent(seen, all), share(seen, all)});
      table.add({"", "", Look::bar, kPage}, {"", {}, share(seen, all)});
    }
  }
  return table;
}

/// The end of a game: "sun", "tie", "lost", "score".
std::string ending_text(const Game& game, const GameEnd& end) {
  const std::vector<std::string> seats = game.players();
  if (end.ending < seats.size()) return game.is_team() || seats.size() < 2 ? "won" : seats[end.ending];
  const char* const others[] = {"tie", "lost", "score"};
  return others[std::min<std::uint64_t>(end.ending - seats.size(), 2)];
}

Table chosen_table(const StudyTally& tally) {
  Table table;
  for (const ChosenGame& one : chosen_games(tally)) {
    table.row();
    table.add({"", "", Look::word}, {one.name});
    table.add({}, {std::to_string(one.game)});
    table.add({"", "", Look::word}, {one.why});
  }
  return table;
}

// ---- data for programs alone

Json counts_json(const Histogram& histogram) {
  return view::list_of(histogram, [](const auto& one) { return Json::array({one.first, one.second}); });
}

Json plan_json(const StudyHeader& header) {
  const StudyPlan& plan = header.plan;
  Json all = Json::array();
  for (std::size_t i = 0; i < plan.players.size(); ++i)
    all.push_back({{"seat", header.seats[i]}, {"bot", plan.players[i]}});
  return {{"seats", all},
          {"rotates", plan.rotates},
          {"seed", plan.seed},
          {"max_plies", plan.max_plies},
          {"draws", view::json_of(plan.draws)},
          {"evaluate", plan.playouts},
          {"looks", plan.looks},
          {"without", header.without}};
}

Json chosen_json(const Game& game, const StudyTally& tally) {
  Json usual, dramatic, turning;
  if (const auto end = representative(tally))
    usual = {{"game", end->game}, {"plies", end->plies}, {"ending", ending_text(game, *end)}, {"scores", end->scores}};
  if (const Extreme& one = tally.course.dramatic; one.is_set && one.value > 0)
    dramatic = {{"game", one.game}, {"lead_changes", one.value}, {"drama", share_of_plies(one.then)}};
  if (const Extreme& one = tally.course.turning; one.is_set && one.value > 0)
    turning = {{"game", one.game}, {"decided_at", share_of_plies(one.value)}, {"drama", share_of_plies(one.then)}};
  const auto extreme = [](const Extreme& one) {
    return one.is_set ? Json{{"game", one.game}, {"plies", one.value}} : Json();
  };
  return {{"representative", usual},
          {"dramatic", dramatic},
          {"turning", turning},
          {"shortest", extreme(tally.course.shortest)},
          {"longest", extreme(tally.course.longest)}};
}

Json scores_json(const Game& game, const StudyTally& tally) {
  Json scores = Json::array();
  for (std::size_t p = 0; p < tally.endings.scores.size(); ++p)
    scores.push_back({{"seat", game.is_team() ? "team" : game.players()[p]}, {"counts", counts_json(tally.endings.scores[p])}});
  return scores;
}

Json plies_json(const StudyTally& tally) {
  Json plies = Json::array();
  for (std::size_t i = 0; i < tally.course.reached_at.size(); ++i)
    plies.push_back({{"ply", i + 1},
                     {"games", tally.course.reached_at[i]},
                     {"moves", static_cast<double>(tally.course.choices_at[i]) / static_cast<double>(tally.course.reached_at[i])}});
  return plies;
}

Json cells_json(const Game& game, const StudyTally& tally) {
  Json cells = Json::array();
  const std::vector<CellInfo> known = game.cells();
  for (std::size_t i = 0; i < known.size(); ++i)
    cells.push_back({{"cell", known[i].label},
                     {"picked", tally.choices.cells_picked[i]},
                     {"filled", share(tally.positions.cells_filled[i], tally.positions.weight)},
                     {"lit", share(tally.positions.cells_lit[i], tally.positions.weight)}});
  return cells;
}

// ---- figures

/// The board with a digit for each cell, 9 for the most frequent one, if it is small enough.
std::string digit_map(const Game& game, const std::vector<std::uint64_t>& counts, const view::TerminalStyle& style) {
  constexpr std::size_t kMostCells = 400;
  const std::uint64_t most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  if (most == 0 || counts.size() > kMostCells) return "";
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
  return view::picture(scene, plain);
}

/// Estimates on an axis of percent; or of points, with 0 in its middle.
Figure plot_of(const std::string& title, const std::vector<view::Estimate>& all, bool are_points = false) {
  double reach = 5;
  for (const view::Estimate& one : all) reach = std::max({reach, std::abs(one.low), std::abs(one.high)});
  return {title, [=] { return view::estimates_svg(all, are_points ? -reach : 0, are_points ? reach : 100, are_points ? "" : " %"); }};
}

/// The measures that are shares of games, and the first player's advantage.
Figures end_plots(const std::vector<Measure>& measures) {
  std::vector<view::Estimate> shares, points;
  for (const Measure& one : measures)
    if (one.form == Measure::Form::share)
      (one.shift == 0 ? shares : points).push_back(estimate_of(one.id, one, one.shift != 0 && one.is_beyond_zero()));
  return {plot_of("", shares), plot_of("", points, true)};
}

/// The first of a list, by how often they won, and by the differences that stand beside that.
Figures group_plots(const std::vector<Group>& groups) {
  constexpr std::size_t kMost = 12;  // there may be hundreds of first moves
  const std::string first = groups.size() > kMost ? ", the first " + std::to_string(kMost) : "";
  std::vector<view::Estimate> won, more;
  for (std::size_t i = 0; i < std::min(kMost, groups.size()); ++i) {
    std::string name = groups[i].name;
    std::erase(name, '`');
    won.push_back(estimate_of(name, groups[i].measure, false));
    for (const auto& one : {groups[i].ahead, groups[i].each})
      if (one) more.push_back(estimate_of(name, *one, one->is_beyond_zero()));
  }
  return {plot_of("Won" + first, won),
          plot_of((groups.empty() || !groups[0].ahead ? "Each one more, points" : "More than the others, points") + first, more, true)};
}

/// The size of the game beside that of games that are known (`tree_size`), and the minutes that people take.
Figures size_plots(const std::vector<Measure>& measures) {
  const std::optional<Measure> time = time_of(measures);
  if (!time) return {};
  const std::vector<view::Estimate> sizes = {
      estimate_of("this game", *find_measure(measures, "tree_size"), true),
      {"Connect Four", 21, 21, 21, "21"}, {"Othello", 58, 58, 58, "58"}, {"chess", 123, 123, 123, "123"}};
  const view::Estimate minutes = estimate_of("an average game", *time, true);
  return {{"Lines of play, as a power of 10", [=] { return view::estimates_svg(sizes, 0, std::max(130.0, sizes[0].high), ""); }},
          {"Minutes that people take", [=] { return view::estimates_svg({minutes}, 0, 1.2 * minutes.high, ""); }}};
}

Figures score_plots(const Game& game, const StudyTally& tally) {
  Figures figures;
  for (std::size_t p = 0; p < tally.endings.scores.size(); ++p)
    figures.push_back({tally.endings.scores.size() == 1 ? "Score" : "Score of " + game.players()[p],
         [&counts = tally.endings.scores[p]] { return view::histogram_svg(counts, "final score, and number of games"); }});
  return figures;
}

Figures length_plots(const StudyTally& tally, const std::vector<Measure>& measures) {
  std::vector<view::Estimate> lively;
  for (const Measure& one : measures)
    if (one.form == Measure::Form::mean ? one.is_percent : one.id.starts_with("leader_wins."))
      lively.push_back(estimate_of(one.id, one, false));
  return {
      {"Length of games", [&tally] { return view::histogram_svg(tally.course.lengths, "plies, and number of games"); }},
      plot_of("How lively games are", lively)};
}

/// How much of who wins is luck, and what thinking is worth.
Figures luck_plots(const Asked& asked, const StudyPlan& plan) {
  std::vector<view::Estimate> all;
  if (asked.luck) all.push_back(estimate_of("chance alone decides", *asked.luck, false));
  const auto add = [&](const std::string& better, const std::string& other, const std::optional<Rung>& rung) {
    if (!rung) return;
    MeasureKind share;
    share.is_percent = true;
    all.push_back(estimate_of(better + " against " + other, {share, rung->share, rung->interval}, false));
  };
  if (const auto& stronger = asked.stronger) {
    add(stronger->bot, plan.players[0], stronger->match);
    add(stronger->doubled, stronger->bot, stronger->doubling);
  }
  return {plot_of("", all)};
}

std::uint64_t ran(const std::vector<CoveredLine>& lines) {
  return static_cast<std::uint64_t>(
      std::count_if(lines.begin(), lines.end(), [](const CoveredLine& line) { return line.runs > 0; }));
}

}  // namespace

std::string players_text(const Game& game, const StudyPlan& plan) {
  const std::string note = plan.note.empty() ? "" : " (" + plan.note + ")";
  const bool same = std::all_of(plan.players.begin(), plan.players.end(),
                                [&](const std::string& one) { return one == plan.players[0]; });
  if (plan.records) return plan.players[0];
  if (same) return (plan.players.size() == 1 ? "bot: " : "all seats: ") + plan.players[0] + note;
  std::string text;
  const std::vector<std::string> seats = game.players();
  for (std::size_t i = 0; i < seats.size(); ++i)
    text += (i == 0 ? "" : ", ") + (plan.rotates ? "bot " + std::to_string(i + 1) : seats[i]) + ": " + plan.players[i];
  return text + (plan.rotates ? ", rotating seats" : "") + note;
}

std::string looks_text(const StudyPlan& plan) { return plan.looks > 1 ? ", widened for the checks of --until" : ""; }

std::string percent(std::uint64_t part, std::uint64_t all) { return number_text(100 * share(part, all), 1) + " %"; }

Json estimate_json(const std::optional<Measure>& measure) {
  if (!measure) return {};
  const auto& [low, high] = measure->interval;
  return {{"value", measure->value}, {"low", low}, {"high", high}, {"of", measure->count}};
}

std::string estimate_text(const Measure& measure) {
  return value_text(measure, measure.value) + " (" + interval_text(measure) + ")";
}

view::Estimate estimate_of(const std::string& label, const Measure& measure, bool is_marked) {
  const double factor = measure.is_percent ? 100 : 1;
  return {label,
          factor * measure.value,
          factor * measure.interval.low,
          factor * measure.interval.high,
          estimate_text(measure),
          is_marked};
}

Figures heat_maps(const Game& game, const StudyTally& tally) {
  const auto map = [&game](const std::string& title, const std::string& about, const std::vector<std::uint64_t>& counts,
                           std::uint64_t all, view::Rgb tone) {
    return Figure{title, [&game, &counts, all, tone] { return view::heat_svg(game, counts, all, tone); },
                  [&game, &counts, heading = title + about + '\n'](const view::TerminalStyle& style) {
                    const std::string digits = digit_map(game, counts, style);
                    return digits.empty() ? "" : heading + digits;
                  }};
  };
  std::uint64_t picks = 0;
  for (const std::uint64_t count : tally.choices.cells_picked) picks += count;
  const std::string scale = ", from 0 (never) to 9 (most often)";
  return {map("Cells picked by moves", scale, tally.choices.cells_picked, picks, {0.24, 0.42, 0.60}),
          map("Occupied cells", "", tally.positions.cells_filled, tally.positions.weight, {0.45, 0.35, 0.62}),
          map("Lit cells", "", tally.positions.cells_lit, tally.positions.weight, {0.85, 0.55, 0.10})};
}

std::vector<std::string> played_lines(const Game& game, const StudyPart& part) {
  const StudyPlan& plan = part.header.plan;
  std::vector<std::string> lines = {grouped_count(part.tally.games, "game") + ", " + grouped(part.tally.plies) +
                                    " plies; " + players_text(game, plan) +
                                    (plan.records ? "" : "; seed " + std::to_string(plan.seed))};
  const std::string options =
      lang::joined(game.options(), ", ", [](const OptionInfo& option) { return option.name + " = " + option.value; });
  if (!options.empty()) lines.push_back(options);
  for (const std::string& one : part.header.without) lines.push_back("without " + one);
  lines.push_back("rules " + part.header.rules);
  return lines;
}

std::string lead_of(const Game& game, const ShownGames& shown) {
  if (!shown.lead.empty()) return shown.lead;
  constexpr std::size_t kMostCells = 2000;
  const Result<Position> start = game.start({.first_draws = true});
  if (!start || game.cells().size() > kMostCells) return "";
  return "<div class=\"board\">" + view::svg(view::scene_of(*start)) + "</div>\n";
}

Document study_document(const Game& game, const StudyPart& part, StudyExtras extras) {
  const StudyHeader& header = part.header;
  const StudyPlan& plan = header.plan;
  const StudyTally& tally = part.tally;
  const std::vector<Measure> measures = measures_of(game, plan, tally);
  const std::vector<CoveredLine>& lines = extras.lines;

  std::vector<std::string> head = {game.title() + ": " + grouped_count(tally.games, "game") + ", " +
                                       grouped(tally.plies) + " plies, seed " + std::to_string(plan.seed),
                                   players_text(game, plan)};
  for (const std::string& one : header.without) head.push_back("without " + one);
  if (!tally.course.lengths.empty())
    head.push_back("plies of a game: " + std::to_string(tally.course.lengths.begin()->first) + " to " +
                   std::to_string(tally.course.lengths.rbegin()->first) + ", median " +
                   std::to_string(quantile(tally.course.lengths, 0.5)));
  const double apart = looks_apart(plan.looks);
  const std::string verdict = study_verdict(measures, tally, apart);
  std::vector<std::string> card;
  const std::vector<CardLine> found = card_of(game, header, tally, measures, extras.asked);
  Table card_data = card_table(found, card);
  const auto played = std::make_shared<std::optional<ShownGames>>();
  const auto shown = [played, play_again = std::move(extras.play_again)] {
    if (!*played) *played = play_again ? play_again() : ShownGames();
    return **played;
  };

  Document document{game.title(), "a study", {}};
  std::vector<Part>& parts = document.parts;
  document.data("game", game.id());
  document.data("title", game.title());
  document.data("rules", header.rules);
  document.data("options", view::json_of(header.options));
  document.data("plan", plan_json(header));
  document.data("games", tally.games);
  document.data("plies", tally.plies);
  document.data("checksum", lang::hexadecimal(tally.checksum));
  document.data("verdict", verdict);
  parts.push_back({"", "", Sentences{head}, kTerminal});
  // Findings of better bots overrule these; and a problem says more than who wins.
  const std::optional<Stronger>& stronger = extras.asked.stronger;
  const bool is_wrong = !found.empty() && found[0].level == CardLine::Level::problem;
  const bool is_flipped = stronger && flips(measures, tally, *stronger, apart);
  std::vector<Part> verdicts;
  if (stronger)
    verdicts.push_back(
        {"", "",
         Sentences{{(is_flipped ? "Better bots find something else than the study's own. With " : "With ") + stronger->bot +
                    " (" + stronger->means + ") in all seats: " + study_verdict(stronger->measures, stronger->tally)},
                   Sentences::Look::verdict}});
  if (!verdict.empty())
    verdicts.push_back(
        {"", "", Sentences{{(stronger ? "The study's own bots: " : "") + verdict}, Sentences::Look::verdict}});
  Part in_short{"", "In short", Sentences{card, Sentences::Look::list}, kPeople};
  verdicts.insert(!is_wrong ? verdicts.end() : verdicts.begin() + (is_flipped ? 1 : 0), std::move(in_short));
  parts.insert(parts.end(), verdicts.begin(), verdicts.end());
  parts.push_back({"card", "", std::move(card_data), kJson});
  document.data("strong", stronger_json(stronger, is_flipped));
  document.data("luck", estimate_json(extras.asked.luck));
  parts.push_back({"", "", Figures{{"", [&game, shown] { return lead_of(game, shown()); }}}, kPage});
  parts.push_back(
      {"", "Games worth watching", chosen_table(tally), kTerminal, ", by number (`glint study ... --show NUMBER`)"});
  parts.push_back({"", "Games worth watching", Figures{{"", [shown] { return shown().games; }}}, kPage});
  parts.push_back({"", "Heat maps", heat_maps(game, tally)});
  parts.push_back({"", "How games end", end_plots(measures), kPage});
  const std::string looks = looks_text(plan);
  parts.push_back({"measures", "Measures", measures_table(measures), kEverywhere,
                   looks.empty() ? "" : ", with confidence intervals" + looks});
  document.data("lengths", counts_json(tally.course.lengths));
  document.data("chosen", chosen_json(game, tally));
  parts.push_back({"", "Scores", score_plots(game, tally), kPage});
  document.data("scores", scores_json(game, tally));
  parts.push_back({"", "How games go", length_plots(tally, measures), kPage});
  document.data("branching_factor_by_ply", plies_json(tally));
  parts.push_back({"", "Luck and skill", luck_plots(extras.asked, plan), kPage});
  parts.push_back({"", "Size, and time for people", size_plots(measures), kPage});
  document.data("minutes", estimate_json(time_of(measures)));
  for (const auto& [id, title, by] : {std::tuple{"openings", "First moves, and how often the first player won", Grouping::openings},
                                      {"moves_of_winners", "Who chooses a move more often", Grouping::moves},
                                      {"pieces_of_winners", "Who has more of a piece", Grouping::pieces}}) {
    const bool are_asked = by == Grouping::openings && !extras.asked.openings.empty();
    const std::vector<Group> groups = are_asked ? extras.asked.openings : groups_of(game, tally, by, apart);
    parts.push_back({id, title, groups_table(groups), are_asked ? kEverywhere : kPage | kJson,
                     are_asked ? ", each in games of the same seeds" : ""});
    parts.push_back({"", "", group_plots(groups), kPage});
  }
  parts.push_back({"moves", "Moves", moves_table(game, tally)});
  parts.push_back({"picks", "", picks_table(game, tally)});
  document.data("samples", tally.positions.samples);
  parts.push_back({"pieces", "Pieces", pieces_table(game, tally), tally.positions.samples > 0 ? kEverywhere : kJson,
                   ", in " + lang::counted(tally.positions.samples, "sampled position")});
  document.data("cells", cells_json(game, tally));
  document.data("covered", tally.covered);
  document.data("coverage", lines.empty() ? Json() : coverage_json(lines));
  parts.push_back({"warnings", "Warnings", Sentences{findings_of(game, plan, tally, lines), Sentences::Look::list}});
  if (extras.lists_coverage) parts.push_back({"", "", Sentences{coverage_lines(lines)}, kPeople});
  parts.push_back({"", "How this was played", Sentences{played_lines(game, part)}, kPage});
  return document;
}

std::vector<std::string> coverage_lines(const std::vector<CoveredLine>& lines) {
  std::vector<std::string> text = {std::to_string(ran(lines)) + " of " + std::to_string(lines.size()) +
                                   " lines of the rules ran"};
  const std::vector<CoveredFile> files = files_of(lines);
  for (const CoveredFile& file : files) {
    if (files.size() > 1)
      text.push_back("in " + file.name + ": " + std::to_string(file.ran) + " of " + std::to_string(file.of));
    for (const CoveredLine& line : lines)
      if (line.runs == 0 && line.file == file.name)
        text.push_back("  never: " + line.file + ":" + std::to_string(line.line) + "  " + line.text);
  }
  return text;
}

Json coverage_json(const std::vector<CoveredLine>& lines) {
  Json all = Json::array(), files = Json::array();
  for (const CoveredLine& line : lines)
    all.push_back({{"file", line.file}, {"line", line.line}, {"runs", line.runs}, {"text", line.text}});
  for (const CoveredFile& file : files_of(lines))
    files.push_back({{"file", file.name}, {"ran", file.ran}, {"of", file.of}});
  return {{"ran", ran(lines)}, {"of", lines.size()}, {"files", files}, {"lines", all}};
}

}  // namespace glint::report
