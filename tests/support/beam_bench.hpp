// A board on which pieces are put by hand, kept alike for the engine and for the naive tracer, and what both say
// compared.
#pragma once

#include <string>
#include <vector>

#include "interpreter/game/loading/access.hpp"
#include "tests/support/hand_program.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/naive_position.hpp"
#include "tests/support/traces.hpp"

namespace glint::test {

/// Position::beams against the naive tracer, for every emitter.
void check_beams(const Position& position, const naive::Tracer& tracer);
/// Puts pieces on random cells, which may be full, or takes the top one away; checks the beams after each change.
void check_stacks(Position& position, const naive::Tracer& tracer, const std::vector<int>& keys, int changes,
                  Random& random);

/// A board on which pieces are put by hand, kept alike for the engine and for the naive tracer.
struct Bench {
  explicit Bench(const Game& game_to_use)
      : game(game_to_use),
        start(must(game.start())),
        program(game.program()),
        machine(program),
        tracer(program.rules, program.options, game.cells()),
        board(game.cells().size()) {
    machine.load(start.state());
  }

  void put(int cell, int key) {
    machine.pieces().put(cell, key);
    board[static_cast<std::size_t>(cell)] = piece_of(program.pieces.keys[static_cast<std::size_t>(key)]);
  }
  void remove(int cell) {
    machine.pieces().remove_top(cell);
    board[static_cast<std::size_t>(cell)] = {};
  }

  /// Compares the kept trace of a source, and one followed from scratch, with the naive tracer's.
  bool holds(int source, const naive::Path& path) {
    const Trace* kept = machine.pieces().beams().trace_of(source);
    if (!kept || !agree(program, *kept, path, source)) return false;
    return machine.pieces().beams().kernel().trace_emitter(source, fresh) && agree(program, fresh, path, source) &&
           machine.pieces().beams().kernel().trace_cells(source, unordered) && same_cells(program, fresh, unordered);
  }
  /// After variables were set in the machine by hand.
  void set_variables() {
    machine.forget_all();
    read_variables(program, machine.frame(), tracer);
  }
  std::string text_of(const std::vector<naive::Visit>& visits) const {
    return test::text_of(visits, game.cells(), game.directions());
  }
  bool holds(int source) { return holds(source, tracer.from_emitter(board, source)); }

  /// For the message of a failure.
  std::string report(int source) {
    const naive::Path path = tracer.from_emitter(board, source);
    std::string text = start.text();
    machine.store(PositionAccess::state(start));
    text = start.text() + "from " + game.cells()[static_cast<std::size_t>(source)].label + ", naively:\n" +
           text_of(path.visits) + "kept:\n";
    if (const Trace* kept = machine.pieces().beams().trace_of(source)) text += text_of(visits_of(program, *kept));
    text += "anew:\n";
    if (machine.pieces().beams().kernel().trace_emitter(source, fresh)) text += text_of(visits_of(program, fresh));
    return text;
  }

  Game game;
  Position start;
  const Program& program;
  Interpreter machine;
  naive::Tracer tracer;
  naive::Board board;
  Trace fresh, unordered;
};

}  // namespace glint::test
