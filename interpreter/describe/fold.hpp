// What rules are once some values are known: those of options, which are fixed before play, and of a parameter for
// which a definition is told value by value. A rule that such a value decides is then told without the question.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "lang/rules/rules.hpp"

namespace glint::describe {

/// The values that are known. `options`: in the order of Rules::options. `locals`: of the frame at hand.
struct Known {
  const rules::Rules& rules;
  std::vector<std::int64_t> options;
  std::map<int, rules::Expr> locals = {};
};

/// The expression with what is known in its place; never wrong, and as short as is easily found.
rules::Expr folded(const rules::Expr& expr, const Known& known);

/// The value, if the expression is a constant element.
std::optional<std::int64_t> constant_of(const rules::Expr& expr);
/// A constant of this type.
rules::Expr constant(const rules::Type& type, std::int64_t value);

}  // namespace glint::describe
