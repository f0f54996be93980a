// The program as text: what the board, pieces and rules became. For people (`glint dump`) and tests.
#pragma once

#include <string>

#include "interpreter/program/program.hpp"

namespace glint {

std::string dump(const Program& program);

}  // namespace glint
