// What is still to do of a move, at a point of it: each block that is being run, and its next statement.
#pragma once

#include <cstddef>
#include <vector>

#include "interpreter/build/code/facts.hpp"

namespace glint {

struct Cursor {
  const Block* block;
  std::size_t index;  // of the next statement
};
/// The outermost block first.
using Todo = std::vector<Cursor>;

/// What follows a statement of the block, or of a block in it.
Todo rest_after(const Block& block, const Stmt& stmt);
/// The statements, in the order in which they run: the innermost block first.
std::vector<const Stmt*> statements_of(const Todo& todo);
/// The value that `offer x == E` gives the `some of` pick x, if that follows and has the same value at the pick: nothing
/// between the two changes the position, and E reads nothing that is bound between them.
const Expr* offered_value(const Facts& facts, const Todo& todo, int local);

}  // namespace glint
