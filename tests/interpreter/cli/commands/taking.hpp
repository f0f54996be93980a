// A game of matches whose winner is known at each number of them: for commands that play bots.
#pragma once

#include <string>

/// Who takes the last of the matches loses. Whoever leaves 1, 4, 7 or 10 wins.
inline const std::string kTakingMatches = R"(
game "Taking"
use square
players sun, moon
board grid(1, 1)
var left: 0..12 = 12
move take "take-{size}" {
  pick size in 1..2
  require size <= left
  left -= size
  if left == 0 { end : opponent wins }
}
play { repeat { turn of each player { choose take } } }
)";
