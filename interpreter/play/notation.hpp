// Moves as texts: printing what was chosen, reading what a player wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interpreter/play/machine.hpp"

namespace glint {

/// The text of a move whose picks have these values (for each pick the words of its value), in the position before it.
std::string print_move(const Machine& machine, int move, const std::vector<std::vector<Word>>& picks);

/// Every way to read the text as this move: choices for all its picks. Usually none or one.
std::vector<std::vector<Choice>> read_move(const Program& program, int move, std::string_view text);

/// How a move is written, for people: "{at} {facing} {next}".
std::string notation_of(const Program& program, int move);

}  // namespace glint
