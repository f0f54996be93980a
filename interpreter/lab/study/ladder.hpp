// The depth of a game as a ladder of players: how many doublings of effort still win three games in four?
//
// On each rung `mcts` plays against itself with half the effort (README.md has the sources of the method).
#pragma once

#include <optional>
#include <vector>

#include "interpreter/lab/study/intervals.hpp"
#include "interpreter/lab/study/plan.hpp"
#include "interpreter/lab/study/tally.hpp"

namespace glint {

/// The share that a rung must win, ties as halves.
inline constexpr double kRungShare = 0.75;

/// The reason why this game has no ladder; empty if it has one: it needs two opponents.
std::string no_ladder(const Game& game);

/// The study of a rung of the ladder above `effort`: the player of index 0 has effort * 2^rung iterations and the other one
/// half of them; on rung 0 the other one is `random`. They change seats after each game. Seed, games, plies and draws
/// are those of `base`; each rung has another seed.
StudyPlan plan_of_rung(const StudyPlan& base, std::uint64_t effort, int rung);

struct Rung {
  std::uint64_t effort = 0;  // of the stronger player
  std::uint64_t seed = 0, games = 0;
  /// Games of the stronger player. A tie, or a game that never ends, counts half for each player.
  std::uint64_t won = 0, lost = 0;
  double share = 0;
  Interval interval;

  std::uint64_t undecided() const { return games - won - lost; }
  bool holds_surely() const { return interval.low >= kRungShare; }
  bool fails_surely() const { return interval.high < kRungShare; }
};
Rung rung_of(const StudyPlan& plan, const StudyTally& tally);

/// The interval of a share in which a tie is half a win: Clopper and Pearson's, for as many wins as the share gives,
/// rounded down for the lower end and up for the upper. It holds the true share in 95 of 100 studies (README.md).
Interval share_with_ties(std::uint64_t won, std::uint64_t tied, std::uint64_t games, double alpha = kAlpha);

/// The number of doublings in a row, from the lowest, that win three games in four.
struct Depth {
  int doublings = 0;        // as measured
  int low = 0;              // consecutive rungs that surely win three in four
  std::optional<int> high;  // rungs below the first one that surely does not; nothing if there is no such rung
  bool is_open = false;     // the last rung that was played still won as much, so more doublings may follow
};
/// Rungs from the lowest, without gaps.
Depth depth_of(const std::vector<Rung>& rungs);

}  // namespace glint
