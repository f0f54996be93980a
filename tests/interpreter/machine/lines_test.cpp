// Loops that list the lines from each cell: the same moves, in the same order, as without lowerings, on boards of one
// word, of two and of more, and on some that have no tables of rays.
#include <cstdint>
#include <string>

#include "tests/support/loading.hpp"
#include "tests/support/same_play.hpp"
#include "tests/support/scale.hpp"

using namespace glint;
using test::same_play;
using test::script;

namespace {

/// Queens that go, take, go so far as there are stones, and shoot.
std::string queens(const std::string& board) {
  return "game \"Lines\"\nuse square\nplayers sun, moon\n" + board +
         "\npiece queen of player { look \"q{owner:1}\" }\npiece stone { look \"o\" }\n"
         "move go \"go {from}-{to}\" { pick from in queen of me; pick to in slide(from, around, empty); move from to to }\n"
         "move take \"take {from}-{to}\" { pick from in queen of me; pick to in hit(from, {n, e}, empty);"
         " remove from; remove to; put queen(owner = me) on to }\n"
         "move jump \"jump {from}-{to}\" { pick from in queen of me; pick to in steps(from, around, count(stone), empty);"
         " remove from; remove to; put queen(owner = me) on to }\n"
         "move near \"near {from}-{to}\" { pick from in queen of me;"
         " pick to in slide(from, around, empty) & (stone + around); move from to to }\n"
         "move kill \"kill {from}-{to}\" { pick from in queen of me; pick to in hit(from, around, empty) - queen of me;"
         " remove from; remove to; put queen(owner = me) on to }\n"
         "move leap \"leap {from}-{to}\" { pick from in queen of me;"
         " pick to in empty & steps(from, around, 2, cells) - rank(2); move from to to }\n"
         "move shoot \"shoot {from}-{to}/{at}\" { pick from in queen of me; pick to in slide(from, around, empty);"
         " move from to to; pick at in slide(to, around, empty); put stone on at }\n"
         "move pass \"pass\" { require not can go and not can shoot }\n"
         "setup { put queen(owner = sun) on a1 | b3; put queen(owner = moon) on c2 | d4; put stone on b2 }\n"
         "play { repeat { turn of each player { choose go or take or jump or near or kill or leap or shoot or pass else { end : tie } } } }\n";
}

}  // namespace

TEST_CASE("lines: loops over cells that list the lines from each", "[lines]") {
  for (const char* board : {"board grid(4, 4)", "board square(8, 8)", "board grid(9, 9)", "board grid(13, 11)",
                            "board on square8 { cells x in 1..4, y in 1..5; wraps (4, 0); label \"{lower(x)}{y}\" }"}) {
    INFO(board);
    const Game game = script(queens(board));
    for (std::uint64_t seed = 1; seed <= test::scaled(4u); ++seed) CHECK(same_play(game, 25, seed) > 5);
  }
}
