// The parts of a sheet that are told from the rules alone, entry by entry, for given values of the options.
#pragma once

#include <vector>

#include "interpreter/describe/describe.hpp"
#include "interpreter/describe/entries.hpp"
#include "interpreter/describe/speech.hpp"

namespace glint::describe {

/// All rules of a game with these values of its options.
struct RuleParts {
  std::vector<Entry> pieces, beams, course, moves, ends, state, terms;
};
RuleParts rule_parts(const Program& program, const std::vector<std::int64_t>& options);
/// All entries, one list after the other.
std::vector<Entry> all_entries(const RuleParts& parts);

/// What a beam does that meets a piece, a cell or an edge: a line for each case. `here`: what acts.
std::vector<Line> reaction_lines(const Program& program, Speech& speech, const rules::Optic& optic,
                                 const std::string& here);
/// How beams begin that a piece sends out.
Line emission_line(const Program& program, Speech& speech, const rules::Kind& kind);

/// Adds what the rules remember, and the terms that they define: those which `speech` has named so far, and which these
/// name in their turn.
void add_definitions(RuleParts& parts, const Program& program, Speech& speech);

/// What is different in the second list: the new sentences of each entry that changed, and the old ones.
std::vector<Line> changes(const std::vector<Entry>& before, const std::vector<Entry>& after);

}  // namespace glint::describe
