// The play block, with its waits; ends, invariants, scores; tests.
#include <algorithm>

#include "interpreter/build/board/geometry.hpp"
#include "interpreter/build/code/loops.hpp"

namespace glint {

using rules::Base;
using rules::Op;
using rules::StmtKind;

// ---- the play block ----

/// What a value of this type may be, for each of its words.
void Compiler::add_play_slots(Slot slot, const Type& type) {
  const bool cells = type.base == Base::cell || type.base == Base::place;
  const bool edges = type.base == Base::edge;
  if (!type.is_set) {
    const std::int64_t size = cells ? program_.geometry.cells : program_.values_of(type);
    program_.play_slots.push_back({slot, false, false, domain_first(type), domain_first(type) + size - 1, 0});
    return;
  }
  for (int i = 0; i < words(type); ++i) {
    Word within = 0;
    if (cells) within = program_.geometry.board[static_cast<std::size_t>(i % program_.words())];
    else if (edges) within = program_.geometry.all_edges()[static_cast<std::size_t>(i)];
    else
      for (std::int64_t v = domain_first(type); v < domain_first(type) + domain_size(program_.rules, type); ++v)
        if (v >= 0 && v < 64) within |= Word{1} << v;
    program_.play_slots.push_back({slot + static_cast<Slot>(i), true, false, 0, 0, within});
  }
}

/// Iterators of the play block live in the State: play waits inside of its loops.
Slot Compiler::reserve_play(const Block& block, Slot next) {
  for (const Stmt& stmt : block) {
    if (stmt.kind == StmtKind::for_ || (stmt.kind == StmtKind::turn && stmt.each)) {
      play_iterators_[&stmt] = next;
      if (stmt.kind == StmtKind::turn) {
        const auto players = static_cast<std::int64_t>(program_.rules.players.size());
        program_.play_slots.push_back({next, false, true, 0, players - 1, 0});
      } else {
        const Type& type = stmt.exprs[0].type;
        const bool counted = stmt.exprs[0].op == Op::range || (stmt.exprs[0].op == Op::all && type.base == Base::number);
        if (counted) {
          program_.play_slots.push_back({next, false, false, type.lo - 1, type.hi, 0});
          program_.play_slots.push_back({next + 1, false, false, type.lo - 1, type.hi, 0});
        } else {
          add_play_slots(next, type);
        }
      }
      next += static_cast<Slot>(stmt.kind == StmtKind::turn ? 1 : std::max(2, words(stmt.exprs[0].type)));
    }
    if (stmt.kind == StmtKind::turn && stmt.ref >= 0) {
      Slot local_slot = program_.layout.play;
      for (int i = 0; i < stmt.ref; ++i)
        local_slot += static_cast<Slot>(words(program_.rules.play_frame.locals[static_cast<std::size_t>(i)].type));
      for (PlaySlot& place : program_.play_slots)
        if (place.slot == local_slot) place.is_turn = true;
    }
    next = reserve_play(stmt.body, next);
    next = reserve_play(stmt.other, next);
  }
  return next;
}

/// How many of each value are in a bag at first.
void Compiler::fill_bag(const rules::Variable& bag, Slot base) {
  Scope scope = make_scope(bag.frame);
  const InScope in(*this, scope);
  const std::int64_t count = program_.values_of(*bag.index), first = domain_first(*bag.index);
  const Slot index = take(1), number = take(1);
  const Label again = new_label(), exit = new_label();
  emit(Opcode::mov, index, constant(-1));
  place(again);
  emit_jump(Opcode::count_up, index, constant(count - 1), exit);
  emit(Opcode::addi, local(0), index, static_cast<std::uint32_t>(static_cast<std::int32_t>(first)));
  value_into(bag.initial, number);
  check_range(number, bag.initial.type, bag.type);
  emit(Opcode::store, base, number, index, 1);
  emit_jump(Opcode::jump, 0, 0, again);
  place(exit);
}

void Compiler::compile_play() {
  const rules::Rules& rules = program_.rules;
  Scope setup = make_scope(rules.setup_frame);
  {
    const InScope in(*this, setup);
    mode_ = Mode::play;
    program_.setup_code = here();
    for (std::size_t v = 0; v < rules.variables.size(); ++v) {
      const rules::Variable& variable = rules.variables[v];
      const At at(*this, variable.span);
      const Slot base = program_.layout.variables[v];
      const int width = words(variable.type);
      if (variable.is_bag) {
        fill_bag(variable, base);
        continue;
      }
      Scope names = make_scope(variable.frame);  // those that its first value binds by itself
      const InScope within(*this, names);
      Slot initial = value(variable.initial);
      if (variable.initial.type.lo < variable.type.lo || variable.initial.type.hi > variable.type.hi) {
        const Slot own = take(width);
        copy(own, initial, width);
        check_range(own, variable.initial.type, variable.type);
        initial = own;
      }
      std::int64_t count = 1;
      if (variable.index)
        count = program_.values_of(*variable.index);
      for (std::int64_t i = 0; i < count; ++i) copy(base + static_cast<Slot>(i * width), initial, width);
    }
    block(rules.setup);
    emit(Opcode::ret);
  }
  Scope play;
  Slot next = program_.layout.play;
  for (const rules::Local& one : rules.play_frame.locals) {
    play.slots.push_back(next);
    next += static_cast<Slot>(words(one.type));
  }
  const InScope in(*this, play);
  mode_ = Mode::play;
  program_.play_code = here();
  // Before a loop has begun its place has some value of its range, so that every position reads back as it prints.
  for (const PlaySlot& place : program_.play_slots)
    if (!place.is_set && (place.lo > 0 || place.hi < 0)) emit(Opcode::mov, place.slot, constant(place.lo));
  in_play_ = true;
  block(rules.play);
  in_play_ = false;
  test_ends();
  // A play block that comes to its end without a result ends the game in a tie.
  emit(Opcode::end_tie);
}

void Compiler::play_statement(const Stmt& stmt) {
  const At at(*this, stmt.span);
  switch (stmt.kind) {
    case StmtKind::draw: {
      DrawNode draw;
      draw.span = stmt.span;
      if (stmt.number == 1) {
        draw.target = local(stmt.ref);
        draw.type = program_.rules.play_frame.locals[static_cast<std::size_t>(stmt.ref)].type;
        draw.name = program_.rules.play_frame.locals[static_cast<std::size_t>(stmt.ref)].name;
      } else {
        const rules::Variable& variable = program_.rules.variables[static_cast<std::size_t>(stmt.ref)];
        draw.target = program_.layout.variables[static_cast<std::size_t>(stmt.ref)];
        draw.type = variable.type;
        draw.name = variable.name;
        draw.variable = stmt.ref;
      }
      forget_dead_at(stmt);
      draw.begin = here();
      const auto number = static_cast<Slot>(program_.draws.size());
      Type drawn;
      if (stmt.bag >= 0) {
        const Type& index = *program_.rules.variables[static_cast<std::size_t>(stmt.bag)].index;
        draw.form = DrawNode::Form::bag;
        draw.bag = stmt.bag;
        draw.first = domain_first(index);
        draw.values = program_.values_of(index);
        drawn = index;
        emit(Opcode::draw, program_.layout.variables[static_cast<std::size_t>(stmt.bag)], number);
      } else {
        const bool several = stmt.exprs.size() > 1;
        draw.form = several ? DrawNode::Form::some : DrawNode::Form::one;
        drawn = stmt.exprs[0].type;
        drawn.is_set = several;
        const Slot set = take(words(stmt.exprs[0].type));
        value_into(stmt.exprs[0], set);
        emit(Opcode::draw, set, number, several ? value(stmt.exprs[1]) : 0, words(stmt.exprs[0].type));
      }
      draw.resume = here();
      check_range(draw.target, drawn, draw.type);
      program_.draws.push_back(std::move(draw));
      if (stmt.number != 1) forget_variable(stmt.ref);
      if (stmt.bag >= 0) forget_variable(stmt.bag);
      break;
    }
    case StmtKind::turn: {
      if (stmt.each) {
        const Slot player = play_iterators_.at(&stmt);
        const Label again = new_label(), exit = new_label();
        emit(Opcode::mov, player, constant(-1));
        place(again);
        emit_jump(Opcode::count_up, player, constant(static_cast<std::int64_t>(program_.rules.players.size()) - 1), exit);
        emit(Opcode::mov, Layout::kMe, player);
        if (stmt.ref >= 0) emit(Opcode::mov, local(stmt.ref), player);
        block(stmt.body);
        emit_jump(Opcode::jump, 0, 0, again);
        place(exit);
        forget_play(player, 1);
      } else {
        value_into(stmt.exprs[0], Layout::kMe);
        if (stmt.ref >= 0) emit(Opcode::mov, local(stmt.ref), Layout::kMe);
        block(stmt.body);
      }
      if (stmt.ref >= 0) forget_play_local(stmt.ref);
      break;
    }
    case StmtKind::together: {
      Node node;
      node.moves = stmt.moves;
      node.span = stmt.span;
      node.together = true;
      const auto number = static_cast<Slot>(program_.nodes.size());
      forget_dead_at(stmt);
      emit(Opcode::together, 0, number);
      node.resume = here();
      if (stmt.has_else) node.otherwise = here();  // where nobody has anything to choose
      program_.nodes.push_back(std::move(node));
      break;
    }
    case StmtKind::choose: {
      Node node;
      node.moves = stmt.moves;
      node.span = stmt.span;
      const auto number = static_cast<Slot>(program_.nodes.size());
      program_.nodes.push_back(node);
      forget_dead_at(stmt);
      emit(Opcode::choose, Layout::kMe, number);
      const Label out = new_label();
      program_.nodes[number].resume = here();
      if (stmt.has_else) {
        emit_jump(Opcode::jump, 0, 0, out);
        program_.nodes[number].otherwise = here();
        block(stmt.other);
        place(out);
      }
      break;
    }
    case StmtKind::repeat: {
      const Label again = new_label(), out = new_label();
      place(again);
      if (!stmt.exprs.empty()) {
        const Label on = new_label();
        jump_unless(stmt.exprs[0], on);
        emit_jump(Opcode::jump, 0, 0, out);
        place(on);
      }
      block(stmt.body);
      emit_jump(Opcode::jump, 0, 0, again);
      place(out);
      break;
    }
    case StmtKind::for_: {
      const Slot iterator = play_iterators_.at(&stmt);
      const Expr& domain = stmt.exprs[0];
      const Label again = new_label(), exit = new_label();
      if (domain.op == Op::range || (domain.op == Op::all && domain.type.base == Base::number)) {
        if (domain.op == Op::range) {
          value_into(domain.kids[1], iterator + 1);
          emit(Opcode::addi, iterator, value(domain.kids[0]), static_cast<std::uint32_t>(-1));
        } else {
          emit(Opcode::mov, iterator + 1, constant(domain.type.hi));
          emit(Opcode::mov, iterator, constant(domain.type.lo - 1));
        }
        place(again);
        emit_jump(Opcode::count_up, iterator, iterator + 1, exit);
        emit(Opcode::mov, local(stmt.ref), iterator);
      } else {
        const int count = words(domain.type);
        value_into(domain, iterator);
        place(again);
        emit_jump(count == 1 ? Opcode::next1 : Opcode::next, local(stmt.ref), iterator, exit, count);
      }
      if (stmt.exprs.size() > 1) jump_unless(stmt.exprs[1], exit);
      block(stmt.body);
      emit_jump(Opcode::jump, 0, 0, again);
      place(exit);
      forget_play(iterator, std::max(2, words(domain.type)));
      forget_play_local(stmt.ref);
      break;
    }
    default: break;
  }
}

void Compiler::compile_ends() {
  const rules::Rules& rules = program_.rules;
  mode_ = Mode::play;
  const auto per_player = [&](const std::optional<rules::PerPlayer>& one, int& code, Slot& player, Slot& result) {
    if (!one) return;
    Scope scope = make_scope(one->frame);
    const InScope in(*this, scope);
    const At at(*this, one->span);
    player = scope.slots.empty() ? take(1) : scope.slots[0];
    result = take(1);
    const Slot own = top();
    code = here();
    value_into(one->value, result);
    emit(Opcode::ret);
    optimise(code, own);
  };
  per_player(rules.score, program_.score_code, program_.score_player, program_.score_value);
  per_player(rules.heuristic, program_.heuristic_code, program_.heuristic_player, program_.heuristic_value);

  program_.ends_code = here();
  Slot first_slot = top();
  for (const rules::EndRule& rule : rules.ends) {
    Scope scope = make_scope(rule.frame);
    const InScope in(*this, scope);
    const At at(*this, rule.span);
    if (const auto known = constants_.try_value(rule.when); known && !*known) continue;
    const int bit = rule_bit(rule.when);
    const Label fine = new_label();
    if (bit >= 0) emit_jump(Opcode::jkept, static_cast<Slot>(bit), 0, fine);
    if (rule.player < 0) {
      const Label skip = new_label();
      jump_unless(rule.when, skip);
      result(rule.result);
      place(skip);
      if (bit >= 0) emit(Opcode::kept, static_cast<Slot>(bit));
      place(fine);
      continue;
    }
    const Slot player = local(rule.player);
    if (may_write_out(rule.when, rules.players.size())) {
      const int unrolled = unrolled_;
      unrolled_ *= static_cast<int>(rules.players.size());
      for (std::size_t p = 0; p < rules.players.size(); ++p) {
        const Label skip = new_label();
        jump_unless(with_value(rule.when, rule.player, static_cast<std::int64_t>(p)), skip);
        emit(Opcode::mov, player, constant(static_cast<std::int64_t>(p)));
        result(rule.result);
        place(skip);
      }
      unrolled_ = unrolled;
      if (bit >= 0) emit(Opcode::kept, static_cast<Slot>(bit));
      place(fine);
      continue;
    }
    const Label again = new_label(), exit = new_label();
    emit(Opcode::mov, player, constant(-1));
    place(again);
    emit_jump(Opcode::count_up, player, constant(static_cast<std::int64_t>(rules.players.size()) - 1), exit);
    jump_unless(rule.when, again);
    result(rule.result);
    place(exit);
    if (bit >= 0) emit(Opcode::kept, static_cast<Slot>(bit));
    place(fine);
  }
  emit(Opcode::ret);
  optimise(program_.ends_code, first_slot);

  program_.invariants_code = here();
  first_slot = top();
  for (const rules::Invariant& invariant : rules.invariants) {
    Scope scope = make_scope(invariant.frame);
    const InScope in(*this, scope);
    const At at(*this, invariant.span);
    const int bit = rule_bit(invariant.condition);
    const Label broken = new_label(), holds = new_label(), fine = new_label();
    if (bit >= 0) emit_jump(Opcode::jkept, static_cast<Slot>(bit), 0, fine);
    jump_unless(invariant.condition, broken);
    emit_jump(Opcode::jump, 0, 0, holds);
    place(broken);
    fail(invariant.message, invariant.span, "an invariant does not hold", true);
    place(holds);
    if (bit >= 0) emit(Opcode::kept, static_cast<Slot>(bit));
    place(fine);
  }
  emit(Opcode::ret);
  optimise(program_.invariants_code, first_slot);

  for (const rules::Show& show : rules.shows) {
    Scope scope = make_scope(show.frame);
    const InScope in(*this, scope);
    const At at(*this, show.span);
    NoteCode note;
    note.for_each_player = show.player >= 0;
    if (note.for_each_player) note.player = local(show.player);
    note.told = take(1);
    note.code = here();
    const Label silent = new_label();
    emit(Opcode::mov, note.told, constant(0));
    if (show.when) jump_unless(*show.when, silent);
    note.message = message(show.text, show.span, "");
    emit(Opcode::mov, note.told, constant(1));
    place(silent);
    emit(Opcode::ret);
    program_.notes.push_back(note);
  }

  if (rules.clock && rules.clock->out) {
    Scope none;
    const InScope in(*this, none);
    program_.clock_out_code = here();
    result(*rules.clock->out);
    emit(Opcode::ret);
  }
}

// ---- tests ----

/// Each part of an `and` is expected by itself, in order, so that a report can say which does not hold.
void Compiler::expect_parts(const Stmt& stmt, const Expr& expected, TestCode& code) {
  if (expected.op == Op::and_) {
    for (const Expr& part : expected.kids) expect_parts(stmt, part, code);
    return;
  }
  TestStep step;
  step.statement = &stmt;
  step.expected = &expected;
  step.code = here();
  step.value = take(1);
  value_into(expected, step.value);
  const bool compares = expected.kids.size() == 2 &&
                        (expected.op == Op::equal || expected.op == Op::not_equal || expected.op == Op::less ||
                         expected.op == Op::less_equal || expected.op == Op::within || expected.op == Op::meets);
  if (compares && expected.kids[0].type.base != Base::trace) {
    step.compares = true;
    step.left = take(words(expected.kids[0].type));
    step.right = take(words(expected.kids[1].type));
    value_into(expected.kids[0], step.left);
    value_into(expected.kids[1], step.right);
  }
  emit(Opcode::ret);
  code.steps.push_back(step);
}

void Compiler::compile_tests(int only) {
  mode_ = Mode::test;
  for (std::size_t t = 0; t < program_.rules.tests.size(); ++t) {
    if (only >= 0 && static_cast<int>(t) != only) continue;
    const rules::Test& test = program_.rules.tests[t];
    TestCode code;
    code.test = static_cast<int>(t);
    if (!test.mistakes.empty()) {  // there is nothing to run
      program_.tests.push_back(std::move(code));
      continue;
    }
    Scope scope = make_scope(test.frame);
    const InScope in(*this, scope);
    for (const Stmt& stmt : test.body) {
      const At at(*this, stmt.span);
      if (stmt.kind == StmtKind::expect) {
        expect_parts(stmt, stmt.exprs[0], code);
        continue;
      }
      TestStep step;
      step.statement = &stmt;
      switch (stmt.kind) {
        case StmtKind::play:
        case StmtKind::expect_illegal:
        case StmtKind::map:
          break;
        case StmtKind::expect_result:
          step.code = here();
          step.value = take(1);
          if (stmt.result->player) value_into(*stmt.result->player, step.value);
          emit(Opcode::ret);
          break;
        case StmtKind::fix_draw:
          step.code = here();
          // One value behind the other.
          step.value = take(words(stmt.exprs[0].type) * static_cast<int>(stmt.exprs.size()));
          for (std::size_t i = 0; i < stmt.exprs.size(); ++i)
            value_into(stmt.exprs[i], step.value + static_cast<Slot>(i) * static_cast<Slot>(words(stmt.exprs[i].type)));
          emit(Opcode::ret);
          break;
        default:
          step.code = here();
          statement(stmt);
          emit(Opcode::ret);
      }
      code.steps.push_back(step);
    }
    program_.tests.push_back(std::move(code));
  }
}

}  // namespace glint
