// A random game that goes on by itself from choice to choice: what it needs, and what it keeps on its way. The code at
// each choice (build/code/turns.cpp) lists the moves, draws one and makes it.
#pragma once

#include <cstdint>
#include <vector>

#include "glint/glint.hpp"

namespace glint {

/// A hash of the number of moves at each ply of a game: equal games have the same.
class Trail {
 public:
  void add(std::uint64_t moves) { value_ = (value_ ^ moves) * 0x9E3779B97F4A7C15u; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

struct RandomPlay {
  Random& random;
  int plies_left;
  Trail trail;

  Random* draws = nullptr;  // makes draws on the way; null: play stops at each, and its host makes them

  // -- from a choice on
  std::vector<std::uint64_t>* history = nullptr;  // gets the hashes of positions, if it is there
  bool is_arriving = false;  // no move of the choice has been drawn yet
  int passes = 0;            // choices in a row at which nothing was listed
  std::int64_t fuel_at_choice = 0, fuel_before_list = 0;
};

}  // namespace glint
