// Sets, comprehensions and rays.
#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/plan/lift.hpp"

namespace glint::compiling {

namespace {

Slot set_literal(CodeWriter& code, const Expr& expr, Wanted wanted) {
  const int count = code.words(expr.type);
  if (expr.kids.empty()) return code.constant_words(std::vector<Word>(static_cast<std::size_t>(count), 0));
  if (expr.kids.size() == 1 && expr.kids[0].type.is_set) return value(code, expr.kids[0], wanted);
  if (expr.kids.size() == 1 && expr.type.base == Base::cell && expr.kids[0].op == Op::label)
    return code.one_cell(code.labels.find(code.program, expr.kids[0]));
  std::vector<Slot> kids;
  for (const Expr& kid : expr.kids) {
    kids.push_back(value(code, kid));
    if (expr.type.base == Base::number && !kid.type.is_set && (kid.type.lo < 0 || kid.type.hi > 63))
      code.hold_in(0, 63, kids.back());
  }
  const Slot slot = code.slot_for(wanted, count);
  if (!expr.kids[0].type.is_set)
    code.emit(Opcode::bit, slot, kids[0], 0, count);
  else
    code.copy(slot, kids[0], count);
  for (std::size_t i = 1; i < kids.size(); ++i) {
    if (expr.kids[i].type.is_set)
      code.binary_set(Op::unite, slot, slot, kids[i], count);
    else
      code.emit(Opcode::add_bit, slot, kids[i], 0, count);
  }
  return slot;
}

/// `{x in S where P}`, by a loop if it must be: `union x in S where P : x`.
Slot comprehension(CodeWriter& code, const Expr& expr, Wanted wanted) {
  const Expr& domain = expr.kids[0];
  if (expr.kids.size() < 2) return value(code, domain, wanted);
  const bool are_places = expr.type.base == Base::place;
  if (is_kept_set(expr))
    if (const auto kept = are_places ? known_cells(code, expr.kids[1], expr.ref, code.program.layout.stack)
                                     : kept_set(code, expr.kids[1], expr.ref))
      return value(code, *kept);
  if (const auto some = among_known_places(code, expr)) return value(code, some->kids[0], wanted);
  // Nothing is evaluated over an empty domain, but the set of all cells is never empty.
  if (expr.type.base == Base::cell && (domain.op == Op::all || code.cannot_fail(expr.kids[1]))) {
    const auto cells = lifted(code, expr.kids[1], expr.ref);
    code.conditions.note(expr.span, cells.has_value());
    if (cells) return value(code, meet(domain, *cells), wanted);
  }
  Type type = expr.type;
  type.is_set = false;
  const Expr united = make_expr(Op::fold_unite, expr.type, expr.span, expr.ref,
                                {domain, make_expr(Op::local, type, expr.span, expr.ref), expr.kids[1]});
  const Fold fold = begin_fold(code, united);
  fold_loop(code, fold);
  return fold.result;
}

}  // namespace

Slot set_of_ways(CodeWriter& code, const Expr& ways) {
  const Slot slot = value(code, ways);
  return ways.type.is_set ? slot : code.made_set(Opcode::bit, {}, 1, slot);
}

void bounds_into(CodeWriter& code, const Expr& domain, Slot low, Slot high) {
  if (domain.op == Op::range) {
    value_into(code, domain.kids[0], low);
    value_into(code, domain.kids[1], high);
  } else {
    code.emit(Opcode::mov, low, code.constant(domain.type.lo));
    code.emit(Opcode::mov, high, code.constant(domain.type.hi));
  }
}

void count_from(CodeWriter& code, const Expr& domain, Slot next, Slot high) {
  if (domain.op == Op::range) {
    value_into(code, domain.kids[1], high);
    code.emit(Opcode::addi, next, value(code, domain.kids[0]), -1);
  } else {
    code.emit(Opcode::mov, high, code.constant(domain.type.hi));
    code.emit(Opcode::mov, next, code.constant(domain.type.lo - 1));
  }
}

Slot set_operation(CodeWriter& code, const Expr& expr, Wanted wanted) {
  const int count = code.words(expr.type);
  const auto target = [&] { return code.slot_for(wanted, count); };
  switch (expr.op) {
    case Op::all: {
      if (expr.type.base == Base::cell) return code.constant_words(code.program.geometry.board);
      if (expr.type.base == Base::edge) return code.constant_words(code.program.geometry.all_edges());
      build_fail(lang::Code::G0504, expr.span, "a set of these values is too large",
                 "a set of numbers holds numbers from 0 to 63; loops may run over any range");
    }
    case Op::range: {
      const Slot low = value(code, expr.kids[0]), high = value(code, expr.kids[1]);
      const Slot set = code.take(1), next = code.take(1);
      if (expr.type.lo < 0 || expr.type.hi > 63)
        build_fail(lang::Code::G0504, expr.span, "a set of these numbers is too large",
                   "a set of numbers holds numbers from 0 to 63; loops may run over any range");
      code.emit(Opcode::clear, set, 0, 0, 1);
      code.emit(Opcode::addi, next, low, -1);
      code.loop(Opcode::count_up, next, high, 0, [&](Label) { code.emit(Opcode::add_bit, set, next, 0, 1); });
      return set;
    }
    case Op::empty: {
      const Slot slot = target();
      code.binary_set(Op::subtract_set, slot, code.constant_words(code.program.geometry.board),
                      code.program.layout.occupied, count);
      return slot;
    }
    case Op::kind:
    case Op::stacked:
      return piece_set(code, expr.ref, expr.kids.empty() ? nullptr : &expr.kids[0], expr.op == Op::stacked, wanted);
    case Op::unite:
    case Op::intersect:
    case Op::subtract_set:
    case Op::toggle: {
      for (std::size_t side = 0; side < 2 && expr.op == Op::intersect; ++side) {
        if (expr.kids[side].op != Op::empty) continue;
        const Slot cells = value(code, expr.kids[1 - side]), slot = target();
        code.binary_set(Op::subtract_set, slot, cells, code.program.layout.occupied, count);
        return slot;
      }
      const Slot left = value(code, expr.kids[0]), right = value(code, expr.kids[1]), slot = target();
      code.binary_set(expr.op, slot, left, right, count);
      return slot;
    }
    case Op::set:
      return set_literal(code, expr, wanted);
    case Op::comprehension:
      return comprehension(code, expr, wanted);
    case Op::at_cells:
    case Op::off_cells: {
      const Slot places = value(code, expr.kids[0]);
      const Slot cells = value(code, expr.kids[1]);
      const Slot everywhere = code.program.layout.stack > 1 ? code.made_set(Opcode::spread, {}, count, cells) : cells;
      const Slot slot = target();
      code.binary_set(expr.op == Op::at_cells ? Op::intersect : Op::subtract_set, slot, places, everywhere, count);
      return slot;
    }
    case Op::cells_of: {
      const Slot places = value(code, expr.kids[0]);
      if (code.program.layout.stack == 1) return places;
      const Slot slot = target();
      code.emit(Opcode::fold_levels, slot, places, 0, code.words(expr.kids[0].type));
      return slot;
    }
    default:
      return space(code, expr, wanted);
  }
}

Slot edges(CodeWriter& code, const Expr& expr) {
  const Slot cells = value(code, expr.kids[0]), ways = value(code, expr.kids[1]);
  return expr.type.is_set ? code.made_set(Opcode::edges, {}, code.words(expr.type), cells, ways)
                          : code.made(Opcode::edge, {}, cells, ways);
}

Slot walk_lines(CodeWriter& code, const Expr& expr) {
  constexpr Opcode kWalks[] = {Opcode::walk_slide, Opcode::walk_hit, Opcode::walk_steps, Opcode::walk_last};
  const Expr& cells = expr.kids[0];
  const Slot start = value(code, cells);
  const Slot from = cells.type.is_set ? start : code.made_set(Opcode::bit, {}, code.program.words(), start);
  const Slot ways = set_of_ways(code, expr.kids[1]), through = value(code, expr.kids[2]);
  const bool has_walls = expr.kids.size() > 3;
  const Slot walls = has_walls ? value(code, expr.kids[3]) : 0;
  const Slot length = expr.kids.size() > 4 ? value(code, expr.kids[4]) : 0;
  const int edges = has_walls ? code.words(expr.kids[3].type) : 0;
  const Slot slot = code.take(code.words(expr.type));
  code.emit(kWalks[static_cast<std::size_t>(expr.ref)], slot, from, ways, edges);
  code.emit(Opcode::more, through, length, walls);
  return slot;
}

Slot space(CodeWriter& code, const Expr& expr, Wanted wanted) {
  const int count = code.words(expr.type);
  const auto number_or_set = [&](const Expr& e, bool& is_set) {
    is_set = element_of(e).type.is_set;
    return value(code, element_of(e));
  };
  if (expr.op == Op::between || expr.op == Op::distance || expr.op == Op::way_to) {
    const Slot from = value(code, expr.kids[0]), to = value(code, expr.kids[1]);
    const Opcode op = expr.op == Op::between    ? Opcode::between
                      : expr.op == Op::distance ? Opcode::distance
                                                : Opcode::way_to;
    return code.made_at(code.slot_for(wanted, count), op, from, to);
  }
  if (expr.op == Op::lines_to) {
    const Slot ends = value(code, expr.kids[0]), through = value(code, expr.kids[2]),
               ways = set_of_ways(code, expr.kids[1]);
    const Slot lines = code.made_cells(Opcode::lines_to, ends, ways, static_cast<int>(expr.number));
    code.emit(Opcode::more, through);
    return lines;
  }
  bool from_set = false, way_set = false;
  const Slot from = number_or_set(expr.kids[0], from_set);
  const Slot way = number_or_set(expr.kids[1], way_set);
  Slot through = 0, length = 0;
  if (expr.op == Op::slide || expr.op == Op::hit) through = value(code, expr.kids[2]);
  if (expr.op == Op::steps) {
    length = value(code, expr.kids[2]);
    through = value(code, expr.kids[3]);
  }
  const int form = (from_set ? 1 : 0) | (way_set ? 2 : 0);
  const Slot slot = code.take(count);  // not `wanted`, because an operand may be there
  switch (expr.op) {
    case Op::step:
      code.emit(Opcode::step, slot, from, way, form);
      break;
    case Op::step_back:
      code.emit(Opcode::step, slot, from, way, form | 4);
      break;
    case Op::ray:
      code.emit(Opcode::ray, slot, from, way, form);
      break;
    case Op::slide:
    case Op::hit:
    case Op::steps:
      code.emit(expr.op == Op::slide ? Opcode::slide
                : expr.op == Op::hit ? Opcode::hit
                                     : Opcode::steps,
                slot, from, way, form);
      code.emit(Opcode::more, through, length);
      break;
    default:
      build_fail(lang::Code::G0501, expr.span, "this is not allowed here",
                 "this is a bug in Glint: please report it with the script");
  }
  return slot;
}

}  // namespace glint::compiling
