// Variants: what a file that states only differences comes to, and what is said when it does not fit its game.
#include <string>
#include <vector>

#include "lang/check/check.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/parse/parse.hpp"
#include "tests/catch.hpp"
#include "tests/support/dump_rules.hpp"
#include "tests/support/dump_tree.hpp"

namespace {

using namespace glint;
using namespace glint::lang;

/// A game on a line of three, which needs no library.
constexpr const char* kGame = R"(/// Fill the line.
game "Line"
players red, green
option first: {left, right} = left   "where to begin"
type hue = {white, black}
lattice row { e = (1, 0); w = (-1, 0); drawn at (x, 0) }
board on row { cells x in 1..3, y in 1..1; label "s{x}" }
beam { }
piece stone of player { colour: hue; look "{owner:1}" }
var last: set of cell = {}
let free = empty
move place "{at}" { pick at in free; put stone(colour = black) on at; last = at }
move pass "pass" { require not can place }
play { repeat { turn of each player { choose place or pass } } }
end when free == {} : tie
end when count(last) > 2 : red wins
invariant count(last) <= 1   "one is last"
invariant count(stone) <= 3   "three fit"
test "of the game" { expect free == {} }
)";

MemoryLoader files() {
  MemoryLoader loader;
  loader.add("line", kGame);
  return loader;
}

Checked checked_of(const std::string& script, MemoryLoader loader, Sources& sources) {
  return check(sources, sources.add({"v.glint", script}), loader);
}

/// The rules, of a variant without mistakes.
rules::Rules rules_of(const std::string& changes, MemoryLoader loader = files()) {
  Sources sources;
  const Checked checked = checked_of("variant \"V\" of line\n" + changes, std::move(loader), sources);
  INFO(render(checked.diagnostics, sources));
  REQUIRE(checked.diagnostics.empty());
  REQUIRE(checked.rules.has_value());
  return *checked.rules;
}

/// "file:line:column code message (label; label)", a line each.
std::string errors_of(const std::string& script, MemoryLoader loader = files()) {
  Sources sources;
  const Checked checked = checked_of(script, std::move(loader), sources);
  std::string text;
  for (const Diagnostic& each : checked.diagnostics) {
    const LineColumn at = sources.locate(each.primary.span.file, each.primary.span.begin);
    text += sources.file(each.primary.span.file).name + ":" + std::to_string(at.line) + ":" +
            std::to_string(at.column) + " " + std::string(code_name(each.code)) + " " + each.message;
    for (const Label& label : each.others)
      text += " [" + sources.file(label.span.file).name + ":" +
              std::to_string(sources.locate(label.span.file, label.span.begin).line) + " " + label.text + "]";
    text += "\n";
  }
  return text;
}

std::string changed(const std::string& changes) { return errors_of("variant \"V\" of line\n" + changes); }

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& each : list) names.push_back(each.name);
  return names;
}

}  // namespace

TEST_CASE("variants: without a change it is the game under another name") {
  const rules::Rules same = rules_of("");
  CHECK(same.name == "V");
  CHECK(same.doc.empty());
  CHECK(same.variant_of == "line");
  CHECK(same.tests.empty());  // those of the game say what the game does
  CHECK(names_of(same.moves) == std::vector<std::string>{"place", "pass"});
  CHECK(same.ends.size() == 2);
  CHECK(same.invariants.size() == 2);

  Sources sources;
  MemoryLoader loader;
  const Checked game = check(sources, sources.add({"line", kGame}), loader);
  REQUIRE(game.rules.has_value());
  CHECK(game.rules->variant_of.empty());
  rules::Rules alike = same;
  alike.name = game.rules->name;
  alike.doc = game.rules->doc;
  rules::Rules untested = *game.rules;
  untested.tests.clear();
  CHECK(rules::dump(alike) == rules::dump(untested));
}

TEST_CASE("variants: a default is set, and the option keeps its values and words") {
  const rules::Rules set = rules_of("option first = right\ntest \"t\" with first = left { expect first == left }");
  REQUIRE(set.options.size() == 1);
  CHECK(set.options[0].initial == 1);
  CHECK(set.options[0].text == "where to begin");
  CHECK(set.tests.size() == 1);
  CHECK(rules_of("/// As the left-handed play.\noption first = right").options[0].doc == "As the left-handed play.");
}

TEST_CASE("variants: what is replaced keeps its place, even as something of another sort") {
  CHECK(
      names_of(rules_of("replace move place \"to {at}\" { pick at in free; put stone(colour = white) on at }").moves) ==
      std::vector<std::string>{"place", "pass"});
  CHECK(rules_of("replace option first: {left, right, middle} = middle").options[0].values.size() == 3);
  CHECK(rules_of("replace var free: set of cell = cells").lets.empty());
  CHECK(rules_of("replace play { repeat { turn of red { choose place else { end : tie } } } }").play.size() == 1);
  CHECK(rules_of("replace players red, green as team\nreplace end when count(last) > 2 : tie").team);
  CHECK(rules_of("replace board on row { cells x in 1..5, y in 1..1; label \"s{x}\" }").name == "V");
  CHECK(rules_of("/// Why.\nreplace option first: {left, right} = left").options[0].doc == "Why.");
}

TEST_CASE("variants: things without a name are meant all by their word, an invariant by its text") {
  CHECK(rules_of("remove end").ends.empty());
  CHECK(rules_of("remove end\nend when free == {} : red wins\nend when last == s1 : tie").ends.size() == 2);
  CHECK(rules_of("replace end when free == {} : red wins").ends.size() == 1);
  CHECK(rules_of("end when last == s1 : tie").ends.size() == 3);
  CHECK(rules_of("remove invariant").invariants.empty());
  CHECK(rules_of("remove invariant \"one is last\"").invariants.size() == 1);
  CHECK(rules_of("replace invariant count(last) == 7  \"three fit\"").invariants.size() == 2);
  CHECK(rules_of("replace invariant count(stone) < 9").invariants.size() == 1);
}

TEST_CASE("variants: of variants, nearest changes last") {
  MemoryLoader loader = files();
  loader.add("near", "variant \"Near\" of line\noption first = right\nlet last_one = last\nremove end\ntest \"t\" { }");
  Sources sources;
  const Checked two =
      checked_of("variant \"Far\" of near\nreplace let last_one = free\noption first = left\nend when seen > 2 : tie",
                 loader, sources);
  INFO(render(two.diagnostics, sources));
  REQUIRE(two.rules.has_value());
  CHECK(two.rules->variant_of == "near");
  CHECK(two.rules->options[0].initial == 0);
  CHECK(two.rules->ends.size() == 1);
  CHECK(two.rules->tests.empty());
}

TEST_CASE("variants: what is not there cannot be changed") {
  CHECK(changed("remove move plaec") == "v.glint:2:13 G0509 the game has no move `plaec` to remove\n");
  CHECK(changed("replace let fre = empty") == "v.glint:2:13 G0509 the game has no let `fre` to replace\n");
  CHECK(changed("option last = on") ==
        "v.glint:2:1 G0509 the game has no option `last` to set [line:10 `last` is a var there]\n");
  CHECK(changed("remove let pass") ==
        "v.glint:2:1 G0509 the game has no let `pass` to remove [line:13 `pass` is a move there]\n");
  CHECK(changed("remove clock") == "v.glint:2:1 G0509 the game has no `clock` to remove\n");
  CHECK(changed("remove invariant \"one\"") == "v.glint:2:18 G0509 the game has no invariant \"one\" to remove\n");
  CHECK(changed("replace score p = 1") == "v.glint:2:1 G0509 the game has no `score` to replace\n");
}

TEST_CASE("variants: what is there cannot be added, and nothing is changed twice") {
  CHECK(changed("let free = cells") == "v.glint:2:5 G0510 the game has a let `free` already [line:11 it is here]\n");
  CHECK(changed("type free = {a, b}") == "v.glint:2:6 G0510 the game has a let `free` already [line:11 it is here]\n");
  CHECK(changed("board on row { cells x in 1..2, y in 1..1; label \"s{x}\" }") ==
        "v.glint:2:1 G0510 the game has a `board` already [line:7 it is here]\n");
  CHECK(changed("option first = right\noption first = left") ==
        "v.glint:3:1 G0512 option `first` is changed twice [v.glint:2 here already]\n");
  CHECK(changed("replace end when free == {} : tie\nremove end") ==
        "v.glint:3:1 G0512 `end` is changed twice [v.glint:2 here already]\n");
  CHECK(changed("replace let free = empty\nlet free = cells") ==
        "v.glint:3:1 G0512 let `free` is written twice [v.glint:2 here already]\n");
  CHECK(changed("let a = 1\nlet a = 2") == "v.glint:3:5 G0203 `a` is declared already [v.glint:2 declared here]\n");
  // Removed and written anew is as good as replaced.
  CHECK(changed("remove let free\nlet free = empty").empty());
}

TEST_CASE("variants: what is wrong in the game's text only now is told there, with what the variant does") {
  CHECK(changed("remove move pass") == "line:14:55 G0201 unknown move `pass` [v.glint:2 `pass` is removed here]\n");
  CHECK(changed("remove play") == "v.glint:1:1 G0405 this game has no `play` [v.glint:2 `play` is removed here]\n");
  CHECK(changed("replace type hue = {white, grey}") ==
        "line:12:57 G0201 `black` is no value of `hue` [v.glint:2 `black` is gone with this]\n");
  CHECK(changed("replace piece stone of player { look \"o\" }") ==
        "line:12:48 G0206 `stone` has no field `colour` [v.glint:2 declared here]\n");
  MemoryLoader torn = files();
  torn.add("torn", "game \"Torn\"\nplayers a\nmove pass \"pass\" { require }\nmove { }\nlet x = (\n");
  const std::string told = errors_of("variant \"V\" of torn\nremove move pass\nremove let x", torn);
  CHECK(told.find("G0509") == std::string::npos);
  CHECK(told.find("torn:") == 0);
  CHECK(changed("replace let free = 3")
            .find("line:12:32 G0301 expected a set, found the number 3 [v.glint:2 `free` is replaced here]\n") !=
        std::string::npos);
}

TEST_CASE("variants: of nothing, of a library, of itself, in a circle") {
  CHECK(errors_of("variant \"V\" of lime") == "v.glint:1:16 G0507 there is no game `lime`\n");
  // A path that is never read is told as such.
  CHECK(errors_of("variant \"V\" of \"../lime\"") ==
        "v.glint:1:16 G0507 there is no game `../lime` that a script may read\n");
  CHECK(errors_of("variant \"V\" of \"/lime\"") ==
        "v.glint:1:16 G0507 there is no game `/lime` that a script may read\n");
  MemoryLoader loader = files();
  loader.add("parts", "library parts\nlet one = 1\n");
  loader.add("v.glint", "variant \"V\" of \"v.glint\"");
  loader.add("a", "variant \"A\" of b\nlet nonsense = nothing");
  loader.add("b", "variant \"B\" of a");
  CHECK(errors_of("variant \"V\" of parts\nlet x = y", loader) ==
        "v.glint:1:16 G0508 `parts` is a library, and only games have variants [parts:1 it says so here]\n");
  CHECK(errors_of("variant \"V\" of \"v.glint\"", loader) == "v.glint:1:16 G0513 this is a variant of itself\n");
  CHECK(errors_of("variant \"V\" of a", loader) == "b:1:16 G0513 this is a variant of itself: `a` of `b` of `a`\n");
  loader.add("broken", "game \"Broken\"\nlet x = \n");
  CHECK(errors_of("variant \"V\" of broken", loader).find("broken:2:") == 0);
  loader.add("empty", "");
  CHECK(errors_of("variant \"V\" of empty", loader).find("empty:1:1 G0108") == 0);
  std::string name = "line";
  for (int i = 0; i < 40; ++i) {
    loader.add("v" + std::to_string(i), "variant \"V\" of " + name);
    name = "v" + std::to_string(i);
  }
  CHECK(errors_of("variant \"V\" of " + name, loader).find("G0412") != std::string::npos);
}

TEST_CASE("variants: only they change anything, and nobody uses one") {
  CHECK(errors_of("library l\nremove let x\noption y = 3\nreplace let z = 1") ==
        "v.glint:2:1 G0511 there is nothing to remove but in a variant\n"
        "v.glint:3:1 G0511 the option `y` has no values\n"
        "v.glint:4:1 G0511 there is nothing to replace but in a variant\n");
  CHECK(changed("replace option first = left").find("G0511 a new default replaces nothing") != std::string::npos);
  MemoryLoader loader = files();
  loader.add("other", "variant \"O\" of line");
  loader.add("tools", "library tools\nlet one = 1");
  CHECK(errors_of("variant \"V\" of line\nuse tools\nreplace let one = 2", loader) ==
        "v.glint:3:13 G0509 the game has no let `one` to replace [tools:2 it is in this library]\n");
  CHECK(errors_of("variant \"V\" of line\nuse other", loader) ==
        "v.glint:2:5 G0205 `other` is a variant, and only libraries can be used [other:1 it says so here]\n");
}

TEST_CASE("variants: what is misspelt is told with what was meant") {
  CHECK(changed("remove mov pass") == "v.glint:2:8 G0101 expected what to remove from the game, found `mov`\n");
  CHECK(changed("remove move") ==
        "v.glint:2:12 G0101 expected the name of what to remove after `move`, found the end of the file\n");
  CHECK(changed("replace test \"t\" { }") ==
        "v.glint:2:9 G0101 expected the declaration that replaces one of the game, found `test`\n");
  CHECK(errors_of("variant V of line") ==
        "v.glint:1:9 G0101 expected the variant's name in quotes after `variant`, found `V`\n");
  CHECK(errors_of("variant \"V\" line") ==
        "v.glint:1:13 G0101 expected `of` and the game that it varies, found `line`\n");
  // A block that is not closed ends before the next change.
  CHECK(changed("replace play {\n  repeat { turn of red { choose place else { end : tie } }\nremove move pass\n") ==
        "v.glint:4:1 G0102 expected `}` to close `play`, found `remove` [v.glint:3 opened here]\n");
}

TEST_CASE("variants: the tree says what is changed") {
  Sources sources;
  const auto file = sources.add(
      {"v", "variant \"V\" of \"a/b\"\nremove invariant \"i\"\nremove move m\nreplace let x = 1\noption o = 2"});
  const Parsed parsed = parse(sources, file);
  REQUIRE(parsed.diagnostics.empty());
  CHECK(tree::dump(parsed.file) ==
        "(variant \"a/b\" (text \"V\"))\n(invariant removed (text \"i\"))\n(move removed m)\n(let replacing x 1)\n"
        "(option o 2)\n");
}
