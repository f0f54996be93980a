// What one instruction reads, writes and does besides: all that code which moves instructions must know. Read from the
// columns of instructions.def, with sizes in slots for one Program.
#pragma once

#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// An instruction with what belongs to it.
struct Line {
  Instruction at;
  Instruction more;  // operands that follow
  bool has_more = false;
  int target = -1;          // label to which it jumps; -1: it does not
  std::vector<int> labels;  // placed here
  lang::Span span;
};

struct Operands {
  struct Read {
    Slot* slot;  // in the node, or in the description of what `push` writes
    Slot size;
  };
  struct Range {
    Slot first, size;
    bool overlaps(Slot other, Slot other_size) const { return first < other + other_size && other < first + size; }
  };
  /// A few things without memory on the heap: operands are asked for very often.
  template <class T, int kMost>
  struct Few {
    T items[kMost];
    int size = 0;
    void push_back(T item) { items[size++] = item; }
    const T* begin() const { return items; }
    const T* end() const { return items + size; }
  };
  Few<Read, 5> reads;     // of `push`: none, see its ledger form
  Few<Slot*, 2> indexes;  // those reads that must be a cell, or another index in range
  Range together{0, 0};   // among the reads: slots that are written one by one, so that none may move
  Slot* write = nullptr;   // the one value that it makes
  Slot written = 0;        // slots of that
  Few<Range, 2> changes;   // other slots that it writes
  bool is_known = true;    // false: code with such an instruction is left as it is
  bool is_pure = false;    // it only makes its value, and cannot fail if the indexes are in range
  bool reads_state = false;  // besides the slots that it names
  bool changes_state = false;
  bool changes_others = false;  // slots of other functions, which it may run; not the State
  int code = -1;                // entry of code that it calls
  bool falls_through = true;
};

/// The line that begins at `place` in the code; `place` becomes that of the next line.
Line line_at(const Program& program, int& place);
Operands operands(const Program& program, Line& line);

}  // namespace glint
