// Positions that a search has met before, by their hash: a table of a fixed size, in which later ones push out others.
#pragma once

#include <cstdint>
#include <vector>

namespace glint {

class Transpositions {
 public:
  enum class Bound : std::uint8_t { exact, lower, upper };
  struct Entry {
    std::uint64_t hash = 0;
    std::int64_t value = 0;   // to who is to move; a win as seen from here
    std::uint64_t move = 0;   // the best one, as listed
    std::int16_t depth = -1;  // how deep it was looked at; -1: there is nothing
    Bound bound = Bound::exact;
    bool is_exact = false;  // to the ends of all lines that count
  };

  void clear() { entries_.assign(kSize, {}); }
  const Entry* find(std::uint64_t hash) const {
    const Entry& entry = entries_[hash & (kSize - 1)];
    return entry.depth >= 0 && entry.hash == hash ? &entry : nullptr;
  }
  void keep(const Entry& entry) {
    Entry& there = entries_[entry.hash & (kSize - 1)];
    // What was looked at deeper is kept, of the same position; of others the newer one.
    if (there.hash == entry.hash && there.depth > entry.depth && !entry.is_exact) return;
    there = entry;
  }

 private:
  static constexpr std::size_t kSize = std::size_t{1} << 17;
  std::vector<Entry> entries_;
};

}  // namespace glint
