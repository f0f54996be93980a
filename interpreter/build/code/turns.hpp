// Turns: the code at each choice, which lists its moves and, in random play, goes on from there to the next choice.
#pragma once

#include "interpreter/program/program.hpp"

namespace glint {

/// Appends this code to that of a game that is compiled otherwise.
void write_turns(Program& program);

}  // namespace glint
