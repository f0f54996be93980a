// Space: lattices with their directions and axes, boards with their cells and labels.
#pragma once

#include "lang/check/context.hpp"

namespace glint::lang::checking {

/// The game's lattice and board; of a library, every lattice and board in it. Names directions, axes and labels.
void check_space(Context& context);

}  // namespace glint::lang::checking
