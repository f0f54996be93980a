// Cells, values and pieces as a script writes them, for whatever writes parts of scripts.
#pragma once

#include <cstdint>
#include <string>

#include <glint/glint.hpp>
#include "lang/rules/rules.hpp"

namespace glint {

/// `c4`, `south.B3`, `cell("3,6")`
std::string written_cell(const Game& game, const CellInfo& cell);
/// By its name, even if it prints differently: `falling`, `{red, blue}`, `3`.
std::string written_value(const rules::Rules& rules, rules::Type type, std::int64_t value);
/// A piece as `put` has it: `mirror(owner = gold, facing = ne)`.
std::string written_piece(const Program& program, int key);

}  // namespace glint
