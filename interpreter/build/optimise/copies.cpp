// Computes equal values once, and removes copies, values that nothing reads, and tests of kept lets that are valid.
#include "interpreter/build/optimise/optimise.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace glint {

namespace {

bool is_copy(const Line& node) { return node.at.op == Opcode::mov || node.at.op == Opcode::copy; }

Slot copied(const Line& node) { return node.at.op == Opcode::mov ? 1 : node.at.n; }

}  // namespace

/// Computes nothing twice between two labels.
bool Optimiser::share() {
  count();
  bool changed = false;
  const auto value_of = [](const Line& line) {
    const Instruction more = line.has_more ? line.more : Instruction{};
    return std::make_tuple(line.at.op, line.at.n, line.at.b, line.at.c, more.a, more.b, more.c);
  };
  // Most values are made by one line only. A number for each line shows which these are.
  const auto number_of = [&](const Line& line) {
    const Instruction more = line.has_more ? line.more : Instruction{};
    std::uint64_t number = static_cast<std::uint64_t>(line.at.op);
    for (const std::uint64_t part : {std::uint64_t{line.at.n}, std::uint64_t{line.at.b}, std::uint64_t{line.at.c},
                                     std::uint64_t{more.a}, std::uint64_t{more.b}, std::uint64_t{more.c}})
      number = (number ^ part) * 0x9E3779B97F4A7C15u;
    return number;
  };
  std::vector<std::uint64_t> numbers;
  for (const Line& line : nodes_) numbers.push_back(number_of(line));
  std::sort(numbers.begin(), numbers.end());
  const auto is_alone = [&](const Line& line) {
    const auto found = std::equal_range(numbers.begin(), numbers.end(), number_of(line));
    return found.second - found.first <= 1;
  };
  Changes changes;
  for (std::size_t first = 0; first < nodes_.size() && work_ >= 0; ++first) {
    if (!is_pure(nodes_[first]) || is_alone(nodes_[first])) continue;
    const auto value = value_of(nodes_[first]);
    const Operands one = operands(program_, nodes_[first]);
    if (is_copy(nodes_[first]) || nodes_[first].at.op == Opcode::clear || !is_single(*one.write)) continue;
    for (std::size_t i = first + 1; i < nodes_.size(); ++i) {
      Line& node = nodes_[i];
      if (!node.labels.empty() || !falls_through(nodes_[i - 1]) || !spend(1)) break;
      if (value_of(node) == value && is_single(node.at.a)) {
        node.has_more = false;
        node.at = {one.written == 1 ? Opcode::mov : Opcode::copy, static_cast<std::uint16_t>(one.written), node.at.a,
                   nodes_[first].at.a, 0};
        changed = true;
        continue;
      }
      changes.clear();
      add_changes(node, changes);
      if (may_change_value(changes, one) || may_change(changes, *one.write, one.written)) break;
    }
  }
  return changed;
}

/// Makes readers of a copy read the original instead, if that has not changed since.
bool Optimiser::drop_copies() {
  count();
  Changes changes;
  std::vector<bool> gone(nodes_.size(), false);
  const auto has_parts = [&](Slot slot, Slot size) {  // something reads or writes a part of it
    for (Slot part = 1; part < size; ++part)
      if (is_used(slot + part)) return true;
    return false;
  };
  std::unordered_map<Slot, std::vector<std::size_t>> readers_of;  // of copies
  for (const Line& node : nodes_)
    if (is_copy(node)) readers_of[node.at.a];
  if (readers_of.empty()) return false;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    each_read(nodes_[i], [&](Slot slot, Slot) {
      if (const auto found = readers_of.find(slot); found != readers_of.end()) found->second.push_back(i);
    });
  for (std::size_t i = 0; i + 1 < nodes_.size() && work_ >= 0; ++i) {
    if (!is_copy(nodes_[i])) continue;
    const Slot copy = nodes_[i].at.a, original = nodes_[i].at.b, size = copied(nodes_[i]);
    if (!is_single(copy) || copy == original || pinned_.count(copy) > 0 || has_parts(copy, size)) continue;
    const bool is_constant = constants_.count(original) > 0;
    std::size_t last = nodes_.size();  // the copy's readers come before
    if (!is_constant && !(is_single(original) && !has_parts(original, size))) {
      // The original may change: only if all readers come before that, without a label in between.
      int readers = 0;
      for (last = i + 1; last < nodes_.size(); ++last) {
        Line& node = nodes_[last];
        if (!node.labels.empty() || !falls_through(nodes_[last - 1]) || !spend(1)) break;
        each_read(node, [&](Slot slot, Slot) { readers += slot == copy; });
        if (gone[last]) continue;
        changes.clear();
        add_changes(node, changes);
        if (!may_change(changes, original, size)) continue;
        // An instruction that reads and changes one word reads it first, unless it runs other code in between.
        const Operands changing = operands(program_, node);
        if (size == 1 && changing.code < 0 && !changing.changes_others) ++last;
        else each_read(node, [&](Slot slot, Slot) { readers -= slot == copy; });
        break;
      }
      if (readers == 0 || readers != uses_.at(copy).reads) continue;
    }
    std::vector<std::size_t>& readers = readers_of[copy];
    if (!spend(readers.size())) break;
    for (const std::size_t reader : readers) {
      if (reader >= last) continue;
      each_read(nodes_[reader], [&](Slot& slot, Slot) {
        if (slot == copy) slot = original;
      });
      if (const auto found = readers_of.find(original); found != readers_of.end()) found->second.push_back(reader);
    }
    uses_[original].reads += uses_[copy].reads;
    gone[i] = true;
  }
  return erase(gone);
}

/// `t = x op y; r = t` becomes `r = x op y` if nothing else reads t.
bool Optimiser::write_to_copies() {
  count();
  std::vector<bool> gone(nodes_.size(), false);
  for (std::size_t i = 1; i + 1 < nodes_.size(); ++i) {
    const Line& node = nodes_[i];
    if (!is_copy(node) || !node.labels.empty() || gone[i - 1]) continue;
    const Operands made = operands(program_, nodes_[i - 1]);
    if (!made.write || *made.write != node.at.b || made.written != copied(node)) continue;
    if (!is_single(node.at.b) || uses_.at(node.at.b).reads != 1) continue;
    bool reads_it = made.reads_state && node.at.a < program_.layout.end;
    for (const Operands::Read& read : made.reads)
      reads_it = reads_it || (made.written > 1 && Operands::Range{*read.slot, read.size}.overlaps(node.at.a, made.written));
    // An instruction that runs other code may write in parts, and that code may read what belongs to another function.
    if (reads_it || (made.changes_others && !is_own(node.at.a))) continue;
    *made.write = node.at.a;
    gone[i] = true;
  }
  return erase(gone);
}

/// Whether a line soon after this one makes its value anew, whatever happens, before anything reads it.
bool Optimiser::is_made_anew(std::size_t line) {
  constexpr std::size_t kFarthest = 16;
  const Operands first = operands(program_, nodes_[line]);
  for (std::size_t i = line + 1; i < nodes_.size() && i <= line + kFarthest; ++i) {
    bool reads_it = false;
    each_read(nodes_[i], [&](Slot slot, Slot size) {
      reads_it = reads_it || Operands::Range{slot, size}.overlaps(*first.write, first.written);
    });
    const Operands at = operands(program_, nodes_[i]);
    if (reads_it || nodes_[i].target >= 0 || !at.falls_through || at.code >= 0) return false;
    if (at.write && *at.write == *first.write && at.written >= first.written) return true;
  }
  return false;
}

bool Optimiser::drop_dead() {
  // Arguments of functions that are no longer called are not read either.
  std::set<int> called;
  for (const Line& node : nodes_)
    if (node.at.op == Opcode::call) called.insert(static_cast<int>(node.at.c));
  const auto is_unread_argument = [&](Slot slot) {
    const auto function = callees_.of_parameter.find(slot);
    return function != callees_.of_parameter.end() && called.count(function->second) == 0;
  };
  for (bool changed = false;; changed = true) {
    count();
    std::vector<bool> gone(nodes_.size(), false);
    for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
      if (!is_pure(nodes_[i])) continue;
      const Operands at = operands(program_, nodes_[i]);
      gone[i] = !is_read(*at.write, at.written) && (is_own(*at.write) || is_unread_argument(*at.write));
      gone[i] = gone[i] || (is_own(*at.write) && !is_single(*at.write) && is_made_anew(i));
    }
    if (!erase(gone)) return changed;
  }
}

// ---- kept lets that are certainly valid ----

namespace {

/// Whether neither the line nor code that it calls makes a kept let invalid.
bool leaves_kept(const Operands& at, const Line& node) {
  return at.is_pure || node.at.op == Opcode::ensure || node.at.op == Opcode::clear || node.target >= 0;
}

}  // namespace

bool Optimiser::drop_known() {
  std::vector<bool> gone(nodes_.size(), false);
  Word valid = 0;  // kept lets, by bit, that are valid here on every path
  for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
    Line& node = nodes_[i];
    if (!node.labels.empty()) valid = 0;
    const Operands at = operands(program_, node);
    if (!leaves_kept(at, node)) valid = 0;
    if (node.at.op == Opcode::ensure) {
      const Word bit = Word{1} << node.at.a;
      if (valid & bit) gone[i] = true;
      valid |= bit;
    }
    if (!at.falls_through) valid = 0;
  }
  return erase(gone);
}

}  // namespace glint
