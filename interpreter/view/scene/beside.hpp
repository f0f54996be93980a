// What stands beside the board in words, and what is left out of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <glint/glint.hpp>

namespace glint::view {

/// Names and printed values: ("lives[north]", "3").
using Printed = std::vector<std::pair<std::string, std::string>>;

/// The variables that the script has given a label, in words: "round: 4" for one, "north: 3 lives, hand red and blue" for
/// all of a player, and "height: a1 = 2, b4 = 1" for a table.
std::vector<Position::Note> labelled(const Game& game, const Printed& variables);

/// What is listed by name where nobody asks for all: nothing if the script has a label, or a text of `show`, as it then
/// says itself what players see. Else everything, but a large table in short: "past[...]" is the value that most of its
/// entries have, and of the others the first few follow.
Printed in_short(const Game& game, Printed variables);

}  // namespace glint::view
