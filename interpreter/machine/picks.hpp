// A player's choices for the picks of a move, and the instructions that take them.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/machine/live_board.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// The choice for one pick of a move.
struct Choice {
  enum class Mode : std::uint8_t { value, index, set, offered, same };
  Mode mode = Mode::value;
  Word number = 0;                    // value; index; same: the wanted value
  const rules::Expr* part = nullptr;  // same: the coordinate or field of the pick that must be `number`
  std::vector<Word> set;              // set
};

class Picks {
 public:
  /// Both outlive it.
  Picks(const Program& program, const LiveBoard& pieces) : program_(program), pieces_(pieces) {}

  /// The choices for the move that runs, by pick, and that move.
  struct Chosen {
    const std::vector<Choice>* choices = nullptr;
    int move = -1;
    std::size_t shift = 0;  // in a loop: how many picks the rounds before have made
  } chosen;
  std::size_t number(const Instruction& at) const { return at.n + chosen.shift; }
  const Choice& operator[](std::size_t pick) const { return (*chosen.choices)[pick]; }

  /// Takes the chosen element from the set at slot b into slot a. False: it is not there.
  bool pick(const Instruction& at, Word* f) const;
  bool pick_set(const Instruction& at, Word* f) const;

 private:
  const Program& program_;
  const LiveBoard& pieces_;
};

}  // namespace glint
