// Matches between players with learned values and those without: the gate that values must pass.
#pragma once

#include <functional>
#include <memory>

#include "interpreter/learn/values_file.hpp"

namespace glint {

/// How a match is played. Each opening, a few random plies, is played twice, with seats changed; a game that does not
/// end counts as a tie.
struct MatchPlan {
  std::string learned, other;  // as `make_player` takes them
  std::uint64_t games = 40, seed = 1;
  int opening = 4, most_plies = 400;
};

/// Plays the games of a match, one after the other. `played` hears how many there are so far. An error in a game, or of
/// a host that stops, ends it.
Result<Match> play_match(const std::shared_ptr<const Values>& values, const MatchPlan& plan,
                         const std::function<void(std::uint64_t)>& played = {});

/// The matches of the gate, at equal effort. `budget`: of both players, as after the colon of a specification ("50ms").
/// Empty: a number of plies against the same number, and against iterations that take about as long, so that the same
/// values give the same results on every machine; `branching`, the usual number of moves, says how many plies.
std::vector<MatchPlan> gate_of(const std::string& budget, double branching, std::uint64_t games, std::uint64_t seed);

}  // namespace glint
