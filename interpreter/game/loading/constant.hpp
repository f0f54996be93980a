// What a `let` is that reads nothing but the board and the options.
#pragma once

#include <optional>

#include <glint/evaluate.hpp>

namespace glint {

/// The value of this let (its number in Rules::lets); nothing if it depends on the position or has parameters, or if it is
/// a set of cells that no rule reads.
std::optional<Value> constant_of(const Game& game, std::size_t number);

}  // namespace glint
