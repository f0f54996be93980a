#include "interpreter/lab/diff/same_numbers.hpp"

#include <algorithm>

#include "interpreter/program/values.hpp"

namespace glint {

namespace {

using rules::Base;
using rules::Op;

bool same_boards(const Geometry& a, const Geometry& b) {
  if (a.cells != b.cells || a.words != b.words || a.directions != b.directions || a.neighbour != b.neighbour)
    return false;
  for (std::size_t i = 0; i < a.info.size(); ++i)
    if (a.info[i].label != b.info[i].label || a.info[i].own_label != b.info[i].own_label ||
        a.info[i].player != b.info[i].player || a.info[i].x != b.info[i].x || a.info[i].y != b.info[i].y)
      return false;
  for (std::size_t i = 0; i < a.direction_info.size(); ++i)
    if (a.direction_info[i].name != b.direction_info[i].name) return false;
  return true;
}

int pick_of(const MoveCode& move, int local) {
  for (std::size_t i = 0; i < move.picks.size(); ++i)
    if (move.picks[i].local == local) return static_cast<int>(i);
  return -1;
}

}  // namespace

SameNumbers::SameNumbers(const Program& before, const Program& now) : before_(before), now_(now) {
  const auto& a = before.rules.players;
  const auto& b = now.rules.players;
  const bool same_players = std::equal(a.begin(), a.end(), b.begin(), b.end(),
                                       [](const rules::Player& x, const rules::Player& y) { return x.name == y.name; });
  boards_ = same_players && same_boards(before.geometry, now.geometry);
  beams_ = boards_ && same_beams();
  for (std::size_t form = 0; form < before.code.ledger_forms.size(); ++form)
    if (!same_ledgers(form)) other_ledgers_.insert(before.code.ledger_forms[form].move);
}

bool SameNumbers::values(const rules::Type& before, const rules::Type& now) const {
  if (before.base != now.base || before.is_set != now.is_set) return false;
  switch (before.base) {
    case Base::cell:
    case Base::direction:
    case Base::player:
      return boards_;
    case Base::edge:
      return boards_ && before_.geometry.edge_of == now_.geometry.edge_of;
    case Base::flag:
    case Base::number:  // whatever the ranges
      return true;
    case Base::axis:
    case Base::enumeration:
      break;
    default:
      return false;
  }
  rules::Type a = before, b = now;
  a.is_set = b.is_set = false;
  const std::int64_t size = before_.values_of(a);
  constexpr std::int64_t kMost = 10'000;
  if (size != now_.values_of(b) || size > kMost || domain_first(a) != domain_first(b)) return false;
  for (std::int64_t value = domain_first(a); value < domain_first(a) + size; ++value)
    if (print_value(before_.rules, a, value) != print_value(now_.rules, b, value)) return false;
  return true;
}

bool SameNumbers::runs(int before, int now) const {
  const MoveCode& a = before_.moves[static_cast<std::size_t>(before)];
  const MoveCode& b = now_.moves[static_cast<std::size_t>(now)];
  const auto& a_parts = before_.rules.moves[static_cast<std::size_t>(before)].notation.parts;
  const auto& b_parts = now_.rules.moves[static_cast<std::size_t>(now)].notation.parts;
  if (a.picks.size() != b.picks.size() || a_parts.size() != b_parts.size()) return false;
  std::set<int> shown;
  for (std::size_t i = 0; i < a_parts.size(); ++i) {
    if (a_parts[i].literal != b_parts[i].literal || a_parts[i].width != b_parts[i].width ||
        a_parts[i].hole.has_value() != b_parts[i].hole.has_value())
      return false;
    if (!a_parts[i].hole) continue;
    const rules::Expr *x = &*a_parts[i].hole, *y = &*b_parts[i].hole;
    if (x->op != y->op) return false;
    if (x->op == Op::x_of || x->op == Op::y_of) {
      x = &x->kids[0];
      y = &y->kids[0];
    }
    // A field is read from the board, which may differ.
    if (x->op != Op::local || y->op != Op::local) return false;
    const int pick = pick_of(a, x->ref);
    if (pick < 0 || pick != pick_of(b, y->ref)) return false;
    const PickInfo &one = a.picks[static_cast<std::size_t>(pick)], &other = b.picks[static_cast<std::size_t>(pick)];
    if (one.some_of || other.some_of || one.type.is_set || !values(one.type, other.type)) return false;
    shown.insert(pick);
  }
  return shown.size() == a.picks.size();
}

bool SameNumbers::same_beams() const {
  if (before_.rules.beams.fields.size() != now_.rules.beams.fields.size() ||
      before_.payloads.count != now_.payloads.count)
    return false;
  for (std::size_t i = 0; i < before_.rules.beams.fields.size(); ++i) {
    const rules::BeamField &a = before_.rules.beams.fields[i], &b = now_.rules.beams.fields[i];
    const PayloadField &x = before_.payloads.fields[i], &y = now_.payloads.fields[i];
    if (a.name != b.name || !values(a.type, b.type) || x.lo != y.lo || x.size != y.size || x.stride != y.stride)
      return false;
  }
  return true;
}

bool SameNumbers::same_ledgers(std::size_t form) const {
  if (form >= now_.code.ledger_forms.size()) return false;
  const LedgerForm &a = before_.code.ledger_forms[form], &b = now_.code.ledger_forms[form];
  if (a.words != b.words || a.items.size() != b.items.size()) return false;
  if (!runs(a.move, b.move)) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    const LedgerItem &x = a.items[i], &y = b.items[i];
    if (x.pick != y.pick || x.form != y.form || x.words != y.words || x.some_of != y.some_of || x.shift != y.shift ||
        x.second != y.second)
      return false;
  }
  return true;
}

}  // namespace glint
