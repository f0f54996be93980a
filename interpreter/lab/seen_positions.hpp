// Which positions a search has come to, and how: 24 bytes of each, and 5 to 11 to find it by.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "interpreter/build/program.hpp"

namespace glint {

/// Positions are told apart by 128 bits, which among billions are never equal by chance. They are numbered from 0, in
/// the order in which they are added.
class SeenPositions {
 public:
  struct Entry {
    std::uint64_t low = 0, high = 0;  // the hash
    std::uint32_t parent = 0;         // the position before; the first one is its own
    std::uint32_t move = 0;           // the number of the move from there, as listed
  };
  enum class Added { now, before, full };

  explicit SeenPositions(std::uint64_t limit) : limit_(limit), table_(kFirstSize, 0) {}

  /// `full`: it was not there, and is not.
  Added add(const std::vector<Word>& state, std::uint32_t parent, std::uint32_t move);
  std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }
  /// The numbers of the moves from the first position to this one.
  std::vector<std::uint32_t> way_to(std::uint32_t number) const;

 private:
  static constexpr std::size_t kFirstSize = 1 << 10;

  void grow();
  std::uint32_t* find(std::uint64_t low, std::uint64_t high);

  std::uint64_t limit_;
  std::deque<Entry> entries_;         // grows without being copied
  std::vector<std::uint32_t> table_;  // open addressing, a power of two: 1 + the number of a position, or 0
};

}  // namespace glint
