// The layout of scripts: what it looks like, that it stays as it is when it is made again, and that it never changes
// what a script says, wherever comments are.
#include "lang/format/format.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "lang/parse/parse.hpp"
#include "lang/source/text.hpp"
#include "tests/catch.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/dump_tree.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;

lang::Formatted formatted(const std::string& text, lang::LineRange range = {}) {
  lang::Sources sources;
  return lang::format(sources, sources.add({"a.glint", text}), range);
}

/// The new layout, which must be safe, and stay as it is.
std::string layout(const std::string& text) {
  const lang::Formatted once = formatted(text);
  INFO(text);
  REQUIRE(once.diagnostics.empty());
  REQUIRE(once.is_safe);
  INFO(once.text);
  CHECK(formatted(once.text).text == once.text);
  return once.text;
}

/// The tree as text. Blanks do not count: the rows of drawn boards move.
std::string tree_of(const std::string& text) {
  lang::Sources sources;
  std::string dump = tree::dump(lang::parse(sources, sources.add({"a.glint", text})).file);
  for (std::size_t at = dump.find("\\n"); at != std::string::npos; at = dump.find("\\n", at)) dump.erase(at, 2);
  dump.erase(std::remove_if(dump.begin(), dump.end(), [](char c) { return c == ' ' || c == '\n'; }), dump.end());
  return dump;
}

std::vector<std::string> bundled_scripts() {
  std::vector<std::string> texts;
  for (const char* folder : {"/games", "/examples", "/stdlib"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_folder() + folder)) {
      if (entry.path().extension() != ".glint") continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      texts.push_back(text.str());
    }
  }
  return texts;
}

}  // namespace

TEST_CASE("format: indentation, blanks and empty lines", "[format]") {
  CHECK(layout("\n\n  game   \"A\"\nuse square\n\n\n\nplayers a,b\n"
               "move  place \"{at}\"{\npick at in empty  & rank( 1 )\n\n"
               "        if count( empty )==3{ put lamp( facing=e )on at ; remove a1 }else {\n\n"
               "tie=-1\n}\n\n}\n\n\n") ==
        "game \"A\"\nuse square\n\nplayers a, b\n"
        "move place \"{at}\" {\n  pick at in empty & rank(1)\n\n"
        "  if count(empty) == 3 { put lamp(facing = e) on at; remove a1 } else {\n"
        "    tie = -1\n  }\n}\n");
  CHECK(layout("let a={red,green}\nlet b = { c in cells where glow[ c ]=={} }\nlet d=- 1 .. x.y+2\nvar e :0..3=0") ==
        "let a = {red, green}\nlet b = {c in cells where glow[c] == {}}\nlet d = -1..x.y + 2\nvar e: 0..3 = 0\n");
  CHECK(layout(
            "clock{turn 2:00;out:opponent wins}\nend for p in player when a[p]==0:p+1 wins\nlet n = sum x in a:f(x)") ==
        "clock { turn 2:00; out: opponent wins }\nend for p in player when a[p] == 0 : p + 1 wins\n"
        "let n = sum x in a : f(x)\n");
  CHECK(layout("beam{ends{lost,home}}\nbeam{}") == "beam { ends {lost, home} }\nbeam { }\n");
  CHECK(layout("") == "");
  CHECK(layout("\xEF\xBB\xBF// only this\r\n\r\n") == "// only this\n");
}

TEST_CASE("format: lines stay lines, but blocks over several lines have lines of their own", "[format]") {
  CHECK(layout("let a =\nb\nand c\n or (d\nor e)\nlet f = {x in cells\nwhere x in g}\n") ==
        "let a =\n  b\n  and c\n  or (d\n    or e)\nlet f = {x in cells\n  where x in g}\n");
  CHECK(layout("setup { put lamp on a1\nput lamp on b1 }\nplay\n{ turn of a { choose b } }") ==
        "setup {\n  put lamp on a1\n  put lamp on b1\n}\nplay { turn of a { choose b } }\n");
  CHECK(layout("do a() {\nif b { c() }\nelse { d() }\nif b {\nc()\n}\nelse if d { e() }\n}\n") ==
        "do a() {\n  if b { c() }\n  else { d() }\n  if b {\n    c()\n  } else if d { e() }\n}\n");
  CHECK(layout("setup { a();\n;b();;c(); }") == "setup {\n  a()\n  b(); c()\n}\n");
  CHECK(layout("move a \"a\" { require b\n\"no\" }") == "move a \"a\" {\n  require b\n    \"no\"\n}\n");
}

TEST_CASE("format: neighbouring lines share columns", "[format]") {
  CHECK(
      layout("move a \"a\" {\nrequire b \"no\"\npick c in direction\nrequire longer == 3 \"no\" // why\nd = 1 // "
             "so\nee = 2\n}") ==
      "move a \"a\" {\n  require b             \"no\"\n  pick c in direction\n  require longer == 3   \"no\"  // why\n"
      "  d  = 1                      // so\n  ee = 2\n}\n");
  CHECK(
      layout("piece a { when beam comes {\nfrom behind -> straight { beam.a = b }\nfrom ahead -> stops\n"
             "otherwise -> reflects across x { beam.a = b }\n} }") ==
      "piece a {\n  when beam comes {\n    from behind -> straight          { beam.a = b }\n    from ahead  -> stops\n"
      "    otherwise   -> reflects across x { beam.a = b }\n  }\n}\n");
  // An empty line parts columns, and so does a line that would be too long.
  CHECK(layout("let a = 1 // x\nlet bbbb = 2 // y\n\nlet c = 3 // z\n") ==
        "let a = 1     // x\nlet bbbb = 2  // y\n\nlet c = 3  // z\n");
  const std::string longest(80, 'l');
  CHECK(layout("let a = 1 // x\nlet " + longest + " = 2 // y\n") == "let a = 1  // x\nlet " + longest + " = 2  // y\n");
}

TEST_CASE("format: comments are where they are meant, and drawn boards move whole", "[format]") {
  CHECK(layout("/// of a\n   // and\nlet a = 1   // here\n  setup {\n// in\nb()\n    // last\n}\n// end") ==
        "/// of a\n// and\nlet a = 1  // here\nsetup {\n  // in\n  b()\n  // last\n}\n// end\n");
  CHECK(layout("let a = // why\n1\nsetup { // what\nb() }") == "let a =  // why\n  1\nsetup {  // what\n  b()\n}\n");
  CHECK(layout("test \"a\" {\nmap \"\"\"\n        . a\n      b .  \n\n \"\"\"\nexpect b\n}") ==
        "test \"a\" {\n  map \"\"\"\n      . a\n    b .\n\n  \"\"\"\n  expect b\n}\n");
  const std::string tabs = "test \"a\" {\n  map \"\"\"\n\t. a\n \"\"\"\n}\n";
  CHECK(layout(tabs) == tabs);
}

TEST_CASE("format: a text with errors stays as it was", "[format]") {
  const std::string wrong = "game \"A\"\nlet a = (1\nlet   b = 2\n";
  const lang::Formatted kept = formatted(wrong);
  CHECK(kept.text == wrong);
  REQUIRE(kept.diagnostics.size() == 1);
  CHECK(lang::code_name(kept.diagnostics[0].code) == "G0102");
  CHECK(formatted("a\xFF").diagnostics.size() == 1);
}

TEST_CASE("format: some lines alone", "[format]") {
  const std::string text = "let  a = 1\nlet  b = 2\nsetup {  c()\nd() }\nlet  e = 3";
  CHECK(formatted(text, {2, 2}).text == "let  a = 1\nlet b = 2\nsetup {  c()\nd() }\nlet  e = 3");
  CHECK(formatted(text, {3, 3}).text == "let  a = 1\nlet  b = 2\nsetup {\n  c()\nd() }\nlet  e = 3");
  CHECK(formatted(text, {5, 5}).text == "let  a = 1\nlet  b = 2\nsetup {  c()\nd() }\nlet e = 3\n");
  CHECK(formatted(text, {9, 12}).text == text);
  CHECK(formatted("a = 1\r\nb\n", {1, 1}).text == "a = 1\r\nb\n");
}

TEST_CASE("format: all bundled scripts keep their trees", "[format]") {
  for (const std::string& text : bundled_scripts()) CHECK(tree_of(layout(text)) == tree_of(text));
}

TEST_CASE("format: any part of a bundled script can be formatted alone", "[format]") {
  std::uint32_t tried = 0;
  for (const std::string& text : bundled_scripts()) {
    const auto lines = static_cast<std::uint32_t>(lang::lines_of(text).size());
    for (std::uint32_t first = 1; first <= lines; ++first) {
      if (!test::sampled(tried) || ++tried % 8 != 0) continue;
      // Blanks added to each line, so that there is something to do.
      std::string wide;
      for (const std::string_view line : lang::lines_of(text)) wide += "  " + std::string(line) + "\n";
      const lang::Formatted some = formatted(wide, {first, first + tried % 20});
      INFO("lines " << first << " to " << first + tried % 20 << " of\n" << wide);
      REQUIRE(some.is_safe);
      REQUIRE(some.diagnostics.empty());
    }
  }
}

// Each declaration by itself, as a text of its own, so that this is quick.
TEST_CASE("format: a comment in any gap between tokens stays in its gap", "[format]") {
  std::size_t tried = 0, kept = 0;
  for (const std::string& script : bundled_scripts()) {
    lang::Sources sources;
    const lang::Parsed parsed = lang::parse(sources, sources.add({"a.glint", script}));
    for (const tree::Decl& decl : parsed.file.decls) {
      const std::string text = script.substr(decl.span.begin, decl.span.end - decl.span.begin);
      bool in_word = false;
      for (std::size_t at = 0; at <= text.size(); ++at) {
        const bool is_word =
            at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
        const bool is_gap = !(is_word && in_word);
        in_word = is_word;
        if (!is_gap || text.size() > 4000 || !test::sampled(++tried)) continue;
        const std::string with = text.substr(0, at) + "// a word\n" + text.substr(at);
        const lang::Formatted laid_out = formatted(with);
        if (!laid_out.diagnostics.empty()) continue;  // a line cannot end there
        INFO(with);
        REQUIRE(laid_out.is_safe);
        INFO(laid_out.text);
        REQUIRE(laid_out.text.find("// a word") != std::string::npos);
        REQUIRE(formatted(laid_out.text).text == laid_out.text);
        ++kept;
      }
    }
  }
  CHECK(kept > tried * test::scale() / 4);
}

TEST_CASE("format: a layout that is longer than a script may be is said to be that", "[format]") {
  const auto told = [](int lines) {
    std::string text = "game \"x\"\nlet a = {\n";
    for (int i = 0; i < lines; ++i) text += "a1, // x\n";
    return formatted(text + "a1}\n");
  };
  CHECK(told(43'000).diagnostics.empty());
  const lang::Formatted large = told(44'000);
  REQUIRE(large.diagnostics.size() == 1);
  CHECK(large.diagnostics[0].code == lang::Code::G0103);
  CHECK(large.is_safe);
}

TEST_CASE("format: made-up scripts", "[format][smith]") {
  for (std::uint64_t seed = 0; seed < test::scaled<std::uint64_t>(100); ++seed) {
    smith::Tape tape(seed);
    const smith::Script made = smith::script(tape);
    CHECK(tree_of(layout(made.game)) == tree_of(made.game));
    layout(made.variant);
  }
}
