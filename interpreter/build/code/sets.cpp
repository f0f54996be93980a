// Sets, comprehensions, folds and rays.
#include <functional>

#include "interpreter/build/board/geometry.hpp"
#include "interpreter/build/code/loops.hpp"

namespace glint {

using rules::Base;
using rules::Op;

namespace {

/// The cells that `trace(x).cells` must meet, x a local, for a condition to hold: it says so first of all, itself or in
/// the function that it calls. A plain set, or none.
const rules::Expr* met_by_beams(const rules::Rules& rules, const rules::Expr& condition, int x) {
  if (condition.op == Op::and_) return met_by_beams(rules, condition.kids[0], x);
  // What an argument stands for; the body's own names are its parameters.
  const rules::Expr* said = &condition;
  const rules::Expr* call = nullptr;
  if (condition.op == Op::call) {
    const rules::Let& let = rules.lets[static_cast<std::size_t>(condition.ref)];
    if (let.form != rules::LetForm::function) return nullptr;
    call = &condition;
    said = &let.body;
    while (said->op == Op::and_) said = &said->kids[0];
  }
  if (said->op != Op::meets) return nullptr;
  const auto meant = [call](const rules::Expr& expr) -> const rules::Expr* {
    if (!call || expr.op != Op::local) return &expr;
    return static_cast<std::size_t>(expr.ref) < call->kids.size() ? &call->kids[static_cast<std::size_t>(expr.ref)]
                                                                  : nullptr;
  };
  for (std::size_t side = 0; side < 2; ++side) {
    const rules::Expr& beams = said->kids[side];
    if (beams.op != Op::trace_cells) continue;
    const rules::Expr* source = single_source(beams.kids[0]);
    if (!source) continue;
    const rules::Expr* cell = meant(*source);
    const rules::Expr* target = meant(said->kids[1 - side]);
    if (cell && target && is_local(*cell, x) && is_plain_set(*target) && !reads_local(*target, x))
      return target;
  }
  return nullptr;
}

}  // namespace

void Compiler::next_of(Slot element, Slot rest, int words, Label again, Label exit) {
  constexpr int kFar = 4;
  if (words > kFar) emit(Opcode::mov, element, constant(0));
  place(again);
  emit_jump(words == 1 ? Opcode::next1 : words > kFar ? Opcode::next_far : Opcode::next, element, rest, exit, words);
}

void Compiler::binary_set(Opcode op, Slot target, Slot left, Slot right, int words) {
  if (words == 1) {
    op = op == Opcode::and_ ? Opcode::and1 : op == Opcode::or_ ? Opcode::or1 : op == Opcode::xor_ ? Opcode::xor1 : Opcode::andn1;
  }
  emit(op, target, left, right, words);
}

Slot Compiler::set_operation(const Expr& expr, Slot wanted) {
  const int count = words(expr.type);
  const auto target = [&] { return wanted ? wanted : take(count); };
  switch (expr.op) {
    case Op::all: {
      if (expr.type.base == Base::cell) return constant_words(program_.geometry.board);
      if (expr.type.base == Base::edge) return constant_words(program_.geometry.all_edges());
      build_fail(lang::Code::G0504, expr.span, "a set of these values is too large",
                 "a set of numbers holds numbers from 0 to 63; loops may run over any range");
    }
    case Op::range: {
      const Slot low = value(expr.kids[0]), high = value(expr.kids[1]);
      const Slot set = take(1), next = take(1);
      if (expr.type.lo < 0 || expr.type.hi > 63)
        build_fail(lang::Code::G0504, expr.span, "a set of these numbers is too large",
                   "a set of numbers holds numbers from 0 to 63; loops may run over any range");
      const Label again = new_label(), exit = new_label();
      emit(Opcode::clear, set, 0, 0, 1);
      emit(Opcode::addi, next, low, static_cast<std::uint32_t>(-1));
      place(again);
      emit_jump(Opcode::count_up, next, high, exit);
      emit(Opcode::add_bit, set, next, 0, 1);
      emit_jump(Opcode::jump, 0, 0, again);
      place(exit);
      return set;
    }
    case Op::empty: {
      if (after_) return after_->empty;
      const Slot slot = target();
      binary_set(Opcode::andn, slot, constant_words(program_.geometry.board), program_.layout.occupied, count);
      return slot;
    }
    case Op::kind: {
      if (expr.kids.empty()) return piece_set(expr.ref, std::nullopt, -1, wanted);
      if (const auto known = constants_.try_value(expr.kids[0]))
        return piece_set(expr.ref, std::nullopt, static_cast<int>(*known), wanted);
      return piece_set(expr.ref, value(expr.kids[0]), -1, wanted);
    }
    case Op::stacked: return stacked(expr, wanted);
    case Op::unite: case Op::intersect: case Op::subtract_set: case Op::toggle: {
      const Slot left = value(expr.kids[0]);
      const Slot right = value(expr.kids[1]);
      const Slot slot = target();
      binary_set(expr.op == Op::unite          ? Opcode::or_
                 : expr.op == Op::intersect    ? Opcode::and_
                 : expr.op == Op::subtract_set ? Opcode::andn
                                               : Opcode::xor_,
                 slot, left, right, count);
      return slot;
    }
    case Op::set: return set_literal(expr, wanted);
    case Op::comprehension: return comprehension(expr, wanted);
    case Op::at_cells: case Op::off_cells: {
      const Slot places = value(expr.kids[0]);
      const Slot cells = value(expr.kids[1]);
      Slot everywhere = cells;
      if (program_.layout.stack > 1) {
        everywhere = take(count);
        emit(Opcode::spread, everywhere, cells, 0, count);
      }
      const Slot slot = target();
      binary_set(expr.op == Op::at_cells ? Opcode::and_ : Opcode::andn, slot, places, everywhere, count);
      return slot;
    }
    case Op::cells_of: {
      const Slot places = value(expr.kids[0]);
      if (program_.layout.stack == 1) return places;
      const Slot slot = target();
      emit(Opcode::fold_levels, slot, places, 0, words(expr.kids[0].type));
      return slot;
    }
    default: return space(expr, wanted);
  }
}

Slot Compiler::set_literal(const Expr& expr, Slot wanted) {
  const int count = words(expr.type);
  if (expr.kids.empty()) return constant_words(std::vector<Word>(static_cast<std::size_t>(count), 0));
  if (expr.kids.size() == 1 && expr.kids[0].type.is_set) return value_at(expr.kids[0], wanted);
  if (expr.kids.size() == 1 && expr.type.base == Base::cell && expr.kids[0].op == Op::label)
    return one_cell(find_label(expr.kids[0]));
  std::vector<Slot> kids;
  for (const Expr& kid : expr.kids) {
    kids.push_back(value(kid));
    if (expr.type.base == Base::number && !kid.type.is_set && (kid.type.lo < 0 || kid.type.hi > 63))
      hold_in(0, 63, kids.back());
  }
  const Slot slot = wanted ? wanted : take(count);
  if (!expr.kids[0].type.is_set) emit(Opcode::bit, slot, kids[0], 0, count);
  else copy(slot, kids[0], count);
  for (std::size_t i = 1; i < kids.size(); ++i) {
    if (expr.kids[i].type.is_set) binary_set(Opcode::or_, slot, slot, kids[i], count);
    else emit(Opcode::add_bit, slot, kids[i], 0, count);
  }
  return slot;
}

/// `any x in S : P`, `count x in S : P` and their kin ask how many there are of S & [P].
std::optional<Slot> Compiler::fold_of_set(const Expr& expr) {
  if (expr.op != Op::fold_any && expr.op != Op::fold_no && expr.op != Op::fold_all && expr.op != Op::fold_count)
    return std::nullopt;
  const Expr& domain = expr.kids[0];
  if (domain.type.base != Base::cell || !domain.type.is_set || !may(Lowering::lift)) return std::nullopt;
  for (std::size_t i = 1; i < expr.kids.size(); ++i)
    if (domain.op != Op::all && !cannot_fail(expr.kids[i])) return std::nullopt;
  if (expr.kids.size() > 2 && !cannot_fail(expr.kids[1])) return std::nullopt;
  if (expr.kids.size() > 2 && !lifts(expr.kids[2], expr.ref)) return std::nullopt;
  const auto lifted = lift(expr.kids[1], expr.ref);
  note(expr.span, lifted.has_value());
  if (!lifted) return std::nullopt;
  const auto condition = expr.kids.size() > 2 ? lift(expr.kids[2], expr.ref) : lifted;
  if (!condition) return std::nullopt;
  const int count = words(domain.type);
  const Slot cells = value(domain), left = take(count), result = take(1);
  binary_set(expr.op == Op::fold_all ? Opcode::andn : Opcode::and_, left, cells, *lifted, count);
  if (expr.kids.size() > 2) binary_set(Opcode::and_, left, left, *condition, count);
  switch (expr.op) {
    case Op::fold_count: emit(count == 1 ? Opcode::size1 : Opcode::size, result, left, 0, count); break;
    case Op::fold_any: {
      const Slot none = take(1);
      emit(Opcode::is_empty, none, left, 0, count);
      emit(Opcode::lnot, result, none);
      break;
    }
    default: emit(Opcode::is_empty, result, left, 0, count);
  }
  return result;
}

Slot Compiler::comprehension(const Expr& expr, Slot wanted) {
  const int count = words(expr.type);
  const Expr& domain = expr.kids[0];
  if (expr.kids.size() < 2) return value_at(domain, wanted);
  // Over an empty domain nothing is evaluated; all cells are never an empty one.
  if (expr.type.base == Base::cell && (domain.op == Op::all || cannot_fail(expr.kids[1]))) {
    const auto lifted = lift(expr.kids[1], expr.ref);
    note(expr.span, lifted.has_value());
    if (lifted) {
      const Slot cells = value(domain);
      const Slot slot = wanted ? wanted : take(count);
      binary_set(Opcode::and_, slot, cells, *lifted, count);
      return slot;
    }
  }
  const Slot slot = take(count);
  clear(slot, count);
  each(domain, expr.ref, [&] {
    const Label skip = new_label();
    jump_unless(expr.kids[1], skip);
    emit(Opcode::add_bit, slot, local(expr.ref), 0, count);
    place(skip);
  });
  return slot;
}

/// What is reached is looked at once: `rest` holds what has not been, and grows while it is worked off.
void Compiler::reach(const Expr& expr, Slot result) {
  const int count = words(expr.type);
  const Slot rest = take(count), fresh = take(count);
  value_into(expr.kids[0], result);
  copy(rest, result, count);
  const Label again = new_label(), exit = new_label();
  place(again);
  // Not `next_far`: what is found may lie before what was looked at last.
  emit_jump(count == 1 ? Opcode::next1 : Opcode::next, local(expr.ref), rest, exit, count);
  if (expr.kids.size() > 2) jump_unless(expr.kids[2], again);
  binary_set(Opcode::andn, fresh, value(expr.kids[1]), result, count);
  binary_set(Opcode::or_, result, result, fresh, count);
  binary_set(Opcode::or_, rest, rest, fresh, count);
  emit_jump(Opcode::jump, 0, 0, again);
  place(exit);
}

Slot Compiler::fold(const Expr& expr) {
  if (const auto closed = closed_lines(expr)) return *closed;
  if (const auto whole = fold_of_set(expr)) return *whole;
  const bool extreme = expr.op == Op::fold_min || expr.op == Op::fold_max;
  const Expr& domain = expr.kids[0];
  const Expr& body = expr.kids[1];
  const std::size_t with_condition = extreme ? 4 : 3;
  const Expr* condition = expr.kids.size() >= with_condition ? &expr.kids[2] : nullptr;
  const int count = words(expr.type);
  // Always a slot of its own: `wanted` may be read by the body.
  const Slot result = take(count);
  const Slot found = extreme ? take(1) : 0;
  switch (expr.op) {
    case Op::fold_all: case Op::fold_no: emit(Opcode::mov, result, constant(1)); break;
    case Op::fold_min: case Op::fold_max:
      value_into(expr.kids.back(), result);
      emit(Opcode::mov, found, constant(0));
      break;
    default: clear(result, count);
  }
  if (expr.op == Op::fold_reach) {
    reach(expr, result);
    return result;
  }
  bool asks = false;  // for hypotheticals: then visits are walked over in a copy
  for (const Expr& kid : expr.kids)
    walk(kid, [&](const Expr& e) {
      asks = asks || e.op == Op::can || (e.op == Op::call && facts_.let(e.ref).other);
    });
  const Label done = new_label();
  const auto step_with = [&](const Expr& body, const Expr* condition) {
    const Label skip = new_label();
    if (condition) jump_unless(*condition, skip);
    switch (expr.op) {
      case Op::fold_any:
        jump_unless(body, skip);
        emit(Opcode::mov, result, constant(1));
        emit_jump(Opcode::jump, 0, 0, done);
        break;
      case Op::fold_no:
        jump_unless(body, skip);
        emit(Opcode::mov, result, constant(0));
        emit_jump(Opcode::jump, 0, 0, done);
        break;
      case Op::fold_all: {
        emit_jump(Opcode::jnz, value(body), 0, skip);
        emit(Opcode::mov, result, constant(0));
        emit_jump(Opcode::jump, 0, 0, done);
        break;
      }
      case Op::fold_count:
        jump_unless(body, skip);
        emit(Opcode::addi, result, result, 1);
        break;
      case Op::fold_sum: emit(Opcode::add, result, result, value(body)); break;
      case Op::fold_unite: {
        if (!body.type.is_set) emit(Opcode::add_bit, result, value(body), 0, count);
        else binary_set(Opcode::or_, result, result, value(body), count);
        break;
      }
      default: {
        const Slot one = value(body);
        const Label later = new_label(), next = new_label();
        emit_jump(Opcode::jnz, found, 0, later);
        emit(Opcode::mov, result, one);
        emit(Opcode::mov, found, constant(1));
        emit_jump(Opcode::jump, 0, 0, next);
        place(later);
        emit(expr.op == Op::fold_min ? Opcode::min : Opcode::max, result, result, one);
        place(next);
      }
    }
    place(skip);
  };
  const auto step = [&] { step_with(body, condition); };
  if (const std::vector<std::int64_t> values = unrolled_values(expr); !values.empty()) {
    const int before = unrolled_;
    unrolled_ *= static_cast<int>(values.size());
    for (const std::int64_t one : values) {
      const Expr body_of_one = with_value(body, expr.ref, one);
      if (!condition) {
        step_with(body_of_one, nullptr);
        continue;
      }
      const Expr condition_of_one = with_value(*condition, expr.ref, one);
      step_with(body_of_one, &condition_of_one);
    }
    unrolled_ = before;
    place(done);
    return result;
  }

  // Visits to one cell are found without looking at the others.
  if (domain.op == Op::trace_visits && condition && may(Lowering::scatter)) {
    const Visited visited = visited_cells(*condition, expr.ref);
    const Expr* const cell = visited.cells;
    const Expr* const rest = visited.rest;
    if (cell) {
      condition = rest;
      const Expr& source = domain.kids[0];
      if (expr.op == Op::fold_unite && !cell->type.is_set && !rest && body.op == Op::visit_payload &&
          body.type.is_set && source.op == Op::trace && source.kids[0].type.is_set) {
        const Slot of = value(source.kids[0]), at = value(*cell);
        const int board = program_.words();
        const Slot all = take(board), emitters = take(board);
        emit(Opcode::emitters, all);
        binary_set(Opcode::and_, emitters, all, of, board);
        lights_by(body.ref);
        emit(Opcode::light_at, result, emitters, at, body.ref);
        return result;
      }
      if (least_step(expr, visited, result)) return result;
      each_visit(domain, expr.ref, cell, step, asks);
      place(done);
      return result;
    }
  }
  // Those of whom it is known that their beams do not meet what they must meet need not be gone through.
  const bool only_where_true =
      condition || expr.op == Op::fold_any || expr.op == Op::fold_no || expr.op == Op::fold_count;
  const bool are_cells = domain.type.is_set && domain.type.base == Base::cell && domain.op != Op::trace_visits &&
                         domain.op != Op::trace_exits && domain.op != Op::range;
  // What a function is called with is worked out for each of them: that must be no error.
  const std::function<bool(const Expr&)> is_sure_to_be_asked = [&](const Expr& asked) {
    if (asked.op == Op::and_) return is_sure_to_be_asked(asked.kids[0]);
    if (asked.op != Op::call) return true;
    const rules::Let& let = program_.rules.lets[static_cast<std::size_t>(asked.ref)];
    for (std::size_t i = 0; i < asked.kids.size(); ++i) {
      if (!fits(asked.kids[i].type, let.frame.locals[i].type) || !cannot_fail(asked.kids[i])) return false;
    }
    return true;
  };
  const Expr& asked = condition ? *condition : body;
  const Expr* const target = only_where_true && are_cells && may(Lowering::kept_light) && is_sure_to_be_asked(asked)
                                 ? met_by_beams(program_.rules, asked, expr.ref)
                                 : nullptr;
  if (target) {
    const Slot rest = take(program_.words());
    value_into(domain, rest);
    if (target->op == Op::local) {
      emit(Opcode::trace_meets, rest, rest, value(*target), 1);
    } else {  // asked of all there are, so that loops around this one need ask it only once
      const Slot may_meet = take(program_.words()), all = constant_words(program_.geometry.board);
      emit(Opcode::trace_meets, may_meet, all, value(*target), 1);
      binary_set(Opcode::and_, rest, rest, may_meet, program_.words());
    }
    const Label again = new_label(), exit = new_label();
    next_of(local(expr.ref), rest, program_.words(), again, exit);
    step();
    emit_jump(Opcode::jump, 0, 0, again);
    place(exit);
  } else {
    each(domain, expr.ref, step, false, asks);
  }
  place(done);
  return result;
}

/// `edge(S, D)`: one edge, or the set of those of all cells in all directions.
Slot Compiler::edges(const Expr& expr) {
  if (!expr.type.is_set) {
    const Slot cell = value(expr.kids[0]), way = value(expr.kids[1]);
    const Slot slot = take(1);
    emit(Opcode::edge, slot, cell, static_cast<std::uint32_t>(way));
    return slot;
  }
  const Slot cells = value(expr.kids[0]), ways = value(expr.kids[1]);
  const Slot slot = take(words(expr.type));
  emit(Opcode::edges, slot, cells, static_cast<std::uint32_t>(ways), words(expr.type));
  return slot;
}

/// Steps and rays. A cell may be given as its number, which is cheaper than a set of one.
Slot Compiler::space(const Expr& expr, Slot wanted) {
  const int count = words(expr.type);
  const auto number_or_set = [&](const Expr& e, bool& is_set) {
    is_set = element_of(e).type.is_set;
    return value(element_of(e));
  };
  if (expr.op == Op::between || expr.op == Op::distance || expr.op == Op::way_to) {
    const Slot from = value(expr.kids[0]);
    const Slot to = value(expr.kids[1]);
    const Slot slot = wanted ? wanted : take(count);
    emit(expr.op == Op::between    ? Opcode::between
         : expr.op == Op::distance ? Opcode::distance
                                   : Opcode::way_to,
         slot, from, to);
    return slot;
  }
  bool from_set = false, way_set = false;
  const Slot from = number_or_set(expr.kids[0], from_set);
  const Slot way = number_or_set(expr.kids[1], way_set);
  Slot through = 0, length = 0;
  if (expr.op == Op::slide || expr.op == Op::hit) {
    const bool from_centre =
        after_ && expr.kids[2].op == Op::empty && !from_set && from == local_slot_of(after_->centre);
    through = from_centre ? after_->around : value(expr.kids[2]);
  }
  if (expr.op == Op::steps) {
    length = value(expr.kids[2]);
    through = value(expr.kids[3]);
  }
  const int form = (from_set ? 1 : 0) | (way_set ? 2 : 0);
  const Slot slot = take(count);  // not `wanted`: an operand may be there
  switch (expr.op) {
    case Op::step: emit(Opcode::step, slot, from, way, form); break;
    case Op::ray: emit(Opcode::ray, slot, from, way, form); break;
    case Op::slide: case Op::hit: case Op::steps:
      emit(expr.op == Op::slide ? Opcode::slide : expr.op == Op::hit ? Opcode::hit : Opcode::steps, slot, from, way, form);
      emit(Opcode::more, through, length);
      break;
    default:
      build_fail(lang::Code::G0501, expr.span, "this cannot stand here",
                 "the checker let through what the compiler does not know; please report it");
  }
  return slot;
}

}  // namespace glint
