// Running moves. A move is compiled once for each use. The *run* takes the choice for each pick and does the move, or
// says why it cannot. The *quick* code does a run that was listed; the *carry* code does it together with the moves of
// others. The *list* walks over all choices (moves.hpp).
#include "interpreter/build/code/moves.hpp"

#include <algorithm>

#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/code/facts.hpp"

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
    add_picks(move.body, code);
    code.keeps_worth = code_.may(Lowering::alike) && code_.facts.keeps_worth(move);
    compile_run(static_cast<int>(m));
    compile_quick(static_cast<int>(m));
    compile_list(static_cast<int>(m));
  }
  for (const int move : moves_together(rules)) compile_carry(move);
  current_ = -1;
}

/// A loop has a copy of its picks for each round, in the order of the rounds; the last pick is the number of rounds.
void MoveCompiler::add_picks(const Block& block, MoveCode& code) {
  const rules::Move& move = program_.rules.moves[current_];
  const auto add = [&](const Stmt& stmt, Slot slot, int round) {
    const Type& type = move.frame.locals[stmt.ref].type;
    code.picks.push_back({stmt.ref, type, stmt.some_of, slot, 0, round, program_.set_words(type)});
  };
  const Stmt* loop = nullptr;
  for (const Stmt& stmt : block) {
    if (stmt.kind == StmtKind::pick) add(stmt, slots_[current_].slots[stmt.ref], 0);
    if (stmt.kind != StmtKind::rounds) continue;
    loop = &stmt;
    std::vector<const Stmt*> picks;
    for (const Stmt& inner : stmt.body)
      if (inner.kind == StmtKind::pick) picks.push_back(&inner);
    code.loop.first = static_cast<int>(code.picks.size());
    code.loop.each = static_cast<int>(picks.size());
    code.loop.most = most_rounds(program_, move, stmt);
    const Slot first = code_.take(code.loop.most * code.loop.each);  // by pick, then by round
    for (int round = 0; round < code.loop.most; ++round)
      for (std::size_t i = 0; i < picks.size(); ++i)
        add(*picks[i], first + static_cast<Slot>(i) * static_cast<Slot>(code.loop.most) + static_cast<Slot>(round),
            round + 1);
  }
  if (!loop) return;
  code.loop.rounds = static_cast<int>(code.picks.size());
  add(*loop, slots_[current_].slots[loop->ref], 0);
}

int pick_number(const Program& program, int move, int local) {
  const std::vector<PickInfo>& picks = program.moves[move].picks;
  const auto found = std::find_if(picks.begin(), picks.end(), [&](const PickInfo& one) { return one.local == local; });
  return static_cast<int>(found - picks.begin());
}

// ---- running ----

void MoveCompiler::compile_run(int move) {
  LocalSlots slots = slots_[move];
  const CodeWriter::InScope in(code_, slots);
  const CodeWriter::InMode mode(code_, Mode::run);
  program_.moves[move].run = code_.here();
  code_.note_part(program_.rules.moves[move].span);
  const Block& body = program_.rules.moves[move].body;
  // In the position before any effect.
  if (has_kind(body, StmtKind::require_most)) code_.emit(Opcode::measure, static_cast<Slot>(move));
  block(code_, body);
  code_.emit(Opcode::ret);
}

void MoveCompiler::require_most(const Stmt& stmt) {
  if (code_.mode() != Mode::run) return;
  const auto count = static_cast<int>(stmt.exprs.size());
  const Slot values = code_.take(count);
  Slot next = values;
  for (const Expr& number : stmt.exprs) value_into(code_, number, next++);
  const Label refused = code_.new_label(), fine = code_.new_label();
  code_.emit_jump(Opcode::falls_short, values, static_cast<Slot>(current_), refused, count);
  code_.emit_jump(Opcode::jump, 0, 0, fine);
  code_.place(refused);
  fail(code_, stmt.message, stmt.span, "there is a move like this that does more, and the most is required");
  code_.place(fine);
}

/// The value offered for the `some of` pick of the current move, if it is known at the pick.
const Expr* MoveCompiler::offered_to(const Stmt& pick) const {
  return offered_value(code_.facts, rest_after(program_.rules.moves[current_].body, pick), pick.ref);
}

void MoveCompiler::pick(const Stmt& stmt) {
  const Mode mode = code_.mode();
  if (mode != Mode::quick && mode != Mode::carry) {
    run_pick(stmt);
    if (!round_) return;
  }
  // In all other modes the picks are already in their slots.
  if (!round_) return mode == Mode::quick ? quick_pick(stmt) : void();
  const PickInfo& first = program_.moves[current_].picks[pick_number(program_, current_, stmt.ref)];
  const Slot slots = mode == Mode::quick ? first.quick : first.slot;
  if (mode == Mode::quick || mode == Mode::carry)
    code_.emit(Opcode::load, code_.local(stmt.ref), slots, *round_, 1);
  else
    code_.emit(Opcode::store, slots, code_.local(stmt.ref), *round_, 1);
}

/// Run code: continues with the body if there is another round, or with what follows if there is none; otherwise
/// refuses the run.
void MoveCompiler::begin_round(const Stmt& stmt, Slot round, Label out) {
  const PickLoop& loop = program_.moves[current_].loop;
  const Slot count = code_.local(stmt.ref);
  const Label ended = code_.new_label(), body = code_.new_label(), too_short = code_.new_label();
  jump_unless(code_, stmt.exprs[0], ended);
  code_.emit_jump(Opcode::jlt, round, count, body);
  if (!stmt.some_of || stmt.exprs.size() == 1) {
    const Slot most = stmt.exprs.size() > 1 ? value(code_, stmt.exprs[1]) : code_.constant(loop.most);
    code_.emit_jump(Opcode::jlt, round, most, too_short);
    fail(code_, {}, stmt.span, endless_loop(stmt), true, lang::Code::G0615);
    code_.place(too_short);
  }
  if (stmt.some_of)
    code_.emit_jump(Opcode::jump, 0, 0, out);
  else
    fail(code_, {}, stmt.span, "this is not the end of the move: it must go on");
  code_.place(ended);
  code_.emit_jump(Opcode::jeq, round, count, out);
  // The pick may tell why not.
  for (const Stmt& inner : stmt.body) {
    if (inner.kind != StmtKind::let && inner.kind != StmtKind::pick) break;
    statement(code_, inner);
    if (inner.kind == StmtKind::pick) break;
  }
  fail(code_, {}, stmt.span, "this move has an end before that");
  code_.place(body);
}

std::string endless_loop(const Stmt& rounds) {
  return rounds.exprs.size() > 1 ? "the loop of a move has as many rounds as it may, and could go on"
                                 : "the loop of a move has very many rounds, and could go on: write `at most N`";
}

void MoveCompiler::rounds(const Stmt& stmt) {
  const PickLoop& loop = program_.moves[current_].loop;
  const bool asks = code_.mode() == Mode::run;
  const Slot count = code_.local(stmt.ref), round = code_.take(1);
  const Restored in_round(round_, std::optional(round));
  if (asks) {
    const Slot bounds = code_.take(2);
    const Label refused = code_.new_label(), fine = code_.new_label();
    code_.emit(Opcode::mov, bounds, code_.constant(1));
    code_.emit(Opcode::mov, bounds + 1,
               stmt.exprs.size() > 1 ? value(code_, stmt.exprs[1]) : code_.constant(loop.most));
    code_.emit_jump(Opcode::pick_range, count, bounds, refused, loop.rounds);
    code_.emit_jump(Opcode::jump, 0, 0, fine);
    code_.place(refused);
    fail(code_, {}, stmt.span, "this move has too many parts");
    code_.place(fine);
  }
  // A pick before the loop stays in its slot.
  for (const auto& carried : stmt.carried) {
    const Slot own = code_.take(1);
    code_.emit(Opcode::mov, own, code_.local(carried.first));
    code_.move_local(carried.first, own);
  }
  const Label again = code_.new_label(), out = code_.new_label();
  code_.emit(Opcode::mov, round, code_.constant(0));
  code_.place(again);
  const int begin = code_.here();
  if (asks) {
    code_.emit(Opcode::pick_round, round, 0, 0, loop.each);
    begin_round(stmt, round, out);
  }
  block(code_, stmt.body);
  for (const auto& [before, now] : stmt.carried) code_.emit(Opcode::mov, code_.local(before), code_.local(now));
  code_.emit(Opcode::addi, round, round, 1);
  code_.price_turn(begin);
  if (asks)
    code_.emit_jump(Opcode::jump, 0, 0, again);
  else
    code_.emit_jump(Opcode::jlt, round, count, again);
  code_.place(out);
  if (asks) code_.emit(Opcode::pick_round, round);
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
  const PickLoop& loop = code.loop;
  const Slot rounds = code_.take(loop.most * loop.each);
  for (PickInfo& pick : code.picks)
    pick.quick = pick.round > 0 ? rounds + pick.slot - code.picks[static_cast<std::size_t>(loop.first)].slot
                                : code_.local(pick.local);
  const CodeWriter::InMode mode(code_, Mode::quick);
  for_each_seat(code.quick, [&] {
    LocalSlots slots = in.scope;  // a loop moves locals, and the code for each seat begins with all in their places
    const CodeWriter::InScope own(code_, slots);
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
  const bool offers_nothing = std::any_of(
      body.begin(), body.end(), [](const Stmt& stmt) { return stmt.kind == StmtKind::offer && stmt.exprs.empty(); });
  if (offers_nothing) return;
  ListCompiler list(program_, code_, move);
  const Restored listing(code_.list, &list);
  const CodeWriter::InMode mode(code_, Mode::list);
  for_each_seat(code.list, [&] { return list.compile(); });
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
  const rules::Move& rules = program_.rules.moves[move];
  const CodeWriter::At at(code_, rules.span);
  current_ = move;
  const CodeWriter::InMode mode(code_, Mode::carry);
  for_each_seat(program_.moves[move].carry, [&] {
    LocalSlots slots = slots_[move];
    const CodeWriter::InScope in(code_, slots);
    return code_.function(code_.top(), [&] {
      code_.note_part(rules.span);
      block(code_, rules.body);
    });
  });
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
