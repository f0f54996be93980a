// States that wait to be gone on from, packed: the frontier of a search is most of what it keeps at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// First in, first out. What is kept of a State is where it differs from the first one, byte by byte: a few moves
/// change little of it.
class PackedQueue {
 public:
  PackedQueue(std::vector<Word> origin, std::uint64_t most_bytes);
  bool empty() const { return chunks_.empty(); }
  /// False where that many bytes are kept: then it is not kept.
  [[nodiscard]] bool push(std::uint32_t number, const std::vector<Word>& state);
  /// Takes the oldest; `state` is overwritten.
  std::uint32_t pop(std::vector<Word>& state);

 private:
  struct Chunk {
    std::vector<std::uint8_t> bytes;
    std::size_t read = 0;
  };

  void pack(std::uint32_t number, const std::vector<Word>& state);

  std::vector<Word> origin_;
  std::uint64_t most_bytes_, bytes_ = 0;  // of all chunks, also what is free in them
  std::vector<std::uint8_t> packed_;      // the one that is pushed
  std::deque<Chunk> chunks_;              // none of them read to its end
};

}  // namespace glint
