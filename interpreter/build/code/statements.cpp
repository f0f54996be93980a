// Effects: assignments, pieces, loops, requirements, results.
#include <algorithm>

#include "interpreter/build/code/listing.hpp"
#include "interpreter/build/code/loops.hpp"
#include "interpreter/build/code/play.hpp"

namespace glint {

void Compiler::block(const Block& statements) {
  if (play_) return play_->block(statements);
  const Restored changed(changed_, changed_);
  const bool ends = facts_.may_end(statements);
  for (const Stmt& stmt : statements) {
    statement(stmt);
    if (ends) changed_.add(facts_.changes_of(stmt, true));
  }
}

void Compiler::statement(const Stmt& stmt) {
  const At at(*this, stmt.span);
  // These have code where they are asked for, and nowhere else.
  const bool is_asked =
      stmt.kind == StmtKind::pick || stmt.kind == StmtKind::require || stmt.kind == StmtKind::offer;
  if (!is_asked) note_part(stmt.span);
  if (play_ && play_->statement(stmt)) return;
  if (list_ && list_->statement(stmt)) return;
  switch (stmt.kind) {
    case StmtKind::pick:
      if (mode_ == Mode::quick) quick_pick(stmt);
      else if (mode_ != Mode::carry) run_pick(stmt);  // there the picks are in their slots
      break;
    case StmtKind::require:
      if (mode_ != Mode::carry && mode_ != Mode::quick)
        require(stmt.exprs[0], stmt.message, stmt.span, "a requirement of the rules is not met");
      break;
    case StmtKind::offer: break;  // narrows what is listed, not what is legal
    case StmtKind::let:
      value_into(stmt.exprs[0], local(stmt.ref));
      check_range(local(stmt.ref), stmt.exprs[0].type, type_of(stmt.ref));
      break;
    case StmtKind::assign: assign(stmt); break;
    case StmtKind::assign_field: assign_field(stmt); break;
    case StmtKind::put: put(stmt); break;
    case StmtKind::remove: remove(stmt); break;
    case StmtKind::move: case StmtKind::swap: {
      const auto cell = [&](const Expr& e, Label skip) {
        if (const Expr* const one = single(e)) return value(*one);
        const Slot set = value(e);
        const int count = words(e.type);
        const Slot first = take(1), rest = take(count);
        copy(rest, set, count);
        emit_jump(next_of(count), first, rest, skip, count);
        return first;
      };
      const Label skip = new_label();
      const Slot from = cell(stmt.exprs[0], skip);
      const Slot to = cell(stmt.exprs[1], skip);
      emit(stmt.kind == StmtKind::move ? Opcode::move : Opcode::swap, from, to);
      place(skip);
      break;
    }
    case StmtKind::if_: {
      const Label other = new_label(), out = new_label();
      if (const auto holds = known(stmt.exprs[0])) {
        block(*holds ? stmt.body : stmt.other);
        break;
      }
      jump_unless(stmt.exprs[0], other);
      block(stmt.body);
      emit_jump(Opcode::jump, 0, 0, out);
      place(other);
      block(stmt.other);
      place(out);
      break;
    }
    case StmtKind::for_: {
      const Label out = new_label();
      each(stmt.exprs[0], stmt.ref, [&] {
        if (stmt.exprs.size() > 1) jump_unless(stmt.exprs[1], out);
        block(stmt.body);
      }, backwards_ && stmt.exprs.size() < 2, true);
      place(out);
      break;
    }
    case StmtKind::end: end(stmt); break;
    case StmtKind::call: call_effect(stmt); break;
    default:
      build_fail(lang::Code::G0501, stmt.span, "this statement is not allowed here",
                 "this is a bug in Glint: please report it with the script");
  }
}

void Compiler::check_range(Slot slot, const Type& from, const Type& to) {
  if (fits(from, to)) return;
  if (to.subset != 0) return check_subset(slot, to);
  if (to.is_set) {
    const auto below = [](std::int64_t value) { return lowest_ones(std::clamp<std::int64_t>(value, 0, 64)); };
    const auto allowed = static_cast<std::int64_t>(below(to.hi + 1) & ~below(to.lo));
    const Slot inside = take(1);
    const Label fine = new_label();
    emit(Opcode::within, inside, slot, constant(allowed), 1);
    emit_jump(Opcode::jnz, inside, 0, fine);
    fail({}, span(), "a number of this set is not in " + std::to_string(to.lo) + ".." + std::to_string(to.hi), true);
    program_.messages.back().code = lang::Code::G0602;
    place(fine);
    return;
  }
  hold_in(to.lo, to.hi, slot, to.clamped ? Opcode::clamp : Opcode::range);
}

/// The script is in error unless the value, or all of a set, is in the subset.
void Compiler::check_subset(Slot slot, const Type& to) {
  const rules::Subset& subset = program_.rules.subsets[to.subset - 1];
  Type set = to;
  set.is_set = true;
  const int count = words(set);
  const Slot allowed = program_.kept[subset.let].slot, wrong = take(count), inside = take(1);
  const Label fine = new_label();
  if (to.is_set) {
    binary_set(Op::subtract_set, wrong, slot, allowed, count);
    emit(Opcode::is_empty, inside, wrong, 0, count);
  } else {
    emit(count == 1 ? Opcode::has1 : Opcode::has, inside, slot, allowed, count);
  }
  emit_jump(Opcode::jnz, inside, 0, fine);
  Message entry;
  entry.code = lang::Code::G0602;
  entry.span = span();
  entry.text = &subset.refusal;
  Type shown = to;
  shown.subset = 0;
  const Slot own = take(to.is_set ? count : 1);
  copy(own, to.is_set ? wrong : slot, to.is_set ? count : 1);
  entry.holes.push_back({shown, own});
  program_.messages.push_back(std::move(entry));
  emit(Opcode::error, static_cast<Slot>(program_.messages.size() - 1));
  place(fine);
}

void Compiler::operate(rules::AssignOp op, Slot target, Slot old, Slot operand, const Type& type) {
  using rules::AssignOp;
  const int count = words(type);
  const bool counts = !type.is_set && (op == AssignOp::add || op == AssignOp::subtract);
  if (op == AssignOp::set) {
    if (target != operand) copy(target, operand, count);
  } else if (!counts) {
    const bool adds = op == AssignOp::add || op == AssignOp::unite;
    const Op by = adds ? Op::unite : op == AssignOp::subtract ? Op::subtract_set : op == AssignOp::intersect ? Op::intersect : Op::toggle;
    binary_set(by, target, old, operand, count);
  } else if (type.base == Base::number) {
    emit(op == AssignOp::add ? Opcode::add : Opcode::sub, target, old, operand);
  } else {
    if (op == AssignOp::subtract) operand = made(Opcode::sub, {}, constant(0), operand);
    emit(Opcode::cycle, target, old, operand, static_cast<int>(domain_size(program_.rules, type)));
  }
}

void Compiler::forget_variable(int variable) {
  const Word mask = forget_variable_[variable];
  if (mask) emit(Opcode::forget, constant(static_cast<std::int64_t>(mask)));
}

void Compiler::assign(const Stmt& stmt) {
  const rules::Variable& variable = program_.rules.variables[stmt.ref];
  const Slot base = program_.layout.variables[stmt.ref];
  const int count = words(variable.type);
  const Slot operand = value(stmt.exprs[0]);
  Slot target = base;
  std::optional<Slot> index;
  if (variable.index) {
    const Expr& which = stmt.exprs[1];
    if (const auto at = known(which)) {
      check_known(*at, which.type, *variable.index, which.span);
      target = base + static_cast<Slot>((*at - domain_first(*variable.index)) * count);
    } else {
      index = index_slot(*variable.index, which);
      target = take(count);
      emit(Opcode::load, target, base, *index, count);
    }
  }
  if (is_narrow(variable.type)) {
    // Through a slot of its own, so that a value out of range changes nothing.
    const Slot result = take(count);
    operate(stmt.assign, result, target, operand, variable.type);
    check_range(result, made_by(stmt.assign, stmt.exprs[0].type), variable.type);
    copy(target, result, count);
  } else {
    operate(stmt.assign, target, target, operand, variable.type);
  }
  if (index) emit(Opcode::store, base, target, *index, count);
  forget_variable(stmt.ref);
}

void Compiler::assign_field(const Stmt& stmt) {
  if (stmt.ref < 0) {  // the owner: the checker has computed the one to assign
    const Slot cell = value(stmt.exprs[1]);
    const Slot owner = value(stmt.exprs[0]);
    if (mode_ == Mode::carry) check_stands(stmt.exprs[1], stmt.exprs[1].type.stands);
    emit(Opcode::set_owner, cell, owner);
    return;
  }
  const Type& type = program_.rules.fields[stmt.ref].type;
  const Slot cell = value(stmt.exprs[1]);
  const Slot operand = value(stmt.exprs[0]);
  if (mode_ == Mode::carry) check_stands(stmt.exprs[1], kinds_with(program_.rules, stmt.ref));
  const Slot old = take(1), result = take(1);
  if (stmt.assign != rules::AssignOp::set) emit(Opcode::field, old, cell, 0, stmt.ref);
  operate(stmt.assign, result, old, operand, type);
  check_range(result, made_by(stmt.assign, stmt.exprs[0].type), type);
  emit(Opcode::set_field, cell, result, 0, stmt.ref);
}

Slot Compiler::key_of(const Stmt& stmt, int without, std::int64_t* stride_of) {
  const rules::Kind& kind = program_.rules.kinds[stmt.ref];
  const auto& first = program_.first_key[stmt.ref];
  // key = first key of the kind + owner * states + sum of (field - lowest) * stride
  std::int64_t known_part = first[0];
  Slot sum = 0;
  const auto add = [&](Slot term, std::int64_t factor) {
    Slot part = term;
    if (factor != 1) {
      part = take(1);
      emit(Opcode::mul, part, term, constant(factor));
    }
    const Slot next = take(1);
    if (sum) emit(Opcode::add, next, sum, part);
    else emit(Opcode::mov, next, part);
    sum = next;
  };
  if (kind.owned && !kind.owner_from) {
    const std::int64_t states = first.size() > 1 ? first[1] - first[0] : 0;
    const Expr* owner = stmt.exprs.size() > 1 ? &stmt.exprs[1] : nullptr;
    const auto fixed = owner ? known(*owner) : std::nullopt;
    if (fixed) known_part += *fixed * states;
    else add(owner ? value(*owner) : Layout::kMe, states);
  }
  for (std::size_t i = 0; i < kind.fields.size(); ++i) {
    const int f = kind.fields[i];
    const Type& type = program_.rules.fields[f].type;
    const std::int64_t lo = program_.fields[f].lo;
    const std::int64_t stride = program_.fields[f].stride[first[0]];
    const Expr& init = stmt.inits[i];
    if (const auto fixed = known(init)) {
      check_known(*fixed, init.type, type, init.span);
      known_part += (*fixed - lo) * stride;
      continue;
    }
    if (without >= 0 && is_local(init, without)) {
      *stride_of += stride;
      known_part -= lo * stride;
      continue;
    }
    Slot field = value(init);
    if ((!type.is_set || type.subset != 0) && !fits(init.type, type)) {
      const Slot own = take(1);
      emit(Opcode::mov, own, field);
      check_range(own, init.type, type);
      field = own;
    }
    known_part -= lo * stride;
    add(field, stride);
  }
  Slot key = constant(known_part);
  if (sum) {
    key = take(1);
    emit(Opcode::add, key, sum, constant(known_part));
  }
  return key;
}

void Compiler::put(const Stmt& stmt) {
  const Slot key = key_of(stmt);
  const Expr& on = stmt.exprs[0];
  if (const Expr* const one = single(on)) {
    emit(Opcode::put, value(*one), key);
    return;
  }
  const int count = words(on.type);
  if (program_.layout.stack == 1 && may(Lowering::fuse)) {
    emit(Opcode::put_all, value(on), key);
    return;
  }
  const Slot rest = take(count), cell = take(1);
  value_into(on, rest);
  loop(next_of(count), cell, rest, count, [&](Label) { emit(Opcode::put, cell, key); });
}

void Compiler::remove(const Stmt& stmt) {
  const Expr& what = stmt.exprs[0];
  const bool places = what.type.base == Base::place;
  const Opcode remove = places ? Opcode::remove_place : Opcode::remove;
  if (!what.type.is_set) {
    emit(remove, value(what));
    return;
  }
  const int count = words(what.type);
  const Slot rest = take(count), one = take(1);
  value_into(what, rest);
  // Places go from the top of the stacks down, so that the numbers of the others do not change.
  loop(places ? Opcode::last : next_of(count), one, rest, count, [&](Label) { emit(remove, one); });
}

void Compiler::end(const Stmt& stmt) {
  const Label skip = new_label(), fails = new_label();
  const int bit = stmt.exprs.empty() ? -1 : end_bit(stmt.exprs[0]);
  if (bit >= 0) emit_jump(Opcode::jkept, static_cast<Slot>(bit), 0, skip);
  if (!stmt.exprs.empty()) jump_unless(stmt.exprs[0], bit >= 0 ? fails : skip);
  if (list_) {
    list_->end_run();
  } else {
    if (play_) {
      test_ends();
    } else if (mode_ == Mode::effect) {  // play may call it
      const Label made_by_move = new_label();
      emit_jump(Opcode::moving, 0, 0, made_by_move);
      test_ends();
      place(made_by_move);
    }
    result(*stmt.result);
  }
  if (bit >= 0) {
    place(fails);
    emit(Opcode::kept, static_cast<Slot>(bit));
  }
  place(skip);
}

/// Tests the `end` rules before `play` ends the game by itself, as the last decision may have ended it.
void Compiler::test_ends() {
  if (!program_.rules.ends.empty()) emit(Opcode::call, 0, 0, program_.ends_code);
}

void Compiler::result(const rules::Result& result) {
  const At at(*this, result.span);
  program_.has_winners = program_.has_winners || result.kind == rules::ResultKind::wins ||
                         result.kind == rules::ResultKind::loses;
  switch (result.kind) {
    case rules::ResultKind::wins:
      if (result.player) emit(Opcode::end_win, value(*result.player));
      else
        emit(Opcode::end_team);
      break;
    case rules::ResultKind::loses: {
      if (!result.player || program_.rules.players.size() < 2) {
        emit(Opcode::end_lost);
        break;
      }
      // Of two players the other one wins.
      const Slot winner = take(1), one = constant(1);
      emit(Opcode::sub, winner, one, value(*result.player));
      emit(Opcode::end_win, winner);
      break;
    }
    case rules::ResultKind::tie: emit(Opcode::end_tie); break;
    case rules::ResultKind::score:
      if (covers_ && program_.score_code >= 0)
        for (std::size_t p = 0; p < (program_.rules.team ? 1 : program_.rules.players.size()); ++p) {
          emit(Opcode::mov, program_.score_player, constant(static_cast<std::int64_t>(p)));
          emit(Opcode::call, 0, 0, program_.score_code);
        }
      emit(Opcode::end_score);
      break;
  }
}

/// Code that fails unless the condition holds.
void Compiler::require(const Expr& condition, const rules::Text& message, lang::Span span, const std::string& fallback,
                       bool is_error) {
  const Label refused = new_label(), fine = new_label();
  jump_unless(condition, refused);
  emit_jump(Opcode::jump, 0, 0, fine);
  place(refused);
  fail(message, span, fallback, is_error);
  place(fine);
}

/// Code that says why a run fails, and ends it.
void Compiler::fail(const rules::Text& message, lang::Span span, const std::string& fallback, bool is_error) {
  const Label silent = new_label();
  if (!is_error) emit_jump(Opcode::quiet, 0, 0, silent);
  const int entry = this->message(message, span, fallback);
  emit(is_error ? Opcode::error : Opcode::fail, static_cast<Slot>(entry));
  place(silent);
  if (!is_error) emit(Opcode::ret_fail);
}

/// Code that fills the holes of a text; the text itself is made from them by Machine::message.
int Compiler::message(const rules::Text& message, lang::Span span, const std::string& fallback) {
  Message entry;
  entry.span = span;
  entry.text = message.empty() ? nullptr : &message;
  entry.fallback = fallback;
  const int begin = here();
  for (const rules::TextPart& part : message.parts) {
    if (!part.hole) continue;
    const Slot own = take(words(part.hole->type));
    value_into(*part.hole, own);
    entry.holes.push_back({part.hole->type, own});
  }
  // Texts are no rules.
  if (covers_) std::fill(program_.code_spans.begin() + begin, program_.code_spans.end(), lang::Span{});
  program_.messages.push_back(std::move(entry));
  return static_cast<int>(program_.messages.size() - 1);
}

void Compiler::pass(const std::vector<Slot>& arguments, const std::vector<Expr>& given, const rules::Frame& callee,
                    const Scope& scope, std::size_t first) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    copy(scope.slots[first + i], arguments[i], words(given[i].type));
    check_range(scope.slots[first + i], given[i].type, callee.locals[first + i].type);
  }
}

void Compiler::call_effect(const Stmt& stmt) {
  // Where a listed run is done, requirements refuse no more.
  if ((mode_ == Mode::quick || mode_ == Mode::carry) && facts_.effect_may_refuse(stmt.ref)) {
    block(*inlined(stmt));
    return;
  }
  if (mode_ == Mode::carry) check_stands(stmt.exprs, program_.rules.effects[stmt.ref].frame);
  const rules::Effect& effect = program_.rules.effects[stmt.ref];
  const Scope& scope = effect_scopes_[stmt.ref];
  std::vector<Slot> arguments;
  for (const Expr& one : stmt.exprs) {
    const Slot own = take(words(one.type));
    value_into(one, own);
    arguments.push_back(own);
  }
  pass(arguments, stmt.exprs, effect.frame, scope);
  emit(Opcode::call, 0, 0, program_.effect_code[stmt.ref]);
  if (!facts_.effect_may_refuse(stmt.ref)) return;
  const Label fine = new_label(), failed = new_label();
  emit_jump(Opcode::jfail, 0, 0, failed);
  emit_jump(Opcode::jump, 0, 0, fine);
  place(failed);
  if (mode_ == Mode::run || mode_ == Mode::effect) emit(Opcode::ret_fail);
  else fail({}, stmt.span, "a requirement fails outside of a move", true);
  place(fine);
}

void Compiler::compile_effects() {
  const rules::Rules& rules = program_.rules;
  effect_scopes_.resize(rules.effects.size());
  program_.effect_code.assign(rules.effects.size(), -1);
  for (std::size_t i = 0; i < rules.effects.size(); ++i) {
    facts_.add_effect(rules.effects[i]);  // after those that it calls
    effect_scopes_[i] = make_scope(rules.effects[i].frame);
    program_.effect_code[i] = here();
    const At at(*this, rules.effects[i].span);
    const InScope in(*this, effect_scopes_[i]);
    note_part(rules.effects[i].span);
    block(rules.effects[i].body);
    emit(Opcode::ret);
  }
}

}  // namespace glint
