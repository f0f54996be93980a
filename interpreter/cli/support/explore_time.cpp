#include "interpreter/cli/support/explore_time.hpp"

#include <algorithm>
#include <cmath>

#include "interpreter/lab/explore/allotment.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/players/player.hpp"

namespace glint::cli {
namespace {

/// What games of bots cost, in microseconds of one core (2 GHz), from games of the bundled scripts.
class Costs {
 public:
  Costs(const Game& game, const ExplorePlan& plan)
      : game_(game), max_plies_(plan.max_plies), random_(sample("random", 16)), greedy_(sample("greedy", 4)) {}

  double of(const std::string& bot) const {
    constexpr double kPly = 6, kTried = 1.8, kThought = 2;  // a ply; a move that is tried; a ply of a game in the head
    const Result<PlayerSpec> spec = read_player_spec(bot);
    if (!spec || spec->name == "random") return kPly * random_.plies;
    if (spec->name == "greedy") return kPly * greedy_.plies + kTried * greedy_.moves;
    const auto number = static_cast<double>(std::max<std::uint64_t>(1, spec->budget.number));
    if (spec->name == "mcts")
      return number * greedy_.plies * (20 + kThought * std::min(random_.plies, 60.0)) + kTried * greedy_.moves;
    const double choices = std::max(1.0, greedy_.moves / greedy_.plies);
    return kTried * greedy_.plies * std::pow(choices, 0.7 * std::min(number, 6.0));
  }

 private:
  struct Sample {
    double plies = 1, moves = 1;  // of a game: moves that were to be chosen from, at all plies together
  };
  Sample sample(const std::string& bot, std::uint64_t games) const {
    StudyPlan study;
    study.players.assign(game_.players().size(), bot);
    study.max_plies = max_plies_;
    study.covered = 0;
    StudyPlayer player(game_, study);
    StudyTally tally(game_.program());
    for (std::uint64_t i = 0; i < games; ++i)
      if (player.play(i, tally)) break;
    const double played = std::max<double>(1, static_cast<double>(tally.games));
    Sample found;
    found.plies = std::max(1.0, static_cast<double>(tally.plies) / played);
    for (const std::uint64_t count : tally.choices_at) found.moves += static_cast<double>(count) / played;
    return found;
  }

  const Game& game_;
  const int max_plies_;
  const Sample random_, greedy_;
};

}  // namespace

std::optional<double> share_time(const Game& game, ExplorePlan& plan, double seconds) {
  // To check and build a variant three times, to run the game's tests with it, to search for a difference.
  constexpr double kVariant = 40'000, kCores = 2, kPlanned = 0.8, kStrongerPart = 0.25;
  const Costs costs(game, plan);
  const double racer = costs.of(plan.racer), random = costs.of("random");
  const double match = 1.5 * costs.of(plan.stronger) + 0.5 * racer;  // one game of each of the two series
  const double time = kPlanned * kCores * 1e6 * seconds;
  const auto cost_of = [&](std::uint64_t games) {
    plan.games = games;
    plan.strong_games = std::nullopt;
    const auto finalists = static_cast<double>(allotment_of(plan).kept + 1);
    const auto most = static_cast<std::uint64_t>(kStrongerPart * time / match / finalists);
    const std::uint64_t stronger = std::min(allotment_of(plan).stronger, most);
    constexpr std::uint64_t kFewest = 4;  // fewer say nothing
    plan.strong_games = stronger < kFewest ? 0 : stronger;
    const Allotment shares = allotment_of(plan);
    const auto variants = static_cast<double>(shares.candidates + 1);
    const auto raced = static_cast<double>(shares.heats + shares.final + shares.parent) +
                       static_cast<double>(shares.fresh) * finalists + variants * ExplorePlan::kRacerGames;
    return raced * racer + variants * (kVariant + ExplorePlan::kRandomGames * random) +
           static_cast<double>(shares.stronger) * finalists * match;
  };
  std::uint64_t fits = ExplorePlan::kFewestGames, too_many = ExplorePlan::kMostGames;
  if (const double least = cost_of(fits); least > time) return least / kPlanned / kCores / 1e6;
  while (too_many - fits > 1 + fits / 1000) {
    const std::uint64_t middle = fits + (too_many - fits) / 2;
    (cost_of(middle) <= time ? fits : too_many) = middle;
  }
  cost_of(fits);
  return std::nullopt;
}

}  // namespace glint::cli
