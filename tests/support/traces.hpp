// Traces in the terms of a tracer that goes from cell to cell, to be compared with what that found.
#pragma once

#include <string>
#include <vector>

#include "interpreter/beam/trace.hpp"
#include "tests/support/naive_path.hpp"

namespace glint::test {

std::vector<naive::Visit> visits_of(const Program& program, const Trace& trace);
/// A branch that stops where others go on has no segment of its own.
std::vector<naive::Ending> ends_with_segments(const std::vector<naive::Ending>& ends);
std::vector<Word> set_of(const std::vector<int>& cells, int words);
/// Whether a trace with segments is this path from the source.
bool agree(const Program& program, const Trace& trace, const naive::Path& path, int source);
/// A trace that was followed without its segments, against one that has them.
bool same_cells(const Program& program, const Trace& trace, const Trace& unordered);
/// A line for each visit: for the message of a failure.
std::string text_of(const std::vector<naive::Visit>& visits, const std::vector<CellInfo>& cells,
                    const std::vector<DirectionInfo>& directions);

}  // namespace glint::test
