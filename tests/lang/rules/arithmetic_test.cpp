// The arithmetic of known values against what the language's guide says of each operation.
#include "lang/rules/arithmetic.hpp"
#include "tests/catch.hpp"

using namespace glint::rules;

TEST_CASE("arithmetic: numbers are counted round in both directions") {
  for (std::int64_t size = 1; size <= 7; ++size)
    for (std::int64_t number = -20; number <= 20; ++number) {
      const std::int64_t found = wrapped(number, size);
      CHECK((found >= 0 && found < size));
      CHECK((number - found) % size == 0);
    }
  CHECK(wrapped(5, 0) == 0);  // a type without values
}

TEST_CASE("arithmetic: cycles and distances undo each other") {
  for (std::int64_t from = 0; from < 6; ++from)
    for (std::int64_t to = 0; to < 6; ++to) {
      const auto distance = computed(Op::cycle_distance, to, from, 6);
      REQUIRE(distance);
      CHECK(computed(Op::cycle, from, *distance, 6) == to);
    }
}

TEST_CASE("arithmetic: sets are bits") {
  for (std::int64_t a = 0; a < 16; ++a)
    for (std::int64_t b = 0; b < 16; ++b) {
      bool meets = false, within = true;
      for (int bit = 0; bit < 4; ++bit) {
        const bool in_a = a >> bit & 1, in_b = b >> bit & 1;
        meets = meets || (in_a && in_b);
        within = within && (!in_a || in_b);
        CHECK((*computed(Op::unite, a, b, 0) >> bit & 1) == (in_a || in_b));
        CHECK((*computed(Op::intersect, a, b, 0) >> bit & 1) == (in_a && in_b));
        CHECK((*computed(Op::subtract_set, a, b, 0) >> bit & 1) == (in_a && !in_b));
        CHECK((*computed(Op::toggle, a, b, 0) >> bit & 1) == (in_a != in_b));
      }
      CHECK(computed(Op::meets, a, b, 0) == meets);
      CHECK(computed(Op::within, a, b, 0) == within);
    }
}

TEST_CASE("arithmetic: an odd number may be below 0, and what is no arithmetic has no value") {
  CHECK(computed(Op::odd, -3, 0, 0) == 1);
  CHECK(computed(Op::odd, -4, 0, 0) == 0);
  CHECK(computed(Op::not_, 2, 0, 0) == 0);
  CHECK_FALSE(computed(Op::empty, 1, 1, 1));
}
