// Lifting: a condition on every cell of a set becomes a few operations on whole sets.
//
// Steps and lines from a cell c give a set of cells f(c). {c : f(c) meets Y} is the preimage of Y under f, and is made
// by the same steps and lines in the opposite direction:
//
//   c in X                          X
//   f + d meets Y                   f meets Y - d
//   slide(f, d, X) meets Y          f meets the starts of lines through X to Y & X
//   hit(f, d, X) meets Y            f meets the starts of lines through X to Y - X
//   f & X meets Y, f - X meets Y    f meets Y & X, f meets Y - X
//   f within Y, f == {}             not (f meets the rest), not (f meets anything)
//   any x in f : Q(x)               f meets {x : Q(x)}
//   any d in D : P(c, d)            all directions at once where P asks for the ends of lines, else one after the other
//
// and `and`, `or`, `not`, `if` are &, |, -. Any other use of the cell prevents lifting; then a loop tests each cell
// that the parts before it leave. `glint dump` prints which conditions became sets, and what prevented others.
#include <algorithm>

#include "interpreter/build/code/loops.hpp"

namespace glint {

namespace {

/// `c` or `{c}`.
bool is_one(const Expr& expr, int local) { return is_local(element_of(expr), local); }

Expr flag(Op op, lang::Span span, std::vector<Expr> kids) { return make_expr(op, kFlag, span, -1, std::move(kids)); }

}  // namespace

std::nullopt_t Compiler::stops(const Expr& expr) {
  if (!stopped_) stopped_ = expr.span;
  return std::nullopt;
}

void Compiler::note(lang::Span span, bool lifted) {
  notes_.push_back({span, lifted, stopped_.value_or(lang::Span{})});
}

std::optional<Slot> Compiler::lift(const Expr& condition, int local_ref) {
  if (!may(Lowering::lift)) return std::nullopt;
  const Checkpoint before(*this);
  const Restored uncounted(loops_, loops_);  // in sets that the condition compares with, there may be loops
  stopped_.reset();
  const auto lifted = lift_part(condition, local_ref);
  if (!lifted) before.roll_back();
  return lifted;
}

bool Compiler::lifts(const Expr& condition, int local_ref) {
  const Checkpoint before(*this);
  const bool is_set = lift(condition, local_ref).has_value();
  before.roll_back();
  if (!is_set) note(condition.span, false);
  return is_set;
}

Slot Compiler::no_cells() { return constant_words(std::vector<Word>(program_.words())); }

/// All cells if the flag holds; else none.
Slot Compiler::cells_if(Slot flag) { return made_set(Opcode::cells_if, {}, program_.words(), flag); }

Slot Compiler::all_but(Slot cells) {
  const Slot slot = take(program_.words());
  binary_set(Op::subtract_set, slot, constant_words(program_.geometry.board), cells, program_.words());
  return slot;
}

Slot Compiler::combine(Op op, Slot left, Slot right) {
  const Slot slot = take(program_.words());
  binary_set(op, slot, left, right, program_.words());
  return slot;
}

/// A condition on a cell's coordinates alone is computed now, cell by cell.
std::optional<Slot> Compiler::lift_coordinates(const Expr& condition, int local_ref) {
  constexpr int kMostCells = 4096;
  if (program_.geometry.cells > kMostCells) return std::nullopt;
  std::vector<Word> cells(program_.words());
  bool known = true;
  const Restored at_cell(constants_.cell, constants_.cell);
  for (int c = 0; c < program_.geometry.cells && known; ++c) {
    const CellInfo& place = program_.geometry.info[c];
    constants_.cell = Constants::Cell{local_ref, place.x, place.y};
    const auto holds = constants_.try_value(condition);
    known = holds.has_value();
    if (known && *holds) add_bit(cells.data(), c);
  }
  return known ? std::optional(constant_words(cells)) : std::nullopt;
}

/// `if A then B else C`, where `side` lifts B and C.
template <class Side>
std::optional<Slot> Compiler::lift_if(const Expr& expr, int local_ref, Side side) {
  if (const auto known = constants_.try_value(expr.kids[0])) return side(expr.kids[*known ? 1 : 2]);
  for (const Expr& kid : expr.kids)
    if (!cannot_fail(kid)) return stops(kid);
  const auto when = lift_part(expr.kids[0], local_ref);
  if (!when) return std::nullopt;
  const std::optional<Slot> then = side(expr.kids[1]);
  if (!then) return std::nullopt;
  const std::optional<Slot> otherwise = side(expr.kids[2]);
  if (!otherwise) return std::nullopt;
  const Slot where_then = combine(Op::intersect, *when, *then),
             elsewhere = combine(Op::subtract_set, *otherwise, *when);
  return combine(Op::unite, where_then, elsewhere);
}

std::optional<Slot> Compiler::lift_part(const Expr& condition, int local_ref) {
  const At at(*this, condition.span);
  if (!reads_local(condition, local_ref)) {
    if (!cannot_fail(condition)) return stops(condition);
    if (const auto known = constants_.try_value(condition))
      return *known ? constant_words(program_.geometry.board) : no_cells();
    return cells_if(value(condition));
  }
  const auto free = [&](const Expr& expr) { return !reads_local(expr, local_ref); };
  switch (condition.op) {
    case Op::in: {
      const Expr& set = condition.kids[1];
      if (set.type.base != Base::cell) break;
      if (!is_one(condition.kids[0], local_ref)) return stops(condition.kids[0]);
      if (!free(set)) return stops(set);
      return value(set);
    }
    case Op::not_: {
      const auto inner = lift_part(condition.kids[0], local_ref);
      return inner ? std::optional(all_but(*inner)) : std::nullopt;
    }
    case Op::and_: case Op::or_: {
      // The second side is evaluated only if the first does not decide, so an error in it might not happen.
      if (!cannot_fail(condition.kids[1])) return stops(condition.kids[1]);
      const auto left = lift_part(condition.kids[0], local_ref);
      if (!left) return std::nullopt;
      const auto right = lift_part(condition.kids[1], local_ref);
      if (!right) return std::nullopt;
      return combine(condition.op == Op::and_ ? Op::intersect : Op::unite, *left, *right);
    }
    case Op::if_:
      return lift_if(condition, local_ref, [&](const Expr& side) { return lift_part(side, local_ref); });
    case Op::meets:
      for (std::size_t side = 0; side < 2; ++side) {
        const Expr& set = condition.kids[1 - side];
        if (!free(set) || set.type.base != Base::cell) continue;
        if (!cannot_fail(set)) return stops(set);
        return preimage(condition.kids[side], local_ref, value(set));
      }
      break;
    case Op::within: {
      if (!free(condition.kids[1]) || condition.kids[1].type.base != Base::cell) break;
      if (!cannot_fail(condition.kids[1])) return stops(condition.kids[1]);
      const auto outside = preimage(condition.kids[0], local_ref, all_but(value(condition.kids[1])));
      return outside ? std::optional(all_but(*outside)) : std::nullopt;
    }
    case Op::fold_any: case Op::fold_no: case Op::fold_all: return lift_fold(condition, local_ref);
    case Op::call: {
      const Expr open = opened(condition);
      if (open.op == Op::call) break;
      return lift_part(open, local_ref);
    }
    case Op::equal: case Op::not_equal: {
      for (std::size_t side = 0; side < 2; ++side) {
        if (!is_nothing(condition.kids[side]) || condition.kids[1 - side].type.base != Base::cell) continue;
        const auto some = preimage(condition.kids[1 - side], local_ref, constant_words(program_.geometry.board));
        if (!some) return std::nullopt;
        return condition.op == Op::not_equal ? *some : all_but(*some);
      }
      if (const auto table = lift_table(condition, local_ref)) return table;
      break;
    }
    default: break;
  }
  if (const auto counts = lift_counts(condition, local_ref)) return counts;
  if (const auto coordinates = lift_coordinates(condition, local_ref)) return coordinates;
  if (const auto planes = lift_field(condition, local_ref)) return planes;
  return stops(condition);
}

/// A kept table over the cells, compared with a value: one instruction tests all entries.
std::optional<Slot> Compiler::lift_table(const Expr& condition, int local_ref) {
  for (std::size_t side = 0; side < 2; ++side) {
    const Expr& entry = condition.kids[side];
    const Expr& other = condition.kids[1 - side];
    if (entry.op != Op::call || entry.kids.size() != 1 || words(entry.type) != 1 || words(other.type) != 1) continue;
    const Expr& index = entry.kids[0];
    const Kept& kept = kept_of(entry);
    const rules::Let& let = let_of(entry);
    if (let.form != rules::LetForm::table || let.frame.locals[0].type.base != Base::cell) continue;
    if (!is_local(index, local_ref) || reads_local(other, local_ref)) continue;
    if (kept.bit < 0 && !kept.is_constant) continue;
    if (const auto lit = lift_light(let, other, condition.op == Op::not_equal)) return lit;
    const Slot wanted = value(other);
    if (!kept.is_constant) ensure(kept);
    return made_cells(Opcode::select, kept.slot, wanted, condition.op == Op::not_equal);
  }
  return std::nullopt;
}

std::optional<Slot> Compiler::lift_fold(const Expr& fold, int local_ref) {
  const Expr& domain = fold.kids[0];
  for (const Expr& kid : fold.kids)
    if (!cannot_fail(kid)) return stops(kid);
  // any x in S where A : B, as any x in S : A and B; all, as no x for which not.
  const lang::Span span = fold.kids[1].span;
  Expr body = fold.kids[1];
  if (fold.op == Op::fold_all) body = flag(Op::not_, span, {std::move(body)});
  if (fold.kids.size() > 2) body = flag(Op::and_, span, {fold.kids[2], std::move(body)});
  std::optional<Slot> some;
  if (domain.type.base == Base::direction && domain.type.is_set && !reads_local(domain, local_ref)) {
    some = lift_ways(domain, fold.ref, body, local_ref);
  } else if (domain.type.base == Base::cell && domain.type.is_set && !reads_local(body, local_ref)) {
    const auto found = lift_part(body, fold.ref);
    if (found) some = preimage(domain, local_ref, *found);
  } else {
    return stops(domain);
  }
  if (!some) return std::nullopt;
  return fold.op == Op::fold_any ? *some : all_but(*some);
}

namespace {

/// A condition on the lines from a cell, by a way: they end in a set, `hit(c, way, through) meets ends`, and maybe some
/// cell lies between, `slide(c, way, through) != {}`.
struct LinesAsked {
  const Expr *through = nullptr, *ends = nullptr;
  bool some_between = false;
};

/// The parts of the condition, if it has this form.
template <class CannotFail>
std::optional<LinesAsked> lines_asked(const Expr& condition, int cell, int way, CannotFail&& cannot_fail) {
  std::vector<const Expr*> parts;
  split_and(condition, parts);
  if (parts.size() > 2) return std::nullopt;
  LinesAsked asked;
  const auto free = [&](const Expr& e) { return !reads_local(e, cell) && !reads_local(e, way); };
  const auto is_line = [&](const Expr& e, Op op) {
    return e.op == op && is_one(e.kids[0], cell) && is_one(e.kids[1], way) && free(e.kids[2]) &&
           (!asked.through || same(*asked.through, e.kids[2]));
  };
  const auto take_part = [&](const Expr& part, const Expr& line, const Expr& other) {
    const bool asks_ends =
        part.op == Op::meets && is_line(line, Op::hit) && !asked.ends && free(other) && cannot_fail(other);
    const bool asks_between =
        part.op == Op::not_equal && is_nothing(other) && is_line(line, Op::slide) && !asked.some_between;
    if (asks_ends) asked.ends = &other;
    if (asks_between) asked.some_between = true;
    if (asks_ends || asks_between) asked.through = &line.kids[2];
    return asks_ends || asks_between;
  };
  for (const Expr* part : parts) {
    if (part->kids.size() != 2) return std::nullopt;
    if (!take_part(*part, part->kids[0], part->kids[1]) && !take_part(*part, part->kids[1], part->kids[0]))
      return std::nullopt;
  }
  return asked.ends ? std::optional(asked) : std::nullopt;
}

}  // namespace

/// {c : there is a way in `domain` for which `body` holds}.
std::optional<Slot> Compiler::lift_ways(const Expr& domain, int way, const Expr& body, int local_ref) {
  const auto asked = lines_asked(body, local_ref, way, [this](const Expr& e) { return cannot_fail(e); });
  if (asked && has_lines()) {
    const Slot between = value(*asked->through);
    const Slot at_end = combine(Op::subtract_set, value(*asked->ends), between);
    return lines_to(at_end, value(domain), between, !asked->some_between);
  }
  // One direction after the other.
  const auto ways = constants_.try_value(domain);
  if (!ways) return stops(domain);
  std::optional<Slot> all;
  for (const int one : each_bit(static_cast<Word>(*ways))) {
    const auto cells = lift_part(with_value(body, way, one), local_ref);
    if (!cells) return std::nullopt;
    unite_into(all, *cells);
  }
  return all ? *all : no_cells();
}

bool Compiler::has_lines() const { return program_.geometry.has_shifts() && !program_.geometry.wraps; }

Slot Compiler::lines_to(Slot ends, Slot ways, Slot through, bool also_next_to) {
  const Slot slot = made_cells(Opcode::lines_to, ends, ways, also_next_to);
  emit(Opcode::more, through);
  return slot;
}

/// {c : f(c) meets targets}.
std::optional<Slot> Compiler::preimage(const Expr& f, int local_ref, Slot targets) {
  const At at(*this, f.span);
  const int count = program_.words();
  const auto free = [&](const Expr& expr) { return !reads_local(expr, local_ref); };
  const auto is_ready = [&](const Expr& expr) { return free(expr) && cannot_fail(expr); };
  if (f.type.base != Base::cell) return stops(f);
  if (free(f)) {
    if (!cannot_fail(f)) return stops(f);
    const Slot meets = take(1), cells = f.type.is_set ? value(f) : 0;
    if (f.type.is_set) emit(Opcode::meets, meets, cells, targets, count);
    else emit(count == 1 ? Opcode::has1 : Opcode::has, meets, value(f), targets, count);
    return cells_if(meets);
  }
  const auto ways_of = [&](const Expr& ways, bool as_set, int& form) {
    const Expr& one = element_of(ways);
    form = one.type.is_set ? 2 : 0;
    if (!as_set || one.type.is_set) return value(one);
    const Slot set = take(1);
    return made_at(set, Opcode::bit, value(one), 0, 1);
  };
  int form = 0;
  switch (f.op) {
    case Op::local: return targets;
    case Op::set: case Op::unite: {
      std::optional<Slot> all;
      for (const Expr& kid : f.kids) {
        const auto cells = preimage(kid, local_ref, targets);
        if (!cells) return std::nullopt;
        unite_into(all, *cells);
      }
      return all;
    }
    case Op::intersect: {
      const std::size_t side = free(f.kids[0]) ? 1 : 0;
      if (!free(f.kids[1 - side])) return stops(f);
      if (!is_ready(f.kids[1 - side])) return stops(f.kids[1 - side]);
      return preimage(f.kids[side], local_ref, combine(Op::intersect, targets, value(f.kids[1 - side])));
    }
    case Op::subtract_set:
      if (!is_ready(f.kids[1])) return stops(f.kids[1]);
      return preimage(f.kids[0], local_ref, combine(Op::subtract_set, targets, value(f.kids[1])));
    case Op::step: {
      if (!is_ready(f.kids[1])) return stops(f.kids[1]);
      const Slot ways = ways_of(f.kids[1], false, form);
      return preimage(f.kids[0], local_ref, made_cells(Opcode::step, targets, ways, 1 | form | 4));
    }
    case Op::slide: case Op::hit: case Op::ray: {
      if (!has_lines()) return stops(f);
      for (std::size_t i = 1; i < f.kids.size(); ++i)
        if (!is_ready(f.kids[i])) return stops(f.kids[i]);
      const Slot ways = ways_of(f.kids[1], true, form);
      const Slot through = f.op == Op::ray ? constant_words(program_.geometry.board) : value(f.kids[2]);
      const Slot ends =
          f.op == Op::ray ? targets : combine(f.op == Op::slide ? Op::intersect : Op::subtract_set, targets, through);
      return preimage(f.kids[0], local_ref, lines_to(ends, ways, through, true));
    }
    case Op::if_:
      return lift_if(f, local_ref, [&](const Expr& side) { return preimage(side, local_ref, targets); });
    case Op::call: {
      const Expr open = opened(f);
      return open.op == Op::call ? stops(f) : preimage(open, local_ref, targets);
    }
    case Op::fold_unite: {
      // For some way, the value of the body meets the targets.
      if (f.kids[0].type.base != Base::direction || !f.kids[0].type.is_set || !free(f.kids[0])) return stops(f.kids[0]);
      for (const Expr& kid : f.kids)
        if (!cannot_fail(kid)) return stops(kid);
      if (!f.kids[1].type.is_set) return stops(f.kids[1]);
      // The union meets the targets, which get a name, as they have only a slot; or, if these are all cells, it is not
      // {}.
      const std::vector<Word>* known = constant_at(targets);
      const bool anything = known && *known == program_.geometry.board;
      Expr wanted = make_expr(anything ? Op::set : Op::local, kCells, f.kids[1].span, bind(targets));
      Expr some = flag(anything ? Op::not_equal : Op::meets, f.kids[1].span, {f.kids[1], std::move(wanted)});
      if (f.kids.size() > 2) some = flag(Op::and_, f.span, {f.kids[2], std::move(some)});
      return lift_ways(f.kids[0], f.ref, some, local_ref);
    }
    default: return stops(f);
  }
}

/// `union d in D where hit(c, d, X) meets Y : slide(c, d, X)`, from one cell: one instruction.
std::optional<Slot> Compiler::closed_lines(const Expr& fold) {
  if (!may(Lowering::fuse) || fold.op != Op::fold_unite || fold.kids.size() != 3) return std::nullopt;
  const Expr& domain = fold.kids[0];
  const Expr& slide = fold.kids[1];
  if (domain.type.base != Base::direction || slide.op != Op::slide || fold.kids[2].op != Op::meets) return std::nullopt;
  for (std::size_t side = 0; side < 2; ++side) {
    const Expr& hit = fold.kids[2].kids[side];
    const Expr& ends = fold.kids[2].kids[1 - side];
    const Expr& from = element_of(slide.kids[0]);
    if (hit.op != Op::hit || from.type.is_set || !same(hit.kids[0], slide.kids[0]) ||
        !same(hit.kids[2], slide.kids[2]) || !is_one(hit.kids[1], fold.ref) || !is_one(slide.kids[1], fold.ref))
      continue;
    if (reads_local(from, fold.ref) || reads_local(slide.kids[2], fold.ref) || reads_local(ends, fold.ref)) continue;
    if (!cannot_fail(from) || !cannot_fail(slide.kids[2]) || !cannot_fail(ends)) continue;
    const Slot cell = value(from), ways = value(domain), through = value(slide.kids[2]), at_end = value(ends);
    const Slot slot = made_cells(Opcode::closed, cell, ways, 2);
    emit(Opcode::more, through, at_end);
    return slot;
  }
  return std::nullopt;
}

}  // namespace glint
