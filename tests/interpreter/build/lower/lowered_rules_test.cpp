// Rules that are tested at every choice, and what they compare: fields as planes, what is written out for each player,
// rules that are not tested again, choices that are not tried. Each against the same rules without one of these, and
// without any.
#include <string>

#include "tests/support/same_play.hpp"

namespace {

using namespace glint;

const test::NamedScript kRuled[] = {
    {"fields compared in every way, of pieces that come, go, change and change hands", R"(
game "Fields"
use square
players sun, moon
type hue = {red, green, blue}
board grid(5, 3)
piece coin of player { hue: hue; size: 1..4; flipped: flag; look "{owner:1}{hue:1}{size}{flipped}" }
piece block { size: 1..4; look "#{size}" }
var k: 0..6 = 2
var some: set of hue = {red, blue}
let of_hue(h: hue) = count c in coin : c.hue == h
let smaller(most: 0..6): set of cell = {c in coin | block where c.size < most}
move place "put {at} {h} {size}" {
  pick at in empty
  pick h in hue
  require of_hue(h) < 3 or all c in coin : c.hue != h
  pick size in 1..4
  require count({c in coin of me where c.size == size}) < 2
  put coin(hue = h, size = size, flipped = off) on at
  require (count c in coin : c.hue == h and c.size <= size) < 3
}
move wall "wall {at}" { pick at in empty; put block(size = 2) on at; require (count b in block : b.size >= 2) < 4 }
move grow "grow {at}" { pick at in coin of me & smaller(k); require at.size < 4; at.size += 1 }
move turn "turn {at}" {
  pick at in {c in coin where not c.flipped and c.hue in some or c.size > k}
  at.flipped = not at.flipped
  at.hue = if at.hue == red then blue else red
}
move give "give {at}" { pick at in {c in coin where c.owner == me}; at.owner = opponent }
move trade "trade {a} {b}" {
  pick a in coin
  pick b in coin | block
  require a != b and any c in coin where c.size < 3 : c == a
  swap a, b
}
move take "take {at}" { pick at in {c in coin where k <= c.size}; remove at }
move drop "drop {at}" { pick at in {c in coin where c.size == k or c.size == 6 - k}; remove at }
move step "step {at}" { pick at in coin of me; require at + e meets cells; move at to at + e }
move count_up "count" { k = if k < 6 then k + 1 else 0; some = if red in some then {green} else {red, green} }
play { repeat { turn of each player { choose place or wall or grow or turn or give or trade or take or drop or step or count_up } } }
end for p in player when (count c in coin of p : c.size == 4 and c.hue == green) >= 2 : p wins
invariant all p in player : all h in hue : (count c in coin of p : c.hue == h) <= 6 "too many of one"
invariant no p in player : any c in coin of p : c.size > k + 4 "too large"
)"},
    {"a field whose values tell whose it is", R"(
game "Trees"
use square
players sun, moon
type hue = {red, green, blue, grey}
let keeper(h: hue): player = if h in {red, green} then sun else moon
board grid(4, 2) stacks of 3
piece tree of keeper(hue) { hue: hue; size: 1..3; look "{hue:1}{size}" }
piece stone of player { look "{owner:1}o" }
move grow "grow {at} {h}" { pick at in cells; require count(stacked (tree) & at) + count(stacked stone & at) < 3; pick h in hue; put tree(hue = h, size = 1) on at }
move rock "rock {at}" { pick at in empty; put stone on at }
move dye "dye {at}" { pick at in tree; at.hue = if at.hue == red then blue else red }
move raise "raise {at}" { pick at in {t in tree of me where t.size < 3}; at.size += 1 }
move fell "fell {at}" { pick at in tree of me; remove at }
move clear "clear {at}" { pick at in cells; remove stacked tree & at }
play { repeat { turn of each player { choose grow or rock or dye or raise or fell or clear } } }
end for p in player when (count t in tree of p : t.size == 3) >= 2 : p wins
end when count(stacked tree of sun) > 9 : tie
let buried(p: player) = count t in stacked tree of p : t.cell.x == 2 and t.size < 3
let high(least: 0..3) = count({t in stacked tree where t.level >= least and t.cell.x > 1})
end for p in player when buried(p) == 2 and 3 > high(1) : p wins
end when (count t in stacked tree : t.hue == grey or t.level == 2) > 1 and count(stacked stone) == 3 : tie
invariant all t in stacked tree where t.level > 0 : t.size < 3 or not (any o in stacked stone where o.level > 1 : o.cell == t.cell)
invariant all p in player : count(stacked tree of p) <= 11 "a forest"
invariant all t in tree : t.size <= 3 "too tall"
invariant no h in hue : (count t in tree : t.hue == h) > 6 "too many"
)"},
    {"invariants of variables, fields, free cells, owners and beams, each broken in the end", R"(
game "Broken"
use square
players sun, moon
board grid(4, 3)
beam { }
piece lamp of player { facing: direction; emits facing; look "{owner:1}{facing}" }
piece mirror { line: axis; when beam comes -> reflects across line; look "{line}" }
piece stone { look "o" }
var total: 0..40 = 0
var marks: set of cell = {}
var t[player]: 0..9 = 0
move shine "lamp {at} {way}" { pick at in empty; pick way in direction; put lamp(facing = way) on at }
move turn "mirror {at} {line}" { pick at in empty; pick line in axis; put mirror(line = line) on at }
move block "stone {at}" { pick at in empty; put stone on at }
move spin "spin {at}" { pick at in lamp; at.facing += 1 }
move tilt "tilt {at}" { pick at in mirror; at.line += 1 }
move give "give {at}" { pick at in lamp of me; at.owner = opponent }
move lift "lift {at}" { pick at in stone | mirror; remove at }
move mark "mark {at}" { pick at in cells; marks |= at; total += 3 }
move tick "tick" { total += 1; t[me] = if t[me] < 9 then t[me] + 1 else 0 }
play { repeat { turn of each player { choose shine or turn or block or spin or tilt or give or lift or mark or tick } } }
end when count(marks) == 6 : tie
end for p in player when t[p] == 7 : p wins
invariant total <= 30 "the total"
invariant count(empty) >= 3 "full"
invariant all p in player : count(lamp of p) <= 3 "lamps"
invariant not (beams.cells within marks) or marks == {} "dark"
invariant (count l in lamp : l.facing == n) <= 2 "north"
invariant (count m in mirror : m.line == rising) <= 1 "rising"
invariant not (marks meets stone) "a mark on a stone"
)"},
    {"folds over players and values, nested, with what would be an error", R"(
game "Folds"
use square
players sun, moon, star
type hue = {red, green}
board grid(4, 2)
piece coin of player { hue: hue; look "{owner:1}{hue:1}" }
var t[player]: 0..5 = 1
var u[0..2]: 0..9 = 1
var i: 0..9 = 0
let worth(h: hue): 1..2 = h.index + 1
let mine(p: player, h: hue) = count c in coin of p : c.hue == h
let most = max p in player : t[p] else 0
let all_of: set of cell = union p in player where t[p] > 1 : coin of p
let total = sum h in hue : worth(h) * (sum p in player : mine(p, h))
move place "put {at} {h}" { pick at in empty; pick h in hue; require mine(me, h) <= most; put coin(hue = h) on at }
move give "give {p}" { pick p in player; require t[p] < 5 and any q in player : q != p and mine(q, red) >= mine(p, red); t[p] += 1 }
move touch "touch" { require all h in hue where h == red : u[i] < 9; u[1] = 9 }
move on "on" { i += 1 }
move off_it "off {at}" { pick at in all_of; remove at }
play { repeat { turn of each player { choose place or give or touch or on or off_it } } }
end for p in player when (all h in hue : mine(p, h) > 0) and t[p] == 4 : p wins
end when total > 9 : tie
invariant no p in player : all h in hue : mine(p, h) > 2 "many"
)"},
    {"chosen together: what is listed may be an error behind its last requirement", R"(
game "At once"
use square
players sun, moon
board grid(4, 2)
piece coin of player { size: 1..4; look "{owner:1}{size}" }
var total: 0..6 = 0
var last: cell = a1
move place "put {at} {size}" { pick at in empty; require not (at in coin); pick size in 1..4; put coin(size = size) on at; last = at }
move drop "drop {at}" { pick at in empty; put coin(size = 2) on at; last = at }
move grow "grow {at}" { pick at in coin of me; at.size += 1 }
move flip "flip {at}" { pick at in coin of me; at.size = if at.size == 1 then 4 else 1 }
move add "add" { total += 2 }
move away "away {at}" { pick at in coin; if at in coin of me { remove at } else { at.owner = me } }
move lines "some {those}" { pick those in some of coin; offer those == coin of me; require count(those) > 0; remove those }
play { repeat { together { choose place or drop or grow or flip or add or away or lines } } }
end when (count c in coin : c.size == 4) > 2 : tie
invariant (count c in coin of sun : c.size < 3) <= 3 "small"
)"},
    {"moves that ask whether others can be made: before and after these are listed, after an effect, of another player", R"(
game "Either"
use square
players sun, moon
board grid(3, 2)
piece stone of player { look "{owner:1}" }
var k: clamped 0..9 = 0
var spent[player]: clamped 0..9 = 0
move early "early" { require not can place; k += 2 }
move place "{at}" { pick at in empty; require k < 5 and spent[me] < 4; put stone on at; k += 1; spent[me] += 1 }
move shift "{from} {to}" { pick from in stone of me; pick to in (from + n | from + e | from + s) & empty; require k > 1; move from to to }
move after "after {i}" { pick i in 0..2; require can place; k += i; require k < 8 and not can place }
move cover "cover {at}" { pick at in empty; put stone on at; require can shift and not can hop; spent[me] += 1 }
move hop "hop {from}" { pick from in stone of me; require not (from + e in empty) and not can shift; remove from }
move lend "lend" { require can place of opponent and not can place; spent[me] = 2 }
move idle "idle" { require not can place and not can shift and not can hop; k = 1 }
move reset "reset" { k = 0 }
play {
  repeat {
    turn of each player { choose early or place or shift or after or cover or hop or lend or idle or reset }
    together { choose shift or hop or idle or early or place else { } }
  }
}
end when spent[sun] > 6 or spent[moon] > 6 : tie
)"},
    {"emitters whose beams meet what a parameter of a function tells", R"(
game "C12"
use square
players sun, moon
board grid(5, 5)
beam { }
piece lamp of player { facing: direction; emits facing; look "{owner:1}{facing}" }
piece stone of player { look "{owner:1}o" }
let reaches(l: lamp, p: player) = trace(l).cells meets stone of p
let lamps_on(p: player, q: player) = count l in lamp of p : reaches(l, q)
var hits: 0..99 = 0
move place "{at} {way}" {
  pick at in empty
  pick way in direction
  put lamp(facing = way) on at
}
move drop "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place or drop else { end : tie } } } }
end when lamps_on(sun, moon) >= 3 : sun wins
end when lamps_on(moon, sun) >= 3 : moon wins
)"},
    {"a function that reactions call, and that is given the cells of beams", R"(
game "Param"
use square
players sun, moon
board grid(5, 4)
beam { }
piece lamp of player { facing: direction; emits facing; look "{owner:1}{facing}" }
piece stone { look "o" }
piece glass { when beam comes { if weight(stone) > 40 -> stops; otherwise -> straight }; look "g" }
let weight(S: set of cell): 0..60 = (if S meets (a1 | c1 | e1) and count(S & stone + around) >= 0 and S meets (stone + e) then 1 else 0) +
  (if S meets (a2 | c2 | e2) and count(S & stone + around) >= 1 and S meets (stone + e) then 1 else 0) +
  (if S meets (a3 | c3 | e3) and count(S & stone + around) >= 2 and S meets (stone + e) then 1 else 0) +
  (if S meets (a4 | c1 | e4) and count(S & stone + around) >= 3 and S meets (stone + e) then 1 else 0) +
  (if S meets (a1 | c2 | e1) and count(S & stone + around) >= 0 and S meets (stone + e) then 1 else 0) +
  (if S meets (a2 | c3 | e2) and count(S & stone + around) >= 1 and S meets (stone + e) then 1 else 0) +
  (if S meets (a3 | c1 | e3) and count(S & stone + around) >= 2 and S meets (stone + e) then 1 else 0) +
  (if S meets (a4 | c2 | e4) and count(S & stone + around) >= 3 and S meets (stone + e) then 1 else 0) +
  (if S meets (a1 | c3 | e1) and count(S & stone + around) >= 0 and S meets (stone + e) then 1 else 0)
let many(S: set of cell): 0..20 = count(S)
let bulk(S: set of cell): 0..99 = weight(S) + count(S)
move place "{at} {way}" {
  pick at in empty
  pick way in direction
  put lamp(facing = way) on at
  require weight(beams.cells) <= 5
}
move drop "o {at}" { pick at in empty; put stone on at }
move pane "g {at}" { pick at in empty; put glass on at; require weight(beams.cells) != 3 }
play { repeat { turn of each player { choose place or drop or pane else { end : tie } } } }
end when weight(beams.cells) > 7 : sun wins
)"},
    {"ends in moves that leave what they ask for alone, mostly", R"(
game "Ends"
use square
players sun, moon
type hue = {red, green}
board grid(4, 3)
beam { colour: set of hue }
piece lamp of player { hue: hue; facing: direction; emits facing { beam.colour = {hue} }; look "{owner:1}{hue:1}{facing}" }
piece dye { when beam comes { otherwise -> straight { beam.colour ^= {red} } }; look "D" }
piece stone { look "o" }
var marks: set of cell = {}
let seen_by[c: cell]: set of cell = union v in trace(lamp of me).visits where v.cell == c and v.colour != {} : v.source
let sun_on[c: cell]: set of cell = union v in trace(lamp of sun).visits where v.cell == c and v.colour != {} : v.source
let watched = {c in cells where count(sun_on[c]) > 1}
do checked(at: cell) { put stone on at; end when (count l in lamp : l.hue == red and l.facing in {n, e}) >= 4 : tie }
move light "l {at} {h} {d}" { pick at in empty; pick h in hue; pick d in direction; put lamp(hue = h, facing = d) on at }
move dip "y {at}" { pick at in empty; put dye on at; end when count(watched & stone) > 1 : sun wins }
move drop "d {at}" { pick at in empty; put stone on at; end when count(lamp of sun & rank(1)) + 2 * count(lamp of moon & rank(2)) >= 4 : me wins }
move cover "c {at}" { pick at in cells - seen_by[b2]; checked(at) }
move push "p {a} {b}" { pick a in stone; pick b in a + around & (empty | lamp); move a to b; end when count(lamp of moon - rank(3)) >= 3 : moon wins }
move turn "t {at}" { pick at in lamp of me; at.facing += 1; end when count(lamp & rank(2)) == 4 : tie }
move give "g {at}" { pick at in lamp of me; at.owner = opponent; marks |= at; end when count(marks & lamp of sun) > 4 or count(empty) < 2 : tie }
play { repeat { turn of each player { choose light or dip or drop or cover or push or turn or give else { end : tie } } } }
)"},
    {"what beams must meet comes from a function that reactions call, too", R"(
game "Target"
use square
players sun, moon
board grid(5, 4)
beam { }
piece lamp of player { facing: direction; emits facing; look "{owner:1}{facing}" }
piece stone { look "o" }
piece glass { when beam comes { if count(area(here) & stone) > 3 -> stops; otherwise -> straight }; look "g" }
let area(S: cell): set of cell = (if S.x > 0 and (S + e) meets (stone | empty) then steps(S, w, 1, cells) else {}) |
  (if S.x > 1 and (S + w) meets (stone | empty) then steps(S, n, 2, cells) else {}) |
  (if S.x > 2 and (S + n) meets (stone | empty) then steps(S, s, 3, cells) else {}) |
  (if S.x > 3 and (S + s) meets (stone | empty) then steps(S, e, 1, cells) else {}) |
  (if S.x > 4 and (S + e) meets (stone | empty) then steps(S, w, 2, cells) else {}) |
  (if S.x > 0 and (S + w) meets (stone | empty) then steps(S, n, 3, cells) else {}) |
  (if S.x > 1 and (S + n) meets (stone | empty) then steps(S, s, 1, cells) else {}) |
  (if S.x > 2 and (S + s) meets (stone | empty) then steps(S, e, 2, cells) else {}) |
  (if S.x > 3 and (S + e) meets (stone | empty) then steps(S, w, 3, cells) else {}) |
  (if S.x > 4 and (S + w) meets (stone | empty) then steps(S, n, 1, cells) else {}) |
  (if S.x > 0 and (S + n) meets (stone | empty) then steps(S, s, 2, cells) else {}) |
  (if S.x > 1 and (S + s) meets (stone | empty) then steps(S, e, 3, cells) else {})
move place "{at} {way}" {
  pick at in empty
  pick way in direction
  put lamp(facing = way) on at
}
move drop "o {at}" { pick at in empty; put stone on at }
move pane "g {at}" { pick at in empty; put glass on at }
move take "x {at}" { pick at in lamp; require trace(at).cells meets area(at); remove at; put stone on at }
play { repeat { turn of each player { choose place or drop or pane or take else { end : tie } } } }
end when count(stone) > 10 : sun wins
)"},
};

/// All is a table over cells of what beams do on each. A lamp counts by its number, a dye makes beams dark, a mirror
/// brings them twice to a cell.
const char* const kTables = R"(
game "Tables"
use square
players sun, moon
type hue = {red, green}
board grid(4, 3)
beam { colour: set of hue; power: 0..3 }
piece lamp of player { facing: direction; power: 0..3; emits facing { beam.colour = {red}; beam.power = power }; look "{owner:1}{facing}{power}" }
piece dye { when beam comes { otherwise -> straight { beam.colour ^= {red, green} } }; look "D" }
piece mirror { line: axis; when beam comes -> reflects across line; look "{line}" }
let lit[c: cell]: flag = any v in beams.visits where v.cell == c : v.power > 1
let late[c: cell]: flag = any v in trace(lamp of me).visits where v.cell == c and green in v.colour : v.step > 1
let often[c: cell] = count v in beams.visits where v.cell == c : v.power != 2
let sum_of[c: cell] = sum v in beams.visits where v.cell == c and v.colour != {} : v.power + 1
let ahead[c: cell]: set of cell = union v in beams.visits where v.cell == c : v.source + e
let sources[c: cell]: set of cell = union v in beams.visits where v.cell == c : v.source
move light "l {at} {d} {p}" { pick at in empty; pick d in direction; pick p in 0..3; put lamp(facing = d, power = p) on at }
move dip "y {at}" { pick at in {c in empty where lit[c] or often[c] == 1}; put dye on at }
move bend "b {at} {a}" { pick at in {c in empty where sum_of[c] != 1}; pick a in axis; put mirror(line = a) on at }
move clear "c {at}" { pick at in {c in lamp | dye | mirror where late[c] or count(ahead[c]) > 1 or often[c] > 2}; remove at }
move take "t {at}" { pick at in lamp; require sources[at] meets lamp of opponent; remove at }
play { repeat { turn of each player { choose light or dip or bend or clear or take else { end : tie } } } }
end when sum_of[b2] > 12 : tie
)";

}  // namespace

TEST_CASE("lowered rules: planes, folds written out, rules not tested again, choices not tried", "[optimise]") {
  for (const test::NamedScript& ruled : kRuled) {
    INFO(ruled.what << "\n" << ruled.script);
    const Game game = test::script(ruled.script);
    const int compared = test::same_play_without_each(
        game,
        {Lowering::planes, Lowering::unroll, Lowering::unchanged, Lowering::untried, Lowering::listed, Lowering::optimise});
    CHECK(compared > test::scaled(100));
  }
}

// As States are loaded, copied and read from text in any order, what is kept beside them must follow.
TEST_CASE("lowered rules: positions taken up again in any order", "[optimise]") {
  for (const test::NamedScript& ruled : kRuled) {
    INFO(ruled.what);
    const Game game = test::script(ruled.script);
    Random random(5);
    std::vector<Position> positions = {test::must(game.start())};
    for (int step = 0; step < 120; ++step) {
      Position position = positions[random.below(positions.size())];
      if (position.over()) continue;
      const auto count = position.count_moves();
      if (!count || *count == 0) continue;
      const Position again = test::must(game.read(position.text()));
      CHECK(test::must(again.count_moves()) == *count);
      if (position.play_listed(random.below(*count))) continue;
      positions.push_back(position);
    }
    CHECK(positions.size() > 20);
  }
}

TEST_CASE("lowered rules: tables of what beams do on each cell, filled by one walk", "[optimise]") {
  CHECK(test::same_play_without_each(test::script(kTables), {Lowering::scatter, Lowering::kept_light}) > test::scaled(100));
}
