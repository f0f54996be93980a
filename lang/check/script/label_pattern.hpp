// What the labels of a board's cells look like, from the templates that write them: letters, numbers and the text
// between them. So a script can say C4 where it means a cell, and a misspelt name is not taken for one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
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

  /// One way in which they are written.
  struct Form {
    std::string prefix;  // "north ": what stands before it where it is not that player's to say
    std::vector<Part> parts;
  };

  void add(std::string prefix, std::vector<Part> parts) { forms_.push_back({std::move(prefix), std::move(parts)}); }

  /// Is it written as labels are, whatever the size of the board? (Without a prefix.)
  bool looks_like(std::string_view text) const { return matches(text, false); }
  /// Could it be a label of this board?
  bool could_be(std::string_view text) const { return matches(text, true); }
  /// "A1"
  std::string example() const;
  const std::vector<Form>& forms() const { return forms_; }

 private:
  bool matches(std::string_view text, bool within_bounds) const;

  std::vector<Form> forms_;
};

/// 1 is a, 26 is z, 27 is aa, as on spreadsheets.
std::string letters(std::int64_t number, bool upper);

}  // namespace glint::lang::checking
