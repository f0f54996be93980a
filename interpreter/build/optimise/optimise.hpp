// The optimiser: makes the code of one function shorter and quicker without changing what it does.
//
// The compiler writes code for one expression at a time, each value into a slot of its own, so almost every slot is
// written in one place. That makes the classic improvements simple: inlining small functions, computing values before a
// loop that does not change them, computing equal values once, removing copies and jumps to jumps, and joining
// comparisons with the jumps after them. The listed moves and their order stay the same: tests compare with code that
// is not optimised (BuildOptions::without).
//
//   optimise.cpp  passes, lines and labels    uses.cpp   which slots are read and written
//   calls.cpp     bodies for calls            hoist.cpp  values before loops
//   copies.cpp    equal values, copies        fold.cpp   constants
//   jumps.cpp     jumps, tests
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "interpreter/build/optimise/operands.hpp"
#include "lang/source/stop.hpp"

namespace glint {

/// The limit of lines of code that the optimiser visits, repeats included, in all functions; beyond that it leaves code
/// as it is (Program::beyond).
inline constexpr std::int64_t kMostOptimising = 10'000'000;
/// The most jumps to jumps in a row that are followed to a target, because they may form a circle.
inline constexpr int kMostHops = 16;

/// The labels of the code, and the jumps to them. Both lists are in the order of the code, so the entries of one
/// function are found without a search of all others.
struct Labels {
  struct Label {
    int at = -1;   // where it is placed
    int jumps = 0;  // that lead there
  };
  struct Jump {
    int at, label;
  };
  std::vector<Label> all;
  std::vector<int> placed;
  std::vector<Jump> jumps;

  int add();
  void place(int label, int at);
  void jump(int at, int label);
  /// Forgets all but the first `kept` jumps.
  void drop_jumps(std::size_t kept);
  /// The first entries of `placed` and `jumps` that are not before this place.
  std::size_t first_placed(int at) const;
  std::size_t first_jump(int at) const;
};

/// A function that may be inlined.
struct Callee {
  int begin = 0, end = 0;    // its code
  bool is_function = false;  // otherwise it is computed once and kept
  Slot first = 0, last = 0;  // the slots that were made for it: first .. last - 1
  struct Parameter {
    Slot slot, size;
  };
  std::vector<Parameter> parameters;
};

/// All of them, by entry.
struct Callees {
  std::map<int, Callee> all;
  std::unordered_map<Slot, int> of_parameter;  // by the slot of a function's parameter: its entry

  void add(Callee callee);
};

/// The lines of one function, its labels, and what it does with slots.
class FunctionLines {
 public:
  /// The values of constants, the slot of a constant, and the player `me`, or -1.
  struct Known {
    std::function<std::optional<std::int64_t>(Slot)> value;
    std::function<Slot(std::int64_t)> slot;
    int me = -1;
    lang::StopCheck* stop = nullptr;  // asked now and then
  };
  /// For the code from `begin` to the program's end, made with slots from `first_slot` on; `top` is the first free
  /// slot. `constants` are the slots that are never written. `work`: the rest of kMostOptimising; when it is used up,
  /// the code stays as it is.
  FunctionLines(Program& program, Labels& labels, const Callees& callees, const std::vector<bool>& constants,
                const Known& known, Slot& top, std::int64_t& work, int begin, Slot first_slot);

 protected:
  /// The numbers of writes and reads of a slot; by `together`, also of the slots beside it. `indexes`: writes that make
  /// an index; `ranges`: tests of its range.
  struct Use {
    int writes = 0, reads = 0, together = 0, indexes = 0, ranges = 0;
  };
  /// The slots that code may write.
  struct Changes {
    std::vector<Operands::Range> ranges;
    bool state = false, others = false;  // the State; slots of other functions
    bool is_joined = false;
    void clear() { ranges.clear(), state = others = is_joined = false; }
    void join();  // sorts ranges; each slot is in only one of them
  };
  /// Counts work; false: none is left.
  bool spend(std::size_t units) {
    if (known_.stop) known_.stop->after(static_cast<std::int64_t>(units / 16 + 1));
    return (work_ -= static_cast<std::int64_t>(units)) >= 0;
  }
  // -- optimise.cpp
  bool read_lines(int begin, int end, bool is_copy, std::vector<Line>& lines);
  bool gather();
  int own_label(int label);
  void put_back();
  std::vector<int> places() const;
  void drop_labels();
  void replace(Line& node, const Instruction& by);
  void drop(Line& node);
  bool sweep();
  // -- uses.cpp
  void note(Line& node, int sign);
  void each_read(Line& node, const Operands& at, auto visit);
  void each_read(Line& node, auto visit) { each_read(node, operands(program_, node), visit); }
  bool is_constant(Slot slot) const { return slot < constants_.size() && constants_[slot]; }
  bool is_own(Slot slot) const { return slot >= first_slot_ && slot < top_ && !is_constant(slot); }
  Use use_of(Slot slot) const;
  bool is_used(Slot slot) const { return use_of(slot).writes + use_of(slot).reads > 0; }
  /// True if exactly one instruction writes it.
  bool is_single(Slot slot) const { return use_of(slot).writes == 1; }
  bool is_index(Slot slot) const;
  bool has_indexes(const Operands& at) const;
  void add_changes(const Operands& at, Changes& into);
  bool may_change(const Changes& changes, Slot slot, Slot size) const;
  bool may_change_value(const Changes& changes, const Operands& at) const;
  const Changes& changed_by_code(int entry);

  Program& program_;
  Labels& labels_;
  /// The labels of this function, with the numbers that its lines use here; `leads_in`: other code may jump there.
  struct OwnLabel {
    int label;
    bool leads_in = false;
  };
  std::vector<OwnLabel> own_;
  const Callees& callees_;
  const std::vector<bool>& constants_;
  const Known& known_;
  Slot& top_;
  std::int64_t& work_;
  const int begin_;
  const Slot first_slot_;
  std::vector<Line> nodes_;
  std::map<int, Changes> changed_by_code_;
  std::vector<Use> uses_;    // by slot from first_slot_ on
  bool is_changed_ = false;  // some line, since the pass began
};

/// The passes, each in the file of its subject.
class Optimiser : public FunctionLines {
 public:
  using FunctionLines::FunctionLines;
  void run();
  /// True if the code reads who `me` is.
  bool read_me() const { return read_me_; }

 private:
  void put_me();
  // -- calls.cpp
  void inline_calls();
  bool inline_call(std::size_t call, const Callee& callee);
  bool copy_body(const Callee& callee, std::vector<Line>& body);
  Slot moved(const Callee& callee, Slot slot) const;
  // -- fold.cpp
  void fold();
  std::optional<std::int64_t> folded(const Instruction& at) const;
  void fold_jump(Line& node);
  // -- hoist.cpp
  void hoist();
  void hoist_out_of(int header, int end, std::vector<int>& at);
  // -- copies.cpp
  void share();
  void drop_copies();
  void write_to_copies();
  bool is_made_anew(std::size_t line);
  void drop_dead();
  // -- jumps.cpp
  std::vector<bool> targets() const;
  void simplify_jumps();
  bool join_with_size(const Line& node, Line& size);
  bool join_with_jump(Line& node, Line& jump);

  bool read_me_ = false;
};

void FunctionLines::each_read(Line& node, const Operands& at, auto visit) {
  for (const Operands::Read& read : at.reads) visit(*read.slot, read.size);
  const int forms = node.at.op == Opcode::push_round ? node.at.n : node.at.op == Opcode::push ? 1 : 0;
  for (int form = 0; form < forms; ++form)
    for (LedgerItem& item : program_.code.ledger_forms[node.at.a + static_cast<Slot>(form)].items) {
      visit(item.slot, Slot{item.words});
      if (item.form == LedgerItem::Form::number) visit(item.low, Slot{1});
      if (item.length != 0) visit(item.length, Slot{1});
    }
  if (node.at.op == Opcode::error || node.at.op == Opcode::fail)
    for (Message::Hole& hole : program_.code.messages[node.at.a].holes)
      visit(hole.slot, static_cast<Slot>(program_.set_words(hole.type)));
}

}  // namespace glint
