// Names: what is declared, what bare names mean, and what is said, or left unsaid, of unknown ones.
#include "lang/check/script/namespace.hpp"

#include <string>
#include <vector>

#include "lang/check/declarations/types.hpp"
#include "tests/catch.hpp"

namespace {

using namespace glint::lang;
using namespace glint::lang::checking;
using glint::rules::Base;

constexpr std::uint32_t kGame = 0, kLibrary = 1;

struct Load {
  Sources sources;
  std::vector<Diagnostic> diagnostics;
  Report report{diagnostics};
  Silence silence{sources};
  Script script;
  Namespace names{report, silence, script};

  Load() { script.own_files = {kGame}; }

  /// "G0203 `a` is declared already", the errors since the last call.
  std::string said() {
    std::string all;
    for (const Diagnostic& each : diagnostics)
      all += (all.empty() ? "" : "; ") + std::string(code_name(each.code)) + " " + each.message;
    diagnostics.clear();
    return all;
  }
};

glint::tree::Name name(const std::string& text, std::uint32_t file = kGame) { return {text, {file, 10, 12}}; }

glint::tree::Decl decl(const std::string& text) {
  glint::tree::Decl made;
  made.name = name(text);
  return made;
}

}  // namespace

TEST_CASE("namespace: each name once, and no word of the language") {
  Load load;
  const auto stone = decl("stone"), again = decl("stone"), cells = decl("cells"), far = decl("far");
  load.names.declare(Sort::kind, stone, kGame);
  load.names.declare(Sort::let, far, kLibrary);
  CHECK(load.said().empty());
  load.names.declare(Sort::let, again, kGame);
  CHECK(load.said() == "G0203 `stone` is declared already");
  load.names.declare(Sort::let, cells, kGame);
  CHECK(load.said() == "G0203 `cells` is a word of the language");

  REQUIRE(load.names.find("stone") != nullptr);
  CHECK(load.names.find("stone")->sort == Sort::kind);
  CHECK(load.names.find("cells") == nullptr);
  CHECK(load.names.own().size() == 1);  // `far` is the library's
  CHECK(load.names.names_of({Sort::let}) == std::vector<std::string>{"far"});
  CHECK(load.names.names_of({Sort::let, Sort::kind}).size() == 2);
}

TEST_CASE("namespace: a bare name is a value of each type that lists it") {
  Load load;
  Value red;
  red.type = plain(Base::player);
  load.names.add_value("red", red);
  red.type = plain(Base::enumeration);
  red.index = 3;
  load.names.add_value("red", red);
  CHECK(load.names.values_of("red").size() == 2);
  CHECK(load.names.values_of("green").empty());
  CHECK(load.names.value_for("red", plain(Base::enumeration))->index == 3);
  CHECK(load.names.value_for("red", plain(Base::axis)) == nullptr);
}

TEST_CASE("namespace: a new name is neither a direction nor a label") {
  Load load;
  Value north;
  north.type = plain(Base::direction);
  load.names.add_value("north", north);
  load.names.add_labels("", {{"", LabelPattern::Hole::lower, 1, 8}, {"", LabelPattern::Hole::number, 1, 8}});
  CHECK(load.names.may_be_declared(name("stone")));
  CHECK(load.said().empty());
  CHECK_FALSE(load.names.may_be_declared(name("north")));
  CHECK(load.said() == "G0204 `north` is a direction of the board");
  CHECK_FALSE(load.names.may_be_declared(name("c4")));
  CHECK(load.said() == "G0204 `c4` is the label of a cell");
  CHECK(load.names.may_be_declared(name("c9")));  // off the board
}

TEST_CASE("namespace: unknown names, and those that may have been lost") {
  Load load;
  const Diagnostic* error = load.names.unknown(name("mirorr"), "piece", {"mirror", "wall"});
  REQUIRE(error != nullptr);
  CHECK(error->meant == "mirror");
  CHECK(error->help == "there are `mirror` and `wall`");
  CHECK(load.said() == "G0201 unknown piece `mirorr`");
  CHECK_FALSE(load.silence.hides_errors());

  load.silence.lose("mirorr");
  CHECK(load.names.unknown(name("mirorr"), "piece", {"mirror"}) == nullptr);
  CHECK(load.silence.hides_errors());

  // A library that was not found may have had any name; but not one that is nearly another.
  load.silence.miss_library();
  CHECK(load.names.unknown(name("lantern"), "piece", {"mirror"}) == nullptr);
  CHECK(load.names.unknown(name("miror"), "piece", {"mirror"}) != nullptr);
  CHECK(load.said() == "G0201 unknown piece `miror`");
}

TEST_CASE("namespace: what a library needs is missing in the game, not in the library") {
  Load load;
  load.names.need(kLibrary, "hue");
  CHECK(load.names.report_needed("hue", {kLibrary, 1, 2}));
  CHECK(load.said() == "G0209 this library needs `hue`, which the game does not have");
  CHECK_FALSE(load.names.report_needed("hue", {kGame, 1, 2}));
  CHECK_FALSE(load.names.report_needed("tint", {kLibrary, 1, 2}));
  CHECK(load.said().empty());
}

TEST_CASE("silence: a swallowed declaration may have made any of its words") {
  Load load;
  const std::uint32_t file = load.sources.add({"test.glint", "piece lamp { tint hue }\nplay { }\n"});
  glint::tree::File parsed;
  parsed.lost = {{file, 0, 23}};
  load.silence.note_lost(parsed);
  CHECK(load.silence.lost("lamp"));
  CHECK(load.silence.lost("tint"));
  CHECK_FALSE(load.silence.lost("play"));
  CHECK_FALSE(load.silence.space_is_lost());
}

TEST_CASE("silence: what only follows is taken back, but never all of it") {
  Load load;
  const std::uint32_t file = load.sources.add({"test.glint", "let near = $\nlet far = nea\nlet wide = 1 + on\n"});
  glint::tree::File parsed;
  parsed.lost = {{file, 0, 12}};
  load.silence.note_lost(parsed);
  glint::tree::Decl players = decl("players");
  Parts parts;
  parts.players = &players;
  load.report.error(Code::G0201, {file, 23, 26}, "unknown name `nea`");
  load.silence.take_back(load.report, load.script, parts);
  CHECK(load.said() == "G0201 unknown name `nea`");

  load.report.error(Code::G0201, {file, 23, 26}, "unknown name `nea`");
  load.report.error(Code::G0301, {file, 38, 44}, "a type");
  load.silence.take_back(load.report, load.script, parts);
  CHECK(load.said() == "G0301 a type");
}
