// What a study plays. A study is a series of games at random or between programs. Each game follows from the rules, the
// plan and its number alone, whichever thread or computer plays it, and in whatever order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// A piece or move that is left out of play, by all players or at one seat: no move of this name is chosen, and none
/// after which more of these pieces stand on the board. It is allowed where nothing else can be chosen.
struct Restriction {
  enum class Kind : std::uint8_t { piece, move };
  Kind kind = Kind::move;
  int number = 0;  // in Rules::kinds or Rules::moves
  int seat = -1;   // -1: all seats
};

/// All that decides which games are played, apart from the rules.
struct StudyPlan {
  std::vector<std::string> players;  // what `make_player` takes, by seat
  /// In each game every player sits one seat further on than in the game before.
  bool rotates = false;
  std::uint64_t seed = 1, games = 1000;
  int max_plies = 2000;
  Settings draws;  // fixed outcomes of chance
  /// Random games from a position that decide who leads there; 0: the script's `heuristic` or `score` decides.
  int judge = 0;
  std::vector<Restriction> without;
  /// In this many games, the first ones, it is recorded which lines of the rules run. They take longer, and are the
  /// same games.
  std::uint64_t covered = 10;

  /// The index in `players` of who sits at a seat in this game.
  std::size_t player_at(std::size_t seat, std::uint64_t game) const {
    return (seat + (rotates ? static_cast<std::size_t>(game % players.size()) : 0)) % players.size();
  }
};

/// Does every player take any move, each with the same probability?
inline bool all_random(const StudyPlan& plan) {
  return std::all_of(plan.players.begin(), plan.players.end(), [](const std::string& one) { return one == "random"; });
}

/// Can it be said who leads? Not in games for one player or a team; without `heuristic` and `score` only with a judge.
inline bool tells_leads(const Program& program, const StudyPlan& plan) {
  if (program.rules.team || program.rules.players.size() < 2) return false;
  return plan.judge > 0 || program.heuristic_code >= 0 || program.score_code >= 0;
}

}  // namespace glint
