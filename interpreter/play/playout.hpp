// Whole games at random, in the machine: the fast path under `playout`, the benchmark and whoever needs many games.
#pragma once

#include "interpreter/play/machine.hpp"

namespace glint {

/// Draws that follow a generator.
class RandomChance : public Chance {
 public:
  explicit RandomChance(Random& random) : random_(random) {}
  Answer draw(const Drawing& drawing, Word* into) override;

 private:
  Random& random_;
};

struct PlayoutEnd {
  Machine::Status status = Machine::Status::over;  // over, waiting (the cap), error
  int plies = 0;
};

/// From the machine's State, uniformly over the listed moves, to the end or the cap.
PlayoutEnd run_playout(Machine& machine, Random& random, int max_plies);

}  // namespace glint
