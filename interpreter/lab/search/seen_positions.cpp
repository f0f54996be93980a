#include "interpreter/lab/search/seen_positions.hpp"

#include <algorithm>

namespace glint {

namespace {

/// Sums of the words, each mixed with its index. The processor can mix several at once, as none needs another's result.
struct Hash {
  std::uint64_t low = 0, high = 0;

  explicit Hash(const std::vector<Word>& state) {
    std::uint64_t place = 0;
    for (const Word word : state) {
      std::uint64_t z = word + (place += 0x9E3779B97F4A7C15u);
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
      z ^= z >> 31;
      low += z;
      z = (z ^ (z >> 29)) * 0xA24BAED4963EE407u;
      high += z ^ (z >> 32);
    }
  }
};

std::uint8_t tag_of(std::uint64_t high) { return static_cast<std::uint8_t>(high >> 56 | 1); }

}  // namespace

SeenPositions::Added SeenPositions::add(const std::vector<Word>& state, std::uint32_t parent, std::uint32_t move) {
  const Hash hash(state);
  const std::uint8_t tag = tag_of(hash.high);
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash.low & mask;
  for (; tags_[at] != 0; at = (at + 1) & mask) {
    if (tags_[at] != tag) continue;
    const Entry& there = entry(table_[at]);
    if (there.low == hash.low && there.high == hash.high) return Added::before;
  }
  if (size_ >= limit_) return Added::full;
  if (size_ % kChunk == 0) chunks_.push_back(std::make_unique<Entry[]>(kChunk));
  table_[at] = size_;
  tags_[at] = tag;
  entry(size_++) = {hash.low, hash.high, parent, move};
  if (size_ > table_.size() / 4 * 3) grow();
  return Added::now;
}

void SeenPositions::grow() {
  const std::size_t doubled = table_.size() * 2, mask = doubled - 1;
  // The old table is freed first: the entries hold all that the new one needs.
  std::vector<std::uint32_t>().swap(table_);
  table_.resize(doubled);
  tags_.assign(doubled, 0);
  for (std::uint32_t number = 0; number < size_; ++number) {
    const Entry& each = entry(number);
    std::size_t at = each.low & mask;
    while (tags_[at] != 0) at = (at + 1) & mask;
    table_[at] = number;
    tags_[at] = tag_of(each.high);
  }
}

std::vector<std::uint32_t> SeenPositions::way_to(std::uint32_t number) const {
  std::vector<std::uint32_t> moves;
  for (; number != 0; number = entry(number).parent) moves.push_back(entry(number).move);
  std::reverse(moves.begin(), moves.end());
  return moves;
}

}  // namespace glint
