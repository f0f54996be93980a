// Which listed moves a study's restrictions (StudyPlan::without) allow.
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

  /// Whether there is a restriction for this seat.
  bool restricts(int seat) const;
  /// The numbers of the allowed ones of the `count` moves listed in the machine, in rising order; valid until the next
  /// call.
  const std::vector<std::uint64_t>& allowed(Machine& machine, std::uint64_t count);

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
