// Time for play between people. The caller measures wall time; here it is only counted, in milliseconds, so that
// replaying a record gives the same result.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <glint/glint.hpp>

namespace glint {

/// Each decision has the time of a turn; more time is taken from the player's reserve. The whole game may have a limit
/// that all share. A move that `adds` first puts time into the reserve of its player, and this player's next decisions
/// belong to the same turn, until somebody else decides. In a choice made together each player's own decision counts.
/// Only people use time.
class PlayClock {
 public:
  PlayClock(const Game::ClockInfo& info, std::size_t players);

  /// This player decides, perhaps without using time, as a bot: the turn of another one is over.
  void begin(int player) {
    if (player != lengthened_) lengthened_ = -1;
  }
  /// Counts the seconds of a decision, and the seconds `added` by its move. False if the player is out of time.
  bool spend(int player, double seconds, std::int64_t added = 0);
  /// Seconds that the move of this name adds.
  std::int64_t added_by(std::string_view move) const;
  /// True if the player is out of time after this many seconds.
  bool is_up(int player, double seconds) const { return !PlayClock(*this).spend(player, seconds); }
  /// "turn 2:00, reserve 4:31", after this many seconds.
  std::string remaining(int player, double seconds = 0) const;

 private:
  /// The time left of this player's turn.
  std::int64_t turn_left(int player) const {
    return 1000 * info_.turn.value_or(0) - (player == lengthened_ ? used_ : 0);
  }

  Game::ClockInfo info_;
  std::vector<std::int64_t> reserve_;  // milliseconds
  std::int64_t game_ = 0;
  int lengthened_ = -1;    // the player whose move added time, and who has decided alone since
  std::int64_t used_ = 0;  // of the time of that turn
};

/// Seconds, rounded as the clock counts them.
double counted_seconds(double seconds);

}  // namespace glint
