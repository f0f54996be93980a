// Constants: values computed from them are constants, and jumps on them are always or never taken.
#include "interpreter/build/optimise/optimise.hpp"
#include "interpreter/program/opcodes.hpp"
#include "lang/rules/arithmetic.hpp"

namespace glint {

namespace {

/// True if the number is small enough for sums and products to fit.
bool is_small(std::int64_t number) {
  constexpr std::int64_t kSmall = std::int64_t{1} << 31;
  return number <= kSmall && number >= -kSmall;
}

}  // namespace

std::optional<std::int64_t> Optimiser::folded(const Instruction& at) const {
  if (at.op == Opcode::within && at.b == at.c) return 1;
  const auto b = known_.value(at.b);
  if (!b) return std::nullopt;
  if (at.op == Opcode::addi) return *b + static_cast<std::int32_t>(at.c);
  if (at.op == Opcode::lnot) return *b == 0;
  if (at.op == Opcode::bit && at.n == 1 && *b >= 0 && *b < 64) return static_cast<std::int64_t>(bit_in_word(*b));
  const Operation* const operation = operation_of(at.op);
  if (!operation) return std::nullopt;
  const auto c = known_.value(at.c);
  const bool is_set = operation->many != operation->one;
  if (!c || (!is_set && !(is_small(*b) && is_small(*c)))) return std::nullopt;
  return rules::computed(operation->op, *b, *c, at.n);
}

/// Replaces values computed from constants, and reads tables directly at known indexes.
void Optimiser::fold() {
  for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
    Line& node = nodes_[i];
    const Instruction at = node.at;
    if (node.target >= 0) {
      fold_jump(node);
    } else if (at.op == Opcode::load) {
      const auto index = known_.value(at.c);
      // Code that is never run may have any index; nothing outside of the frame must be read even then.
      if (!index || *index < 0 || *index > top_) continue;
      const std::int64_t from = at.b + at.n * *index;
      if (from + at.n > top_) continue;
      replace(node, {at.n == 1 ? Opcode::mov : Opcode::copy, at.n, at.a, static_cast<Slot>(from), 0});
    } else if (info_of(at.op).operands[0].role == Role::makes) {
      if (const auto value = folded(at)) replace(node, {Opcode::mov, 1, at.a, known_.slot(*value), 0});
    }
  }
}

/// A jump on a known condition is taken always, or never.
void Optimiser::fold_jump(Line& node) {
  const auto a = known_.value(node.at.a);
  if (!a) return;
  bool jumps = false;
  if (node.at.op == Opcode::jz || node.at.op == Opcode::jnz) {
    jumps = (*a == 0) == (node.at.op == Opcode::jz);
  } else {
    const Operation* const operation = operation_of(node.at.op);
    const auto b = known_.value(node.at.b);
    if (!operation || !b) return;
    jumps = *rules::computed(operation->op, *a, *b, 0) != 0;
  }
  if (jumps) replace(node, {Opcode::jump, 0, 0, 0, 0});
  else drop(node);
}

}  // namespace glint
