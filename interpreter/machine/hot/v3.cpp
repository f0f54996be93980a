// A second copy of the hot code, for processors with AVX2, BMI2 and POPCNT. On other processors than x86-64
// it is compiled as in any.cpp, and never used.
//
// Only code between the pragmas is compiled for these processors. Code in headers may be shared with files for every
// processor, so all headers must come first. The test processor.sh checks this.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>

#include "interpreter/machine/interpreter.hpp"
#include "lang/rules/arithmetic.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

namespace glint {
bool has_v3() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
}
}  // namespace glint

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif

namespace glint {
namespace {
int count_bits(Word word) { return __builtin_popcountll(word); }
}  // namespace
}  // namespace glint
#define popcount count_bits
#define GLINT_DEPOSIT __builtin_ia32_pdep_di

#else

bool glint::has_v3() { return false; }

#endif

#define GLINT_CPU V3Cpu
#include "interpreter/machine/hot/fans.inl"
#include "interpreter/machine/hot/ledger.inl"
#include "interpreter/machine/hot/run.inl"
#include "interpreter/machine/hot/space.inl"

#ifdef GLINT_DEPOSIT
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
