// The numbers that two games share. Moves, draws and beams are then compared as numbers, faster than as texts.
#pragma once

#include <set>

#include "interpreter/program/program.hpp"

namespace glint {

class SameNumbers {
 public:
  SameNumbers(const Program& before, const Program& now);

  /// Both boards have the same cells with the same names, and the same steps between them.
  bool boards() const { return boards_; }
  /// Both games describe a beam by the same numbers.
  bool beams() const { return beams_; }
  /// Every value has the same number and the same text in both.
  bool values(const rules::Type& before, const rules::Type& now) const;
  /// Runs of both moves have the same text exactly when all picks have the same values. False if that is not certain.
  bool runs(int before, int now) const;
  /// If the ledgers of both games are equal word for word, they list the same runs of this move of the old game.
  bool ledgers(int before) const { return boards_ && other_ledgers_.count(before) == 0; }
  /// True if that holds for all moves.
  bool ledgers() const { return boards_ && other_ledgers_.empty(); }

 private:
  bool same_beams() const;
  bool same_ledgers(std::size_t form) const;

  const Program &before_, &now_;
  bool boards_ = false, beams_ = false;
  std::set<int> other_ledgers_;  // moves of the old game whose ledgers differ
};

}  // namespace glint
