// Searches for good variants of a game: the entry point of this folder.
//
// Variants are made (candidates.hpp), and broken ones are thrown out by the cheapest test first: their script, random
// games, games of bots that look ahead (stages.hpp). The others race for the designer's wants (race.hpp), and the
// finalists play again, with fresh seeds.
//
// Everything follows from the rules and the plan: the results are the same for any number of threads. Nothing here has
// threads or files; the Explorer's host has.
//
// All intervals of the race hold together in 95 of 100 explorations: each measure of each candidate after each round of
// games gets an interval for 1 - 0.05 / (number of these intervals). They are as wide as that requires, and stay right
// at whatever time somebody looks (Bonferroni; see lab/study/README.md on --until). The same holds for the intervals of
// the fresh games of all finalists; they are narrower, because they are looked at once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/lab/explore/candidates.hpp"
#include "interpreter/lab/explore/race.hpp"
#include "interpreter/lab/explore/stages.hpp"
#include "interpreter/lab/explore/want.hpp"

namespace glint {

struct ExplorePlan {
  std::vector<Want> wants;  // at least one
  MayChange may;
  std::uint64_t seed = 1;
  std::uint64_t games = 10'000;  // the budget: all games of all stages, by `allotment_of`
  std::size_t candidates = 0;    // 0: as the budget allows
  std::string racer = "greedy";  // the bots that play
  int max_plies = 400;
  std::size_t kept = 0;  // number of finalists; 0: as many as the budget allows

  static constexpr std::uint64_t kFewestGames = 500, kMostGames = 1'000'000'000;
  static constexpr std::size_t kMostCandidates = 5000, kMostKept = 100;
  /// Games of each stage before the race, for a candidate that reaches it.
  static constexpr std::uint64_t kRandomGames = 32, kRacerGames = 16;
};

/// The shares of the budget: all stages together play at most that many games, and a few more if a round of the race is
/// rounded up to a game for each variant.
struct Allotment {
  std::size_t candidates = 0;  // variants to look at
  std::size_t kept = 0;        // the number of finalists
  std::uint64_t race = 0;      // games of the race, for all together
  std::uint64_t fresh = 0;     // fresh games for each finalist, and for the game itself
};

Allotment allotment_of(const ExplorePlan& plan);
/// The fewest games that leave enough for the race, with this many variants.
std::uint64_t fewest_games(const ExplorePlan& plan);

/// Games to be played: those with these numbers in a study.
struct Games {
  const Game* game = nullptr;
  std::string name;
  StudyPlan plan;
  std::uint64_t begin = 0, end = 0;
};
struct PlayedGames {
  StudyTally tally;
  std::optional<Error> error;  // a rule failed, and the game in which it did
};

/// The outer world as the exploration needs it.
class ExploreHost {
 public:
  virtual ~ExploreHost() = default;
  /// Builds the script of a variant. Called from several threads at once.
  virtual Result<Game> build(const std::string& script, const std::string& name) = 0;
  /// Calls `work` with each number below `count`, perhaps on several threads.
  virtual void each(std::size_t count, const std::function<void(std::size_t)>& work) = 0;
  /// Plays games in parts, by `each`; the results in the same order.
  virtual std::vector<PlayedGames> play(const std::vector<Games>& games);
  /// Reports that this many games of `play` are done. Called from several threads at once.
  virtual void played(std::uint64_t /*done*/) {}
  /// The work being done now.
  virtual void note(const std::string&) {}
};

struct Explored {
  std::size_t number = 0;                 // 0: the game itself
  std::string name, title, script, what;  // "laser_lawn_017"; sentences about its changes
  Made made;
  std::optional<Rejection> gone;
  std::size_t gone_at = 0;  // the stage, in Exploration::stages
  TestsHeld tests;
  StudyTally raced;  // all games of the race
  Loss loss;         // from these
};

struct Finalist {
  std::size_t number = 0;
  StudyTally fresh;                     // the same bots again, with another seed
  Loss loss;                            // from these
  std::size_t rank = 0, race_rank = 0;  // from 1, in the fresh games and in the race
};

struct StageCount {
  std::string name;
  std::size_t came = 0, left = 0;  // how many variants reached the stage, and how many passed it
  std::uint64_t games = 0;
};

struct Exploration {
  std::vector<Explored> candidates;  // by number; the first one is the game itself
  std::vector<StageCount> stages;
  std::vector<Finalist> finalists;  // best first, by fresh games
  std::uint64_t looks = 1;          // how many intervals of the race hold together
  std::uint64_t fresh_looks = 1;    // the same for the finalists' fresh games
  StudyPlan race_plan, fresh_plan;
  std::optional<Rejection> parent_fault;  // the reason for which the game itself would be rejected if it were a variant
};

/// An error if the plan does not fit the game, or its budget is too small.
std::optional<Error> check_plan(const ExplorePlan& plan, const VariedParent& parent);
/// Explores. The plan must have been checked.
Exploration explore(const VariedParent& parent, const ExplorePlan& plan, ExploreHost& host);

}  // namespace glint
