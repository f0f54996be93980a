// Tables that make beams quick, from the tables of reactions: they need no code to be run.
#pragma once

#include "interpreter/program/program.hpp"

namespace glint {

/// Fills path_class, path_classes, unsplit and answer_width of Program::reactions from its entries, lists and emissions.
void derive_tables(Program& program);

}  // namespace glint
