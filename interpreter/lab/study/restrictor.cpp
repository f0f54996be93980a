#include "interpreter/lab/study/restrictor.hpp"

#include <algorithm>

namespace glint {

Restrictor::Restrictor(const Program& program, const std::vector<Restriction>& without)
    : program_(program), without_(without) {
  if (!without.empty()) after_.emplace(program);
}

bool Restrictor::restricts(int seat) const {
  return std::any_of(without_.begin(), without_.end(),
                     [&](const Restriction& one) { return one.seat < 0 || one.seat == seat; });
}

const std::vector<std::uint64_t>& Restrictor::allowed(Machine& machine, std::uint64_t count) {
  machine.store(state_);
  allowed_.clear();
  for (std::uint64_t move = 0; move < count; ++move)
    if (allows(machine, move)) allowed_.push_back(move);
  return allowed_;
}

/// Whether this listed move is allowed in the position, which is also in `state_`.
bool Restrictor::allows(Machine& machine, std::uint64_t move) {
  const int seat = machine.to_move();
  for (const Restriction& one : without_) {
    if (one.seat >= 0 && one.seat != seat) continue;
    if (one.kind == Restriction::Kind::move) {
      if (machine.last_listed().move_of(move) == one.number) return false;
      continue;
    }
    after_->load(state_);
    const std::uint64_t before = pieces_after(one.number);
    // A choice made together is carried out later: here it is judged as if it were carried out now, by itself.
    machine.node().together ? after_->apply_alone(machine, move) : after_->apply_listed(machine, move);
    if (pieces_after(one.number) > before) return false;
  }
  return true;
}

/// How many pieces of this kind stand on the board of `after_`.
std::uint64_t Restrictor::pieces_after(int kind) const {
  std::uint64_t count = 0;
  for (int cell = 0; cell < program_.geometry.cells; ++cell)
    for (int level = after_->position().height(cell); level-- > 0;)
      count += program_.key(after_->position().key_at(cell, level)).kind == kind;
  return count;
}

}  // namespace glint
