// The value of an expression of the language in a position.
//
//     auto white = glint::Expression::read(game, "count(white)");
//     auto value = white->value(position);
//     if (value) std::cout << value->text << '\n';
//
// An expression may use everything that a test of the script may use, and may have any type.
#pragma once

#include <glint/glint.hpp>

namespace glint {

/// A value of an expression, as text and as data.
struct Value {
  enum class Kind { flag, number, name, set };
  Kind kind{};
  std::string text;                        // as it prints: "3", "on", "red", "{red, blue}", "c4 d4", "none"
  std::int64_t number = 0;                 // of a number; of a flag: 1 for on
  std::vector<std::string> elements = {};  // of a set, as they print
  bool of_numbers = false;                 // a set of numbers
  bool of_cells = false;                   // a cell, or a set of cells: `cells` are their numbers
  std::vector<int> cells = {};
};

class Expression {
 public:
  /// Checks and compiles an expression for positions of this game. Errors point into `text`. `loader`: the one that was
  /// passed to `Game::from_text`.
  static Result<Expression> read(const Game& game, std::string_view text, lang::Loader* loader = nullptr);

  /// The value in this position. Fails if a rule fails, or (G0420) if the value depends on something hidden from
  /// `viewer` (-1: nothing is hidden; kNobody: everything is hidden that some player may not see).
  Result<Value> value(const Position& position, int viewer = -1) const;

 private:
  explicit Expression(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
  std::shared_ptr<const Program> program_;  // the game with one more test, which computes the value
};

/// The board as text, with `#` for these cells and `.` for all others.
std::string draw_cells(const Game& game, const std::vector<int>& cells);

}  // namespace glint
