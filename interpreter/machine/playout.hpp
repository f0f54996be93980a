// Whole random games in the machine: the fast way for `playout`, the benchmark, and other users of many games.
#pragma once

#include "interpreter/machine/machine.hpp"

namespace glint {

/// Draws by a generator.
class RandomChance : public Chance {
 public:
  explicit RandomChance(Random& random) : random_(random) {}
  Answer draw(const Drawing& drawing, Word* into) override;
  Random* generator() override { return &random_; }

 private:
  Random& random_;
};

/// The same with fixed draws: the values for a name are used in turn.
class SeriesChance : public RandomChance {
 public:
  SeriesChance(const Program& program, const Settings& fixed, Random& random)
      : RandomChance(random), program_(program), fixed_(fixed), used_(fixed.size(), false) {}
  Answer draw(const Drawing& drawing, Word* into) override;
  Random* generator() override { return fixed_.empty() ? RandomChance::generator() : nullptr; }
  std::string refusal() const override { return refusal_; }

 private:
  const Program& program_;
  const Settings& fixed_;
  std::vector<bool> used_;
  std::string refusal_;
};

struct PlayoutEnd {
  Machine::Status status = Machine::Status::over;  // over, waiting (unfinished), error
  int plies = 0;
  Trail trail;
};

/// Plays from the machine's State, uniformly over the listed moves, to the end or for this many plies at most.
PlayoutEnd run_playout(Machine& machine, Random& random, int max_plies);
/// The same, with draws by `chance`.
PlayoutEnd run_playout(Machine& machine, Random& random, Chance& chance, int max_plies);

/// SplitMix64's mixer, for seeds of games.
inline std::uint64_t mixed(std::uint64_t number) { return Random(number).next(); }

/// A hash of the game that has ended, or was left unfinished, in this machine; the checksum of a series is the sum of
/// the hashes.
std::uint64_t checksum_of(const Machine& machine, std::uint64_t seed, const Trail& trail, int plies);

}  // namespace glint
