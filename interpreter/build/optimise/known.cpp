// Kept lets that are certainly valid need not be ensured again.
#include "interpreter/build/optimise/optimise.hpp"

namespace glint {

namespace {

/// Neither the line nor what it calls makes a kept let invalid.
bool leaves_kept(const Operands& at, const Line& node) {
  return at.is_pure || node.at.op == Opcode::ensure || node.at.op == Opcode::clear || node.target >= 0;
}

}  // namespace

bool Optimiser::drop_known() {
  std::vector<bool> gone(nodes_.size(), false);
  bool changed = false;
  Word valid = 0;  // kept lets, by bit, that are valid here on every path
  for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
    Line& node = nodes_[i];
    if (!node.labels.empty()) valid = 0;
    const Operands at = operands(program_, node);
    if (!leaves_kept(at, node)) valid = 0;
    if (node.at.op == Opcode::ensure) {
      const Word bit = Word{1} << node.at.a;
      if (valid & bit) gone[i] = changed = true;
      valid |= bit;
    }
    if (!at.falls_through) valid = 0;
  }
  if (changed) erase(gone);
  return changed;
}

}  // namespace glint
