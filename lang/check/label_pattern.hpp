// What the labels of a board's cells look like, from the template that writes them: letters, numbers and what stands
// between. So a script can say C4 where it means a cell, and a misspelt name is not taken for one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace glint::lang::checking {

class LabelPattern {
 public:
  enum class Hole { none, upper, lower, number };
  struct Part {
    std::string literal;  // stands before the hole
    Hole hole = Hole::none;
    std::int64_t lo = 0, hi = 0;  // what the hole's number can be
  };

  bool empty() const { return parts_.empty(); }
  void add(Part part) { parts_.push_back(std::move(part)); }

  /// Is it written as labels are, whatever the size of the board?
  bool looks_like(std::string_view text) const { return matches(text, false); }
  /// Could it be a label of this board?
  bool could_be(std::string_view text) const { return matches(text, true); }
  /// "A1"
  std::string example() const;
  const std::vector<Part>& parts() const { return parts_; }

 private:
  bool matches(std::string_view text, bool within_bounds) const;

  std::vector<Part> parts_;
};

/// 1 is a, 26 is z, 27 is aa, as on spreadsheets.
std::string letters(std::int64_t number, bool upper);

}  // namespace glint::lang::checking
