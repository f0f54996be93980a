#pragma once

namespace glint::oracle {

/// The state of a game: still going, won by player 0 or 1, or tied.
struct Result {
  enum class Kind { none, winner, tie };

  Kind kind = Kind::none;
  int winner = -1;

  bool operator==(const Result&) const = default;
};

inline Result won_by(int player) { return {Result::Kind::winner, player}; }
inline Result tied() { return {Result::Kind::tie, -1}; }

}  // namespace glint::oracle
