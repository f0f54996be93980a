// `solve` (glint.hpp) for a host that has limited time.
#pragma once

#include <functional>

#include <glint/glint.hpp>

namespace glint {

/// The same, but when `is_late` returns true, it stops with its results so far. It is asked at each move.
Result<Solved> solve_until(const std::function<bool()>& is_late, const Position& position, const SolveOptions& options);

}  // namespace glint
