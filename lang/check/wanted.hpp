// The checker's knowledge about the place of a name. Behind a dot: the members. Elsewhere: the type that a value must
// have, and the names that have such values. Editors offer these first. `check` fills it in, if it is given one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace glint::lang {

struct Wanted {
  std::uint32_t at = 0;  // where the name begins in the script, in bytes

  bool is_known = false;          // whether a type is wanted there
  bool is_flag = false;           // a condition, or a flag
  bool is_cell = false;           // a cell, or cells: their labels are not among the names
  std::vector<std::string> fits;  // names of such values: of locals, the nearest first, then of all else
  std::vector<std::string> near;  // names of sets where one value of them is wanted
  std::optional<std::vector<std::string>> members;  // of the value before the dot; none: it is not known
};

}  // namespace glint::lang
