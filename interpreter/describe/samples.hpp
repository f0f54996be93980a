// What comes up in play: a few random games are played, always the same, for an example of each move and of each kind
// of piece as it really stands on the board.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "interpreter/game/position/position_view.hpp"

namespace glint::describe {

struct Samples {
  std::map<std::string, MoveParts> moves;  // by the script's name
  std::vector<std::vector<int>> keys;  // by kind: keys of pieces that stood on the board, in the order of their numbers
  std::vector<bool> ways;              // by direction: a beam went so, sent out by a piece or followed by the rules
};

/// `start`: where the games begin. Boards that are too large for a quick look give what stands at the start.
Samples samples_of(const Position& start);

}  // namespace glint::describe
