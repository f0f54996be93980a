// Matches of two players, and the gate that learned values must pass: matches against players without values.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "interpreter/learn/values_file.hpp"
#include "interpreter/players/player.hpp"

namespace glint {

/// A choice of `MatchPlan::opponent`: it resigns, and loses.
inline constexpr std::uint64_t kResigns = ~std::uint64_t{0};

/// The plan of a match. Each opening, a few random plies, is played twice, with seats changed; a game that does not
/// end counts as a tie.
struct MatchPlan {
  std::string learned, other;  // as `make_player` takes them
  std::uint64_t games = 40, seed = 1;
  int opening = 4, most_plies = 400;
  // Ends when one player has won this many games more than the other, after a game in each seat; 0: never. With 8, a
  // player who wins 60 % of the games that are not tied loses the match in 1 of 20 cases, or fewer (Wald 1945).
  std::uint64_t lead = 0;
  std::vector<int> seats = {0, 1};  // seats for `learned`, in turn; an opening is played once in each
  Player* opponent = nullptr;       // the other player in all games, made by the host; it may throw, or resign
  /// Hears of each move: the number of its game, that game's seed, whose move it is, and its text.
  std::function<void(std::uint64_t, std::uint64_t, int, const std::string&)> hears = {};

  /// All games are played, or the lead is reached.
  bool is_over(const Match& match) const;
};

/// Plays the games of a match of two players, one after the other. `judge` is the judge for `learned` players.
/// `goes_on` gets the results after each game, and returns whether to continue. An error in a game, or a stop by the
/// host, ends the match.
Result<Match> play_match(const Game& game, const JudgeMaker& judge, const MatchPlan& plan,
                         const std::function<bool(const Match&)>& goes_on = {});

/// The matches of the gate, at equal effort. `budget`: of both players, in the form after the colon of a specification
/// ("50ms"). Empty: plies against as many plies, then against iterations that take about as long; so results are the
/// same on every machine. `branching`, the usual number of moves, decides how many plies.
std::vector<MatchPlan> gate_of(const std::string& budget, double branching, std::uint64_t games, std::uint64_t seed);

}  // namespace glint
