// Running moves. A move is compiled as often as it is used: the *run* takes what was chosen for each pick and does the
// move, or says why not; the *quick* code does a run that was listed; the *carry* code does it together with those of
// others; the *list* walks over all choices (listing.hpp).
#include "interpreter/build/code/moves.hpp"

#include <algorithm>

#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/code/listing.hpp"
#include "interpreter/build/code/todo.hpp"

namespace glint::compiling {

void MoveCompiler::compile() {
  const Restored in_moves(code_.move, this);
  const rules::Rules& rules = program_.rules;
  program_.moves.resize(rules.moves.size());
  slots_.resize(rules.moves.size());
  for (std::size_t m = 0; m < rules.moves.size(); ++m) {
    const rules::Move& move = rules.moves[m];
    const CodeWriter::At at(code_, move.span);
    MoveCode& code = program_.moves[m];
    current_ = static_cast<int>(m);
    slots_[m] = code_.make_scope(move.frame);
    rules::for_each_stmt(move.body, [&](const Stmt& stmt) {
      if (stmt.kind != StmtKind::pick) return;
      PickInfo& pick = code.picks.emplace_back();
      pick.local = stmt.ref;
      pick.type = move.frame.locals[stmt.ref].type;
      pick.some_of = stmt.some_of;
      pick.slot = slots_[m].slots[stmt.ref];
    });
    code.keeps_worth = code_.may(Lowering::alike) && code_.facts.keeps_worth(move);
    compile_run(static_cast<int>(m));
    compile_quick(static_cast<int>(m));
    compile_list(static_cast<int>(m));
  }
  for (const int move : moves_together(rules)) compile_carry(move);
  current_ = -1;
}

int pick_number(const Program& program, int move, int local) {
  const std::vector<PickInfo>& picks = program.moves[move].picks;
  const auto found = std::find_if(picks.begin(), picks.end(), [&](const PickInfo& one) { return one.local == local; });
  return static_cast<int>(found - picks.begin());
}

// ---- running ----

void MoveCompiler::compile_run(int move) {
  const CodeWriter::InScope in(code_, slots_[move]);
  const CodeWriter::InMode mode(code_, Mode::run);
  program_.moves[move].run = code_.here();
  code_.note_part(program_.rules.moves[move].span);
  block(code_, program_.rules.moves[move].body);
  code_.emit(Opcode::ret);
}

/// The value offered for the `some of` pick of the current move, if it is known at the pick.
const Expr* MoveCompiler::offered_to(const Stmt& pick) const {
  return offered_value(code_.facts, rest_after(program_.rules.moves[current_].body, pick), pick.ref);
}

void MoveCompiler::pick(const Stmt& stmt) {
  if (code_.mode() == Mode::quick)
    quick_pick(stmt);
  else if (code_.mode() != Mode::carry)
    run_pick(stmt);  // there the picks are in their slots
}

void MoveCompiler::run_pick(const Stmt& stmt) {
  const int number = pick_number(program_, current_, stmt.ref);
  const Label refused = code_.new_label(), fine = code_.new_label();
  const Slot target = code_.local(stmt.ref);
  const Expr& domain = stmt.exprs[0];
  if (stmt.some_of) {
    const int count = code_.words(domain.type);
    const Slot set = value(code_, domain);
    // A listed choice only says "as offered"; the set is the offered value, computed here.
    const Label given = code_.new_label();
    const Expr* const offered = offered_to(stmt);
    code_.emit_jump(Opcode::pick_set, target, set, refused, number);
    if (offered) {
      code_.emit_jump(Opcode::jz, code_.made(Opcode::pick_offered, {}, 0, 0, number), 0, given);
      value_into(code_, *offered, target);
      code_.emit_jump(Opcode::jz, code_.made(Opcode::within, {}, target, set, count), 0, refused);
      code_.place(given);
    }
  } else if (is_counted(domain)) {
    const Slot bounds = code_.take(2);
    bounds_into(code_, domain, bounds, bounds + 1);
    code_.emit_jump(Opcode::pick_range, target, bounds, refused, number);
  } else {
    code_.emit_jump(Opcode::pick, target, value(code_, domain), refused, number);
  }
  code_.emit_jump(Opcode::jump, 0, 0, fine);
  code_.place(refused);
  const rules::Move& move = program_.rules.moves[current_];
  fail(code_, stmt.message, stmt.span, "this cannot be chosen as `" + move.frame.locals[stmt.ref].name + "`");
  code_.place(fine);
}

/// The code for a listed run, in slots of its own, without requirements, as they held when it was listed.
void MoveCompiler::compile_quick(int move) {
  const rules::Move& rules = program_.rules.moves[move];
  MoveCode& code = program_.moves[move];
  const Slot first_slot = code_.top();
  const CodeWriter::InFrame in(code_, rules.frame, rules.span);
  for (PickInfo& pick : code.picks) pick.quick = code_.local(pick.local);
  const CodeWriter::InMode mode(code_, Mode::quick);
  for_each_seat(code.quick, [&] {
    return code_.function(first_slot, [&] {
      code_.note_part(rules.span);
      block(code_, rules.body);
    });
  });
}

void MoveCompiler::compile_list(int move) {
  MoveCode& code = program_.moves[move];
  code.list.entries = {-1};
  const Block& body = program_.rules.moves[move].body;
  const bool offers_nothing = std::any_of(body.begin(), body.end(), [](const Stmt& stmt) {
    return stmt.kind == StmtKind::offer && stmt.exprs.empty();
  });
  if (offers_nothing) return;
  ListCompiler list(program_, code_, move);
  const Restored listing(code_.list, &list);
  const CodeWriter::InMode mode(code_, Mode::list);
  for_each_seat(code.list, [&] { return list.compile(); });
  if (code.list.entries.size() == 1) code_.share_plan();
}

/// Writes code once for all players, or once for each, with a known player.
void MoveCompiler::for_each_seat(SeatCode& code, const std::function<int()>& write) {
  const int players = static_cast<int>(program_.rules.players.size());
  code.entries.clear();
  if (!code_.may(Lowering::seats) || players < 2 || players > kMostSeats) {
    const Restored read(code_.constants.me_counts, false);
    code.entries.push_back(write());
    if (code_.may(Lowering::seats) && players >= 2 && code_.constants.me_counts) program_.beyond.seats = true;
    return;
  }
  const Restored unrolled(code_.written_out.copies, code_.written_out.copies * players);
  for (int seat = 0; seat < players; ++seat) {
    const Restored me(code_.constants.me, seat);
    const Restored read(code_.constants.me_counts, false);
    code.entries.push_back(write());
    if (!code_.constants.me_counts) break;  // it is the same for everybody
  }
}

/// A pick's value is already in its slot; but a subset, which can only be the offered one, is computed here.
void MoveCompiler::quick_pick(const Stmt& stmt) {
  if (!stmt.some_of) return;
  if (const Expr* const offered = offered_to(stmt)) value_into(code_, *offered, code_.local(stmt.ref));
}

// ---- moves chosen together, carried out: the move once more, with what was picked, and nothing that refuses ----
//
// Each choice was legal by itself, in the position before. Choices of others that are carried out first may remove a
// piece that this one needs. So if the checker knew of a piece because it was picked or required, code tests for it
// again: if it is gone, that is an error of the script, and no invalid read.

void MoveCompiler::compile_carry(int move) {
  const CodeWriter::InScope in(code_, slots_[move]);
  const rules::Move& rules = program_.rules.moves[move];
  const CodeWriter::At at(code_, rules.span);
  current_ = move;
  const CodeWriter::InMode mode(code_, Mode::carry);
  program_.moves[move].carry = code_.here();
  code_.note_part(rules.span);
  block(code_, rules.body);
  code_.emit(Opcode::ret);
  MoveCode& code = program_.moves[move];
  const bool offers =
      std::any_of(code.picks.begin(), code.picks.end(), [](const PickInfo& pick) { return pick.some_of; });
  // Listing has followed a run to its last requirement, so it can be done up to there, and from there on if its
  // statements cannot fail. Loops may run out of work.
  code.is_sure = code_.may(Lowering::untried) && !offers && code_.facts.cannot_fail(rules.body, {true, false});
}

void check_stands(CodeWriter& code, const Expr& cell, rules::KindMask kinds) {
  if (kinds == 0 || cell.type.is_set) return;
  const CodeWriter::At at(code, cell.span);
  const Slot slot = value(code, cell);
  code.emit(Opcode::stands, slot, code.constant(static_cast<std::int64_t>(kinds)));
}

void check_stands(CodeWriter& code, const std::vector<Expr>& arguments, const rules::Frame& callee) {
  for (std::size_t i = 0; i < arguments.size() && i < callee.locals.size(); ++i) {
    const Type& parameter = callee.locals[i].type;
    if (parameter.base == Base::cell && !parameter.is_set) check_stands(code, arguments[i], parameter.stands);
  }
}

}  // namespace glint::compiling
