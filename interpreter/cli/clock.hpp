// Time for play between people. Wall time is measured by who plays; here it is only counted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/glint.hpp>

namespace glint::cli {

/// Each decision has the turn's time; what is over comes out of the player's reserve; the whole game may have a limit
/// that all share. A move that `adds` puts time into the reserve of who makes it, before it is counted.
class PlayClock {
 public:
  PlayClock(const Game::ClockInfo& info, std::size_t players);

  /// Counts the seconds that a decision took; `added` is what its move brings. False: the player is out of time.
  bool spend(int player, double seconds, std::int64_t added = 0);
  /// "turn 2:00, reserve 4:31"
  std::string remaining(int player) const;

 private:
  Game::ClockInfo info_;
  std::vector<double> reserve_;
  double game_ = 0;
};

/// Seconds that a move adds: told by the words with which its notation begins.
std::int64_t added_by(const Game& game, std::string_view move);
std::string minutes(double seconds);  // "4:31"

}  // namespace glint::cli
