// What the parser says when a script is wrong: the words, the place, that one mistake does not hide the next, and that
// no text whatever takes it long or brings it down.
#include <algorithm>
#include <chrono>
#include <string>

#include "lang/parse/parse.hpp"
#include "lang/source/source.hpp"
#include "tests/catch.hpp"
#include "tests/support/dump_tree.hpp"

namespace {

using namespace glint;
using namespace glint::lang;

struct Reading {
  Sources sources;
  Parsed parsed;
  explicit Reading(const std::string& text) : parsed(parse(sources, sources.add({"t.glint", text}))) {}
  std::string errors() const { return render(parsed.diagnostics, sources); }
};

/// The one error of a text: `line:column code message`, then `| did you mean` and `| help` where there are any.
std::string error(const std::string& text) {
  const Reading reading(text);
  INFO(text);
  INFO(reading.errors());
  REQUIRE(reading.parsed.diagnostics.size() == 1);
  const Diagnostic& only = reading.parsed.diagnostics[0];
  const LineColumn at = reading.sources.locate(0, only.primary.span.begin);
  std::string line = std::to_string(at.line) + ":" + std::to_string(at.column) + " " +
                     std::string(code_name(only.code)) + " " + only.message;
  if (!only.meant.empty()) line += " | did you mean `" + only.meant + "`?";
  if (!only.help.empty()) line += " | " + only.help;
  return line;
}

/// An error without its label and help.
std::string headline(const std::string& error) { return error.substr(0, error.find(" | ")); }

/// The one error of a declaration behind a header; it stands in line 2.
std::string declared(const std::string& text) { return error("game \"G\"\n" + text + "\n"); }

/// The one error of a statement; it stands in line 3, column 1.
std::string stated(const std::string& text) { return error("game \"G\"\ndo f {\n" + text + "\n}\n"); }

const std::string kTypes = "a type is a range `0..9`, `flag`, `player`, `cell`, `set of cell` or one of your own";
const std::string kStatement =
    "a statement begins with a word such as `put`, `remove`, `move`, `if`, `for` or `let`; an effect is called as `name()`";
const std::string kValue = " | write a number, a name, a set in braces, or an expression of these";

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("syntax errors: forms that are nearly there are told how they are written", "[parse][errors]") {
  CHECK(stated("put man at to").find("write the cell after `on`") != std::string::npos);
  CHECK(stated("end if a == 1 : tie") ==
        "3:5 G0101 expected `:` and a result after `end`, found `if` | write `end when COND : RESULT`");
  CHECK(declared("end if a == 1 : tie").find("write `end when COND : RESULT`") != std::string::npos);
  CHECK(stated("require no man of red").find("an empty set is `man == {}`") != std::string::npos);
  CHECK(stated("if no man of red { remove a1 }").find("is `man == {}`") != std::string::npos);
}

TEST_CASE("syntax errors: a whole rendering", "[parse][errors]") {
  CHECK(Reading("game \"G\"\n\nmove take \"{at}\" {\n  pick at inn cells\n}\nmove place \"{at}\" {\n  remove at\n  "
                "remove at\n")
            .errors() ==
        "error[G0101]: expected `in` after `at`, found `inn`\n"
        "  --> t.glint:4:11\n"
        "   |\n"
        " 4 |   pick at inn cells\n"
        "   |           ^^^ did you mean `in`?\n"
        "\n"
        "error[G0102]: expected `}` to close move `place`, found the end of the file\n"
        "  --> t.glint:9:1\n"
        "   |\n"
        " 6 | move place \"{at}\" {\n"
        "   |                   - opened here\n"
        "..\n"
        " 9 |\n"
        "   | ^\n"
        "   = help: add `}` where it should end; indentation that does not match the braces often shows the place\n");
}

TEST_CASE("syntax errors: expressions", "[parse][errors]") {
  CHECK(declared("let a = b + }") == "2:13 G0101 expected an expression after `+`, found `}`");
  CHECK(declared("let a = b + + c") == "2:13 G0101 expected an expression after `+`, found `+`");
  CHECK(declared("let a = (b") == "2:11 G0102 expected `)` after `b`, found the end of the line");
  CHECK(declared("let a = ()") == "2:10 G0101 expected an expression after `(`, found `)`");
  CHECK(declared("let a = f(b c)") == "2:13 G0102 expected `,` or `)` after `b`, found `c`");
  CHECK(declared("let a = f(b,)") == "2:13 G0101 expected a value after `,`, found `)`");
  CHECK(declared("let a = t[]") == "2:11 G0101 expected a value after `[`, found `]`");
  CHECK(declared("let a = t[b") == "2:12 G0102 expected `]` after `b`, found the end of the line");
  CHECK(declared("let a = {b, }") == "2:13 G0101 expected a value after `,`, found `}`" + kValue);
  CHECK(declared("let a = {x in S wher y}") == "2:17 G0102 expected `,` or `}` after `S`, found `wher`");
  CHECK(declared("let a = b.") ==
        "2:11 G0101 expected the name of a field or member after `.`, found the end of the line");
  CHECK(declared("let a = if b c") == "2:14 G0101 expected `then` after `b`, found `c`");
  CHECK(declared("let a = if b then c") ==
        "2:20 G0101 expected `else` after `c`, found the end of the line | an `if` with a value needs an `else`");
  CHECK(declared("let a = any x in S wehre b : c") ==
        "2:20 G0101 expected `where` or `:` after `S`, found `wehre` | did you mean `where`?");
  CHECK(declared("let a = min x in S : x") ==
        "2:23 G0101 expected `else` after `x`, found the end of the line | "
        "`min` and `max` over a set end with `else` and the value for when it is empty");
  CHECK(declared("let a = stone of") == "2:17 G0101 expected an owner after `of`, found the end of the line");
  CHECK(declared("let a = b && c") ==
        "2:12 G0101 expected an expression after `&`, found `&` | write `and` between conditions, `&` between sets");
  CHECK(declared("let a = b || c") ==
        "2:12 G0101 expected an expression after `|`, found `|` | write `or` between conditions, `|` between sets");
  CHECK(declared("let a = !b") ==
        "2:9 G0101 expected a value after `=`, found `!` | write `not` before a condition, `!=` for unequal, `S - T` for a set without another");
  CHECK(declared("let a = b % c") ==
        "2:11 G0101 expected a new line or `;` after `b`, found `%` | the remainder of a division is `a mod b`");
  CHECK(headline(declared("let a = b < c < d")) == "2:15 G0107 comparisons do not chain");
  CHECK(headline(declared("let a = b == c in d")) == "2:16 G0107 comparisons do not chain");
  CHECK(declared("let a = 1..2..3") == "2:13 G0107 a range has only two ends");
  CHECK(declared("let a = b == not c") ==
        "2:14 G0107 `not` binds less tightly than the operator before it | put `not ...` in parentheses");
  CHECK(headline(declared("let a = -not b")) == "2:10 G0107 `not` binds less tightly than the operator before it");
  CHECK(declared("let a = 9007199254740993") == "2:9 G0105 this number is too large | the largest number is 9007199254740992; where it means \"no limit\", a smaller one will do");
  CHECK(declared("let a = 99999999999999999999999") == "2:9 G0105 this number is too large | the largest number is 9007199254740992; where it means \"no limit\", a smaller one will do");
  CHECK(declared("let in = b") == "2:5 G0101 expected a name after `let`, found `in`");
  CHECK(declared("let a = \xC3\xA9") == "2:9 G0101 `\xC3\xA9` can only be in a text or a comment | "
                                       "names have the letters a to z and A to Z, digits and `_`");
}

TEST_CASE("syntax errors: a line that is too short is wrong at its end", "[parse][errors]") {
  CHECK(declared("let a = b +\nlet c = d") == "2:12 G0101 expected an expression after `+`, found the end of the line");
  CHECK(stated("  x =\n  pick y in S") == "3:6 G0101 expected a value after `=`, found the end of the line" + kValue);
  CHECK(stated("  require a and  // so\n  require (b)") ==
        "3:16 G0101 expected an expression after `and`, found the end of the line");
  CHECK(declared("piece p\n  a: b\n") ==
        "2:8 G0101 expected `{` to open the body of piece `p`, found the end of the line");
}

TEST_CASE("syntax errors: texts", "[parse][errors]") {
  CHECK(stated("require a \"open") ==
        "3:11 G0102 the text that begins here is not closed on its line | close it with `\"`");
  CHECK(stated("play \"place 5 \\\"") ==
        "3:6 G0102 the text that begins here is not closed on its line | "
        "`\\\"` is a quote inside the text; write `\\\\` for a backslash");
  CHECK(
      stated("play \"a \\q\"") ==
      "3:10 G0106 expected `\"`, `\\`, `n`, `{` or `}` after `\\` in a text, found `q` | write `\\\\` for a backslash");
  CHECK(stated("require a \"{}\"") ==
        "3:13 G0101 expected a value in the braces of a text, found `}` | write `\\{` for a plain brace");
  CHECK(stated("require a \"{b\"") == "3:14 G0102 expected `}` to close the placeholder after `b`, found a text");
  CHECK(stated("require a \"{b:}\"") == "3:15 G0101 expected a number of characters after `:`, found `}`");
  CHECK(stated("require a \"{b:0}\"") == "3:15 G0105 a width is from 1 to 1000");
  CHECK(stated("require a \"{b\n+ c}\"") ==
        "3:11 G0102 the text that begins here is not closed on its line | close it with `\"`");
  CHECK(error("game \"G\"\ntest \"t\" {\n  map \"\"\"\n a b\n}\n") ==
        "3:7 G0102 the drawing that begins here is not closed | close it with `\"\"\"`");
}

TEST_CASE("syntax errors: statements", "[parse][errors]") {
  CHECK(stated("pck x in S") == "3:1 G0101 unknown statement `pck` | did you mean `pick`?");
  CHECK(stated("ignite") == "3:1 G0101 unknown statement `ignite` | " + kStatement);
  CHECK(stated("  piece p") ==
        "3:3 G0101 expected a statement, found `piece` | this begins a declaration: close the braces above first");
  CHECK(headline(stated("{ }")) == "3:1 G0101 expected a statement, found `{`");
  CHECK(stated("pick in S") == "3:6 G0101 expected a name after `pick`, found `in`");
  CHECK(stated("pick x in") == "3:10 G0101 expected a set after `in`, found the end of the line");
  CHECK(stated("require") == "3:8 G0101 expected a condition after `require`, found the end of the line");
  CHECK(stated("require a = b") ==
        "3:11 G0101 expected a new line or `;` after `a`, found `=` | `=` sets a value, `==` compares two");
  CHECK(headline(stated("put stone{a = b} on c")) == "3:10 G0101 expected `on` after `stone`, found `{`");
  CHECK(headline(stated("put stone at c")) == "3:11 G0101 expected `on` after `stone`, found `at`");
  CHECK(stated("move a b") == "3:8 G0101 expected `to` after `a`, found `b`");
  CHECK(stated("swap a") == "3:7 G0101 expected `,` and another cell after `a`, found the end of the line");
  CHECK(stated("if a b()") == "3:6 G0101 expected `{` to open the block of `if`, found `b`");
  CHECK(stated("if a { } else b()") == "3:15 G0101 expected `{` to open the block of `else`, found `b`");
  CHECK(stated("for x S { }") == "3:7 G0101 expected `in` after `x`, found `S`");
  CHECK(headline(stated("end wen a : tie")) == "3:5 G0101 expected `:` and a result after `end`, found `wen`");
  CHECK(stated("end : red win") ==
        "3:11 G0101 expected `wins` or `loses` after `red`, found `win` | did you mean `wins`?");
  CHECK(stated("turn mover { }") ==
        "3:6 G0101 expected `of` after `turn`, found `mover` | write `turn of p` or `turn of each player`");
  CHECK(stated("choose") == "3:7 G0101 expected the name of a move after `choose`, found the end of the line");
  CHECK(stated("repeat untl a { }") ==
        "3:8 G0101 expected `{` to open the block of `repeat`, found `untl` | did you mean `until`?");
  CHECK(stated("draw x") ==
        "3:7 G0101 expected `in` and a set after `x`, found the end of the line | `from` takes one out of a bag; a "
        "test fixes a draw with `draw x = VALUE`");
  CHECK(stated("draw x from 3") == "3:13 G0101 expected the name of a bag after `from`, found `3` | `draw x in SET` draws one of a set");
  CHECK(stated("draw x = 3,") == "3:12 G0101 expected a value after `,`, found the end of the line" + kValue);
  CHECK(stated("end : red lose") ==
        "3:11 G0101 expected `wins` or `loses` after `red`, found `lose` | did you mean `loses`?");
  CHECK(stated("end : red dies") ==
        "3:11 G0101 expected `wins` or `loses` after `red`, found `dies` | a result is `p wins`, `p loses`, `tie` or "
        "`score`");
  CHECK(stated("play a1") == "3:6 G0101 expected the text of a move in quotes after `play`, found `a1`");
  CHECK(stated("expect illegal a1") == "3:16 G0101 expected the text of a move in quotes after `illegal`, found `a1`");
  CHECK(stated("x = 1 y = 2") == "3:7 G0101 expected a new line or `;` after `1`, found `y`");
}

TEST_CASE("syntax errors: declarations", "[parse][errors]") {
  CHECK(declared("pice p { }") == "2:1 G0101 unknown declaration `pice` | did you mean `piece`?");
  CHECK(declared("Piece p { }") == "2:1 G0101 unknown declaration `Piece` | did you mean `piece`?");
  CHECK(declared("pick x in S") ==
        "2:1 G0101 expected a declaration, found `pick` | "
        "this begins a statement, which belongs in the braces of a declaration");
  CHECK(headline(declared("}")) == "2:1 G0101 expected a declaration, found `}`");
  CHECK(headline(declared("/* c */")) == "2:1 G0101 expected a declaration, found `/*`");
  CHECK(declared("option side 3..6 = 4") ==
        "2:13 G0101 expected `:` and a type after `side`, or `=` and a new default in a variant, found `3` | " + kTypes);
  CHECK(declared("option side: 3..6 4") ==
        "2:19 G0101 expected `=` and the default of option `side` after `6`, found `4`");
  // A `;` helps only before what begins something.
  const auto is_told_to_insert = [](const std::string& line) {
    return Reading("game \"G\"\n" + line + "\n").errors().find("insert `;`") != std::string::npos;
  };
  CHECK(is_told_to_insert("option side: 3..6 = 4 let x = 1"));
  CHECK(is_told_to_insert("do f() { left = 1 right += 1 }"));
  CHECK_FALSE(is_told_to_insert("option side: 3..6 = 4 walls of each"));
  CHECK_FALSE(is_told_to_insert("move m \"m\" { require at most 3 }"));
  CHECK(declared("show edge fences \"fence\"") ==
        "2:6 G0101 expected a text to show after `show`, found `edge` | did you mean `edges`?");
  CHECK(declared("type t {a}") == "2:8 G0101 expected `=` and the values of type `t` after `t`, found `{`");
  CHECK(declared("type t = {a, 1}") == "2:14 G0101 expected the name of a value after `,`, found `1`");
  CHECK(declared("let f(x) = 1") == "2:8 G0101 expected `:` and a type after `x`, found `)` | " + kTypes);
  CHECK(declared("let f(x: cell y: cell) = 1") == "2:15 G0102 expected `,` or `)` after `cell`, found `y`");
  CHECK(declared("move m { }") ==
        "2:8 G0101 expected the notation of move `m` in quotes after `m`, found `{` | such as `move place \"{at}\" { "
        "... }`; `move NAME = a or b` is a name for several");
  CHECK(declared("move m =\nmove other \"o\" { }") ==
        "2:9 G0101 expected the name of a move after `=`, found the end of the line");
  CHECK(declared("move m = a or") == "2:14 G0101 expected the name of a move after `or`, found the end of the line");
  CHECK(declared("bag cards = 4") ==
        "2:11 G0101 expected `[` after `cards`, found `=` | say what is in the bag, and how many of each: `bag "
        "cards[number: 1..6] = 4`");
  CHECK(declared("bag cards[number: 1..6]") ==
        "2:24 G0101 expected `=` and how many of each are in bag `cards` after `]`, found the end of the line");
  CHECK(headline(declared("piece p { colour hue }")) == "2:11 G0101 expected a part of a piece, found `colour`");
  CHECK(declared("piece p { when beam enters { } }") == "2:21 G0101 expected `comes` or `crosses` after `beam`, found `enters`");
  CHECK(declared("optic o { from behnd -> stops }") ==
        "2:16 G0101 expected `behind`, `ahead`, `left`, `right` or `aside` after `from`, found `behnd` | "
        "did you mean `behind`?");
  CHECK(declared("optic o { otherwise -> reflect across a }") ==
        "2:24 G0101 expected what the beam does after `->`, found `reflect` | did you mean `reflects`?");
  CHECK(declared("optic o { otherwise straight }") ==
        "2:21 G0101 expected `->` and what the beam does after `otherwise`, found `straight`");
  CHECK(declared("lattice l { e = (1, x) }") == "2:21 G0101 expected a whole number after `,`, found `x`");
  CHECK(declared("lattice l { e = (1, 5000) }") == "2:21 G0105 a step goes at most 1000 units");
  CHECK(declared("board on l { cells x in 1..2 }") ==
        "2:30 G0101 expected `,` and the other coordinate after `2`, found `}`");
  CHECK(declared("board hex(side: 1..2) { }") == "2:23 G0101 expected `on` and a lattice after `)`, found `{`");
  CHECK(declared("end : tie") == "2:5 G0101 expected `when` and a condition after `end`, found `:`");
  CHECK(declared("clock { turn 2 }") == "2:14 G0101 expected a time such as `2:00` after `turn`, found `2`");
  CHECK(declared("clock { turn 2:75 }") == "2:14 G0105 a time has minutes, and seconds up to `:59`");
  CHECK(declared("test t { }") == "2:6 G0101 expected a title in quotes after `test`, found `t`");
  CHECK(declared("test \"t\" wth a = 1 { }") ==
        "2:10 G0101 expected `{` to open the body of the test, found `wth` | did you mean `with`?");
}

TEST_CASE("syntax errors: what is given twice, and headers", "[parse][errors]") {
  CHECK(headline(declared("piece p { look \"a\"; look \"b\" }")) == "2:21 G0109 this piece has a `look` already");
  CHECK(headline(declared("piece p { emits a; emits b }")) == "2:20 G0109 this piece has an `emits` already");
  CHECK(declared("clock { turn 1:00; turn 2:00 }") == "2:20 G0109 this clock has a `turn` already | keep one of the two");
  CHECK(headline(declared("board on l { label \"a\"; label \"b\" }")) ==
        "2:25 G0109 this board has a `label` for all its cells already");
  const std::string begins = "a script begins with `game \"Name\"`, `variant \"Name\" of GAME` or `library name`";
  CHECK(error("") == "1:1 G0108 " + begins);
  CHECK(error(" \n// nothing\n") == "1:1 G0108 " + begins);
  CHECK(error("let a = b\n") == "1:1 G0108 " + begins);
  CHECK(error("library a\nlet a = b\ngame \"G\"\n") ==
        "3:1 G0108 a file is one game, variant or library, with one header at its top | put it into a file of its own");
  CHECK(Reading("\xEF\xBB\xBFgame \"G\"\n").parsed.diagnostics.empty());
}

TEST_CASE("syntax errors: one does not hide the next", "[parse][errors]") {
  const Reading reading(
      "game \"G\"\n"
      "pice a { x: y }\n"     // 2
      "optoin b: 1..2 = 1\n"  // 3
      "move c \"c\" {\n"
      "  pick x inn S\n"  // 5
      "  if a = b {\n"    // 6, the whole block is skipped
      "    pck z\n"
      "  }\n"
      "  if a {\n"
      "    require a b and\n"  // 10
      "      c or  // so\n"
      "      d\n"
      "    remove\n"  // 13
      "  }\n"
      "  put stone{owner = me} on a; offer\n"  // 15, twice
      "}\n"
      "piece d {\n"
      "  colour hue\n"  // 18
      "  when beam comes {\n"
      "    from behnd -> straight\n"  // 20
      "    otherwise stops\n"         // 21
      "  }\n"
      "  look\n"  // 23
      "}\n"
      "let e = 1 +\n"  // 25
      "setup {\n"
      "  require a \"open\n"  // 27
      "  if b {\n"
      "    remove c\n"
      "\n"
      "test \"t\" { expect }\n"           // 31; that the block before it is open may follow from 27
      "let f = 1 < 2 < 3; let g = 5\n");  // 32
  std::vector<std::uint32_t> lines;
  for (const Diagnostic& diagnostic : reading.parsed.diagnostics)
    lines.push_back(reading.sources.locate(0, diagnostic.primary.span.begin).line);
  INFO(reading.errors());
  CHECK(lines == std::vector<std::uint32_t>{2, 3, 5, 6, 10, 13, 15, 15, 18, 20, 21, 23, 25, 27, 31, 32});
  // What could be read is in the tree.
  CHECK(tree::dump(reading.parsed.file) ==
        "(game (text \"G\"))\n"
        "(move c (text \"c\") (body (if a)))\n"
        "(piece d (cases))\n"
        "(test (text \"t\"))\n"
        "(let g 5)\n");
}

TEST_CASE("syntax errors: an open brace is told where it was opened", "[parse][errors]") {
  const Reading reading("game \"G\"\ndo f {\n  if a {\n    x()\n}\n\npiece p { }\n");
  REQUIRE(reading.parsed.diagnostics.size() == 1);
  const Diagnostic& only = reading.parsed.diagnostics[0];
  CHECK(only.message == "expected `}` to close do `f`, found `piece`");
  REQUIRE(only.others.size() == 1);
  CHECK(only.others[0].text == "opened here");
  CHECK(reading.sources.locate(0, only.others[0].span.begin).line == 2);
  CHECK(tree::dump(reading.parsed.file).find("(piece p)") != std::string::npos);
}

TEST_CASE("syntax errors: bytes that are no script", "[parse][errors]") {
  // The byte itself is marked, and not the place before it.
  const Span marked = Reading("game \"\xFF\"\n").parsed.diagnostics.at(0).primary.span;
  CHECK((marked.begin == 6 && marked.end == 7));
  CHECK(headline(error("game \"\xFF\"\n")) == "1:7 G0104 this byte is not part of a UTF-8 text");
  CHECK(headline(error("game \"\xC0\x80\"\n")) == "1:7 G0104 this byte is not part of a UTF-8 text");  // overlong
  CHECK(headline(error("game \"\xED\xA0\x80\"\n")) ==
        "1:7 G0104 this byte is not part of a UTF-8 text");  // a surrogate
  CHECK(headline(error("game \"\xF5\x80\x80\x80\"\n")) == "1:7 G0104 this byte is not part of a UTF-8 text");
  CHECK(headline(error("game \"\xE2\x82")) == "1:7 G0104 this byte is not part of a UTF-8 text");  // cut off
  CHECK(headline(error(std::string("game \"\0\"\n", 9))) ==
        "1:7 G0104 the control character U+0000 does not belong in a script");
  // What a terminal obeys, and what makes a script read otherwise than it looks, in texts and comments alike.
  for (const auto& [bytes, name] : std::vector<std::pair<std::string, std::string>>{{"\x1B[31m", "U+001B"},
                                                                                    {"\x7F", "U+007F"},
                                                                                    {"\xC2\x9B", "U+009B"},
                                                                                    {"\r", "U+000D"},
                                                                                    {"\xD8\x9C", "U+061C"},
                                                                                    {"\xE2\x80\xAE", "U+202E"},
                                                                                    {"\xE2\x81\xA6", "U+2066"},
                                                                                    {"\xEF\xBB\xBF", "U+FEFF"},
                                                                                    {"\xEF\xBF\xBE", "U+FFFE"}}) {
    const std::string wanted = " G0104 the control character " + name + " does not belong in a script";
    CHECK(headline(error("game \"" + bytes + "\"\n")) == "1:7" + wanted);
    CHECK(headline(error("// " + bytes + "x\n")) == "1:4" + wanted);
  }
  std::string noise;
  std::uint32_t state = 1;
  for (int i = 0; i < 100'000; ++i) noise += static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  CHECK(error(noise).find(" G0104 ") != std::string::npos);
}

TEST_CASE("syntax errors: depth and length have limits", "[parse][errors]") {
  const int many = 30'000;
  const auto code = [](const std::string& text) {
    const Reading reading("game \"G\"\n" + text);
    INFO(text.substr(0, 40));
    INFO(reading.errors().substr(0, 500));
    REQUIRE(reading.parsed.diagnostics.size() == 1);
    CHECK(code_name(reading.parsed.diagnostics[0].code) == "G0103");
  };
  code("let a = " + repeated("(", many) + "1" + repeated(")", many));
  code("let a = " + repeated("(", many));
  code("let a = " + repeated("{", many));
  code("let a = " + repeated("f(", many));
  code("let a = " + repeated("f(x = ", many));
  code("let a = " + repeated("t[", many));
  code("let a = " + repeated("if a then ", many));
  code("let a = " + repeated("if a then b else ", many) + "c");
  code("let a = " + repeated("any x in ", many));
  code("let a = " + repeated("any x in S : ", many) + "y");
  code("let a: " + repeated("set of ", many) + "cell = b");
  code("do f {\n" + repeated("if a {\n", many) + repeated("}\n", many) + "}\n");
  code("do f {\n" + repeated("for x in S { ", many));
  code("do f { " + repeated("if a { } else ", many) + "{ } }");
  code("do f { x" + repeated("[a", many) + " }");
  // Chains nest nothing in the text, but in the tree.
  code("let a = " + repeated("1+", 200'000) + "1");
  code("let a = " + repeated("-", 400'000) + "1");
  code("let a = " + repeated("not ", 100'000) + "b");
  code("let a = b" + repeated(".c", 200'000));
  code("let a = " + repeated("1 ", static_cast<int>(kMaxScriptBytes / 2)));

  // What is allowed is allowed: nothing of it takes more than linear time, however it could be read.
  const auto fine = [](const std::string& text) {
    const Reading reading("game \"G\"\n" + text);
    INFO(text.substr(0, 40));
    CHECK(reading.errors().empty());
  };
  fine("let a = " + repeated("(", 190) + "1" + repeated(")", 190));
  fine("let a = " + repeated("{x in ", 190) + "S" + repeated("}", 190));
  fine("let a = " + repeated("{b, ", 190) + "S" + repeated("}", 190));
  fine("let a = " + repeated("min x in S : ", 190) + "x" + repeated(" else 1", 190));
  fine("let a = " + repeated("if b then ", 190) + "1" + repeated(" else 1", 190));
  fine("let a = " + repeated("f(x = ", 190) + "1" + repeated(")", 190));
  fine("let a = " + repeated("1 + ", 490) + "1");
  fine(repeated("let a = b + c\n", 35'000));
  fine("let a = {" + repeated("b, ", 150'000) + "c}");
}

TEST_CASE("syntax errors: advice fits the place", "[parse][errors]") {
  const auto help = [](const std::string& error) { return error.substr(error.rfind(" | ") + 3); };
  const std::string local =
      " = ...` for a value that does not change, or declare a variable of the game with `var`";
  CHECK(help(stated("int at = 3")) == "write `let at" + local);
  CHECK(help(stated("cell n = at")) == "write `let n" + local);
  CHECK(help(stated("ignite n == at")) == kStatement);
  CHECK(help(stated("turns == turns - 1")) == "`=` sets a value, `==` compares two");
  CHECK(help(stated("at.level == 2")) == "`=` sets a value, `==` compares two");
  CHECK(help(stated("require at not in empty")) == "`not` comes before the whole condition: `not CELL in SET`");
  CHECK(help(stated("turns++")) == "write `turns += 1`");
  CHECK(help(stated("turns --")) == "write `turns -= 1`");
  CHECK(help(declared("int at = 3")) == "write `var name: 0..9 = 0`");
  CHECK(help(stated("solver wins")) == "a result ends the game: `end : solver wins`");
  CHECK(help(stated("me loses")) == "a result ends the game: `end : me loses`");
  CHECK(help(stated("tie")).rfind("write `end : RESULT`", 0) == 0);
  CHECK(help(stated("if a { b() } elif c { d() }")) == "write `else if COND { ... }`");
  CHECK(help(declared("let a = if b then 1 elif c then 2 else 3")) == "write `else if COND then VALUE else VALUE`");
  CHECK(help(declared("var a: 0...3 = 0")) == "a range has two dots: `0..3`");
  CHECK(help(declared("# of the board")) == "a comment begins with `//`");
  CHECK(help(stated("require a is b")) == "write `==` for equal, `!=` for unequal, `in` for an element of a set");
  CHECK(help(stated("require a === b")) == "write `==` for equal, `!=` for unequal");
  CHECK(help(stated("require a <> b")) == "write `!=` for unequal");
  CHECK(help(stated("require a => b")) == "write `>=` for larger or equal");
  CHECK(help(stated("require a ** b")) == "there are no powers: multiply, as in `x * x`");
  CHECK(help(stated("require a in [b, c]")) == "a set is written in braces, as in `{a, b}`");
  CHECK(help(stated("require a == \"b\"")) == "names of cells and values have no quotes");
  CHECK(help(stated("a = b ? c : d")) == "a choice of two values is `if COND then A else B`");
  CHECK(help(stated("for (x in S) { a = x }")) == "write `for x in SET { ... }`, as in `for x in 1..3 { ... }`");
  CHECK(help(stated("a := b")) == "write `a = ...`: `=` sets a value");
  CHECK(help(stated("if a: b = c")) == "a block has braces: `if COND { ... }`");
  CHECK(help(stated("a.remove(b)")) ==
        "a statement begins with what is done: `put KIND on CELL`, `remove SET`, `move CELL to CELL`");
  CHECK(help(declared("let a = b * 2.5")) == "multiply, then divide: `N * 5 / 2` is two and a half times N, without the remainder");
}

TEST_CASE("syntax errors: an expression by itself", "[parse][errors]") {
  const auto said = [](const std::string& text) {
    Sources sources;
    const ParsedExpression parsed = parse_expression(sources, sources.add({"asked", text}));
    CHECK(parsed.expression.has_value() == parsed.diagnostics.empty());
    return render(parsed.diagnostics, sources);
  };
  for (const char* good : {"1", " a + b ", "count x in S :\n  x.y > 2", "{a, b}", "if a then b else c", "// what\n3"})
    CHECK(said(good).empty());
  CHECK(said("").find("expected an expression, found the end of the file") != std::string::npos);
  CHECK(said("a b").find("asked:1:3") != std::string::npos);
  CHECK(said("a; b").find("expected an operator or the end of the expression after `a`, found `;`") !=
        std::string::npos);
  CHECK(said("f(1").find("opened here") != std::string::npos);
  CHECK(said("{x in S where }").find("expected a condition after `where`") != std::string::npos);
  CHECK(said("\x01").find("control character") != std::string::npos);
}

TEST_CASE("syntax errors: no more than a hundred", "[parse][errors]") {
  CHECK(Reading("game \"G\"\ndo f {\n" + repeated("  pck x\n", 10'000) + "}\n").parsed.diagnostics.size() ==
        kMaxSyntaxErrors);
}

TEST_CASE("syntax errors: a script that breaks off anywhere, or has any word changed, is told so in its own text",
          "[parse][errors]") {
  const std::string script =
      "game \"G\"\nuse square\noption n: {a, b} = a \"what\"\ntype t = {x \"/\", y \"\\\\\"}\n"
      "piece p of player { c: t; emits f { beam.x = {c} }; when beam comes { from aside if a -> leaves f, stops }\n"
      "  look \"{c:1}\" }\nlet g[c: cell]: set of t = union v in beams.visits where v.cell == c : v.x\n"
      "move m \"{at} {to}\" {\n  pick at in empty & {x in S where not x.y}  \"no {at}\"\n"
      "  if can m of me { put p(c = x) on at + n } else if a { end when b : me wins }\n  at.c -= -1\n}\n"
      "play { draw v in player; repeat until a { turn of v { choose m or k else { end : tie } } } }\n"
      "test \"t\" with n = b { map \"\"\"\n . .\n\"\"\"\n play \"a b\", \"c\"; expect illegal \"d\" because \"e\" }\n";
  REQUIRE(Reading(script).errors().empty());
  const auto look = [](const std::string& text) {
    const Reading reading(text);
    for (const Diagnostic& diagnostic : reading.parsed.diagnostics) {
      REQUIRE(diagnostic.primary.span.begin <= diagnostic.primary.span.end);
      REQUIRE(diagnostic.primary.span.end <= text.size());
      REQUIRE_FALSE(diagnostic.message.empty());
      REQUIRE(diagnostic.message.find("{after}") == std::string::npos);
      REQUIRE(diagnostic.message.find("{declaration}") == std::string::npos);
    }
    REQUIRE((reading.errors().empty() == reading.parsed.diagnostics.empty()));
  };
  for (std::size_t length = 0; length <= script.size(); ++length) look(script.substr(0, length));
  for (const char* word :
       {"", "{", "}", "(", ")", "[", "]", "\"", "\\", ";", "\n", "in", "else", "->", ":", "x", "=", "//"})
    for (std::size_t at = 0; at < script.size(); at += 3) {
      std::string changed = script;
      look(changed.replace(at, 2, word));
    }
}
