// Running moves. A move is compiled as often as it is used: the *run* takes what was chosen for each pick and does the move,
// or says why not; the *quick* code does a run that was listed; the *carry* code does it together with those of others
// (together.cpp); the *list* walks over all choices (listing.cpp).
#include <algorithm>

#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/code/loops.hpp"

namespace glint {

using rules::Op;
using rules::StmtKind;

void Compiler::compile_moves() {
  const rules::Rules& rules = program_.rules;
  program_.moves.resize(rules.moves.size());
  move_scopes_.resize(rules.moves.size());
  for (std::size_t m = 0; m < rules.moves.size(); ++m) {
    const rules::Move& move = rules.moves[m];
    const At at(*this, move.span);
    pick_numbers_.assign(move.frame.locals.size(), -1);
    MoveCode& code = program_.moves[m];
    const auto number = [&](auto&& self, const Block& block) -> void {
      for (const Stmt& stmt : block) {
        if (stmt.kind == StmtKind::pick) {
          pick_numbers_[static_cast<std::size_t>(stmt.ref)] = static_cast<int>(code.picks.size());
          PickInfo pick;
          pick.local = stmt.ref;
          pick.type = move.frame.locals[static_cast<std::size_t>(stmt.ref)].type;
          pick.some_of = stmt.some_of;
          code.picks.push_back(pick);
        }
        self(self, stmt.body);
        self(self, stmt.other);
      }
    };
    number(number, move.body);
    current_move_ = static_cast<int>(m);
    move_scopes_[m] = make_scope(move.frame);
    for (PickInfo& pick : code.picks) pick.slot = move_scopes_[m].slots[static_cast<std::size_t>(pick.local)];
    compile_run(static_cast<int>(m));
    compile_quick(static_cast<int>(m));
    compile_list(static_cast<int>(m));
  }
  for (const int move : moves_together(rules)) compile_carry(move);
  current_move_ = -1;
}

// ---- running ----

void Compiler::compile_run(int move) {
  const InScope in(*this, move_scopes_[static_cast<std::size_t>(move)]);
  const InMode mode(*this, Mode::run);
  program_.moves[static_cast<std::size_t>(move)].run = here();
  block(program_.rules.moves[static_cast<std::size_t>(move)].body);
  emit(Opcode::ret);
}

/// Finds what follows a statement of the block, or of a block in it.
bool Compiler::find_rest(const Block& block, const Stmt& stmt, Todo& found) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    found.push_back({&block, i + 1});
    if (&block[i] == &stmt || find_rest(block[i].body, stmt, found) || find_rest(block[i].other, stmt, found)) return true;
    found.pop_back();
  }
  return false;
}

/// What the `some of` pick of the current move is offered, if that is known at the pick.
const rules::Expr* Compiler::offered_to(const Stmt& pick) const {
  Todo rest;
  find_rest(program_.rules.moves[static_cast<std::size_t>(current_move_)].body, pick, rest);
  return offered_value(rest, pick.ref);
}

void Compiler::run_pick(const Stmt& stmt, int number) {
  const Label refused = new_label(), fine = new_label();
  const Slot target = local(stmt.ref);
  const Expr& domain = stmt.exprs[0];
  if (stmt.some_of) {
    const int count = words(domain.type);
    const Slot set = value(domain);
    // A listed choice says only "as offered": then the set is the offered value, computed here.
    const Label given = new_label();
    const Expr* const offered = offered_to(stmt);
    emit_jump(Opcode::pick_set, target, set, refused, number);
    if (offered) {
      const Slot wanted = take(1);
      emit(Opcode::pick_offered, wanted, 0, 0, number);
      emit_jump(Opcode::jz, wanted, 0, given);
      value_into(*offered, target);
      const Slot inside = take(1);
      emit(Opcode::within, inside, target, set, count);
      emit_jump(Opcode::jz, inside, 0, refused);
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
  const rules::Move& move = program_.rules.moves[static_cast<std::size_t>(current_move_)];
  fail(stmt.message, stmt.span,
       "this cannot be chosen as `" + move.frame.locals[static_cast<std::size_t>(stmt.ref)].name + "`");
  place(fine);
}

/// The code for a run that was listed, in slots of its own: a requirement that held then holds now.
void Compiler::compile_quick(int move) {
  const rules::Move& rules = program_.rules.moves[static_cast<std::size_t>(move)];
  MoveCode& code = program_.moves[static_cast<std::size_t>(move)];
  const Slot first_slot = top();
  Scope scope = make_scope(rules.frame);
  for (PickInfo& pick : code.picks) pick.quick = scope.slots[static_cast<std::size_t>(pick.local)];
  const InScope in(*this, scope);
  const InMode mode(*this, Mode::quick);
  for_each_seat(code.quick, [&] {
    const int begin = here();
    block(rules.body);
    emit(Opcode::ret);
    optimise(begin, first_slot);
    return begin;
  });
}

/// Writes code once, or once for each player, who is then known in it.
void Compiler::for_each_seat(SeatCode& code, const std::function<int()>& write) {
  constexpr int kMostSeats = 4;
  const int players = static_cast<int>(program_.rules.players.size());
  code.entries.clear();
  if (!may(Lowering::seats) || players < 2 || players > kMostSeats) {
    code.entries.push_back(write());
    return;
  }
  const Restored unrolled(unrolled_, unrolled_ * players);
  for (constants_.me = 0; constants_.me < players; ++constants_.me) {
    constants_.me_counts = false;
    code.entries.push_back(write());
    if (!constants_.me_counts) break;  // it is the same for everybody
  }
  constants_.me = -1;
}

/// What was picked is in its slot already; of a subset it is known only that it was the offered one.
void Compiler::quick_pick(const Stmt& stmt) {
  if (!stmt.some_of) return;
  if (const Expr* const offered = offered_to(stmt)) value_into(*offered, local(stmt.ref));
}

}  // namespace glint
