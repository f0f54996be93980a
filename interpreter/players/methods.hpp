// The methods of play, for `make_player`: a function for each.
#pragma once

#include "interpreter/players/player.hpp"

namespace glint {

/// Uniform over the listed moves.
std::unique_ptr<Player> make_random_player(std::uint64_t seed);
/// The best position after one ply, by the script's `heuristic` or `score`; ties at random.
std::unique_ptr<Player> make_greedy_player(std::uint64_t seed);
/// Monte Carlo tree search; a budget of iterations, or of time.
std::unique_ptr<Player> make_mcts_player(const Budget& budget, std::uint64_t seed);
/// All lines to a depth; a budget of plies, or of time. For two players who see everything, without chance.
std::unique_ptr<Player> make_alphabeta_player(const Budget& budget, std::uint64_t seed);

}  // namespace glint
