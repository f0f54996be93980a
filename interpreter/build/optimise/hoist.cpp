// Values that a loop does not change are computed before it.
#include "interpreter/build/optimise/optimise.hpp"

#include <algorithm>
#include <map>

namespace glint {

bool Optimiser::hoist() {
  bool changed = false;
  // Inner loops first: what leaves them may leave the outer loops as well.
  constexpr int kMostMoves = 64;
  for (int attempt = 0; attempt < kMostMoves; ++attempt) {
    const std::vector<int> at = places();
    std::map<int, int> ends;  // by header
    std::vector<std::pair<int, int>> backward;  // from, to
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].target < 0) continue;
      const int header = at[nodes_[i].target];
      if (header > static_cast<int>(i)) continue;
      backward.emplace_back(static_cast<int>(i), header);
      ends[header] = static_cast<int>(i);
    }
    // An inner loop may leave for the header of the outer one from its own header, so that its body is after that jump.
    for (auto& [header, end] : ends)
      for (const auto& [from, to] : backward)
        if (from > end && to >= header && to <= end) end = from;
    std::vector<std::pair<int, int>> loops;  // size, header
    for (const auto& [header, end] : ends) loops.emplace_back(end - header, header);
    std::sort(loops.begin(), loops.end());
    count();
    const bool moved = std::any_of(loops.begin(), loops.end(), [&](const std::pair<int, int>& loop) {
      return hoist_out_of(loop.second, loop.second + loop.first, at);
    });
    if (!moved) return changed;
    changed = true;
    is_counted_ = false;
  }
  return changed;
}

/// `at`: the places of labels.
bool Optimiser::hoist_out_of(int header, int end, const std::vector<int>& at) {
  if (!spend(nodes_.size())) return false;
  // The loop must be entered only at its header, from above.
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].target < 0) continue;
    const int to = at[nodes_[i].target], from = static_cast<int>(i);
    if (to >= header && to <= end && (from < header || from > end)) return false;
  }
  if (header > 0 && !falls_through(nodes_[static_cast<std::size_t>(header) - 1])) return false;
  std::vector<std::size_t> moving;
  std::vector<bool> moves(nodes_.size(), false);
  Changes changes;
  for (bool again = true; again;) {
    again = false;
    changes.clear();
    for (int k = header; k <= end; ++k)
      if (!moves[k]) add_changes(nodes_[k], changes);
    for (int k = header; k <= end; ++k) {
      const auto here = static_cast<std::size_t>(k);
      if (moves[here] || !is_pure(nodes_[here])) continue;
      const Operands node = operands(program_, nodes_[here]);
      if (!is_single(*node.write)) continue;
      if (!spend(changes.ranges.size())) return false;
      // Hoisted code runs even if the loop body does not, so its indexes must always be in range.
      bool fits = has_indexes(node) && !may_change_value(changes, node);
      for (Slot part = 1; part < node.written; ++part) fits = fits && !is_used(*node.write + part);
      if (!fits) continue;
      moves[here] = again = true;
      moving.push_back(here);
    }
  }
  std::vector<Line> before;
  for (const std::size_t one : moving) {
    before.push_back(nodes_[one]);
    before.back().labels.clear();  // these stay with the loop
  }
  nodes_.insert(nodes_.begin() + header, before.begin(), before.end());
  moves.insert(moves.begin() + header, before.size(), false);
  return erase(moves);
}

}  // namespace glint
