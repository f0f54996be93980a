// Any bytes as a position of one game, with stacks, looks that begin alike and variables of every sort: they are one
// error or a position, which prints as text that reads back to itself, and can be played on.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <glint/glint.hpp>

namespace {

const char* const kScript = R"(
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

move drop "drop {at} {tone}" { pick at in {c in cells where count(stacked stone & c) < 2 and count_of[c] > 0} - twin
  pick tone in hue; put stone(tone = tone) on at; count_of[at] -= 1; spots[tone] |= at; mood ^= {tone} }
move glaze "glaze {at} {line}" { pick at in empty; pick line in axis; put glass(line = line) on at; home = at }
move leave "leave" { offer nothing; gone = on; end : me + 1 wins }

play {
  repeat {
    for p in player { turn of p { choose drop or leave else { end : tie } } }
    if gone == off { turn of each player { choose glaze or leave else { end : tie } } }
  }
}
)";

const glint::Game& game() {
  static const glint::Result<glint::Game> loaded = glint::Game::from_text(kScript, "scribbles.glint");
  if (!loaded) {
    std::fputs(loaded.error_text().c_str(), stderr);
    std::abort();
  }
  return *loaded;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  glint::Result<glint::Position> position = game().read(text);
  if (!position) {
    if (position.errors().size() != 1) std::abort();
    return 0;
  }
  const std::string printed = position->text();
  const glint::Result<glint::Position> again = game().read(printed);
  if (!again || again->text() != printed) {
    std::fputs(printed.c_str(), stderr);
    std::abort();
  }
  glint::Random random(position->hash());
  for (int ply = 0; ply < 3 && !position->over(); ++ply) {
    const glint::Result<std::uint64_t> count = position->count_moves();
    if (!count || position->play_listed(random.below(*count))) return 0;
  }
  return 0;
}
