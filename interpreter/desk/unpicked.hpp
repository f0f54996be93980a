// Why a cell cannot be picked for a move.
#pragma once

#include <string>
#include <vector>

#include <glint/glint.hpp>

namespace glint::desk {

struct Unpicked {
  std::string move, pick;  // names in the script
  std::string text;        // the move that was tried
  Error error;             // what refuses it
};

/// Tries the cell (its number) as the next pick, after picks with these values as they print: in legal moves that begin
/// so, the cell takes the place of what was picked there. For each move and pick it answers what refused most of them.
/// Moves of which none is legal now are not tried.
std::vector<Unpicked> why_not(const Position& position, int cell, const std::vector<std::string>& picked);

}  // namespace glint::desk
