// An exploration that is under way: its stages, each in a file of its own (culling.cpp, idle.cpp, racing.cpp, finalists.cpp). The
// door is `explore` in explore.hpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/lab/explore/allotment.hpp"
#include "interpreter/lab/explore/explore.hpp"

namespace glint {

class Explorer {
 public:
  Explorer(const VariedParent& parent, const ExplorePlan& plan, ExploreHost& host);
  Exploration run();

 private:
  using Numbers = std::vector<std::size_t>;  // of candidates
  /// What the first games of a candidate were: the same, if the checksum is.
  struct Play {
    std::uint64_t checksum = 0;
    bool ends = false;  // at least half of those of one bot
  };

  // explore.cpp
  /// Adds candidates, after those that are there.
  void add(std::vector<Made> made);
  /// Combinations of these, the best first. Answers how many games it took to prepare them.
  std::uint64_t cross(Numbers best);
  /// Plays heats of all candidates from this one on, with this many games together; the best ones of each heat.
  Numbers play_heats(std::size_t from, std::size_t heats, std::uint64_t games, bool all);
  StudyPlan study(const std::vector<std::string>& bots, std::uint64_t seed) const;
  void count_stages();
  /// The stage that is under way from here on.
  StageCount& stage(std::size_t number);
  void reject(std::size_t number, Rejection why);
  enum class WhenLate { cut, play };
  /// Plays games of these candidates and answers their tallies. Left in `numbers` are those that have one: where a rule
  /// fails, the candidate is rejected; where the time was over before, it is moved to `cut_`.
  std::vector<StudyTally> play(Numbers& numbers, const StudyPlan& plan, std::uint64_t begin, std::uint64_t end,
                               std::uint64_t& count, WhenLate late = WhenLate::cut);
  Numbers still_in(const Numbers& numbers) const;
  void begin(ExplorePart part);
  /// Whether the time of this part is over; the exploration remembers it.
  bool is_late();
  void note_late();
  /// For those that the end of the time leaves without what every candidate needs.
  void reject_late(const Numbers& numbers);

  // culling.cpp
  void build(const Numbers& numbers, WhenLate late = WhenLate::cut);
  void compare_scripts(std::size_t from);
  void try_tests(const Numbers& numbers);
  void reject_twins(const Numbers& numbers);
  void note_play(std::size_t number, const StudyTally& tally);
  void test_parent();
  Numbers cull(Numbers numbers);

  // idle.cpp
  void drop_idle(const Numbers& numbers, std::uint64_t& count);
  bool has_play_of(std::size_t number, const Game& game, std::uint64_t& count);

  // racing.cpp
  void race(Race& race, StageCount& stage);
  void judge(std::size_t number);
  bool more_games(const Numbers& numbers, std::uint64_t games, std::uint64_t& count);
  Numbers play_heat(Numbers numbers, std::uint64_t games);
  void final_race(Numbers numbers);

  // finalists.cpp
  void finish();
  std::vector<Finalist> play_fresh(const Numbers& numbers, std::uint64_t& count);
  std::vector<std::pair<std::size_t, std::string>> measure_skill(Numbers numbers, std::vector<Finalist>& all,
                                                                 std::uint64_t& count);
  void rank();

  const VariedParent& parent_;
  const ExplorePlan& plan_;
  ExploreHost& host_;
  const Allotment shares_;
  Exploration found_;
  std::vector<std::optional<Game>> games_;        // by candidate, while it is needed
  std::vector<Play> plays_;                       // by candidate: its first games
  std::map<std::uint64_t, std::size_t> scripts_;  // the first candidate with this script
  Numbers finalists_;
  Numbers cut_;  // by the last `play`
  StudyPlan random_plan_;
  std::optional<Rejection> random_fault_, racer_fault_;  // of the game itself
  std::size_t at_ = 0;                                   // the stage that is under way
  bool is_part_late_ = false;
};

}  // namespace glint
