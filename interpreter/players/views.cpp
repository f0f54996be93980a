#include "interpreter/players/views.hpp"

#include <algorithm>

#include "interpreter/machine/playout.hpp"

namespace glint {

View::View(const Program& program, int seat) : seen_(program.layout.size, kHidden) {
  const Layout& layout = program.layout;
  const auto see = [this](Slot begin, Slot end, Sight sight) {
    std::fill(seen_.begin() + static_cast<std::ptrdiff_t>(begin), seen_.begin() + static_cast<std::ptrdiff_t>(end), sight);
  };
  constexpr Slot kBoard = Layout::kMe + 1;
  // The whole board is open. Keys, if the State has them, say the same as the sets.
  Slot variables = layout.pending;
  for (const Slot slot : layout.variables) variables = std::min(variables, slot);
  see(kBoard, variables, kNumber);
  see(kBoard, layout.key_slots ? std::min(layout.keys, variables) : variables, kSet);
  for (std::size_t v = 0; v < program.rules.variables.size(); ++v) {
    const rules::Variable& variable = program.rules.variables[v];
    const std::int64_t count = variable.index ? program.values_of(*variable.index) : 1;
    const auto words = static_cast<Slot>(program.set_words(variable.type));
    for (std::int64_t i = 0; i < count; ++i) {
      const auto& who = program.layout.seen[v];
      if (!who.empty() && !(who[static_cast<std::size_t>(i)] >> seat & 1)) continue;
      const Slot at = layout.variables[v] + static_cast<Slot>(i) * words;
      see(at, at + words, variable.type.is_set ? kSet : kNumber);
    }
  }
  if (layout.pending_stride > 0) {
    const Slot own = layout.pending + static_cast<Slot>(seat) * layout.pending_stride;
    see(own, own + layout.pending_stride, kNumber);
    for (Slot p = 0; p < program.rules.players.size(); ++p) seats_.push_back(layout.pending + p * layout.pending_stride);
  }
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    std::size_t like = 0;
    while (program.nodes[like].moves != program.nodes[i].moves ||
           program.nodes[like].together != program.nodes[i].together)
      ++like;
    nodes_.push_back(like);
  }
}

/// One of the first words of a State as the seat sees it: choices that look the same to it are one.
Word View::word(std::span<const Word> state, Slot slot) const {
  if (slot != Layout::kNode || state[slot] >= nodes_.size()) return state[slot];
  return nodes_[state[slot]];
}

std::uint64_t View::hash(std::span<const Word> state) const {
  std::uint64_t h = 0x9E3779B97F4A7C15u;
  const auto add = [&h](Word value) { h = mixed(value + h); };
  for (Slot slot = 0; slot <= Layout::kMe; ++slot) add(word(state, slot));
  for (Slot slot = 0; slot < seen_.size(); ++slot)
    if (seen_[slot] != kHidden) add(state[slot]);
  for (const Slot slot : seats_) add(state[slot] != 0);
  return h;
}

std::int64_t View::distance(const std::vector<Word>& one, const std::vector<Word>& other) const {
  std::int64_t count = 0;
  for (Slot slot = 0; slot <= Layout::kMe; ++slot) count += word(one, slot) != word(other, slot);
  for (Slot slot = 0; slot < seen_.size(); ++slot)
    if (seen_[slot] != kHidden && one[slot] != other[slot])
      count += seen_[slot] == kSet ? popcount(one[slot] ^ other[slot]) : 1;
  for (const Slot slot : seats_) count += (one[slot] != 0) != (other[slot] != 0);
  return count;
}

bool View::is_between(const std::vector<Word>& first, const std::vector<Word>& here, const std::vector<Word>& last,
                      bool numbers) const {
  for (Slot slot = 0; slot < seen_.size(); ++slot) {
    const Word from = first[slot], now = here[slot], to = last[slot];
    if (seen_[slot] == kSet && ((now & ~from & ~to) != 0 || (from & ~now & to) != 0)) return false;
    if (seen_[slot] == kNumber && numbers && now != from && now != to) return false;
  }
  return true;
}

}  // namespace glint
