// Values that are known when a game is built: numbers, flags and values of enumerations made of options and locals.
//
// A plain walk over the expression, for values that are needed once: the board's formula, labels, looks, defaults.
// Rules that run during play are compiled instead (code/). Everything in build/ reports a mistake by throwing
// BuildFailure, which `build` catches.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/program/bits.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/rules/rules.hpp"
#include "lang/source/stop.hpp"

namespace glint {

struct BuildFailure {
  lang::Diagnostic diagnostic;
};

[[noreturn]] void build_fail(lang::Code code, lang::Span span, std::string message, std::string help = {});

class Constants {
 public:
  /// `stop`: asked while values are computed; null: never.
  Constants(const rules::Rules& rules, const std::vector<std::int64_t>& options, lang::StopCheck* stop = nullptr)
      : rules_(rules), options_(options), stop_(stop) {}

  // Facts that hold for a time: Restored sets them, and later sets them back.

  /// The values of the first locals.
  std::vector<std::int64_t> locals;
  /// A local that is a cell with known coordinates, or a place there, on this level of the stack.
  struct Cell {
    int local = -1;
    std::int64_t x = 0, y = 0, level = 0;
  };
  std::optional<Cell> cell;
  /// The player to move, if known (in code that is written for each player), and whether anything has read it.
  int me = -1;
  bool me_counts = false;
  /// Reads piece field `field` (for looks) or, with -1, the owner.
  using Piece = std::function<std::int64_t(int field)>;
  Piece piece;

  /// The value of an element expression; of a small set, its bits. BuildFailure when it is not a constant.
  std::int64_t value(const rules::Expr& expr);
  /// Like `value`; nothing if the expression reads something that only a running game knows.
  std::optional<std::int64_t> try_value(const rules::Expr& expr);
  /// The text with its holes filled.
  std::string text(const rules::Text& text);

 private:
  std::optional<std::int64_t> fold(const rules::Expr& expr);
  std::optional<std::int64_t> called(const rules::Let& let, std::vector<std::int64_t> arguments);
  std::optional<std::int64_t> element_of_kids(const rules::Expr& expr);

  static constexpr int kBudget = 20'000;  // steps of one evaluation; longer ones are left to the machine
  int budget_ = kBudget;
  const rules::Rules& rules_;
  const std::vector<std::int64_t>& options_;
  lang::StopCheck* const stop_;
  std::map<int, std::optional<std::int64_t>> lets_;  // computed values of lets without parameters
};

/// True if it is a list of numbers, some perhaps too large for a set: `x in list` then means that x equals one of them.
bool lists_any_numbers(const rules::Expr& set);

}  // namespace glint
