// The last step of making a Program: computes values and tables by running its code, before any game is played.
#pragma once

#include <optional>

#include "interpreter/machine/interpreter.hpp"

namespace glint {

/// Fills the values of lets that read nothing of the position, the tables of reactions and emissions (tests compare
/// each with the code that it is made from), and everything that follows from these (beam/tables.hpp). A failure is the
/// script's error; the Program cannot be played then.
std::optional<Failure> tabulate(Program& program);

}  // namespace glint
