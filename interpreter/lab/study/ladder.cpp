#include "interpreter/lab/study/ladder.hpp"

#include "interpreter/players/player.hpp"

namespace glint {

std::string no_ladder(const Game& game) {
  if (game.is_team()) return "its players are one team, without an opponent";
  const std::size_t seats = game.players().size();
  if (seats == 2) return {};
  return seats < 2 ? "its only player has no opponent" : "it has " + std::to_string(seats) + " players, and a ladder needs two";
}

StudyPlan plan_of_rung(const StudyPlan& base, std::uint64_t effort, int rung) {
  StudyPlan plan = base;
  const auto player = [&](int doublings) { return "mcts:" + std::to_string(effort << doublings); };
  plan.players = {player(rung), rung == 0 ? "random" : player(rung - 1)};
  plan.rotates = true;
  plan.seed = seed_of_game(base.seed, static_cast<std::uint64_t>(rung));
  plan.covered = 0;
  return plan;
}

Rung rung_of(const StudyPlan& plan, const StudyTally& tally) {
  Rung rung;
  rung.effort = read_player_spec(plan.players[0])->budget.number;
  rung.seed = plan.seed;
  rung.games = tally.games;
  rung.won = tally.endings.wins_of_players[0];
  rung.lost = tally.endings.wins_of_players[1];
  rung.share = (static_cast<double>(rung.won) + static_cast<double>(rung.undecided()) / 2) / static_cast<double>(rung.games);
  rung.interval = share_with_ties(rung.won, rung.undecided(), rung.games);
  return rung;
}

Interval share_with_ties(std::uint64_t won, std::uint64_t tied, std::uint64_t games, double alpha) {
  return {clopper_pearson(won + tied / 2, games, alpha).low, clopper_pearson(won + (tied + 1) / 2, games, alpha).high};
}

Depth depth_of(const std::vector<Rung>& rungs) {
  Depth depth;
  const auto in_a_row = [&](auto holds) {
    std::size_t count = 0;
    while (count < rungs.size() && holds(rungs[count])) ++count;
    return static_cast<int>(count);
  };
  depth.doublings = in_a_row([](const Rung& rung) { return rung.share >= kRungShare; });
  depth.low = in_a_row([](const Rung& rung) { return rung.holds_surely(); });
  const int high = in_a_row([](const Rung& rung) { return !rung.fails_surely(); });
  const int all = static_cast<int>(rungs.size());
  if (high < all) depth.high = high;
  depth.is_open = depth.doublings == all;
  return depth;
}

}  // namespace glint
