// The compiler: typed rules to code for the register machine. Each part gets the CodeWriter, which has the code, the
// facts about the rules, and the parts with data of their own (lets, effects). All code that writes code is in
// namespace glint::compiling. Where the parts are:
//
//   assembler        instructions, labels, slots     code_writer      names, modes, made values, attempts
//   expressions.cpp  values and tests                statements.cpp   effects, loops, messages
//   sets.cpp         sets, rays                      folds.cpp        any, count, sum, ..., what can be reached
//   predicates       what an expression is           facts            what rules read, whether they can fail
//   lets             lets, kept and forgotten        effects          effects, bodies for calls
//   moves            running moves                   listing          listing them
//   beams.cpp        traces                          optics.cpp       tables of cases
//   ends.cpp         ends, invariants, scores        play             the play block
//   tests.cpp        the script's tests
// and in lower/, ways of making code quicker: fields as sets (planes), bodies for calls (inline), loops written out
// (unroll), questions to visits (visits). Lists are planned first, in plan/, where conditions become sets, too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/build/code/code_writer.hpp"

namespace glint::compiling {

// ---- compiler.cpp, and whole parts of a game, each in a file of its own ----

/// Compiles everything that play needs.
void compile_game(CodeWriter& code, const Share& largest);
/// Compiles the body of one of the script's tests, or of all (-2), for a Program that will run them.
void compile_tests(CodeWriter& code, int only);
/// Call it last: resolves jumps, and sets the size of the initial frame.
void finish(CodeWriter& code);
void compile_ends(CodeWriter& code);
/// Compiles what pieces, cells and edges do to beams.
void compile_optics(Program& program, CodeWriter& code);
/// Appends the code of the turns, after the rest of the game is compiled.
void write_turns(Program& program);
/// The value, if it is known and code depends on it. For coverage, code also computes the value, which nobody uses.
std::optional<std::int64_t> known(CodeWriter& code, const Expr& expr);
/// The cells for which the condition on the local holds, as a set, if that needs no loop (build/plan/lift.hpp). The
/// caller intersects it with the domain of the local, and notes whether there is one.
std::optional<Expr> lifted(CodeWriter& code, const Expr& condition, int local);
/// A fold over cells, computed from the size of a set, if its conditions lift.
std::optional<Expr> lifted_fold(CodeWriter& code, const Expr& fold);

// ---- expressions.cpp ----

/// The slot where the value is. It may be a slot of the State or a constant, so no code writes to it. A value that must
/// be computed may be put into the wanted slot.
Slot value(CodeWriter& code, const Expr& expr, Wanted wanted = {});
/// Puts the value into this slot.
void value_into(CodeWriter& code, const Expr& expr, Slot target);
void jump_unless(CodeWriter& code, const Expr& condition, Label target);
/// Code that computes a kept let again if its value is no longer valid.
void ensure(CodeWriter& code, const Kept& kept);
/// Makes sure that a number is in the range of its type; otherwise the script is in error.
void check_known(CodeWriter& code, std::int64_t value, const Type& from, const Type& type, lang::Span span);
/// The slot with the index into a table or variable.
Slot index_slot(CodeWriter& code, const Type& index_type, const Expr& index);
/// The cells where a kind is on top, of one owner or (null) of all; with `stacked`, also its places below others.
Slot piece_set(CodeWriter& code, int kind, const Expr* owner, bool stacked, Wanted wanted);

// ---- sets.cpp ----

/// The directions as a set, if they are a set or one of them.
Slot set_of_ways(CodeWriter& code, const Expr& ways);
/// The lowest and highest number of a range.
void bounds_into(CodeWriter& code, const Expr& domain, Slot low, Slot high);
/// Sets the registers of `count_up`: one less than the lowest number of a range, and the highest.
void count_from(CodeWriter& code, const Expr& domain, Slot next, Slot high);
Slot set_operation(CodeWriter& code, const Expr& expr, Wanted wanted);
Slot space(CodeWriter& code, const Expr& expr, Wanted wanted);
Slot edges(CodeWriter& code, const Expr& expr);
/// Lines that end at walls, and their last cells.
Slot walk_lines(CodeWriter& code, const Expr& expr);

// ---- folds.cpp ----

struct Fold {
  const Expr& expr;
  const Expr& domain;
  const Expr& body;
  const Expr* condition;       // or nullptr
  Slot result = 0, found = 0;  // `found`, of min and max: there was an element
  Label done = -1;             // the label to jump to when the result is known
  Label fails = -1;            // for a condition: the label to jump to where it does not hold; it then has no result
  bool asks = false;           // it needs hypothetical positions, so the loop uses a copy of the visits
};
/// The parts of a fold, with its result set to that of an empty domain.
Fold begin_fold(CodeWriter& code, const Expr& expr, Label fails = -1);
/// Code that adds one element of the domain, in the local, to the result.
void fold_step(CodeWriter& code, const Fold& fold, const Expr& body, const Expr* condition);
void fold_loop(CodeWriter& code, const Fold& fold);
Slot fold(CodeWriter& code, const Expr& expr);
/// `any`, `no` or `all` as a condition that jumps where it does not hold. For other folds, writes nothing: false.
bool fold_or_jump(CodeWriter& code, const Expr& expr, Label fails);
/// `count x in S : P == n`, or `>= n`, as such a condition.
bool count_or_jump(CodeWriter& code, const Expr& comparison, Label fails);

// ---- beams.cpp ----

/// A choice of beams: of one trace (`is_handle`), of the emitter on one cell (`is_single`), or of emitters in a set.
struct BeamsOf {
  bool is_handle = false;
  bool is_single = false;
  Slot slot = 0;  // the handle, the cell's number, or the set
};
BeamsOf beams_of(CodeWriter& code, const Expr& expr);
/// A trace as a value that does not change with the position.
Slot trace_handle(CodeWriter& code, const Expr& expr);
Slot trace_set(CodeWriter& code, const Expr& expr, Wanted wanted);
/// Notes that rules ask for light by this field of beams.
inline void lights_by(CodeWriter& code, int field) {
  if (code.program.lowered.kept_light && code.program.traces.lit_field < 0) code.program.traces.lit_field = field;
}

// ---- statements.cpp ----

void block(CodeWriter& code, const Block& statements);
void statement(CodeWriter& code, const Stmt& stmt);
/// Clamps a value of type `from` that may be outside `to`, or makes it an error.
void check_range(CodeWriter& code, Slot slot, const Type& from, const Type& to);
/// target = old op operand; for `set`, the operand itself.
void operate(CodeWriter& code, rules::AssignOp op, Slot target, Slot old, Slot operand, const Type& type);
/// The type of the result of an assignment with an operand of this type; any number, if the assignment computes.
inline Type made_by(rules::AssignOp op, Type operand) {
  if (op != rules::AssignOp::set) operand.lo = INT64_MIN / 4, operand.hi = INT64_MAX / 4;
  return operand;
}
/// The slot of the key that `put` puts. The field `without`, a local, counts as 0, and its part of a key is left in
/// `stride_of`.
Slot key_of(CodeWriter& code, const Stmt& stmt, int without = -1, std::int64_t* stride_of = nullptr);
/// Tests the `end` rules before `play` ends the game by itself, because the last decision may have ended it.
void test_ends(CodeWriter& code);
void result(CodeWriter& code, const rules::Result& result);
/// Code that fails unless the condition holds.
void require(CodeWriter& code, const Expr& condition, const rules::Text& message, lang::Span span,
             const std::string& fallback, bool is_error = false);
/// Code that says why a run fails, and ends it.
void fail(CodeWriter& code, const rules::Text& message, lang::Span span, const std::string& fallback,
          bool is_error = false, lang::Code error = lang::Code::G0604);
/// Code that fills the holes of a text; the text itself is made from them by Machine::message.
int write_message(CodeWriter& code, const rules::Text& message, lang::Span span, const std::string& fallback);
/// Copies arguments to the parameters of a function, effect or optic, from parameter `first` on.
void pass(CodeWriter& code, const std::vector<Slot>& arguments, const std::vector<Expr>& given,
          const rules::Frame& callee, const LocalSlots& callee_slots, std::size_t first = 0);

// ---- moves.cpp ----

int pick_number(const Program& program, int move, int local);
/// Code that makes it an error of the script if no piece of these kinds is on the cell.
void check_stands(CodeWriter& code, const Expr& cell, rules::KindMask kinds);
/// Tests the pieces that a callee relies on, because a parameter or the index of a table promises them.
void check_stands(CodeWriter& code, const std::vector<Expr>& arguments, const rules::Frame& callee);

// ---- lower/ ----

/// A set of cells that the game already has, so that it need not be computed: the cells for which a condition holds.
struct KeptSet {
  enum class Of { known, planes, rows, table, light };
  Of of{};
  std::vector<Word> words{};        // known: the cells. rows: a set for each value of a coordinate.
  std::size_t planes = 0;           // in PieceNumbers::planes
  std::vector<std::int64_t> sets{}; // of the planes, united
  const Expr* index = nullptr;      // planes, rows: where the number of the set is. table, light: where the value is
  std::int64_t lo = INT64_MIN, hi = INT64_MAX, shift = 0;  // the index is brought into lo..hi; shift is added
  const Expr* entry = nullptr;      // table, light: the entry for a cell, which is compared with the value
};

/// Takes slots for planes from `end` on; answers their end.
Slot add_planes(const CodeWriter& code, Slot end);
/// Lists for each key the planes with it that some code reads.
void list_planes(Program& program);
/// The kept set of the cells for which the condition on the local holds; nothing if the game has none.
std::optional<KeptSet> kept_set(const CodeWriter& code, const Expr& condition, int local);
/// The cells, or places, for which a condition on coordinates and the level holds.
std::optional<KeptSet> known_cells(const CodeWriter& code, const Expr& condition, int local, int levels = 1);
/// A fold over places (also `{p in S where p.level > 0}`) with a condition known for each place: a fold over S & a
/// table.
std::optional<Expr> among_known_places(const CodeWriter& code, const Expr& fold);
Slot value(CodeWriter& code, const KeptSet& set);
/// The values of the local of a fold that can be written out; none: the fold stays a loop.
std::vector<std::int64_t> unrolled_values(CodeWriter& code, const Expr& fold);
/// True if an expression of this size may be written out this many times.
bool may_write_out(CodeWriter& code, std::size_t size, std::size_t copies);
/// The expression with the top calls of functions replaced by their bodies, and with `if`s decided where options decide
/// them. Names that the bodies bind get slots; a caller that does not use the result frees them again. Opens bodies
/// within each other up to `levels` deep.
Expr opened(CodeWriter& code, const Expr& expr, int levels = 100);
/// Gives new slots to the names that a body binds. Returns what is added to their numbers.
int bind_names(CodeWriter& code, const rules::Frame& frame);

/// The visits that fit a condition, if its first part tests their cell, or a set of cells.
struct Visited {
  const Expr* cells = nullptr;    // one, or a set
  std::vector<const Expr*> rest;  // the other parts of the condition
};
Visited visited_cells(const CodeWriter& code, const Expr& condition, int visit);
/// first_step, first_route.
Slot first_visit(CodeWriter& code, const Expr& expr);
/// A fold over the visits of one trace by the first of them.
std::optional<Expr> first_visits(CodeWriter& code, const Expr& fold);
/// True if a table has all light on each cell. The light of each beam is kept as sets of cells, so the cells where t[c]
/// == K are known without the table.
bool is_all_light(const CodeWriter& code, const rules::Let& table);
/// Fills a table by cell with one walk over the visits, not one for each cell; false: the table is not of this kind.
bool scatter(CodeWriter& code, const rules::Let& let, Slot base, int width);

// Loops over sets, ranges and visits: templates for all parts of the compiler.
void each_visit(CodeWriter& code, const Expr& domain, int local_ref, const Expr* at_cell, auto body,
                bool body_may_change = false);

/// Runs `body` for every element of the domain, in the order of the set (or from its end), with the local bound.
void each(CodeWriter& code, const Expr& domain, int local_ref, auto body, bool backwards = false,
          bool body_may_change = false) {
  if (domain.op == Op::trace_visits || domain.op == Op::trace_exits)
    return each_visit(code, domain, local_ref, nullptr, body, body_may_change);
  const Slot element = code.local(local_ref);
  if (is_counted(domain)) {
    const Slot high = code.take(1), next = code.take(1);
    count_from(code, domain, next, high);
    Slot sum = 0;
    if (backwards) {  // low + high - i
      sum = code.take(1);
      code.emit(Opcode::add, sum, next, high);
      code.emit(Opcode::addi, sum, sum, 1);
    }
    return code.loop(Opcode::count_up, next, high, 0, [&](Label) {
      if (backwards)
        code.emit(Opcode::sub, element, sum, next);
      else
        code.emit(Opcode::mov, element, next);
      body();
    });
  }
  const int size = code.words(domain.type);
  const Slot rest = code.take(size);
  value_into(code, domain, rest);
  code.loop(backwards ? Opcode::last : code.far_next(element, size), element, rest, size, [&](Label) { body(); });
}

/// As `each`, over the visits of a trace; with `at_cell`, only over visits to that cell or set. If the body may change
/// the position, or ask for hypothetical ones, the loop walks over a copy of the traces, made when it begins.
void each_visit(CodeWriter& code, const Expr& domain, int local_ref, const Expr* at_cell, auto body,
                bool body_may_change) {
  const Slot cell = at_cell ? value(code, *at_cell) : 0;
  const BeamsOf from =
      body_may_change ? BeamsOf{true, false, trace_handle(code, domain.kids[0])} : beams_of(code, domain.kids[0]);
  const Slot visit = code.local(local_ref);
  const Slot iterator = code.take(3);
  const Slot handle = from.is_handle ? from.slot : code.take(1);
  const Label next_source = code.new_label(), again = code.new_label(), exit = code.new_label();
  Slot rest = 0;
  const bool many = !from.is_handle && !from.is_single;
  if (many) {
    rest = code.take(code.program.words());
    const Slot emitters = code.all_emitters(), source = code.take(1);
    code.binary_set(Op::intersect, rest, from.slot, emitters, code.program.words());
    code.place(next_source);
    code.emit_jump(code.next_of(code.program.words()), source, rest, exit, code.program.words());
    code.emit(Opcode::trace_one, handle, source);
  } else if (from.is_single) {
    code.emit(Opcode::trace_one, handle, from.slot);
  }
  (from.is_handle ? code.program.traces.asks_paths : code.program.traces.tells_segments) = true;
  code.emit(Opcode::visits_begin, iterator, handle);
  const int begin = code.here();
  code.place(again);
  const bool n = at_cell ? at_cell->type.is_set : domain.op == Op::trace_exits;
  code.emit_jump(at_cell ? Opcode::visits_at : Opcode::visits_next, iterator, visit, many ? next_source : exit, n);
  code.emit(Opcode::more, cell, handle);
  body();
  code.price_turn(begin);
  code.emit_jump(Opcode::jump, 0, 0, again);
  code.place(exit);
}

}  // namespace glint::compiling
