// Light against the union of what beams carry, followed from cell to cell: each of the instructions that ask for it.
#include <set>
#include <vector>

#include "interpreter/beam/visits.hpp"
#include "tests/catch.hpp"
#include "tests/support/hand_board.hpp"

namespace {

using namespace glint;
using namespace glint::test;

/// What the Program says of light.
struct Keeping {
  bool keeps_light = true, by_traces = false, tells_segments = false;
};

class LightBoard {
 public:
  LightBoard(const Geometry& geometry, int colours, bool has_splitters, const Keeping& keeping)
      : bare_(lamps_and_mirrors(geometry, colours, has_splitters), shining(geometry, colours)),
        beams_(set(bare_.program, keeping), bare_.frame.data(), bare_.fuel, bare_),
        light_(bare_.program, bare_.frame.data(), bare_.fuel, beams_) {}

  void change(oracle::SplitMix& random) {
    const int cell = bare_.random_cell(random), key = bare_.random_key(random);
    beams_.piece_changed(cell, bare_.put(cell, key), key);
  }

  /// All answers for some of the emitters.
  void check(oracle::SplitMix& random) {
    const auto words = static_cast<std::size_t>(bare_.program.words());
    const auto cells = static_cast<std::size_t>(bare_.cells());
    const Slot emitters = bare_.spare, wanted = emitters + static_cast<Slot>(words), result = wanted + 1;
    std::fill_n(bare_.frame.begin() + emitters, words, 0);
    std::vector<Word> glow(cells, 0), sources(cells, 0);
    for (const int source : bare_.emitters()) {
      if (random.below(4) == 0) continue;
      bare_.frame[emitters + static_cast<Slot>(source / 64)] |= Word{1} << (source % 64);
      for (const naive::Visit& visit : bare_.path_from(source).visits) {
        const auto cell = static_cast<std::size_t>(visit.cell);
        glow[cell] |= static_cast<Word>(visit.payload[0]);
        if (visit.payload[0] && words == 1) sources[cell] |= Word{1} << source;
      }
    }
    Word* const f = bare_.frame.data();
    const auto at = [&](Opcode op, int n, Slot c) {
      return Instruction{op, static_cast<std::uint16_t>(n), result, emitters, c};
    };
    REQUIRE(takes_fuel_of_a_table([&] { return light_.light(at(Opcode::light, 0, 0)); }));
    for (std::size_t cell = 0; cell < cells; ++cell) CHECK(f[result + cell] == glow[cell]);
    if (words == 1) {
      REQUIRE(takes_fuel_of_a_table([&] { return light_.light_sources(at(Opcode::light_sources, 0, 0)); }));
      for (std::size_t c = 0; c < cells; ++c) CHECK(f[result + c] == sources[c]);
    }
    if (words > static_cast<std::size_t>(kMostLitWords) || !bare_.program.lowered.kept_light) return;
    for (const int is_not : {0, 1}) {
      f[wanted] = random.below(4);
      REQUIRE(light_.light_is(at(Opcode::light_is, is_not, wanted)));
      for (std::size_t c = 0; c < cells; ++c)
        CHECK((f[result + c / 64] >> (c % 64) & 1) == ((glow[c] == f[wanted]) != (is_not == 1)));
    }
  }

 private:
  /// For an instruction that makes a number for each cell: it takes one for 16 of them, beside the beams that it follows,
  /// which are the same the second time.
  template <typename Question>
  bool takes_fuel_of_a_table(const Question& question) {
    if (!question()) return false;
    const std::int64_t before = bare_.fuel.left();
    const bool is_answered = question();
    CHECK(before - bare_.fuel.left() == bare_.cells() / 16);
    return is_answered;
  }

  static const Program& set(Program& program, const Keeping& keeping) {
    program.traces.lit_field = keeping.by_traces ? 0 : -1;
    program.traces.tells_segments = keeping.tells_segments;
    program.lowered.kept_light = keeping.keeps_light;
    return program;
  }

  HandBoard bare_;
  Beams beams_;
  Light light_;
};

void play(const Geometry& geometry, int colours, bool has_splitters, const Keeping& keeping) {
  INFO(geometry.cells << " cells, " << colours << " colours, " << has_splitters << keeping.keeps_light << keeping.by_traces
                      << keeping.tells_segments);
  LightBoard bench(geometry, colours, has_splitters, keeping);
  oracle::SplitMix random(23);
  for (int i = 0; i < 120; ++i) {
    bench.change(random);
    if (i % 2 == 0) bench.check(random);
  }
}

}  // namespace

TEST_CASE("light is the union of all visits", "[light]") {
  for (const Geometry& geometry : {rectangle(6, 6, kSixWays), rectangle(8, 8, kEightWays), rectangle(9, 9, kEightWays)})
    for (const int colours : {2, 4, 6})
      for (const bool has_splitters : {false, true})
        for (const Keeping& keeping : {Keeping{}, Keeping{true, true, false}, Keeping{true, true, true}, Keeping{false, false, true}})
          play(geometry, colours, has_splitters, keeping);
}

TEST_CASE("light on a board that is too large for sets", "[light]") { play(rectangle(33, 33, kEightWays), 2, true, {}); }
