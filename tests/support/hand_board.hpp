// A board for the parts of beam/ alone: a Program made by hand, a State whose pieces a test puts, and a tracer that goes
// from cell to cell. Pieces act by tables only: to ask for code is an error.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "interpreter/beam/fuel.hpp"
#include "tests/oracles/split_mix.hpp"
#include "tests/support/hand_program.hpp"
#include "tests/support/traces.hpp"

namespace glint::test {

class HandBoard final : public Cases {
 public:
  static constexpr Slot kSpare = 1200;  // slots for operands and results, from `spare` on

  HandBoard(Program without_beams, const Optics& optics) : program(std::move(without_beams)), optics_(optics) {
    add_beams(program, optics_);
    frame = program.code.initial_frame;
    spare = static_cast<Slot>(frame.size());
    frame.resize(frame.size() + kSpare, 0);
    keys.assign(static_cast<std::size_t>(cells()), 0);
  }
  HandBoard(const HandBoard&) = delete;

  /// The piece of this key stands on the cell, instead of what stood there; 0: nothing does. Only on boards without
  /// stacks. Answers the key that was there.
  int put(int cell, int key) {
    const int before = program.key_in(frame.data(), cell, 0);
    write(before, cell, false);
    write(key, cell, true);
    const auto narrow = static_cast<std::uint16_t>(key);
    std::memcpy(reinterpret_cast<char*>(&frame[program.layout.keys]) + 2 * cell, &narrow, sizeof narrow);
    keys[static_cast<std::size_t>(cell)] = key;
    return before;
  }
  int cells() const { return program.geometry.cells; }
  int random_cell(oracle::SplitMix& random) const {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(cells())));
  }
  /// Any key of a kind, or 0 for none.
  int random_key(oracle::SplitMix& random) const { return static_cast<int>(random.below(program.pieces.keys.size())); }
  std::vector<int> emitters() const;
  /// What the emitter on this cell sends out, followed from cell to cell by the pieces in `keys`.
  naive::Path path_from(int source) const;

  // All that pieces do is in tables, so there is no code to ask.
  bool run_cases(int, const Meeting&, std::vector<Reactions::Way>&) override { return no_code("run_cases"); }
  bool run_emission(int, int, std::vector<Reactions::Way>&) override { return no_code("run_emission"); }
  bool sides_of(int, Word&) override { return no_code("sides_of"); }
  bool find_acting(const Reactions::Acting&) override { return no_code("find_acting"); }
  void fail(lang::Code, lang::Span, std::string message) override { failure = std::move(message); }
  void run_out_of_fuel() override { failure = "no fuel"; }

  Program program;
  std::vector<Word> frame;
  Slot spare = 0;
  Fuel fuel{1'000'000'000, *this};
  std::vector<int> keys;  // by cell: what stands there
  std::string failure;

 private:
  struct Walk;
  void follow(Walk& walk, int cell, int way, std::uint32_t payload, int step, int before) const;
  Optics::Ways reaction_at(int cell, int way, std::uint32_t payload) const {
    return optics_.reaction(program.key(keys[static_cast<std::size_t>(cell)]), way, payload);
  }
  bool no_code(const char* asked) {
    failure = std::string("there is no code for ") + asked;
    return false;
  }
  void write(int key, int cell, bool stands) {
    if (!key) return;
    const Slot tops = program.layout.tops +
                      static_cast<Slot>(program.pieces.key_set[static_cast<std::size_t>(key)] * program.words());
    for (const Slot set : {tops, program.layout.occupied}) {
      Word& word = frame[set + static_cast<Slot>(cell / 64)];
      word = (word & ~bit_in_word(cell)) | Word{stands} << (cell % 64);
    }
  }

  const Optics optics_;
};

/// Lamps with a facing and a colour, mirrors and splitters of as many lines as there are directions, walls, stones.
/// Lamps: field 0 is the facing, field 1 the colour.
Program lamps_and_mirrors(const Geometry& geometry, int colours, bool has_splitters);
/// What these do to beams that carry a set of colours. A splitter toggles colour 1 of what goes straight on.
Optics shining(const Geometry& geometry, int colours);

}  // namespace glint::test
