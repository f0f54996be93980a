// Which listed moves a study's restrictions leave to a player (StudyPlan::without).
#pragma once

#include <optional>
#include <vector>

#include "interpreter/lab/study/plan.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

class Restrictor {
 public:
  /// Program and restrictions must outlive it.
  Restrictor(const Program& program, const std::vector<Restriction>& without);

  /// Is there a restriction for this seat?
  bool restricts(int seat) const;
  /// The numbers of those of the `count` moves listed in the machine that the player to move may take, in rising order;
  /// good until asked again.
  const std::vector<std::uint64_t>& allowed(Machine& machine, std::uint64_t count);
  /// One of them at random, each with the same probability, by a few tries; nothing: the tries only met others.
  std::optional<std::uint64_t> try_random(Machine& machine, std::uint64_t count, Random& random);

 private:
  bool allows(Machine& machine, std::uint64_t move);
  std::uint64_t pieces_after(int kind) const;

  const Program& program_;
  const std::vector<Restriction>& without_;
  std::optional<Machine> after_;  // where moves are tried
  std::vector<Word> state_;       // the position
  std::vector<std::uint64_t> allowed_;
};

}  // namespace glint
