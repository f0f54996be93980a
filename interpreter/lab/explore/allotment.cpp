#include "interpreter/lab/explore/allotment.hpp"

#include <algorithm>

namespace glint {
namespace {

constexpr std::uint64_t kCullingGames = ExplorePlan::kRandomGames + ExplorePlan::kRacerGames;
/// The budget for one variant: the games of the stages that cull take less than a third of it.
constexpr std::uint64_t kGamesOfEach = 160;
/// Stronger bots get at most this part of the games, as theirs take longer.
constexpr std::uint64_t kStrongerPart = 8;
/// With fewer variants none are crossed: there is nothing to choose from.
constexpr std::size_t kFewestToCross = 16, kCrossedPart = 4;

}  // namespace

Allotment allotment_of(const ExplorePlan& plan) {
  Allotment shares;
  shares.candidates = plan.candidates > 0 ? plan.candidates
                                          : static_cast<std::size_t>(std::clamp<std::uint64_t>(
                                                plan.games / kGamesOfEach, 3, ExplorePlan::kMostCandidates));
  shares.crossed = shares.candidates < kFewestToCross ? 0 : shares.candidates / kCrossedPart;
  constexpr std::uint64_t kGamesOfFinalist = 400;
  shares.kept = plan.kept > 0
                    ? plan.kept
                    : static_cast<std::size_t>(std::clamp<std::uint64_t>(plan.games / kGamesOfFinalist, 3, 12));
  const std::uint64_t finalists = shares.kept + 1;  // with the game itself
  shares.stronger = plan.strong_games ? *plan.strong_games
                                      : std::clamp<std::uint64_t>(plan.games / kStrongerPart / (2 * finalists), 2,
                                                                  ExplorePlan::kStrongerGames);
  const std::uint64_t spent = kCullingGames * (shares.candidates + 1) + 2 * shares.stronger * finalists;
  const std::uint64_t left = std::max(plan.games / 4, plan.games - std::min(plan.games, spent));
  shares.parent = left / 16;
  shares.heats = left * 7 / 16;
  shares.final = left / 4;
  shares.fresh = std::max<std::uint64_t>(1, left / 4 / finalists);
  return shares;
}

std::uint64_t fewest_games(const ExplorePlan& plan) {
  const Allotment shares = allotment_of(plan);
  const std::uint64_t spent = kCullingGames * (shares.candidates + 1) + 2 * shares.stronger * (shares.kept + 1);
  return std::max(ExplorePlan::kFewestGames, spent * 4 / 3);
}

}  // namespace glint
