// What a program that thinks would play for the player to move, and what it expects.
#pragma once

#include <cstdint>
#include <string>

#include <glint/glint.hpp>
#include "interpreter/players/player.hpp"

namespace glint::cli {

/// The player that is asked where none is named.
inline constexpr const char* kAdviser = "mcts:1s";

/// "e2 e4  (63 %)": the move of this program for the player to move. It knows what this player may know.
Result<std::string> hint(const Position& position, const std::string& program, std::uint64_t seed,
                         const Workers& workers);
/// What the program expects for the player to move, and the scores, in lines; scores are left out of games with
/// secrets.
Result<std::string> evaluation(const Position& position, const std::string& program, std::uint64_t seed,
                               const Workers& workers);

}  // namespace glint::cli
