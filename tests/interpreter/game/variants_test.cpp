// Variants as games: an empty one plays as its game, what is replaced by its own text changes nothing, and what differs
// differs everywhere: in records, hashes, lists.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/game/loading/load.hpp"
#include "interpreter/program/program.hpp"
#include "lang/check/check.hpp"
#include "lang/parse/parse.hpp"
#include "tests/catch.hpp"
#include "tests/support/dump_rules.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;
using tree::Decl;
using tree::DeclKind;

/// A bundled game, read but not checked.
struct Read {
  explicit Read(const std::string& name) {
    const EmbeddedFile* file = bundled_game(name);
    REQUIRE(file != nullptr);
    parsed = lang::parse(sources, sources.add({std::string(file->path), std::string(file->text)}));
    REQUIRE(parsed.diagnostics.empty());
  }
  std::string text(const Decl& decl) const { return std::string(sources.text(decl.span)) + "\n"; }

  lang::Sources sources;
  lang::Parsed parsed;
};

std::string header(const std::string& of) { return "variant \"Same\" of " + of + "\n"; }

Game variant(const std::string& text) { return must(Game::from_text(text, "same.glint")); }

/// What the rules come to, without the names and the tests, in which a variant may differ.
std::string essence(const Game& game) {
  rules::Rules rules = game.program().rules;
  rules.name.clear();
  rules.doc.clear();
  rules.tests.clear();
  return rules::dump(rules);
}

std::vector<std::uint64_t> perft_of(const Game& game) { return must(perft(must(game.start()), 2)); }

std::vector<std::string> all_bundled() {
  std::vector<std::string> names = Game::bundled_names();
  const std::vector<std::string> variants = Game::bundled_variants();
  names.insert(names.end(), variants.begin(), variants.end());
  return names;
}

}  // namespace

TEST_CASE("variants: the empty variant of each bundled game is that game") {
  for (const std::string& name : all_bundled()) {
    CAPTURE(name);
    const Game game = must(Game::bundled(name));
    const Read read(name);
    std::string text = header(name);
    for (const Decl& decl : read.parsed.file.decls) {
      if (decl.kind == DeclKind::test) text += read.text(decl);
    }
    const Game same = variant(text);
    CHECK((essence(same) == essence(game)));
    CHECK(same.variant_of() == name);
    CHECK(same.title() == "Same");
    CHECK(same.rules_hash() != game.rules_hash());
    CHECK(perft_of(same) == perft_of(game));
    const std::vector<TestReport> reports = run_tests(same), expected = run_tests(game);
    REQUIRE(reports.size() == expected.size());
    for (std::size_t i = 0; i < reports.size(); ++i) {
      CAPTURE(reports[i].title, reports[i].failure);
      CHECK(reports[i].passed == expected[i].passed);
      CHECK(reports[i].title == expected[i].title);
    }
  }
}

TEST_CASE("variants: what is replaced by its own text changes nothing, whatever it is", "[patient]") {
  std::map<DeclKind, int> replaced;
  for (const std::string& name : Game::bundled_names()) {
    const std::string expected = essence(variant(header(name)));  // without what only the tests use
    const Read read(name);
    // Rules without a name are replaced together: the first says so, the others follow.
    std::map<DeclKind, std::string> listed;
    for (const Decl& decl : read.parsed.file.decls) {
      CAPTURE(name, read.text(decl));
      switch (decl.kind) {
        case DeclKind::game:
        case DeclKind::use:
        case DeclKind::test:
          break;
        case DeclKind::end:
        case DeclKind::show:
        case DeclKind::show_beams:
        case DeclKind::ground:
        case DeclKind::show_edges: {
          std::string& all = listed[decl.kind];
          all += (all.empty() ? "replace " : "") + read.text(decl);
          break;
        }
        default:
          CHECK((essence(variant(header(name) + "replace " + read.text(decl))) == expected));
          ++replaced[decl.kind];
      }
    }
    for (const auto& [kind, text] : listed) {
      CAPTURE(name, text);
      // Additions come after everything else, and so do these: the only ones of their kind.
      CHECK((essence(variant(header(name) + text)) == expected));
    }
  }
  CHECK(replaced.size() >= 12);
}

TEST_CASE("variants: to remove and to add again comes to the same but for the order") {
  const std::string text = "remove move yield\nremove clock\n";
  const Game less = variant(header("laser_lawn") + "remove clock\n");
  CHECK_FALSE(less.clock().has_value());
  CHECK(must(Game::bundled("laser_lawn")).clock().has_value());
  CHECK_FALSE(Game::from_text(header("laser_lawn") + text, "same.glint").ok());  // play still chooses it
}

TEST_CASE("variants: options are set in the script, by a test and from outside") {
  const std::string text = header("laser_lawn") +
                           "option side = 5\n"
                           "test \"a\" { expect count(cells) == 61 }\n"
                           "test \"b\" with side = 3 { expect count(cells) == 19 }\n";
  const Game five = variant(text);
  CHECK(five.cells().size() == 61);
  for (const TestReport& report : run_tests(five)) CHECK(report.passed);
  CHECK(must(Game::from_text(text, "same.glint", {{"side", "4"}})).cells().size() == 37);
  const auto options = five.options();
  const auto side = std::find_if(options.begin(), options.end(), [](const OptionInfo& o) { return o.name == "side"; });
  REQUIRE(side != options.end());
  CHECK(side->initial == "5");
  CHECK(side->domain == "2..6");
}

TEST_CASE("options: of a type that has some of the values, no other can be set") {
  const std::string text = header("laser_lawn") +
                           "type colour_here = {crimson, jade, black}\ntype warm = {crimson, jade} of colour_here\n"
                           "option tinge: warm = jade\n";
  CHECK(Game::from_text(text, "same.glint", {{"tinge", "crimson"}}).ok());
  CHECK_FALSE(Game::from_text(text, "same.glint", {{"tinge", "black"}}).ok());
}

TEST_CASE("variants: the hash of the rules knows the game's text, but not its tests") {
  lang::MemoryLoader one, other, tested;
  const std::string game =
      "game \"G\"\nuse square\nplayers a, b\nboard grid(3, 3)\nbeam { }\npiece stone { look \"o\" }\n"
      "move place \"{at}\" { pick at in empty; put stone on at }\n"
      "play { repeat { turn of each player { choose place else { end : tie } } } }\n";
  one.add("base", game);
  other.add("base", game + "end when stone == b1 : a wins\n");
  tested.add("base", game + "test \"t\" { expect stone == {} }\n");
  const std::string text = "variant \"V\" of base\n";
  const auto hash = [&](lang::MemoryLoader& loader) {
    return must(Game::from_text(text, "v.glint", {}, &loader)).rules_hash();
  };
  CHECK(hash(one) != hash(other));
  CHECK(hash(one) == hash(tested));
  // Two mirrors side by side in a drawing begin no comment.
  const auto drawn = [](const std::string& row, const std::string& comment) {
    const std::string board = "game \"G\"\nuse square\nplayers a, b\nboard on square4 {" + comment +
                              "\n  cells \"\"\"\n  " + row +
                              "\n  \"\"\"\n  label \"{lower(x)}{y}\"\n}\npiece stone { look \"o\" }\n" +
                              "move place \"{at}\" { pick at in empty; put stone on at }\n" +
                              "play { repeat { turn of each player { choose place else { end : tie } } } }\n";
    return must(Game::from_text(board, "g.glint")).rules_hash();
  };
  CHECK(drawn(".//..", "") != drawn(".//.|", ""));
  CHECK(drawn(".//..", "") == drawn(".//..", "  // a \"note\""));
}

TEST_CASE("variants: bundled ones have names of their own, a doc comment, tests, and pass them") {
  const std::vector<std::string> games = Game::bundled_names(), variants = Game::bundled_variants();
  CHECK(variants.size() >= 4);
  for (const std::string& name : variants) {
    CAPTURE(name);
    CHECK(std::count(games.begin(), games.end(), name) == 0);
    const Game game = must(Game::bundled(name));
    CHECK(game.id() == name);
    CHECK_FALSE(game.doc().empty());
    const std::vector<std::string> all = all_bundled();
    CHECK(std::count(all.begin(), all.end(), game.variant_of()) == 1);
    const std::vector<TestReport> reports = run_tests(game);
    CHECK(reports.size() >= 2);
    for (const TestReport& report : reports) {
      CAPTURE(report.title, report.failure);
      CHECK(report.passed);
    }
  }
  for (const std::string& name : games) CHECK(must(Game::bundled(name)).variant_of().empty());
}

TEST_CASE("variants: a board that the game's text does not fit is told with the place of the change") {
  const auto smaller = Game::from_text(header("boundary") + "replace board square(5, 5) stacks of 3\n", "same.glint");
  REQUIRE_FALSE(smaller.ok());
  CHECK(smaller.errors()[0].code == "G0505");
  CHECK(smaller.errors()[0].file == "games/boundary.glint");
  CHECK(smaller.errors()[0].rendered.find("`board` is changed here") != std::string::npos);
}
