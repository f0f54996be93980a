// Learned values in the language: a readable `heuristic` of the few terms that explain most of them.
//
// A term is a number of pieces of a kind, on all cells, on a row or column, or on one cell; and on the images of those.
// The values play against themselves. `as_script` takes the term that explains most, then the next one, and adjusts all
// weights each time (matching pursuit: Pati, Rezaiifar and Krishnaprasad 1993). A comment above the terms gives their
// share of the variance. The terms leave out variables, fields of pieces, lines of cells and light.
#pragma once

#include <string>

#include "interpreter/learn/values_file.hpp"

namespace glint {

/// The lines of such a heuristic, for the game with its options. Fails if the script has an error, or the host stops.
Result<std::string> as_script(const LearnedValues& learned);

}  // namespace glint
