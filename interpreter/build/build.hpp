// Rules to Program: the entry point of build/. The Program is not ready to play until `tabulate` (machine/) has filled
// its tables; make_program (game/) does both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {

// Lowerings are ways to make code quicker. Each has a name, to turn it off, measure it and test it by itself.
enum class Lowering : std::uint8_t {
#define GLINT_LOWERING(name, what) name,
#include "interpreter/build/lower/lowerings.def"
#undef GLINT_LOWERING
};

struct LoweringInfo {
  const char* name;
  const char* what;
};

inline constexpr LoweringInfo kLowerings[] = {
#define GLINT_LOWERING(name, what) {#name, what},
#include "interpreter/build/lower/lowerings.def"
#undef GLINT_LOWERING
};

/// Some of the lowerings.
class Lowerings {
 public:
  constexpr Lowerings() = default;
  static constexpr Lowerings all() {
    Lowerings some;
    for (std::size_t i = 0; i < std::size(kLowerings); ++i) some.add(static_cast<Lowering>(i));
    return some;
  }
  constexpr Lowerings& add(Lowering one) {
    bits_ |= std::uint32_t{1} << static_cast<int>(one);
    return *this;
  }
  constexpr bool has(Lowering one) const { return bits_ >> static_cast<int>(one) & 1; }

 private:
  std::uint32_t bits_ = 0;
};

struct Built {
  std::shared_ptr<Program> program;  // present when there are no errors
  std::vector<lang::Diagnostic> diagnostics;
};

struct Step;
/// The way in which a condition on every cell of a set was compiled: see plan/lift.cpp.
struct Lifted {
  lang::Span span;
  bool is_set = false;  // it is computed for all cells at once
  lang::Span stopped;   // otherwise: the part that prevents it
};

/// A build as engineers and tests see it, besides the Program (tests/dump/).
struct BuildWatch {
  /// The plan of a move's list, as soon as it is made: for a player (-1: the player to move), with the names of its
  /// locals. It refers to data that live as long as the call.
  std::function<void(int move, int player, const std::vector<Step>&, const std::vector<const rules::Local*>& names)> plan;
  std::vector<Lifted> lifted;  // in the order in which code was written; a place may come several times
};

struct BuildOptions {
  /// Options' values, in the order of Rules::options; shorter: the rest are defaults.
  std::vector<std::int64_t> options;
  Limits limits = {};
  /// Also compile the body of this test of the script; -1: none, -2: all.
  int only_test = -1;
  /// Run `for` loops of effects, moves and setup backwards: see run_tests.
  bool backwards = false;
  /// Lowerings to leave out. Without any lowering, code has loops and undo as written, and is not optimised; tests
  /// compare all quicker code with that.
  Lowerings without = {};
  /// Writes code for coverage (measure/coverage.hpp), in a build without lowerings: values that are known before play
  /// are still computed when read, `end : score` computes the score, and a rule without code gets an instruction
  /// without effect.
  bool covers = false;
  BuildWatch* watch = nullptr;
};

/// Makes the board, numbers pieces and payloads, lays out the State and compiles the rules. Errors here depend on the
/// options: labels that are not on the board, a board without cells, sizes over the limits.
Built build(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
            const BuildOptions& options = {});

}  // namespace glint
