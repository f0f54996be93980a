#include "tests/support/beam_bench.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace glint::test {

using naive::Board;
using naive::Ending;
using naive::Path;
using naive::Tracer;
using naive::Visit;

std::vector<Visit> visits_of(const Program& program, const Trace& trace) {
  std::vector<Visit> visits;
  for (const Segment& segment : trace.segments) {
    naive::Payload payload;
    for (const PayloadField& field : program.payload_fields)
      payload.push_back(segment.payload / field.stride % field.size + field.lo);
    int cell = segment.cell;
    for (int i = 0; i < segment.length; ++i) {
      visits.push_back({cell, segment.way, segment.step + i, payload});
      cell = program.geometry.next_to(cell, segment.way);
    }
  }
  return visits;
}

std::vector<Visit> exits_of(const Program& program, const Trace& trace) {
  std::vector<Visit> exits;
  for (const Segment& segment : trace.segments) {
    if (segment.end != BeamEnd::left) continue;
    naive::Payload payload;
    for (const PayloadField& field : program.payload_fields)
      payload.push_back(segment.exit_payload / field.stride % field.size + field.lo);
    exits.push_back({segment.last, segment.way, segment.step + segment.length - 1, payload});
  }
  return exits;
}

std::vector<Ending> ends_of(const Trace& trace) {
  std::vector<Ending> ends;
  for (const Segment& segment : trace.segments)
    if (segment.end != BeamEnd::split)
      ends.push_back({segment.end, segment.end_cell, segment.end == BeamEnd::stopped ? segment.end_name : -1, false});
  return ends;
}

std::vector<Ending> ends_with_segments(const std::vector<Ending>& ends) {
  std::vector<Ending> found;
  for (const Ending& end : ends)
    if (!end.among_others) found.push_back(end);
  return found;
}

std::vector<Word> set_of(const std::vector<int>& cells, int words) {
  std::vector<Word> set(static_cast<std::size_t>(words), 0);
  for (const int cell : cells) set[static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64);
  return set;
}

std::set<std::pair<int, int>> named_ends_of(const Trace& trace) {
  std::set<std::pair<int, int>> found;
  for (const NamedEnd& end : trace.ends) found.insert({end.cell, end.name});
  return found;
}

bool agree(const Program& program, const Trace& trace, const Path& path, int source) {
  std::vector<int> cells;
  for (const Visit& visit : path.visits) cells.push_back(visit.cell);
  const int words = program.words();
  return visits_of(program, trace) == path.visits && exits_of(program, trace) == path.exits &&
         ends_of(trace) == ends_with_segments(path.ends) && named_ends_of(trace) == path.named &&
         trace.cells == set_of(cells, words) && trace.hits == set_of({path.hits.begin(), path.hits.end()}, words) &&
         trace.sources == set_of({source}, words);
}

bool same_cells(const Program& program, const Trace& trace, const Trace& unordered) {
  // The same ends, but a beam that comes out in the middle of its own lane may be reported to end twice.
  const auto ends = [](const Trace& of) {
    std::set<std::pair<int, int>> found;
    for (const NamedEnd& end : of.ends) found.insert({end.cell, end.name});
    return found;
  };
  if (unordered.cells != trace.cells || unordered.hits != trace.hits || unordered.sources != trace.sources ||
      ends(unordered) != ends(trace))
    return false;
  if (!unordered.is_lit || unordered.has_segments) return true;
  std::vector<Word> lit(unordered.lit.size(), 0), mask(trace.cells.size());
  const PayloadField& field = program.payload_fields[static_cast<std::size_t>(unordered.lit_field)];
  for (const Segment& segment : trace.segments) {
    cells_of(program.geometry, segment, mask.data());
    for (const int bit : each_bit(field.bits_of(segment.payload)))
      for (std::size_t i = 0; i < mask.size(); ++i) lit[static_cast<std::size_t>(bit) * mask.size() + i] |= mask[i];
  }
  return lit == unordered.lit;
}

std::string told(const std::vector<Visit>& visits, const Game& game, const Tracer& tracer) {
  std::string text;
  for (const Visit& visit : visits) {
    text += "  " + game.cells()[static_cast<std::size_t>(visit.cell)].label + " " +
            game.directions()[static_cast<std::size_t>(visit.way)].name + " " + std::to_string(visit.step);
    for (const std::string& part : tracer.payload_text(visit.payload)) text += " " + part;
    text += "\n";
  }
  return text;
}

std::vector<int> keys_of(const Program& program, const std::vector<std::string>& kinds) {
  std::vector<int> keys;
  for (std::size_t key = 1; key < program.keys.size(); ++key) {
    const std::string& kind = program.rules.kinds[static_cast<std::size_t>(program.keys[key].kind)].name;
    if (kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end())
      keys.push_back(static_cast<int>(key));
  }
  return keys;
}

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
      machine.remove_top(cell);
    else
      machine.put(cell, keys[random.below(keys.size())]);
    machine.store(PositionAccess::state(position));
    check_beams(position, tracer);
    const Board board = tracer.board_of(position);
    const std::vector<Word> emitters = machine.emitters();
    for (const int source : each_bit(emitters)) {
      const Trace* const kept = machine.beams().trace_of(source);
      REQUIRE(kept);
      CHECK(agree(program, *kept, tracer.from_emitter(board, source), source));
    }
  }
}

}  // namespace glint::test
