// The tables of the suite, a file for each theme.
#pragma once

#include "tests/bench/suite/table.hpp"

namespace glint::bench {

Table random_play();  // play.cpp
Table perft_nodes();
Table lowerings();  // lowerings.cpp
Table traces();  // traces.cpp
Table contraption();
Table scripts();      // scripts.cpp
Table board_sizes();  // growth.cpp
Table piece_counts();
Table script_lengths();
Table threads();

}  // namespace glint::bench
