// Sets of cells that need no computing: build/lower/planes.cpp finds them.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/build/code/predicates.hpp"
#include "interpreter/program/bits.hpp"

namespace glint::compiling {

/// A set of cells that the game has: those for which a condition on one of them holds.
struct KeptSet {
  enum class Of { known, planes, rows, table, light };
  Of of{};
  std::vector<Word> words{};        // known: the cells. rows: a set for each value of a coordinate
  std::size_t planes = 0;           // in PieceNumbers::planes
  std::vector<std::int64_t> sets{}; // of the planes, united
  const Expr* index = nullptr;      // planes, rows: what gives the number of the set. table, light: the value
  std::int64_t lo = INT64_MIN, hi = INT64_MAX, shift = 0;  // the index is brought into lo..hi; shift is added
  const Expr* entry = nullptr;      // table, light: the entry for a cell, which is compared with the value
};

}  // namespace glint::compiling
