// The moves of a record for the terminal, with number and player.
#pragma once

#include <iosfwd>

#include "interpreter/game/record/record.hpp"

namespace glint::cli {

/// Prints the first `plies` moves, which must be legal.
void print_moves(const Game& game, const Record& record, int plies, std::ostream& out);

}  // namespace glint::cli
