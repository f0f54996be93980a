// What an expression of the language is in a position.
//
//     auto white = glint::Expression::read(game, "count(white)");
//     auto value = white->value(position);
//     if (value) std::cout << value->text << '\n';
//
// An expression may say whatever a test of the script can expect, and may be of any type: numbers, sets, conditions.
#pragma once

#include <glint/glint.hpp>

namespace glint {

/// A value, as text and in parts.
struct Value {
  enum class Kind { flag, number, name, set };
  Kind kind{};
  std::string text;                        // as it prints: "3", "on", "red", "{red, blue}", "c4 d4", "none"
  std::int64_t number = 0;                 // of a number, and of a flag: 1 for on
  std::vector<std::string> elements = {};  // of a set, as they print
  bool of_numbers = false;                 // a set of numbers
  bool of_cells = false;                   // a cell, or a set of cells: `cells` are their numbers
  std::vector<int> cells = {};
};

class Expression {
 public:
  /// Checks and compiles an expression for positions of this game. Errors point into `text`. The loader finds what the
  /// game's script uses, as for `Game::from_text`.
  static Result<Expression> read(const Game& game, std::string_view text, lang::Loader* loader = nullptr);

  /// The value in this position. An error if a rule fails, and (G0420) if it depends on what `viewer` (-1: somebody who
  /// sees everything) may not see.
  Result<Value> value(const Position& position, int viewer = -1) const;

 private:
  explicit Expression(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
  std::shared_ptr<const Program> program_;  // the game with one test more, which names the value
};

/// The board as text, with `#` for these cells and `.` for all others.
std::string draw_cells(const Game& game, const std::vector<int>& cells);

}  // namespace glint
