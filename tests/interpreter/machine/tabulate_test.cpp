// What `tabulate` fills, against the code that it is made from: every entry of the tables of every bundled game.
#include <algorithm>
#include <string>
#include <vector>

#include "interpreter/machine/machine.hpp"
#include "interpreter/machine/tabulate.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using namespace glint::test;

bool same_way(const Reactions::Way& one, const Reactions::Way& other) {
  if (one.stop || other.stop) return one.stop == other.stop;
  return one.cell == other.cell && one.way == other.way && one.payload == other.payload;
}

/// The ways on that an entry of the reaction table stands for.
std::vector<Reactions::Way> ways_of(const Reactions& reactions, std::uint32_t entry) {
  const std::uint32_t kind = entry & Reactions::kKind;
  if (kind == Reactions::kStop) return {{-1, 0, static_cast<std::uint16_t>(1 + (entry & 0xFFFF)), 0}};
  if (kind == Reactions::kList) return reactions.lists[entry & 0xFFFFFF];
  return {{-1, static_cast<std::uint16_t>(entry >> 16), 0, entry & 0xFFFF}};
}

/// How many entries were compared, of the pieces whose cases are in the table.
int check_reactions(const Program& program) {
  const Reactions& reactions = program.reactions;
  Interpreter machine(program);
  std::vector<Reactions::Way> found;
  int compared = 0;
  for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) {
    if (reactions.optical_key[key] && reactions.row_code[key] < 0) continue;
    machine.pieces().clear(0);
    machine.pieces().put(0, static_cast<int>(key));
    const int kind = program.pieces.keys[key].kind;
    const int code = kind < 0 ? -1 : reactions.code[static_cast<std::size_t>(kind)];
    for (int way = 0; way < program.geometry.directions; ++way)
      for (std::int64_t payload = 0; payload < program.payloads.count; ++payload) {
        const auto at = (key * static_cast<std::size_t>(program.geometry.directions) + static_cast<std::size_t>(way)) *
                            static_cast<std::size_t>(program.payloads.count) +
                        static_cast<std::size_t>(payload);
        const std::uint32_t entry = reactions.entries[at];
        REQUIRE((entry == Reactions::kNone) == !reactions.optical_key[key]);
        if (entry == Reactions::kNone) continue;
        const bool runs = machine.cases().run_cases(code, {0, way, payload}, found);
        REQUIRE(runs == (entry != Reactions::kCode));
        if (!runs) continue;
        const std::vector<Reactions::Way> ways = ways_of(reactions, entry);
        REQUIRE(ways.size() == found.size());
        for (std::size_t i = 0; i < ways.size(); ++i) REQUIRE(same_way(ways[i], found[i]));
        ++compared;
      }
  }
  return compared;
}

}  // namespace

TEST_CASE("tabulate: the reaction table is what the code says", "[tabulate]") {
  int tables = 0;
  for (const std::string& name : Game::bundled_names()) {
    INFO(name);
    const Game game = must(Game::bundled(name));
    if (game.program().reactions.entries.empty()) continue;
    CHECK(check_reactions(game.program()) > 0);
    ++tables;
  }
  CHECK(tables > 0);
}

TEST_CASE("tabulate: a table of cases is a row of the table, whatever else acts on beams", "[tabulate]") {
  const auto is_filled = [](const Program& program, std::size_t row) {
    const auto turns =
        static_cast<std::size_t>(program.geometry.directions) * static_cast<std::size_t>(program.payloads.count);
    const auto first = program.reactions.entries.begin() + static_cast<std::ptrdiff_t>(row * turns);
    return std::find(first, first + static_cast<std::ptrdiff_t>(turns), Reactions::kCode) ==
           first + static_cast<std::ptrdiff_t>(turns);
  };
  const Game beam = must(Game::bundled("the_beam"));  // mirrors, and barriers in a variable
  const Program& mirrors = beam.program();
  REQUIRE_FALSE(mirrors.reactions.is_static);
  for (std::size_t key = 1; key < mirrors.pieces.keys.size(); ++key)
    if (mirrors.reactions.optical_key[key]) CHECK(is_filled(mirrors, key));
  REQUIRE(mirrors.reactions.acting.size() == 1);
  CHECK(is_filled(mirrors, mirrors.reactions.acting[0].row));

  const Game barriers = must(Game::bundled("beams_boosters_barriers"));  // half cells, sides that read what is near
  const Program& program = barriers.program();
  CHECK(is_filled(program, program.reactions.acting.at(0).row));
  REQUIRE(program.reactions.sides.are_static);
  Interpreter machine(program);
  int sided = 0;
  for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) {
    machine.pieces().clear(0);
    machine.pieces().put(0, static_cast<int>(key));
    Word sides = 0;
    REQUIRE(machine.cases().sides_of(0, sides));
    CHECK(sides == program.reactions.sides.of_key[key]);
    if (!sides) continue;
    ++sided;
    CHECK(is_filled(program, key));  // what comes to the cell goes on
    CHECK_FALSE(is_filled(program, program.reactions.sides.first_row + key));
  }
  CHECK(sided > 0);
}

TEST_CASE("tabulate: emissions are what the code says", "[tabulate]") {
  const Game game = must(Game::bundled("laser_lawn"));
  const Program& program = game.program();
  REQUIRE(program.reactions.emission_is_static);
  Interpreter machine(program);
  std::vector<Reactions::Way> found;
  for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) {
    machine.pieces().clear(0);
    machine.pieces().put(0, static_cast<int>(key));
    REQUIRE(machine.cases().run_emission(static_cast<int>(key), 0, found));
    const std::vector<Reactions::Way>& ways = program.reactions.emissions[key];
    REQUIRE(ways.size() == found.size());
    for (std::size_t i = 0; i < ways.size(); ++i) CHECK(same_way(ways[i], found[i]));
  }
}

TEST_CASE("tabulate: a let that reads no position may be in error before the game starts", "[tabulate]") {
  const auto game = Game::from_text(R"(
game "Broken"
use square
players sun, moon
board square(3, 3)
option far: 1..9 = 1
piece stone { look "o" }
let corner = cell(far + 3, 1)
move place "{at}" { pick at in empty - corner; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)",
                                    "test.glint");
  REQUIRE_FALSE(game.ok());
  CHECK(game.errors().front().code == "G0602");
}
