// Computes equal values once, and removes copies and values that nothing reads.
#include "interpreter/build/optimise/optimise.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace glint {

namespace {

bool is_copy(const Line& node) { return node.at.op == Opcode::mov || node.at.op == Opcode::copy; }

Slot copied(const Line& node) { return node.at.op == Opcode::mov ? 1 : node.at.n; }

}  // namespace

/// Computes nothing twice between two labels.
void Optimiser::share() {
  using Value = std::array<Slot, 6>;  // the value that a line makes, without the slot
  std::vector<std::pair<Value, std::size_t>> values;  // and the line
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Line& line = nodes_[i];
    if (!is_pure(line) || is_copy(line) || line.at.op == Opcode::clear || !is_single(line.at.a)) continue;
    const Instruction more = line.has_more ? line.more : Instruction{};
    values.push_back({{static_cast<Slot>(line.at.op) << 16 | line.at.n, line.at.b, line.at.c, more.a, more.b, more.c}, i});
  }
  std::sort(values.begin(), values.end());
  std::vector<std::size_t> twin(nodes_.size(), 0);  // the next line with the same value; of most lines, there is none
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i - 1].first == values[i].first) twin[values[i - 1].second] = values[i].second;
  Changes changes;
  for (std::size_t first = 0; first < nodes_.size() && work_ >= 0; ++first) {
    std::size_t next = twin[first];
    if (next == 0) continue;
    const Operands one = operands(program_, nodes_[first]);
    std::size_t fine = first;  // up to here it keeps its value
    for (std::size_t i = first + 1; i <= next; ++i) {
      if (!nodes_[i].labels.empty() || !falls_through(nodes_[i - 1]) || !spend(1)) break;
      if (i < next) continue;
      for (changes.clear(); fine + 1 < i;) add_changes(operands(program_, nodes_[++fine]), changes);
      if (may_change_value(changes, one) || may_change(changes, *one.write, one.written)) break;
      replace(nodes_[i], {one.written == 1 ? Opcode::mov : Opcode::copy, static_cast<std::uint16_t>(one.written),
                          nodes_[i].at.a, *one.write, 0});
      next = std::exchange(twin[i], 0);
    }
  }
}

/// Makes readers of a copy read the original instead, if that has not changed since.
void Optimiser::drop_copies() {
  Changes changes;
  const auto has_parts = [&](Slot slot, Slot size) {  // something reads or writes a part of it
    for (Slot part = 1; part < size; ++part)
      if (is_used(slot + part)) return true;
    return false;
  };
  std::unordered_map<Slot, std::vector<std::size_t>> readers_of;  // of copies
  for (const Line& node : nodes_)
    if (is_copy(node)) readers_of[node.at.a];
  if (readers_of.empty()) return;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    each_read(nodes_[i], [&](Slot slot, Slot) {
      if (const auto found = readers_of.find(slot); found != readers_of.end()) found->second.push_back(i);
    });
  for (std::size_t i = 0; i + 1 < nodes_.size() && work_ >= 0; ++i) {
    if (!is_copy(nodes_[i])) continue;
    const Slot copy = nodes_[i].at.a, original = nodes_[i].at.b, size = copied(nodes_[i]);
    if (!is_single(copy) || copy == original || use_of(copy).together > 0 || has_parts(copy, size)) continue;
    std::size_t last = nodes_.size();  // the readers of the copy come before it
    if (!is_constant(original) && !(is_single(original) && !has_parts(original, size))) {
      // The original may change: only if all readers come before that, without a label in between.
      int readers = 0;
      for (last = i + 1; last < nodes_.size(); ++last) {
        Line& node = nodes_[last];
        if (!node.labels.empty() || !falls_through(nodes_[last - 1]) || !spend(1)) break;
        if (node.is_gone) continue;
        const Operands at = operands(program_, node);
        each_read(node, at, [&](Slot slot, Slot) { readers += slot == copy; });
        changes.clear();
        add_changes(at, changes);
        if (!may_change(changes, original, size)) continue;
        // An instruction that reads and changes one word reads it first, unless it runs other code in between.
        if (size == 1 && at.code < 0 && !at.changes_others) ++last;
        else each_read(node, at, [&](Slot slot, Slot) { readers -= slot == copy; });
        break;
      }
      if (readers == 0 || readers != use_of(copy).reads) continue;
    }
    std::vector<std::size_t>& readers = readers_of[copy];
    if (!spend(readers.size())) break;
    for (const std::size_t reader : readers) {
      if (reader >= last || nodes_[reader].is_gone) continue;
      note(nodes_[reader], -1);
      each_read(nodes_[reader], [&](Slot& slot, Slot) {
        if (slot == copy) slot = original;
      });
      note(nodes_[reader], 1);
      if (const auto found = readers_of.find(original); found != readers_of.end()) found->second.push_back(reader);
    }
    drop(nodes_[i]);
  }
}

/// `t = x op y; r = t` becomes `r = x op y` if nothing else reads t.
void Optimiser::write_to_copies() {
  for (std::size_t i = 1; i + 1 < nodes_.size(); ++i) {
    Line& node = nodes_[i];
    Line& before = nodes_[i - 1];
    if (!is_copy(node) || !node.labels.empty() || before.is_gone) continue;
    const Operands made = operands(program_, before);
    if (!made.write || *made.write != node.at.b || made.written != copied(node)) continue;
    if (!is_single(node.at.b) || use_of(node.at.b).reads != 1) continue;
    bool reads_it = made.reads_state && node.at.a < program_.layout.end;
    for (const Operands::Read& read : made.reads)
      reads_it = reads_it || (made.written > 1 && Operands::Range{*read.slot, read.size}.overlaps(node.at.a, made.written));
    // An instruction that runs other code may write in parts, and that code may read what belongs to another function.
    if (reads_it || (made.changes_others && !is_own(node.at.a))) continue;
    note(before, -1);
    *made.write = node.at.a;
    note(before, 1);
    drop(node);
  }
}

/// True if a line soon after this one makes its value again, whatever happens, before anything reads it.
bool Optimiser::is_made_anew(std::size_t line) {
  constexpr std::size_t kFarthest = 16;
  const Operands first = operands(program_, nodes_[line]);
  for (std::size_t i = line + 1; i < nodes_.size() && i <= line + kFarthest; ++i) {
    if (nodes_[i].is_gone) continue;
    const Operands at = operands(program_, nodes_[i]);
    bool reads_it = false;
    each_read(nodes_[i], at, [&](Slot slot, Slot size) {
      reads_it = reads_it || Operands::Range{slot, size}.overlaps(*first.write, first.written);
    });
    if (reads_it || nodes_[i].target >= 0 || !at.falls_through || at.code >= 0) return false;
    if (at.write && *at.write == *first.write && at.written >= first.written) return true;
  }
  return false;
}

void Optimiser::drop_dead() {
  // Arguments of functions that are no longer called are not read either.
  std::set<int> called;
  for (const Line& node : nodes_)
    if (node.at.op == Opcode::call) called.insert(static_cast<int>(node.at.c));
  const auto is_read = [&](Slot slot, Slot size) {
    if (is_own(slot)) {
      while (size > 0 && use_of(slot + size - 1).reads == 0) --size;
      return size > 0;
    }
    const auto function = callees_.of_parameter.find(slot);
    bool is_read = function == callees_.of_parameter.end() || called.count(function->second) > 0;
    for (std::size_t i = 0; i < nodes_.size() && !is_read; ++i)
      each_read(nodes_[i], [&](Slot other, Slot words) { is_read = is_read || Operands::Range{slot, size}.overlaps(other, words); });
    return is_read;
  };
  for (std::size_t i = nodes_.size() - 1; i-- > 0;) {
    if (!is_pure(nodes_[i])) continue;
    const Operands at = operands(program_, nodes_[i]);
    if (!is_read(*at.write, at.written) || (is_own(*at.write) && !is_single(*at.write) && is_made_anew(i))) drop(nodes_[i]);
  }
}

}  // namespace glint
