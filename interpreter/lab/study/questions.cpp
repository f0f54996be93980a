#include "interpreter/lab/study/questions.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/study/counted_game.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/players/player.hpp"

namespace glint {
namespace {

/// Games of each question to better bots; and in pairs with the same chance, enough to find what is mostly luck, or more.
constexpr std::uint64_t kMostGames = 100, kPaired = 200, kMostPaired = 1000;
/// First moves that are compared; of all together ten times as many games, or of random bots a hundred times.
constexpr std::uint64_t kMostOpenings = 200;

/// The effort at which this bot, whose own is `effort`, is better than all of these bots. Nothing if one has a time.
std::optional<std::uint64_t> effort_above(const std::vector<std::string>& bots, bool is_mcts, std::uint64_t effort) {
  for (const std::string& bot : bots) {
    const Result<PlayerSpec> spec = read_player_spec(bot);
    if (!spec || spec->name == "random" || spec->name == "greedy") continue;
    if (spec->budget.is_time()) return std::nullopt;
    if ((spec->name == "mcts") == is_mcts)
      effort = std::max(effort, is_mcts ? 4 * spec->budget.number : spec->budget.number + 1);
  }
  return effort;
}

/// A question of at most so many games, of which only the results count.
Question& add_question(std::vector<Question>& questions, const StudyHeader& header, std::uint64_t most) {
  Question& one = questions.emplace_back();
  one.header = header;
  one.header.plan.games = std::min(header.plan.games, most);
  one.header.plan.looks = 1;
  one.header.plan.covered = 0;
  return one;
}

std::optional<Error> ask_stronger(const Game& game, const StudyHeader& header, const std::string& proven, Asked& asked,
                                  std::vector<Question>& questions) {
  const StudyPlan& plan = header.plan;
  const Result<PlayerSpec> known = read_player_spec(proven);
  const bool is_mcts = !known || known->budget.is_time();
  const auto effort = effort_above(plan.players, is_mcts, is_mcts ? 100 : known->budget.number);
  if (!effort)
    return plain_error("better bots than these are known only where their budget is a number, not a time",
                       "for example `mcts:100`");
  Stronger& stronger = asked.stronger.emplace();
  const std::string bot = is_mcts ? "mcts:" : "learned:";
  stronger.bot = bot + std::to_string(*effort);
  stronger.means = (is_mcts ? "plays " : "looks ") + std::to_string(*effort) +
                   (is_mcts ? " games in its head before a move" : " plies ahead, by learned values");
  stronger.doubled = bot + std::to_string(is_mcts ? 2 * *effort : *effort + 1);
  const auto ask = [&](std::vector<std::string> players) -> Question& {
    Question& one = add_question(questions, header, kMostGames);
    one.label = players[0];
    StudyPlan& its = one.header.plan;
    its.rotates = players.size() > 1 && players[0] != players[1];
    its.players = std::move(players);
    its.seed = seed_of_game(plan.seed, questions.size());
    return one;
  };
  const auto rung = [&](const std::string& better, const std::string& other, std::optional<Rung>& answer) {
    Question& one = ask({better, other});
    one.take = [its = one.header.plan, &answer](const StudyTally& tally, const GameLog&) {
      answer = rung_of(its, tally);
    };
  };
  if (no_ladder(game).empty()) {
    if (plan.players[0] == plan.players[1]) rung(stronger.bot, plan.players[0], stronger.match);
    rung(stronger.doubled, stronger.bot, stronger.doubling);
  }
  Question& all = ask(std::vector<std::string>(plan.players.size(), stronger.bot));
  all.take = [&game, &stronger, its = all.header.plan](const StudyTally& tally, const GameLog&) {
    stronger.tally = tally;
    stronger.measures = measures_of(game, its, tally);
  };
  return std::nullopt;
}

void ask_luck(const Game& game, const StudyHeader& header, std::uint64_t most, Asked& asked, std::vector<Question>& questions) {
  if (game.program().draws.empty() || game.is_team() || header.plan.players.size() < 2) return;
  Question& pairs = add_question(questions, header, most);
  pairs.label = "pairs";
  StudyPlan& plan = pairs.header.plan;
  plan.seed = seed_of_game(plan.seed, questions.size());
  plan.playouts = 0;
  plan.rotates = false;
  plan.pairs_chance = true;
  pairs.is_logged = true;
  pairs.take = [&game, &asked](const StudyTally&, const GameLog& log) {
    std::vector<double> winners(log.games());  // the number of a seat from 1, or 0
    double number = 0;
    for (const std::string& seat : game.players()) {
      ++number;
      for (std::size_t i = 0; i < winners.size(); ++i) winners[i] += number * (*log.of("wins." + seat))[i];
    }
    asked.luck = luck_of(winners);
  };
}

std::optional<Error> ask_openings(const Game& game, const StudyHeader& header, Asked& asked,
                                  std::vector<Question>& questions) {
  const Result<std::vector<std::int64_t>> openings = first_moves_of(game, header.plan);
  if (!openings) return openings.errors()[0];
  const std::uint64_t count = openings->size();
  if (count < 2 || count > kMostOpenings || game.is_team() || game.players().size() < 2)
    return plain_error("first moves are compared of players who move in turn, 2 to " + std::to_string(kMostOpenings) +
                       " of them; this game has " + std::to_string(count));
  const auto results = std::make_shared<std::vector<std::vector<double>>>();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t together = (all_random(header.plan) ? 100 : 10) * kMostOpenings;
    Question& one = add_question(questions, header, std::max(kFewestOfGroup, together / count));
    one.header.plan.opening = (*openings)[i];
    one.label = std::to_string(i + 1) + " of " + std::to_string(count);
    one.is_logged = true;
    one.take = [&game, &asked, results, all = *openings](const StudyTally&, const GameLog& log) {
      results->push_back(*log.of("first_player_advantage"));
      for (double& each : results->back())
        each = std::isnan(each) ? 0.5 : std::round(each + 1.0 / static_cast<double>(game.players().size()));
      if (results->size() == all.size()) asked.openings = compared_openings(game, all, *results);
    };
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<Question>> questions_of(const Game& game, const StudyHeader& header, const Asking& asking,
                                           Asked& asked) {
  std::vector<Question> questions;
  if (asking.strong)
    if (auto error = ask_stronger(game, header, asking.proven, asked, questions)) return *error;
  const bool is_random = all_random(header.plan);
  if (asking.luck && !header.plan.records && (is_random || asking.strong))
    ask_luck(game, header, !is_random ? kMostGames : asking.strong ? kMostPaired : kPaired, asked, questions);
  if (asking.openings)
    if (auto error = ask_openings(game, header, asked, questions)) return *error;
  return questions;
}

}  // namespace glint
