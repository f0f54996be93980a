// How the budget of an exploration is shared out, so that it holds: of G games, all stages together play at most a
// little more than G (games of the game itself, and at least one for everybody in each round, are rounded up).
#pragma once

#include <cstdint>
#include <optional>

#include "interpreter/lab/explore/explore.hpp"

namespace glint {

struct Allotment {
  std::size_t candidates = 0;  // all of them
  std::size_t crossed = 0;     // those that combine the best of the others (made_crossings)
  std::size_t kept = 0;        // finalists
  /// Games in all heats together, in the final race, and of the game itself in the race, at most.
  std::uint64_t heats = 0, final = 0, parent = 0;
  /// Of each finalist: fresh ones of the racing bots; and of stronger bots, in each of two series (among themselves,
  /// and against the racing bots). 0: none.
  std::uint64_t fresh = 0, stronger = 0;

  /// Candidates of the first heats, and the number of these heats, and of those of the crossed ones.
  std::size_t first() const { return candidates - crossed; }
  std::size_t first_heats() const { return heats_of(first()); }
  std::size_t last_heats() const { return heats_of(crossed); }

 private:
  static std::size_t heats_of(std::size_t some) { return (some + ExplorePlan::kHeat - 1) / ExplorePlan::kHeat; }
};

/// Of a plan with this many variants to look at.
Allotment allotment_of(const ExplorePlan& plan);
/// The fewest games that leave enough for the race, if this many variants are looked at and kept.
std::uint64_t fewest_games(const ExplorePlan& plan);

}  // namespace glint
