#include "tests/support/traces.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace glint::test {

using naive::Ending;
using naive::Path;
using naive::Visit;

namespace {

/// By segment: the number of the last visit on the way to it, itself among them; -1: there is none.
std::vector<int> last_visits(const Trace& trace) {
  std::vector<int> last;
  int count = 0;
  for (const Segment& segment : trace.segments) {
    count += segment.length;
    last.push_back(segment.length > 0    ? count - 1
                   : segment.parent >= 0 ? last[static_cast<std::size_t>(segment.parent)]
                                         : -1);
  }
  return last;
}

}  // namespace

std::vector<Visit> visits_of(const Program& program, const Trace& trace) {
  std::vector<Visit> visits;
  const std::vector<int> last = last_visits(trace);
  for (const Segment& segment : trace.segments) {
    int before = segment.parent < 0 ? -1 : last[static_cast<std::size_t>(segment.parent)];
    naive::Payload payload;
    for (const PayloadField& field : program.payloads.fields)
      payload.push_back(segment.payload / field.stride % field.size + field.lo);
    int cell = segment.cell;
    for (int i = 0; i < segment.length; ++i) {
      visits.push_back({cell, segment.way, segment.step + i, payload, before});
      before = static_cast<int>(visits.size()) - 1;
      cell = program.geometry.next_to(cell, segment.way);
    }
  }
  return visits;
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

namespace {

bool is_set_of(const TraceSet& set, const std::vector<int>& cells) {
  const std::vector<Word> wanted = set_of(cells, static_cast<int>(set.size()));
  return std::equal(set.begin(), set.end(), wanted.begin(), wanted.end());
}

std::vector<Visit> exits_of(const Program& program, const Trace& trace) {
  std::vector<Visit> exits;
  const std::vector<int> last = last_visits(trace);
  for (std::size_t i = 0; i < trace.segments.size(); ++i) {
    const Segment& segment = trace.segments[i];
    if (segment.end != BeamEnd::left) continue;
    naive::Payload payload;
    for (const PayloadField& field : program.payloads.fields)
      payload.push_back(segment.exit_payload / field.stride % field.size + field.lo);
    exits.push_back({segment.last, segment.way, segment.step + segment.length - 1, payload, last[i]});
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

/// As a set: a beam that comes out in the middle of its own lane may be reported to end twice.
std::set<std::pair<int, int>> ends_told_by(const Trace& trace) {
  std::set<std::pair<int, int>> found;
  for (const NamedEnd& end : trace.ends) found.insert({end.cell, end.name});
  return found;
}
std::set<std::pair<int, int>> ends_told_by(const Path& path) {
  std::set<std::pair<int, int>> found = path.named;
  for (const int cell : path.looped()) found.insert({cell, kLoopedEnd});
  return found;
}

}  // namespace

bool agree(const Program& program, const Trace& trace, const Path& path, int source) {
  std::vector<int> cells;
  for (const Visit& visit : path.visits) cells.push_back(visit.cell);
  return visits_of(program, trace) == path.visits && exits_of(program, trace) == path.exits &&
         ends_of(trace) == ends_with_segments(path.ends) && ends_told_by(trace) == ends_told_by(path) &&
         is_set_of(trace.cells, cells) && is_set_of(trace.hits, {path.hits.begin(), path.hits.end()}) &&
         is_set_of(trace.sources, {source});
}

bool same_cells(const Program& program, const Trace& trace, const Trace& unordered) {
  // Where beams have looped, only a trace with segments must tell.
  const auto without_loops = [](std::set<std::pair<int, int>> ends) {
    std::erase_if(ends, [](const auto& end) { return end.second == kLoopedEnd; });
    return ends;
  };
  if (unordered.cells != trace.cells || unordered.hits != trace.hits || unordered.sources != trace.sources ||
      without_loops(ends_told_by(unordered)) != without_loops(ends_told_by(trace)))
    return false;
  if (!unordered.is_lit || unordered.has_segments) return true;
  std::vector<Word> lit(unordered.lit.size(), 0), mask(trace.cells.size());
  const PayloadField& field = program.payloads.fields[static_cast<std::size_t>(unordered.lit_field)];
  for (const Segment& segment : trace.segments) {
    cells_of(program.geometry, segment, mask.data());
    for (const int bit : each_bit(field.bits_of(segment.payload)))
      for (std::size_t i = 0; i < mask.size(); ++i) lit[static_cast<std::size_t>(bit) * mask.size() + i] |= mask[i];
  }
  return lit == unordered.lit;
}

std::string text_of(const std::vector<Visit>& visits, const std::vector<CellInfo>& cells,
                    const std::vector<DirectionInfo>& directions) {
  std::string text;
  for (const Visit& visit : visits) {
    text += "  " + cells[static_cast<std::size_t>(visit.cell)].label + " " +
            directions[static_cast<std::size_t>(visit.way)].name + " " + std::to_string(visit.step);
    for (const std::int64_t value : visit.payload) text += " " + std::to_string(value);
    text += "\n";
  }
  return text;
}

}  // namespace glint::test
