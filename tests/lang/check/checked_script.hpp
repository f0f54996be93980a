// Scripts that tests check, and what they are told.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lang/check/check.hpp"
#include "tests/catch.hpp"

namespace glint::lang::testing {

struct Loaded {
  Sources sources;
  MemoryLoader loader;
  Checked checked;

  std::string told() const { return render(checked.diagnostics, sources); }
  /// "G0201 G0301", in the order of the text.
  std::string codes() const {
    std::string all;
    for (const Diagnostic& each : checked.diagnostics)
      if (each.severity == Severity::error) all += (all.empty() ? "" : " ") + std::string(code_name(each.code));
    return all;
  }
  const rules::Rules& rules() const {
    INFO(told());
    REQUIRE(checked.rules.has_value());
    return *checked.rules;
  }
};

/// The library that the scripts here use: two lattices, and a board of squares.
inline constexpr const char* kSquares = R"(
library squares
lattice four {
  e = (1, 0); s = (0, -1); w = (-1, 0); n = (0, 1)
  axis level "-", falling "\\", upright "|", rising "/"
  drawn at (x, -y)
}
lattice flat { left = (-1, 0); right = (1, 0); drawn at (x, y) }
board grid(width: 1..9, height: 1..9) on four {
  cells x in 1..width, y in 1..height
  label "{lower(x)}{y}"
}
)";

inline Loaded load(const std::string& script, const std::vector<std::pair<std::string, std::string>>& libraries = {}) {
  Loaded loaded;
  loaded.loader.add("squares", kSquares);
  for (const auto& [name, text] : libraries) loaded.loader.add(name, text);
  const std::uint32_t file = loaded.sources.add({"test.glint", script});
  loaded.checked = check(loaded.sources, file, loaded.loader);
  return loaded;
}

/// A game of stones and pieces with fields, around what a test is about.
inline Loaded game(const std::string& declarations,
            const std::string& play = "repeat { turn of each player { choose step } }") {
  return load(R"(
game "Test"
use squares
players red, green
type hue = {red, blue}
board grid(4, 4) stacks of 2
beam { colour: set of hue; power: 0..3 = 1; ends {lost} }
piece stone of player { }
piece disc { worth: 1..4; tint: hue }
piece lamp { tint: hue; facing: direction; emits facing { beam.colour = {tint} } }
var life[player]: 0..5 = 3
var last: set of cell = {}
var mover: player = red
move step "{to}" { pick to in cells }
)" + declarations +
              "\nplay { " + play + " }\n");
}

inline std::string codes_of_let(const std::string& source, const std::string& before = {}) {
  return game(before + "\nlet it = " + source).codes();
}

/// What a move with this body is told.
inline std::string codes_of_move(const std::string& body, const std::string& before = {}) {
  const Loaded loaded = game(before + "\nmove try \"try {at}\" {\n  pick at in cells\n" + body + "\n}");
  INFO(loaded.told());
  return loaded.codes();
}

inline const rules::Let& let_of(const rules::Rules& rules, const std::string& name) {
  const auto found =
      std::find_if(rules.lets.begin(), rules.lets.end(), [&](const auto& let) { return let.name == name; });
  REQUIRE(found != rules.lets.end());
  return *found;
}

}  // namespace glint::lang::testing
