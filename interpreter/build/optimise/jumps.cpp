// Jumps: shortens jumps to jumps, and joins comparisons with the jumps that read them.
#include <utility>

#include "interpreter/build/optimise/optimise.hpp"

namespace glint {

namespace {

/// Negates the condition of a jump; false if it has none.
bool turn_round(Instruction& at) {
  constexpr std::pair<Opcode, Opcode> kOpposites[] = {
      {Opcode::jz, Opcode::jnz},        {Opcode::jeq, Opcode::jne},      {Opcode::jlt, Opcode::jle},
      {Opcode::jhas1, Opcode::jhasnt1}, {Opcode::jempty, Opcode::jsome}, {Opcode::jmeets, Opcode::japart}};
  for (const auto& [one, other] : kOpposites) {
    if (at.op != one && at.op != other) continue;
    at.op = at.op == one ? other : one;
    if (one == Opcode::jlt) std::swap(at.a, at.b);
    return true;
  }
  return false;
}

}  // namespace

/// Joins a comparison with the conditional jump after it, if nothing else reads the result.
bool Optimiser::join_with_jump(Line& node, Line& jump) {
  const bool if_zero = jump.at.op == Opcode::jz;
  if ((!if_zero && jump.at.op != Opcode::jnz) || jump.at.a != node.at.a) return false;
  if (!is_single(node.at.a) || use_of(node.at.a).reads != 1) return false;
  const Slot b = node.at.b, c = node.at.c;
  Instruction joined;
  switch (node.at.op) {
    case Opcode::lnot: joined = {Opcode::jz, 0, b, 0, 0}; break;
    case Opcode::eq: case Opcode::ne: case Opcode::lt: case Opcode::le:
      joined = {operation_of(node.at.op)->jump, 0, b, c, 0};
      break;
    case Opcode::has1: joined = {Opcode::jhas1, 0, b, c, 0}; break;
    case Opcode::is_empty:
      if (node.at.n == 1) joined = {Opcode::jz, 0, b, 0, 0};
      else joined = {Opcode::jempty, node.at.n, b, 0, 0};
      break;
    case Opcode::meets: joined = {Opcode::jmeets, node.at.n, b, c, 0}; break;
    default: return false;
  }
  if (if_zero) turn_round(joined);
  replace(jump, joined);
  return true;
}

/// Joins an intersection with the instruction that reads only its size.
bool Optimiser::join_with_size(const Line& node, Line& size) {
  const bool is_one = node.at.op == Opcode::and1;
  if ((!is_one && node.at.op != Opcode::and_) || size.at.op != (is_one ? Opcode::size1 : Opcode::size)) return false;
  if (size.at.b != node.at.a || !is_single(node.at.a) || use_of(node.at.a).reads != 1) return false;
  const std::uint16_t words = is_one ? 1 : node.at.n;
  if (!is_one && size.at.n != words) return false;
  replace(size, {Opcode::size_both, words, size.at.a, node.at.b, node.at.c});
  return true;
}

/// By line: some jump leads there.
std::vector<bool> Optimiser::targets() const {
  const std::vector<int> at = places();
  std::vector<bool> found(nodes_.size(), false);
  for (const Line& node : nodes_)
    if (node.target >= 0) found[at[node.target]] = true;
  return found;
}

void Optimiser::simplify_jumps() {
  do {
    drop_labels();
    const std::vector<int> at = places();
    // A jump to a jump goes where that one goes.
    for (Line& node : nodes_) {
      for (int hops = 0; node.target >= 0 && hops < kMostHops; ++hops) {
        const Line& there = nodes_[at[node.target]];
        if (there.at.op != Opcode::jump || &there == &node || there.target == node.target) break;
        node.target = there.target;
        is_changed_ = true;
      }
    }
    const std::vector<bool> is_target = targets();
    const auto goes_to = [&](const Line& node, std::size_t to) { return at[node.target] == static_cast<int>(to); };
    for (std::size_t i = 0; i + 2 < nodes_.size(); ++i) {
      Line& node = nodes_[i];
      Line& next = nodes_[i + 1];
      if (node.at.op == Opcode::jump && goes_to(node, i + 1)) {
        drop(nodes_[i++]);
      } else if (is_target[i + 1]) {
        continue;
      } else if (!falls_through(node)) {  // the next line is never reached
        drop(nodes_[++i]);
      } else if (next.at.op == Opcode::jump && node.target >= 0 && goes_to(node, i + 2) && turn_round(node.at)) {
        // A condition that jumps over a jump is the other condition.
        node.target = next.target;
        drop(nodes_[++i]);
      } else if (join_with_jump(node, next) || join_with_size(node, next)) {
        drop(nodes_[i++]);
      }
    }
  } while (sweep());
}

}  // namespace glint
