#include "interpreter/build/optimise/optimise.hpp"

#include <algorithm>

namespace glint {

int Labels::add() {
  all.emplace_back();
  return static_cast<int>(all.size()) - 1;
}

void Labels::place(int label, int at) {
  all[label].at = at;
  placed.push_back(label);
}

void Labels::jump(int at, int label) {
  ++all[label].jumps;
  jumps.push_back({at, label});
}

void Labels::drop_jumps(std::size_t kept) {
  for (; jumps.size() > kept; jumps.pop_back()) --all[jumps.back().label].jumps;
}

std::size_t Labels::first_placed(int at) const {
  return std::partition_point(placed.begin(), placed.end(), [&](int label) { return all[label].at < at; }) -
         placed.begin();
}

std::size_t Labels::first_jump(int at) const {
  return std::partition_point(jumps.begin(), jumps.end(), [&](const Jump& jump) { return jump.at < at; }) -
         jumps.begin();
}

void Callees::add(Callee callee) {
  const int entry = callee.begin;
  if (callee.is_function)
    for (const Callee::Parameter& parameter : callee.parameters) of_parameter[parameter.slot] = entry;
  all[entry] = std::move(callee);
}

FunctionLines::FunctionLines(Program& program, Labels& labels, const Callees& callees,
                             const std::vector<bool>& constants, const Known& known, Slot& top, std::int64_t& work,
                             int begin, Slot first_slot)
    : program_(program),
      labels_(labels),
      callees_(callees),
      constants_(constants),
      known_(known),
      top_(top),
      work_(work),
      begin_(begin),
      first_slot_(first_slot) {}

void Optimiser::run() {
  if (!gather()) return;
  inline_calls();
  put_me();
  uses_.resize(top_ - first_slot_);
  for (Line& node : nodes_) note(node, 1);
  constexpr void (Optimiser::*kPasses[])() = {
      &Optimiser::fold,  &Optimiser::simplify_jumps, &Optimiser::drop_copies, &Optimiser::write_to_copies,
      &Optimiser::hoist, &Optimiser::share,          &Optimiser::drop_dead};
  constexpr std::size_t kPassCount = std::size(kPasses), kMostRounds = 10;
  for (std::size_t i = 0, idle = 0; i < kMostRounds * kPassCount && idle < kPassCount && spend(nodes_.size()); ++i) {
    is_changed_ = false;
    (this->*kPasses[i % kPassCount])();
    sweep();
    idle = is_changed_ ? 0 : idle + 1;
  }
  if (work_ < 0) program_.beyond.written_out = true;
  put_back();
}

/// Reads the lines of a function, with labels of this one's own: the same, or those of a copy. False if it has an unknown
/// instruction, or a jump out of it; then the function is not changed.
bool FunctionLines::read_lines(int begin, int end, bool is_copy, std::vector<Line>& lines) {
  std::vector<int> line_of(end - begin, -1);  // by instruction
  for (int i = begin; i < end;) {
    line_of[i - begin] = static_cast<int>(lines.size());
    lines.push_back(line_at(program_, i));
    if (!operands(program_, lines.back()).is_known) return false;
  }
  if (lines.empty() || lines.back().at.op != Opcode::ret) return false;
  std::unordered_map<int, int> numbers;  // by label: that of its own
  const std::size_t placed = labels_.first_placed(end), jumps = labels_.first_jump(end);
  for (std::size_t i = labels_.first_placed(begin); i < placed; ++i) {
    const int label = labels_.placed[i], line = line_of[labels_.all[label].at - begin];
    if (line < 0) return false;
    lines[line].labels.push_back(numbers[label] = own_label(is_copy ? labels_.add() : label));
  }
  for (std::size_t i = labels_.first_jump(begin); i < jumps; ++i) {
    const Labels::Jump& jump = labels_.jumps[i];
    const auto found = numbers.find(jump.label);
    if (found == numbers.end()) return false;
    lines[line_of[jump.at - begin]].target = found->second;
  }
  return true;
}

/// Adds a label of the program to the function's own labels; returns its number there.
int FunctionLines::own_label(int label) {
  own_.push_back({label});
  return static_cast<int>(own_.size()) - 1;
}

bool FunctionLines::gather() {
  const int end = static_cast<int>(program_.code.instructions.size());
  if (!read_lines(begin_, end, false, nodes_) || labels_.first_placed(end) < labels_.placed.size()) return false;
  std::vector<int> inside(own_.size(), 0);  // by own label: jumps of this function
  for (const Line& node : nodes_)
    if (node.target >= 0) ++inside[node.target];
  for (std::size_t i = 0; i < own_.size(); ++i) {
    const int jumps = labels_.all[own_[i].label].jumps;
    own_[i].leads_in = jumps == 0 || jumps > inside[i];
  }
  return true;
}

void FunctionLines::put_back() {
  program_.code.instructions.resize(begin_);
  program_.code.spans.resize(begin_);
  labels_.drop_jumps(labels_.first_jump(begin_));
  labels_.placed.resize(labels_.first_placed(begin_));
  for (const OwnLabel& own : own_) labels_.all[own.label].at = begin_;
  for (const Line& node : nodes_) {
    const int here = static_cast<int>(program_.code.instructions.size());
    for (const int label : node.labels) labels_.place(own_[label].label, here);
    if (node.target >= 0) labels_.jump(here, own_[node.target].label);
    program_.code.instructions.push_back(node.at);
    program_.code.spans.push_back(node.span);
    if (!node.has_more) continue;
    program_.code.instructions.push_back(node.more);
    program_.code.spans.push_back(node.span);
  }
}

/// By label: the index of its line.
std::vector<int> FunctionLines::places() const {
  std::vector<int> found(own_.size(), -1);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    for (const int label : nodes_[i].labels) found[label] = static_cast<int>(i);
  return found;
}

/// Forgets labels to which no line jumps any more, because most passes look no further than the next label.
void FunctionLines::drop_labels() {
  std::vector<bool> is_used;
  for (const OwnLabel& own : own_) is_used.push_back(own.leads_in);
  for (const Line& node : nodes_)
    if (node.target >= 0) is_used[node.target] = true;
  for (Line& node : nodes_)
    node.labels.erase(std::remove_if(node.labels.begin(), node.labels.end(), [&](int label) { return !is_used[label]; }),
                      node.labels.end());
}

/// Replaces the line's instruction.
void FunctionLines::replace(Line& node, const Instruction& by) {
  note(node, -1);
  node.at = by;
  node.has_more = false;
  note(node, 1);
  is_changed_ = true;
}

void FunctionLines::drop(Line& node) {
  note(node, -1);
  node.is_gone = is_changed_ = true;
}

/// Removes the lines that were dropped, of which the last line is none; their labels move to the next line that stays.
/// False: none is removed.
bool FunctionLines::sweep() {
  std::size_t kept = 0;
  std::vector<int> labels;
  for (Line& node : nodes_) {
    std::vector<int>& to = node.is_gone ? labels : node.labels;
    const std::vector<int>& from = node.is_gone ? node.labels : labels;
    to.insert(to.end(), from.begin(), from.end());
    if (node.is_gone) continue;
    labels.clear();
    if (&node != &nodes_[kept]) nodes_[kept] = std::move(node);
    ++kept;
  }
  const bool removes = kept < nodes_.size();
  nodes_.resize(kept);
  return removes;
}

/// Makes `me` a constant in code for one player.
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

}  // namespace glint
