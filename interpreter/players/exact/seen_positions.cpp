#include "interpreter/players/exact/seen_positions.hpp"

#include <algorithm>

namespace glint {

namespace {

std::uint8_t tag_of(std::uint64_t high) { return static_cast<std::uint8_t>(high >> 56 | 1); }

}  // namespace

// Sums of the words, each mixed with its index. The processor can mix several at once, since none needs another's
// result.
PositionHash::PositionHash(std::span<const Word> state) {
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

std::size_t SeenPositions::place_in(const Table& table, const PositionHash& hash) const {
  const std::uint8_t tag = tag_of(hash.high);
  const std::size_t mask = table.tags.size() - 1;
  std::size_t at = hash.low & mask;
  while (table.tags[at] != 0 && !(table.tags[at] == tag && entry(table.numbers[at]).hash == hash)) at = (at + 1) & mask;
  return at;
}

std::optional<std::uint32_t> SeenPositions::find(const PositionHash& hash) const {
  const Table& table = tables_[hash.low >> 56];
  const std::size_t at = place_in(table, hash);
  return table.tags[at] != 0 ? std::optional(table.numbers[at]) : std::nullopt;
}

std::pair<SeenPositions::Added, std::uint32_t> SeenPositions::add(const PositionHash& hash, std::uint32_t parent,
                                                                  std::uint32_t move) {
  Table& table = tables_[hash.low >> 56];
  const std::size_t at = place_in(table, hash);
  if (table.tags[at] != 0) return {Added::before, table.numbers[at]};
  const std::uint32_t number = size();
  if (number >= limit_) return {Added::full, 0};
  entries_.push_back({hash, parent, move});
  put_back(number);
  return {Added::now, number};
}

void SeenPositions::put_back(std::uint32_t number) {
  const PositionHash& hash = entry(number).hash;
  Table& table = tables_[hash.low >> 56];
  const std::size_t at = place_in(table, hash);
  table.numbers[at] = number;
  table.tags[at] = tag_of(hash.high);
  if (++table.size > table.tags.size() / 4 * 3) grow(table);
}

std::uint64_t SeenPositions::bytes() const {
  std::uint64_t bytes = entries_.size() * sizeof(Entry);
  for (const Table& table : tables_) bytes += table.tags.size() * (sizeof(std::uint32_t) + 1);
  return bytes;
}

void SeenPositions::grow(Table& table) const {
  const Table old = std::exchange(table, Table(table.tags.size() * 2));
  table.size = old.size;
  const std::size_t mask = table.tags.size() - 1;
  for (std::size_t i = 0; i < old.tags.size(); ++i) {
    if (old.tags[i] == 0) continue;
    std::size_t at = entry(old.numbers[i]).hash.low & mask;
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
