// Whether play comes to a choice: asked for any options by the checker, and for one setting of them when a game is built.
#pragma once

#include <algorithm>

#include "lang/rules/rules.hpp"

namespace glint::rules {

/// Whether every path through the block reaches a `choose`, or ends the game. A loop without either might never end.
/// `has_some(over)`: a `for` over this has at least one round.
template <class HasSome>
bool passes_choice(const Block& block, const HasSome& has_some) {
  return std::any_of(block.begin(), block.end(), [&](const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::choose:
        return !stmt.has_else || passes_choice(stmt.other, has_some);
      case StmtKind::together:  // with an `else`, maybe nobody chooses
        return !stmt.has_else;
      case StmtKind::end:
        return stmt.exprs.empty();
      case StmtKind::turn:
        return passes_choice(stmt.body, has_some);
      case StmtKind::if_:
        return passes_choice(stmt.body, has_some) && passes_choice(stmt.other, has_some);
      // A `repeat` without `until` was checked to reach a choice; one with `until` may not be entered.
      case StmtKind::repeat:
        return stmt.exprs.empty();
      case StmtKind::for_:
        return stmt.exprs.size() == 1 && has_some(stmt.exprs[0]) && passes_choice(stmt.body, has_some);
      default:
        return false;
    }
  });
}

}  // namespace glint::rules
