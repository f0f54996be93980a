#include "interpreter/cli/studies/stronger.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "interpreter/cli/studies/study_run.hpp"
#include "interpreter/lab/study/counted_game.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/players/player.hpp"

namespace glint::cli {
namespace {

/// Games of each question to better bots; pairs of random games are cheap.
constexpr std::uint64_t kMostGames = 100, kMostPaired = 1000;
/// First moves that are compared; of all together ten times as many games, or of random bots a hundred times.
constexpr std::uint64_t kMostOpenings = 200;

/// The effort of this bot, whose own is `effort`, that is better than all of these bots.
std::uint64_t effort_above(const std::vector<std::string>& bots, bool is_mcts, std::uint64_t effort) {
  for (const std::string& bot : bots) {
    const Result<PlayerSpec> spec = read_player_spec(bot);
    if (!spec || spec->name == "random" || spec->name == "greedy") continue;
    if (spec->budget.is_time())
      stop(kUsage, "--strong needs bots whose budget is a number, not a time", "for example --seat '*=mcts:100'");
    if ((spec->name == "mcts") == is_mcts) effort = std::max(effort, is_mcts ? 4 * spec->budget.number : spec->budget.number + 1);
  }
  return effort;
}

}  // namespace

Stronger ask_stronger(Console& console, const Game& game, const StudyPart& part, const std::string& proven, int threads) {
  const StudyPlan& plan = part.header.plan;
  const Result<PlayerSpec> known = read_player_spec(proven);
  const bool is_mcts = !known || known->budget.is_time();
  const std::uint64_t effort = effort_above(plan.players, is_mcts, is_mcts ? 100 : known->budget.number);
  Stronger stronger;
  stronger.bot = (is_mcts ? "mcts:" : "learned:") + std::to_string(effort);
  stronger.means = (is_mcts ? "plays " : "looks ") + std::to_string(effort) +
                   (is_mcts ? " games in its head before a move" : " plies ahead, by learned values");
  stronger.doubled = is_mcts ? "mcts:" + std::to_string(2 * effort) : "learned:" + std::to_string(effort + 1);
  std::uint64_t number = 0;
  const auto play = [&](std::vector<std::string> players, std::uint64_t games, GameLog* log = nullptr) {
    StudyPart asked;
    asked.header = part.header;
    StudyPlan& its = asked.header.plan;
    its.rotates = log == nullptr && players.size() > 1 && players[0] != players[1];
    its.pairs_chance = log != nullptr;
    its.players = std::move(players);
    its.seed = seed_of_game(plan.seed, ++number);
    its.games = std::min(plan.games, games);
    its.looks = 1;
    its.covered = 0;
    if (auto error = run_study(game, asked, {threads, log ? "pairs" : its.players[0], "", {}, log}, console)) stop(kNo, {*error});
    return asked;
  };
  const auto rung = [&](const std::string& one, const std::string& other) {
    const StudyPart played = play({one, other}, kMostGames);
    return rung_of(played.header.plan, played.tally);
  };
  if (no_ladder(game).empty()) {
    if (plan.players[0] == plan.players[1]) stronger.match = rung(stronger.bot, plan.players[0]);
    stronger.doubling = rung(stronger.doubled, stronger.bot);
  }
  const StudyPart all = play(std::vector<std::string>(plan.players.size(), stronger.bot), kMostGames);
  stronger.tally = all.tally;
  stronger.measures = measures_of(game, all.header.plan, all.tally);
  if (game.program().draws.empty() || game.is_team() || plan.players.size() < 2) return stronger;
  GameLog log;
  play(plan.players, all_random(plan) ? kMostPaired : kMostGames, &log);
  if (const auto* results = log.of("wins." + game.players()[0])) stronger.luck = luck_of(*results);
  return stronger;
}

std::vector<Group> ask_openings(Console& console, const Game& game, const StudyPart& part, int threads) {
  const Result<std::vector<std::int64_t>> openings = first_moves_of(game, part.header.plan);
  if (!openings) stop(kNo, openings.errors());
  const std::uint64_t count = openings->size();
  if (count < 2 || count > kMostOpenings || game.is_team() || game.players().size() < 2)
    stop(kUsage, "--openings compares 2 to " + std::to_string(kMostOpenings) +
                     " first moves of players who move in turn; this game has " + std::to_string(count));
  std::vector<std::vector<double>> results;
  for (const std::int64_t opening : *openings) {
    StudyPart asked;
    asked.header = part.header;
    StudyPlan& plan = asked.header.plan;
    plan.opening = opening;
    plan.games = std::min(plan.games, std::max(kFewestOfGroup, (all_random(plan) ? 100 : 10) * kMostOpenings / count));
    plan.looks = 1;
    plan.covered = 0;
    GameLog log;
    const std::string label = std::to_string(results.size() + 1) + " of " + std::to_string(count);
    if (auto error = run_study(game, asked, {threads, label, "", {}, &log}, console)) stop(kNo, {*error});
    results.push_back(*log.of("first_player_advantage"));
    for (double& one : results.back())
      one = std::isnan(one) ? 0.5 : std::round(one + 1.0 / static_cast<double>(game.players().size()));
  }
  return compared_openings(game, *openings, results);
}

}  // namespace glint::cli
