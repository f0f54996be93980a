// The small game that is explored in tests.
#pragma once

namespace glint::test {

/// Whoever takes the last of nine stones loses; up to `most` at a time.
inline const char* const kStones = R"(/// Take stones from a row.
game "Stones"
use square
players sun, moon
option most: 1..4 = 2   "stones that may be taken at once"
board grid(9, 1)
piece stone { look "o" }
setup { put stone on cells }
move take "take {number}" {
  pick number in 1..most
  require number <= count(stone)   "there are not so many"
  for c in {x in cells where x.x > count(stone) - number} & stone { remove c }
  end when count(stone) == 0 : opponent wins
}
play { repeat { turn of each player { choose take } } }
end when seen > 9 : tie
score p = count(stone)
test "nine stones" { expect count(stone) == 9 }
)";

}  // namespace glint::test
