// Small games made up at random: moves with picks, requirements and effects in any order. They mean nothing, but they
// check, and what the engine says of them can be compared with what a plain enumeration finds.
#pragma once

#include <string>

#include "glint/glint.hpp"

namespace glint::test {

/// A game on 3 x 3 squares, with two players, owned stones of three tones, lamps, and up to three moves.
std::string random_script(Random& random);

}  // namespace glint::test
