// Moves whose plans leave effects out, take requirements in, and test them early, played against the same rules without
// each of the passes, and without any.
#include "tests/support/same_play.hpp"

namespace {

using namespace glint;

const test::NamedScript kPlanned[] = {
    {"effects between picks, on stacks", R"(
game "S1"
use square
players sun, moon
board grid(4, 3) stacks of 3
piece stone of player { look "o{owner:1}" }
piece tree { size: 1..3; look "t{size}" }
var spent: 0..9 = 0
var lead: player = sun
let tall = {c in cells where count(stacked stone & c) + count(stacked tree & c) > 1}
move plant "p {at} {z}" { pick at in cells - tall; pick z in 1..3; put tree(size = z) on at }
move drop "d {at}" { pick at in cells - tall; put stone on at }
move slide_it "s {a} {b} {c}" {
  pick a in stone of me
  pick b in slide(a, around, empty)
  move a to b
  pick c in {t in tree where t.size < 3} | (empty & b + around)
  require c + n meets empty or c + e meets tree
  if c in tree { c.size += 1 } else { put tree(size = 1) on c }
}
move hop "h {a} {b} {c}" {
  pick a in tree
  pick b in empty
  remove a
  pick c in empty
  require c != b and count(empty) > 2
  put stone on c
}
move grow "g {a} {k}" {
  pick a in tree
  pick k in 1..2
  require a.size + k <= 3
  a.size = if k == 1 then 2 else 3
  require a.size > 1 and (any t in tree : t.size == 3 or t == a)
}
move lead_on "l {p}" { pick p in player; lead = p; require lead != me or count(stone of lead) > 1; spent = 3 }
play { repeat { turn of each player { choose plant or drop or slide_it or hop or grow or lead_on } } }
end when count(empty) < 3 : tie
)"},
    {"effects between picks, of fields, variables and pieces that capture", R"(
game "S2"
use square
players sun, moon
type hue = {red, green, blue}
board grid(4, 3)
piece lamp of player { facing: direction; hue: hue; look "{owner:1}{facing}{hue:1}" }
piece rock { hue: hue; look "r{hue:1}" }
var mark: set of cell = {}
var who: player = sun
var gone: 0..3 = 0
let quiet(p: player) = count(lamp of p) < 4
let near(c: cell) = c + around
let reds = {c in lamp | rock where c.hue == red}
move put_lamp "p {at} {h} {d}" { pick at in empty; pick h in hue; pick d in direction; require quiet(me); require at.x > 1 or h == red; put lamp(hue = h, facing = d) on at }
move put_rock "r {at} {h}" { pick at in empty; pick h in hue; put rock(hue = h) on at; require count(reds) < 5 }
move turn "t {at} {h}" {
  pick at in lamp of me
  pick h in hue
  at.hue = h
  at.facing += 1
  require at.hue != blue or near(at) meets rock
  require at + at.facing meets cells
  require at in lamp of me
  for c in near(at) { require c in empty or c in lamp or c in rock }
  require count(reds) < 6
}
move take "k {a} {b}" {
  pick a in lamp of me
  pick b in near(a) & (lamp of opponent | rock)
  move a to b
  require b + b.facing meets empty
  mark |= b
  require count(mark) < 9
}
move shift "s {a} {b} {c}" {
  pick a in rock
  pick b in empty
  swap a, b
  pick c in lamp
  require (b in rock and c.hue == b.hue) or c in near(b)
  c.hue = red
}
move jump "j {a} {b} {c}" {
  pick a in lamp of me
  pick b in empty
  move a to b
  pick c in empty & near(b)
  let was = c + s
  require was meets rock or was == {}
  if c in mark { require gone < 3 } else { require gone < 2 or near(c) meets empty }
  put rock(hue = green) on c
}
move see "w {p} {x}" { pick p in player; who = p; gone = 2; pick x in lamp of who; require gone == 2 and x.owner == who; mark -= x }
play { repeat { turn of each player { choose put_lamp or put_rock or turn or take or shift or jump or see else { end : tie } } } }
)"},
    {"a field that tells whose a piece is", R"(
game "Holders"
use square
players sun, moon
board grid(3, 3)
piece stone of holder { holder: player; look "{holder:1}" }
setup { put stone(holder = sun) on a1; put stone(holder = moon) on c3 }
move flip "{at} {p} {to}" {
  pick at in stone
  pick p in player
  at.holder = p
  require at.owner == me and stone of me != {}
  pick to in empty
}
move give "give {at}" { pick at in stone of me; at.holder = opponent; require any one in stone : one.owner == opponent }
play { repeat { turn of each player { choose flip or give else { end : tie } } } }
)"},
    {"pieces that are counted after an effect", R"(
game "Census"
use square
players sun, moon
type hue = {red, green}
let keeper(h: hue): player = if h == red then sun else moon
board grid(4, 3)
piece stone of player { look "o{owner:1}" }
piece nest of keeper(hue) { hue: hue; look "n{hue:1}" }
piece tree { look "t" }
var most: 0..9 = 4
let home(p: player): set of cell = if p == sun then file(1) | file(2) else file(3) | file(4)
let guards(p: player) = count(stone of p & home(p))
setup { put stone(owner = sun) on a1 | b2; put stone(owner = moon) on d1 | c2; put tree on a3; put nest(hue = red) on d3 }
move step "s {a} {b}" {
  pick a in stone of me
  pick b in a + around & (empty | stone of opponent | tree)
  move a to b
  require guards(me) >= 1 and not (count(stone of opponent) == 2 and count(tree) < 2)
}
move go "g {a} {b}" {
  pick a in stone | tree
  pick b in cells - a
  move a to b
  require count(stone of me & rank(1)) + 1 >= count(stone of opponent & rank(1))
  require (count it in stone | nest : it.x == 1) < 3 or b in tree
}
move add "p {p} {a}" {
  pick p in player
  pick a in empty
  put stone(owner = p) on a
  require count(stone of me) <= most and 2 * guards(opponent) - most < 3
}
move build "n {h} {a}" { pick h in hue; pick a in empty | tree; put nest(hue = h) on a; require count(nest of me) < 4 and count(nest) != 6 }
move grow "t {a}" { pick a in cells; put tree on a; require count(stone of me - home(me)) != 2 and max(count(tree), count(nest)) < 5 }
move take "l {a} {b}" {
  pick a in stone of me
  remove a
  pick b in stone - tree
  require count(stone of me) + 1 > count(stone of opponent & home(me)) and a in b + around
  remove b
}
move prune "q {x}" {
  pick x in stone | tree
  require count({it in stone | x where it.x > 1}) > 2 and (count it in {t in stone of me where t.owner == me} | x : it.y < 3) != 2
  remove x
}
move less "m" { most = if most > 2 then most - 1 else 6 }
play { repeat { turn of each player { choose step or go or add or build or grow or take or prune or less else { end : tie } } } }
)"},
    {"lamps that must meet pieces which the lamp does not change", R"(
game "Aims"
use square
players sun, moon
board grid(4, 4)
beam { }
piece lamp of player { facing: direction; emits facing; look "{owner:1}{facing}" }
piece mirror { line: axis; when beam comes -> reflects across line; look "{line}" }
piece stone of player { look "o{owner:1}" }
move aim "a {at} {d}" { pick at in empty; pick d in direction; put lamp(facing = d) on at; require trace(at).cells meets stone of opponent | mirror }
move burn "b {at} {d}" { pick at in cells; pick d in direction; put lamp(facing = d) on at; require trace(at).cells meets stone }
move watch "c {at} {d}" { pick at in empty; pick d in direction; put lamp(facing = d) on at; require trace(at).cells meets stone of me; require count(stone) < 5 }
move drop "d {at}" { pick at in empty; put stone on at }
move turn "m {at} {line}" { pick at in empty | lamp; pick line in {rising, falling}; put mirror(line = line) on at }
play { repeat { turn of each player { choose aim or burn or watch or drop or turn else { end : tie } } } }
)"},
    {"a value that goes out of its range in a function", R"(
game "Room"
use square
players sun, moon
board grid(3, 3)
piece stone { look "o" }
let room(c: cell): 0..7 = count(empty - c)
let less(k: 0..3): 0..2 = k
move place "{at} {b}" {
  pick at in empty
  put stone on at
  pick b in empty
  require room(b) >= 1
}
move count_off "c {k} {at}" { pick k in 0..3; require count(stone) < 3 or less(k) < 2; pick at in empty; put stone on at }
play { repeat { turn of each player { choose place or count_off else { end : tie } } } }
)"},
    {"a leap through empty cells onto a piece", R"(
game "Leap"
use square
players sun, moon
board grid(5, 2)
piece frog of player { look "f{owner:1}" }
piece prey { look "p" }
setup { put frog(owner = sun) on a1; put frog(owner = moon) on e2; put prey on c1 | c2 | d2 | e1 }
move leap "{from} {to} {k}" {
  pick from in frog of me
  pick to in steps(from, around, 2, empty) | (from + around & cells)
  move from to to
  pick k in prey | empty
  require count(prey) > 1 and k + n meets empty | cells
}
play { repeat { turn of each player { choose leap else { end : tie } } } }
)"},
    {"a requirement that says what stands somewhere, before one that reads it", R"(
game "Facts"
use square
players sun, moon
type hue = {red, green}
board grid(3, 3)
piece lamp { colour: hue; look "{colour:1}" }
piece stone { look "o" }
setup { put lamp(colour = green) on a1; put lamp(colour = red) on b2; put stone on c3 }
move swap_them "{x} {y}" {
  pick x in cells
  pick y in cells
  require x in lamp and y in empty
  require x.colour == green or y.x > 1
  remove x
  put stone on y
}
move light "l {x} {h}" { pick x in empty; pick h in hue; put lamp(colour = h) on x }
play { repeat { turn of each player { choose swap_them or light else { end : tie } } } }
)"},
    {"pieces that are tried with numbers that begin at 3, in pairs", R"(
game "Pairs"
use square
players sun, moon
board grid(5, 5)
beam { power: 0..9 = 3 }
piece lamp { power: 3..6; facing: direction; emits facing { beam.power = power }; look "{power}{facing}" }
piece fog { when beam comes { if beam.power > 0 -> straight { beam.power -= 1 }; otherwise -> stops }; look "~" }
let goal: set of cell = {c in cells where c.x == 5}
var choices: set of 3..6 = {3, 4, 5, 6}
move place "{at} {p}" {
  pick at in empty
  pick p in choices
  put lamp(power = p, facing = e) on at
  require trace(at).cells meets goal
}
move mist "{at}" { pick at in empty; put fog on at }
play { repeat { turn of each player { choose place or mist else { end : tie } } } }
)"},
    {"pieces that are tried with numbers that begin at 3, one by one", R"(
game "Neg"
use square
players sun, moon
board grid(5, 5)
beam { power: 0..9 = 3 }
piece lamp { power: 3..6; facing: direction; emits facing { beam.power = power }; look "{power}{facing}" }
piece fog { when beam comes { if beam.power > 0 -> straight { beam.power -= 1 }; otherwise -> stops }; look "~" }
var choices: set of 3..6 = {3, 4, 5, 6}
move place "{at} {way} {p}" {
  pick at in empty
  pick way in direction
  require way == e or at.x > 2
  pick p in choices
  put lamp(power = p, facing = way) on at
  require trace(at).cells meets empty
}
move mist "{at}" { pick at in empty; put fog on at }
play { repeat { turn of each player { choose place or mist else { end : tie } } } }
)"},
    {"what depends on one pick of several, on stacks", R"(
game "Stacks1"
use square
players sun, moon
board grid(4, 4) stacks of 3
piece stone of player { look "o{owner:1}" }
piece tree of player { size: 1..3; look "{owner:1}{size}" }
var last: cell = a1
let low(c: tree): set of cell = {t in tree where t.size < c.size}
setup {
  put stone(owner = sun) on a1 | b3; put stone(owner = moon) on d4 | c1
  put tree(owner = sun, size = 2) on a2 | c3; put tree(owner = moon, size = 1) on d1 | b1; put tree(owner = moon, size = 3) on a4
}
move haul "h {a} {b} {c} {d}" {
  pick a in stone of me
  pick b in slide(a, around, empty)
  move a to b
  pick c in tree of me
  pick d in (c + around) & (empty | low(c) & (if c in rank(1) then cells else tree)) & (b + around | low(c) - file(2))
  move c to d
  require count(stacked tree of me & (rank(1) | rank(2))) >= 1
}
move mark_it "m {a} {b} {c}" {
  pick a in tree
  pick b in tree of opponent
  last = b
  pick c in (hit(b, around, empty) | b + around) & (if b in file(1) | file(2) then tree else stone | tree) & (a + around)
  require c != last and (a.size > 1 or (count(low(b)) < 3 and b in rank(1) | file(3)))
  remove c
}
move rest "rest" { }
play { repeat { turn of each player { choose haul or mark_it or rest } } }
end when count(stacked tree) < 3 : tie
)"},
};

/// Two picks some steps apart.
std::string far_on(const std::string& board) {
  return R"(
game "Far"
use square
players sun, moon
board )" + board + R"(
piece stone of player { look "o{owner:1}" }
piece tree of player { size: 1..3; look "{owner:1}{size}" }
let low(c: tree): set of cell = {t in tree where t.size < c.size}
setup {
  put stone(owner = sun) on a1 | b3; put stone(owner = moon) on d4 | c1
  put tree(owner = sun, size = 2) on a2 | c3; put tree(owner = moon, size = 1) on d1 | b1; put tree(owner = moon, size = 3) on a4
}
move haul "h {a} {b} {c} {d}" {
  pick a in stone of me
  pick b in slide(a, around, empty)
  let far = distance(a, b)
  move a to b
  pick c in tree of me
  pick d in steps(c, around, far, empty) & (empty | low(c)) - (if c in rank(1) then file(1) else file(2))
  move c to d
  require count(stacked tree of me & (rank(1) | rank(2))) >= 1
}
move leap "l {far} {a} {b}" {
  pick far in 0..6
  pick a in tree of me
  pick b in steps(a, {n, s, e}, far, empty | stone) & (if a.size == 2 or a in file(1) then empty else empty - rank(2))
  require far != 2 or (b + n) meets empty
  move a to b
}
move rest "rest" { }
play { repeat { turn of each player { choose haul or leap or rest } } }
end when count(stacked tree) < 3 : tie
)";
}

/// A pick of a cell and one a step away, where the first decides which steps are legal.
std::string beside_on(const std::string& board) {
  return R"(
game "Beside"
use square
players sun, moon
board )" + board + R"(
piece stone of player { look "o{owner:1}" }
piece tree { size: 1..3; look "t{size}" }
setup {
  put stone(owner = sun) on a1 | b3; put stone(owner = moon) on d4 | c1
  put tree(size = 2) on a2 | c3; put tree(size = 3) on d1
}
move put_beside "p {a} {b}" {
  pick a in cells
  pick b in a + e
  require a in empty
  put tree(size = 1) on a
}
move step "s {a} {b}" {
  pick a in stone of me
  pick b in (a + {n, s, w}) & (if a in file(1) | rank(3) then empty else cells - stone)
  move a to b
}
move grow "g {a} {b}" {
  pick a in tree
  pick b in {t in tree where t.size >= a.size} & (a + around)
  require a.size < 3 or b in file(2)
  remove b
}
play { repeat { turn of each player { choose put_beside or step or grow } } }
end when count(empty) < 3 : tie
)";
}

void check_planned(const std::string& what, const std::string& script) {
  INFO(what << "\n" << script);
  const Game game = test::script(script);
  const int compared = test::same_play_without_each(
      game, {Lowering::narrow, Lowering::moves, Lowering::tries, Lowering::substitute, Lowering::pairs,
             Lowering::products});
  CHECK(compared > 10);
}

}  // namespace

TEST_CASE("plan: moves as they are planned, and as they are written", "[plan]") {
  for (const test::NamedScript& planned : kPlanned) check_planned(planned.what, planned.script);
  for (const std::string board : {"grid(4, 4)", "grid(5, 4) stacks of 3", "grid(9, 9)"}) {
    check_planned(board, far_on(board));
    check_planned(board, beside_on(board));
  }
}

TEST_CASE("plan: a piece that goes where no more fit is an error of the script, also where a count must hold", "[plan]") {
  for (const std::string away : {"a + around", "steps(a, around, 1, cells)"}) {
    const Game game = test::script(R"(
game "Stacks2"
use square
players sun, moon
board on square4 stacks of 2 {
  cells x in 1..4, y in 1..1
  label "{lower(x)}{y}"
}
piece disc of player { look "{owner:1}" }
let home = {c in cells where c.x <= 2}
setup { put disc(owner = sun) on a1; put disc(owner = moon) on b1; put disc(owner = moon) on b1 }
move go "{a}{b}" {
  pick a in disc of me
  pick b in )" + away + R"(
  move a to b
  require count(stacked disc of me & home) >= 1
}
move rest "rest" { }
play { repeat { turn of each player { choose go or rest } } }
)");
    for (const Game& built : {game, test::must(built_without(game, Lowerings::all()))}) {
      INFO(away);
      const auto moves = test::must(built.start()).moves();
      REQUIRE_FALSE(moves.ok());
      CHECK(moves.errors().front().code == "G0606");
      CHECK(moves.errors().front().line == 15);
    }
  }
}
