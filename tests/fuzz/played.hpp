// A few plies of a game that somebody made up.
#pragma once

#include <glint/glint.hpp>

namespace glint::fuzz {

/// As little as lets small games be played: what takes longer is an error, and the next try begins.
inline const Limits kSmall = [] {
  Limits limits;
  limits.check = 50'000;
  limits.cells = 200;
  limits.labels = 10'000;
  limits.written = 2'000;
  limits.words = 200'000;
  limits.build = 100'000;
  limits.steps = 20'000;
  limits.beams = 5'000;
  limits.tests = 100'000;
  return limits;
}();

/// Shows, solves and plays it. `is_plain`: no two looks can be read as a third, so what is printed is read as the same.
void play_some(const Game& game, bool is_plain);

}  // namespace glint::fuzz
