#include "interpreter/build/optimise/optimise.hpp"

#include <algorithm>

namespace glint {

Optimiser::Optimiser(Program& program, std::vector<Label>& labels, const std::map<int, Callee>& callees,
                     const std::set<Slot>& constants, const Known& known, Slot& top, int begin, Slot first_slot)
    : program_(program), labels_(labels), first_label_(labels.size()), callees_(callees), constants_(constants),
      known_(known), top_(top),
      begin_(begin), first_slot_(first_slot) {}

void Optimiser::run() {
  if (!gather()) return;
  inline_calls();
  put_me();
  constexpr int kMostRounds = 10;
  for (int round = 0; round < kMostRounds; ++round) {
    bool changed = false;
    for (const auto pass : {&Optimiser::fold, &Optimiser::simplify_jumps, &Optimiser::drop_copies,
                            &Optimiser::write_to_copies, &Optimiser::hoist, &Optimiser::drop_known, &Optimiser::share,
                            &Optimiser::drop_dead}) {
      if (!(this->*pass)()) continue;
      changed = true;
      is_counted_ = false;
    }
    if (!changed) break;
  }
  join_pushes();
  put_back();
}

/// Reads the lines of a function, and by instruction the number of the line that begins there, or -1. False if it has
/// an unknown instruction; then the function is not changed.
bool Optimiser::read_lines(int begin, int end, std::vector<Line>& lines, std::vector<int>& starts) const {
  starts.assign(end - begin, -1);
  for (int i = begin; i < end;) {
    starts[i - begin] = static_cast<int>(lines.size());
    lines.push_back(line_at(program_, i));
    if (!operands(program_, lines.back()).is_known) return false;
  }
  return !lines.empty() && lines.back().at.op == Opcode::ret;
}

bool Optimiser::gather() {
  const int end = static_cast<int>(program_.code.size());
  std::vector<int> node_at;
  if (!read_lines(begin_, end, nodes_, node_at)) return false;
  for (std::size_t label = 0; label < labels_.size(); ++label) {
    const Label& one = labels_[label];
    bool is_ours = false;
    for (const int use : one.uses) {
      if (use < begin_) continue;
      nodes_[node_at[use - begin_]].target = static_cast<int>(label);
      is_ours = true;
    }
    if (!is_ours && one.at < begin_) continue;
    if (one.at < begin_ || one.at >= end || node_at[one.at - begin_] < 0) return false;
    nodes_[node_at[one.at - begin_]].labels.push_back(static_cast<int>(label));
  }
  return true;
}

void Optimiser::put_back() {
  program_.code.resize(begin_);
  program_.code_spans.resize(begin_);
  for (Label& label : labels_) {
    if (label.at >= begin_) label.at = begin_;
    label.uses.erase(std::remove_if(label.uses.begin(), label.uses.end(), [&](int use) { return use >= begin_; }),
                     label.uses.end());
  }
  for (const Line& node : nodes_) {
    const int here = static_cast<int>(program_.code.size());
    for (const int label : node.labels) labels_[label].at = here;
    if (node.target >= 0) labels_[node.target].uses.push_back(here);
    program_.code.push_back(node.at);
    program_.code_spans.push_back(node.span);
    if (!node.has_more) continue;
    program_.code.push_back(node.more);
    program_.code_spans.push_back(node.span);
  }
}

/// By label: the index of its line.
std::vector<int> Optimiser::places() const {
  std::vector<int> found(labels_.size(), -1);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    for (const int label : nodes_[i].labels) found[label] = static_cast<int>(i);
  return found;
}

/// Forgets labels to which no line jumps any more, as most passes look no further than the next label.
void Optimiser::drop_labels() {
  std::vector<bool> is_used(labels_.size(), false);
  for (std::size_t label = 0; label < first_label_; ++label) {
    const std::vector<int>& uses = labels_[label].uses;
    is_used[label] = uses.empty() || std::any_of(uses.begin(), uses.end(), [&](int use) { return use < begin_; });
  }
  for (const Line& node : nodes_)
    if (node.target >= 0) is_used[node.target] = true;
  for (Line& node : nodes_)
    node.labels.erase(std::remove_if(node.labels.begin(), node.labels.end(), [&](int label) { return !is_used[label]; }),
                      node.labels.end());
}

/// Removes lines; their labels move to the next line that stays. The last line always stays. False: none is removed.
bool Optimiser::erase(const std::vector<bool>& gone) {
  if (std::find(gone.begin(), gone.end(), true) == gone.end()) return false;
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
  is_counted_ = false;
  return true;
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
