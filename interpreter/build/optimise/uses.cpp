// Which slots code reads and writes.
#include "interpreter/build/optimise/optimise.hpp"

#include <algorithm>

namespace glint {

namespace {

/// Whether it takes an element out of a set, or goes round, so that its result may be used as an index.
bool makes_index(Opcode op) {
  return op == Opcode::next || op == Opcode::next1 || op == Opcode::last || op == Opcode::cycle;
}

}  // namespace

void Optimiser::count() {
  if (is_counted_) return;
  is_counted_ = true;
  for (auto& [slot, use] : uses_) use = {};  // which is quicker than to make all anew
  indexes_.clear();
  pinned_.clear();
  for (Line& node : nodes_) {
    each_read(node, [&](Slot slot, Slot) { ++uses_[slot].reads; });
    const Operands at = operands(program_, node);
    for (Slot i = 0; i < at.together.size; ++i) {
      ++uses_[at.together.first + i].reads;
      pinned_.insert(at.together.first + i);
    }
    if (at.write) ++uses_[*at.write].writes;
    for (const Operands::Range& range : at.changes)
      for (Slot i = 0; i < range.size; ++i) ++uses_[range.first + i].writes;
    // Elements of a set are valid indexes, and so is 0, their value before the first one. Elements of sets of numbers
    // may be too large for a table, but a `range` checks them first.
    if (makes_index(node.at.op)) indexes_.insert(node.at.a);
  }
  for (const Line& node : nodes_)
    if (node.at.op == Opcode::range) indexes_.erase(node.at.a);
}

bool Optimiser::is_used(Slot slot) const {
  const auto found = uses_.find(slot);
  return found != uses_.end() && found->second.writes + found->second.reads > 0;
}

/// Whether exactly one instruction writes it.
bool Optimiser::is_single(Slot slot) const {
  if (!is_own(slot)) return false;
  const auto found = uses_.find(slot);
  return found != uses_.end() && found->second.writes == 1;
}

bool Optimiser::is_read(Slot slot, Slot size) const {
  for (Slot part = 0; part < size; ++part) {
    const auto found = uses_.find(slot + part);
    if (found != uses_.end() && found->second.reads > 0) return true;
  }
  return false;
}

/// Whether it is an index in range wherever it is read.
bool Optimiser::is_index(Slot slot) const {
  return slot == Layout::kMe || constants_.count(slot) > 0 || (is_single(slot) && indexes_.count(slot) > 0);
}

/// Whether all its indexes are in range wherever it runs.
bool Optimiser::has_indexes(const Operands& at) const {
  return std::all_of(at.indexes.begin(), at.indexes.end(), [this](const Slot* index) { return is_index(*index); });
}

void Optimiser::add_changes(Line& node, Changes& into) {
  const Operands at = operands(program_, node);
  const auto add = [&](Operands::Range range) {
    into.ranges.push_back(range);
    // Variables are written in place, and reads of their table by an index depend on that.
    if (range.first < program_.layout.end) into.state = true;
  };
  if (at.write) add({*at.write, at.written});
  for (const Operands::Range& range : at.changes) add(range);
  into.state = into.state || at.changes_state || !at.is_known;
  into.others = into.others || at.changes_others || !at.is_known;
  if (at.code < 0) return;
  const Changes& inner = changed_by_code(at.code);
  into.ranges.insert(into.ranges.end(), inner.ranges.begin(), inner.ranges.end());
  into.state = into.state || inner.state;
  into.others = into.others || inner.others;
}

bool Optimiser::may_change(const Changes& changes, Slot slot, Slot size) const {
  if (constants_.count(slot) > 0) return false;
  if (slot < program_.layout.end) {
    if (changes.state) return true;
  } else if (changes.others && slot < first_slot_) {
    return true;
  }
  return std::any_of(changes.ranges.begin(), changes.ranges.end(), [&](const Operands::Range& range) {
    return range.overlaps(slot, size);
  });
}

/// Whether the instruction could make another value after these changes.
bool Optimiser::may_change_value(const Changes& changes, const Operands& at) const {
  return (at.reads_state && changes.state) ||
         std::any_of(at.reads.begin(), at.reads.end(),
                     [&](const Operands::Read& read) { return may_change(changes, *read.slot, read.size); });
}

namespace {

/// Sorted, each slot in one range only.
void join_ranges(std::vector<Operands::Range>& ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const Operands::Range& a, const Operands::Range& b) { return a.first < b.first; });
  std::size_t kept = 0;
  for (const Operands::Range& range : ranges) {
    if (kept > 0 && range.first <= ranges[kept - 1].first + ranges[kept - 1].size) {
      Operands::Range& before = ranges[kept - 1];
      before.size = std::max(before.size, static_cast<Slot>(range.first + range.size - before.first));
    } else {
      ranges[kept++] = range;
    }
  }
  ranges.resize(kept);
}

}  // namespace

/// The slots that a function and all that it calls write.
const Optimiser::Changes& Optimiser::changed_by_code(int entry) {
  const auto found = changed_by_code_.find(entry);
  if (found != changed_by_code_.end()) return found->second;
  Changes changes;
  const auto callee = callees_.all.find(entry);
  // Each function asks this of all that it calls, in turn: with many functions in a row that multiplies.
  if (callee == callees_.all.end() || !spend(static_cast<std::size_t>(callee->second.end - callee->second.begin))) {
    changes.others = changes.state = true;
  } else {
    for (int i = callee->second.begin; i < callee->second.end;) {
      Line node = line_at(program_, i);
      add_changes(node, changes);
    }
    changes.ranges.push_back({callee->second.first, callee->second.last - callee->second.first});
    join_ranges(changes.ranges);  // otherwise ranges multiply with nested calls
    spend(8 * changes.ranges.size());
  }
  return changed_by_code_[entry] = std::move(changes);
}

}  // namespace glint
