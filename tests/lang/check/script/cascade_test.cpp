// Each mistake once: what a syntax error or a missing part of a script makes unknown is not told on top of it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "lang/check/check.hpp"
#include "tests/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint::lang;

std::string file_text(const std::filesystem::path& path) {
  std::ifstream in(std::filesystem::path(glint::test::source_folder()) / path, std::ios::binary);
  REQUIRE(in.good());
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

MemoryLoader library() {
  MemoryLoader loader;
  for (const char* name : {"hex", "square", "optics", "light", "hours", "geometry"})
    loader.add(name, file_text(std::filesystem::path("stdlib") / (std::string(name) + ".glint")));
  return loader;
}

/// The errors of a script, rendered.
std::vector<Diagnostic> errors_of(const std::string& text) {
  MemoryLoader loader = library();
  Sources sources;
  return check(sources, sources.add({"t.glint", text}), loader).diagnostics;
}

struct Token {
  std::size_t begin, end;
};

/// Words, texts and signs, without comments.
std::vector<Token> tokens_of(const std::string& text) {
  const auto word = [&](std::size_t i) {
    return std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_';
  };
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (text[i] == ' ' || text[i] == '\n') {
      ++i;
      continue;
    }
    if (text.compare(i, 3, "\"\"\"") == 0) {
      end = text.find("\"\"\"", i + 3) + 3;
    } else if (text[i] == '"') {
      end = text.find('"', i + 1) + 1;
    } else if (word(i)) {
      while (end < text.size() && word(end)) ++end;
    }
    tokens.push_back({i, end});
    i = end;
  }
  return tokens;
}

std::string codes(const std::vector<Diagnostic>& diagnostics) {
  std::string all;
  for (const Diagnostic& each : diagnostics) all += (all.empty() ? "" : " ") + std::string(code_name(each.code));
  return all;
}

std::string codes_of(const std::string& script) {
  Sources sources;
  MemoryLoader loader = library();
  const std::uint32_t file = sources.add({"test.glint", script});
  const Checked checked = check(sources, file, loader);
  INFO(render(checked.diagnostics, sources));
  return codes(checked.diagnostics);
}

const std::string kDuel = R"(game "Duel"
use square, optics
players red, blue
option size: 5..7 = 6
board grid(size, size)
beam { power: clamped 0..3 = 3; ends {burnt} }
piece king of player { when beam comes { otherwise -> stops as burnt }; look "{owner:1}K" }
piece laser of player {
  facing: direction
  emits facing
  look "{owner:1}L{facing}"
}
piece mirror of player { line: axis; when beam comes { otherwise -> mirrors(line) }; look "{owner:1}{line}" }
let hit_kings = beams.hits & king
do no_suicide() { require not (hit_kings meets king of me) "your own king would burn" }
move step "{from}-{to}" {
  pick from in (king | mirror) of me
  pick to in (from + around) & empty
  move from to to
  no_suicide()
}
move aim "aim {at} {way}" { pick at in laser of me; pick way in direction; at.facing = way }
setup {
  put laser(owner = red, facing = e) on a1
  put king(owner = blue) on b4 + n
  put mirror(owner = red, line = rising) on c1
}
play { repeat { turn of each player { choose step or aim else { end : opponent wins } } } }
end for p in player when king of p meets hit_kings : p + 1 wins
test "it begins" { expect count(king of blue) == 1 }
)";

/// The script with its first `what` replaced.
std::string with(const std::string& what, const std::string& by) {
  std::string script = kDuel;
  const std::size_t at = script.find(what);
  REQUIRE(at != std::string::npos);
  return script.replace(at, what.size(), by);
}

}  // namespace

TEST_CASE("cascades: a broken token is one mistake", "[check][cascade]") {
  MemoryLoader loader = library();
  int broken = 0, more = 0;
  std::uint64_t tried = 0;
  for (const char* path : {"games/boundary.glint", "games/laser_lawn.glint"}) {
    const std::string script = file_text(path);
    const std::vector<Token> tokens = tokens_of(script);
    // A stride that meets every sort of token as the files change.
    for (std::size_t i = 0; i < tokens.size(); i += 29) {
      for (const char* by : {"", "?", "zzz zzz"}) {
        if (!glint::test::sampled(tried++)) continue;
        std::string wrong = script;
        wrong.replace(tokens[i].begin, tokens[i].end - tokens[i].begin, by);
        Sources sources;
        const std::uint32_t file = sources.add({path, wrong});
        const Checked checked = check(sources, file, loader);
        const auto is_syntax = [](const Diagnostic& each) { return code_name(each.code).substr(0, 3) == "G01"; };
        const auto count = std::count_if(checked.diagnostics.begin(), checked.diagnostics.end(), is_syntax);
        if (count == 0) continue;
        ++broken;
        INFO(path << " `" << script.substr(tokens[i].begin, tokens[i].end - tokens[i].begin) << "` -> `" << by << "`\n"
                  << render(checked.diagnostics, sources));
        // Nothing but what is wrong with the syntax.
        CHECK(static_cast<std::size_t>(count) == checked.diagnostics.size());
        more += count > 1 ? 1 : 0;
      }
    }
  }
  CHECK(broken > glint::test::scaled(250));
  // Where a brace is lost, a second place may be wrong as well; seldom.
  CHECK(more * 20 < broken);
}

TEST_CASE("cascades: what is missing is told once", "[check][cascade]") {
  CHECK(codes_of(kDuel).empty());
  CHECK(codes_of(with("players red, blue\n", "")) == "G0405");
  CHECK(codes_of(with("board grid(size, size)\n", "")) == "G0405");
  CHECK(codes_of(with("board grid(", "board gird(")) == "G0201");
  CHECK(codes_of(with("use square, optics", "use squares, optics")) == "G0202");
  CHECK(codes_of(with("players red, blue", "playrs red, blue")) == "G0101");
  CHECK(codes_of(with("board grid", "bord grid")) == "G0101");
  CHECK(codes_of(with("piece laser", "peice laser")) == "G0101");
  // A field of a name that it may not have is a field all the same.
  CHECK(codes_of("game \"Levels\"\nuse square\nplayers sun, moon\nboard square(3, 3)\n"
                 "piece tower { level: 0..3; look \"{level}\" }\n"
                 "move build \"{at}\" { pick at in tower; at.level += 1; require at.level < 3 }\n"
                 "setup { put tower(level = 0) on cells }\n"
                 "play { repeat { turn of each player { choose build else { end : tie } } } }\n") == "G0203");
  CHECK(codes_of(with("facing: direction", "facing direction")) == "G0101");
  CHECK(codes_of(with("use square, optics", "import square, optics")) == "G0101");
  CHECK(codes_of(with("move step \"", "move step \"{")) == "G0102");
  CHECK(codes_of(with("move step \"{from}-{to}\"", "move step")) == "G0101");
  CHECK(codes_of(with("pick from in", "pick from of")) == "G0101");
  CHECK(codes_of(with("choose step or aim", "choose step ro aim")) == "G0101");
  CHECK(codes_of(with("repeat {", "repeat untl {")) == "G0101");
}

TEST_CASE("cascades: uses of a name that is lost are not told, even if another name is near", "[check][cascade]") {
  const std::string near = "let hit_kinks = king\n";
  for (const char* broken : {"let ? =", "let =", "let zzz zzz =", "let 4hit_kings ="}) {
    INFO(broken);
    CHECK(codes_of(with("let hit_kings =", near + broken)) == "G0101");
  }
  CHECK(codes_of(with("piece king of", "piece kin { look \"k\" }\npiece ? of")) == "G0101");
  CHECK(codes_of(with("play { repeat", "var k: 1..2 = 1\nplay { draw ? in 1..2; repeat") +
                 "test \"a\" { draw k = 1 }\ntest \"b\" { draw k = 2 }\n") == "G0101");
  // The lost declaration shows its name, so another one may be misspelt.
  CHECK(codes_of(with("let hit_kings =", near + "let hit_kings ==") + "let wrong = hit_kinds\n") == "G0101 G0201");
  CHECK(codes_of(with("let hit_kings =", near + "hit_kings =") + "let wrong = hit_kinds\n") == "G0101 G0201");
}

TEST_CASE("cascades: mistakes that have nothing to do with the syntax error are told", "[check][cascade]") {
  CHECK(codes_of(with("end for p", "test \"second\" { expcet on }\nend for p") + "let wrong = 1 + kings\n") ==
        "G0101 G0201");
  CHECK(codes_of(with("let hit_kings =", "let hits_kings ==") + "let wrong: 1..3 = 7\n") == "G0101 G0304");
}

TEST_CASE("cascades: what makes the board unknown is told itself", "[check][cascade]") {
  const std::string script = R"(game "Own board"
players red, blue
lattice ways { e = (1, 0); w = (-1, 0); drawn at (x, y) }
board on ways { cells x in -farfar, y in 0..1; label "{lower(x)}{y}" }
piece stone { look "o" }
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)";
  CHECK(codes_of(script) == "G0201");
  // Nor is a game taken for right in which only a name was passed over that a broken test has, too.
  Sources sources;
  MemoryLoader loader = library();
  const std::string wrong = with("count(king of blue) == 1 }", "count( == kinks }") + "let more = kinks\n";
  const Checked checked = check(sources, sources.add({"test.glint", wrong}), loader);
  CHECK(codes(checked.diagnostics) == "G0101 G0201");
  CHECK_FALSE(checked.rules.has_value());
}

TEST_CASE("cascades: of very many errors a hundred are shown", "[check][cascade]") {
  std::string script = kDuel;
  for (int i = 0; i < 400; ++i) script += "let wrong_" + std::to_string(i) + " = qqqqqq\n";
  Sources sources;
  MemoryLoader loader = library();
  const Checked checked = check(sources, sources.add({"test.glint", script}), loader);
  REQUIRE(checked.diagnostics.size() == 100);
  CHECK(checked.diagnostics.back().message == "and 301 more errors");
  CHECK_FALSE(checked.rules.has_value());
}

TEST_CASE("a mistake in a test does not keep the game from being played", "[check]") {
  Sources sources;
  MemoryLoader loader = library();
  const std::uint32_t file =
      sources.add({"test.glint", kDuel + "test \"wrong\" { expect kings == {} }\ntest \"broken { }\n"});
  const Checked checked = check(sources, file, loader);
  CHECK(codes(checked.diagnostics) == "G0201 G0102");
  REQUIRE(checked.rules.has_value());
  REQUIRE(checked.rules->tests.size() == 3);
  CHECK(checked.rules->tests[0].mistakes.empty());
  CHECK(checked.rules->tests[1].mistakes.find("did you mean `king`?") != std::string::npos);
  CHECK(checked.rules->tests[2].mistakes.find("not closed") != std::string::npos);
}

TEST_CASE("a piece without a look is a warning", "[check]") {
  Sources sources;
  MemoryLoader loader = library();
  const std::uint32_t file = sources.add({"test.glint", with("; look \"{owner:1}K\"", "")});
  const Checked checked = check(sources, file, loader);
  REQUIRE(codes(checked.diagnostics) == "G0416");
  CHECK(checked.diagnostics.front().severity == Severity::warning);
  CHECK(checked.rules.has_value());
}

TEST_CASE("cascades: a type that is called like a word, and parameters that are called like a direction", "[check]") {
  const std::vector<Diagnostic> found = errors_of(
      "game \"A\"\nuse square\nplayers sun, moon\ntype letter = {A, B}\nboard grid(3, 3)\n"
      "piece dot { shows: letter; look \"{shows}\" }\nlet worth[x: letter] = [2, 3]\n"
      "let good(w: letter): flag = worth[w] > 2 or w == B\nlet best[w: letter]: set of letter = [{}, {A}]\n"
      "move place \"{spot}\" { pick spot in empty; put dot(shows = A) on spot }\n"
      "play { repeat { turn of each player { choose place else { end : tie } } } }\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].message == "`letter` is a word of the language");
  CHECK(found[1].message == "`w` is a direction of the board");
  CHECK(found[1].others.size() == 2);  // the lattice, and the other parameter
}

TEST_CASE("labels that are directions or other values are a warning", "[check]") {
  const auto game = [](const std::string& label) {
    return "game \"A\"\nuse square\nplayers sun, moon\ntype mark = {B2, other}\n"
           "board on square4 { cells x in 1..6, y in 1..2; label \"" + label + "\" }\n"
           "piece dot { look \"o\" }\nmove place \"{spot}\" { pick spot in empty; put dot on spot }\n"
           "play { repeat { turn of each player { choose place else { end : tie } } } }\n";
  };
  CHECK(errors_of(game("{lower(x)}{y}")).empty());
  for (const auto& [label, name] : {std::pair("{lower(x)}", "`e`"), {"{letter(x)}{y}", "`B2`"}}) {
    const std::vector<Diagnostic> found = errors_of(game(label));
    REQUIRE(found.size() == 1);
    CHECK(code_name(found[0].code) == "G0204");
    CHECK(found[0].severity == Severity::warning);
    INFO(found[0].message);
    CHECK(found[0].message.find(name) != std::string::npos);
  }
}

TEST_CASE("a `seen` that is always 1 is a warning", "[check]") {
  const auto codes_with = [](const std::string& counter, const std::string& line) {
    return codes(errors_of("game \"A\"\nuse square\nplayers sun, moon\nboard grid(3, 3)\n" + counter +
                           "\npiece man of player { look \"{owner:1}\" }\nsetup { put man(owner = sun) on a1 }\n"
                           "move step \"{from}-{to}\" { pick from in man of me; pick to in from + around & empty\n"
                           "  move from to to; " + line + " }\n"
                           "play { repeat { turn of sun { choose step else { end : tie } } } }\nend when seen == 3 : tie\n"));
  };
  CHECK(codes_with("var quiet: 0..99 = 0", "quiet += 1") == "G0413");
  CHECK(codes_with("var quiet: 0..99 = 0 uncounted", "quiet += 1").empty());
  CHECK(codes_with("var quiet: clamped 0..99 = 0", "quiet += 1").empty());
  CHECK(codes_with("var quiet: 0..99 = 0", "if to == a1 { quiet += 1 }").empty());
  CHECK(codes_with("var quiet: 0..99 = 0", "quiet += 1; if to == a1 { quiet = 0 }").empty());
}

TEST_CASE("cascades: labels that many names collide with, and a word that is declared, are told once") {
  const std::string head = "game \"A\"\nuse square\nplayers sun, moon\n";
  const std::string rest =
      "piece dot { look \"o\" }\nmove place \"{spot}\" { pick spot in empty; put dot on spot }\n"
      "play { repeat { turn of each player { choose place else { end : tie } } } }\n";
  const auto labels =
      errors_of(head + "board on square4 { cells x in 1..9, y in 1..3; label \"a{x}\" }\n" + rest +
                "let near(a1: cell) = a1 + around\nlet far(a2: cell) = a2 + n\ndo act(a3: cell) { remove a3 }\n");
  REQUIRE(labels.size() == 1);
  CHECK(code_name(labels[0].code) == "G0204");
  CHECK(labels[0].others.size() == 2);
  CHECK(labels[0].help == "cells have labels like `a1`; choose another name, or other labels");

  const auto word = errors_of(head + "board grid(3, 3)\n" + rest +
                              "let lower = 3\nend when lower == 4 : tie\ntest \"x\" { expect lower == 3 }\n");
  REQUIRE(word.size() == 1);
  CHECK(word[0].message == "`lower` is a word of the language");
  for (const char* uses : {"var seen: set of cell = {}\nlet dark = empty - seen\ndo light(spot: cell) { seen |= spot }",
                           "let distance(to: cell) = to.x\nlet near = {spot in cells where distance(spot) < 2}",
                           "var hit[spot: cell]: 0..9 = 0\nlet most = max spot in cells : hit[spot] else 0"}) {
    INFO(uses);
    CHECK(errors_of(head + "board grid(3, 3)\n" + rest + uses + "\n").size() == 1);
  }
}

TEST_CASE("cascades: a game that lacks a part is none, whatever is wrong in its tests", "[check][cascade]") {
  const std::string broken = "test \"it begins\" { expect count(king of blue) 1 }";
  const auto without = [&](const std::string& part) {
    std::string script = with(part, "");
    return script.replace(script.find("test \"it begins\""), std::string::npos, broken);
  };
  const auto load = [](const std::string& script, std::string& codes) {
    Sources sources;
    MemoryLoader loader = library();
    const Checked checked = check(sources, sources.add({"test.glint", script}), loader);
    for (const Diagnostic& each : checked.diagnostics) codes += " " + std::string(code_name(each.code));
    return checked.rules.has_value();
  };
  std::string codes;
  CHECK(load(with("test \"it begins\" { expect count(king of blue) == 1 }", broken), codes));  // played without the test
  for (const std::string part : {"players red, blue\n", "board grid(size, size)\n"}) {
    codes.clear();
    INFO(part);
    CHECK_FALSE(load(without(part), codes));
    INFO(codes);
    CHECK(codes.find("G0405") != std::string::npos);
  }
}
