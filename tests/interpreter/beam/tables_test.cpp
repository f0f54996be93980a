// Tables that are derived from those of reactions, against these.
#include "interpreter/beam/tables.hpp"

#include <set>

#include "interpreter/program/program.hpp"
#include "tests/catch.hpp"
#include "tests/support/hand_board.hpp"

using namespace glint;
using namespace glint::test;

namespace {

Program shining_program(const Geometry& geometry, int colours, bool has_splitters) {
  Program program = lamps_and_mirrors(geometry, colours, has_splitters);
  add_beams(program, shining(geometry, colours));
  return program;
}

}  // namespace

TEST_CASE("tables: keys of one class are those whose beams go the same ways", "[beams]") {
  const Geometry geometry = rectangle(6, 6, kSixWays);
  const Program program = shining_program(geometry, 3, true);
  const std::vector<std::uint16_t>& classes = program.reactions.path_class;
  const auto class_of = [&](const std::string& kind, std::size_t which) {
    return classes[static_cast<std::size_t>(keys_of(program, {kind}).at(which))];
  };
  // Lamps: by facing, not by colour. What beams pass is like no piece.
  for (std::size_t lamp = 0; lamp < 18; ++lamp) CHECK(class_of("lamp", lamp) == class_of("lamp", lamp % 6));
  CHECK(class_of("stone", 0) == classes[0]);
  std::set<int> different = {class_of("wall", 0), class_of("stone", 0)};
  for (std::size_t i = 0; i < 6; ++i)
    for (const char* kind : {"lamp", "mirror", "splitter"}) different.insert(class_of(kind, i));
  CHECK(different.size() == 20);
  CHECK(program.reactions.path_classes == 20);
}

TEST_CASE("tables: where ways depend on what a beam carries, each key is a class of its own", "[beams]") {
  const Geometry geometry = rectangle(4, 4, kFourWays);
  for (const int colours : {1, 2}) {
    Program program = lamps_and_mirrors(geometry, colours, false);
    Optics optics = shining(geometry, colours);
    optics.reaction = [](const Key&, int way, std::uint32_t payload) -> Optics::Ways {
      return {Optics::goes_on((way + static_cast<int>(payload)) % 4, payload)};
    };
    add_beams(program, optics);
    CHECK(program.reactions.path_classes == static_cast<int>(program.pieces.keys.size()));
  }
}

TEST_CASE("tables: beams that nothing splits meet what the reactions say", "[beams]") {
  using Unsplit = Reactions::Unsplit;
  const Geometry geometry = rectangle(6, 6, kSixWays);
  const Program program = shining_program(geometry, 3, false);
  const Reactions& reactions = program.reactions;
  const Unsplit& unsplit = reactions.unsplit;
  REQUIRE_FALSE(unsplit.on.empty());
  const auto ways = static_cast<std::size_t>(geometry.directions),
             payloads = static_cast<std::size_t>(program.payloads.count);
  const auto beam = [&](std::uint32_t way, std::uint32_t payload) {
    return unsplit.beam(static_cast<int>(way), payload, geometry.rises[way] != 0);
  };
  for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) {
    const std::vector<Reactions::Way>& sent = reactions.emissions[key];
    CHECK(unsplit.first[key] == (sent.empty() ? Unsplit::kAsks : beam(sent[0].way, sent[0].payload)));
    for (std::size_t way = 0; way < ways; ++way)
      for (std::size_t payload = 0; payload < payloads; ++payload) {
        const std::uint32_t entry = reactions.entries[(key * ways + way) * payloads + payload];
        const std::uint32_t met = beam(static_cast<std::uint32_t>(way), static_cast<std::uint32_t>(payload));
        const std::uint32_t expected = entry == Reactions::kNone                                   ? Unsplit::kPasses
                                  : (entry & Reactions::kKind) == Reactions::kStop ? Unsplit::kStops | (entry & 0xFFFF)
                                                                                   : beam(entry >> 16, entry & 0xFFFF);
        REQUIRE(unsplit.on[Unsplit::number(met) * unsplit.keys + key] == expected);
      }
  }
  CHECK(shining_program(geometry, 3, true).reactions.unsplit.on.empty());
  CHECK(shining_program(rectangle(9, 9, kEightWays), 3, false).reactions.unsplit.on.empty());
}

TEST_CASE("tables: limits are noted where they are the reason", "[beams]") {
  CHECK_FALSE(shining_program(rectangle(4, 4, kEightWays), 9, false).beyond.unsplit);  // 2^9 payloads, 2^3 ways
  const Program many = shining_program(rectangle(4, 4, kEightWays), 10, false);
  CHECK(many.beyond.unsplit);
  CHECK(many.reactions.unsplit.on.empty());
  CHECK_FALSE(shining_program(rectangle(4, 4, kEightWays), 10, true).beyond.unsplit);  // they are split

  const Program small = shining_program(rectangle(16, 16, kFourWays), 2, false);  // 10 classes
  CHECK(small.reactions.answer_width == 16);
  CHECK_FALSE(small.beyond.answers);
  const Program large = shining_program(rectangle(24, 24, kFourWays), 2, false);
  CHECK(large.reactions.answer_width == 0);
  CHECK(large.beyond.answers);
}
