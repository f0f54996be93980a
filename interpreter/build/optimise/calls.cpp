// Inlines small functions.
#include "interpreter/build/optimise/optimise.hpp"

#include <set>

namespace glint {

/// Code that would grow beyond this keeps its calls; longer bodies are not inlined.
constexpr std::size_t kMostNodes = 1500;
constexpr int kLongestBody = 60;
constexpr Slot kMostSlots = 4096;

void Optimiser::inline_calls() {
  for (std::size_t i = 0; i + 1 < nodes_.size() && nodes_.size() < kMostNodes;) {
    const auto found = nodes_[i].at.op == Opcode::call ? callees_.all.find(static_cast<int>(nodes_[i].at.c)) : callees_.all.end();
    // After inlining, the loop continues with the body's first line, because the body may contain calls.
    if (found == callees_.all.end() || !found->second.is_function || !inline_call(i, found->second)) ++i;
  }
}

/// A copy of the callee's code with labels and slots of its own; false if it has an unknown instruction.
bool Optimiser::copy_body(const Callee& callee, std::vector<Line>& body) {
  if (!read_lines(callee.begin, callee.end, true, body)) return false;
  for (Line& node : body) {
    const Operands at = operands(program_, node);
    std::set<Slot*> slots;
    for (const Operands::Read& read : at.reads) slots.insert(read.slot);
    if (at.write) slots.insert(at.write);
    // Slots that it changes, but neither reads nor makes, are operand a or b.
    for (const Operands::Range& range : at.changes)
      for (Slot* slot : {&node.at.a, &node.at.b})
        if (*slot == range.first) slots.insert(slot);
    for (Slot* slot : slots) *slot = moved(callee, *slot);
  }
  return true;
}

Slot Optimiser::moved(const Callee& callee, Slot slot) const {
  const bool is_its_own = slot >= callee.first && slot < callee.last && !is_constant(slot);
  return is_its_own ? slot + (top_ - callee.first) : slot;
}

bool Optimiser::inline_call(std::size_t call, const Callee& callee) {
  if (callee.end - callee.begin > kLongestBody || callee.last - callee.first > kMostSlots) return false;
  std::vector<Line> body;
  if (!spend(nodes_.size()) || !copy_body(callee, body)) return false;
  const int out = own_label(labels_.add());
  for (Line& node : body)
    if (node.at.op == Opcode::ret) {
      node.at = {Opcode::jump, 0, 0, 0, 0};
      node.target = out;
    }
  // Arguments go to the slots of the copy's parameters; the line after the call reads the result.
  std::vector<Line> all(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(call));
  for (const Callee::Parameter& parameter : callee.parameters) {
    bool is_there = false;
    for (std::size_t k = call; k-- > 0 && !is_there;) {
      Line& line = all[k];
      const Operands at = operands(program_, line);
      if (at.write && *at.write == parameter.slot && at.is_pure) {
        *at.write = moved(callee, parameter.slot);
        is_there = true;
      }
      if (at.write == nullptr || !line.labels.empty()) break;
    }
    if (is_there) continue;
    Line copy;
    copy.at = {parameter.size == 1 ? Opcode::mov : Opcode::copy, static_cast<std::uint16_t>(parameter.size),
               moved(callee, parameter.slot), parameter.slot, 0};
    copy.span = nodes_[call].span;
    all.push_back(std::move(copy));
  }
  all.insert(all.end(), body.begin(), body.end());
  all[call].labels.insert(all[call].labels.end(), nodes_[call].labels.begin(), nodes_[call].labels.end());
  nodes_[call + 1].labels.push_back(out);
  each_read(nodes_[call + 1], [&](Slot& slot, Slot) { slot = moved(callee, slot); });
  all.insert(all.end(), nodes_.begin() + static_cast<std::ptrdiff_t>(call) + 1, nodes_.end());
  nodes_ = std::move(all);
  top_ += callee.last - callee.first;
  return true;
}

}  // namespace glint
