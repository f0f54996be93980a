// A game whose draws come from a bag and from a set, for tests of chance.
#pragma once

#include <string>

namespace glint::test {

inline const std::string kBag = R"(game "Bag"
use square
players sun, moon
board square(3, 2)
type hue = {red, green, blue}
piece stone { look "o" }
bag sweets[h: hue] = if h == red then 3 else h.index
var got: hue = blue
var spots: set of cell = {}
var total: 0..99 = 0
var reds: 0..9 = 0
let red_left = sweets[red]              // kept until the bag changes
move go "go" { total += count(sweets); reds = red_left }
move back "back {h}" { pick h in hue; sweets[h] += 1 }
play {
  draw spots in 2 of cells - a1
  put stone on spots
  repeat { draw got from sweets; turn of sun { choose go or back } }
}
)";

}  // namespace glint::test
