// Small look-ups in expressions.
#pragma once

#include <vector>

#include "lang/rules/rules.hpp"

namespace glint::describe {

inline const rules::Expr& kid(const rules::Expr& expr, std::size_t i) { return expr.kids[i]; }

inline bool is_empty_set(const rules::Expr& expr) { return expr.op == rules::Op::set && expr.kids.empty(); }

inline bool is_space(const rules::Type& type) {
  return type.base == rules::Base::cell || type.base == rules::Base::place || type.base == rules::Base::edge;
}

inline bool is_me(const rules::Expr& expr) { return expr.op == rules::Op::me; }
bool is_opponent(const rules::Rules& rules, const rules::Expr& expr);
/// Whether it is a field of a piece that is called `facing`.
bool is_facing(const rules::Rules& rules, const rules::Expr& expr);

/// The one element that a set is made of, or null; of an element, itself.
const rules::Expr* only_element(const rules::Expr& set);
/// The parts of a chain of `and`, or of `or`.
std::vector<const rules::Expr*> parts_of_chain(const rules::Expr& expr);
/// Whether there is such a part in it.
bool asks(const rules::Expr& expr, rules::Op op);
/// Whether it is made of known values alone.
bool is_known(const rules::Expr& expr);

}  // namespace glint::describe
