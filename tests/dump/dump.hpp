// What the engine has made of a game, as text: for tests, and for engineers (`glint_dump`, main.cpp).
#pragma once

#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/build/build.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// The program: what the board and pieces became, limits that it goes beyond, slots that have names, and the code.
std::string dump(const Program& program);
/// The same, and how conditions on each cell of a set were compiled. The game is built anew for that, with all lowerings.
std::string dump(const Game& game);

/// How the legal runs of a move are found, in words.
struct PlannedList {
  int move = 0;
  int player = -1;  // for whom; -1: everybody
  std::string text;
};
/// The plans of all lists, where a game with these rules is built like this.
std::vector<PlannedList> planned_lists(const Program& program, BuildOptions options);
/// Those of the game, each below the name of its move.
std::string plans_of(const Game& game);

}  // namespace glint
