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
/// so, the cell takes the place of what was picked there; what is picked later is also taken from moves that begin in
/// another way. For each move and pick it answers what refused most of them, if possible not a later pick. Moves of which
/// none that begins so is legal now are not tried.
std::vector<Unpicked> why_not(const Position& position, int cell, const std::vector<std::string>& picked);

}  // namespace glint::desk
