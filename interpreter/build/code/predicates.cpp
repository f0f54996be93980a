#include "interpreter/build/code/predicates.hpp"

namespace glint {

using rules::Op;
using rules::StmtKind;

bool reads_local(const rules::Expr& expr, int local) {
  bool found = false;
  walk(expr, [&](const rules::Expr& e) { found = found || is_local(e, local); });
  return found;
}

bool is_plain_set(const rules::Expr& expr) {
  if (!expr.type.is_set || expr.type.base != rules::Base::cell) return false;
  return expr.op == Op::local || expr.op == Op::empty || expr.op == Op::kind ||
         (expr.op == Op::variable && expr.kids.empty());
}

std::size_t size_of(const rules::Expr& expr) {
  std::size_t size = 0;
  walk(expr, [&](const rules::Expr&) { ++size; });
  return size;
}

rules::Expr with_value(const rules::Expr& expr, int local, std::int64_t value) {
  rules::Expr copy = expr;
  change_each(copy, [&](rules::Expr& e) {
    if (!is_local(e, local)) return;
    e.op = Op::constant;
    e.ref = -1;
    e.number = value;
  });
  return copy;
}

bool changes_position(const rules::Stmt& stmt) {
  const auto changes = [](const rules::Stmt& one) {
    switch (one.kind) {
      case StmtKind::assign: case StmtKind::assign_field: case StmtKind::put: case StmtKind::remove:
      case StmtKind::move: case StmtKind::swap: case StmtKind::call: return true;
      default: return false;
    }
  };
  return changes(stmt) || has_any(stmt.body, changes) || has_any(stmt.other, changes);
}

}  // namespace glint
