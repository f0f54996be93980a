#include "tests/fuzz/scribbles.hpp"

#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

namespace {

const char* const kScribbles = R"(
game "Scribbles"
use square
players sun, moon, star
type hue = {red, green, blue}
board square(4, 3) stacks of 3

piece stone of player { tone: hue; look "{owner:1}{tone:1}" }
piece glass { line: axis; look "{line}" }
piece twin { size: 1..3; look "t" }
piece twins { look "tt" }
piece slash { look "/" }

var mood: set of hue = {red}
var crowd: set of player = {sun, star}
var spots[hue]: set of cell = a1
var low: -5..-1 = -3
var count_of[cell]: 0..3 = 1
var last_way[direction]: direction = e
var home: cell = b2
var gone: flag = off
bag tints[one: hue] = 2

move drop "drop {at} {tone}" { pick at in {c in cells where count(stacked stone & c) < 2 and count_of[c] > 0} - twin
  pick tone in hue; put stone(tone = tone) on at; count_of[at] -= 1; spots[tone] |= at; mood ^= {tone} }
move glaze "glaze {at} {line}" { pick at in empty; pick line in axis; put glass(line = line) on at; home = at }
move shade "shade {some_of}" { pick some_of in some of {c in empty where c.y == 1}
  offer some_of == {c in empty where c.y == 1 and c.x < 3}; put slash on some_of }
move count_up "{steps_on}-{way}" { pick steps_on in 1..12; pick way in direction; low = -3; last_way[way] = way }
move leave "leave" { offer nothing; gone = on; end : me + 1 wins }

play {
  draw home in cells
  draw crowd in 2 of player
  repeat {
    for p in player { turn of p { choose drop or leave or shade or count_up else { end : tie } } }
    draw tint from tints
    mood ^= {tint}
    if gone == off { turn of each player { choose glaze or leave else { end : tie } } }
  }
}

clock { turn 2:00; reserve 5:00; out: me + 1 wins }
)";

std::vector<Position> made() {
  std::vector<Position> positions;
  const auto keep = [&](Result<Position> position) {
    must(position.ok(), position.error_text());
    positions.push_back(*position);
  };
  keep(scribbles().start({.wait_at_draws = true}));
  keep(scribbles().start({.seed = 3}));
  Position later = positions.back();
  for (const char* move : {"shade a1 b1", "drop c1 red", "3-ne", "glaze b2 -"}) (void)later.play(move);
  positions.push_back(later);
  return positions;
}

}  // namespace

const Game& scribbles() {
  static const Result<Game> loaded = Game::from_text(kScribbles, "scribbles.glint");
  must(loaded.ok(), loaded.error_text());
  return *loaded;
}

const std::vector<Position>& scribbled() {
  static const std::vector<Position> positions = made();
  return positions;
}

}  // namespace glint::fuzz
