// Words and sets of bits. A set of numbers 0..n-1 is an array of 64-bit words; bit i % 64 of word i / 64 is number i.
// Everything here is inline and allocates nothing; the caller owns the words and makes sure that they are long enough.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace glint {

using Word = std::uint64_t;

/// The number of bits set. Written out where the processor has no instruction for it.
inline int popcount(Word word) {
#ifdef __POPCNT__
  return __builtin_popcountll(word);
#else
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return static_cast<int>(word * 0x0101010101010101u >> 56);
#endif
}

/// The lowest and the highest bit set, of a word that is not 0.
inline int lowest_bit(Word word) { return __builtin_ctzll(word); }
inline int highest_bit(Word word) { return 63 ^ __builtin_clzll(word); }  // one instruction on most processors

/// The number of words for a set of numbers below `count`.
constexpr int words_for(std::int64_t count) { return static_cast<int>((count + 63) / 64); }
/// Bits 0..count-1, of at most 64.
constexpr Word lowest_ones(std::int64_t count) { return count >= 64 ? ~Word{0} : (Word{1} << count) - 1; }

/// The bit of a number within its word.
constexpr Word bit_in_word(auto number) { return Word{1} << (number % 64); }
bool has_bit(const Word* set, auto number) { return set[number / 64] >> (number % 64) & 1; }
void add_bit(Word* set, auto number) { set[number / 64] |= bit_in_word(number); }

/// The number of numbers in a set.
inline std::uint64_t set_size(const Word* set, int words) {
  std::uint64_t size = 0;
  for (int i = 0; i < words; ++i) size += static_cast<std::uint64_t>(popcount(set[i]));
  return size;
}
/// True if a number is in both sets.
inline bool have_common(const Word* a, const Word* b, int words) {
  Word common = 0;
  for (int i = 0; i < words; ++i) common |= a[i] & b[i];
  return common != 0;
}

/// `for (const int bit : each_bit(word))`: the bits set, lowest first.
class EachBit {
 public:
  struct End {};
  class Iterator {
   public:
    explicit Iterator(Word rest) : rest_(rest) {}
    int operator*() const { return lowest_bit(rest_); }
    void operator++() { rest_ &= rest_ - 1; }
    bool operator!=(End) const { return rest_ != 0; }

   private:
    Word rest_;
  };
  explicit EachBit(Word word) : word_(word) {}
  Iterator begin() const { return Iterator(word_); }
  End end() const { return {}; }

 private:
  Word word_;
};
inline EachBit each_bit(Word word) { return EachBit(word); }

/// `for (const int cell : each_bit(set, words))`: the numbers in a set, lowest first. Each word is read once, when the
/// loop reaches it.
class EachElement {
 public:
  struct End {};
  class Iterator {
   public:
    Iterator(const Word* set, int words) : set_(set), words_(words), rest_(words > 0 ? set[0] : 0) { skip_empty(); }
    int operator*() const { return at_ * 64 + lowest_bit(rest_); }
    void operator++() {
      rest_ &= rest_ - 1;
      skip_empty();
    }
    bool operator!=(End) const { return rest_ != 0; }

   private:
    void skip_empty() {
      while (rest_ == 0 && ++at_ < words_) rest_ = set_[at_];
    }
    const Word* set_;
    int words_, at_ = 0;
    Word rest_;
  };
  EachElement(const Word* set, int words) : set_(set), words_(words) {}
  Iterator begin() const { return {set_, words_}; }
  End end() const { return {}; }

 private:
  const Word* set_;
  int words_;
};
inline EachElement each_bit(const Word* set, int words) { return {set, words}; }
inline EachElement each_bit(const std::vector<Word>& set) { return {set.data(), static_cast<int>(set.size())}; }

// Restored: a variable has another value until the end of a block, and then its old value again.

/// Gives a variable another value while this lives.
template <class T>
class Restored {
 public:
  Restored(T& place, T value) : place_(place), before_(std::exchange(place, std::move(value))) {}
  ~Restored() { place_ = std::move(before_); }
  Restored(const Restored&) = delete;

 private:
  T& place_;
  T before_;
};

}  // namespace glint
