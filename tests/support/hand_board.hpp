// A board for the parts of beam/ alone: a Program made by hand, a State whose pieces a test puts, and a tracer that goes
// from cell to cell. What the script's code would say a test says itself.
#pragma once

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "interpreter/beam/cases.hpp"
#include "interpreter/beam/fuel.hpp"
#include "tests/oracles/split_mix.hpp"
#include "tests/support/hand_program.hpp"
#include "tests/support/traces.hpp"

namespace glint::test {

class HandBoard final : public Cases {
 public:
  static constexpr Slot kSpare = 1200;  // slots for operands and results, from `spare` on

  /// `as_tables`: else reactions are code, which asks `run_cases`.
  HandBoard(Program without_beams, const Optics& optics, bool as_tables = true)
      : program(std::move(without_beams)), optics_(optics) {
    add_beams(program, optics_, as_tables);
    frame = program.initial_frame;
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
  int random_key(oracle::SplitMix& random) const { return static_cast<int>(random.below(program.keys.size())); }
  int key_of(const std::string& kind, std::size_t which = 0) const { return keys_of(program, {kind}).at(which); }
  std::vector<int> emitters() const;
  /// What the emitter on this cell sends out, followed from cell to cell by the pieces in `keys`.
  naive::Path path_from(int source) const;

  bool run_cases(int, const Meeting& meeting, std::vector<Reactions::Way>& ways) override {
    ++asked;
    ways.clear();
    if (on_meeting) return on_meeting(meeting, ways);
    ways = reaction_at(meeting.cell, meeting.way, static_cast<std::uint32_t>(meeting.payload));
    return true;
  }
  bool run_emission(int, int, std::vector<Reactions::Way>&) override { return false; }
  bool sides_of(int, Word&) override { return false; }
  bool find_acting(const Reactions::Acting& acting) override {
    ++asked;
    for (const int cell : acting_cells) add_bit(&frame[acting.set], cell);
    return true;
  }
  void fail(lang::Code, lang::Span, std::string message) override { failure = std::move(message); }
  void run_out_of_fuel() override { failure = "no fuel"; }

  Program program;
  std::vector<Word> frame;
  Slot spare = 0;
  Fuel fuel{1'000'000'000, *this};
  std::vector<int> keys;  // by cell: what stands there
  std::function<bool(const Meeting&, std::vector<Reactions::Way>&)> on_meeting;  // instead of the reactions
  std::vector<int> acting_cells;
  int asked = 0;  // how often code would have run
  std::string failure;

 private:
  struct Walk;
  void follow(Walk& walk, int cell, int way, std::uint32_t payload, int step) const;
  Optics::Ways reaction_at(int cell, int way, std::uint32_t payload) const {
    return optics_.reaction(program.key(keys[static_cast<std::size_t>(cell)]), way, payload);
  }
  void write(int key, int cell, bool stands) {
    if (!key) return;
    const Slot tops = program.layout.tops + static_cast<Slot>(program.key_set[static_cast<std::size_t>(key)] *
                                                              program.words());
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
