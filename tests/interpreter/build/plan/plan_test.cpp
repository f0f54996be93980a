// Plans of lists: a move as text in, its steps as text out, with one pass at work.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/dump/dump.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/same_play.hpp"

namespace {

using namespace glint;

/// What moves are written into. Nobody plays it.
std::string game_with(const std::string& moves, const std::string& board) {
  return R"(
game "Planned"
use square
players sun, moon
option wide: {on, off} = off "wide"
type hue = {red, green}
)" + board + R"(
beam { }
piece lamp of player { facing: direction; emits facing; look "{owner:1}{facing}" }
piece stone of player { look "o{owner:1}" }
piece tree { size: 1..3; look "t{size}" }
var spent: 0..9 = 0
let few(p: player) = count(stone of p) < 3
do spend(cost: 1..3) { require spent + cost <= 9; spent += cost }
)" + moves + R"(
move pass "pass" { require spent >= 0 }
play { repeat { turn of each player { choose tested or pass } } }
)";
}

/// The plan of the move `tested` for the first player, made by `products` and these passes alone.
std::string planned(const std::string& move, const std::vector<Lowering>& passes = {},
                    const std::string& board = "board grid(4, 4)") {
  const Game game = test::script(game_with(move, board));
  BuildOptions options;
  for (const Lowering pass : {Lowering::narrow, Lowering::tries, Lowering::moves, Lowering::substitute, Lowering::pairs,
                              Lowering::lift})
    if (std::find(passes.begin(), passes.end(), pass) == passes.end()) options.without.add(pass);
  if (passes.empty()) options.without.add(Lowering::products);
  return "\n" + planned_lists(game.program(), options).at(0).text;
}

}  // namespace

TEST_CASE("plan: a move as it is written, up to the last requirement or pick", "[plan]") {
  CHECK(planned(R"(
move tested "t {at} {h}" {
  pick at in empty
  let cost = if at in rank(1) then 1 else 2
  spend(cost)
  pick h in hue
  put stone on at
})") == R"(
  each at in empty
    let cost = if at in rank(1) then 1 else 2
    require spent + cost <= 9
    restore the position after this:
      spent += cost
      each h in hue
        a legal move
)");
}

TEST_CASE("plan: what follows an `if` is there for each side", "[plan]") {
  CHECK(planned(R"(
move tested "t {at} {to}" {
  pick at in cells
  if at in stone { remove at } else { require few(me); put stone on at }
  pick to in empty
})") == R"(
  each at in cells
    if at in stone:
      restore the position after this:
        remove at
        each to in empty
          a legal move
    otherwise:
      require few(sun)
      restore the position after this:
        put stone on at
        each to in empty
          a legal move
)");
}

TEST_CASE("plan: an `if` or `for` that only requires is one requirement", "[plan]") {
  CHECK(planned(R"(
move tested "t {at} {to}" {
  pick at in cells
  if at in stone { require few(me); require spent < 3 } else { if spent > 1 { require at in tree } }
  for c in at + around { require c in empty; require not (c in stone) }
  pick to in empty
})") == R"(
  each at in cells
    require if at in stone then few(sun) and spent < 3 else if 1 < spent then at in tree else on
    require all c in at + around : c in empty and not c in stone
    each to in empty
      a legal move
)");
}

TEST_CASE("plan: picks that nothing reads are listed as sets", "[plan]") {
  const std::string move = R"(
move tested "t {h} {at} {k}" {
  pick h in hue
  require h == red or few(me)
  pick at in empty
  pick k in 1..3
  put stone on at
})";
  CHECK(planned(move) == R"(
  each h in hue
    require h == red or few(sun)
    each at in empty
      each k in 1..3
        a legal move
)");
  CHECK(planned(move, {Lowering::products}) == R"(
  all h in {h in hue where h == red or few(sun)}
  all at in empty
  all k in 1..3
  a legal move
)");
}

TEST_CASE("plan: a pick that another one reads stays a loop", "[plan]") {
  CHECK(planned(R"(move tested "t {from} {to}" { pick from in stone; pick to in from + around; move from to to })",
                {Lowering::products}) == R"(
  each from in stone
    all to in from + around
    a legal move
)");
}

TEST_CASE("plan: narrow: requirements on a picked cell become part of the set", "[plan]") {
  const std::string move = R"(
move tested "t {at} {to}" {
  pick at in stone
  require at in stone of me
  require at + n meets empty
  require spent < at.x
  pick to in at + around
  put stone on to
})";
  CHECK(planned(move, {Lowering::narrow, Lowering::lift}) == R"(
  each at in stone & stone of sun & empty - n & {at in cells where spent < at.x}
    all to in at + around
    a legal move
)");
}

TEST_CASE("plan: narrow: where the set may be an error it is asked for only if there is something to pick", "[plan]") {
  CHECK(planned(R"(
var marked[0..3]: set of cell = {}
move tested "t {at}" { pick at in stone; require at in marked[spent - 1]; put lamp(facing = n) on at })",
                {Lowering::narrow}) == R"(
  require stone != {}
  all at in stone & marked[spent - 1]
  a legal move
)");
}

TEST_CASE("plan: tries: a lamp that is not put", "[plan]") {
  const std::string move = R"(
move tested "t {at} {d}" {
  pick at in empty
  pick d in direction
  put lamp(facing = d) on at
  require trace(at).cells meets stone of me
})";
  CHECK(planned(move, {Lowering::tries, Lowering::pairs}) == R"(
  all at in empty, d in around where the beams of `put lamp(facing = d) on at` would meet stone of sun
  a legal move
)");
  // The lamp may replace a stone, so that the stones are not what they were.
  const std::string on_any = R"(
move tested "t {at} {d}" { pick at in cells; pick d in direction; put lamp(facing = d) on at; require trace(at).cells meets stone of me })";
  CHECK(planned(on_any, {Lowering::tries, Lowering::pairs}) == R"(
  each at in cells
    each d in around
      restore the position after this:
        put lamp(facing = d) on at
        require trace(at).cells meets stone of sun
        a legal move
)");
  const std::string to_empty = R"(
move tested "t {at} {d}" { pick at in empty; pick d in direction; put lamp(facing = d) on at; require trace(at).cells meets empty })";
  CHECK(planned(to_empty, {Lowering::tries}) == R"(
  each at in empty
    all d in around where the beams of `put lamp(facing = d) on at` would meet empty
    a legal move
)");
  CHECK(planned(to_empty, {Lowering::tries, Lowering::pairs}) == R"(
  all at in empty, d in around where the beams of `put lamp(facing = d) on at` would meet empty
  a legal move
)");
}

TEST_CASE("plan: tries: a number picked for the piece, if its range begins with 0, as tries do", "[plan]") {
  const auto with_numbers = [](const std::string& range) {
    return planned("piece torch { glow: " + range + "; emits {n, s}; look \"{glow}\" }\n" +
                       "var unused: set of " + range + " = {1, 2}\n" +
                       "move tested \"t {at} {g}\" { pick at in empty; pick g in unused; put torch(glow = g) on at"
                       "; require trace(at).cells meets stone of me }",
                   {Lowering::tries});
  };
  CHECK(with_numbers("0..2") == R"(
  each at in empty
    all g in unused where the beams of `put torch(glow = g) on at` would meet stone of sun
    a legal move
)");
  CHECK(with_numbers("1..3") == R"(
  each at in empty
    each g in unused
      restore the position after this:
        put torch(glow = g) on at
        require trace(at).cells meets stone of sun
        a legal move
)");
}

TEST_CASE("plan: tries: what is required behind the put and reads nothing of it is tested before", "[plan]") {
  const auto move = [](const std::string& behind) {
    return R"(
move tested "t {at} {d}" { pick at in empty; pick d in direction; put lamp(facing = d) on at; require trace(at).cells meets empty
  )" + behind +
           "}";
  };
  CHECK(planned(move("require at != a1; spent = 2"),
                {Lowering::narrow, Lowering::tries, Lowering::pairs}) == R"(
  each at in empty
    require at != a1
    all d in around where the beams of `put lamp(facing = d) on at` would meet empty
    a legal move
)");
  // The lamp itself may decide this, or stand where a stone was.
  CHECK(planned(move("require count(lamp) < 3"), {Lowering::tries, Lowering::pairs}) == R"(
  each at in empty
    each d in around
      restore the position after this:
        put lamp(facing = d) on at
        require trace(at).cells meets empty
        require count(lamp) < 3
        a legal move
)");
}

TEST_CASE("plan: pairs: a cell and one a step away", "[plan]") {
  CHECK(planned(R"(
move tested "t {from} {to}" {
  pick from in stone of me
  pick to in (from + n) & empty | (from + {e, w}) - stone of me
  move from to to
})",
                {Lowering::pairs}) == R"(
  all from, to with from in stone of sun and to in
    (from + n) & empty |
    (from + {e, w}) & (cells - stone of sun)
  a legal move
)");
}

TEST_CASE("plan: pairs: a cell and one some steps away, where the first one decides what is allowed", "[plan]") {
  CHECK(planned(R"(
move tested "t {far} {from} {to}" {
  pick far in 1..3
  pick from in stone of me
  pick to in steps(from, around, far, empty) & (tree | (if from in rank(1) then empty else stone)) - file(1)
  require to in file(2) or not from in cells - rank(1)
})",
                {Lowering::pairs, Lowering::lift}) == R"(
  each far in 1..3
    all from, to with from in stone of sun and to in
      steps(from, around, far, empty) & (cells - file(1) & tree), for from in rank(1) |
      steps(from, around, far, empty) & (cells - file(1) & empty), for from in rank(1) |
      steps(from, around, far, empty) & (file(2) - file(1) & tree), for from in cells - rank(1) |
      steps(from, around, far, empty) & (file(2) - file(1) & stone), for from in cells - rank(1)
    a legal move
)");
}

TEST_CASE("plan: substitute: a move that is not made", "[plan]") {
  const std::string move = R"(
move tested "t {from} {to} {at}" {
  pick from in stone of me
  pick to in slide(from, around, empty)
  move from to to
  pick at in slide(to, around, empty)
  put tree(size = 1) on at
})";
  CHECK(planned(move, {Lowering::substitute}) == R"(
  each from in stone of sun
    each to in slide(from, around, empty)
      let left = empty | from
      all at in slide(to, around, left)
      a legal move
)");
}

TEST_CASE("plan: substitute: what follows may read pieces that the effect does not change", "[plan]") {
  const auto move = [](const char* read) {
    return std::string(R"(
move tested "t {from} {to} {at}" {
  pick from in stone of me
  pick to in empty
  move from to to
  pick at in )") + read + "\n put stone on to }";
  };
  CHECK(planned(move("{t in tree where t.size < 3 and t + n meets empty}"), {Lowering::substitute}) == R"(
  each from in stone of sun
    each to in empty
      let left = empty | from
      let free = left - to
      all at in {t in tree where t.size < 3 and t + n meets free}
      a legal move
)");
  // What the pieces are that move, or that may be replaced, is another matter.
  CHECK(planned(move("{it in stone where it.owner == me}"), {Lowering::substitute}).find("restore") != std::string::npos);
  CHECK(planned(R"(
move tested "t {from} {to} {at}" { pick from in stone of me; pick to in cells; move from to to; pick at in {t in tree where t.size < 3}; put stone on at })",
                {Lowering::substitute}).find("restore") != std::string::npos);
}

TEST_CASE("plan: substitute: where the pieces stand that the effect changes", "[plan]") {
  const auto move = [](const char* from, const char* to, const char* read) {
    return std::string("move tested \"t {from} {to} {at}\" { pick from in ") + from + "; pick to in " + to +
           "; move from to to; pick at in " + read + "; put stone on at }";
  };
  CHECK(planned(move("stone of me", "empty", "stone of me"), {Lowering::substitute}) == R"(
  each from in stone of sun
    each to in empty
      all at in stone of sun - from | to
      a legal move
)");
  CHECK(planned(move("stone of me", "cells", "tree"), {Lowering::substitute}) == R"(
  each from in stone of sun
    each to in cells
      all at in tree - to
      a legal move
)");
  CHECK(planned(move("stone", "cells", "stone of me"), {Lowering::substitute}) == R"(
  each from in stone
    each to in cells
      all at in if from in stone of sun then stone of sun - from | to else stone of sun - to
      a legal move
)");
  CHECK(planned(R"(
move tested "t {p} {to} {at}" { pick p in player; pick to in empty; put stone(owner = p) on to; pick at in stone of me; remove at })",
                {Lowering::substitute}) == R"(
  each p in player
    each to in empty
      all at in if p == sun then stone of sun | to else stone of sun
      a legal move
)");
}

TEST_CASE("plan: substitute: pieces that are counted after they moved, for all cells at once", "[plan]") {
  CHECK(planned(R"(
move tested "t {from} {to}" {
  pick from in stone of me
  pick to in from + around & (empty | stone of opponent)
  move from to to
  require count(stone of me & rank(1)) >= 2 and not few(opponent)
})",
                {Lowering::substitute}) == R"(
  each from in stone of sun
    all to in {to in from + around & (empty | stone of (sun + 1)) where 2 <= count((stone of sun - from | to) & rank(1)) and not count(stone of (sun + 1) - to) < 3}
    a legal move
)");
}

TEST_CASE("plan: substitute: two effects, one after the other", "[plan]") {
  CHECK(planned(R"(
move tested "t {a} {b} {c}" {
  pick a in stone
  remove a
  pick b in empty
  put stone on b
  pick c in empty
  put stone on c
})",
                {Lowering::substitute}) == R"(
  each a in stone
    let left = empty | a
    each b in left
      let free = left - b
      all c in free
      a legal move
)");
}

TEST_CASE("plan: substitute: on stacks, only where nothing lies under the piece", "[plan]") {
  CHECK(planned(R"(
move tested "t {from} {to} {at}" {
  pick from in stone of me
  pick to in from + around & empty
  move from to to
  pick at in tree | empty
  put stone on at
})",
                {Lowering::substitute}, "board grid(4, 4) stacks of 3") == R"(
  let covered = the cells where pieces lie under others
  each from in stone of sun
    if not from in covered:
      each to in from + around & empty
        let left = empty | from
        let free = left - to
        all at in tree | free
        a legal move
    otherwise:
      each to in from + around & empty
        restore the position after this:
          move from to to
          all at in tree | empty
          a legal move
)");
}

TEST_CASE("plan: moves: a count that a move changes by one", "[plan]") {
  CHECK(planned(R"(
move tested "t {from} {to}" {
  pick from in stone of me
  pick to in from + around
  move from to to
  require count(stacked stone of me & rank(1)) >= 2
})",
                {Lowering::substitute, Lowering::moves, Lowering::lift}, "board grid(4, 4) stacks of 3") == R"(
  let count1 = count(stacked stone of sun & rank(1))
  each from in stone of sun
    let reached = from + around
    require reached != {}
    an error unless one more fits on each of reached besides from
    all to in reached & (if from in rank(1) then (if 2 <= count1 - 1 then cells else {}) - rank(1) | (if 2 <= count1 then cells else {}) & rank(1) else (if 2 <= count1 then cells else {}) - rank(1) | (if 2 <= count1 + 1 then cells else {}) & rank(1))
    a legal move
)");
}

TEST_CASE("plan: moves: a count after a piece has gone, and one of other pieces", "[plan]") {
  CHECK(planned(R"(
move tested "t {at} {to}" {
  pick to in lamp
  pick at in stone
  remove at
  require count(stacked stone & file(2)) >= 1 and count(stacked tree & file(2)) < 2
})",
                {Lowering::substitute, Lowering::moves, Lowering::lift}, "board grid(4, 4) stacks of 3") == R"(
  let count1 = count(stacked stone & file(2))
  each to in lamp
    all at in stone & (((if 1 <= count1 then cells else {}) - file(2) | (if 1 <= count1 - 1 then cells else {}) & file(2)) & (if count(stacked tree & file(2)) < 2 then cells else {}))
    a legal move
)");
}

/// What the plan says of `all at in empty` with a requirement on it.
std::string lifted(const std::string& condition) {
  const std::string plan = planned("move tested \"t {at}\" { pick at in empty; require " + condition + "; put tree(size = 1) on at }",
                                   {Lowering::lift});
  const std::size_t begin = plan.find("all at in ") + 10;
  return plan.substr(begin, plan.find('\n', begin) - begin);
}

TEST_CASE("plan: lift: conditions on each cell as sets", "[plan]") {
  CHECK(lifted("at in stone or not at in tree") == "empty & (stone | cells - tree)");
  CHECK(lifted("at + n meets stone and at + around within cells - lamp") ==
        "empty & (stone - n & cells - (lamp - around))");
  CHECK(lifted("slide(at, {n, e}, empty) meets lamp") == "empty & lines_to(lamp & empty, {n, e}, empty)");
  CHECK(lifted("any d in {n, s} : hit(at, d, stone of me) meets tree and slide(at, d, stone of me) != {}") ==
        "empty & lines_to(tree - stone of sun, {n, s}, stone of sun)");
  CHECK(lifted("if spent > 3 then at + n meets stone else at + s == {}") ==
        "empty & ((if 3 < spent then cells else {}) & stone - n | cells - (cells - s) - (if 3 < spent then cells else {}))");
  CHECK(lifted("any x in at + around & stone : x + n meets empty") == "empty & (empty - n & stone) - around");
  CHECK(lifted("at.x <= 2 and at.y > spent") == "empty & ({at in cells where at.x <= 2} & {at in cells where spent < at.y})");
}

TEST_CASE("plan: lift: folds over cells by the sizes of sets", "[plan]") {
  CHECK(planned(R"(
move tested "t {at}" {
  pick at in empty
  require no t in tree : t.size == 2 and t.y < 3
  require 1 < count t in tree : t.size >= 2 and t + n meets empty
  put tree(size = 1) on at
})",
                {Lowering::lift}) == R"(
  all at in empty
  require tree & ({t in cells where t.size == 2} & {t in cells where t.y < 3}) == {}
  require 1 < count(tree & (cells - {t in cells where t.size < 2} & empty - n))
  a legal move
)");
}

TEST_CASE("plan: lift: when a beam first comes to a cell", "[plan]") {
  CHECK(planned(R"(
move tested "t {by} {at}" {
  pick by in lamp
  pick at in empty
  require (min v in trace(by).visits where v.cell == at : v.step else 9) < 3
  require any v in trace(by).visits where v.cell in stone : v.step <= spent
  require (union v in trace(by).visits where v.cell == at and v.step == (min u in trace(by).visits where u.cell == at : u.step else 9) : v.route) meets tree
  put tree(size = 1) on at
})",
                {Lowering::lift}) == R"(
  each by in lamp
    each at in empty
      require first_step(trace(by), at, 9) < 3
      require any v in trace(by).visits where v.cell in stone : v.step <= spent
      require first_route(trace(by), at) meets tree
      a legal move
)");
}

TEST_CASE("plan: lift: numbers of cells", "[plan]") {
  CHECK(lifted("count(stone & rank(1) | at) < 3") ==
        "empty & ((if count(stone & rank(1)) < 3 then cells else {}) - (cells - (stone & rank(1))) | "
        "(if count(stone & rank(1)) + 1 < 3 then cells else {}) & cells - (stone & rank(1)))");
  CHECK(lifted("count(stone - at) == 2") == "empty & ((if count(stone) == 2 then cells else {}) - stone | "
                                             "(if count(stone) - 1 == 2 then cells else {}) & stone)");
  CHECK(lifted("(if at in rank(2) then 2 else spent) < 4") ==
        "empty & ((if spent < 4 then cells else {}) - rank(2) | rank(2))");
}

TEST_CASE("plan: substitute: a field and a variable that are not given their values", "[plan]") {
  CHECK(planned(R"(
move tested "t {at} {to}" {
  pick at in lamp of me
  at.facing += 1
  spent = at.facing.index
  require spent < 3 and at + at.facing meets cells and at in lamp
  pick to in ray(at, at.facing)
  put stone on to
})",
                {Lowering::substitute}) == R"(
  each at in lamp of sun
    let new_facing = at.facing + 1
    let new_spent = new_facing.index
    require new_spent < 3 and at + new_facing meets cells and at in lamp
    all to in ray(at, new_facing)
    a legal move
)");
  CHECK(planned(R"(
var who: player = sun
move tested "t {p} {x}" { pick p in player; who = p; pick x in lamp of who; require x.facing != n; spent = 1 })",
                {Lowering::substitute}) == R"(
  each p in player
    let new_who = p
    all x in {x in lamp of new_who where x.facing != n}
    a legal move
)");
  // Of another piece, which may be the same one; and where beams go.
  for (const char* read : {"any l in lamp : l.facing == n", "beams.cells meets at", "any l in lamp of me : few(l.owner) and l.facing == e"}) {
    INFO(read);
    CHECK(planned(std::string("move tested \"t {at}\" { pick at in lamp of me; at.facing += 1; require ") + read + " }",
                  {Lowering::substitute}).find("restore") != std::string::npos);
  }
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
  CHECK(planned_lists(game.program(), {}).at(0).text == R"(  each at in empty
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
