// How values of the frame print: cells by their labels, sets as lists, elements as the script names them.
#pragma once

#include <string>

#include "interpreter/build/constants.hpp"
#include "interpreter/build/program.hpp"

namespace glint {

/// The value at `slots`, of this type. A set of cells prints as its labels with blanks between, or `none`; an edge as
/// "c4.ne". What is the mover's to name is called by that name alone, where a mover is given.
std::string print_slots(const Program& program, const rules::Type& type, const Word* slots, int mover = -1);

}  // namespace glint
