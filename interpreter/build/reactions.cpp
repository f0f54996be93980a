#include "interpreter/build/reactions.hpp"

#include "lang/rules/walk.hpp"

namespace glint {

namespace {

using rules::Op;

/// Does the expression read nothing but the piece at local 0 (its fields, its owner), the beam and constants?
bool reads_only_piece(const rules::Rules& rules, const rules::Expr& expr) {
  switch (expr.op) {
    case Op::field: case Op::owner:
      return expr.kids[0].op == Op::local && expr.kids[0].ref == 0;
    case Op::local: return expr.ref != 0;  // the cell itself is more than the piece
    case Op::variable: case Op::me: case Op::seen: case Op::empty: case Op::kind: case Op::stacked: case Op::trace:
    case Op::beams: case Op::trace_from: case Op::can: return false;
    case Op::call: {
      const rules::Let& let = rules.lets[static_cast<std::size_t>(expr.ref)];
      if (let.reads_state || let.reads_me || let.reads_beams) return false;
      break;
    }
    default: break;
  }
  for (const rules::Expr& kid : expr.kids)
    if (!reads_only_piece(rules, kid)) return false;
  return true;
}

/// Do all expressions of the part read only that?
template <class Part>
bool all_read_only_piece(const rules::Rules& rules, const Part& part) {
  bool all = true;
  rules::for_each_expr(part, [&](const rules::Expr& expr) { all = all && reads_only_piece(rules, expr); });
  return all;
}

bool is_static(const rules::Rules& rules, const rules::Optic& optic) {
  if (!all_read_only_piece(rules, optic)) return false;
  for (const rules::Case& one : optic.cases)
    for (const rules::Outcome& outcome : one.outcomes)
      if (outcome.way == rules::Way::optic && !is_static(rules, rules.optics[static_cast<std::size_t>(outcome.ref)]))
        return false;
  return true;
}

}  // namespace

void plan_reactions(Program& program) {
  const rules::Rules& rules = program.rules;
  Reactions& reactions = program.reactions;
  const auto words = static_cast<Slot>(program.words());
  reactions.emission_is_static = program.tabulates_reactions;
  bool reads_only_pieces = program.tabulates_reactions, any = false;
  for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
    const rules::Kind& kind = rules.kinds[k];
    for (int owner = 0; owner < program.sets_of_kind[k]; ++owner) {
      const Slot set = program.layout.tops + static_cast<Slot>(program.first_set[k] + owner) * words;
      if (kind.reaction >= 0) reactions.optical_sets.push_back(set);
      if (kind.emits) reactions.emitter_sets.push_back(set);
    }
    if (kind.reaction >= 0) {
      any = true;
      reads_only_pieces =
          reads_only_pieces && is_static(rules, rules.optics[static_cast<std::size_t>(kind.reaction)]);
    }
    if (kind.emits)
      reactions.emission_is_static = reactions.emission_is_static && reads_only_piece(rules, kind.emits_directions) &&
                                     all_read_only_piece(rules, kind.emits_updates);
  }
  for (const Key& key : program.keys)
    reactions.optical_key.push_back(key.kind >= 0 && reactions.code[static_cast<std::size_t>(key.kind)] >= 0);
  const std::size_t entries = program.keys.size() * static_cast<std::size_t>(program.geometry.directions) *
                              static_cast<std::size_t>(program.payloads);
  reactions.is_static = any && reads_only_pieces && entries <= kMaxReactionEntries && !reactions.goes_by_steps;
}

}  // namespace glint
