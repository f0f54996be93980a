// Effects: assignments, pieces, loops, requirements, results.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/code/moves.hpp"

namespace glint::compiling {

namespace {

/// The script is in error unless the value, or all of a set, is in the subset.
void check_subset(CodeWriter& code, Slot slot, const Type& to) {
  const rules::Subset& subset = code.program.rules.subsets[to.subset - 1];
  Type set = to;
  set.is_set = true;
  const int count = code.words(set);
  const Slot allowed = code.program.kept.lets[subset.let].slot, wrong = code.take(count), inside = code.take(1);
  const Label fine = code.new_label();
  if (to.is_set) {
    code.binary_set(Op::subtract_set, wrong, slot, allowed, count);
    code.emit(Opcode::is_empty, inside, wrong, 0, count);
  } else {
    code.emit(count == 1 ? Opcode::has1 : Opcode::has, inside, slot, allowed, count);
  }
  code.emit_jump(Opcode::jnz, inside, 0, fine);
  Message entry;
  entry.code = lang::Code::G0602;
  entry.span = code.span();
  entry.text = &subset.refusal;
  Type shown = to;
  shown.subset = 0;
  const Slot own = code.take(to.is_set ? count : 1);
  code.copy(own, to.is_set ? wrong : slot, to.is_set ? count : 1);
  entry.holes.push_back({shown, own});
  code.program.code.messages.push_back(std::move(entry));
  code.emit(Opcode::error, static_cast<Slot>(code.program.code.messages.size() - 1));
  code.place(fine);
}

void assign(CodeWriter& code, const Stmt& stmt) {
  const rules::Variable& variable = code.program.rules.variables[stmt.ref];
  const Slot base = code.program.layout.variables[stmt.ref];
  const int count = code.words(variable.type);
  const Slot operand = value(code, stmt.exprs[0]);
  Slot target = base;
  std::optional<Slot> index;
  if (variable.index) {
    const Expr& which = stmt.exprs[1];
    if (const auto at = known(code, which)) {
      check_known(code, *at, which.type, *variable.index, which.span);
      target = base + static_cast<Slot>((*at - domain_first(*variable.index)) * count);
    } else {
      index = index_slot(code, *variable.index, which);
      target = code.take(count);
      code.emit(Opcode::load, target, base, *index, count);
    }
  }
  if (is_narrow(variable.type)) {
    // Through a separate slot, so that a value out of range changes nothing.
    const Slot result = code.take(count);
    operate(code, stmt.assign, result, target, operand, variable.type);
    check_range(code, result, made_by(stmt.assign, stmt.exprs[0].type), variable.type);
    code.copy(target, result, count);
  } else {
    operate(code, stmt.assign, target, target, operand, variable.type);
  }
  if (index) code.emit(Opcode::store, base, target, *index, count);
  code.lets.forget_variable(code, stmt.ref);
}

void assign_field(CodeWriter& code, const Stmt& stmt) {
  if (stmt.ref < 0) {  // the owner: the checker has computed the one to assign
    const Slot cell = value(code, stmt.exprs[1]);
    const Slot owner = value(code, stmt.exprs[0]);
    if (code.mode() == CodeWriter::Mode::carry) check_stands(code, stmt.exprs[1], stmt.exprs[1].type.stands);
    code.emit(Opcode::set_owner, cell, owner);
    return;
  }
  const Type& type = code.program.rules.fields[stmt.ref].type;
  const Slot cell = value(code, stmt.exprs[1]);
  const Slot operand = value(code, stmt.exprs[0]);
  if (code.mode() == CodeWriter::Mode::carry)
    check_stands(code, stmt.exprs[1], kinds_with(code.program.rules, stmt.ref));
  const Slot old = code.take(1), result = code.take(1);
  if (stmt.assign != rules::AssignOp::set) code.emit(Opcode::field, old, cell, 0, stmt.ref);
  operate(code, stmt.assign, result, old, operand, type);
  check_range(code, result, made_by(stmt.assign, stmt.exprs[0].type), type);
  code.emit(Opcode::set_field, cell, result, 0, stmt.ref);
}

void put(CodeWriter& code, const Stmt& stmt) {
  const Slot key = key_of(code, stmt);
  const Expr& on = stmt.exprs[0];
  if (const Expr* const one = single(on)) {
    code.emit(Opcode::put, value(code, *one), key);
    return;
  }
  const int count = code.words(on.type);
  if (code.program.layout.stack == 1 && code.may(Lowering::fuse)) {
    code.emit(Opcode::put_all, value(code, on), key);
    return;
  }
  const Slot rest = code.take(count), cell = code.take(1);
  value_into(code, on, rest);
  code.loop(code.next_of(count), cell, rest, count, [&](Label) { code.emit(Opcode::put, cell, key); });
}

void remove(CodeWriter& code, const Stmt& stmt) {
  const Expr& what = stmt.exprs[0];
  const bool places = what.type.base == Base::place;
  const Opcode remove = places ? Opcode::remove_place : Opcode::remove;
  if (!what.type.is_set) {
    code.emit(remove, value(code, what));
    return;
  }
  const int count = code.words(what.type);
  const Slot rest = code.take(count), one = code.take(1);
  value_into(code, what, rest);
  // Places are handled from the top of the stacks down, so that the numbers of the others do not change.
  code.loop(places ? Opcode::last : code.next_of(count), one, rest, count, [&](Label) { code.emit(remove, one); });
}

void end(CodeWriter& code, const Stmt& stmt) {
  const Label skip = code.new_label(), fails = code.new_label();
  const int bit = stmt.exprs.empty() ? -1 : code.lets.end_bit(code, stmt.exprs[0]);
  if (bit >= 0) code.emit_jump(Opcode::jkept, static_cast<Slot>(bit), 0, skip);
  if (!stmt.exprs.empty()) jump_unless(code, stmt.exprs[0], bit >= 0 ? fails : skip);
  if (code.list) {
    code.list->end_run();
  } else {
    if (code.play) {
      test_ends(code);
    } else if (code.mode() == CodeWriter::Mode::effect) {  // play may call it
      const Label made_by_move = code.new_label();
      code.emit_jump(Opcode::moving, 0, 0, made_by_move);
      test_ends(code);
      code.place(made_by_move);
    }
    result(code, *stmt.result);
  }
  if (bit >= 0) {
    code.place(fails);
    code.emit(Opcode::kept, static_cast<Slot>(bit));
  }
  code.place(skip);
}

void call_effect(CodeWriter& code, const Stmt& stmt) {
  // In code for a listed run, requirements refuse nothing.
  if ((code.mode() == CodeWriter::Mode::quick || code.mode() == CodeWriter::Mode::carry) &&
      code.facts.effect_may_refuse(stmt.ref)) {
    block(code, *code.effects.inlined(code, stmt));
    return;
  }
  if (code.mode() == CodeWriter::Mode::carry)
    check_stands(code, stmt.exprs, code.program.rules.effects[stmt.ref].frame);
  const rules::Effect& effect = code.program.rules.effects[stmt.ref];
  const LocalSlots& scope = code.effects.slots(stmt.ref);
  std::vector<Slot> arguments;
  for (const Expr& one : stmt.exprs) {
    const Slot own = code.take(code.words(one.type));
    value_into(code, one, own);
    arguments.push_back(own);
  }
  pass(code, arguments, stmt.exprs, effect.frame, scope);
  code.emit(Opcode::call, 0, 0, code.program.entries.effects[stmt.ref]);
  if (!code.facts.effect_may_refuse(stmt.ref)) return;
  const Label fine = code.new_label(), failed = code.new_label();
  code.emit_jump(Opcode::jfail, 0, 0, failed);
  code.emit_jump(Opcode::jump, 0, 0, fine);
  code.place(failed);
  if (code.mode() == CodeWriter::Mode::run || code.mode() == CodeWriter::Mode::effect)
    code.emit(Opcode::ret_fail);
  else
    fail(code, {}, stmt.span, "a requirement fails outside of a move", true);
  code.place(fine);
}

}  // namespace

void block(CodeWriter& code, const Block& statements) {
  if (code.play) return code.play->block(statements);
  const Restored changed(code.changed, code.changed);
  const bool ends = code.facts.may_end(statements);
  for (const Stmt& stmt : statements) {
    statement(code, stmt);
    if (ends) code.changed.add(code.facts.changes_of(stmt, true));
  }
}

void statement(CodeWriter& code, const Stmt& stmt) {
  const CodeWriter::At at(code, stmt.span);
  // These have code where they are asked for, and nowhere else.
  const bool is_asked = stmt.kind == StmtKind::pick || stmt.kind == StmtKind::require || stmt.kind == StmtKind::offer ||
                        stmt.kind == StmtKind::require_most || stmt.kind == StmtKind::offer_once;
  if (!is_asked) code.note_part(stmt.span);
  if (code.play && code.play->statement(stmt)) return;
  if (code.list && code.list->statement(stmt)) return;
  switch (stmt.kind) {
    case StmtKind::pick:
      code.move->pick(stmt);
      break;
    case StmtKind::rounds:
      code.move->rounds(stmt);
      break;
    case StmtKind::require:
      if (code.mode() != CodeWriter::Mode::carry && code.mode() != CodeWriter::Mode::quick)
        require(code, stmt.exprs[0], stmt.message, stmt.span, "a requirement of the rules is not met");
      break;
    case StmtKind::require_most:
      code.move->require_most(stmt);
      break;
    case StmtKind::offer: case StmtKind::offer_once: break;  // narrows what is listed, not what is legal
    case StmtKind::let:
      value_into(code, stmt.exprs[0], code.local(stmt.ref));
      check_range(code, code.local(stmt.ref), stmt.exprs[0].type, code.type_of(stmt.ref));
      break;
    case StmtKind::assign:
      assign(code, stmt);
      break;
    case StmtKind::assign_field:
      assign_field(code, stmt);
      break;
    case StmtKind::put:
      put(code, stmt);
      break;
    case StmtKind::remove:
      remove(code, stmt);
      break;
    case StmtKind::move:
    case StmtKind::swap: {
      const auto cell = [&](const Expr& e, Label skip) {
        if (const Expr* const one = single(e)) return value(code, *one);
        const Slot set = value(code, e);
        const int count = code.words(e.type);
        const Slot first = code.take(1), rest = code.take(count);
        code.copy(rest, set, count);
        code.emit_jump(code.next_of(count), first, rest, skip, count);
        return first;
      };
      const Label skip = code.new_label();
      const Slot from = cell(stmt.exprs[0], skip);
      const Slot to = cell(stmt.exprs[1], skip);
      code.emit(stmt.kind == StmtKind::move ? Opcode::move : Opcode::swap, from, to);
      code.place(skip);
      break;
    }
    case StmtKind::if_: {
      const Label other = code.new_label(), out = code.new_label();
      if (const auto holds = known(code, stmt.exprs[0])) {
        block(code, *holds ? stmt.body : stmt.other);
        break;
      }
      jump_unless(code, stmt.exprs[0], other);
      block(code, stmt.body);
      code.emit_jump(Opcode::jump, 0, 0, out);
      code.place(other);
      block(code, stmt.other);
      code.place(out);
      break;
    }
    case StmtKind::for_: {
      const Label out = code.new_label();
      each(
          code, stmt.exprs[0], stmt.ref,
          [&] {
            if (stmt.exprs.size() > 1) jump_unless(code, stmt.exprs[1], out);
            block(code, stmt.body);
          },
          code.options.backwards && stmt.exprs.size() < 2, true);
      code.place(out);
      break;
    }
    case StmtKind::map:
      block(code, stmt.body);
      break;
    case StmtKind::end:
      end(code, stmt);
      break;
    case StmtKind::call:
      call_effect(code, stmt);
      break;
    default:
      build_fail(lang::Code::G0501, stmt.span, "this statement is not allowed here",
                 "this is a bug in Glint: please report it with the script");
  }
}

void check_range(CodeWriter& code, Slot slot, const Type& from, const Type& to) {
  if (fits(from, to)) return;
  if (to.subset != 0) return check_subset(code, slot, to);
  if (to.is_set) {
    const auto below = [](std::int64_t value) { return lowest_ones(std::clamp<std::int64_t>(value, 0, 64)); };
    const auto allowed = static_cast<std::int64_t>(below(to.hi + 1) & ~below(to.lo));
    const Slot inside = code.take(1);
    const Label fine = code.new_label();
    code.emit(Opcode::within, inside, slot, code.constant(allowed), 1);
    code.emit_jump(Opcode::jnz, inside, 0, fine);
    fail(code, {}, code.span(),
         "a number of this set is not in " + std::to_string(to.lo) + ".." + std::to_string(to.hi), true);
    code.program.code.messages.back().code = lang::Code::G0602;
    code.place(fine);
    return;
  }
  code.hold_in(to.lo, to.hi, slot, to.clamped ? Opcode::clamp : Opcode::range);
}

void operate(CodeWriter& code, rules::AssignOp op, Slot target, Slot old, Slot operand, const Type& type) {
  using rules::AssignOp;
  const int count = code.words(type);
  const bool counts = !type.is_set && (op == AssignOp::add || op == AssignOp::subtract);
  if (op == AssignOp::set) {
    if (target != operand) code.copy(target, operand, count);
  } else if (!counts) {
    const bool adds = op == AssignOp::add || op == AssignOp::unite;
    const Op by = adds                        ? Op::unite
                  : op == AssignOp::subtract  ? Op::subtract_set
                  : op == AssignOp::intersect ? Op::intersect
                                              : Op::toggle;
    code.binary_set(by, target, old, operand, count);
  } else if (type.base == Base::number) {
    code.emit(op == AssignOp::add ? Opcode::add : Opcode::sub, target, old, operand);
  } else {
    if (op == AssignOp::subtract) operand = code.made(Opcode::sub, {}, code.constant(0), operand);
    code.emit(Opcode::cycle, target, old, operand, static_cast<int>(domain_size(code.program.rules, type)));
  }
}

void Lets::forget_variable(CodeWriter& code, int variable) const {
  const Word mask = forget_variable_[variable];
  if (mask) code.emit(Opcode::forget, code.constant(static_cast<std::int64_t>(mask)));
}

Slot key_of(CodeWriter& code, const Stmt& stmt, int without, std::int64_t* stride_of) {
  const rules::Kind& kind = code.program.rules.kinds[stmt.ref];
  const auto& first = code.program.pieces.first_key[stmt.ref];
  // key = first key of the kind + owner * states + sum of (field - lowest) * stride
  std::int64_t known_part = first[0];
  Slot sum = 0;
  const auto add = [&](Slot term, std::int64_t factor) {
    Slot part = term;
    if (factor != 1) {
      part = code.take(1);
      code.emit(Opcode::mul, part, term, code.constant(factor));
    }
    const Slot next = code.take(1);
    if (sum)
      code.emit(Opcode::add, next, sum, part);
    else
      code.emit(Opcode::mov, next, part);
    sum = next;
  };
  if (kind.owned && !kind.owner_from) {
    const std::int64_t states = first.size() > 1 ? first[1] - first[0] : 0;
    const Expr* owner = stmt.exprs.size() > 1 ? &stmt.exprs[1] : nullptr;
    const auto fixed = owner ? known(code, *owner) : std::nullopt;
    if (fixed)
      known_part += *fixed * states;
    else
      add(owner ? value(code, *owner) : Layout::kMe, states);
  }
  for (std::size_t i = 0; i < kind.fields.size(); ++i) {
    const int f = kind.fields[i];
    const Type& type = code.program.rules.fields[f].type;
    const std::int64_t lo = code.program.pieces.fields[f].lo;
    const std::int64_t stride = code.program.pieces.fields[f].stride[first[0]];
    const Expr& init = stmt.inits[i];
    if (const auto fixed = known(code, init)) {
      check_known(code, *fixed, init.type, type, init.span);
      known_part += (*fixed - lo) * stride;
      continue;
    }
    if (without >= 0 && is_local(init, without)) {
      *stride_of += stride;
      known_part -= lo * stride;
      continue;
    }
    Slot field = value(code, init);
    if ((!type.is_set || type.subset != 0) && !fits(init.type, type)) {
      const Slot own = code.take(1);
      code.emit(Opcode::mov, own, field);
      check_range(code, own, init.type, type);
      field = own;
    }
    known_part -= lo * stride;
    add(field, stride);
  }
  Slot key = code.constant(known_part);
  if (sum) {
    key = code.take(1);
    code.emit(Opcode::add, key, sum, code.constant(known_part));
  }
  return key;
}

void test_ends(CodeWriter& code) {
  if (!code.program.rules.judging.ends.empty()) code.emit(Opcode::call, 0, 0, code.program.entries.ends);
}

void result(CodeWriter& code, const rules::Result& result) {
  const CodeWriter::At at(code, result.span);
  code.program.entries.has_winners = code.program.entries.has_winners || result.kind == rules::ResultKind::wins ||
                                     result.kind == rules::ResultKind::loses;
  switch (result.kind) {
    case rules::ResultKind::wins:
      if (result.player)
        code.emit(Opcode::end_win, value(code, *result.player));
      else
        code.emit(Opcode::end_team);
      break;
    case rules::ResultKind::loses: {
      if (!result.player || code.program.rules.players.size() < 2) {
        code.emit(Opcode::end_lost);
        break;
      }
      // The other one of two players wins.
      const Slot winner = code.take(1), one = code.constant(1);
      code.emit(Opcode::sub, winner, one, value(code, *result.player));
      code.emit(Opcode::end_win, winner);
      break;
    }
    case rules::ResultKind::tie:
      code.emit(Opcode::end_tie);
      break;
    case rules::ResultKind::score:
      if (code.options.covers && code.program.entries.score >= 0)
        for (std::size_t p = 0; p < (code.program.rules.team ? 1 : code.program.rules.players.size()); ++p) {
          code.emit(Opcode::mov, code.program.entries.score_player, code.constant(static_cast<std::int64_t>(p)));
          code.emit(Opcode::call, 0, 0, code.program.entries.score);
        }
      code.emit(Opcode::end_score);
      break;
  }
}

void require(CodeWriter& code, const Expr& condition, const rules::Text& message, lang::Span span,
             const std::string& fallback, bool is_error) {
  const Label refused = code.new_label(), fine = code.new_label();
  jump_unless(code, condition, refused);
  code.emit_jump(Opcode::jump, 0, 0, fine);
  code.place(refused);
  fail(code, message, span, fallback, is_error);
  code.place(fine);
}

void fail(CodeWriter& code, const rules::Text& message, lang::Span span, const std::string& fallback, bool is_error,
          lang::Code error) {
  const Label silent = code.new_label();
  if (!is_error) code.emit_jump(Opcode::quiet, 0, 0, silent);
  const int entry = write_message(code, message, span, fallback);
  code.program.code.messages[static_cast<std::size_t>(entry)].code = error;
  code.emit(is_error ? Opcode::error : Opcode::fail, static_cast<Slot>(entry));
  code.place(silent);
  if (!is_error) code.emit(Opcode::ret_fail);
}

int write_message(CodeWriter& code, const rules::Text& message, lang::Span span, const std::string& fallback) {
  Message entry;
  entry.span = span;
  entry.text = message.empty() ? nullptr : &message;
  entry.fallback = fallback;
  const int begin = code.here();
  for (const rules::TextPart& part : message.parts) {
    if (!part.hole) continue;
    const Slot own = code.take(code.words(part.hole->type));
    value_into(code, *part.hole, own);
    entry.holes.push_back({part.hole->type, own});
  }
  // Texts are no rules.
  if (code.options.covers)
    std::fill(code.program.code.spans.begin() + begin, code.program.code.spans.end(), lang::Span{});
  code.program.code.messages.push_back(std::move(entry));
  return static_cast<int>(code.program.code.messages.size() - 1);
}

void pass(CodeWriter& code, const std::vector<Slot>& arguments, const std::vector<Expr>& given,
          const rules::Frame& callee, const LocalSlots& scope, std::size_t first) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    code.copy(scope.slots[first + i], arguments[i], code.words(given[i].type));
    check_range(code, scope.slots[first + i], given[i].type, callee.locals[first + i].type);
  }
}

void Effects::compile(CodeWriter& code) {
  const rules::Rules& rules = code.program.rules;
  slots_.resize(rules.effects.size());
  code.program.entries.effects.assign(rules.effects.size(), -1);
  for (std::size_t i = 0; i < rules.effects.size(); ++i) {
    code.facts.add_effect(rules.effects[i]);  // after those that it calls
    slots_[i] = code.make_scope(rules.effects[i].frame);
    code.program.entries.effects[i] = code.here();
    const CodeWriter::At at(code, rules.effects[i].span);
    const CodeWriter::InScope in(code, slots_[i]);
    code.note_part(rules.effects[i].span);
    block(code, rules.effects[i].body);
    code.emit(Opcode::ret);
  }
}

}  // namespace glint::compiling
