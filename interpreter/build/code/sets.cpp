// Sets, comprehensions and rays.
#include "interpreter/build/code/loops.hpp"
#include "interpreter/build/plan/lift.hpp"

namespace glint {

Slot Compiler::combine(Op op, Slot left, Slot right) {
  const Slot slot = take(program_.words());
  binary_set(op, slot, left, right, program_.words());
  return slot;
}

/// The lowest and highest number of a range.
void Compiler::bounds_into(const Expr& domain, Slot low, Slot high) {
  if (domain.op == Op::range) {
    value_into(domain.kids[0], low);
    value_into(domain.kids[1], high);
  } else {
    emit(Opcode::mov, low, constant(domain.type.lo));
    emit(Opcode::mov, high, constant(domain.type.hi));
  }
}

/// Sets the registers of `count_up`: one less than the lowest number of a range, and the highest.
void Compiler::count_from(const Expr& domain, Slot next, Slot high) {
  if (domain.op == Op::range) {
    value_into(domain.kids[1], high);
    emit(Opcode::addi, next, value(domain.kids[0]), -1);
  } else {
    emit(Opcode::mov, high, constant(domain.type.hi));
    emit(Opcode::mov, next, constant(domain.type.lo - 1));
  }
}

Opcode Compiler::far_next(Slot element, int words) {
  constexpr int kFar = 4;
  if (words <= kFar) return next_of(words);
  emit(Opcode::mov, element, constant(0));
  return Opcode::next_far;
}

Slot Compiler::set_operation(const Expr& expr, Wanted wanted) {
  const int count = words(expr.type);
  const auto target = [&] { return slot_for(wanted, count); };
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
      emit(Opcode::clear, set, 0, 0, 1);
      emit(Opcode::addi, next, low, -1);
      loop(Opcode::count_up, next, high, 0, [&](Label) { emit(Opcode::add_bit, set, next, 0, 1); });
      return set;
    }
    case Op::empty: {
      const Slot slot = target();
      binary_set(Op::subtract_set, slot, constant_words(program_.geometry.board), program_.layout.occupied, count);
      return slot;
    }
    case Op::kind: case Op::stacked:
      return piece_set(expr.ref, expr.kids.empty() ? nullptr : &expr.kids[0], expr.op == Op::stacked, wanted);
    case Op::unite: case Op::intersect: case Op::subtract_set: case Op::toggle: {
      for (std::size_t side = 0; side < 2 && expr.op == Op::intersect; ++side) {
        if (expr.kids[side].op != Op::empty) continue;
        const Slot cells = value(expr.kids[1 - side]), slot = target();
        binary_set(Op::subtract_set, slot, cells, program_.layout.occupied, count);
        return slot;
      }
      const Slot left = value(expr.kids[0]), right = value(expr.kids[1]), slot = target();
      binary_set(expr.op, slot, left, right, count);
      return slot;
    }
    case Op::set: return set_literal(expr, wanted);
    case Op::comprehension: return comprehension(expr, wanted);
    case Op::at_cells: case Op::off_cells: {
      const Slot places = value(expr.kids[0]);
      const Slot cells = value(expr.kids[1]);
      const Slot everywhere = program_.layout.stack > 1 ? made_set(Opcode::spread, {}, count, cells) : cells;
      const Slot slot = target();
      binary_set(expr.op == Op::at_cells ? Op::intersect : Op::subtract_set, slot, places, everywhere, count);
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

Slot Compiler::set_literal(const Expr& expr, Wanted wanted) {
  const int count = words(expr.type);
  if (expr.kids.empty()) return constant_words(std::vector<Word>(static_cast<std::size_t>(count), 0));
  if (expr.kids.size() == 1 && expr.kids[0].type.is_set) return value(expr.kids[0], wanted);
  if (expr.kids.size() == 1 && expr.type.base == Base::cell && expr.kids[0].op == Op::label)
    return one_cell(find_label(expr.kids[0]));
  std::vector<Slot> kids;
  for (const Expr& kid : expr.kids) {
    kids.push_back(value(kid));
    if (expr.type.base == Base::number && !kid.type.is_set && (kid.type.lo < 0 || kid.type.hi > 63))
      hold_in(0, 63, kids.back());
  }
  const Slot slot = slot_for(wanted, count);
  if (!expr.kids[0].type.is_set) emit(Opcode::bit, slot, kids[0], 0, count);
  else copy(slot, kids[0], count);
  for (std::size_t i = 1; i < kids.size(); ++i) {
    if (expr.kids[i].type.is_set) binary_set(Op::unite, slot, slot, kids[i], count);
    else emit(Opcode::add_bit, slot, kids[i], 0, count);
  }
  return slot;
}

/// `{x in S where P}`, by a loop if it must be: `union x in S where P : x`.
Slot Compiler::comprehension(const Expr& expr, Wanted wanted) {
  const Expr& domain = expr.kids[0];
  if (expr.kids.size() < 2) return value(domain, wanted);
  const bool are_places = expr.type.base == Base::place;
  if (is_kept_set(expr))
    if (const auto kept = are_places ? known_cells(expr.kids[1], expr.ref, program_.layout.stack) : kept_set(expr.kids[1], expr.ref))
      return value(*kept);
  if (const auto some = among_known_places(expr)) return value(some->kids[0], wanted);
  // Nothing is evaluated over an empty domain, but the set of all cells is never empty.
  if (expr.type.base == Base::cell && (domain.op == Op::all || cannot_fail(expr.kids[1]))) {
    const auto cells = lifted(expr.kids[1], expr.ref);
    note(expr.span, cells.has_value());
    if (cells) return value(meet(domain, *cells), wanted);
  }
  Type type = expr.type;
  type.is_set = false;
  const Expr united = make_expr(Op::fold_unite, expr.type, expr.span, expr.ref,
                                {domain, make_expr(Op::local, type, expr.span, expr.ref), expr.kids[1]});
  const Fold fold = begin_fold(united);
  fold_loop(fold);
  return fold.result;
}

/// `edge(S, D)`: one edge, or the set of those of all cells in all directions.
Slot Compiler::edges(const Expr& expr) {
  const Slot cells = value(expr.kids[0]), ways = value(expr.kids[1]);
  return expr.type.is_set ? made_set(Opcode::edges, {}, words(expr.type), cells, ways)
                          : made(Opcode::edge, {}, cells, ways);
}

/// Steps and rays. One cell is given by its number, which is cheaper than a set.
Slot Compiler::space(const Expr& expr, Wanted wanted) {
  const int count = words(expr.type);
  const auto number_or_set = [&](const Expr& e, bool& is_set) {
    is_set = element_of(e).type.is_set;
    return value(element_of(e));
  };
  if (expr.op == Op::between || expr.op == Op::distance || expr.op == Op::way_to) {
    const Slot from = value(expr.kids[0]), to = value(expr.kids[1]);
    const Opcode op = expr.op == Op::between    ? Opcode::between
                      : expr.op == Op::distance ? Opcode::distance
                                                : Opcode::way_to;
    return made_at(slot_for(wanted, count), op, from, to);
  }
  if (expr.op == Op::lines_to) {
    const Slot ends = value(expr.kids[0]), through = value(expr.kids[2]), ways = set_of_ways(expr.kids[1]);
    const Slot lines = made_cells(Opcode::lines_to, ends, ways, static_cast<int>(expr.number));
    emit(Opcode::more, through);
    return lines;
  }
  bool from_set = false, way_set = false;
  const Slot from = number_or_set(expr.kids[0], from_set);
  const Slot way = number_or_set(expr.kids[1], way_set);
  Slot through = 0, length = 0;
  if (expr.op == Op::slide || expr.op == Op::hit) through = value(expr.kids[2]);
  if (expr.op == Op::steps) {
    length = value(expr.kids[2]);
    through = value(expr.kids[3]);
  }
  const int form = (from_set ? 1 : 0) | (way_set ? 2 : 0);
  const Slot slot = take(count);  // not `wanted`, as an operand may be there
  switch (expr.op) {
    case Op::step: emit(Opcode::step, slot, from, way, form); break;
    case Op::step_back: emit(Opcode::step, slot, from, way, form | 4); break;
    case Op::ray: emit(Opcode::ray, slot, from, way, form); break;
    case Op::slide: case Op::hit: case Op::steps:
      emit(expr.op == Op::slide ? Opcode::slide : expr.op == Op::hit ? Opcode::hit : Opcode::steps, slot, from, way, form);
      emit(Opcode::more, through, length);
      break;
    default:
      build_fail(lang::Code::G0501, expr.span, "this is not allowed here",
                 "this is a bug in Glint: please report it with the script");
  }
  return slot;
}

}  // namespace glint
