// The reads, writes and effects of one instruction: everything that the optimiser needs to move instructions. They come
// from the columns of instructions.def, with sizes in slots for one Program.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// An instruction and everything that belongs to it.
struct Line {
  Instruction at;
  Instruction more;  // operands that follow
  bool has_more = false;
  bool is_gone = false;     // the optimiser's next `sweep` removes it
  int target = -1;          // label to which it jumps, of the Optimiser's own; -1: it does not
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
  /// A short list without memory on the heap, because operands are needed very often.
  template <class T, int kMost>
  struct Few {
    T items[kMost];
    int size = 0;
    void push_back(T item) { items[size++] = item; }
    const T* begin() const { return items; }
    const T* end() const { return items + size; }
  };
  Few<Read, 5> reads;     // for `push`: none, see its ledger form
  Few<Slot*, 2> indexes;  // the reads that must be a cell, or another index in range
  Range together{0, 0};   // among the reads: slots that are written separately, so none may move
  Slot* write = nullptr;   // the one value that it makes
  Slot written = 0;        // slots of that
  Few<Range, 2> changes;   // other slots that it writes
  bool is_known = true;    // false: code with such an instruction is not changed
  bool is_pure = false;    // it only makes its value, and cannot fail while the indexes are in range
  bool reads_state = false;  // effects besides those on the slots that it names
  bool changes_state = false;
  bool changes_others = false;  // slots of other functions, which it may run; not the State
  int code = -1;                // entry of code that it calls
  bool falls_through = true;
};

/// The instructions of an operation of the language: for numbers or sets of one word, for larger sets, and as the
/// condition of a jump (`more`: there is none).
struct Operation {
  rules::Op op;
  Opcode one, many = one, jump = Opcode::more;
};
inline constexpr Operation kOperations[] = {
    {rules::Op::add, Opcode::add},
    {rules::Op::subtract, Opcode::sub},
    {rules::Op::multiply, Opcode::mul},
    {rules::Op::divide, Opcode::div},
    {rules::Op::modulo, Opcode::mod},
    {rules::Op::min, Opcode::min},
    {rules::Op::max, Opcode::max},
    {rules::Op::cycle, Opcode::cycle},
    {rules::Op::cycle_distance, Opcode::cycle_distance},
    {rules::Op::equal, Opcode::eq, Opcode::eq, Opcode::jeq},
    {rules::Op::not_equal, Opcode::ne, Opcode::ne, Opcode::jne},
    {rules::Op::less, Opcode::lt, Opcode::lt, Opcode::jlt},
    {rules::Op::less_equal, Opcode::le, Opcode::le, Opcode::jle},
    {rules::Op::intersect, Opcode::and1, Opcode::and_},
    {rules::Op::unite, Opcode::or1, Opcode::or_},
    {rules::Op::toggle, Opcode::xor1, Opcode::xor_},
    {rules::Op::subtract_set, Opcode::andn1, Opcode::andn},
};
/// The entry of an operation, which must have one; and that of an instruction, or null.
constexpr const Operation& operation_of(rules::Op op) {
  return *std::find_if(std::begin(kOperations), std::end(kOperations),
                       [op](const Operation& one) { return one.op == op; });
}
constexpr const Operation* operation_of(Opcode op) {
  const auto found = std::find_if(std::begin(kOperations), std::end(kOperations), [op](const Operation& one) {
    return one.one == op || (one.jump == op && op != Opcode::more);
  });
  return found != std::end(kOperations) ? found : nullptr;
}

/// The line that begins at `place` in the code; `place` becomes that of the next line.
Line line_at(const Program& program, int& place);
Operands operands(const Program& program, Line& line);
/// Parts of the same information, which are needed more often still.
bool falls_through(const Line& line);
bool is_pure(const Line& line);

}  // namespace glint
