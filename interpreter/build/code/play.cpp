#include "interpreter/build/code/moves.hpp"

#include <algorithm>

#include "interpreter/build/code/compiler.hpp"
#include "lang/rules/walk.hpp"

namespace glint::compiling {

// ---- slots ----

/// In the place of a slot: a fold's own name, which has a register. In the state it would stay as the fold has left it, and
/// make positions differ that are the same.
constexpr Slot kInFold = ~Slot{0};

Slot PlayCompiler::reserve() {
  Slot end = program_.layout.play;
  const std::vector<rules::Local>& locals = program_.rules.play.frame.locals;
  std::vector<bool> is_named(locals.size(), false);
  rules::for_each_stmt(program_.rules.play.body, [&](const Stmt& stmt) {
    if (binds_in_play(stmt) || stmt.kind == StmtKind::for_ || (stmt.kind == StmtKind::turn && stmt.ref >= 0))
      is_named[stmt.ref] = true;
  });
  for (std::size_t i = 0; i < locals.size(); ++i) {
    names_.names.push_back(&locals[i]);
    names_.slots.push_back(is_named[i] ? end : kInFold);
    if (!is_named[i]) continue;
    add_slots(end, locals[i].type);
    end += static_cast<Slot>(code_.words(locals[i].type));
  }
  rules::for_each_stmt(program_.rules.play.body, [&](const Stmt& stmt) { reserve_iterators(stmt, end); });
  return end;
}

/// Adds the slots of a value of this type, with the possible values of each.
void PlayCompiler::add_slots(Slot slot, const Type& type) {
  const bool cells = type.base == Base::cell || type.base == Base::place;
  if (!type.is_set) {
    const std::int64_t size = cells ? program_.geometry.cells : program_.values_of(type);
    program_.layout.play_slots.push_back({slot, false, false, domain_first(type), domain_first(type) + size - 1, 0});
    return;
  }
  for (int i = 0; i < code_.words(type); ++i) {
    Word within = 0;
    if (cells) within = program_.geometry.board[i % program_.words()];
    else if (type.base == Base::edge) within = program_.geometry.all_edges()[i];
    else
      for (std::int64_t v = domain_first(type); v < domain_first(type) + domain_size(program_.rules, type); ++v)
        if (v >= 0 && v < 64) add_bit(&within, v);
    program_.layout.play_slots.push_back({slot + static_cast<Slot>(i), true, false, 0, 0, within});
  }
}

/// Takes slots from `next` on for a loop, or a turn of each player.
void PlayCompiler::reserve_iterators(const Stmt& stmt, Slot& next) {
  if (stmt.kind == StmtKind::turn && stmt.each) {
    iterators_[&stmt] = next;
    const auto players = static_cast<std::int64_t>(program_.rules.players.size());
    program_.layout.play_slots.push_back({next++, false, true, 0, players - 1, 0});
  }
  if (stmt.kind == StmtKind::for_) {
    iterators_[&stmt] = next;
    const Type& type = stmt.exprs[0].type;
    if (is_counted(stmt.exprs[0]))
      for (const Slot slot : {next, next + 1})
        program_.layout.play_slots.push_back({slot, false, false, type.lo - 1, type.hi, 0});
    else add_slots(next, type);
    next += static_cast<Slot>(std::max(2, code_.words(type)));
  }
  if (stmt.kind == StmtKind::turn && stmt.ref >= 0)
    for (PlaySlot& place : program_.layout.play_slots)
      if (place.slot == names_.slots[stmt.ref]) place.is_turn = true;
}

// ---- setup and play ----

void PlayCompiler::compile() {
  const CodeWriter::InMode mode(code_, CodeWriter::Mode::play);
  for (std::size_t i = 0; i < names_.slots.size(); ++i)
    if (names_.slots[i] == kInFold) names_.slots[i] = code_.take(code_.words(names_.names[i]->type));
  const CodeWriter::InScope in(code_, names_);
  program_.entries.play = code_.here();
  readers_.resize(names_.slots.size());
  number_statements(program_.rules.play.body);
  // Before a loop begins, its slots have a value of its range, so that every printed position can be read back.
  for (const PlaySlot& place : program_.layout.play_slots)
    if (!place.is_set && (place.lo > 0 || place.hi < 0))
      code_.emit(Opcode::mov, place.slot, code_.constant(place.lo));
  block(program_.rules.play.body);
  test_ends(code_);
  // A play block that reaches its end without a result ends the game in a tie.
  code_.emit(Opcode::end_tie);
}

void PlayCompiler::compile_setup() {
  const rules::Rules& rules = program_.rules;
  const CodeWriter::InMode mode(code_, CodeWriter::Mode::play);
  LocalSlots scope = code_.make_scope(rules.setup.frame);
  const CodeWriter::InScope in(code_, scope);
  program_.entries.setup = code_.here();
  for (std::size_t v = 0; v < rules.variables.size(); ++v) {
    const At at(code_, rules.variables[v].span);
    first_values(rules.variables[v], program_.layout.variables[v]);
  }
  compiling::block(code_, rules.setup.body);
  code_.emit(Opcode::ret);
}

void PlayCompiler::first_values(const rules::Variable& variable, Slot base) {
  const int width = code_.words(variable.type);
  LocalSlots names = code_.make_scope(variable.frame);  // names bound in its first value
  const CodeWriter::InScope within(code_, names);
  const bool is_checked = !fits(variable.initial.type, variable.type);
  const std::int64_t count = variable.index ? program_.values_of(*variable.index) : 1;
  if (variable.frame.params > 0) {  // a value for each index, which is the first local
    const std::int64_t first = domain_first(*variable.index);
    const Slot index = code_.take(1), each = code_.take(width);
    code_.count(index, 0, count - 1, [&](Label) {
      code_.emit(Opcode::addi, code_.local(0), index, first);
      value_into(code_, variable.initial, each);
      if (variable.is_bag || is_checked) check_range(code_, each, variable.initial.type, variable.type);
      code_.emit(Opcode::store, base, each, index, width);
    });
    return;
  }
  Slot initial = value(code_, variable.initial);
  if (is_checked) {
    const Slot own = code_.take(width);
    code_.copy(own, initial, width);
    check_range(code_, own, variable.initial.type, variable.type);
    initial = own;
  }
  for (std::int64_t i = 0; i < count; ++i) code_.copy(base + static_cast<Slot>(i * width), initial, width);
}

void PlayCompiler::block(const Block& statements) {
  blocks_.push_back({&statements, 0, {}});
  for (std::size_t i = 0; i < statements.size(); ++i) {
    blocks_.back().at = i;
    compiling::statement(code_, statements[i]);
    if (binds_in_play(statements[i])) blocks_.back().names.push_back(statements[i].ref);
  }
  blocks_.pop_back();
  for (const Stmt& stmt : statements)
    if (binds_in_play(stmt)) forget_local(stmt.ref);
}

bool PlayCompiler::statement(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::draw: draw(stmt); return true;
    case StmtKind::turn: turn(stmt); return true;
    case StmtKind::together: together(stmt); return true;
    case StmtKind::choose: choose(stmt); return true;
    case StmtKind::repeat: repeat(stmt); return true;
    case StmtKind::for_: loop(stmt); return true;
    default: return false;
  }
}

void PlayCompiler::draw(const Stmt& stmt) {
  DrawNode draw;
  draw.span = stmt.span;
  if (stmt.number == 1) {
    const rules::Local& local = program_.rules.play.frame.locals[stmt.ref];
    draw.target = code_.local(stmt.ref);
    draw.type = local.type;
    draw.name = local.name;
  } else {
    const rules::Variable& variable = program_.rules.variables[stmt.ref];
    draw.target = program_.layout.variables[stmt.ref];
    draw.type = variable.type;
    draw.name = variable.name;
    draw.variable = stmt.ref;
  }
  forget_dead_at(stmt);
  draw.begin = code_.here();
  const auto number = static_cast<Slot>(program_.draws.size());
  Type drawn;
  if (stmt.bag >= 0) {
    const Type& index = *program_.rules.variables[stmt.bag].index;
    draw.form = DrawNode::Form::bag;
    draw.bag = stmt.bag;
    draw.first = domain_first(index);
    draw.values = program_.values_of(index);
    drawn = index;
    code_.emit(Opcode::draw, program_.layout.variables[stmt.bag], number);
  } else {
    const bool several = stmt.exprs.size() > 1;
    const int count = code_.words(stmt.exprs[0].type);
    draw.form = several ? DrawNode::Form::some : DrawNode::Form::one;
    drawn = stmt.exprs[0].type;
    drawn.is_set = several;
    const Slot set = code_.take(count);
    value_into(code_, stmt.exprs[0], set);
    code_.emit(Opcode::draw, set, number, several ? value(code_, stmt.exprs[1]) : 0, count);
  }
  draw.resume = code_.here();
  check_range(code_, draw.target, drawn, draw.type);
  program_.draws.push_back(std::move(draw));
  if (stmt.number != 1) code_.lets.forget_variable(code_, stmt.ref);
  if (stmt.bag >= 0) code_.lets.forget_variable(code_, stmt.bag);
}

void PlayCompiler::turn(const Stmt& stmt) {
  if (stmt.each) {
    const Slot player = iterators_.at(&stmt);
    code_.count(player, 0, static_cast<std::int64_t>(program_.rules.players.size()) - 1, [&](Label) {
      code_.emit(Opcode::mov, Layout::kMe, player);
      if (stmt.ref >= 0) code_.emit(Opcode::mov, code_.local(stmt.ref), player);
      block(stmt.body);
    });
    forget(player, 1);
  } else {
    const Expr& player = stmt.exprs[0];
    value_into(code_, player, Layout::kMe);
    if (stmt.ref >= 0) code_.emit(Opcode::mov, code_.local(stmt.ref), Layout::kMe);
    const std::size_t first = program_.nodes.size();
    block(stmt.body);
    if (player.op == Op::constant)
      for (std::size_t n = first; n < program_.nodes.size(); ++n)
        program_.nodes[n].player = static_cast<int>(player.number);
  }
  if (stmt.ref >= 0) forget_local(stmt.ref);
}

void PlayCompiler::together(const Stmt& stmt) {
  Node node{stmt.moves, 0, -1, stmt.span, true};
  const auto number = static_cast<Slot>(program_.nodes.size());
  forget_dead_at(stmt);
  code_.emit(Opcode::choose, code_.constant(0), number);
  node.resume = code_.here();
  if (stmt.has_else) node.otherwise = code_.here();  // the place where no player has a choice
  program_.nodes.push_back(std::move(node));
}

void PlayCompiler::choose(const Stmt& stmt) {
  const auto number = static_cast<Slot>(program_.nodes.size());
  program_.nodes.push_back({stmt.moves, 0, -1, stmt.span, false});
  forget_dead_at(stmt);
  code_.emit(Opcode::choose, Layout::kMe, number);
  program_.nodes[number].resume = code_.here();
  if (!stmt.has_else) return;
  const Label out = code_.new_label();
  code_.emit_jump(Opcode::jump, 0, 0, out);
  program_.nodes[number].otherwise = code_.here();
  block(stmt.other);
  if (!stmt.other.empty() && stmt.other.front().kind == StmtKind::choose) program_.nodes[number + 1].before = number;
  code_.place(out);
}

void PlayCompiler::repeat(const Stmt& stmt) {
  const auto has_some = [&](const Expr& over) { return code_.constants.try_value(over).value_or(1) != 0; };
  if (!rules::passes_choice(stmt.body, has_some))
    build_fail(lang::Code::G0406, {stmt.span.file, stmt.span.begin, stmt.span.begin + 6},
               "with these options this `repeat` can loop without a choice or an end",
               "a `for` in it goes through a set that is empty");
  const Label again = code_.new_label(), out = code_.new_label();
  code_.place(again);
  if (!stmt.exprs.empty()) jump_unless(code_, make_expr(Op::not_, kFlag, stmt.span, -1, {stmt.exprs[0]}), out);
  block(stmt.body);
  code_.emit_jump(Opcode::jump, 0, 0, again);
  code_.place(out);
}

void PlayCompiler::loop(const Stmt& stmt) {
  const Slot iterator = iterators_.at(&stmt);
  const Expr& domain = stmt.exprs[0];
  const int count = code_.words(domain.type);
  const Label exit = code_.new_label();
  const auto body = [&](Label) {
    if (is_counted(domain)) code_.emit(Opcode::mov, code_.local(stmt.ref), iterator);
    if (stmt.exprs.size() > 1) jump_unless(code_, stmt.exprs[1], exit);
    block(stmt.body);
  };
  if (is_counted(domain)) {
    count_from(code_, domain, iterator, iterator + 1);
    code_.loop(Opcode::count_up, iterator, iterator + 1, 0, exit, body);
  } else {
    value_into(code_, domain, iterator);
    code_.loop(CodeWriter::next_of(count), code_.local(stmt.ref), iterator, count, exit, body);
  }
  code_.place(exit);
  forget(iterator, std::max(2, count));
  forget_local(stmt.ref);
}

// ---- what play forgets ----

/// Resets slots to their first values.
void PlayCompiler::forget(Slot first, int count) {
  for (const PlaySlot& place : program_.layout.play_slots) {
    if (place.slot < first || place.slot >= first + static_cast<Slot>(count)) continue;
    const bool may_be_zero = place.is_set || (place.lo <= 0 && place.hi >= 0);
    code_.emit(Opcode::mov, place.slot, code_.constant(may_be_zero ? 0 : place.lo));
  }
}

void PlayCompiler::forget_local(int ref) {
  forget(code_.local(ref), code_.words(program_.rules.play.frame.locals[ref].type));
}

/// Forgets visible names that nothing reads after this wait. (The local of a loop is computed again in each round, from
/// the rest of the loop.)
void PlayCompiler::forget_dead_at(const Stmt& wait) {
  for (std::size_t depth = 0; depth < blocks_.size(); ++depth)
    for (const int ref : blocks_[depth].names)
      if (!is_read_after(depth, ref, wait)) forget_local(ref);
}

void PlayCompiler::number_statements(const Block& statements) {
  for (const Stmt& stmt : statements) {
    const int number = static_cast<int>(numbers_.size());
    numbers_[&stmt] = {number, number};
    rules::for_each_own_expr(stmt, [&](const Expr& own) {
      walk(own, [&](const Expr& e) {
        if (e.op == Op::local && (readers_[e.ref].empty() || readers_[e.ref].back() != number))
          readers_[e.ref].push_back(number);
      });
    });
    number_statements(stmt.body);
    number_statements(stmt.other);
    numbers_[&stmt].last = static_cast<int>(numbers_.size()) - 1;
  }
}

/// True if one of the statements from the first to the last, or in them, reads the local.
bool PlayCompiler::is_read_in(int ref, const Stmt& first, const Stmt& last) const {
  const std::vector<int>& readers = readers_[ref];
  const auto found = std::lower_bound(readers.begin(), readers.end(), numbers_.at(&first).first);
  return found != readers.end() && *found <= numbers_.at(&last).last;
}

/// True if a statement after the wait may read the local, which the block at depth `binding` names.
bool PlayCompiler::is_read_after(std::size_t binding, int ref, const Stmt& wait) const {
  if (is_read_in(ref, wait, wait)) return true;  // an `else`; the set that a draw draws from is computed again after the wait
  for (std::size_t depth = blocks_.size(); depth-- > binding;) {
    const Place& block = blocks_[depth];
    const std::size_t next = block.at + 1;
    if (next < block.statements->size() && is_read_in(ref, (*block.statements)[next], block.statements->back()))
      return true;
    if (depth == binding) break;
    // The statement around the block. All of a loop may run again, except its domain.
    const Place& around = blocks_[depth - 1];
    const Stmt& owner = (*around.statements)[around.at];
    const bool is_loop = owner.kind == StmtKind::for_ || owner.kind == StmtKind::repeat || owner.each;
    if (!is_loop) continue;
    if (!owner.body.empty() && is_read_in(ref, owner.body.front(), owner.body.back())) return true;
    for (std::size_t i = owner.kind == StmtKind::repeat ? 0 : 1; i < owner.exprs.size(); ++i)
      if (reads_local(owner.exprs[i], ref)) return true;
  }
  return false;
}

}  // namespace glint::compiling
