// A queue of packed States: the frontier of a search, which takes most of its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// First in, first out. A State is kept as the bytes that differ from the first one: a few moves change little.
class PackedQueue {
 public:
  PackedQueue(std::vector<Word> origin, std::uint64_t most_bytes);
  bool empty() const { return chunks_.empty(); }
  /// False, and nothing is pushed, if there is no room.
  [[nodiscard]] bool push(std::uint32_t number, const std::vector<Word>& state);
  /// Takes the oldest one into `state`.
  std::uint32_t pop(std::vector<Word>& state);

 private:
  struct Chunk {
    std::vector<std::uint8_t> bytes;
    std::size_t read = 0;
  };

  void pack(std::uint32_t number, const std::vector<Word>& state);

  std::vector<Word> origin_;
  std::uint64_t most_bytes_, bytes_ = 0;  // of all chunks, with their free space
  std::vector<std::uint8_t> packed_;      // the State that is being pushed
  std::deque<Chunk> chunks_;              // those not yet read to the end
};

}  // namespace glint
