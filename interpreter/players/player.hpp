// Players that are programs. A player is given the position and says which move it takes; it keeps nothing of the game.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <glint/glint.hpp>

namespace glint {

class Player {
 public:
  virtual ~Player() = default;
  /// The number of a listed move. The position has at least one.
  virtual Result<std::uint64_t> choose(const Position& position) = 0;
};

/// Uniform over the listed moves.
std::unique_ptr<Player> make_random_player(std::uint64_t seed);
/// The best position after one ply, by the script's `heuristic` or `score`; ties at random.
std::unique_ptr<Player> make_greedy_player(std::uint64_t seed);

/// The names that `make_player` knows, best known first.
const std::vector<std::string>& player_names();
/// A player by its name, or nothing.
std::unique_ptr<Player> make_player(std::string_view name, std::uint64_t seed);

}  // namespace glint
