// bits.hpp against a std::set of numbers, on sets of several words.
#include <random>
#include <set>
#include <vector>

#include "interpreter/program/bits.hpp"
#include "tests/catch.hpp"

namespace {

using namespace glint;

constexpr int kWords = 5;

struct Pair {
  std::vector<Word> bits = std::vector<Word>(kWords, 0);
  std::set<int> numbers;
};

/// As dense as one number in `sparsity`; words may stay empty.
Pair random_pair(std::mt19937& random, unsigned sparsity) {
  Pair pair;
  for (int number = 0; number < kWords * 64; ++number)
    if (random() % sparsity == 0) {
      add_bit(pair.bits.data(), number);
      pair.numbers.insert(number);
    }
  return pair;
}

}  // namespace

TEST_CASE("bits: a set holds what was added, and loops visit it lowest first") {
  std::mt19937 random(7);
  for (const unsigned sparsity : {1u, 2u, 7u, 60u, 400u, 100'000u}) {
    const Pair pair = random_pair(random, sparsity);
    std::vector<int> visited;
    for (const int number : each_bit(pair.bits.data(), kWords)) visited.push_back(number);
    CHECK(visited == std::vector<int>(pair.numbers.begin(), pair.numbers.end()));
    for (int number = 0; number < kWords * 64; ++number)
      REQUIRE(has_bit(pair.bits.data(), number) == (pair.numbers.count(number) > 0));
    for (int word = 0; word < kWords; ++word) {
      const std::set<int> here(pair.numbers.lower_bound(word * 64), pair.numbers.lower_bound(word * 64 + 64));
      std::set<int> found;
      for (const int bit : each_bit(pair.bits[static_cast<std::size_t>(word)])) found.insert(word * 64 + bit);
      CHECK(found == here);
      CHECK(popcount(pair.bits[static_cast<std::size_t>(word)]) == static_cast<int>(here.size()));
      if (here.empty()) continue;
      CHECK(word * 64 + lowest_bit(pair.bits[static_cast<std::size_t>(word)]) == *here.begin());
      CHECK(word * 64 + highest_bit(pair.bits[static_cast<std::size_t>(word)]) == *here.rbegin());
    }
  }
}

TEST_CASE("bits: a loop may stop, skip, and change the set that it runs over") {
  std::vector<Word> set(2, 0);
  for (const int number : {3, 5, 70, 100}) add_bit(set.data(), number);
  std::vector<int> visited;
  for (const int number : each_bit(set.data(), 2)) {
    if (number == 5) continue;
    if (number == 100) break;
    set[0] = 0;
    visited.push_back(number);
  }
  CHECK(visited == std::vector<int>{3, 70});
  for (const int number : each_bit(set.data(), 0)) FAIL("there is no word, but the loop visits " << number);
}

TEST_CASE("bits: words and lowest ones at the borders of words") {
  CHECK(words_for(0) == 0);
  CHECK(words_for(1) == 1);
  CHECK(words_for(64) == 1);
  CHECK(words_for(65) == 2);
  CHECK(lowest_ones(0) == 0);
  CHECK(lowest_ones(1) == 1);
  CHECK(lowest_ones(63) == ~Word{0} >> 1);
  CHECK(lowest_ones(64) == ~Word{0});
  CHECK(bit_in_word(64) == 1);
}
