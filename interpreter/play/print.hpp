// How values of the frame print: cells by their labels, sets as lists, elements as the script names them.
#pragma once

#include <string>

#include "interpreter/build/constants.hpp"
#include "interpreter/build/program.hpp"

namespace glint {

/// The value at `slots`, of this type. A set of cells prints as its labels with blanks between, or `none`.
std::string print_slots(const Program& program, const rules::Type& type, const Word* slots);

}  // namespace glint
