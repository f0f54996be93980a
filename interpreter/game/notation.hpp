// Moves as texts: printing what was chosen, reading what a player wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interpreter/machine/machine.hpp"

namespace glint {

/// Is there a hole that shows only a part of its pick, a coordinate or a field?
bool shows_parts(const Program& program, int move);

/// The text of a move whose picks have these values (for each pick the words of its value), in the position before it.
/// With `whole` every pick is written whole, also where the notation shows a part of it.
std::string print_move(const Machine& machine, int move, const std::vector<std::vector<Word>>& picks, bool whole);

/// Every way to read the text as this move: choices for all its picks. Usually none or one. In the place of a part of a
/// pick the pick itself is read, too.
std::vector<std::vector<Choice>> read_move(const Program& program, int move, int mover, std::string_view text);

/// What is wrong with a text that is none of these moves: "`c9` is no cell of this board".
struct Misreading {
  std::string what;  // nothing where the text is not like any of them
  std::string help;
};
Misreading misreading(const Program& program, const std::vector<int>& moves, int mover, std::string_view text);

/// How a move is written, for people: "{at} {facing} {next}".
std::string notation_of(const Program& program, int move);

}  // namespace glint
