// Small games made up at random, over the whole language: boards of squares and hexagons, with holes, that wrap, with
// stacks; pieces with owners, fields, beams, optics and sides; terrain; variables, hidden ones too; lets of all kinds;
// effects; moves with picks, requirements and effects in any order; turns, choices together, chance; ends and scores;
// a variant of it. They mean nothing, but they check, and what the engine says of them can be held against what is found
// another way. Every choice comes from a Tape, so that a failure shrinks to a small script.
#pragma once

#include <string>

#include "tests/smith/tape.hpp"

namespace glint::smith {

/// What the scripts are to have.
struct Wishes {
  enum class Some { never, perhaps, always };
  Some together = Some::perhaps;
  Some secrets = Some::perhaps;
  Some chance = Some::perhaps;
  bool one_side = false;  // a puzzle, or a team
  bool large = false;     // a board of more cells than a word has bits
  bool dealt = false;     // chance deals hands that only their players see, and cards and cells that nobody sees
};

struct Script {
  std::string game;
  std::string variant;  // of "smith"
};

Script script(Tape& tape, const Wishes& wishes = {});

}  // namespace glint::smith
