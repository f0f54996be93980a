// The positions that a search has reached, and how. Each takes 24 bytes, and 7 to 13 in the hash table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// Positions are distinguished by hashes of 128 bits, which even among billions are not equal by chance. They are
/// numbered from 0, in the order in which they are added.
class SeenPositions {
 public:
  struct Entry {
    std::uint64_t low = 0, high = 0;  // the hash
    std::uint32_t parent = 0;         // the position before; of the first one, itself
    std::uint32_t move = 0;           // the number of the move from there, as listed
  };
  enum class Added { now, before, full };

  explicit SeenPositions(std::uint64_t limit) : limit_(limit), table_(kFirstSize), tags_(kFirstSize, 0) {}

  /// `full`: it is new, but there is no room for it.
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
  // Open addressing; the size is a power of two. An entry is the number of a position with a part of its hash, which
  // tells most other positions apart without reading them; 0 if empty.
  std::vector<std::uint32_t> table_;
  std::vector<std::uint8_t> tags_;
};

}  // namespace glint
