#include "interpreter/lab/explore/allotment.hpp"

#include <algorithm>

namespace glint {
namespace {

/// Games for each variant in the plan: those of the stages that cull are less than a third of them.
constexpr std::uint64_t kGamesOfEach = 160;
/// Games for each finalist in the plan: few finalists with many fresh games say more than many with few.
constexpr std::uint64_t kGamesOfFinalist = 2000;

/// Games before the race, of all variants and the game itself.
std::uint64_t culling_games(const Allotment& shares) {
  return (ExplorePlan::kRandomGames + ExplorePlan::kRacerGames) * (shares.candidates + 1);
}

}  // namespace

Allotment allotment_of(const ExplorePlan& plan) {
  const auto part = [&](std::uint64_t games, std::uint64_t most) {
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(plan.games / games, 3, most));
  };
  Allotment shares;
  shares.candidates = plan.candidates > 0 ? plan.candidates : part(kGamesOfEach, ExplorePlan::kMostCandidates);
  shares.kept = plan.kept > 0 ? plan.kept : part(kGamesOfFinalist, 8);
  const std::uint64_t left = std::max(plan.games / 4, plan.games - std::min(plan.games, culling_games(shares)));
  shares.race = left * 5 / 8;
  shares.fresh = std::max<std::uint64_t>(1, left * 3 / 8 / (shares.kept + 1));
  return shares;
}

std::uint64_t fewest_games(const ExplorePlan& plan) {
  return std::max(ExplorePlan::kFewestGames, culling_games(allotment_of(plan)) * 4 / 3);
}

}  // namespace glint
