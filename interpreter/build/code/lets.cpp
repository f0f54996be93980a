// Lets: what they read, when they are kept and forgotten, tables.
#include <algorithm>

#include "interpreter/build/code/loops.hpp"

namespace glint {

using rules::Base;
using rules::Op;

// ---- what lets read ----

Compiler::Reads Compiler::reads_of(const Expr& expr) const {
  const rules::Rules& rules = program_.rules;
  Reads reads;
  reads.variables.assign(rules.variables.size(), false);
  reads.fields.assign(rules.fields.size(), false);
  const auto read_kind = [&](std::size_t kind) {
    reads.pieces = true;
    reads.kinds |= rules::KindMask{1} << kind;
  };
  walk(expr, [&](const Expr& e) {
    switch (e.op) {
      case Op::empty: reads.pieces = reads.empty = true; break;
      case Op::kind: case Op::stacked: read_kind(static_cast<std::size_t>(e.ref)); break;
      case Op::field:
        reads.fields[static_cast<std::size_t>(e.ref)] = true;
        for (std::size_t k = 0; k < rules.kinds.size(); ++k)
          for (const int field : rules.kinds[k].fields)
            if (field == e.ref) read_kind(k);
        break;
      case Op::owner:
        for (std::size_t k = 0; k < rules.kinds.size(); ++k)
          if (rules.kinds[k].owned) read_kind(k);
        break;
      case Op::beams: case Op::trace: case Op::trace_from:
        reads.pieces = true;
        if (e.op == Op::trace_from && follows_ways_) {
          reads.ways = true;
          break;
        }
        for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
          const rules::Kind& kind = rules.kinds[k];
          if (!kind.emits && kind.reaction < 0 && !kind.sides) continue;
          read_kind(k);
          reads.fields_of |= rules::KindMask{1} << k;
        }
        reads.add(beam_reads_);
        break;
      case Op::variable: reads.variables[static_cast<std::size_t>(e.ref)] = true; break;
      case Op::me: case Op::seen: case Op::can: case Op::move_count: case Op::score: reads.other = true; break;
      case Op::call:
        reads.add(let_reads_[static_cast<std::size_t>(e.ref)]);
        break;
      default: break;
    }
  });
  return reads;
}

/// What reactions and emissions read besides what a beam comes upon: then a beam may change without a change on its way.
void Compiler::find_beam_reads() {
  const rules::Rules& rules = program_.rules;
  beam_reads_.variables.assign(rules.variables.size(), false);
  beam_reads_.fields.assign(rules.fields.size(), false);
  // What lets read, as far as beams may use them: those use no beams. Each uses only earlier ones.
  for (const rules::Let& let : rules.lets) let_reads_.push_back(reads_of(let.body));
  Reads found = beam_reads_;
  bool elsewhere = false;  // more of the board than the piece that a beam meets
  rules::for_each_beam_expr(rules, [&](const Expr& expr) {
    found.add(reads_of(expr));
    walk(expr, [&](const Expr& e) {
      if (e.op == Op::field || e.op == Op::owner) elsewhere = elsewhere || e.kids[0].op != Op::local || e.kids[0].ref != 0;
      else if (e.op == Op::call) elsewhere = elsewhere || let_reads_[static_cast<std::size_t>(e.ref)].pieces;
      else elsewhere = elsewhere || e.op == Op::empty || e.op == Op::kind || e.op == Op::stacked;
    });
  });
  beam_reads_ = std::move(found);
  let_reads_.clear();
  program_.reactions.reads_position = elsewhere;
  const bool reads_variables =
      std::find(beam_reads_.variables.begin(), beam_reads_.variables.end(), true) != beam_reads_.variables.end();
  const bool has_sides = std::any_of(rules.kinds.begin(), rules.kinds.end(),
                                     [](const rules::Kind& kind) { return kind.sides.has_value(); });
  follows_ways_ = may(Lowering::untouched) && !elsewhere && !reads_variables && !beam_reads_.other &&
                  rules.terrain.empty() && !has_sides;
}

bool Compiler::cannot_fail(const Expr& expr) const {
  switch (expr.op) {
    case Op::constant: case Op::label: case Op::local: case Op::all: case Op::empty: case Op::kind: case Op::stacked:
    case Op::me: case Op::option: case Op::border: case Op::drawn: case Op::set: case Op::unite: case Op::intersect: case Op::subtract_set: case Op::toggle:
    case Op::in: case Op::not_: case Op::and_: case Op::or_: case Op::step: case Op::ray: case Op::at_cells:
    case Op::off_cells: case Op::cells_of: case Op::slide: case Op::hit: case Op::meets: case Op::within: case Op::equal:
    case Op::not_equal: case Op::less: case Op::less_equal: case Op::count: case Op::if_: case Op::x_of: case Op::y_of:
    case Op::cycle: case Op::cycle_distance: case Op::odd: case Op::add: case Op::subtract: case Op::multiply:
    case Op::negate: case Op::min: case Op::max: case Op::index_of: case Op::axis_of: case Op::comprehension: case Op::fold_any: case Op::fold_all:
    case Op::fold_no: case Op::fold_unite: case Op::fold_count: break;
    case Op::field: case Op::owner:
      if (mode_ == Mode::carry) return false;  // what stands there is looked at
      break;
    case Op::call: {
      // A function's arguments, or its value, may be out of their range; what is kept may be, too.
      const rules::Let& let = program_.rules.lets[static_cast<std::size_t>(expr.ref)];
      for (std::size_t i = 0; i < expr.kids.size(); ++i)
        if (!fits(expr.kids[i].type, let.frame.locals[i].type)) return false;
      if (mode_ == Mode::carry) return false;  // what stands there is looked at
      if (program_.kept[static_cast<std::size_t>(expr.ref)].is_constant) break;  // it is there already
      if (!fits(let.body.type, let.type)) return false;
      const auto known = failing_lets_.find(expr.ref);
      const bool fails = known == failing_lets_.end() ? !cannot_fail(let.body) : known->second;
      failing_lets_[expr.ref] = fails;
      if (fails) return false;
      break;
    }
    case Op::variable: {
      const auto& index = program_.rules.variables[static_cast<std::size_t>(expr.ref)].index;
      if (index && index->base == Base::number) return false;
      break;
    }
    default: return false;
  }
  if (expr.op == Op::set && expr.type.base == Base::number) return false;
  return std::all_of(expr.kids.begin(), expr.kids.end(), [&](const Expr& kid) { return cannot_fail(kid); });
}

void Compiler::compile_lets() {
  const rules::Rules& rules = program_.rules;
  program_.kept.assign(rules.lets.size(), {});
  program_.let_code.assign(rules.lets.size(), -1);
  let_scopes_.resize(rules.lets.size());
  let_results_.assign(rules.lets.size(), 0);
  forget_variable_.assign(rules.variables.size(), 0);
  program_.forget_key.assign(program_.keys.size(), 0);
  program_.forget_field.assign(rules.fields.size(), 0);
  find_beam_reads();
  for (std::size_t v = 0; v < rules.variables.size(); ++v)
    if (beam_reads_.variables[v]) forget_variable_[v] = kForgetTraces;
  for (std::size_t i = 0; i < rules.lets.size(); ++i) {
    const rules::Let& let = rules.lets[i];
    let_reads_.push_back(reads_of(let.body));
    Reads& reads = let_reads_.back();
    // A table over the cells of a kind has entries only where that stands.
    if (let.form == rules::LetForm::table && let.frame.locals[0].type.base == Base::cell &&
        let.frame.locals[0].type.stands) {
      reads.pieces = true;
      reads.kinds |= let.frame.locals[0].type.stands;
    }
    Kept& kept = program_.kept[i];
    kept.let = static_cast<int>(i);
    const bool reads_nothing = !reads.pieces && !reads.other &&
                               std::find(reads.variables.begin(), reads.variables.end(), true) == reads.variables.end();
    kept.is_constant = let.type.base != Base::trace && reads_nothing &&
                       (let.form != rules::LetForm::function || entries_of(let) > 0);
    // A trace lies in a buffer of the let's own: a table would need one for each entry.
    const bool may_keep = let.type.base == Base::trace ? let.form == rules::LetForm::plain && may(Lowering::untouched)
                                                       : let.form != rules::LetForm::function;
    const bool keeps = !kept.is_constant && may_keep && !reads.other && kept_bits_ < kMostKept;
    if (keeps) {
      kept.bit = kept_bits_++;
      forget_with(reads, Word{1} << kept.bit);
    }
    Callee callee;
    callee.begin = here();
    callee.first = top_;
    compile_let(static_cast<int>(i));
    callee.end = here();
    callee.last = top_;
    callee.is_function = kept.bit < 0 && !kept.is_constant;
    if (callee.is_function)
      for (int p = 0; p < let.frame.params; ++p)
        callee.parameters.push_back({let_scopes_[i].slots[static_cast<std::size_t>(p)],
                                     static_cast<Slot>(words(let.frame.locals[static_cast<std::size_t>(p)].type))});
    callees_[callee.begin] = std::move(callee);
  }
}

/// Whatever is in the mask is dropped when something changes that is read.
void Compiler::forget_with(const Reads& reads, Word mask) {
  const rules::Rules& rules = program_.rules;
  for (std::size_t v = 0; v < reads.variables.size(); ++v)
    if (reads.variables[v]) forget_variable_[v] |= mask;
  if (!reads.pieces) return;
  program_.forget_pieces |= mask;
  if (reads.ways) program_.forget_ways |= mask;
  const auto is_in = [](rules::KindMask kinds, std::size_t kind) { return (kinds >> kind & 1) != 0; };
  for (std::size_t key = 0; key < program_.keys.size(); ++key) {
    const int kind = program_.keys[key].kind;
    if (kind < 0 ? reads.empty : is_in(reads.kinds | reads.fields_of, static_cast<std::size_t>(kind)))
      program_.forget_key[key] |= mask;
  }
  for (std::size_t f = 0; f < reads.fields.size(); ++f)
    if (reads.fields[f]) program_.forget_field[f] |= mask;
  for (std::size_t k = 0; k < rules.kinds.size(); ++k)
    if (is_in(reads.fields_of, k))
      for (const int field : rules.kinds[k].fields) program_.forget_field[static_cast<std::size_t>(field)] |= mask;
}

int Compiler::rule_bit(const Expr& rule) {
  const Reads reads = reads_of(rule);
  if (!may(Lowering::unchanged) || reads.other || kept_bits_ == kMostKept) return -1;
  forget_with(reads, Word{1} << kept_bits_);
  return kept_bits_++;
}

/// The same for the condition of an `end` that is no rule but is come upon, where it has the same value whatever is
/// bound there, and depends on nothing that changes wherever play comes to it.
int Compiler::end_bit(const Expr& condition) {
  const auto known = end_bits_.find(&condition);
  if (known != end_bits_.end()) return known->second;
  std::vector<int> bound;
  bool is_closed = true;
  walk(condition, [&](const Expr& e) {
    if (binds_local(e)) bound.push_back(e.ref);
  });
  walk(condition, [&](const Expr& e) {
    is_closed = is_closed && (e.op != Op::local || std::find(bound.begin(), bound.end(), e.ref) != bound.end());
  });
  const Reads reads = reads_of(condition);
  const bool is_still = is_closed && reads.ways && !reads.empty && !(reads.kinds | reads.fields_of);
  return end_bits_[&condition] = is_still ? rule_bit(condition) : -1;
}

void Compiler::compile_let(int number) {
  const rules::Let& let = program_.rules.lets[static_cast<std::size_t>(number)];
  const At at(*this, let.span);
  Scope& scope = let_scopes_[static_cast<std::size_t>(number)];
  scope = make_scope(let.frame);
  const InScope in(*this, scope);
  Kept& kept = program_.kept[static_cast<std::size_t>(number)];
  const int width = words(let.type);
  if (kept.bit < 0 && !kept.is_constant) {
    const Slot result = take(width);
    let_results_[static_cast<std::size_t>(number)] = result;
    const Slot own = top_;
    const int code = program_.let_code[static_cast<std::size_t>(number)] = here();
    value_into(let.body, result);
    check_range(result, let.body.type, let.type);
    emit(Opcode::ret);
    optimise(code, own);
    return;
  }
  std::int64_t count = let.form == rules::LetForm::function ? entries_of(let) : 1;
  if (let.form == rules::LetForm::table) {
    const Type& index = let.frame.locals[0].type;
    count = program_.values_of(index);
    if (count <= 0 || count * width > 16'000'000)
      build_fail(lang::Code::G0504, let.span, "the table `" + let.name + "` would be too large");
  }
  kept.size = static_cast<Slot>(count * width);
  kept.slot = take(static_cast<int>(kept.size));
  const Slot own = top_;
  kept.code = here();
  if (let.form == rules::LetForm::plain) {
    value_into(let.body, kept.slot);
    check_range(kept.slot, let.body.type, let.type);
  } else if (let.form == rules::LetForm::function) {
    const Slot index = take(1);
    emit(Opcode::mov, index, constant(0));
    fill_table(let, kept, width, 0, index);
  } else if (!scatter(let, kept.slot, width)) {
    table_body(let, kept.slot, width, count);
  }
  if (!kept.is_constant) emit(Opcode::kept, static_cast<Slot>(kept.bit));
  emit(Opcode::ret);
  optimise(kept.code, own);
  // From here on nobody writes there. Numbers may be an index that is still to be held against a range.
  if (let.form == rules::LetForm::function && (let.type.base != Base::number || let.type.is_set))
    for (Slot i = 0; i < kept.size; ++i) constants_at_.insert(kept.slot + i);
}

/// A table by a loop over its index.
void Compiler::table_body(const rules::Let& let, Slot base, int width, std::int64_t count) {
  const Slot parameter = local(0), index = take(1), last = constant(count - 1), value_slot = take(width);
  const Label again = new_label(), exit = new_label();
  const std::int64_t first = domain_first(let.frame.locals[0].type);
  Slot domain = 0;
  // A table over the cells of a kind is filled only there: elsewhere nobody may ask.
  const rules::KindMask stands = let.frame.locals[0].type.stands;
  if (let.frame.locals[0].type.base == Base::cell && stands) {
    domain = take(program_.words());
    emit(Opcode::clear, domain, 0, 0, program_.words());
    for (std::size_t k = 0; k < program_.rules.kinds.size(); ++k)
      if (stands >> k & 1)
        binary_set(Opcode::or_, domain, domain, piece_set(static_cast<int>(k), std::nullopt, -1, 0), program_.words());
  }
  emit(Opcode::mov, index, constant(-1));
  place(again);
  emit_jump(Opcode::count_up, index, last, exit);
  if (domain) {
    const Slot inside = take(1);
    emit(Opcode::has, inside, index, domain, program_.words());
    emit_jump(Opcode::jz, inside, 0, again);
  }
  emit(Opcode::addi, parameter, index, static_cast<std::uint32_t>(static_cast<std::int32_t>(first)));
  value_into(let.body, value_slot);
  check_range(value_slot, let.body.type, let.type);
  emit(Opcode::store, base, value_slot, index, width);
  emit_jump(Opcode::jump, 0, 0, again);
  place(exit);
}

}  // namespace glint
