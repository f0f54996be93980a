#include "interpreter/lab/seen_positions.hpp"

#include <algorithm>
#include <utility>

namespace glint {

namespace {

std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

}  // namespace

SeenPositions::Added SeenPositions::add(const std::vector<Word>& state, std::uint32_t parent, std::uint32_t move) {
  // Two chains that mix each word with all before it, in different ways.
  std::uint64_t low = 0x9E3779B97F4A7C15u, high = 0xD1B54A32D192ED03u;
  for (const Word word : state) {
    low = mixed(low + word);
    high = mixed((high ^ word) * 0xA24BAED4963EE407u + 0x9FB21C651E98DF25u);
  }
  std::uint32_t* place = find(low, high);
  if (*place != 0) return Added::before;
  if (entries_.size() >= limit_) return Added::full;
  entries_.push_back({low, high, parent, move});
  *place = size();
  if (entries_.size() > table_.size() / 4 * 3) grow();
  return Added::now;
}

std::uint32_t* SeenPositions::find(std::uint64_t low, std::uint64_t high) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = low & mask;
  for (; table_[at] != 0; at = (at + 1) & mask) {
    const Entry& entry = entries_[table_[at] - 1];
    if (entry.low == low && entry.high == high) break;
  }
  return &table_[at];
}

void SeenPositions::grow() {
  const std::size_t doubled = table_.size() * 2, mask = doubled - 1;
  std::vector<std::uint32_t>().swap(table_);  // the old one first: everything stands in the entries
  table_.assign(doubled, 0);
  std::uint32_t number = 0;
  for (const Entry& entry : entries_) {
    std::size_t at = entry.low & mask;
    while (table_[at] != 0) at = (at + 1) & mask;
    table_[at] = ++number;
  }
}

std::vector<std::uint32_t> SeenPositions::way_to(std::uint32_t number) const {
  std::vector<std::uint32_t> moves;
  for (; number != 0; number = entries_[number].parent) moves.push_back(entries_[number].move);
  std::reverse(moves.begin(), moves.end());
  return moves;
}

}  // namespace glint
