// Running moves. A move is compiled as often as it is used: the *run* takes what was chosen for each pick and does the
// move, or says why not; the *quick* code does a run that was listed; the *carry* code does it together with those of
// others; the *list* walks over all choices (listing.hpp).
#include <algorithm>

#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/code/listing.hpp"
#include "interpreter/build/code/todo.hpp"

namespace glint {

void Compiler::compile_moves() {
  const rules::Rules& rules = program_.rules;
  program_.moves.resize(rules.moves.size());
  move_scopes_.resize(rules.moves.size());
  for (std::size_t m = 0; m < rules.moves.size(); ++m) {
    const rules::Move& move = rules.moves[m];
    const At at(*this, move.span);
    MoveCode& code = program_.moves[m];
    current_move_ = static_cast<int>(m);
    move_scopes_[m] = make_scope(move.frame);
    rules::for_each_stmt(move.body, [&](const Stmt& stmt) {
      if (stmt.kind != StmtKind::pick) return;
      PickInfo& pick = code.picks.emplace_back();
      pick.local = stmt.ref;
      pick.type = move.frame.locals[stmt.ref].type;
      pick.some_of = stmt.some_of;
      pick.slot = move_scopes_[m].slots[stmt.ref];
    });
    code.keeps_worth = may(Lowering::alike) && facts_.keeps_worth(move);
    compile_run(static_cast<int>(m));
    compile_quick(static_cast<int>(m));
    compile_list(static_cast<int>(m));
  }
  for (const int move : moves_together(rules)) compile_carry(move);
  current_move_ = -1;
}

int Compiler::pick_number(int move, int local) const {
  const std::vector<PickInfo>& picks = program_.moves[move].picks;
  const auto found = std::find_if(picks.begin(), picks.end(), [&](const PickInfo& one) { return one.local == local; });
  return static_cast<int>(found - picks.begin());
}

// ---- running ----

void Compiler::compile_run(int move) {
  const InScope in(*this, move_scopes_[move]);
  const InMode mode(*this, Mode::run);
  program_.moves[move].run = here();
  note_part(program_.rules.moves[move].span);
  block(program_.rules.moves[move].body);
  emit(Opcode::ret);
}

/// The value offered for the `some of` pick of the current move, if it is known at the pick.
const Expr* Compiler::offered_to(const Stmt& pick) const {
  return offered_value(facts_, rest_after(program_.rules.moves[current_move_].body, pick), pick.ref);
}

void Compiler::run_pick(const Stmt& stmt) {
  const int number = pick_number(current_move_, stmt.ref);
  const Label refused = new_label(), fine = new_label();
  const Slot target = local(stmt.ref);
  const Expr& domain = stmt.exprs[0];
  if (stmt.some_of) {
    const int count = words(domain.type);
    const Slot set = value(domain);
    // A listed choice only says "as offered"; the set is the offered value, computed here.
    const Label given = new_label();
    const Expr* const offered = offered_to(stmt);
    emit_jump(Opcode::pick_set, target, set, refused, number);
    if (offered) {
      emit_jump(Opcode::jz, made(Opcode::pick_offered, {}, 0, 0, number), 0, given);
      value_into(*offered, target);
      emit_jump(Opcode::jz, made(Opcode::within, {}, target, set, count), 0, refused);
      place(given);
    }
  } else if (is_counted(domain)) {
    const Slot bounds = take(2);
    bounds_into(domain, bounds, bounds + 1);
    emit_jump(Opcode::pick_range, target, bounds, refused, number);
  } else {
    emit_jump(Opcode::pick, target, value(domain), refused, number);
  }
  emit_jump(Opcode::jump, 0, 0, fine);
  place(refused);
  const rules::Move& move = program_.rules.moves[current_move_];
  fail(stmt.message, stmt.span, "this cannot be chosen as `" + move.frame.locals[stmt.ref].name + "`");
  place(fine);
}

/// The code for a listed run, in slots of its own, without requirements, as they held when it was listed.
void Compiler::compile_quick(int move) {
  const rules::Move& rules = program_.rules.moves[move];
  MoveCode& code = program_.moves[move];
  const Slot first_slot = top();
  const InFrame in(*this, rules.frame, rules.span);
  for (PickInfo& pick : code.picks) pick.quick = local(pick.local);
  const InMode mode(*this, Mode::quick);
  for_each_seat(code.quick, [&] {
    return function(first_slot, [&] {
      note_part(rules.span);
      block(rules.body);
    });
  });
}

void Compiler::compile_list(int move) {
  MoveCode& code = program_.moves[move];
  code.list.entries = {-1};
  const Block& body = program_.rules.moves[move].body;
  const bool offers_nothing = std::any_of(body.begin(), body.end(), [](const Stmt& stmt) {
    return stmt.kind == StmtKind::offer && stmt.exprs.empty();
  });
  if (offers_nothing) return;
  ListCompiler list(program_, *this, move);
  const Restored listing(list_, &list);
  const InMode mode(*this, Mode::list);
  for_each_seat(code.list, [&] { return list.compile(); });
  if (plans_ && code.list.entries.size() == 1) plans_->back().player = -1;
}

/// Writes code once for all players, or once for each, with a known player.
void Compiler::for_each_seat(SeatCode& code, const std::function<int()>& write) {
  const int players = static_cast<int>(program_.rules.players.size());
  code.entries.clear();
  if (!may(Lowering::seats) || players < 2 || players > kMostSeats) {
    const Restored read(constants_.me_counts, false);
    code.entries.push_back(write());
    if (may(Lowering::seats) && players >= 2 && constants_.me_counts) program_.beyond.seats = true;
    return;
  }
  const Restored unrolled(unrolled_, unrolled_ * players);
  for (int seat = 0; seat < players; ++seat) {
    const Restored me(constants_.me, seat);
    const Restored read(constants_.me_counts, false);
    code.entries.push_back(write());
    if (!constants_.me_counts) break;  // it is the same for everybody
  }
}

/// A pick's value is already in its slot; but a subset, which can only be the offered one, is computed here.
void Compiler::quick_pick(const Stmt& stmt) {
  if (!stmt.some_of) return;
  if (const Expr* const offered = offered_to(stmt)) value_into(*offered, local(stmt.ref));
}

// ---- moves chosen together, carried out: the move once more, with what was picked, and nothing that refuses ----
//
// Each choice was legal by itself, in the position before. Choices of others that are carried out first may remove a
// piece that this one needs. So if the checker knew of a piece because it was picked or required, code tests for it
// again: if it is gone, that is an error of the script, and no invalid read.

void Compiler::compile_carry(int move) {
  const InScope in(*this, move_scopes_[move]);
  const rules::Move& rules = program_.rules.moves[move];
  const At at(*this, rules.span);
  current_move_ = move;
  const InMode mode(*this, Mode::carry);
  program_.moves[move].carry = here();
  note_part(rules.span);
  block(rules.body);
  emit(Opcode::ret);
  MoveCode& code = program_.moves[move];
  const bool offers =
      std::any_of(code.picks.begin(), code.picks.end(), [](const PickInfo& pick) { return pick.some_of; });
  // Listing has followed a run to its last requirement, so it can be done up to there, and from there on if its
  // statements cannot fail. Loops may run out of work.
  code.is_sure = may(Lowering::untried) && !offers && facts_.cannot_fail(rules.body, {true, false});
}

/// Code that makes it an error of the script if no piece of these kinds is on the cell.
void Compiler::check_stands(const Expr& cell, rules::KindMask kinds) {
  if (kinds == 0 || cell.type.is_set) return;
  const At at(*this, cell.span);
  const Slot slot = value(cell);
  emit(Opcode::stands, slot, constant(static_cast<std::int64_t>(kinds)));
}

/// The same for the pieces that a callee relies on: parameters, or the index of a table, that promise one.
void Compiler::check_stands(const std::vector<Expr>& arguments, const rules::Frame& callee) {
  for (std::size_t i = 0; i < arguments.size() && i < callee.locals.size(); ++i) {
    const Type& parameter = callee.locals[i].type;
    if (parameter.base == Base::cell && !parameter.is_set) check_stands(arguments[i], parameter.stands);
  }
}

}  // namespace glint
