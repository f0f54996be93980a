// A small game whose script tests of `diff` change.
#pragma once

#include <string>

#include "tests/catch.hpp"

namespace glint::test {

inline std::string replaced(std::string text, const std::string& old_part, const std::string& new_part) {
  const std::size_t at = text.find(old_part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old_part.size(), new_part);
}

inline const char* const kRow = R"(game "Row"
use square
players sun, moon
type hue = {red, blue}
board square(3, 2)
beam { colour: set of hue }
piece stone of player { }
piece lamp { emits e { beam.colour = {red} } }
piece glass { when beam comes { otherwise -> straight { beam.colour |= {blue} } } }
var turns: 0..9 = 0

move place "{at}" {
  pick at in empty
  put stone(owner = me) on at
  turns += 1
}
move lay "glass {at}" {
  pick at in empty & {c in cells where c.y == 1}
  put glass on at
  turns += 1
}
setup { put lamp on a1 }
play { repeat { turn of each player { choose place or lay else { end : tie } } } }
end when turns == 5 : score
score p = count(stone of p)
)";

}  // namespace glint::test
