// Beams in words: a line of steps for each, and why a cell shows what it shows. Nothing here knows a game; the words
// are the script's own names of pieces, fields and values.
#pragma once

#include <string>
#include <vector>

#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

/// A beam as lines of text, one for itself and one for each branch, indented:
///     C4: (blue) C4 -ne-> B4 -ne-> A4 -ne-> off the board
std::string steps_of(const Beam& beam, const Scene& scene);

/// A way by which light reaches a cell: from the source on, along the branches of a split beam.
struct Approach {
  int source = 0;
  std::vector<BeamStep> path;  // up to and with the step that leaves the cell; without it where the beam stops there
  bool lights = false;         // or the beam ends there and gives the cell nothing
  bool at_edge = false;        // it ends at the side of the cell before it
};
/// All ways by which beams reach a cell, in the order of the beams. A branch that shares a way up to the cell counts
/// once.
std::vector<Approach> approaches_to(int cell, const Scene& scene);

/// Why a cell shows what it shows: a heading, then a line for each source and each thing that happened on the way.
std::vector<std::string> explain_light(int cell, const Scene& scene);

}  // namespace glint::view
