// Text: how values of the frame print (cells by their labels, sets as lists, elements as
// the script names them).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// The value at `slots`, of this type. A set of cells prints as its labels with blanks between, or `none`; an edge as
/// "c4.ne". A cell that belongs to the mover (-1: none is given) prints by the mover's own label.
std::string print_slots(const Program& program, const rules::Type& type, const Word* slots, int mover = -1,
                        std::size_t most = SIZE_MAX);


/// Reads the words of a printed set: `find(name)` returns the number of what has that name, or below 0; `take(number)`
/// gets each in turn. A cell that belongs to a player has a name of two words, "north B3". False: a name is not found.
template <typename Find, typename Take>
bool each_named(const std::vector<std::string_view>& words, const Find& find, const Take& take) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::int64_t found = find(words[i]);
    if (found < 0 && i + 1 < words.size()) {
      found = find(std::string(words[i]) + " " + std::string(words[i + 1]));
      ++i;
    }
    if (found < 0) return false;
    take(found);
  }
  return true;
}

}  // namespace glint
