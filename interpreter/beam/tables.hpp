// Tables made from the tables of reactions: with them, beams are followed without running code.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/program/program.hpp"
#include "lang/source/stop.hpp"

namespace glint {

/// The entry of the reaction table for these ways on; several ways, or one that is no plain step, go into `lists`.
std::uint32_t entry_for(Reactions& reactions, const std::vector<Reactions::Way>& ways);

/// Fills path_class, path_classes, unsplit and answer_width of Program::reactions from its entries, lists and emissions.
/// Throws lang::Stopped.
void derive_tables(Program& program, lang::StopCheck& stop);

}  // namespace glint
