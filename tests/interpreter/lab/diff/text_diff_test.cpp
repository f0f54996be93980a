// What a change of rules changes in the text.
#include <algorithm>
#include <set>

#include <glint/diff.hpp>
#include "tests/interpreter/lab/diff/row_game.hpp"
#include "tests/support/loading.hpp"

namespace {

using glint::Game;
using glint::TextDiff;
using glint::test::kRow;
using glint::test::must;
using glint::test::replaced;
using glint::test::script;

}  // namespace

TEST_CASE("diff: what changed in the text, in the words of the language") {
  const std::string now = replaced(
      replaced(replaced(replaced(std::string(kRow) + "var extra: flag = off\n", "  turns += 1\n}\nmove lay",
                                 "  require turns < 8   \"enough\"\n  turns += 1   // and no more\n}\nmove lay"),
                        "score p = count(stone of p)\n", ""),
               "piece stone of player { }\n", "// stones\npiece   stone of player { look \"o\" }\n"),
      "pick at in empty & {c", "pick at in empty - {c");
  const TextDiff text =
      glint::diff_text(script(replaced(kRow, ": score", ": tie")), script(replaced(now, ": score", ": tie")));
  REQUIRE(text.added.size() == 1);
  CHECK(text.added[0].kind == "var");
  CHECK(text.added[0].name == "extra");
  CHECK(text.added[0].now.text == "var extra: flag = off");
  REQUIRE(text.removed.size() == 1);
  CHECK(text.removed[0].kind == "score");
  REQUIRE(text.changed.size() == 3);
  CHECK(text.changed[0].name == "stone");
  CHECK(text.changed[1].name == "place");
  REQUIRE(text.changed[1].parts.size() == 1);
  CHECK(text.changed[1].parts[0].before.text.empty());
  CHECK(text.changed[1].parts[0].now.text == "require turns < 8   \"enough\"");
  CHECK(text.changed[1].parts[0].now.line > 10);
  CHECK(text.changed[2].name == "lay");
  REQUIRE(text.changed[2].parts.size() == 1);
  CHECK(text.changed[2].parts[0].before.text == "pick at in empty & {c in cells where c.y == 1}");
  CHECK(text.changed[2].parts[0].now.text == "pick at in empty - {c in cells where c.y == 1}");
  CHECK_FALSE(text.is_identical);
}

TEST_CASE("diff: comments, layout and tests are no change, but where a statement stands is one") {
  const std::string laid_out =
      replaced(replaced(std::string("// first\n") + kRow, "put stone(owner = me) on at\n  turns += 1\n",
                        "put stone(\n    owner = me) on at;   turns += 1 // counts\n"),
               "setup {", "\n\n/// How it begins.\nsetup {") +
      "test \"one\" { play \"b1\" }\n";
  const TextDiff same = glint::diff_text(script(kRow), script(laid_out));
  CHECK(same.same());
  CHECK(same.is_identical);
  const std::string block =
      "move lay \"glass {at}\" { pick at in empty; if turns == 1 { turns += 1; put glass on at } }\n";
  const std::string moved =
      "move lay \"glass {at}\" { pick at in empty; if turns == 1 { turns += 1 }; put glass on at }\n";
  const std::string head(kRow, std::string(kRow).find("move lay")),
      tail(std::string(kRow).substr(std::string(kRow).find("setup")));
  const TextDiff text = glint::diff_text(script(head + block + tail), script(head + moved + tail));
  REQUIRE(text.changed.size() == 1);
  CHECK_FALSE(text.changed[0].parts.empty());
}

TEST_CASE("diff: of a changed declaration only lines with other words are told") {
  const std::string head(kRow, std::string(kRow).find("move lay")),
      tail(std::string(kRow).substr(std::string(kRow).find("setup")));
  const std::string before = "move lay \"glass {at}\" {\n  pick at in empty\n  // why\n  put glass on at\n}\n",
                    now = "move lay \"glass {at}\" {\n    pick at in empty;  // more\n\n    put   glass on at\n"
                          "    turns += 1 +\n      count(glass)\n}\n";
  const TextDiff text = glint::diff_text(script(head + before + tail), script(head + now + tail));
  REQUIRE(text.changed.size() == 1);
  REQUIRE(text.changed[0].parts.size() == 1);
  const auto& [was, is] = text.changed[0].parts[0];
  CHECK(was.text.empty());
  CHECK(is.text == "turns += 1 +\n  count(glass)");
  const int line = static_cast<int>(std::count(head.begin(), head.end(), '\n')) + 1;
  CHECK(is.line == line + 4);
  CHECK(is.end_line == line + 5);
}

TEST_CASE("diff: a line of a move that only stands elsewhere goes there and comes here") {
  const std::string head(kRow, std::string(kRow).find("move lay")),
      tail(std::string(kRow).substr(std::string(kRow).find("setup")));
  const std::string first = "end when turns > 7 : tie", second = "end when turns > 6 : score";
  const auto with = [&](const std::string& one, const std::string& other) {
    return script(head + "move lay \"glass {at}\" { pick at in empty; put glass on at\n  " + one + "\n  " + other + "\n}\n" +
                  tail);
  };
  const TextDiff text = glint::diff_text(with(first, second), with(second, first));
  REQUIRE(text.changed.size() == 1);
  REQUIRE(text.changed[0].parts.size() == 2);
  CHECK(text.changed[0].parts[0].before.text + text.changed[0].parts[0].now.text ==
        text.changed[0].parts[1].before.text + text.changed[0].parts[1].now.text);
}

TEST_CASE("diff: a variant is compared as the game that it comes to") {
  const Game boundary = must(Game::bundled("boundary")), rounds = must(Game::bundled("boundary_in_rounds"));
  const TextDiff text = glint::diff_text(boundary, rounds);
  CHECK(text.removed.size() == 1);
  CHECK(text.removed.at(0).kind == "heuristic");
  std::vector<std::string> added;
  for (const auto& change : text.added) added.push_back(change.kind);
  CHECK(added == std::vector<std::string>{"option", "var", "score"});
  REQUIRE(text.changed.size() == 1);
  CHECK(text.changed[0].kind == "play");

  const TextDiff glass = glint::diff_text(must(Game::bundled("the_beam")), must(Game::bundled("glass")));
  REQUIRE(glass.changed.size() == 1);
  REQUIRE(glass.changed[0].parts.size() == 1);
  CHECK(glass.changed[0].parts[0].now.text == "when beam comes -> straight, reflects across line");

  const TextDiff broad = glint::diff_text(must(Game::bundled("laser_lawn")), must(Game::bundled("broad_lawn")));
  CHECK(broad.options.size() == 2);
  CHECK(broad.changed.size() == 1);  // the clock
}

TEST_CASE("diff: what a variant extends and adds to moves is told by its own lines") {
  const Game lawn = must(Game::bundled("laser_lawn"));
  const auto variant = [](const std::string& changes) {
    return must(Game::from_text("variant \"V\" of laser_lawn\n" + changes, "v.glint"));
  };
  const TextDiff text =
      glint::diff_text(lawn, variant("extend piece emitter { worth: 1..3 = 1 }\nafter place { require at != D4 }"));
  REQUIRE(text.changed.size() == 1);
  CHECK(text.changed[0].name == "emitter");
  CHECK(text.changed[0].now.text.find("extend piece emitter") != std::string::npos);
  REQUIRE(text.changed[0].parts.size() == 1);
  CHECK(text.changed[0].parts[0].now.file == "v.glint");
  CHECK(text.changed[0].parts[0].now.text == "extend piece emitter { worth: 1..3 = 1 }");
  REQUIRE(text.added.size() == 1);
  CHECK(text.added[0].kind == "after");
  CHECK(text.added[0].name == "place");
  // Another requirement in its place is a change of it.
  const TextDiff other =
      glint::diff_text(variant("after place { require at != D4 }"), variant("after place { require at != D5 }"));
  CHECK(other.changed.size() == 1);
  CHECK(other.added.empty());
}

TEST_CASE("diff: options set differently") {
  const Game own = must(Game::bundled("boundary")), all = must(Game::bundled("boundary", {{"balance", "all"}}));
  const TextDiff text = glint::diff_text(own, all);
  CHECK_FALSE(text.same());
  CHECK_FALSE(text.is_identical);
  REQUIRE(text.options.size() == 1);
  CHECK(text.options[0].name == "balance");
  CHECK(text.options[0].before == "own");
  CHECK(text.options[0].now == "all");
}
