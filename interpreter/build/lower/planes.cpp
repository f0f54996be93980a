// Fields of pieces as sets of cells: a plane for each value, beside the State in the frame, updated with every change
// of a piece (Board::change_top). A condition `x.field == v` for all x of a set is then the plane of v, and needs no
// loop.
//
// There are planes for every field with few values that rules compare for the local of a loop or fold; those that no
// code reads in the end are not updated. Coordinates of cells never change, so their sets are tables of constants.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"
#include "lang/rules/arithmetic.hpp"

namespace glint {

namespace {

bool is_field_of(const Expr& expr, int local) { return expr.op == Op::field && is_local(expr.kids[0], local); }

bool runs_over_cells(const Expr& expr) {
  const bool binds = expr.op == Op::comprehension || (expr.op >= Op::fold_any && expr.op <= Op::fold_unite);
  return binds && expr.kids.size() > 1 && expr.kids[0].type.base == Base::cell;
}

}  // namespace

/// Takes slots for planes from `end` on; answers their end.
Slot Compiler::add_planes(Slot end) {
  if (!may(Lowering::planes) || !may(Lowering::lift)) return end;
  const rules::Rules& rules = program_.rules;
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
      planes.slot = end;  // 0: it is not kept, and dump says so
      planes.lo = domain_first(type);
      planes.values = values;
      const std::int64_t slots = planes.sets() * program_.words();
      if (values > kMostPlaneValues || static_cast<std::int64_t>(end - begin) + slots > kMostPlaneSlots) planes.slot = 0;
      else end += static_cast<Slot>(slots);
      program_.planes.push_back(planes);
    }
  }
  return end;
}

/// Lists for each key the planes with it, of those that some code reads.
void Compiler::list_planes() {
  const auto is_read = [](const FieldPlanes& planes) { return planes.is_read; };
  if (std::none_of(program_.planes.begin(), program_.planes.end(), is_read)) return;
  const auto words = static_cast<Slot>(program_.words());
  for (std::size_t key = 0; key < program_.keys.size(); ++key) {
    program_.plane_begin.push_back(static_cast<std::uint32_t>(program_.plane_slots.size()));
    for (const FieldPlanes& planes : program_.planes) {
      const std::int64_t value = program_.fields[planes.field].value[key];
      const bool has_field = program_.fields[planes.field].stride[key] != 0;
      if (!planes.is_read || !has_field) continue;
      const auto plane = [&](std::int64_t set) {
        program_.plane_slots.push_back(planes.slot + static_cast<Slot>(set) * words);
      };
      if (!planes.is_less) plane(value - planes.lo);
      else
        for (std::int64_t set = value - planes.lo + 1; set < planes.sets(); ++set) plane(set);
    }
  }
  program_.plane_begin.push_back(static_cast<std::uint32_t>(program_.plane_slots.size()));
}

const FieldPlanes* Compiler::planes_of(int field, bool is_less) {
  for (FieldPlanes& planes : program_.planes)
    if (planes.field == field && planes.is_less == is_less && planes.slot > 0) {
      planes.is_read = true;
      return &planes;
    }
  return nullptr;
}

/// The cells of pieces with a field as in the condition: equal to, other than, less or more than a value that does not
/// read the local, or one of several known ones. For cells whose piece does not have the field, either answer will do.
std::optional<Slot> Compiler::lift_field(const Expr& condition, int local_ref) {
  if (!may(Lowering::planes)) return std::nullopt;
  if (const auto cells = lift_coordinate(condition, local_ref)) return cells;
  if (mode_ == Mode::carry) return std::nullopt;  // there each field is tested first
  const int count = program_.words();
  // Out of the planes, by a computed index that counts from elsewhere.
  const auto plane_at = [&](const FieldPlanes& planes, Slot index, std::int64_t shift) {
    if (shift != 0) index = made(Opcode::addi, {}, index, shift);
    return made_cells(Opcode::load, planes.slot, index, count);
  };
  const auto plane = [&](const FieldPlanes& planes, std::int64_t set) {
    return planes.slot + static_cast<Slot>(set * count);
  };
  if (is_field_of(condition, local_ref) && condition.type.base == Base::flag) {
    const FieldPlanes* planes = planes_of(condition.ref, false);
    if (!planes) return std::nullopt;
    return plane(*planes, 1);
  }
  if (condition.kids.size() != 2) return std::nullopt;
  if (condition.op == Op::in) {
    const Expr& field = condition.kids[0];
    if (!is_field_of(field, local_ref) || field.type.is_set) return std::nullopt;
    if (condition.kids[1].op == Op::range || lists_any_numbers(condition.kids[1])) return std::nullopt;
    const auto known = constants_.try_value(condition.kids[1]);
    const FieldPlanes* planes = known ? planes_of(field.ref, false) : nullptr;
    if (!planes) return std::nullopt;
    std::optional<Slot> all;
    for (std::int64_t i = 0; i < planes->values; ++i) {
      const std::int64_t value = planes->lo + i;
      if (value >= 0 && value < 64 && *known >> value & 1) unite_into(all, plane(*planes, i));
    }
    return all ? *all : no_cells();
  }
  for (std::size_t side = 0; side < 2; ++side) {
    const Expr& field = condition.kids[side];
    const Expr& other = condition.kids[1 - side];
    if (!is_field_of(field, local_ref) || field.type.is_set || reads_local(other, local_ref)) continue;
    const auto known = constants_.try_value(other);
    if (condition.op == Op::equal || condition.op == Op::not_equal) {
      const FieldPlanes* planes = planes_of(field.ref, false);
      if (!planes) return std::nullopt;
      const std::int64_t end = planes->lo + planes->values;
      Slot set = 0;
      if (known) {
        set = *known >= planes->lo && *known < end ? plane(*planes, *known - planes->lo) : no_cells();
      } else {
        if (other.type.base == Base::number && (other.type.lo < planes->lo || other.type.hi >= end))
          return std::nullopt;
        set = plane_at(*planes, value(other), -planes->lo);
      }
      return condition.op == Op::equal ? set : all_but(set);
    }
    if (condition.op != Op::less && condition.op != Op::less_equal) return std::nullopt;
    const FieldPlanes* planes = planes_of(field.ref, true);
    if (!planes) return std::nullopt;
    // field < v and field <= v are the planes of v and v + 1; v < field is what is not field <= v.
    const std::int64_t more = (condition.op == Op::less_equal) == (side == 0) ? 1 : 0;
    const std::int64_t shift = more - planes->lo;
    Slot set = 0;
    if (known) {
      set = plane(*planes, std::min(std::max<std::int64_t>(*known + shift, 0), planes->values));
    } else {
      if (other.type.lo + shift < 0 || other.type.hi + shift > planes->values) return std::nullopt;
      set = plane_at(*planes, value(other), shift);
    }
    return side == 0 ? set : all_but(set);
  }
  return std::nullopt;
}

/// The cells whose coordinate is as in the condition, compared with a value that does not read the local: from a table
/// of constants, by that value.
std::optional<Slot> Compiler::lift_coordinate(const Expr& condition, int local_ref) {
  if (condition.kids.size() != 2) return std::nullopt;
  const bool equal = condition.op == Op::equal || condition.op == Op::not_equal;
  if (!equal && condition.op != Op::less && condition.op != Op::less_equal) return std::nullopt;
  const int count = program_.words();
  const Geometry& geometry = program_.geometry;
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
    std::vector<Word> table(rows * count);
    for (int c = 0; c < geometry.cells; ++c) {
      const CellInfo& cell = geometry.info[c];
      const std::int64_t at = is_x ? cell.x : cell.y;
      for (std::int64_t row = 0; row < rows; ++row) {
        const std::int64_t value = lo - 1 + row;
        const auto holds = rules::computed(condition.op, side == 0 ? at : value, side == 0 ? value : at, 0);
        if (*holds) add_bit(&table[row * count], c);
      }
    }
    if (const auto known = constants_.try_value(other)) {
      const std::int64_t row = std::min(std::max(*known, lo - 1), hi + 1) - (lo - 1);
      const auto from = table.begin() + row * count;
      return constant_words(std::vector<Word>(from, from + count));
    }
    const Slot rows_at = constant_words(table);
    Slot index = value(other);
    if (other.type.lo < lo - 1) index = made(Opcode::max, {}, index, constant(lo - 1));
    if (other.type.hi > hi + 1) index = made(Opcode::min, {}, index, constant(hi + 1));
    if (lo != 1) index = made(Opcode::addi, {}, index, 1 - lo);
    return made_cells(Opcode::load, rows_at, index, count);
  }
  return std::nullopt;
}

}  // namespace glint
