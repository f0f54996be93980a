// A small game, and what variants of it come to.
#pragma once

#include <string>
#include <vector>

#include "lang/check/check.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/parse/parse.hpp"
#include "tests/catch.hpp"
#include "tests/support/dump_rules.hpp"
#include "tests/support/dump_tree.hpp"

namespace glint::test {

using namespace glint::lang;

/// A game on a line of three, which needs no library.
inline constexpr const char* kGame = R"(/// Fill the line.
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

inline MemoryLoader files() {
  MemoryLoader loader;
  loader.add("line", kGame);
  return loader;
}

inline Checked checked_of(const std::string& script, MemoryLoader loader, Sources& sources) {
  return check(sources, sources.add({"v.glint", script}), loader);
}

/// The rules, of a variant without mistakes.
inline rules::Rules made(const std::string& script, MemoryLoader loader) {
  Sources sources;
  const Checked checked = checked_of(script, std::move(loader), sources);
  INFO(render(checked.diagnostics, sources));
  REQUIRE(checked.diagnostics.empty());
  REQUIRE(checked.rules.has_value());
  return *checked.rules;
}
inline rules::Rules rules_of(const std::string& changes) { return made("variant \"V\" of line\n" + changes, files()); }

/// "file:line:column code message (label; label)", a line each.
inline std::string errors_of(const std::string& script, MemoryLoader loader = files()) {
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

inline std::string changed(const std::string& changes) { return errors_of("variant \"V\" of line\n" + changes); }

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& each : list) names.push_back(each.name);
  return names;
}

}  // namespace glint::test
