// The interpreter, its steps and rays, and the ledger, once more for processors of the third level of x86-64 (AVX2, BMI2,
// POPCNT): four directions are one register, bits are counted and found by one instruction. A Machine takes it where the
// processor has it, and plays the same games; the tests play them with both.
//
// Only what is defined between the pragmas is compiled so. Whatever comes from headers, and may be shared with files for
// every processor, is compiled as these are: all headers come first.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>

#include "interpreter/machine/machine.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#define GLINT_RUN_CODE run_v3
#define GLINT_HOT(name) name##_v3

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

#include "interpreter/machine/fans.cpp"
#include "interpreter/machine/ledger.cpp"
#include "interpreter/machine/run.cpp"
#include "interpreter/machine/space.cpp"

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace glint {

bool has_v3() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
}

}  // namespace glint

#else

namespace glint {

bool has_v3() { return false; }
Machine::Status Machine::run_v3(int entry) { return run_code(entry); }
int Machine::unrank_v3(std::uint64_t k, Picked* picked, std::size_t& picks) const { return unrank(k, picked, picks); }

}  // namespace glint

#endif
