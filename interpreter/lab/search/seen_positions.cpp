#include "interpreter/lab/search/seen_positions.hpp"

#include <algorithm>
#include <utility>

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
  Table& table = tables_[hash.low >> 56];
  const std::size_t mask = table.tags.size() - 1;
  std::size_t at = hash.low & mask;
  for (; table.tags[at] != 0; at = (at + 1) & mask) {
    if (table.tags[at] != tag) continue;
    const Entry& there = entry(table.numbers[at]);
    if (there.low == hash.low && there.high == hash.high) return Added::before;
  }
  if (size_ >= limit_) return Added::full;
  if (size_ % kChunk == 0) chunks_.push_back(std::make_unique<Entry[]>(kChunk));
  table.numbers[at] = size_;
  table.tags[at] = tag;
  entry(size_++) = {hash.low, hash.high, parent, move};
  if (++table.size > table.tags.size() / 4 * 3) grow(table);
  return Added::now;
}

void SeenPositions::grow(Table& table) const {
  const Table old = std::exchange(table, Table(table.tags.size() * 2));
  table.size = old.size;
  const std::size_t mask = table.tags.size() - 1;
  for (std::size_t i = 0; i < old.tags.size(); ++i) {
    if (old.tags[i] == 0) continue;
    std::size_t at = entry(old.numbers[i]).low & mask;
    while (table.tags[at] != 0) at = (at + 1) & mask;
    table.numbers[at] = old.numbers[i];
    table.tags[at] = old.tags[i];
  }
}

std::vector<std::uint32_t> SeenPositions::way_to(std::uint32_t number) const {
  std::vector<std::uint32_t> moves;
  for (; number != 0; number = entry(number).parent) moves.push_back(entry(number).move);
  std::reverse(moves.begin(), moves.end());
  return moves;
}

}  // namespace glint
