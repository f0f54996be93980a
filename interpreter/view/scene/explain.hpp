// Beams in words: the steps of each beam, and where the light of a cell comes from. The words are the script's own
// names of pieces, fields and values.
#pragma once

#include <string>
#include <vector>

#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

/// A beam as text, with an indented line for each branch:
///     C4: (blue) C4 -ne-> B4 -ne-> A4 -ne-> off the board
/// One that the rules follow by themselves has their name for it, and begins with the direction in which it comes in:
///     shot: -e-> a1 -n-> a2 -n-> off the board
std::string steps_of(const Beam& beam, const Scene& scene);

/// A way by which light reaches a cell, from the source along the branches of a split beam.
struct Approach {
  int source = 0;
  std::string name;            // as of the beam
  int entry_way = -1;          // likewise
  std::vector<BeamStep> path;  // up to the step that leaves the cell, if the beam goes on
  bool lights = false;         // false: the beam ends there and does not light the cell
  bool at_edge = false;        // it ends between this cell and the one before
};
/// All ways by which beams reach a cell, in the order of the beams. Branches that split only later count as one way.
std::vector<Approach> approaches_to(int cell, const Scene& scene);

/// Where the light of a cell comes from: a heading, then a line for each source and each event on the way.
std::vector<std::string> explain_light(int cell, const Scene& scene);

}  // namespace glint::view
