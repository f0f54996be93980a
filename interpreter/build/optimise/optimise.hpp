// Makes the code of listings shorter and quicker without changing what it does.
//
// The compiler writes code for one expression at a time, each value into a slot of its own; so almost every slot is written
// in one place. That makes the classic improvements simple: bodies of small functions in the place of calls, values that a
// loop does not change computed before it, equal values computed once, copies and jumps to jumps taken out, comparisons
// joined with the jumps behind them. What is listed, and in which order, stays the same: the tests hold it against the code
// as it was first written (BuildOptions::without).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "interpreter/build/optimise/operands.hpp"

namespace glint {

/// A function whose body may stand in the place of a call.
struct Callee {
  int begin = 0, end = 0;        // its code
  bool is_function = false;      // else it is computed once and kept
  Slot first = 0, last = 0;      // the slots that were made for it, last not included
  struct Parameter {
    Slot slot, size;
  };
  std::vector<Parameter> parameters;
};

class Optimiser {
 public:
  struct Label {
    int at = -1;
    std::vector<int> uses;
  };
  /// What constants are, and where one lies; the player who is `me`, or -1.
  struct Known {
    std::function<std::optional<std::int64_t>(Slot)> value;
    std::function<Slot(std::int64_t)> slot;
    int me = -1;
  };
  /// For the code from `begin` to the program's end, made with slots from `first_slot` on. `is_constant` says of a slot
  /// that it is never written; `callees` are by entry.
  Optimiser(Program& program, std::vector<Label>& labels, const std::map<int, Callee>& callees,
            const std::set<Slot>& constants, const Known& known, Slot& top, int begin, Slot first_slot);
  void run();
  /// Was there code that reads who `me` is?
  bool read_me() const { return read_me_; }

 private:
  struct Use {
    int writes = 0, reads = 0;
  };
  /// What some code may write.
  struct Changes {
    std::vector<Operands::Range> ranges;
    bool state = false, others = false;  // the State; what is neither that nor this function's own
  };
  bool gather();
  void put_back();
  void inline_calls();
  bool inline_call(std::size_t call, const Callee& callee);
  Slot moved(const Callee& callee, Slot slot) const;
  bool copy_body(const Callee& callee, std::vector<Line>& body);
  void put_me();
  bool fold();
  bool fold_jump(Line& node, bool& never);
  bool join_pushes();
  bool hoist();
  bool hoist_out_of(int header, int end);
  bool share();
  bool drop_known();  // known.cpp
  bool drop_copies();
  bool aim_at_copies();
  bool drop_dead();
  bool simplify_jumps();
  bool join_with_size(const Line& node, Line& size);
  bool join_with_jump(Line& node, Line& jump);
  void count();
  void erase(const std::vector<bool>& gone);
  template <class Visit>
  void each_read(Line& node, Visit visit);
  bool is_own(Slot slot) const { return slot >= first_slot_ && slot < top_ && constants_.count(slot) == 0; }
  bool is_single(Slot slot) const;
  bool is_index(Slot slot) const;
  bool is_read(Slot slot, Slot size) const;
  void add_changes(Line& node, Changes& into);
  bool may_change(const Changes& changes, Slot slot, Slot size) const;
  const Changes& changed_by_code(int entry);
  std::vector<int> places() const;

  Program& program_;
  std::vector<Label>& labels_;
  const std::map<int, Callee>& callees_;
  const std::set<Slot>& constants_;
  const Known& known_;
  bool read_me_ = false;
  Slot& top_;
  const int begin_;
  const Slot first_slot_;
  std::vector<Line> nodes_;
  std::unordered_map<Slot, Use> uses_;
  std::set<Slot> pinned_;    // slots that are read together with those beside them
  std::set<Slot> indexes_;   // slots that hold an index in range at any time: see count
  std::map<int, Changes> changed_by_code_;
};

}  // namespace glint
