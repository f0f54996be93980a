// The hot code for every processor: the interpreter's loop, steps and rays, the ledger. See v3.cpp for the others.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>

#include "interpreter/machine/interpreter.hpp"
#include "lang/rules/arithmetic.hpp"

#define GLINT_CPU AnyCpu
#include "interpreter/machine/hot/fans.inl"
#include "interpreter/machine/hot/ledger.inl"
#include "interpreter/machine/hot/run.inl"
#include "interpreter/machine/hot/space.inl"

namespace glint {

Word nth_element(const Word* set, std::uint64_t rank) { return select_bit(set, rank); }

}  // namespace glint
