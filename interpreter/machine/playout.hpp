// Whole games at random, in the machine: the fast path under `playout`, the benchmark and whoever needs many games.
#pragma once

#include "interpreter/machine/machine.hpp"

namespace glint {

/// Draws that follow a generator.
class RandomChance : public Chance {
 public:
  explicit RandomChance(Random& random) : random_(random) {}
  Answer draw(const Drawing& drawing, Word* into) override;

 private:
  Random& random_;
};

/// The same but for draws that are fixed: of several values for one name, each in its turn.
class SeriesChance : public RandomChance {
 public:
  SeriesChance(const Program& program, const Settings& fixed, Random& random)
      : RandomChance(random), program_(program), fixed_(fixed), used_(fixed.size(), false) {}
  Answer draw(const Drawing& drawing, Word* into) override;
  std::string refusal() const override { return refusal_; }

 private:
  const Program& program_;
  const Settings& fixed_;
  std::vector<bool> used_;
  std::string refusal_;
};

/// A number made of how many moves there were at each ply of a game: equal games have equal ones.
class Trail {
 public:
  void add(std::uint64_t moves) { value_ = (value_ ^ moves) * 0x9E3779B97F4A7C15u; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

struct PlayoutEnd {
  Machine::Status status = Machine::Status::over;  // over, waiting (the cap), error
  int plies = 0;
  Trail trail;
};

/// From the machine's State, uniformly over the listed moves, to the end or the cap.
PlayoutEnd run_playout(Machine& machine, Random& random, int max_plies);
/// The same with draws that go their own way.
PlayoutEnd run_playout(Machine& machine, Random& random, Chance& chance, int max_plies);

/// SplitMix64's mixer: what seeds and numbers of games are made of.
std::uint64_t mixed(std::uint64_t number);

/// A number for the game that has come to its end, or the cap, in this machine; checksums of series are sums of these.
std::uint64_t checksum_of(const Machine& machine, std::uint64_t seed, const Trail& trail, int plies);

}  // namespace glint
