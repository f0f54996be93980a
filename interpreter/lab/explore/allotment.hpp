// How the budget of an exploration is shared out: all stages together play at most that many games, and a few more
// where a round of the race is rounded up to a game for everybody.
#pragma once

#include <cstdint>

#include "interpreter/lab/explore/explore.hpp"

namespace glint {

struct Allotment {
  std::size_t candidates = 0;  // variants to look at
  std::size_t kept = 0;        // finalists
  std::uint64_t race = 0;      // games of the race, for all together
  std::uint64_t fresh = 0;     // fresh games for each finalist, and for the game itself
};

Allotment allotment_of(const ExplorePlan& plan);
/// The fewest games that leave enough for the race, if this many variants are looked at.
std::uint64_t fewest_games(const ExplorePlan& plan);

}  // namespace glint
