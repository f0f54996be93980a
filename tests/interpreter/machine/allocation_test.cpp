// Once its buffers have grown, playing takes no memory from the heap.
#include <cstdlib>
#include <new>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/machine/machine.hpp"
#include "interpreter/machine/playout.hpp"
#include "tests/support/loading.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GLINT_SANITIZED
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define GLINT_SANITIZED
#endif

#ifndef GLINT_SANITIZED  // sanitizers have an allocator of their own

namespace {
long allocations = 0;  // since the program began
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace glint;

/// How often random games of a warm machine go to the heap.
long allocations_in_games(const Game& game, int games, int most_plies) {
  Machine machine(game.program());
  Random random(5);
  RandomChance chance(random);
  const auto play = [&](int count) {
    for (int i = 0; i < count; ++i) {
      REQUIRE(machine.begin(chance) != Machine::Status::error);
      REQUIRE(run_playout(machine, random, most_plies).status != Machine::Status::error);
    }
  };
  play(games);
  const long before = allocations;
  for (int i = 0; i < games; ++i) {
    machine.begin(chance);
    run_playout(machine, random, most_plies);
  }
  return allocations - before;
}

}  // namespace

TEST_CASE("allocation: a warm machine plays without it", "[allocation]") {
  // Longer games than any before may still let a buffer grow: a few times, not for every ply.
  CHECK(allocations_in_games(test::must(Game::bundled("laser_lawn")), 200, 2000) < 40);
  CHECK(allocations_in_games(test::must(Game::bundled("boundary")), 10, 500) < 20);
}

TEST_CASE("allocation: stacks, places and traces too", "[allocation]") {
  const Game game = test::script(
      "game \"Stacks\"\nuse square\nplayers sun, moon\nboard square(3, 3) stacks of 3\nbeam { }\n"
      "piece stone of player { emits e; when beam comes { otherwise -> turns 1 }; look \"{owner:1}\" }\n"
      "move put_one \"put {at}\" { pick at in cells; require count(stacked stone & at) < 3; put stone on at }\n"
      "move take \"take {at}\" { pick at in stone; remove stacked stone of me & at }\n"
      "move ask \"ask {at}\" { pick at in stone; require (count v in trace(at).visits : v.cell in stone) < 3 }\n"
      "play { repeat { turn of each player { choose put_one or take or ask } } }\n");
  CHECK(allocations_in_games(game, 20, 300) < 20);
}
TEST_CASE("allocation: draws, of subsets and from bags, too", "[allocation]") {
  const Game game = test::script(
      "game \"Draws\"\nuse square\nplayers sun, moon as team\nboard square(10, 10)\npiece stone { look \"o\" }\n"
      "bag cards[x: 1..9] = x\nvar card: 1..9 = 1\nvar spots: set of cell = {}\n"
      "move go \"go {it}\" { pick it in 1..card; cards[card] += 1 }\n"
      "play { repeat { draw spots in 9 of cells; put stone on spots; draw one in stone; remove one; draw card from cards; "
      "turn of each player { choose go } } }\n");
  CHECK(allocations_in_games(game, 20, 300) < 20);
}

TEST_CASE("allocation: choices made together too", "[allocation]") {
  const Game game = test::script(
      "game \"Together\"\nuse square\nplayers sun, moon\nboard square(3, 3)\n"
      "piece stone of player { look \"{owner:1}\" }\n"
      "move place \"{at}\" { pick at in empty; require count(stone of me) < 4; put stone on at }\n"
      "move take \"take {them}\" { pick them in some of stone of me; offer them == stone of me; remove them }\n"
      "play { repeat { together { choose place or take } } }\nend when empty == {} : tie\n");
  CHECK(allocations_in_games(game, 20, 300) < 20);
}

TEST_CASE("allocation: terrain, edges and sides of pieces too", "[allocation]") {
  const Game game = test::script(
      "game \"Doors\"\nuse square\nplayers sun, moon\nboard grid(6, 4)\nbeam { power: clamped 0..3 = 2 }\n"
      "var doors: set of edge = {}\nvar last: edge = edge(a1, e)\n"
      "piece lamp { facing: direction; emits facing; look \"{facing}\" }\n"
      "piece fence { facing: direction\n"
      "  when beam crosses facing { if count(lamp & here + around) > 1 -> straight, turns 1 }; look \"F{facing}\" }\n"
      "when beam crosses x in doors { otherwise -> turns 1, straight { beam.power -= 1 } }\n"
      "when beam enters c in lamp + e { otherwise -> straight, turns 1 }\n"
      "move put_lamp \"lamp {at} {way}\" { pick at in empty; pick way in direction; put lamp(facing = way) on at }\n"
      "move put_fence \"fence {at}\" { pick at in beams.cells & empty; put fence(facing = e) on at }\n"
      "move open \"open {x}\" { pick x in edges - doors; doors |= x; last = x; require trace(edge(a1, w), e).cells meets cells }\n"
      "move take \"take {at}\" { pick at in lamp; require (count x in trace(at).exits : x.power > 0) < 3; remove at }\n"
      "play { repeat { turn of each player { choose put_lamp or put_fence or open or take else { end : tie } } } }\n");
  CHECK(allocations_in_games(game, 60, 40) < 20);
}

#endif
