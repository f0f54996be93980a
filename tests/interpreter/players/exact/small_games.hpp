// Small games whose values are known, for tests of exact values.
#pragma once

#include "tests/support/loading.hpp"

namespace glint::test {

/// So many stones in a row; where they fall, each column is filled from below. Tic-tac-toe, Connect Four.
inline Game in_a_row(int width, int height, int need, bool falls) {
  return script(R"(game "In a Row"
use square
players first, second
option width: 1..9 = 3
option height: 1..9 = 3
option need: 2..5 = 3
option falls: {off, on} = off
board square(width, height)
piece stone of player { look "{owner:1}" }
move place "{at}" {
  pick at in empty
  require falls == off or not (at + s meets empty)
  put stone on at
}
play { repeat { turn of each player { choose place else { end : tie } } } }
end for p in player when any at in stone of p : (any way in direction : count(slide(at, way, stone of p)) >= need - 1) : p wins
)",
                {{"width", std::to_string(width)},
                 {"height", std::to_string(height)},
                 {"need", std::to_string(need)},
                 {"falls", falls ? "on" : "off"}});
}

/// Othello on four by four squares.
inline Game small_othello() {
  return script(R"(game "Othello"
use square
players black, white
board square(4, 4)
piece disc of player { look "{owner:1}" }
let closed_in(at: cell): set of cell =
  union way in direction where hit(at, way, disc of opponent) meets disc of me : slide(at, way, disc of opponent)
move place "{at}" {
  pick at in empty
  require closed_in(at) != {}
  put disc on at | closed_in(at)
}
move pass "pass" { }
setup {
  put disc(owner = black) on b3 | c2
  put disc(owner = white) on b2 | c3
}
play {
  repeat {
    turn of each player {
      choose place else { if can place of opponent { choose pass } else { end : score } }
    }
  }
}
score p = count(disc of p)
)");
}

}  // namespace glint::test
