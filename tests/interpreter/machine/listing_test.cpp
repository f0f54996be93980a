// What is listed against what is accepted: every text that a notation could have is tried on a copy of the position,
// and the texts that are played are the moves, in the order of their picks. The listing's code (loops, undo, free
// picks, kept values) and the run's code are compiled apart, so this compares the two.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/program/values.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

/// Every text that a value of this pick can have.
std::vector<std::string> texts_of(const Program& program, const PickInfo& pick) {
  std::vector<std::string> elements;
  rules::Type type = pick.type;
  type.is_set = false;
  if (type.base == rules::Base::cell) {
    for (const CellInfo& cell : program.geometry.info) elements.push_back(cell.label);
  } else if (type.base == rules::Base::edge) {
    for (std::size_t i = 0; i < program.geometry.edges.size(); ++i)
      elements.push_back(program.geometry.edge_name(static_cast<int>(i)));
  } else {
    const std::int64_t first = domain_first(type);
    for (std::int64_t v = first; v < first + domain_size(program.rules, type); ++v)
      elements.push_back(print_value(program.rules, type, v));
  }
  if (!pick.some_of) return elements;
  std::vector<std::string> subsets;
  for (std::size_t bits = 0; bits < std::size_t{1} << elements.size(); ++bits) {
    std::string text;
    for (std::size_t i = 0; i < elements.size(); ++i)
      if (bits >> i & 1) text += (text.empty() ? "" : " ") + elements[i];
    subsets.push_back(text.empty() ? "none" : text);
  }
  return subsets;
}

/// Every text of a move, by its picks, the last one changing fastest.
void texts_of(const Program& program, int move, std::size_t next, std::vector<std::string>& values,
              std::vector<std::string>& texts) {
  const std::vector<PickInfo>& picks = program.moves[static_cast<std::size_t>(move)].picks;
  if (next < picks.size()) {
    for (const std::string& value : texts_of(program, picks[next])) {
      values.push_back(value);
      texts_of(program, move, next + 1, values, texts);
      values.pop_back();
    }
    return;
  }
  std::string text;
  for (const rules::TextPart& part : program.rules.moves[static_cast<std::size_t>(move)].notation.parts) {
    text += part.literal;
    if (!part.hole) continue;
    for (std::size_t i = 0; i < picks.size(); ++i)
      if (picks[i].local == part.hole->ref) text += values[i];
  }
  texts.push_back(text);
}

/// How many texts the move's picks can make.
double count_texts(const Program& program, int move) {
  double count = 1;
  for (const PickInfo& pick : program.moves[static_cast<std::size_t>(move)].picks)
    count *= static_cast<double>(texts_of(program, pick).size());
  return count;
}

/// All that is accepted here, move by move. If `breaks` is given, a text may break the script, and it is told.
std::vector<std::string> accepted(const Position& position, bool* breaks = nullptr) {
  std::vector<std::string> found;
  const Program& program = position.game().program();
  const std::vector<int> moves = PositionView(position).machine().node().moves;
  for (const int move : moves) {
    std::vector<std::string> values, texts;
    texts_of(program, move, 0, values, texts);
    for (const std::string& text : texts) {
      Position copy = position;
      const auto error = copy.play(text);
      if (!error) {
        found.push_back(text);
        continue;
      }
      INFO(text << ": " << error->rendered);
      if (breaks && error->code != "G0601") *breaks = true;
      if (!breaks) REQUIRE(error->code == "G0601");
      REQUIRE(copy.hash() == position.hash());
    }
  }
  return found;
}

/// The four ways to ask for moves say the same; playing the i-th is playing its text.
void check_listing(const Position& position, const std::vector<std::string>& moves) {
  REQUIRE(must(position.count_moves()) == moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    REQUIRE(must(position.move(i)) == moves[i]);
    Position by_number = position, by_text = position;
    REQUIRE_FALSE(by_number.play_listed(i));
    REQUIRE_FALSE(by_text.play(moves[i]));
    REQUIRE(by_number.hash() == by_text.hash());
    REQUIRE(by_number.text() == by_text.text());
  }
  CHECK_FALSE(position.move(moves.size()));
  Position copy = position;
  CHECK(copy.play_listed(moves.size())->code == "G0601");
}

/// Plays some plies at random, comparing at each; answers how many moves were seen.
std::size_t compare(Position position, int plies, std::uint64_t seed, bool all_are_listed = true) {
  Random random(seed);
  std::size_t seen = 0;
  for (int ply = 0; ply < plies && !position.over(); ++ply) {
    INFO(position.text());
    const std::vector<std::string> tried = accepted(position);
    const std::vector<std::string> listed = must(position.moves());
    if (all_are_listed) {
      REQUIRE(listed == tried);
    } else {
      // In the same order, but some are left out.
      auto at = tried.begin();
      for (const std::string& move : listed) {
        at = std::find(at, tried.end(), move);
        INFO(move);
        REQUIRE(at != tried.end());
      }
    }
    check_listing(position, listed);
    seen += listed.size();
    if (tried.empty()) break;
    test::play(position, tried[random.below(tried.size())]);
  }
  return seen;
}

std::size_t compare(const Game& game, int plies, std::uint64_t seed, bool all_are_listed = true) {
  StartOptions options;
  options.seed = seed;
  return compare(must(game.start(options)), plies, seed, all_are_listed);
}

const char* const kHandMade = R"(
game "Hand made"
use square
players sun, moon
type hue = {red, green, blue}
type turn_by = {left "L", half "H" "half", right "R"}
board square(3, 3)
piece stone of player { tone: hue; look "{owner:1}{tone:1}" }
var number: clamped 0..9 = 3
var marks: set of cell = a1 | b2 | c3
setup { put stone(owner = sun, tone = red) on a1 | b2; put stone(owner = moon, tone = blue) on c1 }
)";
const char* const kPlay = "play { repeat { turn of each player { choose m or rest } } }\nmove rest \"rest\" { }\n";

std::size_t compare_move(const std::string& move, bool all_are_listed = true) {
  const Game game = script(kHandMade + move + "\n" + kPlay);
  return compare(game, 4, 3, all_are_listed);
}

}  // namespace

TEST_CASE("listing: no pick, or picks that nothing reads", "[listing]") {
  CHECK(compare_move("move m \"m\" { number += 1 }") == 8);
  CHECK(compare_move("move m \"m {a} {b} {c}\" { pick a in hue; pick b in 1..3; pick c in direction; number = b }") ==
        4 * (3 * 3 * 8 + 1));
}

TEST_CASE("listing: a pick that nothing reads before one that matters", "[listing]") {
  compare_move("move m \"m {a} {b}\" { pick a in hue; pick b in cells; require b in empty; put stone(tone = a) on b }");
  compare_move("move m \"m {b} {a}\" { pick a in hue; pick b in cells; require b in empty; put stone(tone = a) on b }");
  compare_move(
      "move m \"m {a} {b} {c}\" { pick a in hue; pick b in stone; pick c in hue; require b.tone != c; b.tone = a }");
  compare_move("move m \"m {a} {b}\" { pick a in empty; pick b in hue; require a in marks; put stone(tone = b) on a }");
}

TEST_CASE("listing: a pick may have nothing to pick from", "[listing]") {
  CHECK(compare_move("move m \"m {a} {b}\" { pick a in hue; pick b in stone & empty }") == 4);
  CHECK(compare_move("move m \"m {b} {a}\" { pick b in stone & empty; pick a in hue }") == 4);
  CHECK(compare_move("move m \"m {a} {b}\" { pick a in hue; pick b in 5..number }") == 4);
}

TEST_CASE("listing: picks that see the position after an effect", "[listing]") {
  compare_move(
      "move m \"m {a} {b} {c}\" { pick a in stone of me; pick b in a + around & empty; move a to b\n"
      "pick c in b + around & empty; put stone(tone = red) on c; require no one in stone : one.tone == blue or c == a "
      "}");
  compare_move(
      "move m \"m {a} {b}\" { pick a in stone; remove a; pick b in empty - a; require count(stone) > 0\n"
      "put stone(tone = green) on b }");
  compare_move(
      "move m \"m {a} {b}\" { pick a in 0..4; number = a; pick b in 1..number; require odd(b + number); number += b }");
}

TEST_CASE("listing: requirements inside loops, branches and effects", "[listing]") {
  compare_move(
      "do bump(c: cell) { marks ^= c; require count(marks) <= 3 \"too many\"; if c in stone { remove c } }\n"
      "move m \"m {a} {b}\" { pick a in cells; bump(a); pick b in cells - a; bump(b); require a in marks or b in marks "
      "}");
  compare_move(
      "move m \"m {a} {b}\" { pick a in cells; pick b in hue\n"
      "for one in stone while one != a { require one.tone != b or one in marks }; number += 1 }");
  compare_move(
      "move m \"m {a} {b}\" { pick a in cells; if a in stone { remove a; require count(stone) == 2 } else { number += "
      "1\n"
      "require number < 6 }; pick b in empty; put stone(tone = red) on b; require b != a or number > 3 }");
}

TEST_CASE("listing: ends inside of moves", "[listing]") {
  compare_move(
      "move m \"m {a} {b}\" { pick a in cells; pick b in hue; end when a == b2 : me wins; require a in empty\n"
      "put stone(tone = b) on a; end when count(stone) >= 6 : tie }");
}

TEST_CASE("listing: spellings, and values read by any of them", "[listing]") {
  const Game game = script(std::string(kHandMade) +
                           "move m \"m {a}{b}\" { pick a in turn_by; pick b in {2, 4, 6} & {4, 6} }\n" + kPlay);
  compare(game, 2, 1);
  Position position = must(game.start());
  CHECK(must(position.moves()) == std::vector<std::string>{"m L4", "m L6", "m H4", "m H6", "m R4", "m R6", "rest"});
  Position other = position;
  test::play(position, "m half4");
  test::play(other, "m H4");
  CHECK(position.hash() == other.hash());
}

TEST_CASE("listing: subsets, and what is offered of them", "[listing]") {
  CHECK(compare_move("move m \"m {a}\" { pick a in some of stone of me; offer a == stone of me; require a != {}\n"
                     "remove a; number -= 1 }",
                     false) > 4);
  compare_move(
      "move m \"m {a} {b} {c}\" { pick a in hue; pick b in some of hue; offer b == {a}; pick c in empty\n"
      "offer c in marks; require a in b; put stone(tone = a) on c }",
      false);
}

TEST_CASE("listing: offers leave out, and do not forbid", "[listing]") {
  const Game game = script(
      std::string(kHandMade) +
      "move m \"m {a} {b}\" { pick a in cells; offer a in marks; pick b in hue; offer b != red and a in empty }\n"
      "move other \"n {a}\" { offer nothing; pick a in cells; require a in empty }\n"
      "move rest \"rest\" { }\nplay { repeat { turn of each player { choose m or other or rest } } }\n");
  compare(game, 3, 5, false);
  const Position position = must(game.start());
  CHECK(must(position.moves()) == std::vector<std::string>{"m c3 green", "m c3 blue", "rest"});
  CHECK(accepted(position).size() == 9 * 3 + 6 + 1);
}

TEST_CASE("listing: coordinates and fields may stand for a pick", "[listing]") {
  const Game game = script(R"(
game "Files"
use square
players sun, moon
board square(3, 3)
piece disc of player { worth: 1..9; look "{owner:1}{worth}" }
setup {
  put disc(owner = sun, worth = 4) on a1
  put disc(owner = sun, worth = 7) on b1
  put disc(owner = moon, worth = 4) on c3
}
move drop "drop {at.x}" { pick at in {c in empty where c.y == 1 or c + s within disc} }
move lift "lift {what.worth}" { pick what in disc of me; remove what }
play { repeat { turn of each player { choose drop or lift } } }
)");
  Position position = must(game.start());
  CHECK(must(position.moves()) == std::vector<std::string>{"drop 1", "drop 2", "drop 3", "lift 4", "lift 7"});
  check_listing(position, must(position.moves()));
  CHECK(position.play("lift 5")->code == "G0601");
  test::play(position, "lift 7");
  CHECK(position.pieces(game.find_cell("b1").value()).empty());
}

TEST_CASE("listing: a coordinate that fits several cells gives way to the cell, so that every text can be played",
          "[listing]") {
  const Game game = script(R"(
game "Rows"
use square
players sun, moon
board square(3, 2)
piece disc of player { look "{owner:1}" }
move drop "{at.x}" { pick at in empty   "{at} is taken"; put disc on at }
play { repeat { turn of each player { choose drop else { end : tie } } } }
)");
  Position position = must(game.start());
  CHECK(must(position.moves()) == std::vector<std::string>{"a2", "b2", "c2", "a1", "b1", "c1"});
  CHECK(position.play("1")->help.find("write the cell") != std::string::npos);
  test::play(position, "a2");
  // Now one square of that file is left.
  CHECK(must(position.moves()) == std::vector<std::string>{"b2", "c2", "1", "b1", "c1"});
  for (const std::string& text : must(position.moves())) {
    Position copy = position;
    test::play(copy, text);
  }
}

TEST_CASE("notation: what is wrong with a text is told by its hole", "[listing]") {
  const Game game = script(R"(
game "Turns"
use square
players sun, moon
type tone = {dark, light}
board square(5, 5)
piece disc of player { facing: direction; look "{owner:1}{facing}" }
setup { put disc(owner = sun, facing = n) on a1; put disc(owner = moon, facing = s) on e5 }
move step "{from}-{to}" { pick from in disc of me; pick to in (from + around) & empty; move from to to }
move aim "aim {at} {way}" { pick at in disc of me; pick way in direction; at.facing = way; require way != n }
move hum "hum {how}" { pick how in tone }
play { repeat { turn of each player { choose step or aim or hum } } }
)");
  Position position = must(game.start());
  const auto told = [&](const std::string& text) {
    const auto error = position.play(text);
    REQUIRE(error);
    return error->message + " | " + error->help;
  };
  CHECK(told("a1-z9") ==
        "`a1-z9` is not in this game's notation: `z9` is not a cell of this board | such a move is written as "
        "`{from}-{to}`");
  CHECK(told("aim a1 nee") ==
        "`aim a1 nee` is not in this game's notation: `nee` is not a direction | did you mean `ne`? such a move is "
        "written as "
        "`aim {at} {way}`");
  CHECK(told("hum drak") ==
        "`hum drak` is not in this game's notation: `drak` is not a value of `tone` | did you mean `dark`? such a move is "
        "written as "
        "`hum {how}`");
  // Small letters and capitals are alike, and blanks may be added.
  for (const char* text : {"A1-a2", "a1 -  a2", "aim  a1 e", "AIM A1 E", " hum  Dark "}) {
    Position position = must(game.start());
    INFO(text);
    CHECK_FALSE(position.play(text));
  }
  CHECK(told("jump") ==
        "`jump` is not in this game's notation | moves are written as `{from}-{to}`, `aim {at} {way}`, `hum {how}`; `how` is one of `dark`, `light`");
  // What is missing, or too much, behind the words with which a move begins.
  CHECK(told("aim a1") ==
        "`aim a1` is not in this game's notation: `{way}` is missing | such a move is written as "
        "`aim {at} {way}`");
  CHECK(told("aim") ==
        "`aim` is not in this game's notation: `{at} {way}` is missing | such a move is written as "
        "`aim {at} {way}`");
  CHECK(told("hum").find("`{how}` is missing") != std::string::npos);
  // A requirement without a message is reported by the name of its move.
  CHECK(told("aim a1 n") == "`aim a1 n` is not legal: a requirement of `aim` is not met, and it has no message | ");
}

TEST_CASE("notation: refusals speak of what a player can write", "[listing]") {
  const Game game = script(R"(
game "Walls"
use square
players sun, moon
board grid(5, 5)
type tone = {red, blue}
type beamer = {m1, m2}
type resistor = {r1, r2}
piece lamp { tone: tone; look "{tone:1}" }
piece prism { look "p" }
var walls: set of edge = {}
move place "{at} {hue} {way}" { pick at in empty; pick hue in tone; pick way in direction; put lamp(tone = hue) on at }
move glass "prism {at} {way}" { pick at in empty; pick way in direction; put prism on at }
move doubt "doubt {at} by {lamps}" { pick at in empty; pick lamps in some of lamp; offer lamps == lamp }
move build "wall {spot}" { pick spot in edge - walls "there is a wall at {spot}"; walls |= spot }
move rest "rest" { }
move shoot "P {form} {at}" { pick form in beamer; pick at in empty }
move resist "P {form} {at}" { pick form in resistor; pick at in empty }
play { repeat { turn of each player { choose place or glass or doubt or build or rest or shoot or resist } } }
)");
  Position position = must(game.start());
  const auto told = [&](const std::string& text) {
    const auto error = position.play(text);
    REQUIRE(error);
    return error->message + " | " + error->help;
  };
  // Both notations have three words; the one with a word of its own was meant.
  CHECK(told("prism Z9 n") ==
        "`prism Z9 n` is not in this game's notation: `Z9` is not a cell of this board | such a "
        "move is written as `prism {at} {way}`");
  CHECK(told("doubt d4") ==
        "`doubt d4` is not in this game's notation: `by` is missing | such a move is written as "
        "`doubt {at} by {lamps}`");
  CHECK(told("doubt d4 by").find("`{lamps}` is missing") != std::string::npos);
  CHECK(
      told("d4 red") ==
      "`d4 red` is not in this game's notation: `{way}` is missing | such a move is written as `{at} {hue} {way}`");
  CHECK(told("d4").find("`{hue} {way}` is missing") != std::string::npos);
  CHECK(told("z4 red").find("is missing") == std::string::npos);
  // Moves that are written alike are one to a player.
  CHECK(told("P x d4") ==
        "`P x d4` is not in this game's notation: `x` is not a value of `beamer` or `resistor` | there are `m1`, `m2`, `r1`, "
        "`r2`; "
        "such a move is written as `P {form} {at}`");
  CHECK(told("P m3 d4").find("did you mean `m1`?") != std::string::npos);
  CHECK(told("rest now").find("`now` does not belong there | such a move is written as `rest`") != std::string::npos);
  // An edge is called as the player has called it.
  REQUIRE_FALSE(position.play("wall b3.n"));
  CHECK(told("wall b3.n") == "`wall b3.n` is not legal: there is a wall at b3.n | ");
  CHECK(told("wall b4.s") == "`wall b4.s` is not legal: there is a wall at b4.s | ");
}

TEST_CASE("play: a result by score names the winner", "[listing]") {
  const auto result = [](const std::string& moon) {
    const Game game = script(R"(
game "Count"
use square
players sun, moon
board square(1, 1)
move stay "stay" { }
play { turn of sun { choose stay }; end : score }
score p = if p == sun then 3 else )" +
                             moon + "\n");
    Position position = must(game.start());
    test::play(position, "stay");
    return position.outcome_text();
  };
  CHECK(result("1") == "sun wins by score: sun 3, moon 1");
  CHECK(result("4") == "moon wins by score: sun 3, moon 4");
  CHECK(result("3") == "tie by score: sun 3, moon 3");
}

namespace {

/// Compares the lists of a script that may break: then it breaks for its list too, or for a text that is not listed.
std::size_t compare_until_broken(const Game& game, std::uint64_t seed, bool all_are_listed) {
  StartOptions options;
  options.seed = seed;
  auto position = game.start(options);
  std::size_t seen = 0;
  for (int ply = 0; ply < 3 && position && !position->over(); ++ply) {
    INFO(position->text());
    const auto listed = position->moves();
    bool breaks = false;
    const std::vector<std::string> tried = accepted(*position, &breaks);
    if (!listed) {
      REQUIRE(breaks);
      break;
    }
    if (breaks) break;
    seen += compare(*position, 1, seed + static_cast<std::uint64_t>(ply), all_are_listed);
    if (position->play(tried[seed % tried.size()])) break;
  }
  return seen;
}

/// Scripts of these seeds; answers how many moves were seen. What each accepts beyond its listing is what it `offer`s.
std::size_t compare_made_up(std::uint64_t from, std::uint64_t to) {
  std::size_t seen = 0;
  for (std::uint64_t seed = from; seed < to; ++seed) {
    smith::Tape tape(seed);
    const std::string text = smith::script(tape).game;
    INFO("seed " << seed << "\n" << text);
    const Game game = script(text);
    double tries = 0;
    const std::vector<MoveCode>& moves = game.program().moves;
    // Loops with picks are held against the naive interpreter.
    if (std::any_of(moves.begin(), moves.end(), [](const MoveCode& move) { return move.loop.rounds >= 0; })) continue;
    for (std::size_t move = 0; move < moves.size(); ++move)
      tries += count_texts(game.program(), static_cast<int>(move));
    if (tries < 3000) seen += compare_until_broken(game, seed, text.find("offer ") == std::string::npos);
  }
  return seen;
}

}  // namespace

TEST_CASE("listing: games made up at random", "[listing][smith]") {
  const std::uint64_t games = std::max<std::uint64_t>(60, test::scaled(300));
  CHECK(compare_made_up(1, games + 1) > games);  // few games may be small ones
}

TEST_CASE("listing: 10,000 games made up at random", "[.slow][listing][smith]") { compare_made_up(1001, 11'001); }

TEST_CASE("traces: what a function answers stays when it is called again", "[listing]") {
  const Game game = script(
      "game \"Lanes\"\nuse square\nplayers sun, moon\nboard grid(4, 4)\nbeam { }\nlet lane(c: cell) = trace(c, e)\n"
      "move pass \"pass\" {\n"
      "  require (count v in lane(a1).visits : (any u in lane(b2).visits : u.cell == b2)) == 4\n"
      "  require (count v in lane(a1).visits : v.cell within lane(b2).cells) == 0\n"
      "  let first = lane(a1); let second = lane(b2)\n"
      "  require first.cells == a1 | b1 | c1 | d1 and second.cells == b2 | c2 | d2\n"
      "}\nplay { repeat { turn of each player { choose pass } } }\n");
  CHECK(must(must(game.start()).count_moves()) == 1);
}
