#include "interpreter/build/optimise/optimise.hpp"

#include <algorithm>
#include <tuple>

namespace glint {

namespace {

/// Code that would grow beyond this by bodies in the place of calls keeps its calls; longer bodies stay where they are.
constexpr std::size_t kMostNodes = 1500;
constexpr int kLongestBody = 60;
constexpr Slot kMostSlots = 4096;

bool overlap(Slot a, Slot a_size, Slot b, Slot b_size) { return a < b + b_size && b < a + a_size; }

bool is_copy(const Line& node) { return node.at.op == Opcode::mov || node.at.op == Opcode::copy; }

Slot copied(const Line& node) { return node.at.op == Opcode::mov ? 1 : node.at.n; }

/// Takes an element out of a set, or goes round: answers what may serve as an index.
bool makes_index(Opcode op) {
  switch (op) {
    case Opcode::next: case Opcode::next1: case Opcode::last: case Opcode::cycle: return true;
    default: return false;
  }
}

}  // namespace

Optimiser::Optimiser(Program& program, std::vector<Label>& labels, const std::map<int, Callee>& callees,
                     const std::set<Slot>& constants, const Known& known, Slot& top, int begin, Slot first_slot)
    : program_(program), labels_(labels), callees_(callees), constants_(constants), known_(known), top_(top),
      begin_(begin), first_slot_(first_slot) {}

void Optimiser::run() {
  if (!gather()) return;
  inline_calls();
  put_me();
  constexpr int kMostRounds = 10;
  for (int round = 0; round < kMostRounds; ++round) {
    bool changed = fold();
    changed = simplify_jumps() || changed;
    changed = drop_copies() || changed;
    changed = aim_at_copies() || changed;
    changed = hoist() || changed;
    changed = drop_known() || changed;
    changed = share() || changed;
    changed = drop_dead() || changed;
    if (!changed) break;
  }
  join_pushes();
  put_back();
}

// ---- code to nodes and back ----

/// False where the code has something that we do not know well enough.
bool Optimiser::gather() {
  const int end = static_cast<int>(program_.code.size());
  std::vector<int> node_at(static_cast<std::size_t>(end - begin_), -1);
  for (int i = begin_; i < end;) {
    node_at[static_cast<std::size_t>(i - begin_)] = static_cast<int>(nodes_.size());
    Line node = line_at(program_, i);
    if (!operands(program_, node).is_known) return false;
    nodes_.push_back(std::move(node));
  }
  if (nodes_.empty() || nodes_.back().at.op != Opcode::ret) return false;
  for (std::size_t label = 0; label < labels_.size(); ++label) {
    const Label& one = labels_[label];
    bool is_ours = false;
    for (const int use : one.uses) {
      if (use < begin_) continue;
      nodes_[static_cast<std::size_t>(node_at[static_cast<std::size_t>(use - begin_)])].target = static_cast<int>(label);
      is_ours = true;
    }
    if (!is_ours && one.at < begin_) continue;
    if (one.at < begin_ || one.at >= end || node_at[static_cast<std::size_t>(one.at - begin_)] < 0) return false;
    nodes_[static_cast<std::size_t>(node_at[static_cast<std::size_t>(one.at - begin_)])].labels.push_back(static_cast<int>(label));
  }
  return true;
}

void Optimiser::put_back() {
  program_.code.resize(static_cast<std::size_t>(begin_));
  program_.code_spans.resize(static_cast<std::size_t>(begin_));
  for (Label& label : labels_) {
    if (label.at >= begin_) label.at = begin_;
    label.uses.erase(std::remove_if(label.uses.begin(), label.uses.end(), [&](int use) { return use >= begin_; }),
                     label.uses.end());
  }
  for (const Line& node : nodes_) {
    const int here = static_cast<int>(program_.code.size());
    for (const int label : node.labels) labels_[static_cast<std::size_t>(label)].at = here;
    if (node.target >= 0) labels_[static_cast<std::size_t>(node.target)].uses.push_back(here);
    program_.code.push_back(node.at);
    program_.code_spans.push_back(node.span);
    if (!node.has_more) continue;
    program_.code.push_back(node.more);
    program_.code_spans.push_back(node.span);
  }
}

/// By label: its node.
std::vector<int> Optimiser::places() const {
  std::vector<int> found(labels_.size(), -1);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    for (const int label : nodes_[i].labels) found[static_cast<std::size_t>(label)] = static_cast<int>(i);
  return found;
}

/// Labels of what goes away move on to what stays behind it. The last node always stays.
void Optimiser::erase(const std::vector<bool>& gone) {
  std::vector<Line> kept;
  kept.reserve(nodes_.size());
  std::vector<int> labels;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (gone[i]) {
      labels.insert(labels.end(), nodes_[i].labels.begin(), nodes_[i].labels.end());
      continue;
    }
    nodes_[i].labels.insert(nodes_[i].labels.end(), labels.begin(), labels.end());
    labels.clear();
    kept.push_back(std::move(nodes_[i]));
  }
  nodes_ = std::move(kept);
}

// ---- who reads and writes what ----

template <class Visit>
void Optimiser::each_read(Line& node, Visit visit) {
  for (const Operands::Read& read : operands(program_, node).reads) visit(*read.slot, read.size);
  if (node.at.op == Opcode::push || node.at.op == Opcode::push_any)
    for (LedgerItem& item : program_.ledger_forms[node.at.a].items) {
      visit(item.slot, Slot{item.words});
      if (item.form == LedgerItem::Form::number) visit(item.low, Slot{1});
    }
  if (node.at.op == Opcode::error || node.at.op == Opcode::fail)
    for (Message::Hole& hole : program_.messages[node.at.a].holes)
      visit(hole.slot, static_cast<Slot>(program_.set_words(hole.type)));
}

void Optimiser::count() {
  uses_.clear();
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
    // Elements of sets index what they are elements of; before the first they are 0, which does, too. Those of sets of
    // numbers may be too large for a table, and are held against its range first.
    if (makes_index(node.at.op)) indexes_.insert(node.at.a);
  }
  for (const Line& node : nodes_)
    if (node.at.op == Opcode::range) indexes_.erase(node.at.a);
}

/// Written by one instruction, and by nobody else.
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

/// It may serve as an index wherever it is read.
bool Optimiser::is_index(Slot slot) const {
  return slot == Layout::kMe || constants_.count(slot) > 0 || (is_single(slot) && indexes_.count(slot) > 0);
}

void Optimiser::add_changes(Line& node, Changes& into) {
  const Operands at = operands(program_, node);
  const auto add = [&](Operands::Range range) {
    into.ranges.push_back(range);
    // A variable is written where it lies: who reads its table by an index must know.
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
    return overlap(range.first, range.size, slot, size);
  });
}

namespace {

/// In order, each slot in one range only.
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

/// What a function, and all that it calls, writes.
const Optimiser::Changes& Optimiser::changed_by_code(int entry) {
  const auto found = changed_by_code_.find(entry);
  if (found != changed_by_code_.end()) return found->second;
  Changes changes;
  const auto callee = callees_.find(entry);
  if (callee == callees_.end()) {
    changes.others = changes.state = true;
  } else {
    for (int i = callee->second.begin; i < callee->second.end;) {
      Line node = line_at(program_, i);
      add_changes(node, changes);
    }
    changes.ranges.push_back({callee->second.first, callee->second.last - callee->second.first});
    join_ranges(changes.ranges);  // or the same ones come again with each call of a call
  }
  return changed_by_code_[entry] = std::move(changes);
}

// ---- bodies in the place of calls ----

void Optimiser::inline_calls() {
  for (std::size_t i = 0; i + 1 < nodes_.size() && nodes_.size() < kMostNodes;) {
    const auto found = nodes_[i].at.op == Opcode::call ? callees_.find(static_cast<int>(nodes_[i].at.c)) : callees_.end();
    // Where a body was put, one goes on with its first line: it may call others.
    if (found == callees_.end() || !found->second.is_function || !inline_call(i, found->second)) ++i;
  }
}

/// The callee's code with labels and slots of its own; false where it has something that we do not know well enough.
bool Optimiser::copy_body(const Callee& callee, std::vector<Line>& body) {
  std::vector<int> node_at(static_cast<std::size_t>(callee.end - callee.begin), -1);
  for (int k = callee.begin; k < callee.end;) {
    node_at[static_cast<std::size_t>(k - callee.begin)] = static_cast<int>(body.size());
    body.push_back(line_at(program_, k));
    if (!operands(program_, body.back()).is_known) return false;
  }
  if (body.empty() || body.back().at.op != Opcode::ret) return false;
  const std::size_t labels = labels_.size();
  for (std::size_t label = 0; label < labels; ++label) {
    const int at = labels_[label].at;
    if (at < callee.begin || at >= callee.end) continue;
    const int fresh = static_cast<int>(labels_.size());
    labels_.emplace_back();
    body[static_cast<std::size_t>(node_at[static_cast<std::size_t>(at - callee.begin)])].labels.push_back(fresh);
    for (const int use : labels_[label].uses)
      body[static_cast<std::size_t>(node_at[static_cast<std::size_t>(use - callee.begin)])].target = fresh;
  }
  for (Line& node : body) {
    const Operands at = operands(program_, node);
    std::set<Slot*> slots;
    for (const Operands::Read& read : at.reads) slots.insert(read.slot);
    if (at.write) slots.insert(at.write);
    // What is changed, but neither read nor made, is operand a or b of the instruction.
    for (const Operands::Range& range : at.changes)
      for (Slot* slot : {&node.at.a, &node.at.b})
        if (*slot == range.first) slots.insert(slot);
    for (Slot* slot : slots) *slot = moved(callee, *slot);
  }
  return true;
}

/// Where a slot of the callee's lies in its copy.
Slot Optimiser::moved(const Callee& callee, Slot slot) const {
  const bool is_its_own = slot >= callee.first && slot < callee.last && constants_.count(slot) == 0;
  return is_its_own ? slot + (top_ - callee.first) : slot;
}

bool Optimiser::inline_call(std::size_t call, const Callee& callee) {
  if (callee.end - callee.begin > kLongestBody || callee.last - callee.first > kMostSlots) return false;
  std::vector<Line> body;
  if (!copy_body(callee, body)) return false;
  const int out = static_cast<int>(labels_.size());
  labels_.emplace_back();
  for (Line& node : body)
    if (node.at.op == Opcode::ret) {
      node.at = {Opcode::jump, 0, 0, 0, 0};
      node.target = out;
    }
  // The arguments go where the body looks for them; the result is read by the line behind the call.
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

// ---- what is known ----

/// Code for one player: who `me` is, is a constant.
void Optimiser::put_me() {
  for (Line& node : nodes_) {
    const Operands at = operands(program_, node);
    if (at.write && *at.write == Layout::kMe) return;
  }
  for (Line& node : nodes_)
    each_read(node, [&](Slot& slot, Slot size) {
      if (slot != Layout::kMe || size != 1) return;
      read_me_ = true;
      if (known_.me >= 0) slot = known_.slot(known_.me);
    });
}

// ---- values before loops ----

bool Optimiser::hoist() {
  bool changed = false;
  // Inner loops first: what leaves them may leave those around them, too.
  constexpr int kMostMoves = 64;
  for (int attempt = 0; attempt < kMostMoves; ++attempt) {
    const std::vector<int> at = places();
    std::map<int, int> ends;  // by header
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].target < 0) continue;
      const int header = at[static_cast<std::size_t>(nodes_[i].target)];
      if (header <= static_cast<int>(i)) ends[header] = std::max(ends[header], static_cast<int>(i));
    }
    std::vector<std::pair<int, int>> loops;  // size, header
    for (const auto& [header, end] : ends) loops.emplace_back(end - header, header);
    std::sort(loops.begin(), loops.end());
    count();
    const bool moved = std::any_of(loops.begin(), loops.end(), [&](const std::pair<int, int>& loop) {
      return hoist_out_of(loop.second, loop.second + loop.first);
    });
    if (!moved) return changed;
    changed = true;  // and places have changed
  }
  return changed;
}

bool Optimiser::hoist_out_of(int header, int end) {
  // It must be entered at its header only, from above.
  const std::vector<int> at = places();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].target < 0) continue;
    const int to = at[static_cast<std::size_t>(nodes_[i].target)], from = static_cast<int>(i);
    if (to >= header && to <= end && (from < header || from > end)) return false;
  }
  if (header > 0 && !operands(program_, nodes_[static_cast<std::size_t>(header) - 1]).falls_through) return false;
  std::vector<std::size_t> moving;
  std::vector<bool> moves(nodes_.size(), false);
  for (bool again = true; again;) {
    again = false;
    Changes changes;
    for (int k = header; k <= end; ++k)
      if (!moves[static_cast<std::size_t>(k)]) add_changes(nodes_[static_cast<std::size_t>(k)], changes);
    for (int k = header; k <= end; ++k) {
      const auto here = static_cast<std::size_t>(k);
      if (moves[here]) continue;
      const Operands node = operands(program_, nodes_[here]);
      if (!node.is_pure || !is_single(*node.write)) continue;
      // It is computed even if the loop is not entered: an index must be one in any case.
      bool fits = !(node.reads_state && changes.state);
      for (Slot* index : node.indexes)
        fits = fits && is_index(*index);
      for (const Operands::Read& read : node.reads) fits = fits && !may_change(changes, *read.slot, read.size);
      for (Slot part = 1; part < node.written; ++part) fits = fits && uses_.find(*node.write + part) == uses_.end();
      if (!fits) continue;
      moves[here] = again = true;
      moving.push_back(here);
    }
  }
  if (moving.empty()) return false;
  std::vector<Line> all;
  all.reserve(nodes_.size());
  std::vector<int> labels;  // of what moves: they stay with the loop
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (static_cast<int>(i) == header)
      for (const std::size_t one : moving) {
        all.push_back(nodes_[one]);
        all.back().labels.clear();
      }
    if (moves[i]) {
      labels.insert(labels.end(), nodes_[i].labels.begin(), nodes_[i].labels.end());
      continue;
    }
    all.push_back(nodes_[i]);
    all.back().labels.insert(all.back().labels.end(), labels.begin(), labels.end());
    labels.clear();
  }
  nodes_ = std::move(all);
  return true;
}

// ---- equal values ----

/// In code without labels, what was computed already is not computed again.
bool Optimiser::share() {
  count();
  bool changed = false;
  const auto alike = [](const Line& a, const Line& b) {
    const auto fields = [](const Instruction& at) { return std::make_tuple(at.op, at.n, at.b, at.c); };
    if (fields(a.at) != fields(b.at) || a.has_more != b.has_more) return false;
    return !a.has_more || (a.more.a == b.more.a && a.more.b == b.more.b && a.more.c == b.more.c);
  };
  for (std::size_t first = 0; first < nodes_.size(); ++first) {
    const Operands one = operands(program_, nodes_[first]);
    if (!one.is_pure || is_copy(nodes_[first]) || nodes_[first].at.op == Opcode::clear || !is_single(*one.write)) continue;
    for (std::size_t i = first + 1; i < nodes_.size(); ++i) {
      Line& node = nodes_[i];
      if (!node.labels.empty() || !operands(program_, nodes_[i - 1]).falls_through) break;
      if (alike(nodes_[first], node) && is_single(node.at.a)) {
        node.has_more = false;
        node.at = {one.written == 1 ? Opcode::mov : Opcode::copy, static_cast<std::uint16_t>(one.written), node.at.a,
                   nodes_[first].at.a, 0};
        changed = true;
        continue;
      }
      Changes changes;
      add_changes(node, changes);
      bool stale = (one.reads_state && changes.state) || may_change(changes, *one.write, one.written);
      for (const Operands::Read& read : one.reads) stale = stale || may_change(changes, *read.slot, read.size);
      if (stale) break;
    }
  }
  return changed;
}

// ---- copies ----

/// Who reads a copy reads the original, where that is still the same.
bool Optimiser::drop_copies() {
  count();
  std::vector<bool> gone(nodes_.size(), false);
  bool changed = false;
  const auto has_parts = [&](Slot slot, Slot size) {  // somebody reads or writes a part of it
    for (Slot part = 1; part < size; ++part)
      if (uses_.find(slot + part) != uses_.end()) return true;
    return false;
  };
  for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
    if (!is_copy(nodes_[i])) continue;
    const Slot copy = nodes_[i].at.a, original = nodes_[i].at.b, size = copied(nodes_[i]);
    if (!is_single(copy) || copy == original || pinned_.count(copy) > 0 || has_parts(copy, size)) continue;
    const bool is_constant = constants_.count(original) > 0;
    std::size_t last = nodes_.size();  // the copy's readers stand before
    if (!is_constant && !(is_single(original) && !has_parts(original, size))) {
      // The original may change: only if all readers come before that, in the code right behind.
      int readers = 0;
      for (last = i + 1; last < nodes_.size(); ++last) {
        Line& node = nodes_[last];
        if (!node.labels.empty() || !operands(program_, nodes_[last - 1]).falls_through) break;
        each_read(node, [&](Slot slot, Slot) { readers += slot == copy; });
        if (gone[last]) continue;
        Changes changes;
        add_changes(node, changes);
        if (!may_change(changes, original, size)) continue;
        // What reads it and changes it at once reads first, if it is one word.
        if (size == 1 && operands(program_, node).code < 0) ++last;
        else each_read(node, [&](Slot slot, Slot) { readers -= slot == copy; });
        break;
      }
      if (readers == 0 || readers != uses_.at(copy).reads) continue;
    }
    for (std::size_t k = 0; k < last; ++k)
      each_read(nodes_[k], [&](Slot& slot, Slot) {
        if (slot == copy) slot = original;
      });
    uses_[original].reads += uses_[copy].reads;
    gone[i] = changed = true;
  }
  if (changed) erase(gone);
  return changed;
}

/// `t = x op y; r = t`, with t for nothing else, becomes `r = x op y`.
bool Optimiser::aim_at_copies() {
  count();
  std::vector<bool> gone(nodes_.size(), false);
  bool changed = false;
  for (std::size_t i = 1; i + 1 < nodes_.size(); ++i) {
    const Line& node = nodes_[i];
    if (!is_copy(node) || !node.labels.empty() || gone[i - 1]) continue;
    const Operands made = operands(program_, nodes_[i - 1]);
    if (!made.write || *made.write != node.at.b || made.written != copied(node)) continue;
    if (!is_single(node.at.b) || uses_.at(node.at.b).reads != 1) continue;
    bool reads_it = made.reads_state && node.at.a < program_.layout.end;
    for (const Operands::Read& read : made.reads)
      reads_it = reads_it || (made.written > 1 && overlap(*read.slot, read.size, node.at.a, made.written));
    if (reads_it) continue;
    *made.write = node.at.a;
    gone[i] = changed = true;
  }
  if (changed) erase(gone);
  return changed;
}

bool Optimiser::drop_dead() {
  // Arguments of functions that are not called any more are read by nobody either.
  std::set<Slot> unread;
  for (const auto& [entry, callee] : callees_) {
    const int code = entry;
    const bool is_called = std::any_of(nodes_.begin(), nodes_.end(), [code](const Line& node) {
      return node.at.op == Opcode::call && static_cast<int>(node.at.c) == code;
    });
    if (is_called || !callee.is_function) continue;
    for (const Callee::Parameter& parameter : callee.parameters) unread.insert(parameter.slot);
  }
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    count();
    std::vector<bool> gone(nodes_.size(), false);
    for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
      const Operands at = operands(program_, nodes_[i]);
      if (!at.is_pure || is_read(*at.write, at.written)) continue;
      if (!is_own(*at.write) && unread.count(*at.write) == 0) continue;
      gone[i] = again = changed = true;
    }
    if (again) erase(gone);
  }
  return changed;
}

}  // namespace glint
