// Moves as texts: printing what was chosen, reading what a player wrote.
#pragma once

#include <functional>
#include <optional>
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

/// What the run that was applied last picked, pick by pick.
std::vector<std::vector<Word>> picked(const Machine& machine, int move);
/// The text of the k-th move that the machine has listed in this State: it is run, for its picks, and taken back.
std::string listed_text(Machine& machine, const std::vector<Word>& state, std::uint64_t k);

/// Every text that an element of this type is read from, and which one that is; of numbers none, as there are too many.
/// `mover`: who may use own names of cells; -1: all. With `start`, texts of cells and edges that it does not begin with
/// may be left out.
void each_text(const Program& program, const rules::Type& type, int mover, std::optional<std::string_view> start,
               const std::function<void(std::string_view, std::int64_t)>& take);

/// Every way to read the text as this move: choices for all its picks. Usually none or one. In the place of a part of a
/// pick the pick itself is read, too.
std::vector<std::vector<Choice>> read_move(const Program& program, int move, int mover, std::string_view text);

/// How a move is written, for people: "{at} {facing} {next}".
std::string notation_of(const Program& program, int move);

}  // namespace glint
