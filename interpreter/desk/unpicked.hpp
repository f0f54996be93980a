// Why a cell cannot be picked for a move.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/glint.hpp>

namespace glint::desk {

/// What comes of picking a cell for a move.
struct Picked {
  std::string move, pick;      // names in the script
  std::string text;            // the move that was tried
  std::optional<Error> error;  // what refuses it; nothing: it is legal
};

/// Tries the cell (its number) as the next pick, after picks with these values as they print: in legal moves that begin
/// so, the cell takes the place of what was picked there; what is picked later is also taken from moves that begin in
/// another way. For each move and pick it answers a legal move, or else what refused the one that came furthest: the
/// statement that comes last in the move, as all before it were passed. Later picks are taken from other moves, so what
/// refuses them says less of this cell: it is answered if nothing else was refused. A move that
/// has no legal run with this beginning is skipped.
std::vector<Picked> why_not(const Position& position, int cell, const std::vector<std::string>& picked);

}  // namespace glint::desk
