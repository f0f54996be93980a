// The statements and members allowed at each place, from the checker's own tables: editors make their offers by them.
#pragma once

#include <array>

#include "lang/check/body/body.hpp"

namespace glint::lang::checking {

/// True if a body there can hold such statements at all; inside of other statements it may hold fewer. (statements.cpp)
bool can_hold(Place place, tree::StmtKind kind);

/// The members of every cell and of every place in a stack, besides those of its piece.
inline constexpr std::array<const char*, 3> kCellMembers = {"x", "y", "index"};
inline constexpr std::array<const char*, 2> kPlaceMembers = {"cell", "level"};

}  // namespace glint::lang::checking
