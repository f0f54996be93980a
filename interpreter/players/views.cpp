#include "interpreter/players/views.hpp"

#include <algorithm>

#include "interpreter/machine/playout.hpp"

namespace glint {

View::View(const Program& program, int seat) {
  const Layout& layout = program.layout;
  std::vector<std::uint8_t> seen(layout.size, 0), sets(layout.size, 0);
  constexpr Slot kBoard = Layout::kMe + 1;
  // The whole board is open. Keys, if the State has them, say the same as the sets.
  Slot variables = layout.pending;
  for (const Slot slot : layout.variables) variables = std::min(variables, slot);
  std::fill(seen.begin() + kBoard, seen.begin() + variables, 1);
  std::fill(sets.begin() + kBoard, sets.begin() + (layout.key_slots ? layout.keys : variables), 1);
  for (std::size_t v = 0; v < program.rules.variables.size(); ++v) {
    const rules::Variable& variable = program.rules.variables[v];
    const std::int64_t count = variable.index ? program.values_of(*variable.index) : 1;
    const auto words = static_cast<std::int64_t>(program.set_words(variable.type));
    for (std::int64_t i = 0; i < count; ++i) {
      const auto& who = program.layout.seen[v];
      if (!who.empty() && !(who[static_cast<std::size_t>(i)] >> seat & 1)) continue;
      const auto at = static_cast<std::ptrdiff_t>(layout.variables[v] + static_cast<Slot>(i * words));
      std::fill(seen.begin() + at, seen.begin() + at + words, 1);
      if (variable.type.is_set) std::fill(sets.begin() + at, sets.begin() + at + words, 1);
    }
  }
  const auto players = static_cast<Slot>(program.rules.players.size());
  if (layout.pending_stride > 0) {
    const auto own = static_cast<std::ptrdiff_t>(layout.pending + static_cast<Slot>(seat) * layout.pending_stride);
    std::fill(seen.begin() + own, seen.begin() + own + layout.pending_stride, 1);
    for (Slot p = 0; p < players; ++p) seats_.push_back(layout.pending + p * layout.pending_stride);
  }
  for (Slot slot = kBoard; slot < layout.size; ++slot) {
    if (!seen[slot]) continue;
    if (!seen_.empty() && seen_.back().end == slot && seen_.back().is_sets == static_cast<bool>(sets[slot])) {
      ++seen_.back().end;
    } else {
      seen_.push_back({slot, slot + 1, static_cast<bool>(sets[slot])});
    }
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
  for (const Run& run : seen_)
    for (Slot slot = run.begin; slot < run.end; ++slot) add(state[slot]);
  for (const Slot slot : seats_) add(state[slot] != 0);
  return h;
}

std::int64_t View::distance(const std::vector<Word>& one, const std::vector<Word>& other) const {
  std::int64_t count = 0;
  for (Slot slot = 0; slot <= Layout::kMe; ++slot) count += word(one, slot) != word(other, slot);
  for (const Run& run : seen_)
    for (Slot slot = run.begin; slot < run.end; ++slot)
      if (one[slot] != other[slot]) count += run.is_sets ? popcount(one[slot] ^ other[slot]) : 1;
  for (const Slot slot : seats_) count += (one[slot] != 0) != (other[slot] != 0);
  return count;
}

bool View::is_between(const std::vector<Word>& first, const std::vector<Word>& here, const std::vector<Word>& last,
                      bool numbers) const {
  for (const Run& run : seen_)
    for (Slot slot = run.begin; slot < run.end; ++slot) {
      const Word from = first[slot], now = here[slot], to = last[slot];
      if (run.is_sets && ((now & ~from & ~to) != 0 || (from & ~now & to) != 0)) return false;
      if (!run.is_sets && numbers && now != from && now != to) return false;
    }
  return true;
}

}  // namespace glint
