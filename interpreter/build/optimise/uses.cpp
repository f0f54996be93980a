// The slots that code reads and writes.
#include "interpreter/build/optimise/optimise.hpp"

#include <algorithm>

namespace glint {

namespace {

/// True if it takes an element out of a set, or goes round, so that its result may be used as an index.
bool makes_index(Opcode op) {
  return op == Opcode::next || op == Opcode::next1 || op == Opcode::last || op == Opcode::cycle;
}

}  // namespace

/// Counts what the line does with slots; with `sign` -1, no longer.
void FunctionLines::note(Line& node, int sign) {
  Use others;
  const auto use = [&](Slot slot) -> Use& { return slot - first_slot_ < uses_.size() ? uses_[slot - first_slot_] : others; };
  const Operands at = operands(program_, node);
  each_read(node, at, [&](Slot slot, Slot) { use(slot).reads += sign; });
  for (Slot i = 0; i < at.together.size; ++i) {
    use(at.together.first + i).reads += sign;
    use(at.together.first + i).together += sign;
  }
  if (at.write) use(*at.write).writes += sign;
  for (const Operands::Range& range : at.changes)
    for (Slot i = 0; i < range.size; ++i) use(range.first + i).writes += sign;
  if (makes_index(node.at.op)) use(node.at.a).indexes += sign;
  if (node.at.op == Opcode::range) use(node.at.a).ranges += sign;
}

/// Slots that the function does not own have no uses.
FunctionLines::Use FunctionLines::use_of(Slot slot) const {
  return slot - first_slot_ < uses_.size() ? uses_[slot - first_slot_] : Use{};
}

/// True if it is an index in range wherever it is read. Elements of a set are valid indexes, and so is 0, their value
/// before the first one. Elements of sets of numbers may be too large for a table, but a `range` checks them first.
bool FunctionLines::is_index(Slot slot) const {
  const Use use = use_of(slot);
  return slot == Layout::kMe || is_constant(slot) || (use.writes == 1 && use.indexes > 0 && use.ranges == 0);
}

/// True if all its indexes are in range wherever it runs.
bool FunctionLines::has_indexes(const Operands& at) const {
  return std::all_of(at.indexes.begin(), at.indexes.end(), [this](const Slot* index) { return is_index(*index); });
}

void FunctionLines::add_changes(const Operands& at, Changes& into) {
  into.is_joined = false;
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

bool FunctionLines::may_change(const Changes& changes, Slot slot, Slot size) const {
  if (is_constant(slot)) return false;
  if (slot < program_.layout.end) {
    if (changes.state) return true;
  } else if (changes.others && slot < first_slot_) {
    return true;
  }
  const auto begin = changes.ranges.begin(), end = changes.ranges.end();
  if (!changes.is_joined)
    return std::any_of(begin, end, [&](const Operands::Range& range) { return range.overlaps(slot, size); });
  // The last that begins before the slots end.
  const auto after = std::partition_point(begin, end, [&](const Operands::Range& range) { return range.first < slot + size; });
  return after != begin && std::prev(after)->overlaps(slot, size);
}

/// True if the instruction could make another value after these changes.
bool FunctionLines::may_change_value(const Changes& changes, const Operands& at) const {
  return (at.reads_state && changes.state) ||
         std::any_of(at.reads.begin(), at.reads.end(),
                     [&](const Operands::Read& read) { return may_change(changes, *read.slot, read.size); });
}

void FunctionLines::Changes::join() {
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
  is_joined = true;
}

/// The slots that a function and all that it calls write.
const FunctionLines::Changes& FunctionLines::changed_by_code(int entry) {
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
      add_changes(operands(program_, node), changes);
    }
    changes.ranges.push_back({callee->second.first, callee->second.last - callee->second.first});
    changes.join();  // otherwise ranges multiply with nested calls
    spend(8 * changes.ranges.size());
  }
  return changed_by_code_[entry] = std::move(changes);
}

}  // namespace glint
