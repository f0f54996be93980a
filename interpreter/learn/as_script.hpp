// Learned values in the language: a `heuristic` of the few terms that say most of them, to be read and pasted.
//
// A term is a number of pieces of a kind: on all cells, on a row or column, or on one cell, and on the images of those.
// Values are asked in games that they play against themselves. It takes the term that leaves least unsaid, then the
// next beside it, and weighs all again (matching pursuit: Pati, Rezaiifar and Krishnaprasad 1993). Their share of the
// variance stands above. Variables, fields of pieces, lines of cells and light are not said.
#pragma once

#include <string>

#include "interpreter/learn/values_file.hpp"

namespace glint {

/// The lines of such a heuristic, for the game with its options. Fails if the script has an error, or the host stops.
Result<std::string> as_script(const LearnedValues& learned);

}  // namespace glint
