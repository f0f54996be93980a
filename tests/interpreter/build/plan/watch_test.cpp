// Requirements that are tested only for runs that change something they look at, against the same rules without that.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/dump/dump.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/same_play.hpp"

namespace {

using namespace glint;

std::string guarded(const std::string& effects, const std::string& required, const std::string& board) {
  return R"(
game "Guards"
use square
players sun, moon
type hue = {red, blue}
type straight = {e, s, w, n} of direction
)" + board + R"(
piece king of player { look "{owner:1}K" }
piece rook of player { look "{owner:1}R" }
piece knight of player { look "{owner:1}N" }
piece wall { look "#" }
var quiet: 0..9 = 0
var mark: set of cell = {}
let men(p: player): set of cell = (king | rook | knight) of p
let leaps(c: cell): set of cell = union d in straight : c + d + {d - 1, d + 1}
let attacked(c: cell, by: player): flag =
  leaps(c) meets knight of by or hit(c, straight, empty) meets (rook | king) of by or c + around meets king of by
let in_check(p: player): flag = any k in king of p : attacked(k, p + 1)
do walk(a: cell, b: cell) {
  if a in rook or b in men(opponent) { quiet = 0 } else { quiet += 1 }
  if a in knight and b in mark { remove b - n }
  mark = if a in rook then between(a, b) else {}
  move a to b
}
move go "{from}{to} {shade}" {
  pick from in men(me)
  pick to in (if from in rook then slide(from, straight, empty) | hit(from, straight, empty) else leaps(from) | (from + around)) - men(me)
  pick shade in hue
)" + effects + "\n  require " + required + R"(
}
setup {
  put king(owner = sun) on a1 | d2
  put rook(owner = sun) on b2 | e1
  put knight(owner = sun) on c2
  put wall on c3 | a4
  put king(owner = moon) on e5
  put rook(owner = moon) on b5 | a5
  put knight(owner = moon) on d4
}
play { repeat { turn of each player { choose go else { end : tie } } } }
)";
}

std::string plan_of(const Game& game) {
  return planned_lists(game.program(), {}).at(0).text;
}

bool is_sifted(const Game& game) { return plan_of(game).find("do not pass this") != std::string::npos; }

const char* const kEffects[] = {
    "  move from to to",
    "  walk(from, to)",
    "  remove to + e\n  move from to to\n  put wall on from",
    "  let over = between(from, to)\n  remove over\n  mark |= over\n  move from to to",
    "  put wall on to\n  remove from",
    "  if to in king { remove from; put rook on to } else { move from to to; move to + e to from }",
    "  move from to to\n  remove (to + around) & wall",
};

const char* const kRequired[] = {
    "not in_check(me)",
    "king of me != {}",
    "count(rook of opponent & rank(1)) < 2 and count(wall) > 1",
    "hit(a1, around, empty) & (rook | wall) == {} or king of opponent meets rank(5)",
    "slide(c4, straight, empty | wall) meets rook of opponent",
    "all k in king of me : count(k + around & empty) > 2",
    "(c3 in wall) == (c4 in knight) or b3 in empty",
    "(union k in king of me : hit(k, e, empty)) - rook within knight | king | empty",
    "(reach x in king of me : x + straight & empty) meets rank(4)",
    "(if c3 in wall then hit(c3, around, empty) else c3 + around) meets knight | king of me",
    "steps(d4, around, 2, empty | knight) meets men(me) or mark meets king",
    "no k in king of me : quiet > 6 and k + around meets wall",
    "2 < max k in king of me : count(hit(k, straight, empty | knight of opponent)) else 3",
};

}  // namespace

TEST_CASE("watch: the same moves with and without it", "[plan]") {
  for (const char* board : {"board square(5, 5)", "board square(9, 9)"}) {
    int sifted = 0, compared = 0;  // plies; a script of 9 quiet moves is an error in the tenth
    for (const char* effects : kEffects) {
      for (const char* required : kRequired) {
        INFO(effects << "\n" << required);
        const Game game = test::script(guarded(effects, required, board));
        sifted += is_sifted(game);
        for (std::uint64_t seed = 1; seed <= test::scaled<std::uint64_t>(8); ++seed) {
          compared += test::same_play(game, 12, seed);
          compared += test::same_play(game, 12, seed + 100, Lowerings().add(Lowering::watched));
        }
      }
    }
    CHECK(sifted > 25);
    CHECK(compared > 600);
  }
}

TEST_CASE("watch: a requirement that reads a pick, or what the effects change, is tested for each run", "[plan]") {
  const auto is_one = [](const char* effects, const char* required) {
    return is_sifted(test::script(guarded(effects, required, "board square(5, 5)")));
  };
  CHECK(is_one(kEffects[0], "not in_check(me)"));
  CHECK_FALSE(is_one(kEffects[0], "not attacked(to, opponent)"));
  CHECK_FALSE(is_one(kEffects[1], "mark meets king of me"));
  CHECK_FALSE(is_one("  for c in between(from, to) { remove c }\n  move from to to", "not in_check(me)"));
}

TEST_CASE("plan: a variable that is assigned before a requirement is not, but its range is tested", "[plan]") {
  const Game game = test::script(R"(
game "Numbers"
use square
players sun, moon
board square(4, 4)
piece stone of player { look "{owner:1}" }
var turns: 0..9 = 0
var left: 0..9 = 9
var held: clamped 0..3 = 0
var marks: set of cell = {}
move go "{at}{to}" {
  pick at in empty
  turns += 1
  held += 2
  left -= 1
  marks |= at
  require at in rank(1) or turns + left > 4 and held > 1
  pick to in empty - at
  require count(marks & rank(2)) < 3 or to in rank(3)
  put stone on at
}
play { repeat { turn of each player { choose go else { end : tie } } } }
)");
  CHECK(plan_of(game) == R"(  each at in empty
    let new_turns = turns + 1
    let new_held = held + 2
    let new_left = left - 1
    let new_marks = marks | at
    require at in rank(1) or 4 < new_turns + new_left and 1 < new_held
    all to in empty - at & ((if count(new_marks & rank(2)) < 3 then cells else {}) | rank(3))
    a legal move
)");
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) compared += test::same_play(game, 12, seed);  // the tenth turn is an error
  CHECK(compared >= 5 * 8);
}
