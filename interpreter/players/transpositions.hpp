// The table of positions that a search has reached (Zobrist 1970; Slate and Atkin 1977), by the hashes of their States.
// Its size is fixed.
#pragma once

#include <cstdint>
#include <vector>

namespace glint {

class Transpositions {
 public:
  enum class Bound : std::uint8_t { exact, lower, upper };
  struct Entry {
    std::uint64_t hash = 0;
    std::uint64_t past = 0;   // a hash of everything earlier that rules may read: values hold only if it is the same
    std::int64_t value = 0;   // for the player to move; results count plies from here
    std::uint32_t move = 0;   // the best move, as listed
    std::uint8_t depth = 0;   // depth of the search from here; 0: the place is free
    Bound bound = Bound::exact;
    bool is_exact = false;    // all lines that matter were followed to the end of the game
    std::uint8_t search = 0;  // the number of the search that made it
  };

  /// Room for 2^bits entries.
  explicit Transpositions(unsigned bits) : entries_(std::size_t{1} << bits) {}

  /// The entry of a position, valid until the next one is kept; null: there is none.
  const Entry* find(std::uint64_t hash) const {
    for (const Entry* each = &entries_[first_of(hash)], *end = each + kEach; each != end; ++each)
      if (each->depth > 0 && each->hash == hash) return each;
    return nullptr;
  }

  /// Replaces the entry of this position, else the entry of least depth; entries of earlier searches count for less.
  void keep(Entry entry) {
    Entry* const places = &entries_[first_of(entry.hash)];
    const auto worth = [&](const Entry& each) {
      return each.hash == entry.hash ? -1 : each.depth + (each.search == search_ ? 256 : 0);
    };
    entry.search = search_;
    places[worth(places[1]) < worth(places[0])] = entry;
  }

  /// Entries so far give way to those of the new search.
  void begin_search() { ++search_; }

 private:
  static constexpr std::size_t kEach = 2;  // places where a position may be
  std::size_t first_of(std::uint64_t hash) const { return hash & (entries_.size() - kEach); }

  std::vector<Entry> entries_;
  std::uint8_t search_ = 0;
};

}  // namespace glint
