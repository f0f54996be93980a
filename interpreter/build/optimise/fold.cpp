// Code shortened: what is made of constants is a constant.
#include <algorithm>

#include "interpreter/build/optimise/optimise.hpp"

namespace glint {

/// What is made of constants is one; what is read at a known place of a table is read where it lies.
bool Optimiser::fold() {
  std::vector<bool> gone(nodes_.size(), false);
  bool changed = false, any_gone = false;
  for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
    Instruction& at = nodes_[i].at;
    if (nodes_[i].target >= 0) {
      bool never = false;
      if (!fold_jump(nodes_[i], never)) continue;
      changed = true;
      if (never) gone[i] = any_gone = true;
      continue;
    }
    if (at.op == Opcode::load) {
      const auto index = known_.value(at.c);
      // Code may stand where it is never run, with any index; what lies outside of the frame must not be read even then.
      if (!index || *index < 0 || *index > top_) continue;
      const std::int64_t from = at.b + at.n * *index;
      if (from + at.n > top_) continue;
      at = {at.n == 1 ? Opcode::mov : Opcode::copy, at.n, at.a, static_cast<Slot>(from), 0};
      changed = true;
      continue;
    }
    if (at.op == Opcode::within && at.b == at.c) {
      at = {Opcode::mov, 1, at.a, known_.slot(1), 0};
      changed = true;
      continue;
    }
    const auto b = known_.value(at.b);
    if (!b) continue;
    std::int64_t result = 0;
    if (at.op == Opcode::addi) {
      result = *b + static_cast<std::int32_t>(at.c);
    } else if (at.op == Opcode::lnot) {
      result = *b == 0;
    } else if (at.op == Opcode::bit && at.n == 1 && *b >= 0 && *b < 64) {
      result = static_cast<std::int64_t>(Word{1} << *b);
    } else {
      const auto c = known_.value(at.c);
      if (!c) continue;
      const bool is_set =
          at.op == Opcode::and1 || at.op == Opcode::or1 || at.op == Opcode::xor1 || at.op == Opcode::andn1;
      if (is_set) {
        result = at.op == Opcode::and1   ? *b & *c
                 : at.op == Opcode::or1  ? *b | *c
                 : at.op == Opcode::xor1 ? *b ^ *c
                                         : *b & ~*c;
        at = {Opcode::mov, 1, at.a, known_.slot(result), 0};
        changed = true;
        continue;
      }
      constexpr std::int64_t kSmall = std::int64_t{1} << 31;
      if (*b > kSmall || *b < -kSmall || *c > kSmall || *c < -kSmall) continue;
      const auto around = [&at](std::int64_t value) {
        value %= at.n;
        return value < 0 ? value + at.n : value;
      };
      switch (at.op) {
        case Opcode::add: result = *b + *c; break;
        case Opcode::sub: result = *b - *c; break;
        case Opcode::mul: result = *b * *c; break;
        case Opcode::min: result = std::min(*b, *c); break;
        case Opcode::max: result = std::max(*b, *c); break;
        case Opcode::cycle: result = around(*b + *c); break;
        case Opcode::cycle_distance: result = around(*b - *c); break;
        case Opcode::eq: result = *b == *c; break;
        case Opcode::ne: result = *b != *c; break;
        case Opcode::lt: result = *b < *c; break;
        case Opcode::le: result = *b <= *c; break;
        default: continue;
      }
    }
    at = {Opcode::mov, 1, at.a, known_.slot(result), 0};
    changed = true;
  }
  if (any_gone) erase(gone);
  return changed;
}

/// A jump on what is known: always, or never. False: not on such.
bool Optimiser::fold_jump(Line& node, bool& never) {
  const auto a = known_.value(node.at.a);
  if (!a) return false;
  bool jumps = false;
  switch (node.at.op) {
    case Opcode::jz: jumps = *a == 0; break;
    case Opcode::jnz: jumps = *a != 0; break;
    case Opcode::jeq: case Opcode::jne: case Opcode::jlt: case Opcode::jle: {
      const auto b = known_.value(node.at.b);
      if (!b) return false;
      jumps = node.at.op == Opcode::jeq   ? *a == *b
              : node.at.op == Opcode::jne ? *a != *b
              : node.at.op == Opcode::jlt ? *a < *b
                                          : *a <= *b;
      break;
    }
    default: return false;
  }
  if (jumps) node.at = {Opcode::jump, 0, 0, 0, 0};
  never = !jumps;
  return true;
}

}  // namespace glint
