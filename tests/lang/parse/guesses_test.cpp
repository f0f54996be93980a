// What people write who know other languages, and what they are told: a wrong line in each row, and the help for it. No
// help may claim what is not so, and it names the right form (lang/parse/guesses.txt).
#include <string>

#include "lang/parse/parse.hpp"
#include "tests/catch.hpp"

namespace {

using namespace glint;
using namespace glint::lang;

struct Row {
  const char* line;
  const char* help;
};

/// What the first error of a script says: its help, or the name that was meant.
std::string told(const std::string& script) {
  Sources sources;
  const Parsed parsed = parse(sources, sources.add({"t.glint", script}));
  INFO(render(parsed.diagnostics, sources));
  REQUIRE(parsed.diagnostics.size() == 1);
  const Diagnostic& only = parsed.diagnostics[0];
  return only.help.empty() ? only.meant : only.help;
}

/// Each line stands alone in such a frame, between its two parts.
void check_rows(const std::string& before, const std::string& after, std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    INFO(row.line);
    CHECK(told("game \"G\"\n" + before + row.line + after) == row.help);
  }
}

const char* const kResult = "write `expect result : RESULT`, where a result is `p wins`, `p loses`, `tie` or `score`";
const char* const kChoice = "a choice lists its moves with `or`: `choose a or b`";
const char* const kTurn = "write `turn of each player { ... }`";
const char* const kMember =
    "`CELL in SET` is whether a cell belongs to a set; the name of a piece is the set of its cells";
const char* const kEmpty = "write `CELL in empty` for a free cell, `SET == {}` for a set without cells";
const char* const kIs = "write `==` for equal, `!=` for unequal, `in` for an element of a set";
const char* const kLegal = "a test plays a move to see that it is legal: `play \"...\"`";
const char* const kReason = "the reason follows `because`: `expect illegal \"m\" because \"part of its message\"`";

}  // namespace

TEST_CASE("guesses: statements of a move", "[parse][errors]") {
  check_rows("var turns: 0..9 = 0\npiece disc { }\ndo glow { }\nmove fly \"fly\" {\n  pick at in cells\n  ", "\n}\n",
             {{"turns", "`turns` is a variable: it is changed as in `turns = ...` and `turns += 1`"},
              {"glow", "an effect is called with parentheses: `glow(...)`"},
              {"do glow()", "an effect is called by its name: `glow()`; `do` declares one, outside of all braces"},
              {"fly", "`fly` is a move, and players choose moves in `play`: `choose fly`"},
              {"disc", "`disc` is a piece: write `put disc on CELL` or `remove disc`"},
              {"at", "`at` is a value, and a statement begins with what is done"},
              {"spot", "a statement begins with a word such as `put`, `remove`, `move`, `if`, `for` or `let`; an effect is "
                       "called as `name()`"},
              {"spot.facing++", "write `spot.facing += 1`"},
              {"points[me]--", "write `points[me] -= 1`"},
              {"++turns", "`x += 1` makes x larger"},
              {"increase turns", "write `turns += 1`"},
              {"set turns = 3", "a variable or field is set without `set`: `turns = ...`"},
              {"set at.line = level", "a variable or field is set without `set`: `at.line = ...`"},
              {"inc at.line", "write `at.line += 1`"},
              {"put disc(line = level) of ann on at",
               "the owner is given like a field: `put KIND(field = value, owner = me) on CELL`"},
              {"var n: 0..9 = 0",
               "`let name = ...` names a value in a block; `var` declares a variable of the game, outside of all braces"},
              {"turns > 3", "a condition is tested by `require COND` or `if COND { ... }`"},
              {"forever { }", "write `while COND at most 20 { ... }`; `repeat { ... }` is for `play`"},
              {"each x in cells { }", "write `for x in SET { ... }`"},
              {"rotate at", "write `CELL.field += 1`: adding 1 turns a direction by one step"},
              {"-- of the board", "a comment begins with `//`; `x -= 1` makes x smaller"},
              {"pick x from cells", "write `pick x in SET`"},
              {"pick a cell in empty", "a pick has one name, and `in` follows it: `pick cell in SET`"},
              {"pick x in cells if x.y > 1", "write `pick x in SET where COND`, or a line `require COND`"},
              {"for i = 1 to 3 { }", "write `for i in 1..3 { ... }`"},
              {"for each x in cells { }", "write `for x in SET { ... }`"},
              {"for x of cells { }", "write `for x in SET { ... }`"},
              {"for x in cells: turns += 1", "a block has braces: `for x in SET { ... }`"},
              {"put disc(line: x) on at", "a field is given with `=`: `line = ...`"},
              {"put disc of me on at", "the owner is given like a field: `put disc(owner = ...) on CELL`"},
              {"put a disc on at", "write `put disc on CELL`"},
              {"put disc on at, x", "several cells are a set: `put KIND on {a1, b2}`"},
              {"put disc on at facing e",
               "fields and the owner are given in parentheses: `put KIND(field = value, owner = me) on CELL`"},
              {"move at -> x", "write `move CELL to CELL`"},
              {"move at, x", "write `move CELL to CELL`"},
              {"require at contains disc", kMember},
              {"require disc on at", kMember},
              {"require at is in disc", kMember},
              {"require at is empty", kEmpty},
              {"if at is empty { }", kEmpty},
              {"require at is disc", kIs},
              {"if disc on at { }", kMember},
              {"require (turns = 3)", "`=` sets a value, `==` compares two"},
              {"put disc(line = /) on at", "a value is written by its name, such as `rising` for an axis; signs are for the "
                                           "texts of moves, and for drawn boards"},
              {"require turns == 1)", "this `)` closes nothing"},
              {"# a comment", "a comment begins with `//`"},
              {"pick x in my disc", "the pieces of a player are `disc of me`"},
              {"pick x in disc, \"none\"", "the text follows without `,`"},
              {"require: turns == 1", "no `:` follows `require`"},
              {"disc(line = x) on at", "a piece is put by `put KIND(field = value) on CELL`"},
              {"put disc on (1, 1)", "a cell is written by its label, such as `a1`, or as `cell(x, y)`"},
              {"move(at, x)", "write `move CELL to CELL`, `swap CELL, CELL` or `remove SET`, without parentheses"},
              {"move disc from at to x", "write `move CELL to CELL`"},
              {"points(me) += 1", "what has a value for each is written with brackets: `points[...]`"},
              {"turns = 1 if at == x", "write `if COND { ... }` around it"},
              {"turns =+ 1", "write `+=`"},
              {"let n := 3", "write `let name = ...`"},
              {"for i in 0..<3 { }", "a range includes both its ends: `0..2` are three numbers"},
              {"for i in 1 to 3 { }", "a range is written `1..3`"},
              {"choose x in disc", "a move picks by `pick x in SET`; `choose` is for moves, in `play`"},
              {"end : winner", "write `p wins`, with the player"}});
}

TEST_CASE("guesses: statements of play", "[parse][errors]") {
  check_rows("move fly \"fly\" { }\nplay {\n  ", "\n}\n",
             {{"each player { choose fly }", kTurn},
              {"of each player { choose fly }", kTurn},
              {"turn of every player { choose fly }", kTurn},
              {"forever { }", "write `repeat { ... }`, or `repeat until COND { ... }`"},
              {"fly", "write `choose fly`"},
              {"pass", "passing is a move like others: `move pass \"pass\" { }`"},
              {"spot", "here a statement begins with a word such as `turn`, `choose`, `repeat`, `draw`, `if` or `end`; an "
                       "effect is called as `name()`"},
              {"repeat 10 times { }",
               "write `for round in 1..10 { ... }` for a number of rounds; `repeat { ... }` goes on until the game ends"},
              {"repeat while turns < 3 { }", "write `repeat until COND { ... }`: it ends as soon as COND holds"},
              {"choose fly | walk", kChoice},
              {"choose fly, walk", kChoice},
              {"choose {fly, walk}", kChoice},
              {"choose one of fly, walk", kChoice},
              {"choose fly and walk", kChoice},
              {"choose fly()", "a move is named without parentheses: `choose fly`"},
              {"choose fly if turns > 3", "write `if COND { choose fly }`, or `require COND` in the move itself"},
              {"ann: choose fly", "write `turn of ann { ... }`"},
              {"turn of ann { choose fly } then turn of bob { choose fly }",
               "each statement has a line of its own, or is separated from the next by `;`"},
              {"turn of ann { move fly }", "players choose moves: `choose fly`"},
              {"choose fly else pass", "write `or pass` for one more move; the block after `else` is for when none is legal"},
              {"roll die in 1..6", "chance is a statement of `play`: `draw x in 1..6`"},
              {"draw 1..6", "as in `draw x in 1..6`"},
              {"draw die from 1..6", "`draw x in SET` draws one of a set"}});
}

TEST_CASE("guesses: statements of tests", "[parse][errors]") {
  check_rows("move fly \"fly\" { }\ntest \"t\" {\n  ", "\n}\n",
             {{"turns == 3", "a condition of a test begins with `expect`"},
              {"fly", "a test plays a move by its text, as in `play \"...\"`"},
              {"do \"fly\"", "a test plays a move as `play \"...\"`"},
              {"play(\"fly\")", "a test plays a move as `play \"...\"`, without parentheses"},
              {"play \"a\" \"b\"", "several moves have commas between them: `play \"a\", \"b\"`"},
              {"expect G4 has moth", kMember},
              {"expect cells contains a1", kMember},
              {"expect moth on G4", kMember},
              {"expect G4 empty", kEmpty},
              {"expect bob wins", "write `expect result : bob wins`"},
              {"expect bob won", "write `expect result : bob wins`"},
              {"expect result bob", kResult},
              {"expect result = bob wins", kResult},
              {"expect game over", kResult},
              {"expect illegal \"fly\" since \"x\"", kReason},
              {"expect illegal \"fly\", \"x\"", kReason},
              {"expect legal \"fly\"", kLegal},
              {"expect not illegal \"fly\"", kLegal},
              {"expect not legal \"fly\"", "write `expect illegal \"...\"`"},
              {"expect \"fly\" legal",
               "write `expect illegal \"...\"` for a move that is refused, `play \"...\"` for one that is made"},
              {"expect moves(\"fly\") == 1",
               "`moves` takes the name of a move, as in `moves(place)`; a test plays a move as `play \"...\"`"},
              {"assert turns == 1", "write `expect COND`"},
              {"expect legal moves == 3", "`moves` is the number of legal moves: `expect moves == 3`"},
              {"expect fails \"fly\"", "write `expect illegal \"...\"`"},
              {"play \"fly\" by ann", "a move is always played by the player whose turn it is"},
              {"given turns = 3", "a test sets a variable as it is: `turns = ...`"},
              {"expect board == \"\"\"x\"\"\"", "a drawn position is tested by `expect map \"\"\"...\"\"\"`"}});
}

TEST_CASE("guesses: pieces and beams", "[parse][errors]") {
  check_rows("piece lamp {\n  ", "\n}\n",
             {{"when beam comes => straight", "write `->`"},
              {"when beam comes : straight", "write `->`"},
              {"when beam comes { otherwise => stops }", "write `->`"},
              {"when beam comes { if a = b -> stops }", kIs},
              {"when beam comes -> bounces", "write `reflects across AXIS`, or `turns 1`"},
              {"when beam comes -> passes", "write `straight`"},
              {"when beam comes -> absorbed", "write `stops`"},
              {"on beam -> stops", "write `when beam comes -> ...`"},
              {"shines facing", "write `emits DIRECTION`"},
              {"line axis", "a field is written `line: TYPE`"},
              {"direction facing", "a field is written `facing: TYPE`"},
              {"image \"x\"", "write `look \"...\"`"},
              {"var facing: direction", "a field is written without `var`: `facing: TYPE`"},
              {"facing: direction, hot: flag", "each part has a line of its own, or is separated from the next by `;`"},
              {"look: \"x\"", "write `look \"...\"`, without `:`"},
              {"emits beam facing", "write `emits facing`"},
              {"reflects across line", "what it does to a beam follows `when beam comes ->`"},
              {"when beam comes from left -> stops",
               "cases are in braces: `when beam comes { from left -> stops; otherwise -> straight }`"},
              {"when beam comes { stops }", "what a beam always does needs no braces: `when beam comes -> stops`"},
              {"when beam comes { else -> stops }", "write `otherwise -> ...`"},
              {"when beam comes -> straight and turns 1",
               "several ways on are separated by commas, as in `straight, turns 1`"}});
  check_rows("", "\n",
             {{"piece moth owned by player { }", "write `piece moth of player { ... }`, for a piece with an owner"},
              {"piece moth(facing: direction) { }",
               "its fields and what it does are in braces: `piece moth { field: type; ... }`"}});
}

TEST_CASE("guesses: declarations", "[parse][errors]") {
  const char* const replace =
      "a variant changes a declaration of its game by writing it anew after `replace`: `replace move place \"{at}\" { ... }`";
  check_rows("", "\n",
             {{"lit = beams.cells", "write `let lit = ...` for a value, `var lit: 0..9 = ...` for a variable"},
              {"set_up \"{at}\" { }", "a declaration begins with a word that says what it is, such as `move set_up \"...\"`"},
              {"move fly(at) { }",
               "a move has no parameters: its text comes here, as in `move fly \"{at}\" { pick at in empty; ... }`"},
              {"delete move pass",
               "a variant leaves out a declaration of its game by `remove`: `remove move place`, `remove clock`"},
              {"override move fly \"fly\" { }", replace},
              {"add move fly \"fly\" { }", "what is added is declared like in a game, without `add`"},
              {"before fly { }", "`after MOVE { ... }` adds lines to a move, and also what it requires"},
              {"rules { }", "the course of the game is declared by `play`, as in `play { repeat { turn of each player { choose "
                            "a or b } } }`"},
              {"goal { }", "write `end when COND : RESULT`, where a result is `p wins`, `p loses`, `tie` or `score`"},
              {"players ann bob", "write commas between players: `players a, b`"},
              {"use hex square", "write commas between libraries: `use a, b`"},
              {"board grid 4", "sizes are in parentheses: `board grid(4)`"},
              {"let a == b", "write `=`"},
              {"let a(x: cell) { }",
               "a `let` has a value: `let name(x: cell) = ...`; `do name(x: cell) { ... }` has effects"},
              {"score(p) = 3", "write `score p = ...`: p stands for each player"},
              {"end when a == b : win ann", "write `ann wins`"},
              {"end when a == b : ann won", "write `ann wins`"},
              {"end when a == b : draw", "write `tie`"},
              {"end when a == b { ann wins }", "a colon comes before the result: `end when COND : RESULT`"},
              {"end for each p in player when a : tie", "write `end for p in player`"},
              {"test \"t\" with clock = {\n play \"a\"\n}", "the option's value comes before the brace: `with name = VALUE { ... }`"},
              {"test \"t\" with clock on { }", "an option is set by `=`: `with clock = ...`"},
              {"test \"t\" (clock = on) { }",
               "options are set by `with`: `test \"title\" with name = ... { ... }`"},
              {"players 2", "each player has a name: `players one, two`"},
              {"use hex.glint", "a library is named without its ending: `use hex`"},
              {"option size: 4, 5 = 4", "the values are a range or a set: `4..5`, `{4, 5}`"},
              {"var points(player): 0..9 = 0",
               "write `var points[player]: 0..9 = 0`, with brackets, for a value of each player"},
              {"type hue = red, green", "the values are in braces: `type name = {a, b}`"},
              {"beam { power = 3 }", "a field is written `power: TYPE`"},
              {"move fly-away \"x\" { }", "names have no `-`: write `_`"},
              {"end when no moves : tie",
               "`can m` is whether a move is legal; `choose m else { end : RESULT }` says what happens if none is"},
              {"end when a == b, c == d : tie", "write `and` between conditions"},
              {"end when seen 3 : tie", "`seen` is a number: `seen == 3`"},
              {"score for p in player = 1", "write `score p = ...`: p stands for each player"},
              {"replace mirrors = 8", "write what it is, too, as in `replace let mirrors = ...`"},
              {"remove test \"x\"",
               "the tests of the game are not part of a variant; `remove move place` removes a move"},
              {"remove move pass, tilt", "each has a line of its own"},
              {"after place, tilt { }", "write `or` between moves"},
              {"test \"t\" with a = 1 and b = 2 { }", "settings are separated by commas: `with a = 1, b = 2`"}});
}

TEST_CASE("guesses: signs that editors and web pages write", "[parse][errors]") {
  const char* const quote = "write `\"`: texts are in straight double quotes";
  const char* const letters = "names have the letters a to z and A to Z, digits and `_`";
  const char* const space = "write a plain space: it looks the same";
  check_rows("", "\n",
             {{"test “smart” { }", quote},
              {"test ‘smart’ { }", quote},
              {"let\u00A0a = b", space},
              {"let a\u2009= b", space},
              {"let a = b – c", "write `-`"},
              {"let a = b ≤ c", "write `<=`"},
              {"let a = b × c", "write `*`"},
              {"let a = b ∈ c", "write `in`"},
              {"let a = ∅", "write `{}`"},
              {"let a ＝ b", "write `=`, of the usual width"},
              {"let licht_grün = b", letters},
              {"let 光 = b", letters},
              {"show \"{grün}\"", letters}});
  check_rows("move m \"m\" {\n  ", "\n}\n", {{"turns −= 1", "write `-`"}, {"require a “no”", quote}});
}

TEST_CASE("guesses: a text without its second quote is told so, whatever is in it", "[parse][errors]") {
  check_rows("", "\n}\n",
             {{"move fly \"mirror {at} {line} {\n  pick at in cells", "close it with `\"`"},
              {"move fly \"turn {", "close it with `\"`"},
              {"move fly \"turn { turns += 1", "close it with `\"`"}});
}

TEST_CASE("guesses: headers, results and parts of pieces that look like those of other systems", "[parse][errors]") {
  check_rows("", "\n",
             {{"piece mirror of each player { }", "write `of player`, without `each`"},
              {"piece mirror { from behind -> stops }",
               "cases are in braces: `when beam comes { from left -> stops; otherwise -> straight }`"},
              {"piece mirror { replace when beam comes -> stops }",
               "a variant replaces a whole piece: `replace piece name { ... }`"},
              {"let f = (c) => 3", "a function is `let name(x: cell) = VALUE`; `>=` is larger or equal"},
              {"board hexagonal size 5", "sizes are in parentheses: `board hexagonal(5)`"},
              {"end on : tie", "write `end when COND : RESULT`"},
              {"end when a : if b then red wins else blue wins",
               "each result has an `end` of its own: `end when COND : red wins`"},
              {"test \"x\" { option lives = 2 }",
               "a test sets options before its brace: `test \"title\" with lives = ... { ... }`"},
              {"let f = any(x in mirror: x)",
               "the name of an argument is followed by `=`, as in `mirror = ...`; `any x in SET : COND` has no parentheses"},
              {"Game \"P\"", "the words of the language are written in small letters"}});
}
