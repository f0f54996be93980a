// The positions that a search has reached, and how: 24 bytes for each, and 7 to 13 to find it by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// Positions are distinguished by 128 bits, which among billions are never equal by chance. They are numbered from 0,
/// in the order in which they are added.
class SeenPositions {
 public:
  struct Entry {
    std::uint64_t low = 0, high = 0;  // the hash
    std::uint32_t parent = 0;         // the position before; the first one is its own
    std::uint32_t move = 0;           // the number of the move from there, as listed
  };
  enum class Added { now, before, full };

  explicit SeenPositions(std::uint64_t limit) : limit_(limit), table_(kFirstSize), tags_(kFirstSize, 0) {}

  /// `full`: it was not there, and is not.
  Added add(const std::vector<Word>& state, std::uint32_t parent, std::uint32_t move);
  std::uint32_t size() const { return size_; }
  /// The numbers of the moves from the first position to this one.
  std::vector<std::uint32_t> way_to(std::uint32_t number) const;

 private:
  static constexpr std::size_t kFirstSize = 1 << 10;
  static constexpr std::size_t kChunk = 1 << 12;

  Entry& entry(std::uint32_t number) { return chunks_[number / kChunk][number % kChunk]; }
  const Entry& entry(std::uint32_t number) const { return chunks_[number / kChunk][number % kChunk]; }
  void grow();

  std::uint64_t limit_;
  std::uint32_t size_ = 0;
  std::vector<std::unique_ptr<Entry[]>> chunks_;  // so that the entries grow without being copied
  // Open addressing, a power of two: numbers of positions, and a part of their hash, by which most of what is another
  // position is passed over without looking at it; 0 where there is none.
  std::vector<std::uint32_t> table_;
  std::vector<std::uint8_t> tags_;
};

}  // namespace glint
