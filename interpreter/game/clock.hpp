// Time for play between people. Wall time is measured by who plays; here it is only counted, in thousandths of a
// second, so that a record that keeps them counts to the same.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <glint/glint.hpp>

namespace glint {

/// Each decision has the turn's time; what is over comes out of the player's reserve; the whole game may have a limit
/// that all share. A move that `adds` puts time into the reserve of who makes it, before it is counted. Of what is
/// chosen together each player's own decision counts. Only people use time.
class PlayClock {
 public:
  PlayClock(const Game::ClockInfo& info, std::size_t players);

  /// Counts the seconds that a decision took; `added` is what its move brings. False: the player is out of time.
  bool spend(int player, double seconds, std::int64_t added = 0);
  /// Seconds that the move of this name adds.
  std::int64_t added_by(std::string_view move) const;
  /// "turn 2:00, reserve 4:31"
  std::string remaining(int player) const;

 private:
  Game::ClockInfo info_;
  std::vector<std::int64_t> reserve_;  // milliseconds
  std::int64_t game_ = 0;
};

/// Seconds as the clock counts them.
double counted_seconds(double seconds);

}  // namespace glint
