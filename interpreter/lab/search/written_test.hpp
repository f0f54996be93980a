// A line of moves as a `test` of the script, as its author would write it.
#pragma once

#include <string>
#include <vector>

#include <glint/glint.hpp>

namespace glint {

/// `test "TITLE" with OPTION = VALUE, ... { draw ... play ... EXPECTATIONS }`, with a line break at its end. It leaves
/// out options at their defaults, and draws after the given ones, because these take their first value in a test.
/// `expectations`: whole lines, with their indentation.
std::string written_test(const Game& game, const std::string& title, const Settings& draws,
                         const std::vector<std::string>& moves, const std::string& expectations = "");

/// Lines that expect this position: its result, or its board and the number of moves.
std::string expectations_of(const Position& position);

}  // namespace glint
