// Who names what: each name means what the language says that it means, also in scripts with mistakes.
#include "lang/index/index.hpp"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "interpreter/game/loading/load.hpp"
#include "lang/check/check.hpp"
#include "lang/check/script/namespace.hpp"
#include "lang/index/words.hpp"
#include "lang/parse/parse.hpp"
#include "lang/rules/walk.hpp"
#include "tests/catch.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace glint;
using lang::SymbolKind;

struct Indexed {
  lang::Sources sources;
  tree::File file;
  lang::Index index;

  explicit Indexed(const std::string& text) {
    sources.add({"a.glint", text});
    file = lang::parse(sources, 0).file;
    index = lang::index_of({&file}, sources);
  }

  /// What is named this far into the first place where this text is: kind, name, and the line of its declaration.
  std::string at(const std::string& around, std::size_t offset) const {
    const std::size_t place = sources.file(0).text.find(around);
    REQUIRE(place != std::string::npos);
    const lang::Mention* mention = index.at(0, static_cast<std::uint32_t>(place + offset));
    std::string all;
    for (const int each : mention ? mention->symbols : std::vector<int>{}) {
      const lang::Symbol& symbol = index.symbols[static_cast<std::size_t>(each)];
      all += (all.empty() ? "" : ", ") + std::string(lang::word_of(symbol.kind)) + " " + symbol.name + " in line " +
             std::to_string(sources.locate(0, symbol.at.begin).line);
    }
    return all;
  }
};

constexpr const char* kGame = R"(game "A"
players red, blue
option size: 2..5 = 3 "text"
type hue = {red, green}
board square(size)
beam { colour: hue }
piece lamp { colour: hue; emits n { beam.colour = colour }; look "{colour:1}{size}" }
var mover: player = red
let lit(c: cell) = c in cells and any x in lamp : x.colour == green
do fire(at: cell) { remove at }
move place "{at} {colour}" {
  pick at in empty where lit(at)
  pick colour in hue
  let at_once = count(lamp)
  if at_once > size { fire(at) } else { let at_once2 = 1 }
  put lamp(colour = colour) on at
  for at2 in cells { mover = red }
}
play { repeat { turn of mover { choose place } } }
test "t" with size = 4 { draw mover = blue }
)";

}  // namespace

TEST_CASE("index: a name means its local, field, declaration or value", "[index]") {
  const Indexed one(kGame);
  CHECK(one.at("square(size)", 8) == "option size in line 3");
  CHECK(one.at("beam.colour", 6) == "field of beams colour in line 6");
  CHECK(one.at("= colour }", 3) == "field colour in line 7");
  CHECK(one.at("{colour:1}", 2) == "field colour in line 7");
  CHECK(one.at("{size}", 2) == "option size in line 3");
  CHECK(one.at("c in cells", 0) == "local c in line 9");
  CHECK(one.at("x.colour", 0) == "local x in line 9");
  CHECK(one.at("x.colour", 3) == "field colour in line 7");
  CHECK(one.at("== green", 4) == "value green in line 4");
  CHECK(one.at("remove at", 8) == "local at in line 10");
  CHECK(one.at("{at} {colour}", 2) == "local at in line 12");
  CHECK(one.at("where lit(at)", 7) == "let lit in line 9");
  CHECK(one.at("where lit(at)", 11) == "local at in line 12");
  CHECK(one.at("{ fire(at)", 3) == "effect fire in line 10");
  CHECK(one.at("(colour = colour)", 2) == "field colour in line 7");
  CHECK(one.at("(colour = colour)", 12) == "local colour in line 13");
  CHECK(one.at("mover = red", 0) == "variable mover in line 8");
  CHECK(one.at("mover = red", 9) == "player red in line 2, value red in line 4");
  CHECK(one.at("choose place", 8) == "move place in line 11");
  CHECK(one.at("with size", 6) == "option size in line 3");
  CHECK(one.at("draw mover", 6) == "variable mover in line 8");
  CHECK(one.at("players", 2).empty());
}

TEST_CASE("index: what is declared, with its place, its comment and what holds it", "[index]") {
  const Indexed one(
      "game \"A\"\n/// Lights up.\n/// Twice.\npiece lamp { hue: {warm, cold} }\nsetup { }\ntest \"a lamp\" { }\n");
  std::string all;
  for (const lang::Symbol& symbol : one.index.symbols)
    all += std::string(lang::word_of(symbol.kind)) + " " + symbol.name +
           (symbol.parent < 0 ? "" : " in " + std::to_string(symbol.parent)) + " `" +
           std::string(one.sources.text(symbol.at)) + "` " + symbol.doc + "\n";
  CHECK(all ==
        "game A `game` \npiece lamp `lamp` Lights up.\nTwice.\nfield hue in 1 `hue` \nvalue warm in 1 `warm` \n"
        "value cold in 1 `cold` \nrule setup `setup` \ntest a lamp `test` \n");
}

TEST_CASE("index: a script with mistakes has one, too", "[index]") {
  const Indexed broken(
      "game \"A\"\nlet one = 1\nlet two = one +\nlet three = one + unknown\nmove a \"a\" { require one ==\n pick b in "
      "one }\n");
  CHECK(broken.at("one + unknown", 1) == "let one in line 2");
  CHECK(broken.at("unknown", 1).empty());
}

// The checker resolves names in another way: what it found at a place, of the kinds that Rules keep, must be what the
// index says, in all bundled scripts.
TEST_CASE("index: agrees with the checker about all bundled scripts", "[index]") {
  std::size_t held = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_folder() + "/games")) {
    if (entry.path().extension() != ".glint") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    lang::Sources sources;
    sources.add({entry.path().string(), text.str()});
    const std::unique_ptr<lang::Loader> loader = bundled_loader(nullptr);
    const lang::Checked checked = lang::check(sources, 0, *loader);
    REQUIRE(checked.rules);
    const rules::Rules& rules = *checked.rules;
    std::deque<tree::File> files;
    std::vector<const tree::File*> trees;
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
      files.push_back(lang::parse(sources, i).file);
      trees.push_back(&files.back());
    }
    const lang::Index index = lang::index_of(trees, sources);
    // `at` is the place of a use, `declared` the name's own place.
    const auto hold = [&](const rules::Expr& expr, const std::string& name, const lang::Span& declared) {
      const lang::Span at = expr.span;
      if (name.empty() || at.end <= at.begin ||
          sources.text({at.file, at.begin, at.begin + static_cast<std::uint32_t>(name.size())}) != name)
        return;
      const lang::Mention* mention = index.at(at.file, at.begin + 1);
      INFO(sources.file(at.file).name << ": " << name << " in line " << sources.locate(at.file, at.begin).line);
      REQUIRE(mention);
      bool found = false;
      for (const int each : mention->symbols) {
        const lang::Span place = index.symbols[static_cast<std::size_t>(each)].at;
        found = found || (place.file == declared.file && declared.begin <= place.begin && place.end <= declared.end);
      }
      CHECK(found);
      ++held;
    };
    const auto in_frame = [&](const auto& part, const rules::Frame& frame) {
      rules::walk(part, [&](const rules::Expr& expr) {
        if (expr.op == rules::Op::local && expr.ref >= 0) {
          const rules::Local& local = frame.locals[static_cast<std::size_t>(expr.ref)];
          if (local.name != "here") hold(expr, local.name, local.span);
        }
        if (expr.op == rules::Op::variable)
          hold(expr, rules.variables[static_cast<std::size_t>(expr.ref)].name,
               rules.variables[static_cast<std::size_t>(expr.ref)].span);
        if (expr.op == rules::Op::option)
          hold(expr, rules.options[static_cast<std::size_t>(expr.ref)].name,
               rules.options[static_cast<std::size_t>(expr.ref)].span);
      });
    };
    for (const rules::Let& let : rules.lets) in_frame(let.body, let.frame);
    for (const rules::Move& move : rules.moves) in_frame(move.body, move.frame);
    for (const rules::Effect& effect : rules.effects) in_frame(effect.body, effect.frame);
    for (const rules::Test& one : rules.tests) in_frame(one.body, one.frame);
  }
  CHECK(held > 900);
}

TEST_CASE("words: those of expressions and types are those that the checker knows", "[index]") {
  std::set<std::pair<std::string_view, lang::WordPlace>> seen;
  for (const lang::Word& word : lang::words()) {
    INFO(word.name);
    CHECK(seen.emplace(word.name, word.place).second);
    CHECK(lang::word_named(word.name, word.place) == &word);
    CHECK(word.doc.ends_with("."));
    const bool known = lang::checking::Namespace::is_builtin(word.name);
    const lang::WordPlace first = lang::word_named(word.name)->place;
    if (known) CHECK((first == lang::WordPlace::value || first == lang::WordPlace::type));
  }
  for (const char* name :
       {"me",     "opponent", "seen", "here",   "empty",     "cells", "edges",   "border",   "around", "beams", "beam",
        "moves",  "cell",     "edge", "player", "direction", "axis",  "flag",    "count",    "min",    "max",   "odd",
        "letter", "lower",    "ray",  "slide",  "hit",       "steps", "between", "distance", "trace",  "score"}) {
    INFO(name);
    CHECK(lang::word_named(name));
    CHECK(lang::checking::Namespace::is_builtin(name));
  }
}
