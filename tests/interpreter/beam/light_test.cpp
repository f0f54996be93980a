// Light against the union of what the naive tracer's beams carry, by each of the instructions that ask for it.
#include <set>
#include <vector>

#include "interpreter/beam/light.hpp"
#include "tests/support/bare_board.hpp"

namespace {

using namespace glint;
using namespace glint::test;

const char* const kAsksLight = R"(
let red_only = {c in cells where glow[c] == {h0}}
let glow[c: cell]: set of hue = union v in beams.visits where v.cell == c : v.colour
)";

class LightBoard {
 public:
  explicit LightBoard(const Game& game)
      : bare_(game),
        beams_(bare_.program, bare_.frame.data(), bare_.fuel, bare_),
        light_(bare_.program, bare_.frame.data(), bare_.fuel, beams_) {}

  void change(Random& random) {
    const int cell = bare_.random_cell(random), key = bare_.random_key(random);
    beams_.piece_changed(cell, bare_.put(cell, key), key);
  }

  /// All answers for some of the emitters.
  void check(Random& random) {
    const auto words = static_cast<std::size_t>(bare_.program.words());
    const auto cells = static_cast<std::size_t>(bare_.cells());
    const Slot emitters = bare_.spare, wanted = emitters + static_cast<Slot>(words), result = wanted + 1;
    std::fill_n(bare_.frame.begin() + emitters, words, 0);
    std::vector<Word> glow(cells, 0), sources(cells, 0);
    for (const int source : bare_.emitters()) {
      if (random.below(4) == 0) continue;
      bare_.frame[emitters + static_cast<Slot>(source / 64)] |= Word{1} << (source % 64);
      for (const naive::Visit& visit : bare_.tracer.from_emitter(bare_.board, source).visits) {
        const auto cell = static_cast<std::size_t>(visit.cell);
        glow[cell] |= static_cast<Word>(visit.payload[0]);
        if (visit.payload[0] && words == 1) sources[cell] |= Word{1} << source;
      }
    }
    Word* const f = bare_.frame.data();
    const auto at = [&](Opcode op, int n, Slot c) {
      return Instruction{op, static_cast<std::uint16_t>(n), result, emitters, c};
    };
    REQUIRE(light_.light(at(Opcode::light, 0, 0)));
    for (std::size_t cell = 0; cell < cells; ++cell) CHECK(f[result + cell] == glow[cell]);
    const std::size_t cell = random.below(cells);
    f[wanted] = cell;
    REQUIRE(light_.light_at(at(Opcode::light_at, 0, wanted)));
    CHECK(f[result] == glow[cell]);
    if (words == 1) {
      REQUIRE(light_.light_sources(at(Opcode::light_sources, 0, 0)));
      for (std::size_t c = 0; c < cells; ++c) CHECK(f[result + c] == sources[c]);
    }
    if (words > static_cast<std::size_t>(kMostLitWords)) return;
    for (const int is_not : {0, 1}) {
      f[wanted] = random.below(4);
      REQUIRE(light_.light_is(at(Opcode::light_is, is_not, wanted)));
      for (std::size_t c = 0; c < cells; ++c)
        CHECK((f[result + c / 64] >> (c % 64) & 1) == ((glow[c] == f[wanted]) != (is_not == 1)));
    }
  }

  const Program& program() const { return bare_.program; }

 private:
  BareBoard bare_;
  Beams beams_;
  Light light_;
};

void play(const std::string& board, int colours, const std::string& rules) {
  INFO(board << ", " << colours << " colours, " << rules);
  LightBoard bench(script(optics_script(board, colours, rules)));
  Random random(23);
  for (int i = 0; i < 120; ++i) {
    bench.change(random);
    if (i % 2 == 0) bench.check(random);
  }
}

}  // namespace

TEST_CASE("light is the union of all visits", "[light]") {
  for (const char* board : {"board hexagon(4)", "board square(8, 8)", "board square(9, 9)"})
    for (const int colours : {2, 4, 6})
      for (const char* splitter : {"", kSplitter})
        for (const char* rules : {"", kAsksLight}) play(board, colours, std::string(splitter) + rules);
}

TEST_CASE("light on a board that is too large for sets", "[light]") { play("board square(17, 17)", 2, kSplitter); }
