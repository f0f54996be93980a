// The positions that a search has reached, and the ways to them. Each takes 24 bytes, plus 7 to 13 in the hash table.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "interpreter/players/exact/search_store.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// A hash of 128 bits of a State. Among billions of positions, no two share one by chance.
struct PositionHash {
  std::uint64_t low = 0, high = 0;

  PositionHash() = default;
  explicit PositionHash(std::span<const Word> state);
  auto operator<=>(const PositionHash&) const = default;
};

/// Positions are distinguished by their hashes, and numbered from 0, in the order in which they are added.
class SeenPositions {
 public:
  struct Entry {
    PositionHash hash;
    std::uint32_t parent = 0;  // the position before; for the first one, itself
    std::uint32_t move = 0;    // the number of the move from there, as listed
    // A search that needs no ways keeps two other numbers instead of these.
  };
  enum class Added { now, before, full };

  explicit SeenPositions(std::uint64_t limit, SearchStore* store = nullptr)
      : limit_(limit), entries_(store, SearchStore::positions), tables_(kTables, Table(kFirstSize)) {}

  /// `full`: it is new, but there is no room for it.
  Added add(const std::vector<Word>& state, std::uint32_t parent, std::uint32_t move) {
    return add(PositionHash(state), parent, move).first;
  }
  /// Also returns the number of the position; 0 if it has no room.
  std::pair<Added, std::uint32_t> add(const PositionHash& hash, std::uint32_t parent, std::uint32_t move);
  /// Call it for each position that the store has, so that it is found.
  void put_back(std::uint32_t number);
  /// The number of a position that was added.
  std::optional<std::uint32_t> find(const PositionHash& hash) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }
  /// All bytes in use here.
  std::uint64_t bytes() const;
  Entry& entry(std::uint32_t number) { return entries_[number]; }
  const Entry& entry(std::uint32_t number) const { return entries_[number]; }
  /// The numbers of the moves from the first position to this one.
  std::vector<std::uint32_t> way_to(std::uint32_t number) const;

 private:
  static constexpr std::size_t kFirstSize = 1 << 4;
  static constexpr std::size_t kTables = 1 << 8;

  /// Open addressing; the size is a power of two. An entry is the number of a position with a part of its hash, which
  /// distinguishes it from most others without reading them; 0 if empty.
  struct Table {
    explicit Table(std::size_t size) : numbers(size), tags(size, 0) {}
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint8_t> tags;
    std::size_t size = 0;
  };

  /// The place of a position in its table, if it is there or not.
  std::size_t place_in(const Table& table, const PositionHash& hash) const;
  void grow(Table& table) const;

  std::uint64_t limit_;
  Pieces<Entry> entries_;
  // By the first byte of the hash. Each grows by itself, because moving millions of positions at once would take longer
  // than the allowed time between two questions whether to stop.
  std::vector<Table> tables_;
};

}  // namespace glint
