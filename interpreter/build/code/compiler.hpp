// The compiler: typed rules to code for the register machine. Where its parts are:
//
//   assembler        instructions, labels, slots     facts            what rules read, whether they can fail
//   expressions.cpp  values and tests                statements.cpp   effects, loops, messages
//   sets.cpp         sets, rays                      folds.cpp        any, count, sum, ..., what can be reached
//   predicates       what an expression is           loops.hpp        loops over sets, ranges and visits
//   lets.cpp         lets, kept and forgotten        tables.cpp       functions as tables
//   moves.cpp        running moves                   listing          listing them (a class of its own)
//   beams.cpp        traces                          optics.cpp       tables of cases (a class of its own)
//   ends.cpp         ends, invariants, scores        play             the play block (a class of its own)
//   tests.cpp        the script's tests
// and in lower/, ways of making code quicker: fields as sets (planes), bodies for calls (inline), loops written out
// (unroll), questions to visits (visits). What lists do is planned first, in plan/, where conditions become sets, too.
//
// Slots. Every value has slots of the frame, chosen when it is compiled. Functions cannot recurse, so each has slots of
// its own: nothing is pushed when one is called. `value` answers the slot where a value *is*; it may be a slot of the
// State or of a constant, so code never writes to a slot that it got from `value`.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/build/board/constants.hpp"
#include "interpreter/build/code/assembler.hpp"
#include "interpreter/build/code/facts.hpp"
#include "interpreter/build/code/kept_set.hpp"
#include "interpreter/build/code/predicates.hpp"
#include "interpreter/build/build.hpp"
#include "interpreter/build/lower/lowering.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"

namespace glint {

class ListCompiler;
class PlayCompiler;
struct Step;
using Steps = std::vector<Step>;

/// Where the caller would like a value: code that needs a new slot for its result may take this one instead.
struct Wanted {
  Wanted() = default;
  explicit Wanted(Slot one) : slot(one) {}
  Slot slot = 0;  // 0: nowhere in particular
};

class Compiler : public Assembler {
 public:
  Compiler(Program& program, Constants& constants, const BuildOptions& options = {});

  /// Compiles everything that play needs.
  void compile_game(const Share& largest);
  /// Compiles the body of one of the script's tests, or of all (-2), for a Program that will run them.
  void compile_tests(int only);
  /// Call it last: resolves jumps and sets the size of the initial frame.
  void finish();

  // ---- for the compilers of play, optics and lists ----

  // -- what code is written for, and with which names
  /// The slots of the locals of a function.
  struct Scope {
    std::vector<Slot> slots;                 // by local
    std::vector<const rules::Local*> names;  // of the first of them; null: it has none
  };
  Scope make_scope(const rules::Frame& frame);
  /// While it lives, locals are those of this scope.
  struct InScope : Restored<Scope*> {
    InScope(Compiler& compiler, Scope& scope) : Restored(compiler.scope_, &scope) {}
  };
  /// The same for the locals of a frame, in new slots, with the span for errors.
  struct InFrame {
    InFrame(Compiler& code, const rules::Frame& frame, lang::Span span)
        : scope(code.make_scope(frame)), in(code, scope), at(code, span) {}
    Scope scope;
    const InScope in;
    const At at;
  };
  /// The purpose of the code: a test, an effect, the play block; or one of a move, see moves.cpp.
  enum class Mode { effect, run, list, quick, carry, play, test };
  struct InMode : Restored<Mode> {
    InMode(Compiler& compiler, Mode mode) : Restored(compiler.mode_, mode) {}
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
  /// All that compiling an expression changes, so that code that was only tried can be taken back. (Only the note that
  /// `me` was read stays, as the code that replaces it may depend on that.)
  class Checkpoint {
   public:
    explicit Checkpoint(Compiler& compiler);
    void roll_back() const;

   private:
    Compiler& compiler_;
    Mark mark_;
    std::size_t locals_, notes_, messages_, written_out_;
    int trace_buffers_, lit_field_;
    bool uses_seen_, tells_segments_, asks_paths_, wrote_too_much_;
    std::vector<FieldPlanes> planes_;
  };

  // -- what is known of rules
  bool may(Lowering one) const { return !without_.has(one); }
  const Facts& facts() const { return facts_; }
  bool cannot_fail(const Expr& expr) const { return facts_.cannot_fail(expr, given()); }
  bool reads_nothing(const Expr& expr) const { return facts_.reads_of(expr).nothing(); }
  std::optional<std::int64_t> known_value(const Expr& expr) { return constants_.try_value(expr); }
  /// The same, where code depends on the answer. For coverage there is code, too, that computes the value for nobody.
  std::optional<std::int64_t> known(const Expr& expr);
  int pick_number(int move, int local) const;
  /// The expression with calls of functions replaced by their bodies at the top, and `if`s that options decide taken.
  /// Names that the bodies bind get slots: where the answer is not used, the caller takes these back. At most `levels` of
  /// them are opened within each other.
  Expr opened(const Expr& expr, int levels = 100);
  /// The body of the effect that is called, in terms of the caller's locals. For arguments that may change while the
  /// body runs, `name` answers a new local with the value; without it, code is written that gives them to new locals.
  const Block* inlined(const Stmt& call,
                       const std::function<int(const Expr& argument, const rules::Local& parameter)>& name = {});
  /// Whether this is a build for coverage: see BuildOptions.
  bool covers() const { return covers_; }
  /// For coverage, writes an instruction that does nothing, for a rule that may have no code of its own.
  void note_part(lang::Span span);
  /// Whether code for coverage computes the value even where it is known, as lines of lets have a part in it.
  bool calls_lets(const Expr& expr) const;
  /// Prints the plan of a list, if somebody wants to see it.
  void show_plan(int move, const Steps& steps) const;

  // -- values
  Slot local(int ref) const { return scope_->slots[ref]; }
  /// Of a local with a name.
  const Type& type_of(int ref) const { return scope_->names[ref]->type; }
  /// A new local, in this slot; its number.
  int bind(Slot slot, const rules::Local* name = nullptr);
  int words(const Type& type) const;
  /// The slot where the value is: of the State or a constant, perhaps, so no code writes to it. Where it must be
  /// computed, that may be the one that is wanted.
  Slot value(const Expr& expr, Wanted wanted = {});
  /// The value, in this slot.
  void value_into(const Expr& expr, Slot target);
  void copy(Slot target, Slot source, int words);
  /// The directions as a set, if they are a set or one of them.
  Slot set_of_ways(const Expr& ways) {
    const Slot slot = value(ways);
    return ways.type.is_set ? slot : made_set(Opcode::bit, {}, 1, slot);
  }
  Slot slot_for(Wanted wanted, int words) { return wanted.slot ? wanted.slot : take(words); }
  /// An instruction that makes one word; its slot.
  Slot made(Opcode op, Wanted wanted, Slot b = 0, std::int64_t c = 0, int n = 0) {
    return made_at(slot_for(wanted, 1), op, b, c, n);
  }
  /// One that makes a set of this size.
  Slot made_set(Opcode op, Wanted wanted, int words, Slot b = 0, std::int64_t c = 0) {
    return made_at(slot_for(wanted, words), op, b, c, words);
  }
  /// target = old op operand; for `set`, the operand itself.
  void operate(rules::AssignOp op, Slot target, Slot old, Slot operand, const Type& type);
  /// The type of the result of an assignment with an operand of this type: any number, if it computes.
  static Type made_by(rules::AssignOp op, Type operand) {
    if (op != rules::AssignOp::set) operand.lo = INT64_MIN / 4, operand.hi = INT64_MAX / 4;
    return operand;
  }
  /// Clamps a value of type `from` that may not be in `to`, or makes it an error.
  void check_range(Slot slot, const Type& from, const Type& to);
  void check_subset(Slot slot, const Type& to);
  /// Copies arguments to the parameters of a function, effect or optic, from parameter `first` on.
  void pass(const std::vector<Slot>& arguments, const std::vector<Expr>& given, const rules::Frame& callee,
            const Scope& scope, std::size_t first = 0);

  // -- sets, and conditions as sets
  void binary_set(Op op, Slot target, Slot left, Slot right, int words) {
    emit(words == 1 ? operation_of(op).one : operation_of(op).many, target, left, right, words);
  }
  /// Of cells, in new slots.
  Slot combine(Op op, Slot left, Slot right);
  /// The cells for which the condition on the local holds, as a set, if that needs no loop (build/plan/lift.hpp). The
  /// caller intersects it with the domain of the local, and notes for `dump` whether there is one.
  std::optional<Expr> lifted(const Expr& condition, int local);
  template <class Make>
  std::optional<Expr> lifted_by(Make make);
  /// A fold over cells by the size of a set, if its conditions lift.
  std::optional<Expr> lifted_fold(const Expr& fold);
  /// A fold over the visits of one trace by the first of them: visits.cpp.
  std::optional<Expr> first_visits(const Expr& fold);
  /// Whether the game has the cells for which the condition on the local holds as a set: see KeptSet.
  bool has_set(const Expr& condition, int local) const;
  /// Notes for `dump` whether the condition became a set.
  void note(lang::Span span, bool lifted);
  /// Are there instructions for lines on this board?
  bool has_lines() const;

  // -- jumps and loops (loops.hpp)
  void jump_unless(const Expr& condition, Label target);
  template <class Body>
  void loop(Opcode op, Slot element, Slot rest, int words, Label exit, Body body);
  template <class Body>
  void loop(Opcode op, Slot element, Slot rest, int words, Body body);
  template <class Body>
  void count(Slot index, std::int64_t first, std::int64_t last, Body body);
  /// Takes the lowest element out of a set.
  static Opcode next_of(int words) { return words == 1 ? Opcode::next1 : Opcode::next; }
  /// Begins a loop over a set that does not grow; answers the instruction that takes its lowest element.
  Opcode far_next(Slot element, int words);
  void bounds_into(const Expr& domain, Slot low, Slot high);
  void count_from(const Expr& domain, Slot next, Slot high);

  // -- statements
  void block(const Block& statements);
  void statement(const Stmt& stmt);
  void forget_variable(int variable);
  void test_ends();
  /// The slot of the key that `put` puts. The field that is `without`, a local, counts as 0, and its part of a key is
  /// left in `stride_of`.
  Slot key_of(const Stmt& stmt, int without = -1, std::int64_t* stride_of = nullptr);

 private:
  void optimise(int begin, Slot first_slot);

  // -- compiler.cpp
  void clear(Slot slot, int count) {
    if (count == 1) emit(Opcode::mov, slot, constant(0));
    else emit(Opcode::clear, slot, 0, 0, count);
  }
  /// The script is in error unless the number is in lo..hi; with Opcode::clamp, it is brought into that range.
  void hold_in(std::int64_t lo, std::int64_t hi, Slot slot, Opcode op = Opcode::range) {
    const Slot low = constant(lo), high = constant(hi);
    emit(op, slot, low, high);
  }
  Slot made_cells(Opcode op, Slot b = 0, std::int64_t c = 0, int n = 0) {
    return made_at(take(program_.words()), op, b, c, n);
  }
  Slot made_at(Slot slot, Opcode op, Slot b, std::int64_t c, int n = 0) {
    emit(op, slot, b, c, n);
    return slot;
  }
  Slot all_emitters() { return made_cells(Opcode::emitters); }
  Slot one_cell(int cell);
  int find_label(const Expr& label);
  const rules::Let& let_of(const Expr& call) const { return program_.rules.lets[call.ref]; }
  const Kept& kept_of(const Expr& call) const { return program_.kept[call.ref]; }
  Facts::Given given() const { return {mode_ != Mode::carry, true}; }

  // -- expressions.cpp
  Slot compare(const Expr& expr, Wanted wanted);
  Slot call_let(const Expr& expr, Wanted wanted);
  void ensure(const Kept& kept);
  Slot variable(const Expr& expr, Wanted wanted);
  Slot index_slot(const Type& index_type, const Expr& index);
  Slot piece_set(int kind, const Expr* owner, bool stacked, Wanted wanted);
  Slot of_piece(const Expr& expr, Wanted wanted);
  Slot of_place(const Expr& expr, Wanted wanted);
  Slot of_play(const Expr& expr, Wanted wanted);
  Slot arithmetic(const Expr& expr, Wanted wanted);
  Slot choice(const Expr& expr, Wanted wanted);

  // -- sets.cpp
  Slot set_operation(const Expr& expr, Wanted wanted);
  Slot set_literal(const Expr& expr, Wanted wanted);
  Slot comprehension(const Expr& expr, Wanted wanted);
  Slot space(const Expr& expr, Wanted wanted);
  Slot edges(const Expr& expr);
  /// Runs `body` for every element of the domain, with the local bound, then goes on at `exit`.
  template <class Body>
  void each(const Expr& domain, int local, Body body, bool backwards = false, bool body_may_change = false);
  template <class Body>
  void each_visit(const Expr& domain, int local, const Expr* at_cell, Body body, bool body_may_change = false);

  // -- folds.cpp
  struct Fold {
    const Expr& expr;
    const Expr& domain;
    const Expr& body;
    const Expr* condition;        // or nullptr
    Slot result = 0, found = 0;   // `found`, of min and max: there was an element
    Label done = -1;              // to jump to when the result is known
    Label fails = -1;             // of a condition: to jump to where it does not hold; there is no result then
    bool asks = false;            // it needs hypothetical positions, so it walks over a copy of the visits
  };
  Slot fold(const Expr& expr);
  /// `any`, `no` or `all` as a condition that jumps where it does not hold. False, and nothing is written, for others.
  bool fold_or_jump(const Expr& expr, Label fails);
  /// `count x in S : P == n`, or `>= n`. The same.
  bool count_or_jump(const Expr& comparison, Label fails);
  void fold_loop(const Fold& fold);
  void finish(const Fold& fold);
  std::optional<Slot> closed_lines(const Expr& fold);
  Fold begin_fold(const Expr& expr, Label fails = -1);
  void fold_step(const Fold& fold, const Expr& body, const Expr* condition);
  bool fold_values(const Fold& fold);
  bool fold_visits_to_cell(const Fold& fold);
  std::optional<Expr> must_meet(const Fold& fold);
  void fold_those_that_meet(const Fold& fold, const Expr& target);
  void reach(const Expr& expr, Slot result);

  // -- planes.cpp
  Slot add_planes(Slot end);
  void list_planes();
  std::optional<KeptSet> kept_set(const Expr& condition, int local) const;
  std::optional<KeptSet> known_cells(const Expr& condition, int local, int levels = 1) const;
  std::optional<Expr> among_known_places(const Expr& fold) const;
  std::optional<KeptSet> set_of_table(const Expr& condition, int local) const;
  std::optional<KeptSet> set_of_field(const Expr& condition, int local) const;
  std::optional<KeptSet> set_of_coordinate(const Expr& condition, int local) const;
  Slot value(const KeptSet& set);

  // -- unroll.cpp
  std::vector<std::int64_t> unrolled_values(const Expr& fold);
  bool may_write_out(std::size_t size, std::size_t copies);
  // -- tables.cpp
  std::int64_t entries_of(const rules::Let& let) const;
  Slot table_entry(const Expr& call, const Kept& kept, Wanted wanted);

  // -- visits.cpp
  struct Visited {
    const Expr* cells = nullptr;    // one, or a set
    std::vector<const Expr*> rest;  // the other parts of the condition
  };
  Visited visited_cells(const Expr& condition, int visit) const;
  Slot first_visit(const Expr& expr);
  bool is_all_light(const rules::Let& table) const;
  bool scatter(const rules::Let& let, Slot base, int width);

  // -- beams.cpp
  /// Notes that rules ask for light by this field of beams.
  void lights_by(int field) {
    if (program_.keeps_light && program_.lit_field < 0) program_.lit_field = field;
  }
  struct Traces {
    bool is_handle = false;  // a handle of one trace; else the emitters in a set of cells
    bool is_single = false;  // the emitter on one cell (slot: its number)
    Slot slot = 0;
  };
  Traces traces(const Expr& expr);
  Slot trace_set(const Expr& expr, Wanted wanted);
  Slot trace_handle(const Expr& expr);  // of any trace expression, its own copy

  // -- statements.cpp
  void assign(const Stmt& stmt);
  void assign_field(const Stmt& stmt);
  void put(const Stmt& stmt);
  void remove(const Stmt& stmt);
  void end(const Stmt& stmt);
  void result(const rules::Result& result);
  void require(const Expr& condition, const rules::Text& message, lang::Span span, const std::string& fallback,
               bool is_error = false);
  void fail(const rules::Text& message, lang::Span span, const std::string& fallback, bool is_error = false);
  int message(const rules::Text& message, lang::Span span, const std::string& fallback);
  void call_effect(const Stmt& stmt);
  void compile_effects();
  void check_known(std::int64_t value, const Type& from, const Type& type, lang::Span span);

  // -- moves.cpp
  void compile_moves();
  void compile_run(int move);
  void compile_quick(int move);
  void compile_list(int move);
  void for_each_seat(SeatCode& code, const std::function<int()>& write);
  void compile_carry(int move);
  void check_stands(const Expr& cell, rules::KindMask kinds);
  void check_stands(const std::vector<Expr>& arguments, const rules::Frame& callee);
  void run_pick(const Stmt& stmt);
  void quick_pick(const Stmt& stmt);
  const Expr* offered_to(const Stmt& pick) const;

  // -- inline.cpp
  int bind_names(const rules::Frame& frame);
  void count_inlined(int effect);

  // -- ends.cpp, tests.cpp
  void compile_ends();
  void compile_per_player(const std::optional<rules::PerPlayer>& one, int& code, Slot& player, Slot& value);
  template <class Test>
  void unless_kept(const Expr& rule, Test test);
  void compile_end_rule(const rules::EndRule& rule);
  void compile_invariant(const rules::Invariant& invariant);
  void compile_show(const rules::Show& show);
  void compile_shown_beams(int number);
  void expect_parts(const Stmt& stmt, const Expr& expected, TestCode& code);
  TestStep test_step(const Stmt& stmt);

  // -- lets.cpp
  void compile_lets();
  void examine_lets();
  void compile_let(int let);
  void table_body(const rules::Let& let, Slot base, int width, std::int64_t count);
  void forget_with(const Reads& reads, Word mask);
  /// The bit of a rule that must only be tested again after a change of something that it reads; or -1.
  int rule_bit(const Expr& rule);
  int end_bit(const Expr& condition);

  Program& program_;
  Constants& constants_;
  const bool backwards_;
  const Lowerings without_;
  const bool covers_;
  Slot idle_ = 0;  // nothing reads it
  std::vector<PlannedList>* const plans_;
  Facts facts_;
  Scope* scope_ = nullptr;
  Mode mode_ = Mode::effect;
  std::vector<std::pair<std::string_view, int>> cell_by_label_;  // sorted, once a label is looked up
  // lets and effects
  std::vector<Scope> let_scopes_, effect_scopes_, move_scopes_;
  std::vector<Slot> let_results_;
  std::vector<Word> forget_variable_;
  int kept_bits_ = 0;  // of kept lets and rules, so far
  std::map<const Expr*, int> end_bits_;
  Changes changed_;  // by the statements before this one, where an `end` follows
  // code that is written several times
  std::size_t written_out_ = 0;  // parts of expressions, so far
  int unrolled_ = 1;             // how many copies of the present code are written
  PlayCompiler* play_ = nullptr;  // while the play block is compiled
  // moves
  ListCompiler* list_ = nullptr;  // while a list is compiled
  int current_move_ = -1;
  std::deque<Block> inlined_;
  std::vector<std::int64_t> inlined_of_;  // statements, by effect
  std::int64_t inlined_size_ = 0;         // of all
  std::optional<lang::Span> stopped_;  // what prevented that the last condition became a set
  std::vector<Lifted> notes_;          // what became of conditions, in the order in which code was written
};

/// Compiles what pieces, cells and edges do to beams: optics.cpp.
void compile_optics(Program& program, Compiler& code);
/// Appends the turns to the code of a game that is compiled otherwise: turns.cpp.
void write_turns(Program& program);

}  // namespace glint
