// Variants: what a file that states only differences comes to, and what is said when it does not fit its game.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/lang/check/script/changed_game.hpp"

using namespace glint;
using namespace glint::test;

TEST_CASE("variants: without a change it is the game under another name") {
  const rules::Rules same = rules_of("");
  CHECK(same.name == "V");
  CHECK(same.doc.empty());
  CHECK(same.variant_of == "line");
  CHECK(same.tests.empty());  // those of the game say what the game does
  CHECK(names_of(same.moves) == std::vector<std::string>{"place", "pass"});
  CHECK(same.judging.ends.size() == 2);
  CHECK(same.invariants.size() == 2);

  rules::Rules game = made(kGame, {});
  CHECK(game.variant_of.empty());
  game.name = same.name;
  game.doc.clear();
  game.tests.clear();
  CHECK(rules::dump(same) == rules::dump(game));
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
  CHECK(rules_of("replace play { repeat { turn of red { choose place else { end : tie } } } }").play.body.size() == 1);
  CHECK(rules_of("replace players red, green as team\nreplace end when count(last) > 2 : tie").team);
  CHECK(rules_of("replace board on row { cells x in 1..5, y in 1..1; label \"s{x}\" }").name == "V");
  CHECK(rules_of("/// Why.\nreplace option first: {left, right} = left").options[0].doc == "Why.");
}

TEST_CASE("variants: things without a name are meant all by their word, an invariant by its text") {
  CHECK(rules_of("remove end").judging.ends.empty());
  CHECK(rules_of("remove end\nend when free == {} : red wins\nend when last == s1 : tie").judging.ends.size() == 2);
  CHECK(rules_of("replace end when free == {} : red wins").judging.ends.size() == 1);
  CHECK(rules_of("end when last == s1 : tie").judging.ends.size() == 3);
  CHECK(rules_of("remove invariant").invariants.empty());
  CHECK(rules_of("remove invariant \"one is last\"").invariants.size() == 1);
  CHECK(rules_of("replace invariant count(last) == 2  \"three fit\"").invariants.size() == 2);
  CHECK(rules_of("replace invariant count(stone) < 9").invariants.size() == 1);
}

TEST_CASE("variants: of variants, nearest changes last") {
  MemoryLoader loader = files();
  loader.add("near", "variant \"Near\" of line\noption first = right\nlet last_one = last\nremove end\ntest \"t\" { }");
  const rules::Rules two = made(
      "variant \"Far\" of near\nreplace let last_one = free\noption first = left\nend when seen > 2 : tie", loader);
  CHECK(two.variant_of == "near");
  CHECK(two.options[0].initial == 0);
  CHECK(two.judging.ends.size() == 1);
  CHECK(two.tests.empty());
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
        "v.glint:3:1 G0512 let `free` is declared twice [v.glint:2 here already]\n");
  CHECK(changed("let a = 1\nlet a = 2") == "v.glint:3:5 G0203 `a` is declared already [v.glint:2 declared here]\n");
  // Removed and written anew is as good as replaced.
  CHECK(changed("remove let free\nlet free = empty").empty());
}

TEST_CASE("variants: what is wrong in the game's text only now is told there, with what the variant does") {
  CHECK(changed("remove move pass") ==
        "line:14:55 G0201 `pass` is used here, but a variant removes it [v.glint:2 `pass` is removed here]\n");
  CHECK(changed("remove play") == "v.glint:1:1 G0405 this game has no `play` [v.glint:2 `play` is removed here]\n");
  CHECK(changed("replace type hue = {white, grey}") ==
        "line:12:57 G0201 `black` is not a value of `hue` [v.glint:2 `black` is removed by this]\n");
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

TEST_CASE("variants: many changes of a game with many declarations") {
  constexpr int kLets = 4'000;
  const auto repeated = [](int number, const std::string& line) {
    std::string text;
    for (int i = 0; i < number; ++i) text += std::string(line).replace(line.find('#'), 1, std::to_string(i)) + "\n";
    return text;
  };
  MemoryLoader loader = files();
  loader.add("large", kGame + repeated(kLets, "let many_# = 1"));
  const auto errors = [&](const std::string& changes) {
    return errors_of("variant \"V\" of large\n" + changes, loader);
  };
  CHECK(errors(repeated(kLets, "remove let many_#")) == "");
  CHECK(errors(repeated(kLets, "replace let many_# = 2")) == "");
  CHECK(errors(repeated(kLets, "let more_# = 2")) == "");
  const std::string wrong = errors(repeated(kLets, "remove let other_#"));
  CHECK(wrong.find("v.glint:2:12 G0509 the game has no let `other_0` to remove") == 0);
  CHECK(std::count(wrong.begin(), wrong.end(), '\n') > 50);
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
        "v.glint:1:16 G0508 `parts` is a library, and only games have variants [parts:1 the header is here]\n");
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
        "v.glint:2:1 G0511 only a variant can `remove`\n"
        "v.glint:3:1 G0511 the option `y` has no values\n"
        "v.glint:4:1 G0511 only a variant can `replace`\n");
  CHECK(changed("replace option first = left").find("G0511 a new default replaces nothing") != std::string::npos);
  MemoryLoader loader = files();
  loader.add("other", "variant \"O\" of line");
  loader.add("tools", "library tools\nlet one = 1");
  CHECK(errors_of("variant \"V\" of line\nuse tools\nreplace let one = 2", loader) ==
        "v.glint:3:13 G0509 the game has no let `one` to replace [tools:2 it is in this library]\n");
  CHECK(errors_of("variant \"V\" of line\nuse other", loader) ==
        "v.glint:2:5 G0205 `other` is a variant, and only libraries can be used [other:1 the header is here]\n");
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

TEST_CASE("variants: the tree says what is changed, combined, extended and added to moves") {
  const auto tree_of = [](const std::string& script) {
    Sources sources;
    const Parsed parsed = parse(sources, sources.add({"v", script}));
    REQUIRE(parsed.diagnostics.empty());
    return tree::dump(parsed.file);
  };
  CHECK(tree_of("variant \"V\" of \"a/b\"\nremove invariant \"i\"\nremove move m\nreplace let x = 1\noption o = 2") ==
        "(variant \"a/b\" (text \"V\"))\n(invariant removed (text \"i\"))\n(move removed m)\n(let replacing x 1)\n"
        "(option o 2)\n");
  CHECK(tree_of("variant \"V\" of g with a, \"b/c\"\nextend type t = {x}\nafter m or n { end : tie }\nafter move { }\n"
                "move p \"p\" beside m or n { }\nremove after m") ==
        "(variant g (variant a) (variant \"b/c\") (text \"V\"))\n(type extending t (enum x))\n"
        "(after m n (body (end tie)))\n(after)\n(move p m n (text \"p\"))\n(after removed m)\n");
}

TEST_CASE("variants: combined, the changes of all are made, and then the variant's own") {
  MemoryLoader loader = files();
  loader.add("a", "variant \"A\" of line\noption first = right\nlet of_a = 1\nremove end\ntest \"a\" { }");
  loader.add(
      "b",
      "variant \"B\" of line\nreplace let free = cells - last\nend when seen > 2 : tie\nlet of_b = of_c\nlet of_c = 3");
  const rules::Rules both =
      made("variant \"Both\" of line with a,\n  b\nreplace let of_c = of_a\ntest \"own\" { }", loader);
  CHECK(both.variant_of == "line");
  CHECK(both.options[0].initial == 1);
  CHECK(both.judging.ends.size() == 1);
  CHECK(both.lets.size() == 4);
  CHECK(both.tests.size() == 1);
  // Paths do as names do.
  CHECK(errors_of("variant \"V\" of line with \"a\", b", loader).empty());
}

TEST_CASE("variants: what two of them have in common is no conflict") {
  MemoryLoader loader = files();
  loader.add("near", "variant \"Near\" of line\nremove end\nlet common = 1");
  loader.add("a", "variant \"A\" of near\nreplace let common = 2\nend when free == {} : tie");
  loader.add("b", "variant \"B\" of near\noption first = right");
  // Two of one variant; one of the variant that this is of; one of what that is of.
  for (const char* header :
       {"of line with a, b", "of near with a, b", "of a with b", "of b with a", "of a with near"}) {
    CAPTURE(header);
    const rules::Rules checked = made(std::string("variant \"V\" ") + header, loader);
    CHECK(checked.judging.ends.size() == 1);
    CHECK(checked.lets.size() == 2);
  }
  // Alike in the same way.
  loader.add("c", "variant \"C\" of line\nremove end\noption first = right");
  CHECK(errors_of("variant \"V\" of line with b, c", loader).empty());
}

TEST_CASE("variants: two that change the same thing must be told which it is") {
  MemoryLoader loader = files();
  loader.add("a", "variant \"A\" of line\noption first = right\nreplace let free = cells\nlet new = 1\nsetup { }");
  loader.add("b", "variant \"B\" of line\noption first = left\nremove let free\nlet new = 2\nsetup { }");
  const std::string header = "variant \"V\" of line with a, b\n";
  CHECK(errors_of(header, loader) ==
        "v.glint:1:29 G0514 `a` and `b` both set option `first` [a:2 set here] [b:2 set here]\n"
        "v.glint:1:29 G0514 `a` replaces let `free`, and `b` removes it [a:3 replaced here] [b:3 removed here]\n"
        "v.glint:1:29 G0514 `a` and `b` both add let `new` [a:4 added here] [b:4 added here]\n"
        "v.glint:1:29 G0514 `a` and `b` both add `setup` [a:5 added here] [b:5 added here]\n");
  const std::string settled =
      "option first = right\nreplace let free = cells - last\nreplace let new = 7\nremove setup\n";
  CHECK(errors_of(header + settled, loader).empty());
  CHECK(errors_of("variant \"V\" of line with b, a\n" + settled, loader).empty());
  CHECK(errors_of("variant \"V\" of line with b, a\noption first = left\nremove let new\nreplace setup { last = s1 }\n"
                  "replace let free = last",
                  loader)
            .empty());
  // What is added inside settles nothing.
  loader.add("f", "variant \"F\" of line\nreplace type hue = {black, red}");
  loader.add("g", "variant \"G\" of line\nextend type hue = {red}");
  CHECK(errors_of("variant \"V\" of f with g\nextend type hue = {grey}", loader) ==
        "v.glint:1:23 G0514 `f` replaces type `hue`, and `g` extends it [f:2 replaced here] [g:2 extended here]\n");
  CHECK(errors_of("variant \"V\" of f with g\nreplace type hue = {black}", loader).empty());
  // Of three, and where one that is combined has not settled it.
  loader.add("c", "variant \"C\" of line with a, b");
  CHECK(errors_of("variant \"V\" of line with c", loader).find("c:1:29 G0514") == 0);
  loader.add("d", "variant \"D\" of line\nreplace end when free == {} : red wins");
  loader.add("e", "variant \"E\" of line\nremove end");
  CHECK(errors_of("variant \"V\" of d with e", loader) ==
        "v.glint:1:23 G0514 `d` replaces `end`, and `e` removes it [d:2 replaced here] [e:2 removed here]\n");
  CHECK(errors_of("variant \"V\" of d with e\nremove end", loader).empty());
}

TEST_CASE("variants: only variants of one game are combined") {
  MemoryLoader loader = files();
  loader.add("other", std::string(kGame));
  loader.add("a", "variant \"A\" of other");
  loader.add("b", "variant \"B\" of line");
  loader.add("v.glint", "");
  CHECK(errors_of("variant \"V\" of line with b, a", loader) ==
        "v.glint:1:29 G0508 this is a variant of `other`, and not of `line`\n");
  loader.add("far/line", std::string(kGame));
  loader.add("far/a", "variant \"A\" of \"far/line\"");
  CHECK(errors_of("variant \"V\" of line with \"far/a\"", loader) ==
        "v.glint:1:26 G0508 this is a variant of `far/line`, and not of `line`\n");
  CHECK(errors_of("variant \"V\" of b with line", loader) ==
        "v.glint:1:23 G0508 `line` is a game, and only variants can be combined\n");
  CHECK(errors_of("variant \"V\" of line with c", loader) == "v.glint:1:26 G0507 there is no variant `c`\n");
  CHECK(errors_of("variant \"V\" of line with b, \"v.glint\"", loader) ==
        "v.glint:1:29 G0513 this is a variant of itself\n");
  loader.add("x", "variant \"X\" of line with y");
  loader.add("y", "variant \"Y\" of line with x");
  CHECK(errors_of("variant \"V\" of line with x", loader) ==
        "y:1:26 G0513 this is a variant of itself: `x` of `y` of `x`\n");
  CHECK(errors_of("variant \"V\" of line with", loader) ==
        "v.glint:1:25 G0101 expected a variant after `with`, found the end of the file\n");
  // The next line is not swallowed.
  CHECK(errors_of("variant \"V\" of line with\noption first = right") ==
        "v.glint:1:25 G0101 expected a variant after `with`, found the end of the line\n");
}

TEST_CASE("variants: very many are refused, and not gone through for ever") {
  MemoryLoader loader = files();
  loader.add("a", "variant \"A\" of line");
  std::string many = "variant \"V\" of line with a";
  for (int i = 0; i < 255; ++i) many += ", a";
  CHECK(errors_of(many, loader) == "");
  for (int i = 0; i < 45; ++i) many += ", a";
  CHECK(errors_of(many, loader) ==
        "v.glint:1:" + std::to_string(26 + 3 * 256) + " G0412 more than 256 combined variants are too many\n");
  std::string extensions;
  for (int i = 0; i < 257; ++i) extensions += "extend piece stone { when beam comes { if beam.way == e -> stops } }\n";
  CHECK(changed(extensions) == "v.glint:258:1 G0412 more than 256 extensions of one declaration are too many\n");
}

