#include "tests/support/beam_bench.hpp"

namespace glint::test {

using naive::Board;
using naive::Ending;
using naive::Path;
using naive::Tracer;
using naive::Visit;

namespace {

void flatten(const Beam& beam, std::vector<BeamStep>& steps, std::vector<Ending>& ends) {
  steps.insert(steps.end(), beam.path.begin(), beam.path.end());
  if (beam.end != BeamEnd::split) ends.push_back({beam.end, beam.end_cell, -1, false});
  for (const Beam& branch : beam.branches) flatten(branch, steps, ends);
}

}  // namespace

void check_beams(const Position& position, const Tracer& tracer) {
  const Board board = tracer.board_of(position);
  std::vector<BeamStep> steps;
  std::vector<Ending> ends;
  for (const Beam& beam : must(position.beams())) flatten(beam, steps, ends);
  std::vector<Ending> wanted_ends;
  std::size_t next = 0;
  for (std::size_t cell = 0; cell < board.size(); ++cell) {
    const Path path = tracer.from_emitter(board, static_cast<int>(cell));
    for (const Visit& visit : path.visits) {
      REQUIRE(next < steps.size());
      CHECK(steps[next].cell == visit.cell);
      CHECK(steps[next].way == visit.way);
      CHECK(steps[next].payload == tracer.payload_text(visit.payload));
      ++next;
    }
    for (Ending end : ends_with_segments(path.ends)) {
      end.name = -1;
      wanted_ends.push_back(end);
    }
  }
  CHECK(next == steps.size());
  CHECK(ends == wanted_ends);
}

void check_stacks(Position& position, const naive::Tracer& tracer, const std::vector<int>& keys, int changes,
                  Random& random) {
  const Program& program = position.game().program();
  Interpreter machine(program);
  machine.load(position.state());
  const std::size_t cells = position.game().cells().size();
  for (int i = 0; i < changes; ++i) {
    const int cell = static_cast<int>(random.below(cells));
    if (random.below(3) == 0)
      machine.pieces().remove_top(cell);
    else
      machine.pieces().put(cell, keys[random.below(keys.size())]);
    machine.store(PositionAccess::state(position));
    check_beams(position, tracer);
    const Board board = tracer.board_of(position);
    const std::vector<Word> emitters = machine.pieces().emitters();
    for (const int source : each_bit(emitters)) {
      const Trace* const kept = machine.pieces().beams().trace_of(source);
      REQUIRE(kept);
      CHECK(agree(program, *kept, tracer.from_emitter(board, source), source));
    }
  }
}

}  // namespace glint::test
