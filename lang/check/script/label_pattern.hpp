// The form of the labels of a board's cells, from their templates: letters, numbers and the text between them. It tells
// a label such as C4 in a script from a misspelt name.
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
    std::string literal;  // before the hole
    Hole hole = Hole::none;
    std::int64_t lo = 0, hi = 0;  // the range of the hole's number
  };

  /// One of the forms of labels.
  struct Form {
    std::string prefix;  // "north ": comes before the label when it is not written by that player
    std::vector<Part> parts;
  };

  void add(std::string prefix, std::vector<Part> parts) { forms_.push_back({std::move(prefix), std::move(parts)}); }

  /// Whether it has the form of a label, on a board of any size. (Without a prefix.)
  bool looks_like(std::string_view text) const { return matches(text, false); }
  /// Whether it could be a label of this board.
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
