// Hypothetical beams against really putting the piece and following its beams the naive way.
#include <algorithm>
#include <vector>

#include "interpreter/beam/beams.hpp"
#include "interpreter/beam/hypothetical.hpp"
#include "tests/support/bare_board.hpp"

namespace {

using namespace glint;
using namespace glint::test;

class TrialBoard final : Hypothetical::Trial {
 public:
  explicit TrialBoard(const Game& game)
      : bare_(game),
        beams_(bare_.program, bare_.frame.data(), bare_.fuel, bare_),
        hypothetical_(bare_.program, bare_.frame.data(), bare_.fuel, beams_.kernel(), *this),
        words_(static_cast<std::size_t>(bare_.program.words())) {}

  void change(Random& random) { put(bare_.random_cell(random), bare_.random_key(random)); }
  void save() {
    saved_.push_back({bare_.frame, std::vector<Word>(hypothetical_.saved_words()), bare_.board});
    hypothetical_.save_into(saved_.back().words.data());
  }
  void leave(bool restores) {
    if (saved_.empty()) return;
    const Saved& last = saved_.back();
    if (restores) {
      std::copy(last.frame.begin(), last.frame.end(), bare_.frame.begin());
      bare_.board = last.board;
      hypothetical_.restore_from(last.words.data());
    } else {
      hypothetical_.drop_saved(last.words.data());
    }
    saved_.pop_back();
  }

  /// Lamps of some facings on some empty cells: which of them would shine on an empty cell, or on one of a set?
  void check(Random& random) {
    const int facings = bare_.program.geometry.directions;
    int shift = 0;
    while (1 << shift < facings) ++shift;
    const auto pair_count = static_cast<std::size_t>(pair_words(bare_.program.geometry, shift));
    const Slot cells = bare_.spare, target = cells + static_cast<Slot>(words_), key = target + static_cast<Slot>(words_),
               values = key + 1, result = values + 1;
    Word* const f = bare_.frame.data();
    const bool without_cell = random.below(3) > 0;  // the target is what is empty
    const bool by_facing = random.below(4) > 0;     // else by colour
    const int lamp = keys_of(bare_.program, {"lamp"})[random.below(2)];
    const FieldTable& field = bare_.program.pieces.fields[by_facing ? 0 : 1];
    f[key] = static_cast<Word>(lamp);
    f[values] = random.below(Word{1} << (by_facing ? facings : 2));
    for (std::size_t i = 0; i < words_; ++i) {
      const Word empty = bare_.program.geometry.board[i] & ~f[bare_.program.layout.occupied + i];
      f[cells + i] = empty & random.next();
      f[target + i] = without_cell ? empty : random.next() & random.next() & bare_.program.geometry.board[i];
    }
    const std::int32_t stride = field.stride[static_cast<std::size_t>(lamp)];
    const auto n = static_cast<std::uint16_t>(2 * shift + without_cell);
    const bool any_will_do = random.below(4) == 0;
    REQUIRE(hypothetical_.would_meet_all({Opcode::would_meet_all, n, result, cells, target},
                                         {Opcode::more, 0, key, values, static_cast<std::uint32_t>(stride)},
                                         any_will_do));
    const std::vector<Word> pairs(f + result, f + result + pair_count);
    std::vector<Word> wanted(pair_count, 0);
    Word any = 0, of_lone = 0;
    int lone = -1;
    for (int cell = 0; cell < bare_.cells(); ++cell) {
      if (!(f[cells + static_cast<Slot>(cell / 64)] >> (cell % 64) & 1)) continue;
      Word shines = 0;
      for (Word rest = f[values]; rest; rest &= rest - 1) {
        const int value = __builtin_ctzll(rest);
        if (shines_on(cell, lamp + value * stride, f + target, without_cell)) shines |= rest & (0 - rest);
      }
      const std::size_t pair = static_cast<std::size_t>(cell) << shift;
      wanted[pair / 64] |= shines << (pair % 64);
      any |= shines;
      lone = cell;
      of_lone = shines;
    }
    if (!any_will_do) {
      CHECK(pairs == wanted);
    } else {
      Word found = 0, wrong = 0;
      for (std::size_t i = 0; i < pair_count; ++i) {
        found |= pairs[i];
        wrong |= pairs[i] & ~wanted[i];
      }
      CHECK((found != 0) == (any != 0));
      CHECK(wrong == 0);
    }
    if (lone < 0) return;
    f[cells] = static_cast<Word>(lone);
    REQUIRE(hypothetical_.would_meet({Opcode::would_meet, without_cell, result, cells, target},
                                     {Opcode::more, 0, key, values, static_cast<std::uint32_t>(stride)}));
    CHECK(f[result] == of_lone);
  }
  int trials() const { return trials_; }
  BareBoard& bare() { return bare_; }

 private:
  struct Saved {
    std::vector<Word> frame, words;
    naive::Board board;
  };
  void put(int cell, int key) {
    bare_.put(cell, key);
    hypothetical_.pieces_changed(cell / 64, Word{1} << (cell % 64));
  }
  bool shines_on(int cell, int key, const Word* target, bool without_cell) {
    const int before = bare_.put(cell, key);
    bool found = false;
    for (const naive::Visit& visit : bare_.tracer.from_emitter(bare_.board, cell).visits)
      found = found || ((target[visit.cell / 64] >> (visit.cell % 64) & 1) && !(without_cell && visit.cell == cell));
    bare_.put(cell, before);
    return found;
  }
  bool meets_with(int cell, int key, const Word* target, bool& meets) override {
    ++trials_;
    const int before = bare_.put(cell, key);
    const bool is_fine = beams_.kernel().emitter_meets(cell, target, meets);
    bare_.put(cell, before);
    return is_fine;
  }

  BareBoard bare_;
  Beams beams_;
  Hypothetical hypothetical_;
  const std::size_t words_;
  std::vector<Saved> saved_;
  int trials_ = 0;
};

/// Random changes, questions, and positions that are gone back to.
void play(TrialBoard& bench) {
  Random random(41);
  for (int i = 0; i < 600; ++i) {
    switch (random.below(8)) {
      case 0: bench.save(); break;
      case 1: bench.leave(random.below(3) > 0); break;
      case 2: case 3: bench.check(random); break;
      default: bench.change(random);
    }
  }
}

}  // namespace

TEST_CASE("hypothetical beams are those of a piece that is really put", "[hypothetical]") {
  for (const char* board : {"board hexagon(4)", "board grid(8, 8)", "board square(8, 8)", "board square(9, 9)"})
    for (const char* rules : {"", kSplitter}) {
      INFO(board << rules);
      TrialBoard bench(script(optics_script(board, 3, rules)));
      play(bench);
      CHECK(bench.trials() == 0);
    }
}

TEST_CASE("hypothetical beams that code acts on: the piece is put for the question", "[hypothetical]") {
  TrialBoard bench(script(R"(
game "Turners"
use square
players me_only
board grid(8, 8)
type hue = {h0, h1, h2}
beam { colour: set of hue = {h0} }
piece lamp { facing: direction; colour: hue; emits facing { beam.colour = {colour} }; look "L{facing}{colour}" }
piece turner { when beam comes { if odd(here.x) -> turns 1; otherwise -> turns -1 }; look "R" }
move pass "pass" { }
play { repeat { turn of me_only { choose pass } } }
)"));
  const Program& program = bench.bare().program;
  bench.bare().on_meeting = [&](const Meeting& meeting, std::vector<Reactions::Way>& ways) {
    const bool is_odd = program.geometry.info[static_cast<std::size_t>(meeting.cell)].x % 2 != 0;
    const int way = (meeting.way + (is_odd ? 1 : 3)) % 4;
    ways.push_back({-1, static_cast<std::uint16_t>(way), 0, static_cast<std::uint32_t>(meeting.payload)});
    return true;
  };
  play(bench);
  CHECK(bench.trials() > 0);
}
