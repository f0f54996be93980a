// A board for the parts of beam/ alone: a State whose pieces are written by hand, a naive board beside it, and no machine.
// What the script's code would say a test says itself.
#pragma once

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "interpreter/beam/fuel.hpp"
#include "tests/support/beam_bench.hpp"

namespace glint::test {

class BareBoard final : public Cases {
 public:
  static constexpr Slot kSpare = 400;  // slots for operands and results, from `spare` on

  explicit BareBoard(const Game& game_to_use)
      : game(game_to_use),
        program(game.program()),
        frame(program.code.initial_frame),
        spare(static_cast<Slot>(frame.size())),
        tracer(program.rules, program.options, game.cells()),
        board(game.cells().size()) {
    frame.resize(frame.size() + kSpare, 0);
  }

  /// The piece of this key stands on the cell, instead of what stood there; 0: nothing does. Only on boards without
  /// stacks. Answers the key that was there.
  int put(int cell, int key) {
    const int before = program.key_in(frame.data(), cell, 0);
    write(before, cell, false);
    write(key, cell, true);
    const auto narrow = static_cast<std::uint16_t>(key);
    std::memcpy(reinterpret_cast<char*>(&frame[program.layout.keys]) + 2 * cell, &narrow, sizeof narrow);
    board[static_cast<std::size_t>(cell)] = piece_of(program.pieces.keys[static_cast<std::size_t>(key)]);
    return before;
  }
  int cells() const { return program.geometry.cells; }
  int random_cell(Random& random) const { return static_cast<int>(random.below(static_cast<std::uint64_t>(cells()))); }
  /// Any key of a kind, or 0 for none.
  int random_key(Random& random) const { return static_cast<int>(random.below(program.pieces.keys.size())); }
  std::vector<int> emitters() const {
    std::vector<int> found;
    for (int cell = 0; cell < cells(); ++cell)
      if (tracer.emits(board[static_cast<std::size_t>(cell)])) found.push_back(cell);
    return found;
  }

  bool run_cases(int, const Meeting& meeting, std::vector<Reactions::Way>& ways) override {
    ++asked;
    ways.clear();
    return on_meeting && on_meeting(meeting, ways);
  }
  bool run_emission(int, int, std::vector<Reactions::Way>&) override { return false; }
  bool sides_of(int, Word&) override { return false; }
  bool find_acting(const Reactions::Acting& acting) override {
    ++asked;
    for (const int cell : acting_cells) frame[acting.set + static_cast<Slot>(cell / 64)] |= Word{1} << (cell % 64);
    return true;
  }
  void fail(lang::Code, lang::Span, std::string message) override { failure = std::move(message); }
  void run_out_of_fuel() override { failure = "no fuel"; }

  Game game;
  const Program& program;
  std::vector<Word> frame;
  const Slot spare;
  Fuel fuel{1'000'000'000, *this};
  naive::Tracer tracer;
  naive::Board board;
  std::function<bool(const Meeting&, std::vector<Reactions::Way>&)> on_meeting;
  std::vector<int> acting_cells;
  int asked = 0;  // how often code would have run
  std::string failure;

 private:
  void write(int key, int cell, bool stands) {
    if (!key) return;
    const Slot tops = program.layout.tops +
                      static_cast<Slot>(program.pieces.key_set[static_cast<std::size_t>(key)] * program.words());
    for (const Slot set : {tops, program.layout.occupied}) {
      Word& word = frame[set + static_cast<Slot>(cell / 64)];
      word = (word & ~(Word{1} << (cell % 64))) | Word{stands} << (cell % 64);
    }
  }
};

/// Lamps that shine in colours of which there are `colours`, mirrors, splitters, walls, stones: all of it tables.
inline std::string optics_script(const std::string& board, int colours, const std::string& rules) {
  std::string hues;
  for (int i = 0; i < colours; ++i) hues += (i ? ", h" : "h") + std::to_string(i);
  return "game \"Optics\"\nuse square, hex\nplayers me_only\n" + board + "\ntype hue = {" + hues + R"(}
beam { colour: set of hue = {h0} }
piece lamp { facing: direction; colour: hue; emits facing { beam.colour = {colour} }; look "L{facing}{colour}" }
piece mirror { line: axis; when beam comes { otherwise -> reflects across line }; look "M{line}" }
piece wall { when beam comes { otherwise -> stops }; look "#" }
piece stone { look "o" }
)" + rules + R"(
move pass "pass" { }
play { repeat { turn of me_only { choose pass } } }
)";
}

/// What splits beams and changes what they carry.
inline const char* const kSplitter = R"(
piece splitter { line: axis; when beam comes { otherwise -> straight { beam.colour ^= {h1} }, reflects across line }
  look "S{line}" }
)";

}  // namespace glint::test
