// Puzzles for the tests of solving.
#pragma once

#include <string>

#include "tests/support/paths.hpp"

namespace glint::test {

/// The script of a puzzle of the examples.
inline std::string path_of(const std::string& name) {
  return source_folder() + "/examples/puzzles/" + name + ".glint";
}

// ---- ends by score, teams ----

inline constexpr const char* kPurse = R"(game "Purse"
use square
players miser
board square(5, 1)
piece coin { look "o" }
var gold: 0..99 = 0
var weight: 0..10 = 0
let heavy(c: cell) = if c.x == 1 then 2 else if c.x == 2 then 3 else if c.x == 3 then 4 else if c.x == 4 then 5 else 9
let worth(c: cell) = if c.x == 1 then 3 else if c.x == 2 then 4 else if c.x == 3 then 5 else if c.x == 4 then 8 else 11
move take "{at}" {
  pick at in empty
  require weight + heavy(at) <= 10 "too heavy"
  put coin on at
  gold += worth(at)
  weight += heavy(at)
}
move stop "stop" { end : score }
score p = gold
play { repeat { turn of miser { choose take or stop } } }
)";

/// A puzzle on a row of five squares.
inline std::string row(const std::string& rest, const std::string& players = "solver") {
  return "game \"Row\"\nuse square\nplayers " + players +
         "\nboard square(5, 1)\npiece stone { look \"o\" }\nvar paces: 0..3 = 0\n"
         "move place \"{at}\" { pick at in empty; put stone on at }\n" +
         rest;
}

}  // namespace glint::test
