// Errors of a script that occur in play, with the moves that lead to them.
#pragma once

#include <string>

#include <glint/glint.hpp>
#include <glint/invariants.hpp>

namespace glint {

/// Adds a help text to an error, rendered or not.
void add_help(Error& error, const std::string& help);

/// "the moves that lead here: a1; b1", including the outcomes of chance. If there are many moves, perhaps more than
/// needed, the command that looks for fewer.
std::string moves_text(const BrokenRule& broken);

/// The search that `glint check` and editors make in a script without errors; it takes tens of milliseconds.
PlayCheckOptions short_look();

/// The finding of such a look, as a warning with its moves.
Error warning_of(const BrokenRule& broken);

/// The error with moves after which it occurs, if a short search finds few; otherwise with the command that searches
/// longer. Errors that do not concern the script's rules stay as they are.
Error with_moves(const Game& game, Error error);

}  // namespace glint
