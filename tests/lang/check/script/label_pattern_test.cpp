// Which texts have the form of a board's labels, and which of these its bounds leave.
#include "lang/check/script/namespace.hpp"

#include "tests/catch.hpp"

using glint::lang::checking::LabelPattern;
using Hole = LabelPattern::Hole;

TEST_CASE("label pattern: holes, the texts between and behind them, and bounds", "[check]") {
  LabelPattern pattern;
  pattern.add("", {{"", Hole::upper, 1, 3}, {"-", Hole::number, 2, 12}, {"x", Hole::none, 0, 0}});
  CHECK(pattern.example() == "A-2x");
  for (const char* label : {"A-2x", "C-12x", "B-9x"}) CHECK(pattern.could_be(label));
  for (const char* label : {"D-2x", "A-1x", "A-13x"}) {  // of a larger board
    CHECK_FALSE(pattern.could_be(label));
    CHECK(pattern.looks_like(label));
  }
  for (const char* label : {"A-2", "A-2xx", "A-2y", "A2x", "a-2x", "A-02x", "AA-2x", "-2x", "A-x", "x", ""})
    CHECK_FALSE(pattern.looks_like(label));
}

TEST_CASE("label pattern: a text may be split between holes side by side in several ways", "[check]") {
  LabelPattern pattern;
  pattern.add("north ", {{"", Hole::lower, 1, 30}, {"", Hole::lower, 1, 2}, {"", Hole::number, 0, 99}});
  for (const char* label : {"ab7", "aab42", "ada0"}) CHECK(pattern.could_be(label));
  for (const char* label : {"ac7", "aec1", "b7"}) CHECK_FALSE(pattern.could_be(label));
}
