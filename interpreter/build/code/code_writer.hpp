// The writer of code: instructions, and the purpose for which they are written. All parts of the compiler
// (compiler.hpp) write by it.
//
// Slots. Every value has slots of the frame, chosen when it is compiled. Functions cannot recurse, so each has its own
// slots, and a call pushes nothing. `value` answers the slot where a value *is*; it may be a slot of the State or of a
// constant, so code never writes to a slot that it got from `value`.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/build/board/constants.hpp"
#include "interpreter/build/build.hpp"
#include "interpreter/build/code/assembler.hpp"
#include "interpreter/build/code/facts.hpp"
#include "interpreter/build/code/predicates.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"

namespace glint::compiling {

class CodeWriter;

/// The slots of the locals of a function, while its code is written.
struct LocalSlots {
  std::vector<Slot> slots;                 // by local
  std::vector<const rules::Local*> names;  // names of the first of them; null: it has none
};

/// Lets: their code and tables, which values are kept, and which changes make the machine forget them.
class Lets {
 public:
  void compile(CodeWriter& code);

  const LocalSlots& slots(int let) const { return slots_[let]; }
  /// The slot of the value of a function, after a call.
  Slot result(int let) const { return results_[let]; }
  /// Code that drops the values that read a changed variable.
  void forget_variable(CodeWriter& code, int variable) const;
  /// A bit for a rule that needs a new test only after a change of something that it reads; or -1.
  int rule_bit(CodeWriter& code, const Reads& reads);
  /// The bit of the condition of an `end` statement; or -1.
  int end_bit(CodeWriter& code, const Expr& condition);
  /// The bit of a part of a list that some moves leave unchanged, if testing the bit costs less than the part; else -1.
  int part_bit(CodeWriter& code, const Expr& part);

 private:
  void examine(CodeWriter& code);
  void compile_let(CodeWriter& code, int let);
  void forget_with(CodeWriter& code, const Reads& reads, Word mask);

  std::vector<LocalSlots> slots_;  // by let
  std::vector<Slot> results_;
  std::vector<Word> forget_variable_;  // by variable: the values to forget
  int kept_bits_ = 0;                  // number of the kept lets and rules so far
  std::map<const Expr*, int> end_bits_;
};

/// Effects as functions, and their bodies in place of calls.
class Effects {
 public:
  void compile(CodeWriter& code);

  const LocalSlots& slots(int effect) const { return slots_[effect]; }
  /// The body of the effect that is called, in terms of the caller's locals. For arguments that may change while the
  /// body runs, `name` answers a new local with the value. Without `name`, code gives the values to new locals.
  const Block* inlined(CodeWriter& code, const Stmt& call,
                       const std::function<int(const Expr& argument, const rules::Local& parameter)>& name = {});

 private:
  void count_inlined(CodeWriter& code, int effect);

  std::vector<LocalSlots> slots_;  // by effect
  std::deque<Block> inlined_;
  std::vector<std::int64_t> inlined_of_;  // statements, by effect
  std::int64_t inlined_size_ = 0;         // of all
};

class ListCompiler;
class MoveCompiler;
class PlayCompiler;

/// The place where the caller would like a value: code that needs a new slot for its result may take this one instead.
struct Wanted {
  Wanted() = default;
  explicit Wanted(Slot one) : slot(one) {}
  Slot slot = 0;  // 0: nowhere in particular
};

/// The cells by their labels.
class CellLabels {
 public:
  /// The cell with this label, which must exist.
  int find(const Program& program, const Expr& label);

 private:
  std::vector<std::pair<std::string_view, int>> cells_;  // sorted, once a label is looked up
};

/// The outcome of lifting conditions on cells, for BuildWatch.
struct Conditions {
  std::vector<Lifted> all;              // in the order in which code was written
  std::optional<lang::Span> stopped{};  // what prevented the last condition from becoming a set

  void note(lang::Span span, bool lifted) { all.push_back({span, lifted, stopped.value_or(lang::Span{})}); }
};

/// Expressions that occur several times in the script.
struct WrittenOut {
  std::size_t parts = 0;  // of all, so far
  int copies = 1;         // of the present code
};

class CodeWriter : public Assembler {
 public:
  CodeWriter(Program& program, Constants& constants, const BuildOptions& options);

  // -- the purpose of the code, and its names
  /// While it lives, locals are those of this scope.
  struct InScope : Restored<LocalSlots*> {
    InScope(CodeWriter& code, LocalSlots& scope) : Restored(code.scope_, &scope) {}
  };
  LocalSlots make_scope(const rules::Frame& frame);
  /// Gives the locals of a frame new slots while it lives; errors get the place `span`.
  struct InFrame {
    InFrame(CodeWriter& code, const rules::Frame& frame, lang::Span span)
        : scope(code.make_scope(frame)), in(code, scope), at(code, span) {}
    LocalSlots scope;
    const InScope in;
    const At at;
  };
  /// The purpose of the code: a test, an effect, the play block; or one of a move, see moves.cpp.
  enum class Mode { effect, run, list, quick, carry, play, test };
  struct InMode : Restored<Mode> {
    InMode(CodeWriter& code, Mode mode) : Restored(code.mode_, mode) {}
  };
  /// Writes and optimises a whole function, made with slots from `first_slot` on; answers its entry.
  template <class Body>
  int function(Slot first_slot, Body body) {
    const int begin = here();
    body();
    emit(Opcode::ret);
    optimise(begin, first_slot);
    return begin;
  }
  /// Everything that compiling an expression changes, to take back code that was only a trial. (The note that `me` was
  /// read stays, because the code written instead may depend on it.)
  class Checkpoint {
   public:
    explicit Checkpoint(CodeWriter& code);
    void roll_back() const;

   private:
    CodeWriter& code_;
    Mark mark_;
    std::size_t locals_, conditions_, messages_, written_out_;
    TraceNeeds traces_;
    bool uses_seen_, wrote_too_much_;
    std::vector<FieldPlanes> planes_;
  };
  /// Takes slots from this one on.
  void begin(Slot slot, const Share& largest);
  Mode mode() const { return mode_; }
  const LocalSlots* scope() const { return scope_; }

  // -- what is known about rules
  bool may(Lowering one) const { return !options.without.has(one); }
  bool cannot_fail(const Expr& expr) const { return facts.cannot_fail(expr, {mode_ != Mode::carry, true}); }
  bool reads_nothing(const Expr& expr) const { return facts.reads_of(expr).nothing(); }
  std::optional<std::int64_t> known_value(const Expr& expr) { return constants.try_value(expr); }
  const rules::Let& let_of(const Expr& call) const { return program.rules.lets[call.ref]; }
  const Kept& kept_of(const Expr& call) const { return program.kept.lets[call.ref]; }
  /// True if this board has instructions for lines.
  bool has_lines() const { return program.geometry.has_shifts() && !program.geometry.wraps; }
  /// For coverage, writes an instruction that does nothing, for a rule that may have no code of its own.
  void note_part(lang::Span span);
  /// True if code for coverage computes the value even if it is known, because lines of lets contribute to it.
  bool calls_lets(const Expr& expr) const;

  // -- values
  Slot local(int ref) const { return scope_->slots[ref]; }
  /// From here on the local exists.
  void move_local(int ref, Slot slot) { scope_->slots[ref] = slot; }
  /// The type of a local with a name.
  const Type& type_of(int ref) const { return scope_->names[ref]->type; }
  /// A new local, in this slot; its number.
  int bind(Slot slot, const rules::Local* name = nullptr);
  int words(const Type& type) const;
  void copy(Slot target, Slot source, int words);
  void clear(Slot slot, int count);
  Slot slot_for(Wanted wanted, int words) { return wanted.slot ? wanted.slot : take(words); }
  Slot made_at(Slot slot, Opcode op, Slot b, std::int64_t c, int n = 0) {
    emit(op, slot, b, c, n);
    return slot;
  }
  /// An instruction that makes one word; its slot.
  Slot made(Opcode op, Wanted wanted, Slot b = 0, std::int64_t c = 0, int n = 0) {
    return made_at(slot_for(wanted, 1), op, b, c, n);
  }
  /// An instruction that makes a set of this size.
  Slot made_set(Opcode op, Wanted wanted, int words, Slot b = 0, std::int64_t c = 0) {
    return made_at(slot_for(wanted, words), op, b, c, words);
  }
  Slot made_cells(Opcode op, Slot b = 0, std::int64_t c = 0, int n = 0) {
    return made_at(take(program.words()), op, b, c, n);
  }
  Slot all_emitters() { return made_cells(Opcode::emitters); }
  Slot one_cell(int cell);
  /// Makes a number outside lo..hi an error of the script; with Opcode::clamp, brings it into that range.
  void hold_in(std::int64_t lo, std::int64_t hi, Slot slot, Opcode op = Opcode::range);
  void binary_set(Op op, Slot target, Slot left, Slot right, int words) {
    emit(words == 1 ? operation_of(op).one : operation_of(op).many, target, left, right, words);
  }
  /// The combined set of cells, in new slots.
  Slot combine(Op op, Slot left, Slot right);

  // -- loops
  /// A loop: `op` takes the next `element` of `rest`, or jumps to `exit`. The body gets the label for the next one.
  void loop(Opcode op, Slot element, Slot rest, int words, Label exit, auto body) {
    const Label again = new_label(), next = new_label();
    const int begin = here();
    place(again);
    emit_jump(op, element, rest, exit, words);
    body(next);
    place(next);
    price_turn(begin);
    emit_jump(Opcode::jump, 0, 0, again);
  }
  /// A loop with its exit right after it.
  void loop(Opcode op, Slot element, Slot rest, int words, auto body) {
    const Label exit = new_label();
    loop(op, element, rest, words, exit, body);
    place(exit);
  }
  /// Runs `body` with `index` from `first` to `last`.
  void count(Slot index, std::int64_t first, std::int64_t last, auto body) {
    emit(Opcode::mov, index, constant(first - 1));
    loop(Opcode::count_up, index, constant(last), 0, body);
  }
  /// Takes the lowest element out of a set.
  static Opcode next_of(int words) { return words == 1 ? Opcode::next1 : Opcode::next; }
  /// Begins a loop over a set that does not grow; answers the instruction that takes its lowest element.
  Opcode far_next(Slot element, int words);

  Program& program;
  Constants& constants;
  const BuildOptions& options;
  Facts facts;
  Lets lets;
  Effects effects;
  CellLabels labels;
  Conditions conditions;
  WrittenOut written_out;
  Changes changed;  // by the statements before this one, if an `end` follows
  // The compiler of the present code, if it is of a kind with statements of its own.
  PlayCompiler* play = nullptr;
  ListCompiler* list = nullptr;
  MoveCompiler* move = nullptr;

 private:
  void optimise(int begin, Slot first_slot);

  Slot idle_ = 0;  // nothing reads it
  LocalSlots* scope_ = nullptr;
  Mode mode_ = Mode::effect;
};

}  // namespace glint::compiling
