// A game in progress: its position, its record, and taking moves back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/game/clock.hpp"
#include "interpreter/game/record.hpp"

namespace glint::cli {

class Session {
 public:
  /// `record`: how the game began. Its moves lead to `position` and cannot be taken back.
  Session(Position position, Record record);

  const Position& position() const { return position_; }
  int plies() const { return static_cast<int>(past_.size()); }
  bool over() const { return position_.over(); }

  /// Plays a move; after an error nothing has changed.
  std::optional<Error> play(const std::string& move);
  std::optional<Error> play_listed(std::uint64_t index);
  /// Takes back one ply and its time; false at the beginning.
  bool undo();

  // -- the clock
  void start_clock(const Game::ClockInfo& info) { clock_.emplace(info, position_.game().players().size()); }
  /// "turn 2:00, reserve 4:31"; empty without a clock.
  std::string time_left(int player) const { return clock_ ? clock_->remaining(player) : ""; }
  /// Counts the time of the last move, made by a person. False if it came too late: it is taken back, and `out_of_time`
  /// must follow.
  bool spend(int player, double seconds);
  std::optional<Error> out_of_time();

  const std::vector<std::string>& moves() const { return record_.moves; }
  /// The record so far. `capped`: the game was stopped at its limit of plies.
  Record record(bool capped = false) const;

 private:
  struct Past {
    Position position;
    std::optional<PlayClock> clock;
  };

  void remember(Position before, const std::string& move);

  Position position_;
  Record record_;
  std::vector<Past> past_;
  std::optional<PlayClock> clock_;
  double late_ = 0;  // seconds of the move that came too late
};

}  // namespace glint::cli
