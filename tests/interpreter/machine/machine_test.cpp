// The machine by itself, without positions and texts: moves applied in each of its ways, there and back, listings laid
// aside. What a machine keeps must never show: it is compared with a fresh one that has loaded the same State.
#include <algorithm>
#include <string>
#include <vector>

#include "interpreter/machine/playout.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using Status = Machine::Status;

/// Beams, kept lets, hypothetical beams, fields in planes, a free pick and a subset: something of all that is kept.
Game lamps() {
  return test::script(R"(
game "Lamps"
use square
players sun, moon
board square(5, 5)
type hue = {red, blue}
beam { colour: set of hue = {red} }
piece lamp of player {
  facing: direction; colour: hue
  emits facing { beam.colour = {colour} }
  look "{owner:1}{facing}{colour}"
}
piece mirror { line: axis; when beam comes { otherwise -> reflects across line }; look "M{line}" }
var turns: 0..99 = 0
var marked: set of cell = {}
let dark = empty - beams.cells
let dark_row = dark & rank(1)
move shine "{at} {facing} {colour}" {
  pick at in dark
  pick facing in direction
  pick colour in hue
  put lamp(owner = me, facing = facing, colour = colour) on at
  require trace(at).cells meets empty "{at} {facing} lights nothing"
  turns += 1
}
move turn_off "off {at}" { pick at in lamp of me; remove at; turns += 1 }
move bend "bend {at} {line}" {
  pick at in beams.cells; require at in empty; pick line in axis; put mirror(line = line) on at
}
move mark "mark {them}" {
  pick them in some of lamp; offer them == {c in lamp where c.colour == red}; marked = them
}
play { repeat { turn of each player { choose shine or turn_off or bend or mark else { end : tie } } } }
score p = count(lamp of p) + count(dark_row)
end when turns == 99 : tie
clock { turn 1:00; out: opponent wins }
)");
}

std::vector<Word> state_of(const Machine& machine) {
  std::vector<Word> state;
  machine.store(state);
  return state;
}

Word score_of_sun(Machine& machine) {
  const Program& program = machine.program();
  REQUIRE(machine.run_for(0, program.entries.score_player, program.entries.score) == Status::done);
  return machine.frame()[program.entries.score_value];
}

/// Whatever was played in this machine before, it answers as one that knows nothing but the State.
void check_like_fresh(Machine& machine) {
  const Program& program = machine.program();
  Machine fresh(program);
  fresh.load(state_of(machine));
  CHECK(std::equal(fresh.frame(), fresh.frame() + program.layout.end, machine.frame()));  // with the planes
  CHECK(machine.hash() == fresh.hash());
  if (machine.is_over()) return;
  REQUIRE(machine.list() == fresh.list());
  CHECK(machine.last_listed().is_same(fresh.last_listed()));
  CHECK(score_of_sun(machine) == score_of_sun(fresh));
  REQUIRE(machine.position().emitters() == fresh.position().emitters());
  const std::vector<Word> emitters = machine.position().emitters();
  for (const int cell : each_bit(emitters)) {
    const Trace *trace = machine.trace_of(cell), *anew = fresh.trace_of(cell);
    REQUIRE((trace && anew));
    CHECK((trace->cells == anew->cells && trace->hits == anew->hits));
  }
}

/// A random listed move, and on to the next choice.
void step(Machine& machine, Random& random, Chance& chance) {
  const std::int64_t count = machine.list();
  REQUIRE(count > 0);
  const Status status = machine.apply_listed(machine, random.below(static_cast<std::uint64_t>(count)));
  if (status == Status::done) machine.resume(chance);
  else REQUIRE(status == Status::over);
}

/// Marks this level, tries some lines from here, and goes back after each.
void search(Machine& machine, int level, int levels, Random& random, Chance& chance) {
  check_like_fresh(machine);
  if (level == levels || machine.is_over()) return;
  const std::vector<Word> here = state_of(machine);
  machine.mark(level);
  for (int line = 0; line < 3; ++line) {
    for (std::uint64_t plies = 1 + random.below(2); plies > 0 && !machine.is_over(); --plies)
      step(machine, random, chance);
    search(machine, level + 1, levels, random, chance);
    machine.go_back(level);
    REQUIRE(state_of(machine) == here);
    check_like_fresh(machine);
    machine.mark(level);
  }
  machine.go_back(level);
}

}  // namespace

TEST_CASE("machine: there and back, over several levels, all is as in a fresh one") {
  const Game game = lamps();
  for (const bool ahead : {false, true}) {
    Machine machine(game.program());
    machine.list_ahead(ahead);
    Random random(11);
    RandomChance chance(random);
    REQUIRE(machine.begin(chance) == Status::waiting);
    for (int ply = 0; ply < 8; ++ply) step(machine, random, chance);
    search(machine, 0, 4, random, chance);
  }
}

TEST_CASE("machine: a level that is marked above others is gone once one goes back below it") {
  const Game game = lamps();
  for (const bool ahead : {false, true}) {
    Machine machine(game.program());
    machine.list_ahead(ahead);
    Random random(3);
    RandomChance chance(random);
    machine.begin(chance);
    for (int round = 0; round < 4; ++round) {
      const std::vector<Word> start = state_of(machine);
      std::vector<std::vector<Word>> gone;  // by level: the State that was marked first
      for (int level = 0; level < 5; ++level) {
        gone.push_back(state_of(machine));
        machine.mark(level);
        step(machine, random, chance);
        check_like_fresh(machine);
      }
      machine.go_back(0);
      CHECK(state_of(machine) == start);
      check_like_fresh(machine);
      // The same levels again, in other positions.
      std::vector<std::vector<Word>> marked;
      for (int level = 0; level < 2; ++level) {
        do step(machine, random, chance);
        while (state_of(machine) == gone[static_cast<std::size_t>(level)]);
        marked.push_back(state_of(machine));
        machine.mark(level);
      }
      for (int ply = 0; ply < 2; ++ply) {
        step(machine, random, chance);
        check_like_fresh(machine);
      }
      for (int level = 1; level >= 0; --level) {
        machine.go_back(level);
        CHECK(state_of(machine) == marked[static_cast<std::size_t>(level)]);
        check_like_fresh(machine);
      }
    }
  }
}

TEST_CASE("machine: a listed move is the same, whether it is made as listed or by its choices") {
  const Game game = lamps();
  const Program& program = game.program();
  Machine machine(program), by_choices(program);
  Random random(7);
  RandomChance chance(random);
  machine.begin(chance);
  std::vector<Choice> choices;
  bool offered = false;
  for (int ply = 0; ply < 12; ++ply) {
    const std::vector<Word> state = state_of(machine);
    const auto count = static_cast<std::uint64_t>(machine.list());
    for (int i = 0; i < 40; ++i) {
      const std::uint64_t k = i == 0 ? count - 1 : random.below(count);
      std::vector<Word> picks(8, 1234);
      const int move = machine.listed_run(k, picks.data());
      CHECK(machine.last_listed().move_of(k) == move);
      REQUIRE(machine.listed_choices(k, choices) == move);
      REQUIRE(choices.size() == program.moves[static_cast<std::size_t>(move)].picks.size());
      for (std::size_t pick = 0; pick < choices.size(); ++pick) {
        const bool is_offered = choices[pick].mode == Choice::Mode::offered;
        offered = offered || is_offered;
        CHECK(picks[pick] == (is_offered ? 1234 : choices[pick].number));
      }
      by_choices.load(state);
      REQUIRE(by_choices.apply(move, choices, true) == Status::done);
      machine.mark(0);
      REQUIRE(machine.apply_listed(machine, k) == Status::done);
      CHECK(state_of(machine) == state_of(by_choices));
      machine.go_back(0);
    }
    REQUIRE(machine.list() == static_cast<std::int64_t>(count));
    machine.apply_listed(machine, random.below(count));
    machine.resume(chance);
  }
  CHECK(offered);
}

TEST_CASE("machine: a move that is refused changes nothing, and says why where that is wanted") {
  const Game game = lamps();
  Machine machine(game.program());
  Random random(5);
  RandomChance chance(random);
  machine.begin(chance);
  std::vector<Choice> choices;
  std::uint64_t shine = 0;
  while (machine.list() && machine.last_listed().move_of(shine) != 0) ++shine;
  machine.listed_choices(shine, choices);
  // From the first cell out of the board, where a beam lights nothing.
  const Geometry& geometry = game.program().geometry;
  choices[0].number = choices[1].number = 0;
  while (geometry.next_to(0, static_cast<int>(choices[1].number)) >= 0) ++choices[1].number;
  const std::vector<Word> state = state_of(machine);
  for (const bool wanted : {false, true}) {
    REQUIRE(machine.apply(0, choices, wanted) == Status::failed);
    CHECK(state_of(machine) == state);
    check_like_fresh(machine);
  }
  const std::string reason = machine.failure().message;
  CHECK(reason.find("lights nothing") != std::string::npos);
  REQUIRE(machine.apply(1, {Choice{}}, true) == Status::failed);  // no lamp stands there
  CHECK(machine.failure().message != reason);
}

TEST_CASE("machine: a listing that is laid aside comes back as it was") {
  const Game game = lamps();
  Machine machine(game.program()), other(game.program());
  Random random(9);
  RandomChance chance(random);
  machine.list_ahead(true);
  machine.begin(chance);
  for (int ply = 0; ply < 5; ++ply) step(machine, random, chance);
  const std::vector<Word> state = state_of(machine);
  const std::int64_t count = machine.list();
  other.load(state);
  other.list();
  Machine::Listing listing;
  machine.swap_listing(listing);
  step(machine, random, chance);
  check_like_fresh(machine);
  machine.load(state);
  machine.swap_listing(listing);
  CHECK(machine.last_listed().is_same(other.last_listed()));
  REQUIRE(machine.apply_listed(machine, static_cast<std::uint64_t>(count) - 1) == Status::done);
  REQUIRE(other.apply_listed(other, static_cast<std::uint64_t>(count) - 1) == Status::done);
  CHECK(state_of(machine) == state_of(other));
}

TEST_CASE("machine: what was listed ahead is not taken for another position's moves") {
  const Game game = lamps();
  Machine machine(game.program());
  Random random(13);
  RandomChance chance(random);
  machine.list_ahead(true);
  machine.begin(chance);
  const std::vector<Word> start = state_of(machine);
  step(machine, random, chance);
  const std::vector<Word> next = state_of(machine);
  machine.load(start);
  check_like_fresh(machine);
  machine.load(next);
  check_like_fresh(machine);
  machine.load(next);  // the same: nothing is dropped
  check_like_fresh(machine);
  step(machine, random, chance);
  REQUIRE(machine.forfeit() == Status::over);
  machine.load(start);
  check_like_fresh(machine);
  REQUIRE(machine.begin(chance) == Status::waiting);
  CHECK(state_of(machine) == start);
  check_like_fresh(machine);
}

TEST_CASE("machine: a clock that has run out ends the game for the player to move") {
  const Game game = lamps();
  Machine machine(game.program());
  Random random(1);
  RandomChance chance(random);
  machine.begin(chance);
  step(machine, random, chance);
  REQUIRE(machine.to_move() == 1);
  CHECK(machine.forfeit() == Status::over);
  CHECK(machine.is_over());
  const Word ended = machine.frame()[Layout::kOutcome];
  CHECK(static_cast<OutcomeKind>(ended & 0xFF) == OutcomeKind::win);
  CHECK(static_cast<int>(ended >> 8) - 1 == 0);
  CHECK(machine.forfeit() == Status::failed);
  CHECK(machine.resume(chance) == Status::over);
}

TEST_CASE("machine: a choice made together is carried out alone as it is when the others do nothing") {
  const Game game = test::script(R"(
game "Purses"
use square
players sun, moon
board grid(3, 1)
piece coin { size: 1..3; look "c{size}" }
var total: 0..99 = 0
move pass "pass" { }
move take "take {at}" { pick at in coin; total += at.size; remove at }
move grow "grow {at} {by}" { pick at in coin; pick by in 1..2; require at.size + by <= 3; at.size += by }
setup { put coin(size = 1) on a1; put coin(size = 2) on b1 }
play { repeat { together { choose take or grow or pass } } }
)");
  const Program& program = game.program();
  Machine lister(program), alone(program), all(program);
  Random random(1);
  RandomChance chance(random);
  lister.begin(chance);
  CHECK(lister.forfeit() == Status::failed);  // there is no clock
  const std::vector<Word> state = state_of(lister);
  const std::int64_t count = lister.list();
  REQUIRE(count == 6);
  int changed = 0;
  for (std::uint64_t k = 0; k < 6; ++k) {
    alone.load(state);
    REQUIRE(alone.apply_alone(lister, k) == Status::done);
    CHECK(alone.to_move() == 0);
    CHECK(alone.pending().move_of(0) == -1);
    all.load(state);
    REQUIRE(all.apply_listed(lister, k) == Status::done);
    CHECK(all.pending().move_of(0) == lister.last_listed().move_of(k));
    REQUIRE(all.resume(chance) == Status::waiting);
    REQUIRE(all.to_move() == 1);
    REQUIRE(all.apply(0, {}, true) == Status::done);  // pass
    REQUIRE(all.resume(chance) == Status::waiting);
    CHECK(all.pending().move_of(0) == -1);
    const Slot total = program.layout.variables[0];
    CHECK(alone.frame()[total] == all.frame()[total]);
    for (int cell = 0; cell < 3; ++cell) CHECK(alone.position().top_key(cell) == all.position().top_key(cell));
    changed += state_of(all) != state;
  }
  CHECK(changed == 5);
}
