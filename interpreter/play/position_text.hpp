// Positions as text: printing one, reading one.
//
// The text is the drawn board, one line for each row, cells with blanks between and `.` for an empty one, then a line
// `name = value` for everything that the picture does not show: whose move it is, variables, where play stands. A cell
// shows its pieces' looks, bottom to top, joined. Where a look does not tell a piece apart, `/` and its owner and fields
// follow. Reading takes the same form; spacing is free as long as every row has its cells; lines that are left out are as
// in the position given.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interpreter/play/machine.hpp"

namespace glint {

std::string print_position(const Machine& machine);
/// Reads the drawn board alone (a test's `map`) or the whole text over the machine's State. An error says the line.
std::optional<std::string> read_position(Machine& machine, std::string_view text);
/// What a cell shows: its pieces' looks, bottom to top; "." for none.
std::string cell_text(const Machine& machine, int cell);

}  // namespace glint
