// The blocks that stand once in a game, and its tests.
#pragma once

#include "lang/check/context.hpp"

namespace glint::lang::checking {

void check_setup(Context& context);
void check_play(Context& context);
void check_test(Context& context, const tree::Decl& decl);

}  // namespace glint::lang::checking
