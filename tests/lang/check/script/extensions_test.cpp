// Variants that extend declarations and add to moves, and what they come to.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/lang/check/script/changed_game.hpp"

using namespace glint;
using namespace glint::test;

TEST_CASE("variants: extended declarations have what they had, and more") {
  const rules::Rules more = rules_of(
      "extend piece stone { worth: 1..3 = 2; when beam comes -> stops }\n"
      "extend type hue = {grey \"g\", red}\n"
      "extend beam { age: 0..3 = 1; ends {lost} }\n");
  REQUIRE(more.kinds.size() == 1);
  CHECK(more.kinds[0].fields.size() == 2);
  CHECK(more.kinds[0].owned);
  CHECK(more.kinds[0].reaction >= 0);
  CHECK(more.enums.back().values.size() >= 2);
  CHECK(more.beams.fields.size() == 1);
  CHECK(more.beams.ends == std::vector<std::string>{"lost"});
  // Cases of an extension are tried before those that are there, and later ones before earlier ones.
  MemoryLoader loader = files();
  loader.add("a", "variant \"A\" of line\nextend piece stone { when beam comes { if beam.way == e -> stops } }");
  loader.add("b", "variant \"B\" of line\nextend piece stone { when beam comes { if beam.way == w -> turns 1 } }");
  const rules::Rules both = made(
      "variant \"V\" of line with a, b\nextend piece stone { when beam comes { if here == s1 -> straight } }", loader);
  const std::vector<rules::Case>& cases = both.beams.optics[static_cast<std::size_t>(both.kinds[0].reaction)].cases;
  REQUIRE(cases.size() == 3);
  CHECK(cases[0].outcomes[0].way == Way::straight);
  CHECK(cases[1].outcomes[0].way == Way::turns);
  CHECK(cases[2].outcomes[0].way == Way::stops);
}

TEST_CASE("variants: an extension that does not fit") {
  CHECK(changed("extend piece stoen { worth: 1..3 = 2 }") ==
        "v.glint:2:14 G0509 the game has no piece `stoen` to extend\n");
  CHECK(changed("extend piece hue { worth: 1..3 = 2 }") ==
        "v.glint:2:1 G0509 the game has no piece `hue` to extend [line:5 `hue` is a type there]\n");
  CHECK(changed("extend piece stone { worth: 1..3 }") ==
        "v.glint:2:22 G0515 a field added to `stone` needs an initial value\n");
  CHECK(changed("extend piece stone { look \"o\" }") ==
        "v.glint:2:27 G0515 `stone` has a `look` already [line:9 it is here]\n");
  CHECK(changed("extend piece stone { colour: hue = white }") ==
        "v.glint:2:22 G0203 a second field `colour` in `stone` [line:9 declared here]\n");
  CHECK(changed("extend type hue = 1..3") ==
        "v.glint:2:1 G0515 only a list of values can be extended, and only by more values\n");
  CHECK(changed("extend piece stone of player { worth: 1..3 = 1 }") ==
        "v.glint:2:8 G0511 the owner of a piece cannot be extended\n");
  CHECK(changed("extend let free = cells") ==
        "v.glint:2:8 G0101 expected what to extend: a `piece`, a `type`, the `beam` or the `setup`, found `let`\n");
  CHECK(changed("replace type hue = {white, black}\nextend type hue = {grey}") ==
        "v.glint:3:1 G0512 type `hue` is changed twice [v.glint:2 here already]\n");
  CHECK(errors_of("game \"G\"\nextend beam { ends {lost} }").find("only a variant can `extend`") != std::string::npos);
  MemoryLoader loader = files();
  loader.add("a", "variant \"A\" of line\nextend piece stone { when beam comes -> stops }");
  CHECK(errors_of("variant \"V\" of a\nextend piece stone { when beam comes -> turns 1 }", loader) ==
        "v.glint:2:38 G0515 this case always matches, so it hides those of `stone` [a:2 these come after it]\n");
  loader.add("b", "variant \"B\" of line\nreplace piece stone of player { look \"o\" }");
  CHECK(errors_of("variant \"V\" of line with a, b", loader) ==
        "v.glint:1:29 G0514 `a` extends piece `stone`, and `b` replaces it [a:2 extended here] [b:2 replaced here]\n");
}

TEST_CASE("variants: two that extend the same thing in the same place must be told which it is") {
  MemoryLoader loader = files();
  loader.add("a", "variant \"A\" of line\nextend piece stone { emits e; tint: hue = white }\nextend type hue = {red}");
  loader.add("b", "variant \"B\" of line\nextend piece stone { emits w }\nextend type hue = {grey, red}");
  loader.add("c", "variant \"C\" of line\nextend piece stone { tint: hue = black }\nextend beam { ends {lost} }");
  loader.add("d", "variant \"D\" of line\nextend beam { ends {gone, lost} }");
  CHECK(errors_of("variant \"V\" of line with a, b", loader) ==
        "v.glint:1:29 G0514 `a` and `b` both extend type `hue` [a:3 extended here] [b:3 extended here]\n"
        "v.glint:1:29 G0514 `a` and `b` both extend piece `stone` [a:2 extended here] [b:2 extended here]\n");
  CHECK(errors_of("variant \"V\" of line with a, b\nreplace type hue = {white, black, red}\n"
                  "replace piece stone of player { colour: hue; emits e; look \"{owner:1}\" }",
                  loader)
            .empty());
  CHECK(errors_of("variant \"V\" of line with a, c", loader) ==
        "v.glint:1:29 G0514 `a` and `c` both extend piece `stone` [a:2 extended here] [c:2 extended here]\n");
  CHECK(errors_of("variant \"V\" of line with c, d", loader) ==
        "v.glint:1:29 G0514 `c` and `d` both extend `beam` [c:3 extended here] [d:2 extended here]\n");
  // A variant of `a` sees what `a` has added.
  CHECK(errors_of("variant \"V\" of a\nextend piece stone { emits w }", loader) ==
        "v.glint:2:22 G0515 `stone` has an `emits` already [a:2 it is here]\n");
}

TEST_CASE("variants: what settles a conflict is told as it is written") {
  MemoryLoader loader = files();
  loader.add("one", "variant \"1\" of line\nafter place or pass { last = {} }");
  loader.add("a",
             "variant \"A\" of one\nreplace after pass or place { last = s1 }\n"
             "replace invariant count(stone) <= 2 \"three fit\"");
  loader.add("b", "variant \"B\" of one\nremove after pass or place\nremove invariant \"three fit\"");
  Sources sources;
  const Checked checked = checked_of("variant \"V\" of one with a, b", loader, sources);
  REQUIRE(checked.diagnostics.size() == 2);
  CHECK(checked.diagnostics[1].help ==
        "choose in this variant: `replace after pass or place` with the new rule, or `remove after pass or "
        "place`");
  CHECK(checked.diagnostics[0].help ==
        "choose in this variant: `replace invariant CONDITION \"three fit\"` with the new rule, or `remove "
        "invariant \"three fit\"`");
  const std::string header = "variant \"V\" of one with a, b\n";
  CHECK(
      errors_of(header + "replace after pass or place { last = s2 }\nreplace invariant count(stone) < 9 \"three fit\"",
                loader)
          .empty());
  CHECK(errors_of(header + "remove after pass or place\nremove invariant \"three fit\"", loader).empty());
}

TEST_CASE("variants: the setup is extended, by several too") {
  CHECK(changed("extend setup { last = s1 }") == "v.glint:2:1 G0509 the game has no `setup` to extend\n");
  MemoryLoader loader = files();
  loader.add("set", "variant \"S\" of line\nsetup { last = s1 }");
  loader.add("a", "variant \"A\" of set\nextend setup { put stone(owner = red, colour = white) on s2 }");
  loader.add("b", "variant \"B\" of set\nextend setup { put stone(owner = green, colour = white) on s3 }");
  const rules::Rules both = made("variant \"V\" of set with a, b\nextend setup { last = s3 }", loader);
  CHECK(both.setup.body.size() == 4);
  CHECK(both.setup.body.front().kind == rules::StmtKind::assign);
  CHECK(both.setup.body[1].kind == rules::StmtKind::put);
  CHECK(both.setup.body.back().kind == rules::StmtKind::assign);
  loader.add("c", "variant \"C\" of set\nremove setup");
  CHECK(errors_of("variant \"V\" of set with a, c", loader) ==
        "v.glint:1:28 G0514 `a` extends `setup`, and `c` removes it [a:2 extended here] [c:2 removed here]\n");
}

TEST_CASE("variants: `show beams`, `show cells` and the texts of `show` are changed each by itself") {
  MemoryLoader loader = files();
  loader.add("shown", "variant \"S\" of line\nshow \"{count(last)}\"\nshow beams trace(s1, e)\nshow cells s1 as \"~\"");
  const auto shows = [&](const std::string& changes) {
    const rules::Rules checked = made("variant \"V\" of shown\n" + changes, loader);
    std::string text;
    for (const rules::Show& show : checked.pictures.shows) text += show.beams ? "[" + show.name + "]" : "text ";
    for (const rules::Ground& ground : checked.pictures.grounds) text += ground.sign;
    return text;
  };
  CHECK(shows("") == "text [trace(s1, e)]~");
  CHECK(shows("replace show beams trace(s3, w)") == "text [trace(s3, w)]~");
  CHECK(shows("remove show  beams") == "text ~");
  CHECK(shows("remove show") == "[trace(s1, e)]~");
  CHECK(shows("replace show \"a\"\nshow \"b\"\nremove show cells") == "text [trace(s1, e)]text ");
  // Of `show cells` the first counts: that of the variant.
  CHECK(shows("show cells cells as \"#\"\nshow cells s2 as \"+\"") == "text [trace(s1, e)]#+~");
  loader.add("a", "variant \"A\" of shown\nshow cells s2 as \"a\"");
  loader.add("b", "variant \"B\" of shown\nshow cells s2 as \"b\"");
  CHECK(shows("show edges border \"rim\" as \"|\"") == "text [trace(s1, e)]|~");
  CHECK(shows("show edges border \"rim\" as \"|\"\nremove show cells") == "text [trace(s1, e)]|");
  CHECK(shows("replace show cells s2 as \"+\"") == "text [trace(s1, e)]+");
  const rules::Rules both = made("variant \"V\" of shown with a, b\nshow cells s2 as \"v\"", loader);
  std::string signs;
  for (const rules::Ground& ground : both.pictures.grounds) signs += ground.sign;
  CHECK(signs == "vba~");
}

TEST_CASE("variants: a name that a changed declaration only uses is not said to be gone") {
  MemoryLoader loader = files();
  loader.add("one", "variant \"1\" of line\nafter pass { last = {} }\nmove more \"more\" beside pass { last = {} }");
  const std::string told =
      errors_of("variant \"V\" of one\nremove after pass\nremove move more\nafter pass { pick c in cells }", loader);
  CHECK(told.find("G0402") != std::string::npos);
  CHECK(told.find("`pass` is") == std::string::npos);
  const std::string gone = errors_of("variant \"V\" of one\nremove move more\nafter more { last = {} }", loader);
  CHECK(gone.find("`more` is removed here") != std::string::npos);
}

TEST_CASE("variants: `after` is called by its moves") {
  MemoryLoader loader = files();
  loader.add(
      "a",
      "variant \"A\" of line\nafter place { last = {} }\nafter place or pass { last = {} }\nafter move { last = {} }");
  const auto lines_of = [&](const std::string& changes) {
    const rules::Rules checked = made("variant \"V\" of a\n" + changes, loader);
    return std::vector<std::size_t>{checked.moves[0].body.size(), checked.moves[1].body.size()};
  };
  CHECK(lines_of("") == std::vector<std::size_t>{6, 3});
  CHECK(lines_of("remove after place") == std::vector<std::size_t>{5, 3});
  CHECK(lines_of("remove after pass or place") == std::vector<std::size_t>{5, 2});
  CHECK(lines_of("remove after move\nremove after place") == std::vector<std::size_t>{4, 2});
  CHECK(lines_of("replace after move { last = {}; last = cells & s1 }") == std::vector<std::size_t>{7, 4});
  CHECK(changed("remove after place") == "v.glint:2:1 G0509 the game has no `after place` to remove\n");
}

TEST_CASE("moves: what is added after them is checked in each, and told once") {
  CHECK(changed("after move { require at in cells }") ==
        "v.glint:2:22 G0201 unknown name `at` [line:13 as a line of this move]\n");
  CHECK(changed("after plaec { last = {} }") == "v.glint:2:7 G0201 unknown move `plaec`\n");
  CHECK(changed("after place { pick other in cells }") ==
        "v.glint:2:15 G0402 `pick` is not allowed in an `after` [line:12 as a line of this move]\n");
  CHECK(changed("move more \"more {at}\" beside plaec { pick at in free }") ==
        "v.glint:2:30 G0201 unknown move `plaec`\n");
  CHECK(changed("after { last = {} }").find("v.glint:2:7 G0101 expected the name of a move after `after`") == 0);
  CHECK(changed("after place\nlet x = 1").find("G0101") != std::string::npos);
  // Two of them may use one name each for itself.
  CHECK(
      changed("after place { let n = 1; require count(last) == n }\nafter move { let n = 1; require n == 1 }").empty());
}

TEST_CASE("moves: one beside another may be chosen where that may be, also in groups, and one beside that") {
  const rules::Rules rules = rules_of(
      "move more \"more {at}\" beside place { pick at in free }\nmove most \"most {at}\" beside more { pick at in free "
      "}\n"
      "move any_of = place or pass\nmove last_one \"last\" beside any_of { }\n"
      "replace play { repeat { turn of red { choose any_of }; turn of green { choose place else { end : tie } } } }");
  const rules::Block& turns = rules.play.body[0].body;
  CHECK(turns[0].body[0].moves == std::vector<int>{0, 2, 3, 1, 4});
  CHECK(turns[1].body[0].moves == std::vector<int>{0, 2, 3});
}

TEST_CASE("variants: what adds to moves, choices, pieces and types is what writing it there would be") {
  const auto written = [](std::vector<std::pair<std::string, std::string>> edits) {
    std::string text = kGame;
    for (const auto& [old_part, new_part] : edits) {
      const std::size_t at = text.find(old_part);
      REQUIRE(at != std::string::npos);
      text.replace(at, old_part.size(), new_part);
    }
    rules::Rules rules = made(text, {});
    rules.name = "V";
    rules.doc.clear();
    rules.tests.clear();
    return rules::dump(rules);
  };
  CHECK(
      rules::dump(rules_of("after place { require count(last) == 1 \"one\" }\nafter move { last = last & free }\n"
                           "move more \"more {at}\" beside place { pick at in free }")) ==
      written({{"; last = at }", "; last = at; require count(last) == 1 \"one\"; last = last & free }"},
               {"not can place }",
                "not can place; last = last & free }\nmove more \"more {at}\" { pick at in free; last = last & free }"},
               {"choose place or pass", "choose place or more or pass"}}));
  CHECK(rules::dump(
            rules_of("extend piece stone { worth: 1..3 = 2; when beam comes { if beam.age > 1 -> stops as old } }\n"
                     "extend type hue = {grey}\nextend beam { age: 0..3 = 1; ends {old} }")) ==
        written({{"look \"{owner:1}\"",
                  "worth: 1..3 = 2; when beam comes { if beam.age > 1 -> stops as old }; look \"{owner:1}\""},
                 {"{white, black}", "{white, black, grey}"},
                 {"beam { }", "beam { age: 0..3 = 1; ends {old} }"}}));
}
