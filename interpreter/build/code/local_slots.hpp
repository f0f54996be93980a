// Where the names of a function are, while its code is written.
#pragma once

#include <vector>

#include "interpreter/program/program.hpp"

namespace glint::compiling {

class CodeWriter;

/// The slots of the locals of a function.
struct LocalSlots {
  std::vector<Slot> slots;                 // by local
  std::vector<const rules::Local*> names;  // of the first of them; null: it has none
};

}  // namespace glint::compiling
