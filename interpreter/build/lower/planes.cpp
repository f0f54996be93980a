// Fields of pieces as sets of cells: a plane for each value, beside the State in the frame, updated with every change
// of a piece (Board::change_top). A condition `x.field == v` for all x of a set is then the plane of v, and needs no
// loop.
//
// There are planes for every field with few values that rules compare for the local of a loop or fold; those that no
// code reads in the end are not updated. Coordinates of cells never change, so their sets are tables of constants.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/plan/lift.hpp"
#include "lang/rules/arithmetic.hpp"

namespace glint::compiling {

namespace {

bool is_field_of(const Expr& expr, int local) { return expr.op == Op::field && is_local(expr.kids[0], local); }

bool runs_over_cells(const Expr& expr) {
  const bool binds = expr.op == Op::comprehension || (expr.op >= Op::fold_any && expr.op <= Op::fold_unite);
  return binds && expr.kids.size() > 1 && expr.kids[0].type.base == Base::cell;
}

/// A kept table over the cells, compared with a value: one instruction tests all entries.
std::optional<KeptSet> set_of_table(const CodeWriter& code, const Expr& condition, int local_ref) {
  if (condition.op != Op::equal) return std::nullopt;
  for (std::size_t side = 0; side < 2; ++side) {
    const Expr& entry = condition.kids[side];
    const Expr& other = condition.kids[1 - side];
    if (entry.op != Op::call || entry.kids.size() != 1 || code.words(entry.type) != 1 || code.words(other.type) != 1)
      continue;
    const Kept& kept = code.kept_of(entry);
    const rules::Let& let = code.let_of(entry);
    if (let.form != rules::LetForm::table || let.frame.locals[0].type.base != Base::cell) continue;
    if (!is_local(entry.kids[0], local_ref) || reads_local(other, local_ref)) continue;
    if (kept.bit < 0 && !kept.is_constant) continue;
    KeptSet set{is_all_light(code, let) ? KeptSet::Of::light : KeptSet::Of::table};
    set.index = &other;
    set.entry = &entry;
    return set;
  }
  return std::nullopt;
}

/// The cells of pieces with a field as in the condition: equal to or less than a value that does not read the local, or
/// one of several known ones. For cells whose piece does not have the field, either answer will do.
std::optional<KeptSet> set_of_field(const CodeWriter& code, const Expr& condition, int local_ref) {
  if (code.mode() == CodeWriter::Mode::carry) return std::nullopt;  // there each field is tested first
  const auto planes_of = [&](int field, bool is_less) -> const FieldPlanes* {
    const auto found = std::find_if(code.program.pieces.planes.begin(), code.program.pieces.planes.end(),
                                    [&](const FieldPlanes& planes) {
                                      return planes.field == field && planes.is_less == is_less && planes.slot > 0;
                                    });
    return found != code.program.pieces.planes.end() ? &*found : nullptr;
  };
  const auto set_in = [&](const FieldPlanes& planes) {
    KeptSet set{KeptSet::Of::planes};
    set.planes = static_cast<std::size_t>(&planes - code.program.pieces.planes.data());
    return set;
  };
  if (is_field_of(condition, local_ref) && condition.type.base == Base::flag) {
    std::optional<KeptSet> set;
    if (const FieldPlanes* const planes = planes_of(condition.ref, false)) set = set_in(*planes);
    if (set) set->sets = {1};
    return set;
  }
  if (condition.kids.size() != 2) return std::nullopt;
  if (condition.op == Op::in) {
    const Expr& field = condition.kids[0];
    if (!is_field_of(field, local_ref) || field.type.is_set) return std::nullopt;
    if (condition.kids[1].op == Op::range || lists_any_numbers(condition.kids[1])) return std::nullopt;
    const auto known = code.constants.try_value(condition.kids[1]);
    const FieldPlanes* planes = known ? planes_of(field.ref, false) : nullptr;
    if (!planes) return std::nullopt;
    KeptSet set = set_in(*planes);
    for (std::int64_t i = 0; i < planes->values; ++i) {
      const std::int64_t value = planes->lo + i;
      if (value >= 0 && value < 64 && *known >> value & 1) set.sets.push_back(i);
    }
    return set;
  }
  const bool is_less = condition.op == Op::less || condition.op == Op::less_equal;
  if (condition.op != Op::equal && !is_less) return std::nullopt;
  for (std::size_t side = 0; side < (is_less ? 1 : 2); ++side) {
    const Expr& field = condition.kids[side];
    const Expr& other = condition.kids[1 - side];
    if (!is_field_of(field, local_ref) || field.type.is_set || reads_local(other, local_ref)) continue;
    const FieldPlanes* planes = planes_of(field.ref, is_less);
    if (!planes) return std::nullopt;
    KeptSet set = set_in(*planes);
    set.shift = (condition.op == Op::less_equal ? 1 : 0) - planes->lo;  // field <= v is field < v + 1
    if (const auto known = code.constants.try_value(other)) {
      const std::int64_t number = *known + set.shift;
      if (is_less) set.sets = {std::min(std::max<std::int64_t>(number, 0), planes->values)};
      else if (number >= 0 && number < planes->values) set.sets = {number};
      return set;
    }
    const bool is_number = is_less || other.type.base == Base::number;
    if (is_number && (other.type.lo + set.shift < 0 || other.type.hi + set.shift >= planes->sets())) return std::nullopt;
    set.index = &other;
    return set;
  }
  return std::nullopt;
}

/// The cells whose coordinate meets the condition, which compares it with a value that does not read the local. They stand
/// in a table of constants, with a row for each value.
std::optional<KeptSet> set_of_coordinate(const CodeWriter& code, const Expr& condition, int local_ref) {
  if (!is_comparison(condition.op)) return std::nullopt;
  const int count = code.program.words();
  const Geometry& geometry = code.program.geometry;
  for (std::size_t side = 0; side < 2; ++side) {
    const Expr& coordinate = condition.kids[side];
    const Expr& other = condition.kids[1 - side];
    if (coordinate.op != Op::x_of && coordinate.op != Op::y_of) continue;
    if (!is_local(coordinate.kids[0], local_ref) || reads_local(other, local_ref)) continue;
    const bool is_x = coordinate.op == Op::x_of;
    std::int64_t lo = INT64_MAX, hi = INT64_MIN;
    for (const CellInfo& cell : geometry.info) {
      lo = std::min<std::int64_t>(lo, is_x ? cell.x : cell.y);
      hi = std::max<std::int64_t>(hi, is_x ? cell.x : cell.y);
    }
    // A row for each value from lo - 1, which none has, to hi + 1.
    const std::int64_t rows = hi - lo + 3;
    if (rows * count > kMostPlaneSlots) return std::nullopt;
    KeptSet set{KeptSet::Of::rows};
    set.words.resize(rows * count);
    for (int c = 0; c < geometry.cells; ++c) {
      const CellInfo& cell = geometry.info[c];
      const std::int64_t at = is_x ? cell.x : cell.y;
      for (std::int64_t row = 0; row < rows; ++row) {
        const std::int64_t value = lo - 1 + row;
        const auto holds = rules::computed(condition.op, side == 0 ? at : value, side == 0 ? value : at, 0);
        if (*holds) add_bit(&set.words[row * count], c);
      }
    }
    set.index = &other;
    set.lo = lo - 1, set.hi = hi + 1, set.shift = 1 - lo;
    return set;
  }
  return std::nullopt;
}

}  // namespace

Slot add_planes(const CodeWriter& code, Slot end) {
  if (!code.may(Lowering::planes) || !code.may(Lowering::lift)) return end;
  const rules::Rules& rules = code.program.rules;
  const Slot begin = end;
  std::vector<bool> equal(rules.fields.size(), false), less(rules.fields.size(), false);
  const auto look = [&](const Expr& expr) {
    if (!runs_over_cells(expr)) return;
    for (std::size_t i = 1; i < expr.kids.size(); ++i)
      walk(expr.kids[i], [&](const Expr& e) {
        if (is_field_of(e, expr.ref) && e.type.base == Base::flag) equal[e.ref] = true;
        for (const Expr& kid : e.kids) {
          if (!is_field_of(kid, expr.ref)) continue;
          const auto field = static_cast<std::size_t>(kid.ref);
          if (e.op == Op::equal || e.op == Op::not_equal || e.op == Op::in) equal[field] = true;
          if (e.op == Op::less || e.op == Op::less_equal) less[field] = true;
        }
      });
  };
  rules::for_each_play_expr(rules, [&](const Expr& expr) { walk(expr, look); });
  for (std::size_t f = 0; f < rules.fields.size(); ++f) {
    const Type& type = rules.fields[f].type;
    if (type.is_set || is_of_board(type)) continue;
    const std::int64_t values = domain_size(rules, type);
    if (values < 1) continue;
    for (const bool is_less : {false, true}) {
      if (!(is_less ? less[f] : equal[f])) continue;
      FieldPlanes planes;
      planes.field = static_cast<int>(f);
      planes.is_less = is_less;
      planes.slot = end;  // 0: it is not kept
      planes.lo = domain_first(type);
      planes.values = values;
      const std::int64_t slots = planes.sets() * code.program.words();
      if (values > kMostPlaneValues || static_cast<std::int64_t>(end - begin) + slots > kMostPlaneSlots)
        planes.slot = 0;
      else
        end += static_cast<Slot>(slots);
      code.program.pieces.planes.push_back(planes);
    }
  }
  return end;
}

void list_planes(Program& program) {
  const auto is_read = [](const FieldPlanes& planes) { return planes.is_read; };
  if (std::none_of(program.pieces.planes.begin(), program.pieces.planes.end(), is_read)) return;
  const auto words = static_cast<Slot>(program.words());
  for (std::size_t key = 0; key < program.pieces.keys.size(); ++key) {
    program.pieces.plane_begin.push_back(static_cast<std::uint32_t>(program.pieces.plane_slots.size()));
    for (const FieldPlanes& planes : program.pieces.planes) {
      const std::int64_t value = program.pieces.fields[planes.field].value[key];
      const bool has_field = program.pieces.fields[planes.field].stride[key] != 0;
      if (!planes.is_read || !has_field) continue;
      const auto plane = [&](std::int64_t set) {
        program.pieces.plane_slots.push_back(planes.slot + static_cast<Slot>(set) * words);
      };
      if (!planes.is_less) plane(value - planes.lo);
      else
        for (std::int64_t set = value - planes.lo + 1; set < planes.sets(); ++set) plane(set);
    }
  }
  program.pieces.plane_begin.push_back(static_cast<std::uint32_t>(program.pieces.plane_slots.size()));
}

std::optional<KeptSet> known_cells(const CodeWriter& code, const Expr& condition, int local_ref, int levels) {
  constexpr int kMostCells = 4096;
  if (code.program.geometry.cells * levels > kMostCells) return std::nullopt;
  KeptSet set{KeptSet::Of::known};
  set.words.resize(static_cast<std::size_t>(code.program.words() * levels));
  const Restored at_cell(code.constants.cell, code.constants.cell);
  for (int level = 0; level < levels; ++level)
    for (int c = 0; c < code.program.geometry.cells; ++c) {
      const CellInfo& place = code.program.geometry.info[c];
      code.constants.cell = Constants::Cell{local_ref, place.x, place.y, level};
      const auto holds = code.constants.try_value(condition);
      if (!holds) return std::nullopt;
      if (*holds) add_bit(&set.words[static_cast<std::size_t>(code.program.words() * level)], c);
    }
  return set;
}

std::optional<Expr> among_known_places(const CodeWriter& code, const Expr& fold) {
  if (fold.op == Op::fold_min || fold.op == Op::fold_max || fold.op == Op::fold_reach) return std::nullopt;
  const std::size_t at = fold.op == Op::comprehension ? 1 : 2;
  const Type& type = fold.kids[0].type;
  if (type.base != Base::place || !type.is_set || fold.kids.size() != at + 1 || !code.may(Lowering::planes))
    return std::nullopt;
  if (!known_cells(code, fold.kids[at], fold.ref, code.program.layout.stack)) return std::nullopt;
  Expr narrow = fold;
  Expr known = make_expr(Op::comprehension, type, fold.span, fold.ref, {fold.kids[0], fold.kids[at]});
  known.number = 1;
  narrow.kids.pop_back();
  narrow.kids[0] = make_expr(Op::intersect, type, fold.span, -1, {fold.kids[0], std::move(known)});
  return narrow;
}

std::optional<KeptSet> kept_set(const CodeWriter& code, const Expr& condition, int local_ref) {
  if (auto set = set_of_table(code, condition, local_ref)) return set;
  if (auto set = known_cells(code, condition, local_ref)) return set;
  if (!code.may(Lowering::planes)) return std::nullopt;
  if (auto set = set_of_coordinate(code, condition, local_ref)) return set;
  return set_of_field(code, condition, local_ref);
}

Slot value(CodeWriter& code, const KeptSet& set) {
  const int count = code.program.words();
  const auto index = [&] {
    Slot slot = value(code, *set.index);
    if (set.index->type.lo < set.lo) slot = code.made(Opcode::max, {}, slot, code.constant(set.lo));
    if (set.index->type.hi > set.hi) slot = code.made(Opcode::min, {}, slot, code.constant(set.hi));
    return set.shift == 0 ? slot : code.made(Opcode::addi, {}, slot, set.shift);
  };
  switch (set.of) {
    case KeptSet::Of::known:
      return code.constant_words(set.words);
    case KeptSet::Of::rows: {
      const Slot rows = code.constant_words(set.words);
      return code.made_cells(Opcode::load, rows, index(), count);
    }
    case KeptSet::Of::planes: {
      code.program.pieces.planes[set.planes].is_read = true;
      const Slot first = code.program.pieces.planes[set.planes].slot;
      if (set.index) return code.made_cells(Opcode::load, first, index(), count);
      if (set.sets.empty()) return code.constant_words(std::vector<Word>(code.program.words()));
      Slot all = first + static_cast<Slot>(set.sets[0] * count);
      for (std::size_t i = 1; i < set.sets.size(); ++i)
        all = code.combine(Op::unite, all, first + static_cast<Slot>(set.sets[i] * count));
      return all;
    }
    case KeptSet::Of::table: {
      const Slot wanted = value(code, *set.index);
      if (!code.kept_of(*set.entry).is_constant) ensure(code, code.kept_of(*set.entry));
      return code.made_cells(Opcode::select, code.kept_of(*set.entry).slot, wanted, 0);
    }
    case KeptSet::Of::light: {
      const int field = code.let_of(*set.entry).body.kids[1].ref;
      const Slot emitters = code.all_emitters(), wanted = value(code, *set.index);
      lights_by(code, field);
      return code.made_cells(Opcode::light_is, emitters, wanted, field * 2);
    }
  }
  return 0;
}

}  // namespace glint::compiling
