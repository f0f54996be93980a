// Moves chosen together, carried out: the move once more, with what was picked, and nothing that refuses.
//
// Each choice was legal by itself, in the position before. What others chose is carried out first, perhaps, and may
// have taken away what this one counted on. So where the checker knew what stands somewhere, because it was picked or
// required there, that is looked at again: it is an error of the script where it no longer stands there, and never a
// wild read.
#include <algorithm>

#include "interpreter/build/code/compiler.hpp"

namespace glint {

using rules::Base;
using rules::Op;

void Compiler::compile_carry(int move) {
  const InScope in(*this, move_scopes_[static_cast<std::size_t>(move)]);
  const rules::Move& rules = program_.rules.moves[static_cast<std::size_t>(move)];
  const At at(*this, rules.span);
  current_move_ = move;
  mode_ = Mode::carry;
  program_.moves[static_cast<std::size_t>(move)].carry = here();
  block(rules.body);
  emit(Opcode::ret);
  MoveCode& code = program_.moves[static_cast<std::size_t>(move)];
  const bool offers =
      std::any_of(code.picks.begin(), code.picks.end(), [](const PickInfo& pick) { return pick.some_of; });
  code.is_sure = may(Lowering::untried) && !offers && is_sure(rules.body);
}

// ---- what cannot be an error ----
//
// A listed run has been followed to its last requirement: up to there it can be done, and from there on, where its
// statements are sure. Loops are not looked into: they take work, of which there is only so much.

bool Compiler::is_sure(const std::vector<Expr>& arguments, const rules::Frame& callee, bool loops) const {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!fits(arguments[i].type, callee.locals[i].type) || !is_sure(arguments[i], loops)) return false;
  }
  return true;
}

bool Compiler::is_sure(const Expr& expr, bool loops) const {
  switch (expr.op) {
    case Op::constant: case Op::label: case Op::local: case Op::all: case Op::empty: case Op::kind: case Op::stacked:
    case Op::me: case Op::option: case Op::border: case Op::drawn: case Op::set: case Op::unite: case Op::intersect:
    case Op::subtract_set: case Op::toggle: case Op::in: case Op::not_: case Op::and_: case Op::or_: case Op::step:
    case Op::equal: case Op::not_equal: case Op::less: case Op::less_equal: case Op::count: case Op::index_of:
    case Op::within: case Op::meets: case Op::field: case Op::owner: case Op::add: case Op::subtract: case Op::multiply:
    case Op::negate: case Op::min: case Op::max: case Op::odd: case Op::cycle: case Op::cycle_distance: case Op::axis_of:
    case Op::if_: case Op::x_of: case Op::y_of: case Op::ray: case Op::edges: case Op::beside: break;
    case Op::comprehension: case Op::fold_any: case Op::fold_all: case Op::fold_no: case Op::fold_count: case Op::fold_sum:
    case Op::fold_unite:
      if (!loops || expr.kids[0].type.base == Base::visit) return false;
      break;
    case Op::variable: {
      const auto& index = program_.rules.variables[static_cast<std::size_t>(expr.ref)].index;
      if (index && index->base == Base::number) return false;
      break;
    }
    case Op::call: {
      const rules::Let& let = program_.rules.lets[static_cast<std::size_t>(expr.ref)];
      if (let.type.base == Base::trace || !is_sure(expr.kids, let.frame, loops)) return false;
      const Kept& kept = program_.kept[static_cast<std::size_t>(expr.ref)];
      if (kept.is_constant) return true;  // it is there
      if (let.form != rules::LetForm::function) return false;
      if (!fits(let.body.type, let.type)) return false;
      const auto [known, is_new] = sure_lets_.try_emplace({expr.ref, loops}, false);
      if (is_new) {
        const bool sure = is_sure(let.body, loops);
        sure_lets_[{expr.ref, loops}] = sure;
        return sure;
      }
      return known->second;
    }
    default: return false;
  }
  if (expr.op == Op::set && expr.type.base == Base::number) return false;
  return std::all_of(expr.kids.begin(), expr.kids.end(), [&](const Expr& kid) { return is_sure(kid, loops); });
}

bool Compiler::is_sure(const Block& statements) const {
  const rules::Rules& rules = program_.rules;
  const auto are_sure = [&](const std::vector<Expr>& exprs) {
    return std::all_of(exprs.begin(), exprs.end(), [&](const Expr& one) { return is_sure(one); });
  };
  const bool stacks = program_.layout.stack > 1;
  return std::all_of(statements.begin(), statements.end(), [&](const Stmt& stmt) {
    switch (stmt.kind) {
      case rules::StmtKind::pick: case rules::StmtKind::require: case rules::StmtKind::offer: return true;
      case rules::StmtKind::let: return are_sure(stmt.exprs);
      case rules::StmtKind::assign: {
        const rules::Variable& variable = rules.variables[static_cast<std::size_t>(stmt.ref)];
        if (variable.index && variable.index->base == Base::number) return false;
        const bool in_range = variable.type.base != Base::number ||
                              (stmt.assign == rules::AssignOp::set && fits(stmt.exprs[0].type, variable.type));
        return in_range && are_sure(stmt.exprs);
      }
      case rules::StmtKind::assign_field: {
        if (stmt.ref < 0) return are_sure(stmt.exprs);
        const Type& type = rules.fields[static_cast<std::size_t>(stmt.ref)].type;
        const bool in_range =
            type.base != Base::number || (stmt.assign == rules::AssignOp::set && fits(stmt.exprs[0].type, type));
        return in_range && are_sure(stmt.exprs);
      }
      case rules::StmtKind::put: {
        const rules::Kind& kind = rules.kinds[static_cast<std::size_t>(stmt.ref)];
        for (std::size_t i = 0; i < kind.fields.size(); ++i)
          if (!fits(stmt.inits[i].type, rules.fields[static_cast<std::size_t>(kind.fields[i])].type)) return false;
        return !stacks && are_sure(stmt.exprs) && are_sure(stmt.inits);
      }
      case rules::StmtKind::remove: case rules::StmtKind::move: case rules::StmtKind::swap:
        return !stacks && are_sure(stmt.exprs);
      case rules::StmtKind::if_: return are_sure(stmt.exprs) && is_sure(stmt.body) && is_sure(stmt.other);
      case rules::StmtKind::call: {
        const rules::Effect& effect = rules.effects[static_cast<std::size_t>(stmt.ref)];
        return is_sure(stmt.exprs, effect.frame) && is_sure(effect.body);
      }
      default: return false;
    }
  });
}

/// One of these kinds must stand on the cell, or it is an error of the script.
void Compiler::check_stands(const Expr& cell, rules::KindMask kinds) {
  if (kinds == 0 || cell.type.is_set) return;
  const At at(*this, cell.span);
  const Slot slot = value(cell);
  emit(Opcode::stands, slot, constant(static_cast<std::int64_t>(kinds)));
}

/// What stands where the callee relies on it: parameters, or the index of a table, that promise a piece.
void Compiler::check_stands(const std::vector<Expr>& arguments, const rules::Frame& callee) {
  for (std::size_t i = 0; i < arguments.size() && i < callee.locals.size(); ++i) {
    const Type& parameter = callee.locals[i].type;
    if (parameter.base == Base::cell && !parameter.is_set) check_stands(arguments[i], parameter.stands);
  }
}

}  // namespace glint
