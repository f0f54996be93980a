// Choices made together: judged alone, on the position before, kept secret, carried out in the order of the seats.
#include <string>
#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/measure/bench.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;
using test::play;
using test::script;

/// Coins that are moved, taken and made larger, all at the same time.
Game coins(const std::string& choice = "glide or take or grow or bless or resign", const std::string& tail = "") {
  return script(R"(
game "Coins"
use square
players sun, moon, star
option size: 1..2 = 1
board grid(4, 1)
piece coin { size: 1..3; look "c{size}" }
piece stone { look "o" }
var total: 0..99 = 0
var order: 0..999 = 0
let is_large(c: coin): flag = c.size >= 2
do must_be_small(c: cell) { require c in coin and c.size < 3 "too large"; total += 1 }
do bless_it(c: coin) { c.size = 1 }
move glide "{from}-{to}" { pick from in coin "no coin on {from}"; pick to in slide(from, e, empty); move from to to }
move take "take {at}" { pick at in coin; remove at; order = 1 + 0 * order }
move grow "grow {at}" { pick at in coin; must_be_small(at); if total < 50 { at.size += 1 } }
move bless "bless {at}" { pick at in coin; require is_large(at) or size == 1; bless_it(at) }
move resign "resign" { offer nothing; end : tie }
setup { put coin(size = size) on a1 }
play { repeat { together { choose )" +
                choice + " } } }\n" + tail);
}

/// The row that is drawn, with single blanks.
std::string board_of(const Position& position) {
  std::string row;
  const std::string text = position.text();
  for (const char c : text.substr(0, text.find('\n')))
    if (c != ' ' || row.back() != ' ') row += c;
  return row;
}

}  // namespace

TEST_CASE("together: each is judged on the position before, and carried out by seat") {
  Position position = must(coins().start());
  CHECK(must(position.count_moves()) == 6);
  CHECK(must(perft(position, 3)) == std::vector<std::uint64_t>{6, 36, 216});
  play(position, "take a1");
  CHECK(position.to_move() == 1);
  CHECK(must(position.count_moves()) == 6);  // the second does not see what the first did
  CHECK(board_of(position) == "c1 . . .");
  CHECK(position.last_move() == "take");
  play(position, "a1-c1");  // of what is not there nothing moves
  CHECK(position.play("a2-c1")->message.find("is not") != std::string::npos);
  CHECK(position.play("b1-c1")->message.find("no coin on b1") != std::string::npos);
  CHECK(position.to_move() == 2);
  play(position, "a1-b1");
  CHECK(position.to_move() == 0);
  CHECK(board_of(position) == ". . . .");
}

TEST_CASE("together: what was chosen is forgotten when all is carried out") {
  // The same position is equal to itself, whether it is the first round or a later one, or has been read.
  const Game game = coins();
  Position start = must(game.start()), position = start;
  for (int player = 0; player < 3; ++player) play(position, "bless a1");
  CHECK(must(game.read(position.text())).hash() == position.hash());
  Position over = start;
  for (int player = 0; player < 3; ++player) play(over, "resign");
  REQUIRE(over.over());
  CHECK(must(game.read(over.text())).hash() == over.hash());
}

TEST_CASE("together: requirements refuse no more when all is carried out") {
  Position position = must(coins().start());
  play(position, "grow a1");
  play(position, "grow a1");
  play(position, "take a1");
  CHECK(board_of(position) == ". . . .");
  CHECK(position.text().find("total = 2") != std::string::npos);
  // At size 3 a third `grow` would be refused by itself; together its requirement is not asked, and the value is an
  // error.
  position = must(coins("glide or take or grow or bless or resign").start());
  play(position, "grow a1");
  play(position, "grow a1");
  const auto error = position.play("grow a1");
  REQUIRE(error);
  CHECK(error->code == "G0602");
  CHECK(position.to_move() == 2);  // nothing has changed
  play(position, "a1-d1");
  CHECK(board_of(position) == ". . . c3");
}

TEST_CASE("together: what another choice took away is an error with a place") {
  for (const char* move : {"grow a1", "bless a1"}) {
    Position position = must(coins().start());
    play(position, "take a1");
    play(position, "resign");
    INFO(move);
    Position copy = position;
    play(copy, "resign");
    CHECK(copy.outcome_text() == "tie");
    position = must(coins().start());
    play(position, "take a1");
    play(position, "take a1");
    const auto error = position.play(move);
    REQUIRE(error);
    CHECK(error->code == "G0612");
    CHECK(error->line > 0);
    CHECK(error->message.find("`coin` on a1") != std::string::npos);
  }
}

TEST_CASE("together: who ends the game ends it for those behind") {
  Position position = must(coins().start());
  play(position, "a1-b1");
  play(position, "resign");
  CHECK_FALSE(position.over());
  play(position, "take a1");
  CHECK(position.over());
  CHECK(board_of(position) == ". c1 . .");  // the first was carried out, the third not
  CHECK(position.chosen().empty());
  CHECK(must(coins().read(position.text())).text() == position.text());
}

TEST_CASE("together: who has nothing does not choose, where there is an `else`") {
  const std::string moves = R"(
game "Own coins"
use square
players sun, moon, star
board grid(4, 1)
piece coin of player { look "{owner:1}" }
move take "take {at}" { pick at in coin of me; remove at }
setup { put coin(owner = moon) on b1 }
)";
  Position position = must(script(moves + "play { together { choose take else { } }; end : tie }").start());
  CHECK(position.to_move() == 1);
  const Position read = must(position.game().read(position.text()));
  CHECK(read.text() == position.text());
  CHECK(read.state() == position.state());
  play(position, "take b1");
  CHECK(position.outcome_text() == "tie");
  // Nobody has anything: nobody chooses.
  const Position idle = must(script(moves + "move give \"give {at}\" { pick at in coin of me & a1; remove at }\n"
                                            "play { together { choose give else { } }; end : tie }")
                                 .start());
  CHECK(idle.over());
}

TEST_CASE("together: a choice made and not carried out is a line of the position") {
  const Game game = coins();
  Position position = must(game.start());
  play(position, "a1-c1");
  const std::string text = position.text();
  CHECK(text.find("chosen by sun = a1-c1\nto move = moon\n") != std::string::npos);
  CHECK(position.chosen() == std::vector<std::pair<int, std::string>>{{0, "a1-c1"}});
  Position again = must(game.read(text));
  CHECK(again.text() == text);
  CHECK(again.state() == position.state());
  play(again, "grow a1");
  CHECK(must(game.read(again.text())).state() == again.state());
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string wrong = text;
    wrong.replace(wrong.find(from), from.size(), to);
    const auto read = game.read(wrong);
    REQUIRE_FALSE(read.ok());
    CHECK(read.errors()[0].code == "G0701");
    return read.errors()[0].message;
  };
  CHECK(refused("a1-c1", "b1-c1") == "`b1-c1` is not legal here for `sun`");
  CHECK(refused("by sun", "by moon") == "the choice of `sun` is missing, which comes before that of `moon`");
  CHECK(refused("by sun", "by mars").find("the choice of `sun` is missing") != std::string::npos);
  CHECK(refused("to move = moon", "to move = sun").find("`sun` has not chosen yet") == 0);
  CHECK(refused("a1-c1", "?").find("what one player sees") != std::string::npos);
  CHECK(refused("to move = moon", "to move = star") ==
        "the choice of `moon` is missing, which comes before that of `star`");
}

TEST_CASE("together: what is drawn behind it is drawn for nobody, as in the position that is read back") {
  const Game game = script(R"(
game "Bids"
use square
players sun, moon
board grid(2, 1)
var sum: 0..99 = 0
var die: 1..6 = 1
move bid "bid {number}" { pick number in 1..3; sum += number }
play { repeat { together { choose bid }; draw die in 1..6; sum += die } }
)");
  Position position = must(game.start({.wait_at_draws = true}));
  play(position, "bid 2");
  play(position, "bid 3");
  REQUIRE(position.at_draw());
  const Position again = must(game.read(position.text(), {.wait_at_draws = true}));
  CHECK(again.state() == position.state());
  CHECK(again.hash() == position.hash());
}

TEST_CASE("together: end rules, invariants and `seen` look when all is carried out") {
  const Game game = coins("take or glide",
                          "invariant count(coin) == 1 or coin == {} \"one\"\nend when coin == {} : tie\n"
                          "end when seen >= 2 : score\nscore p = total\n");
  Position position = must(game.start());
  play(position, "take a1");
  play(position, "take a1");
  CHECK_FALSE(position.over());
  play(position, "take a1");
  CHECK(position.outcome_text() == "tie");
}

TEST_CASE("together: 150 scripts made up at random, and compiled plainly") {
  Random random(12);
  int compared = 0;
  for (int i = 0; i < 150; ++i) {
    smith::Tape tape(random.next());
    const std::string text = smith::script(tape, {.together = smith::Wishes::Some::always}).game;
    INFO(text);
    const Game game = script(text);
    const auto begun = game.start();
    if (!begun) continue;
    Position quick = *begun;
    Position slow = must(must(built_without(game, Lowerings::all())).start());
    for (int ply = 0; ply < 8 && !quick.over(); ++ply) {
      REQUIRE(slow.text() == quick.text());
      const auto listed = quick.moves(), listed_slow = slow.moves();
      REQUIRE(listed.ok() == listed_slow.ok());
      if (!listed) break;
      REQUIRE(*listed == *listed_slow);
      const Position read = must(game.read(quick.text()));
      REQUIRE(read.state() == quick.state());
      REQUIRE(must(read.moves()) == *listed);  // of a machine that has kept nothing
      const std::uint64_t next = random.below(listed->size());
      const auto error = quick.play_listed(next), error_slow = slow.play((*listed)[next]);
      REQUIRE((error ? error->rendered : "") == (error_slow ? error_slow->rendered : ""));
      if (error) break;
      ++compared;
    }
  }
  CHECK(compared > 300);
}

TEST_CASE("together: moves that rely in all ways on what others take away") {
  const Game game = script(R"(
game "Facts"
use square
players sun, moon, star
type hue = {red, green, blue}
board square(3, 3) stacks of 2
beam { colour: set of hue }
piece lamp of player {
  tone: hue
  facing: direction
  emits facing { beam.colour = {tone} }
  when beam comes { otherwise -> reflects across facing }
  look "{owner:1}{tone:1}{facing}"
}
piece stone of player { tone: hue; size: -3..3; look "{owner:1}o{tone:1}{size}" }
piece rock { look "R" }
var num[hue]: clamped 0..9 = 0
var lastly: cell = a1
let strong(i: lamp | stone): flag = i.tone != red and i.owner != me
let shade[i: lamp | stone]: hue = i.tone
let close(i: stone): set of cell = i + around
let weigh(i: stone): -9..9 = i.size + 1
do paint(i: lamp | stone, hu: hue) { i.tone = hu; num[i.tone] += 1 }
do paint_or_fail(i: lamp | stone, hu: hue) { require i.tone != hu "same"; paint(i, hu) }
do fetch(i: stone) { require i.size < 3; if i.size < 3 { i.size += 1 }; if i.owner == me { num[i.tone] += 1 } }
move ma "a {x} {hu}" {
  pick x in lamp | stone
  pick hu in hue
  paint_or_fail(x, hu)
  require strong(x) or shade[x] != red
  num[shade[x]] += 1
}
move mb "b {x}-{y}" {
  pick x in stone of me
  pick y in close(x) & empty
  move x to y
  y.size = y.size + min(0, 3 - y.size - 1)
  num[y.tone] += 1
  for z in (y + around) & lamp { z.facing += 1; num[z.tone] += 1 }
}
move mc "c {x}" {
  pick x in lamp
  let dd = x.facing
  remove x
  for z in ray(x, dd) & stone { paint(z, z.tone) }
  if x in empty { put rock on x }
}
move md "d {x.tone} {ss}" {
  pick x in lamp of me
  pick ss in some of stone
  offer ss == stone of me
  for q in ss { q.tone = x.tone }
  let swx = sum q in ss & stone where q.size > 0 : q.size
  num[x.tone] += swx
}
move me2 "e {x}" {
  pick x in stone
  require count((x + around) & stone) >= 0
  fetch(x)
  let kk = x
  num[kk.tone] += weigh(kk)
  lastly = kk
}
move mf "f {x} {y}" {
  pick x in lamp
  pick y in stone - {x}
  swap x, y
  require y in lamp
  y.facing = y.facing + 1
  require x in stone
  x.size = y.facing.index - 4
  if x.owner == y.owner { paint(x, y.tone) }
}
move mg "g {x} {k} {hu}" {
  pick x in empty
  pick k in direction
  pick hu in hue
  put lamp(tone = hu, facing = k) on x
  require trace(x).cells meets empty
  lastly = x
  paint(x, hu)
}
move mh "h {x}" {
  pick x in stone | lamp
  require x.tone == red or can ma
  if x in stone { num[x.tone] += x.size + 3 }
  remove x
}
setup {
  put stone(owner = sun, tone = red, size = 0) on a1
  put stone(owner = moon, tone = red, size = 0) on b1
  put stone(owner = star, tone = red, size = 0) on c1
  put stone(owner = sun, tone = green, size = 1) on b2
  put lamp(owner = moon, tone = blue, facing = n) on c3
  put lamp(owner = star, tone = red, facing = e) on a2
}
play {
  repeat until empty == {} {
    together { choose ma or mb or mc or md or me2 or mf or mg or mh }
    if empty & a1 != {} { put stone(owner = sun, tone = red, size = 0) on a1 }
  }
}
)");
  Random random(3);
  int gone = 0, plies = 0;
  for (int i = 0; i < 60; ++i) {
    Position position = must(game.start());
    for (int ply = 0; ply < 20 && !position.over(); ++ply) {
      const std::uint64_t count = must(position.count_moves());
      ++plies;
      const std::string before = position.text();
      const auto error = position.play_listed(random.below(count));
      if (!error) continue;
      INFO(error->rendered);
      REQUIRE(position.text() == before);
      const bool expected = error->code == "G0612" || error->code == "G0602" || error->code == "G0606";
      REQUIRE(expected);
      gone += error->code == "G0612";
      if (error->code != "G0612") break;
    }
  }
  CHECK(gone > 50);
  CHECK(plies > 500);
}

// Once play of a listed move and of its text differed here, by "this cannot be chosen as `pick8`". The pick of the loop has
// the name of the one before it, and is picked from where that one is.
TEST_CASE("together: a pick of a loop is picked from the pick before it that has its name") {
  const Game game = script(R"(game "Smith"
use square, hex
players sun, moon, ghost when many == on, star
option many: {on, off} = off
type hue = {red, green, blue}
let bearer(h: hue): player = if h == red then sun else star
board on square4 {
  cells x in 0..3, y in 0..2 where not (x == 2 and y == 1)
  wraps (4, 0), (0, 3)
  label "{lower(x + 1)}{y + 1}"
}
type slant = {e, w} of direction
var number: clamped 0..4 = 2
var marks: set of cell = {} "marks"
var tally[hue]: clamped 0..9 = 1 uncounted
var wind: direction = e seen by {}
var doors: set of edge = {} seen by {}
var tilt: slant = e
var target: cell = b1
beam { power: clamped 0..3 = 2; }
piece stone of player {
  tone: hue
  when beam comes -> stops
  look when tone == green "S{owner:1}{tone}!"
  look "S{owner:1}{tone}"
}
piece lamp {
  facing: direction
  emits facing { beam.power -= 1 }
  when beam comes {
    from right if beam.power > tally[red] -> straight { beam.power -= 1 }, turns 1
    from aside -> stops
    otherwise -> leaves e
  }
  when beam crosses facing {
    if not ({red} meets (hue - {red})) -> straight { beam.power = 1 }
    from behind e if count(ray(here, n)) > 0 -> turns -1
    otherwise -> straight
  }
  look "L{facing}"
}
piece glass of bearer(tone) {
  tone: hue
  facing: direction
  when beam comes {
    from ahead -> reflects across rising
    from left if count(empty) > 0 -> leaves tilt
    otherwise -> leaves facing, reflects across rising
  }
  look when tone == green "G{tone}{facing}!"
  look "G{tone}{facing}"
}
let pieces = stone | lamp | glass
let crew = stone | glass
let dose[grade: 0..3] = [2, 0, 1, 3]
type sort = {stone , lamp , glass}
let let1[at2: cell]: set of hue = {red}
do act3(at4: cell) {
  put glass(tone = blue, facing = tilt) on cells
}
move rest "rest" { number += 1 }
move made5 "made5 {pick6}" {
  pick pick6 in (hue - {red})
  remove ((target + around) & steps(a2, around, 2, empty))
  target = target
}
move added7 "added7 {/{pick8}...} {pick8}" beside made5 {
  pick pick8 in {one9 in lamp where one9.facing == tilt}   "not {pick8}"
  if count(((a1 + s) & slide(pick8, around, empty))) < 1 { act3(d2); number -= 1 } else { put lamp(facing = tilt) on cells }
  number += 1
  while odd(3) at most 2 { for one10 in glass & (glass | (pick8 + tilt)) { one10.facing = s } }
  put stone(owner = sun, tone = green) on (target - tilt)
  while target.x <= (the grade in 0..3 where dose[grade] == count(crew) else 2) or stop at most 1 {
    pick pick8 in slide(pick8, around, cells)
  }
  offer once by target
  if count((crew of star)) != 0 { let kept11 = slide(target, around, empty); tally[blue] += number }
  while (all one12 in pieces & (target + tilt) : one12.kind != glass) at most 2 { remove slide(slide(a1, around, empty), tilt, cells, ((edges & edge(marks, tilt)) - border)) }
  end when target.x <= number : tie
}
after made5 { while target != b1 at most 2 { swap a1, target } }
score p = count(stone of p) + dose[3]
setup {
  put glass(tone = red, facing = tilt) on (target + around)
  put lamp(facing = e) on ray(target, s)
  put glass(tone = green, facing = tilt) on (target - tilt)
}
bag pouch[kept: hue] = if kept == red then 2 else 1
play {
  draw number in {0, 2}
  repeat {
    draw number in 1..3
    if count(pouch) == 0 { pouch[red] += 2; pouch[blue] += 1 }
    draw shade from pouch
    together { choose made5 or rest }
    put stone(owner = moon, tone = shade) on (target - n)
  }
}
)");
  const Game plain = must(built_without(game, Lowerings::all()));
  Random random(5);
  int looped = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Position quick = must(game.start({.seed = seed})), slow = must(plain.start({.seed = seed}));
    for (int ply = 0; ply < 8 && !quick.over(); ++ply) {
      REQUIRE(slow.text() == quick.text());
      const auto listed = quick.moves(), listed_slow = slow.moves();
      REQUIRE(listed.ok() == listed_slow.ok());
      if (!listed) break;
      REQUIRE(*listed == *listed_slow);
      const std::uint64_t next = random.below(listed->size());
      looped += (*listed)[next].starts_with("added7");
      const auto error = quick.play_listed(next), error_slow = slow.play((*listed)[next]);
      REQUIRE((error ? error->rendered : "") == (error_slow ? error_slow->rendered : ""));
      if (error) break;
    }
  }
  CHECK(looped > 50);
}
