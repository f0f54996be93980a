// What two games number alike: then moves, draws and beams of both are compared as numbers, and no texts are made.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

class SameNumbers {
 public:
  SameNumbers(const Program& before, const Program& now);

  /// The same cells by the same names, and the same steps between them.
  bool boards() const { return boards_; }
  /// A beam that is described by the same numbers is the same one.
  bool beams() const { return beams_; }
  /// Every value has the same number and the same text in both.
  bool values(const rules::Type& before, const rules::Type& now) const;
  /// Runs of these moves have the same text exactly when they picked the same. Answers which pick of the new move each
  /// pick of the old one is; nothing where that is not so, or not known without making texts.
  std::optional<std::vector<int>> runs(int before, int now) const;
  /// Ledgers that are word for word the same say the same of the old game's move.
  bool ledgers(int before) const { return boards_ && other_ledgers_.count(before) == 0; }
  /// Of all moves.
  bool ledgers() const { return boards_ && other_ledgers_.empty(); }

 private:
  bool same_beams() const;
  bool same_ledgers(std::size_t form) const;

  const Program &before_, &now_;
  bool boards_ = false, beams_ = false;
  std::set<int> other_ledgers_;  // moves of the old game of which that is not so
};

}  // namespace glint
