// The examples of --help can be typed as they are: names of games, moves and cells are taken from the bundled games
// when help is printed, so no game is named here.
#pragma once

#include <string>

namespace glint::cli {

/// Fills in {game} (a bundled game), {lit} (a game with beams), {moves} (two legal moves of {lit}), {cell} (lit after
/// them), {option} and {move} of {lit}, {player} and {library}.
std::string fill_examples(const std::string& text);

}  // namespace glint::cli
