// Writes code for the register machine: instructions and their spans, jumps to labels, slots of the frame, constants.
//
// The compiler writes one function after another. The Assembler owns labels, slots and constants; only it and the
// optimiser, which it runs on a finished function, write Program::code. Slots count words of the frame. `mark` and
// `roll_back` take back code that was only tried. Errors: BuildFailure, G0504, at the current span.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/optimise/optimise.hpp"
#include "interpreter/program/bits.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/stop.hpp"

namespace glint {

/// More instructions are refused (G0504).
inline constexpr std::size_t kMaxCode = 400'000;
/// Words of a table that is kept in the frame.
inline constexpr std::int64_t kMaxTableSlots = 16'000'000;

using Label = int;

class Assembler {
 public:
  explicit Assembler(Program& program) : program_(program), stop_(program.limits.stop) {}

  /// Steps of work that write no code, counted like those of StopCheck.
  void count_work(std::size_t steps) { stop_.after(static_cast<std::int64_t>(steps)); }
  /// The number of the next instruction.
  int here() const { return static_cast<int>(program_.code.instructions.size()); }
  /// Appends an instruction; answers its number.
  int emit(Opcode op, Slot a = 0, Slot b = 0, std::int64_t c = 0, int n = 0);

  Label new_label() { return labels_.add(); }
  /// Places the label at the next instruction.
  void place(Label label) { labels_.place(label, here()); }
  /// Appends a jump to `label`, which is placed before or after.
  int emit_jump(Opcode op, Slot a, Slot b, Label label, int n = 0);

  /// For the end of the body of a loop that begins here: a long body takes more fuel for each turn.
  void price_turn(int begin);

  /// Takes new slots, side by side; answers the first.
  Slot take(int slots);
  /// The first slot that is not taken.
  Slot top() const { return top_; }
  /// Slots below this one, such as those of the State, are not the Assembler's; `largest`: the part with most of them.
  void begin_at(Slot slot, const Share& largest = {}) {
    top_ = slot;
    most_taken_ = largest;
  }

  /// A slot with this value from the start, to which no code writes. Equal constants share a slot.
  Slot constant(std::int64_t value) { return constant_words({static_cast<Word>(value)}); }
  Slot constant_words(const std::vector<Word>& words);

  /// Marks the source span of the code that is written while it lives.
  struct At : Restored<lang::Span> {
    At(Assembler& code, lang::Span span) : Restored(code.span_, span) {}
  };
  lang::Span span() const { return span_; }

  /// The end of the code written so far.
  struct Mark {
    std::size_t code, labels, placed, jumps;
    Slot top;
  };
  Mark mark() const {
    return {program_.code.instructions.size(), labels_.all.size(), labels_.placed.size(), labels_.jumps.size(), top_};
  }
  /// Takes back code, labels, slots and constants since the mark. Labels from before the mark may have been jumped to,
  /// but not placed, and no function may have been optimised.
  void roll_back(const Mark& mark);

  /// A function that the optimiser may inline.
  void add_callee(Callee callee) { callees_.add(std::move(callee)); }
  /// Optimises the code from `begin` to the end: a whole function, made with slots from `first_slot` on, for the player
  /// `me` (-1: any). Returns whether the code reads the player `me`.
  bool optimise(int begin, Slot first_slot, int me);
  /// Call it last: jumps get their targets, the initial frame its size and constants. `shortens_jumps`: a jump to a
  /// jump gets the target of that one.
  void finish(bool shortens_jumps);

 private:
  Program& program_;
  lang::StopCheck stop_;
  lang::Span span_;
  Slot top_ = 0;
  Share most_taken_;  // at a time
  Labels labels_;
  std::map<std::vector<Word>, Slot> constant_slots_;
  std::vector<std::pair<Slot, std::vector<Word>>> constants_;  // by rising slot
  std::vector<bool> fixed_;  // by slot: no code writes it
  Callees callees_;
  std::int64_t work_ = kMostOptimising;  // work left for the optimiser
};

}  // namespace glint
