// What right scripts come to mean: types, values, beams, libraries. What wrong ones are told is in golden_test.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "lang/check/declarations/types.hpp"
#include "tests/lang/check/checked_script.hpp"
#include "tests/support/dump_rules.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace glint;
using namespace glint::lang;
using namespace glint::lang::testing;

std::string let_line(const rules::Rules& rules, const std::string& name) {
  for (const rules::Let& let : rules.lets) {
    if (let.name != name) continue;
    return checking::type_name(let.type, rules) + " = " + rules::dump(let.body, let.frame, rules);
  }
  return "there is no " + name;
}

/// Type and meaning of `let it = SOURCE`.
std::string meaning(const std::string& source, const std::string& before = {}) {
  const Loaded loaded = game(before + "\nlet it = " + source);
  INFO(source);
  INFO(loaded.told());
  CHECK(loaded.checked.rules.has_value());
  return loaded.checked.rules ? let_line(*loaded.checked.rules, "it") : loaded.codes();
}

std::string file_text(const std::string& path) {
  std::ifstream in(std::filesystem::path(glint::test::source_folder()) / path, std::ios::binary);
  REQUIRE(in.good());
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("check: numbers carry intervals") {
  CHECK(meaning("2 + 3 * 4") == "14..14 = (add 2 (multiply 3 4))");
  CHECK(meaning("-3") == "-3..-3 = -3");
  CHECK(meaning("count(hue) - 1") == "-1..1 = (subtract (count (all hue)) 1)");
  CHECK(meaning("sum p in player : life[p]") == "0..10 = (fold_sum p (all player) (variable life p))");
  CHECK(meaning("min p in player : life[p] else 9") == "0..9 = (fold_min p (all player) (variable life p) 9)");
  CHECK(meaning("max(1, life[red])") == "1..5 = (max 1 (variable life red))");
  CHECK(meaning("(if on then 1 else 7) * -2") == "-14..-2 = (multiply (if on 1 7) -2)");
  CHECK(meaning("e - n") == "0..3 = (cycle_distance e n)");
  CHECK(codes_of_let("life[red] == 9") == "G0304");
  CHECK(codes_of_let("count({-1, 5})") == "G0304");
  CHECK(codes_of_let("sum x in {1, 64} : x") == "G0304");
  CHECK(codes_of_let("life[red] in {-1, 5, 64}") == "");
  CHECK(codes_of_let("sum c in cells : c.x * c.y * c.x") == "G0305");
}

TEST_CASE("check: of cells, edges and places there are as many as the board can have") {
  const auto with = [](const std::string& board, const std::string& it) {
    return load("game \"Board\"\nuse square\nplayers sun, moon\noption size: 2..7 = 3\n" + board +
                    "\npiece stone { look \"o\" }\nmove place \"{at}\" { pick at in empty; put stone on at }\n"
                    "play { repeat { turn of each player { choose place else { end : tie } } } }\nlet it = " +
                    it + "\n",
                {{"square", file_text("stdlib/square.glint")}});
  };
  const auto most = [&](const std::string& board, const std::string& it) {
    const Loaded loaded = with(board, it);
    INFO(loaded.told());
    REQUIRE(loaded.checked.rules);
    return let_of(*loaded.checked.rules, "it").body.type.hi;
  };
  CHECK(most("board grid(4, 3)", "count(cells)") == 12);
  CHECK(most("board grid(size, 3)", "count(stone)") == 21);
  CHECK(most("board square(2, 2)", "count(edges)") == 32);
  CHECK(most("board grid(4, 3) stacks of 5", "count(stacked stone)") == 60);
  CHECK(most("board on square4 { cells x in 1..3, y in 1..2; cells x in 8..9, y in 1..1\n label \"{lower(x)}{y}\" }",
             "count(empty)") == 8);
  CHECK(most("board on square4 { cells \"\"\"\n..\n..\n\"\"\"\n label \"{lower(x)}{y}\" }", "count(empty)") < 9);
  CHECK(with("board grid(size, size)", "sum c in cells : count(stone) * count(cells) * c.x").codes() == "");
  CHECK(with("board square(1000, 1000)", "sum c in cells : count(stone) * count(cells) * c.x").codes() == "G0305");
}

TEST_CASE("check: quotients and remainders carry intervals") {
  CHECK(meaning("7 / 2") == "3..3 = (divide 7 2)");
  CHECK(meaning("-7 / 2") == "-4..-4 = (divide -7 2)");
  CHECK(meaning("(life[red] - 3) / 2") == "-2..1 = (divide (subtract (variable life red) 3) 2)");
  CHECK(meaning("life[red] mod 3") == "0..2 = (modulo (variable life red) 3)");
  CHECK(meaning("life[red] mod 9") == "0..5 = (modulo (variable life red) 9)");
  CHECK(meaning("(life[red] - 3) mod 9") == "0..8 = (modulo (subtract (variable life red) 3) 9)");
  CHECK(meaning("life[red] mod -3") == "-2..0 = (modulo (variable life red) -3)");
  CHECK(meaning("20 / (life[red] + 1)") == "3..20 = (divide 20 (add (variable life red) 1))");
  CHECK(meaning("1 + 7 mod 4 * 2") == "1..7 = (add 1 (multiply (modulo 7 4) 2))");
  CHECK(codes_of_let("3 / life[red]") == "G0311");
}

TEST_CASE("check: a piece that looks like another is warned of, and two that differ are not") {
  const std::string one = "piece one_more { look \"=\" }\n";
  const std::string told = "warning[G0416]: `other` looks like `one_more` on a board";
  CHECK(game(one + "piece other { look \"=\" }\n").told().find(told) != std::string::npos);
  CHECK(game(one + "piece other { look \"-\" }\n").told().find("looks like") == std::string::npos);
}

TEST_CASE("check: what is written for `SET of TYPE` is told where it goes wrong") {
  const auto told = [](const std::string& type) { return game("type some = " + type).told(); };
  CHECK(game("type some = (direction - {n}) of direction").codes().empty());
  const auto holds = [](const std::string& text, const std::string& part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
    CHECK(text.find("kind of piece") == std::string::npos);
  };
  holds(told("direction - {n} of direction"), "put the whole set in parentheses: `(direction - {n}) of direction`");
  holds(told("{1, 3} of 1..3"), "a complete type is needed after `of`, by its name");
  holds(told("{red} of {red, blue}"), "a complete type is needed after `of`, by its name");
  holds(told("{red} of set of hue"), "after `of`");
  CHECK(game("let few = count(disc of red)").told().find("has no owner") != std::string::npos);
}

TEST_CASE("check: the value of an option is told as it is written") {
  const std::string some = "type tint_of = {red} of hue\noption tinge: tint_of = ";
  CHECK(game(some + "blue").told().find("`blue` is not one of the values of `tinge`") != std::string::npos);
  CHECK(game(some + "red\ntest \"t\" with tinge = blue { }").told().find("`blue` is not one of the values of `tinge`") !=
        std::string::npos);
  CHECK(game("option size: 2..4 = 2 + 3").told().find("`5` is not one of the values of `size`") != std::string::npos);
  CHECK(game("option size: 2..4 = 2\ntest \"t\" with size = 2 + 1 { }").codes().empty());
}

TEST_CASE("check: a move that stands beside what nobody chooses is warned of, and one named twice is refused") {
  const std::string nobody = "no `choose` offers `aa`";
  CHECK(game("move aa \"aa\" beside aa { }").told().find(nobody) != std::string::npos);
  const Loaded both = game("move aa \"aa\" beside bb { }\nmove bb \"bb\" beside aa { }");
  CHECK(both.told().find(nobody) != std::string::npos);
  CHECK(both.told().find("no `choose` offers `bb`") != std::string::npos);
  CHECK(both.codes().empty());
  CHECK(game("move aa \"aa\" beside bb { }\nmove bb \"bb\" beside step { }").told().find(nobody) == std::string::npos);
  CHECK(game("after step or step { }").codes() == "G0404");
  CHECK(game("move aa \"aa\" beside step or step { }").codes() == "G0404");
  CHECK(game("move all = step or step").codes() == "G0404");
}

TEST_CASE("check: a move that nobody can choose is warned of, where it is declared") {
  const Loaded one = game("move sit \"sit\" { }");
  CHECK(one.codes().empty());
  CHECK(one.told().find("warning[G0405]: no `choose` offers `sit`\n  --> test.glint:") != std::string::npos);
  CHECK(one.told().find("write `beside step` after its notation") != std::string::npos);
  CHECK(game("move sit \"sit\" beside step { }").told().find("G0405") == std::string::npos);
  CHECK(game("move sit \"sit\" { }\nmove all = step or sit").told().find("no `choose` offers `sit`") != std::string::npos);
}

TEST_CASE("check: values of other languages, and what was meant to be compared") {
  const auto help = [](const std::string& line) { return game("move sit \"sit\" beside step { " + line + " }").told(); };
  const auto holds = [](const std::string& text, const std::string& part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
  };
  holds(help("require True"), "help: write `on`");
  holds(help("require false"), "help: write `off`");
  holds(help("require me == null"), "what may be nothing is a set");
  holds(help("require count(cells)"), "help: compare it, as in `... > 0`");
  holds(help("require count(cells) == 1 or 5"), "each side of `and` and `or` is a whole condition");
  holds(help("require len(cells) > 3"), "`count(SET)` is the number of elements");
  holds(help("require neighbours(a1) meets disc"), "`x + around` are the neighbours of x");
  holds(help("require empty(a1)"), "it is a set: `x in empty`");
  holds(help("require disc.count > 0"), "a set of cells has no `count`\n");
  holds(help("require disc.count > 0"), "`count(SET)` is the number of elements");
  holds(help("require disc.contains(a1)"), "`x in SET` is whether a set contains x");
  holds(help("require disc.count(1) > 0"), "the function comes first: `count(x, ...)`");
  holds(help("require disc(me) != {}"), "a piece is put by `put disc(...) on CELL`");
  holds(help("require a1 in beams"), "the cells of beams are `beams.cells`");
  holds(help("require repetition == 3"), "`seen` is how often the position has come up");
  holds(help("require seen(3)"), "it is a number: `seen == 3`");
  holds(help("pick x in empty & not disc"), "to leave out T, write `S - T`");
  holds(help("require random == 1"), "chance is a statement of `play`: `draw x in SET`");
  holds(help("require disc and empty"), "compare it, as in `... != {}`; the cells of both sets are `A & B`");
  holds(help("pick x in axis + 1"), "a set of axes");
  const auto tested = [](const std::string& line) { return game("test \"t\" { " + line + " }").told(); };
  holds(tested("expect winner == me"), "`expect result : RESULT` tests how the game ended");
  holds(tested("expect legal"), "`expect illegal \"...\"` that it is not");
  holds(game("var points[player]: 0..9 = 0\nscore p = p.points").told(), "write `points[p]`");
  holds(game("option fast: flag = 1").told(), "write `on` or `off`");
  // The owner of a piece: one mistake, one error.
  for (const std::string piece : {"piece rook of players { }", "piece rook { owner: player }"}) {
    const Loaded one = game(piece + "\nsetup { put rook(owner = red) on a1 }");
    CHECK(one.codes().size() == 5);
    holds(one.told(), "of player");
  }
  holds(game("let few = 3 + red").told(), "expected a number, found `red`, a value of");
}

TEST_CASE("check: an element stands for the set of itself on either side of `-`, and beside `{}`") {
  CHECK(game("let f(c: cell, d: direction): set of edge = edge(c, d) - border").codes().empty());
  CHECK(game("let f(p: player): set of player = p - {red}").codes().empty());
  CHECK(game("let f = a1 != {}\nlet g = {} == a1\nlet h(c: cell) = c != {}").codes().empty());
  CHECK(codes_of_let("{} == {}") == "G0308");
  CHECK(codes_of_let("3 - lamp") == "G0303");
}

TEST_CASE("check: who sees a value of another player is worked out") {
  const auto codes = [](const std::string& seen, const std::string& read) {
    return load("game \"T\"\nuse squares\nplayers sun, moon, star\nboard grid(2, 2)\npiece stone { look \"o\" }\n"
                "var hint[p: player]: 0..9 = 0 seen by " + seen + "\nvar far: 0..2 = 1\nvar who: player = sun\nmove go \"go\" { require " + read + " == 0 }\n"
                "play { repeat { turn of each player { choose go } } }\n").codes();
  };
  CHECK(codes("p + 1", "hint[me - 1]").empty());
  CHECK(codes("p + 1", "hint[me + 2]").empty());
  CHECK(codes("p + 1", "hint[me + 1]") == "G0420");
  CHECK(codes("p + 1", "hint[me]") == "G0420");
  // How far, and from whom, must be known before the game, unless all of them may be seen.
  for (const char* const whose : {"me + far", "me - far", "me + -far", "who", "who + 1", "-1 * far + 2 + me"}) {
    INFO(whose);
    for (const char* const seen : {"p", "p + 1", "p - 1"}) CHECK(codes(seen, "hint[" + std::string(whose) + "]") != "");
    CHECK(codes("player", "hint[" + std::string(whose) + "]") != "G0420");
  }
}

TEST_CASE("check: the index of a value is below the number of values") {
  const Loaded loaded = game("let it(h: hue) = h.index");
  REQUIRE(loaded.checked.rules.has_value());
  CHECK(let_line(*loaded.checked.rules, "it").starts_with("0..1 = "));
}

TEST_CASE("check: common slips are told with what to write") {
  const auto told = [](const std::string& line, const std::string& help) {
    const std::string text = game(line).told();
    CAPTURE(text, help);
    CHECK(text.find(help) != std::string::npos);
  };
  told("let all = 1..6 - {2, 3}", "write `(1..6) - S`");
  told("var left[k: hue]: 0..9 = if k == red then 1 else 2", "to set each, write in `setup`: `for k in ... { left[k] = ... }`");
  told("let free = empty & !stone", "`S - T` for a set without another");
  told("end when count(stone) = 3 : tie", "`==` compares two");
  told("end when count(stone of me) > 3 : tie", "`end for p in player when ... : p wins`");
  told("let near = abs(life[red])", "`max(x, -x)`");
  told("let to(d: around) = d", "did you mean `direction`?");
  // Eight values are listed, more are not.
  const std::string eight = "type tree = {ash, beech, cedar, elm, fir, holly, larch, oak}\nvar mine: tree = oak\n";
  told(eight + "let is_one = mine == zzzz", "its values are `ash`, `beech`, `cedar`, `elm`, `fir`, `holly`, `larch` and `oak`");
  const std::string nine = "type tree = {ash, beech, cedar, elm, fir, holly, larch, oak, yew}\nvar mine: tree = oak\n";
  CHECK(game(nine + "let is_one = mine == zzzz").told().find("its values are") == std::string::npos);
  // A name that is taken is told once, however often it is used.
  CHECK(game("move try \"try {n} {at}\" { pick n in 1..3; pick at in empty; require n > 1 and n < 3; if n == 2 { remove at } }")
            .codes() == "G0204");
  CHECK(game("let s = count(stone)\nlet two = s + s\nend when s > 4 and s < 9 : tie").codes() == "G0204");
}

TEST_CASE("check: all axes of a lattice are named, or none") {
  const std::string lattice =
      "lattice four { e = (1, 0); s = (0, -1); w = (-1, 0); n = (0, 1); drawn at (x, -y) AXES }\n"
      "board on four { cells x in 1..2, y in 1..2; label \"{lower(x)}{y}\" }";
  const auto codes = [&](const std::string& axes) {
    std::string text = lattice;
    text.replace(text.find("AXES"), 4, axes);
    return load("game \"G\"\nplayers a_one, a_two\n" + text + "\nmove go \"go\" { }\nplay { repeat { turn of a_one { choose go } } }").codes();
  };
  CHECK(codes("") == "");
  CHECK(codes("; axis level, falling, upright, rising") == "");
  CHECK(codes("; axis falling, rising") == "G0414");
}

TEST_CASE("check: bare values mean what their place expects") {
  CHECK(meaning("mover == red") == "flag = (equal (variable mover) red)");
  CHECK(meaning("red == mover") == "flag = (equal red (variable mover))");
  CHECK(meaning("count d in disc : d.tint == red") ==
        "0..16 = (fold_count d (kind disc) (equal (field tint d) red))");
  CHECK(meaning("any d in disc : d.tint in {red, blue}") ==
        "flag = (fold_any d (kind disc) (in (field tint d) (set red blue)))");
  CHECK(meaning("blue") == "hue = blue");
  CHECK(meaning("{red, blue}") == "set of hue = (set red blue)");
  CHECK(meaning("if mover == red then n else s") == "direction = (if (equal (variable mover) red) n s)");
  CHECK(meaning("life[red] + life[green]") == "0..10 = (add (variable life red) (variable life green))");
  CHECK(codes_of_let("red") == "G0207");
  CHECK(codes_of_let("count d in disc : d.tint == green") == "G0201");

  // The same word is a player here and a colour there.
  const Loaded loaded = game("let side(p: player): hue = if p == red then red else blue");
  CHECK(let_line(loaded.rules(), "side") == "hue = (if (equal p red) red blue)");
  CHECK(let_of(loaded.rules(), "side").body.kids[1].type.base == rules::Base::enumeration);
}

TEST_CASE("check: labels are cells, by the board's template") {
  CHECK(meaning("a1") == "cell = a1");
  CHECK(meaning("a1 | d4") == "set of cell = (unite (set a1) (set d4))");
  CHECK(meaning("{c in cells where c == b2}") == "set of cell = (comprehension c (all cell) (equal c b2))");
  // Whether the board has it, only the built board knows; that it could be a label, its form says.
  CHECK(meaning("d9") == "cell = d9");
  CHECK(codes_of_let("A1") == "G0201");
  CHECK(codes_of_let("a") == "G0201");
  CHECK(codes_of_let("aa1") == "G0201");
  // No name may be one; but beyond what this board has, names are free.
  CHECK(game("let b3 = 1").codes() == "G0204");
  CHECK(game("let n = 1").codes() == "G0204");
  CHECK(game("let e9 = 1").codes().empty());
}

TEST_CASE("check: elements become sets of one where sets are wanted") {
  CHECK(meaning("last == a1") == "flag = (equal (variable last) (set a1))");
  CHECK(meaning("a1 + n") == "set of cell = (step (set a1) (set n))");
  CHECK(meaning("a1 + around & empty") == "set of cell = (intersect (step (set a1) (all direction)) empty)");
  CHECK(meaning("slide(a1, e, empty)") == "set of cell = (slide (set a1) (set e) empty)");
  CHECK(meaning("distance(a1, a4)") == "0..1048576 = (distance a1 a4)");
  CHECK(codes_of_let("distance(cells, a4)") == "G0301");
  CHECK(codes_of_let("a1 in a1 | b1 and last") == "G0301");
}

TEST_CASE("check: what goes round") {
  CHECK(meaning("mover + 1") == "player = (cycle (variable mover) 1)");
  CHECK(meaning("n - 1") == "direction = (cycle n (negate 1))");
  CHECK(codes_of_let("1 + n") == "G0303");
  CHECK(codes_of_let("around + 1") == "G0303");
}

TEST_CASE("check: kinds, owners and places in stacks") {
  CHECK(meaning("stone of mover & empty") == "set of cell = (intersect (kind stone (variable mover)) empty)");
  CHECK(meaning("(stone | stone) of red") == "set of cell = (unite (kind stone red) (kind stone red))");
  CHECK(meaning("stacked stone of red & a1") == "set of place = (at_cells (stacked stone red) (set a1))");
  CHECK(meaning("stacked (stone | disc) - a1") ==
        "set of place = (off_cells (unite (stacked stone) (stacked disc)) (set a1))");
  CHECK(meaning("(stacked disc).cells") == "set of cell = (cells_of (stacked disc))");
  CHECK(meaning("sum d in stacked disc : d.worth + d.level") ==
        "0..608 = (fold_sum d (stacked disc) (add (field worth d) (level_of d)))");
  CHECK(codes_of_let("disc of red") == "G0206");
  CHECK(codes_of_let("stacked disc | stone") == "G0303");
}

TEST_CASE("check: beams and traces") {
  CHECK(meaning("beams.source") == "set of cell = (trace_sources beams)");
  CHECK(meaning("union v in beams.visits where v.cell == a1 : v.colour") ==
        "set of hue = (fold_unite v (trace_visits beams) (visit_payload colour v) (equal (cell_of v) a1))");
  CHECK(meaning("trace(a1, n, power = 2).hits") == "set of cell = (trace_hits (trace_from a1 n (set) 2))");
  CHECK(meaning("any l in beams.source : l.tint == red") ==
        "flag = (fold_any l (trace_sources beams) (equal (field tint l) red))");
  CHECK(codes_of_let("count(beams.visits)") == "G0309");
  CHECK(codes_of_let("beams.ends") == "G0206");
  CHECK(codes_of_let("trace(a1, n, colours = {})") == "G0206");
}

TEST_CASE("check: options, ranges and the board's formulas") {
  const Loaded loaded = load(R"(
game "Test"
players red, green
option side: {9, 5, 7} = 7
option turns: {on, off} = off
option mode: {plain, wild} = wild
lattice row { right = (1, 0); left = (-1, 0); drawn at (x, y) }
board on row {
  let far = side - 1
  cells x in 0..far, y in 0..0 where not odd(x) or mode == wild
  label "{letter(x + 1)}{y}"
}
var turn_count: 0..side * 2 = side
move step "{to}" { pick to in A0 | B0 }
play { repeat { turn of each player { choose step } } }
test "t" with side = 5, turns = on { expect turns and side == 5 }
)");
  const rules::Rules& rules = loaded.rules();
  REQUIRE(rules.options.size() == 3);
  CHECK(rules.options[0].values == std::vector<std::int64_t>{9, 5, 7});
  CHECK(rules.options[0].initial == 7);
  CHECK(rules.options[1].type.base == rules::Base::flag);
  CHECK(rules.options[1].values == std::vector<std::int64_t>{1, 0});
  CHECK(rules.options[2].initial == 1);
  CHECK(checking::type_name(rules.variables[0].type, rules) == "0..18");
  CHECK(rules.board.cells.size() == 1);
  CHECK(rules.board.lets.size() == 1);
  CHECK(rules.lattice.axes.size() == 2);
  using With = std::vector<std::pair<int, std::int64_t>>;
  CHECK(rules.tests[0].with == With{{0, 5}, {1, 1}});
}

TEST_CASE("check: libraries bring only what is used") {
  const std::string light = R"(
library light
needs type shade = {dim, bright}
needs beam { warmth: set of shade }
let warm[c: cell]: set of shade = union v in beams.visits where v.cell == c : v.warmth
let harmless(c: cell): set of cell = c + around
)";
  const auto with = [&](const std::string& declarations) {
    return load(R"(
game "Test"
use squares, light
players red, green
board grid(4, 4)
)" + declarations + R"(
move step "{to}" { pick to in cells }
play { repeat { turn of each player { choose step } } }
)",
                {{"light", light}});
  };
  CHECK(with("let near = harmless(a1)").codes().empty());
  CHECK(with("let near = warm[a1]").codes() == "G0209 G0209");  // the type and the beam
  // The game's own declarations are what counts, not what stands in for them.
  const Loaded own =
      with("type shade = {hot}\nbeam { warmth: set of shade }\nlet warmest = {c in cells where warm[c] == {hot}}");
  CHECK(own.rules().enums.size() == 1);
  CHECK(own.rules().lets.size() == 2);
  // Alone it is checked whole.
  const Loaded alone = load(light);
  CHECK(alone.rules().is_library);
  CHECK(alone.rules().lets.size() == 2);
  CHECK(load("library broken\nlet f(c: cell) = c + unknown_way").codes() == "G0201");
}

TEST_CASE("check: libraries use libraries, and names are of one namespace") {
  const std::string first = "library first\nuse second\nlet one = two - 1\n";
  const std::string second = "library second\nuse first\nlet two = 2\n";
  const auto with = [&](const std::string& declarations) {
    return load("game \"Test\"\nuse squares, first\nplayers red, green\nboard grid(4, 4)\n" + declarations +
                    "\nmove step \"{to}\" { pick to in cells }\n"
                    "play { repeat { turn of each player { choose step } } }\n",
                {{"first", first}, {"second", second}});
  };
  CHECK(let_line(with("let three = one + two").rules(), "three") == "3..3 = (add (call one) (call two))");
  CHECK(with("let two = 3").codes() == "G0203");
  for (const std::string end : {"cells", "hits", "source", "exits", "visits", "looped"})
    CHECK(with("beam { ends {" + end + "} }").codes().find("G0203") != std::string::npos);
  CHECK(with("beam { route: 0..3 }").codes().find("G0203") != std::string::npos);
  CHECK(with("do f(two: 1..3) { }").codes() == "G0203");
  // A direction without a lattice is still a direction.
  CHECK(load("library turns\nlet back(d: direction): direction = d + 3\nlet d_of(a: cell): set of cell = a + around")
            .codes()
            .empty());
}

TEST_CASE("check: a mistake is told once, and others besides") {
  CHECK(codes_of_let("missing + missing_too") == "G0201 G0201");
  CHECK(game("let a_one = missing\nlet b_one = a_one + 1\nlet c_one = b_one & a_one").codes() == "G0201");
  CHECK(game("var v: missing = 3\nlet u = v + 1\ndo f { v = 4 }").codes() == "G0201");
  CHECK(codes_of_move("let far = missing\n  require far > 2\n  life[me] = far").find("G0201") == 0);
  CHECK(codes_of_move("let far = missing\n  require far > 2\n  life[me] = far").size() == 5);
  CHECK(game("do f(p: missing) { life[p] = 1 }\nsetup { f(red) }").codes() == "G0201");
  // What a syntax error swallowed is not unknown.
  const std::string swallowed = game("let half = = 3\nlet all_of_it = half * 2").codes();
  CHECK(swallowed == "G0101");
}

TEST_CASE("check: scripts at the limits end with an answer") {
  std::string chain = "library chain\nlet v0 = 1\n";
  for (int i = 1; i < 3000; ++i) chain += "let v" + std::to_string(i) + " = v" + std::to_string(i - 1) + " + 0\n";
  CHECK(load(chain).codes().empty());
  // Against the order of the text.
  std::string back = "library back\n";
  for (int i = 0; i < 3000; ++i) back += "let v" + std::to_string(i) + " = v" + std::to_string(i + 1) + " + 0\n";
  CHECK(load(back + "let v3000 = 1\n").codes().empty());
  // A circle of many.
  CHECK_FALSE(load(back + "let v3000 = v0\n").codes().empty());
  // In a library that a game uses, nothing is ordered beforehand.
  const Loaded deep = load(
      "game \"Test\"\nuse squares, back\nplayers red, green\nboard grid(4, 4)\nlet it = v0\n"
      "move step \"{to}\" { pick to in cells }\nplay { repeat { turn of each player { choose step } } }\n",
      {{"back", back + "let v3000 = 1\n"}});
  CHECK(deep.codes().find("G0412") != std::string::npos);
  // Values that double.
  std::string doubling = "library doubling\nlet v0 = 1\n";
  for (int i = 1; i < 100; ++i)
    doubling += "let v" + std::to_string(i) + " = v" + std::to_string(i - 1) + " + v" + std::to_string(i - 1) + "\n";
  CHECK(load(doubling).codes() == "G0305");
  std::string sum = "library sum\nlet it = 1";
  for (int i = 0; i < 450; ++i) sum += " + 1";
  CHECK(load(sum).codes().empty());
  std::string nested = "library nested\nlet it = ";
  for (int i = 0; i < 150; ++i) nested += "{";
  CHECK(load(nested + "1" + std::string(150, '}')).codes().empty());  // sets in sets are joined
}

TEST_CASE("check: whatever is cut out of a script, there is an answer") {
  for (const char* path : {"games/laser_lawn.glint", "games/boundary.glint", "stdlib/optics.glint"}) {
    const std::string text = file_text(path);
    std::uint64_t state = 1;
    const auto next = [&](std::size_t below) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      return static_cast<std::size_t>(state >> 33) % below;
    };
    for (int i = 0; i < 60; ++i) {
      std::string script = text;
      for (std::size_t cuts = 1 + next(3); cuts > 0 && !script.empty(); --cuts) {
        const std::size_t at = next(script.size());
        const std::size_t length = 1 + next(12);
        if (next(2) == 0)
          script.erase(at, length);
        else
          script.insert(at, script.substr(next(script.size()), length));
      }
      const Loaded loaded = load(script, {{"hex", file_text("stdlib/hex.glint")},
                                          {"light", file_text("stdlib/light.glint")},
                                          {"square", file_text("stdlib/square.glint")}});
      INFO(script);
      CHECK((loaded.checked.rules.has_value() || !loaded.checked.diagnostics.empty()));
      for (const Diagnostic& each : loaded.checked.diagnostics) CHECK(each.primary.span.begin <= each.primary.span.end);
    }
  }
}
