// Values that a loop does not change are computed before it.
#include "interpreter/build/optimise/optimise.hpp"

#include <algorithm>
#include <map>

namespace glint {

void Optimiser::hoist() {
  std::vector<int> at = places();
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
  // Inner loops first: lines that leave them may also leave the outer loops, which still begin and end at the same
  // places.
  std::sort(loops.begin(), loops.end());
  for (const auto& [size, header] : loops) hoist_out_of(header, header + size, at);
}

/// `at`: the places of labels.
void Optimiser::hoist_out_of(int header, int end, std::vector<int>& at) {
  if (!spend(nodes_.size())) return;
  // The loop must be entered only at its header, from above.
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].target < 0) continue;
    const int to = at[nodes_[i].target], from = static_cast<int>(i);
    if (to >= header && to <= end && (from < header || from > end)) return;
  }
  if (header > 0 && !falls_through(nodes_[static_cast<std::size_t>(header) - 1])) return;
  std::vector<Operands> of_lines;  // in the loop
  of_lines.reserve(static_cast<std::size_t>(end - header + 1));
  for (int k = header; k <= end; ++k) of_lines.push_back(operands(program_, nodes_[k]));
  std::vector<Line> lines;  // that leave the loop
  Changes changes;
  for (bool again = true; again;) {
    again = false;
    changes.clear();
    for (int k = header; k <= end; ++k)
      if (!nodes_[k].is_gone) add_changes(of_lines[k - header], changes);
    changes.join();
    for (int k = header; k <= end; ++k) {
      Line& line = nodes_[k];
      if (line.is_gone || !is_pure(line)) continue;
      const Operands& node = of_lines[k - header];
      if (!is_single(*node.write)) continue;
      // Hoisted code runs even if the loop body does not, so its indexes must always be in range.
      bool fits = spend(changes.ranges.size()) && has_indexes(node) && !may_change_value(changes, node);
      for (Slot part = 1; part < node.written; ++part) fits = fits && !is_used(*node.write + part);
      if (!fits) continue;
      lines.push_back(line);
      lines.back().labels.clear();  // these stay with the loop
      line.is_gone = again = is_changed_ = true;
    }
  }
  if (lines.empty()) return;
  nodes_.insert(nodes_.begin() + header, lines.begin(), lines.end());
  sweep();
  at = places();
}

}  // namespace glint
