// An exploration that is under way: its stages (culling.cpp, racing.cpp). The entry point is `explore` in explore.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/lab/explore/explore.hpp"

namespace glint {

class Explorer {
 public:
  Explorer(const VariedParent& parent, const ExplorePlan& plan, ExploreHost& host);
  Exploration run();

 private:
  using Numbers = std::vector<std::size_t>;  // of candidates
  static constexpr std::size_t kAtOnce = 256;  // games that are built, or kept, at the same time
  /// The first games of a candidate: two candidates have the same ones if their checksums are equal.
  struct Play {
    std::uint64_t checksum = 0;
    bool ends = false;  // at least half the number of the games of one bot
  };

  // explore.cpp
  void add_variants();
  StudyPlan study(const std::string& bot, std::uint64_t seed) const;
  void begin_stage(const char* name);
  void count_stages();
  void reject(std::size_t number, Rejection why);
  /// The variants that are still in.
  Numbers variants() const;
  /// The game of a candidate, built unless it is kept; nothing if it does not check.
  Result<Game> game_of(std::size_t number);
  /// Plays these games of each candidate that is still in, calls `took` with games in which no rule failed, and rejects
  /// the others.
  void play(const Numbers& numbers, const StudyPlan& plan, std::uint64_t begin, std::uint64_t end,
            const std::function<void(std::size_t, const StudyTally&)>& took);

  // culling.cpp
  void check_scripts();
  void try_tests();
  void play_random();
  void play_racers();
  void note_play(std::size_t number, const StudyTally& tally);
  void reject_twins();

  // racing.cpp
  void race();
  void drop_idle();
  void play_fresh();
  void rank();

  const VariedParent& parent_;
  const ExplorePlan& plan_;
  ExploreHost& host_;
  const Allotment shares_;
  Exploration found_;
  std::vector<std::optional<Game>> games_;  // by candidate: the games that are kept
  std::vector<Play> plays_;                 // by candidate: its first games
  Numbers finalists_;
  StudyPlan random_plan_;
};

}  // namespace glint
