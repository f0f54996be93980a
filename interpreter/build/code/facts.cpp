#include "interpreter/build/code/facts.hpp"

#include <algorithm>

#include "lang/source/stop.hpp"

namespace glint {

namespace {

bool any(const std::vector<bool>& some) { return std::find(some.begin(), some.end(), true) != some.end(); }

void unite(std::vector<bool>& into, const std::vector<bool>& from) {
  std::transform(from.begin(), from.end(), into.begin(), into.begin(), std::logical_or<>());
}

bool overlap(const std::vector<bool>& a, const std::vector<bool>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] && b[i]) return true;
  return false;
}

/// About how many parts are evaluated for an expression. `work_of_let`: the work of a call.
double work(const Program& program, const Expr& expr, auto&& work_of_let) {
  double sum = 1;
  for (const Expr& kid : expr.kids) sum += work(program, kid, work_of_let);
  if (expr.op == Op::call) sum += work_of_let(expr.ref);
  if (expr.op == Op::beams || expr.op == Op::trace || expr.op == Op::trace_from) sum += program.geometry.cells;
  if (binds_local(expr)) sum *= static_cast<double>(std::max<std::int64_t>(1, program.values_of(expr.kids[0].type)));
  return sum;
}

bool find_rest(const Block& block, const Stmt& stmt, Todo& found) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    found.push_back({&block, i + 1});
    if (&block[i] == &stmt || find_rest(block[i].body, stmt, found) || find_rest(block[i].other, stmt, found)) return true;
    found.pop_back();
  }
  return false;
}

}  // namespace

bool Reads::any_variable() const { return any(variables); }

void Reads::add(const Reads& more) {
  pieces = pieces || more.pieces;
  empty = empty || more.empty;
  ways = ways || more.ways;
  kinds |= more.kinds;
  fields_of |= more.fields_of;
  me = me || more.me;
  game = game || more.game;
  cell = cell || more.cell;
  owners = owners || more.owners;
  unite(fields, more.fields);
  unite(variables, more.variables);
}

Facts::Facts(const Program& program, bool follows_single_beams) : program_(program) {
  const rules::Rules& rules = program.rules;
  find_beam_reads();
  const bool has_sides = std::any_of(rules.kinds.begin(), rules.kinds.end(),
                                     [](const rules::Kind& kind) { return kind.sides.has_value(); });
  follows_ways_ = follows_single_beams && !beams_read_elsewhere_.pieces && !beam_reads_.any_variable() && !beam_reads_.other() &&
                  rules.beams.terrain.empty() && !has_sides;
}

// ---- what is read ----

Reads Facts::reads_of(const Expr& expr) const { return reads_besides(expr, -1); }

Reads Facts::reads_besides(const Expr& expr, int piece) const {
  Reads reads(program_.rules);
  add_reads(expr, piece, reads);
  return reads;
}

void Facts::add_reads(const Expr& expr, int piece, Reads& reads) const {
  const rules::Rules& rules = program_.rules;
  const auto read_kinds = [&](rules::KindMask kinds) {
    reads.pieces = reads.pieces || kinds;
    reads.kinds |= kinds;
  };
  switch (expr.op) {
    case Op::empty: reads.pieces = reads.empty = true; break;
    case Op::kind: case Op::stacked:
      reads.owners = reads.owners || !expr.kids.empty();
      read_kinds(rules::KindMask{1} << expr.ref);
      break;
    case Op::field: case Op::owner:
      if (is_local(expr.kids[0], piece)) return;
      if (expr.op == Op::field) reads.fields[expr.ref] = true;
      else reads.owners = true;
      read_kinds(kinds_with(rules, expr.op == Op::field ? expr.ref : -1));
      break;
    case Op::beams: case Op::trace: case Op::trace_from:
      reads.pieces = true;
      if (expr.op == Op::trace_from && follows_ways_) {
        reads.ways = true;
        break;
      }
      for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
        const rules::Kind& kind = rules.kinds[k];
        if (!kind.emits && kind.reaction < 0 && !kind.sides) continue;
        read_kinds(rules::KindMask{1} << k);
        reads.fields_of |= rules::KindMask{1} << k;
      }
      reads.add(beam_reads_);
      break;
    case Op::local: reads.cell = reads.cell || expr.ref == piece; break;
    case Op::variable: reads.variables[expr.ref] = true; break;
    case Op::me: reads.me = true; break;
    case Op::seen: case Op::can: case Op::move_count: case Op::score: reads.game = true; break;
    case Op::call: {
      const auto given =
          std::find_if(expr.kids.begin(), expr.kids.end(), [&](const Expr& kid) { return is_local(kid, piece); });
      if (given == expr.kids.end()) {
        reads.add(let(expr.ref));
        break;
      }
      reads.add(let_besides(expr.ref, static_cast<int>(given - expr.kids.begin())));
      for (const Expr& kid : expr.kids)
        if (&kid != &*given) add_reads(kid, piece, reads);
      return;
    }
    default: break;
  }
  for (const Expr& kid : expr.kids) add_reads(kid, piece, reads);
}

/// The reads of a let, except those of the piece on the cell that is one of its parameters.
const Reads& Facts::let_besides(int number, int parameter) const {
  const auto [known, is_new] = lets_besides_.try_emplace({number, parameter});
  if (is_new) known->second = reads_besides(program_.rules.lets[number].body, parameter);
  return known->second;
}

void Facts::find_beam_reads() {
  const rules::Rules& rules = program_.rules;
  beam_reads_ = Reads(rules);
  // Lets that beams may use, which use no beams themselves.
  lang::StopCheck stop(program_.limits.stop);
  for (const rules::Let& let : rules.lets) {
    stop.after(100);
    lets_.push_back(reads_of(let.body));
  }
  Reads found = beam_reads_;
  beams_read_elsewhere_ = found;
  rules::for_each_beam_expr(rules, [&](const Expr& expr) {
    found.add(reads_of(expr));
    beams_read_elsewhere_.add(reads_besides(expr, 0));
  });
  for (const rules::Terrain& terrain : rules.beams.terrain) beams_read_elsewhere_.add(reads_of(terrain.where));
  beam_reads_ = std::move(found);
  lets_.clear();
  lets_besides_.clear();
}

// ---- what can fail ----

bool Facts::cannot_fail(const std::vector<Expr>& arguments, const rules::Frame& callee, Given given) const {
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!fits(arguments[i].type, callee.locals[i].type) || !cannot_fail(arguments[i], given)) return false;
  return true;
}

Failing Facts::failing_of(const Expr& expr) const {
  Failing how;
  switch (expr.op) {
    case Op::constant: case Op::label: case Op::option: case Op::me: case Op::local:
    case Op::and_: case Op::or_: case Op::not_: case Op::if_: case Op::equal: case Op::not_equal: case Op::less:
    case Op::less_equal: case Op::in: case Op::within: case Op::meets:
    case Op::add: case Op::subtract: case Op::multiply: case Op::divide: case Op::modulo: case Op::negate: case Op::min: case Op::max: case Op::odd:
    case Op::cycle: case Op::cycle_distance: case Op::axis_of: case Op::index_of: case Op::x_of: case Op::y_of:
    case Op::all: case Op::empty: case Op::kind: case Op::stacked: case Op::border: case Op::drawn: case Op::unite:
    case Op::intersect: case Op::subtract_set: case Op::toggle: case Op::at_cells: case Op::off_cells:
    case Op::cells_of: case Op::cell_of: case Op::level_of: case Op::count:
    case Op::step: case Op::step_back: case Op::lines_to: case Op::ray: case Op::slide: case Op::hit: case Op::steps:
    case Op::between: case Op::distance: case Op::way_to: case Op::edges:
    case Op::walk: case Op::beside: break;
    case Op::set: how.always = expr.type.base == Base::number; break;  // it may contain a number that no set can
    case Op::comprehension: case Op::fold_any: case Op::fold_all: case Op::fold_no: case Op::fold_count:
    case Op::fold_sum: case Op::fold_unite: how.time = true; break;
    case Op::field: case Op::owner: how.pieces = true; break;
    case Op::variable: {
      const auto& index = program_.rules.variables[expr.ref].index;
      how.always = index && is_narrow(*index);
      break;
    }
    case Op::call: how = failing_call(expr); break;
    default: how.always = true;
  }
  for (const Expr& kid : expr.kids) how.add(failing_of(kid));
  return how;
}

/// A call itself fails if arguments or the value may be out of range; the same holds for kept values.
Failing Facts::failing_call(const Expr& call) const {
  const rules::Let& let = program_.rules.lets[call.ref];
  Failing how;
  for (std::size_t i = 0; i < call.kids.size(); ++i) {
    const Type& parameter = let.frame.locals[i].type;
    how.always = how.always || !fits(call.kids[i].type, parameter);
    how.pieces = how.pieces || parameter.stands != 0;
  }
  if (program_.kept.lets[call.ref].is_constant) return how;  // it has been computed
  how.always = how.always || !fits(let.body.type, let.type);
  how.time = let.form == rules::LetForm::table;
  const auto known = failing_lets_.find(call.ref);
  how.add(known != failing_lets_.end() ? known->second : failing_lets_[call.ref] = failing_of(let.body));
  return how;
}

bool Facts::cannot_fail(const Block& statements, Given given) const {
  const rules::Rules& rules = program_.rules;
  const bool stacks = program_.layout.stack > 1;  // a stack may become too high
  const auto none_fails = [&](const std::vector<Expr>& exprs) {
    return std::all_of(exprs.begin(), exprs.end(), [&](const Expr& one) { return cannot_fail(one, given); });
  };
  const auto stays_in_range = [](const Stmt& stmt, const Type& type) {
    return !is_narrow(type) || (stmt.assign == rules::AssignOp::set && fits(stmt.exprs[0].type, type));
  };
  return std::all_of(statements.begin(), statements.end(), [&](const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::pick: case StmtKind::require: case StmtKind::require_most: return true;
      case StmtKind::offer: case StmtKind::offer_once: return true;
      case StmtKind::let: return none_fails(stmt.exprs);
      case StmtKind::assign: {
        const rules::Variable& variable = rules.variables[stmt.ref];
        if (variable.index && is_narrow(*variable.index)) return false;
        return stays_in_range(stmt, variable.type) && none_fails(stmt.exprs);
      }
      case StmtKind::assign_field:
        if (stmt.ref >= 0 && !stays_in_range(stmt, rules.fields[stmt.ref].type)) return false;
        return none_fails(stmt.exprs);
      case StmtKind::put: {
        const rules::Kind& kind = rules.kinds[stmt.ref];
        for (std::size_t i = 0; i < kind.fields.size(); ++i)
          if (!fits(stmt.inits[i].type, rules.fields[kind.fields[i]].type)) return false;
        return !stacks && none_fails(stmt.exprs) && none_fails(stmt.inits);
      }
      case StmtKind::remove: case StmtKind::move: case StmtKind::swap: return !stacks && none_fails(stmt.exprs);
      case StmtKind::if_:
        return none_fails(stmt.exprs) && cannot_fail(stmt.body, given) && cannot_fail(stmt.other, given);
      case StmtKind::call: {
        const rules::Effect& effect = rules.effects[stmt.ref];
        if (!cannot_fail(stmt.exprs, effect.frame, given)) return false;
        const std::pair<int, int> which(stmt.ref, (given.pieces ? 1 : 0) + (given.time ? 2 : 0));
        const auto known = effect_cannot_fail_.find(which);
        if (known != effect_cannot_fail_.end()) return known->second;
        return effect_cannot_fail_[which] = cannot_fail(effect.body, given);
      }
      default: return false;
    }
  });
}

// ---- what it costs ----

double Facts::work_of(const Expr& expr) const {
  return work(program_, expr, [this](int let) {
    if (program_.kept.lets[let].is_constant) return 0.0;
    const auto known = work_of_lets_.find(let);
    if (known != work_of_lets_.end()) return known->second;
    return work_of_lets_[let] = work_of(program_.rules.lets[let].body);
  });
}

std::vector<bool> Facts::worth_keeping(const std::vector<bool>& may_keep, int most) const {
  std::vector<bool> keep = may_keep;
  for (double least = 1; std::count(keep.begin(), keep.end(), true) > most; least *= 2) {
    std::vector<double> works;  // of a call
    for (std::size_t i = 0; i < keep.size(); ++i) {
      const double body = work(program_, program_.rules.lets[i].body, [&](int let) { return works[let]; });
      keep[i] = may_keep[i] && body > least;
      works.push_back(keep[i] || program_.kept.lets[i].is_constant ? 0 : body);
    }
  }
  auto left = most - std::count(keep.begin(), keep.end(), true);
  for (std::size_t i = 0; i < keep.size() && left > 0; ++i)
    if (may_keep[i] && !keep[i]) keep[i] = true, --left;
  return keep;
}

double Facts::opened_size(const Expr& expr) const {
  double size = 1;
  for (const Expr& kid : expr.kids) size += opened_size(kid);
  if (expr.op != Op::call) return size;
  const auto known = opened_sizes_.find(expr.ref);
  if (known != opened_sizes_.end()) return size + known->second;
  const double body = opened_size(program_.rules.lets[expr.ref].body);
  opened_sizes_[expr.ref] = body;
  return size + body;
}

// ---- what statements may do ----

void Facts::add_effect(const rules::Effect& effect) {
  effect_refuses_.push_back(may_refuse(effect.body));
  effect_ends_.push_back(may_end(effect.body));
  Changes changes(program_.rules);
  for (const Stmt& stmt : effect.body) add_changes(stmt, false, changes);
  effect_changes_.push_back(std::move(changes));
}

bool Changes::nothing() const { return !empty && moved == 0 && in_place == 0 && !any(variables); }

void Changes::add(const Changes& more) {
  empty = empty || more.empty;
  moved |= more.moved;
  in_place |= more.in_place;
  owners = owners || more.owners;
  unite(fields, more.fields);
  unite(variables, more.variables);
}

bool Changes::touch(const Reads& reads) const {
  if (reads.game) return !nothing();
  if (reads.ways && (moved | in_place) != 0) return true;
  return (empty && reads.empty) || (moved & (reads.kinds | reads.fields_of)) != 0 || (in_place & reads.fields_of) != 0 ||
         (owners && reads.owners) || overlap(fields, reads.fields) || overlap(variables, reads.variables);
}

Changes Facts::changes_of(const Stmt& stmt, bool simply) const {
  Changes changes(program_.rules);
  add_changes(stmt, simply, changes);
  return changes;
}

void Facts::add_changes(const Stmt& stmt, bool simply, Changes& changes) const {
  constexpr rules::KindMask kAny = ~rules::KindMask{0};
  const auto known_at = [](const Expr& cell) {
    const rules::KindMask stands = element_of(cell).type.stands;
    return stands != 0 ? stands : kAny;
  };
  switch (stmt.kind) {
    case StmtKind::assign: changes.variables[stmt.ref] = true; break;
    case StmtKind::draw:
      if (stmt.number != 1) changes.variables[stmt.ref] = true;
      if (stmt.bag >= 0) changes.variables[stmt.bag] = true;
      break;
    case StmtKind::assign_field:
      if (stmt.ref < 0) changes.owners = true;
      else changes.fields[stmt.ref] = true;
      changes.in_place |= kinds_with(program_.rules, stmt.ref);
      for (std::size_t k = 0; k < program_.rules.kinds.size(); ++k)  // a field may decide whose a piece is
        if (changes.in_place >> k & 1 && program_.rules.kinds[k].owner_from) changes.owners = true;
      break;
    case StmtKind::put:
      changes.empty = true;
      changes.moved |= simply ? rules::KindMask{1} << stmt.ref : kAny;
      break;
    case StmtKind::move:
      changes.empty = true;
      changes.moved |= simply ? known_at(stmt.exprs[0]) : kAny;
      break;
    case StmtKind::remove:
      changes.empty = true;
      // The piece below one of a stack is then on top.
      changes.moved |= !simply && program_.layout.stack > 1 ? kAny : known_at(stmt.exprs[0]);
      break;
    case StmtKind::swap:
      changes.empty = true;
      changes.moved |= kAny;
      break;
    case StmtKind::call: changes.add(effect_changes_[stmt.ref]); break;
    default: break;
  }
  for (const Block* side : {&stmt.body, &stmt.other})
    for (const Stmt& inner : *side) add_changes(inner, simply, changes);
}

bool Facts::may_refuse(const Block& statements) const {
  return has_any(statements, [&](const Stmt& stmt) {
    return stmt.kind == StmtKind::require || (stmt.kind == StmtKind::call && effect_may_refuse(stmt.ref));
  });
}

bool Facts::may_end(const Block& statements) const {
  return has_any(statements, [&](const Stmt& stmt) {
    return stmt.kind == StmtKind::end || (stmt.kind == StmtKind::call && effect_ends_[stmt.ref]);
  });
}

bool Facts::keeps_worth(const rules::Move& move) const {
  const rules::Judging& judging = program_.rules.judging;
  const std::optional<rules::PerPlayer>& judged = judging.heuristic ? judging.heuristic : judging.score;
  if (!judged || !cannot_fail(move.body, {})) return false;
  // If play could come to its end, that is an end of the game.
  const Block& play = program_.rules.play.body;
  const bool is_endless = !play.empty() && play.back().kind == StmtKind::repeat && play.back().exprs.empty();
  if (!is_endless) return false;
  Changes changes(program_.rules);
  for (const Block* block : {&move.body, &play}) {
    if (may_end(*block)) return false;
    for (const Stmt& stmt : *block) add_changes(stmt, false, changes);
  }
  const auto stays = [&](const Expr& expr) {
    const Reads reads = reads_of(expr);
    return !reads.other() && !changes.touch(reads);
  };
  return stays(judged->value) &&
         std::all_of(judging.ends.begin(), judging.ends.end(),
                     [&](const rules::EndRule& end) { return stays(end.when); });
}

bool Facts::matters(const Stmt& stmt) const {
  switch (stmt.kind) {
    case StmtKind::require: case StmtKind::require_most: case StmtKind::offer: case StmtKind::offer_once: return true;
    case StmtKind::pick: return true;
    case StmtKind::call: return effect_may_refuse(stmt.ref) || effect_ends_[stmt.ref];
    default: break;
  }
  const auto chooses = [](const Stmt& one) { return one.kind == StmtKind::offer || one.kind == StmtKind::pick; };
  return may_refuse(stmt.body) || may_refuse(stmt.other) || has_any(stmt.body, chooses) || has_any(stmt.other, chooses);
}

Todo rest_after(const Block& block, const Stmt& stmt) {
  Todo found;
  find_rest(block, stmt, found);
  return found;
}

std::vector<const Stmt*> statements_of(const Todo& todo) {
  std::vector<const Stmt*> statements;
  for (auto cursor = todo.rbegin(); cursor != todo.rend(); ++cursor)
    for (std::size_t i = cursor->index; i < cursor->block->size(); ++i) statements.push_back(&(*cursor->block)[i]);
  return statements;
}

const Expr* offered_value(const Facts& facts, const Todo& todo, int local) {
  std::vector<int> later = {local};
  for (const Stmt* stmt : statements_of(todo)) {
    if (facts.changes_position(*stmt)) return nullptr;
    if (stmt->kind == StmtKind::pick || stmt->kind == StmtKind::let) later.push_back(stmt->ref);
    if (stmt->kind != StmtKind::offer || stmt->exprs.empty() || stmt->exprs[0].op != Op::equal) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      const Expr& value = stmt->exprs[0].kids[1 - side];
      const bool is_known = std::none_of(later.begin(), later.end(), [&](int one) { return reads_local(value, one); });
      if (is_local(stmt->exprs[0].kids[side], local) && is_known) return &value;
    }
  }
  return nullptr;
}

}  // namespace glint
