// The examples of --help name games, moves and cells that exist: they are taken from the bundled games when help is
// asked for, so that they can be typed as they stand, and no game is named in here.
#pragma once

#include <string>

namespace glint::cli {

/// Fills {game} (a bundled game), {lit} (one with beams), {moves} (two legal moves of it), {cell} (a cell lit after
/// these), {option} and {move} of {lit}, {player} and {library}.
std::string fill_examples(const std::string& text);

}  // namespace glint::cli
