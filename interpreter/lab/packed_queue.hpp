// States that wait to be gone on from, packed: the frontier of a search is most of what it keeps at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "interpreter/build/program.hpp"

namespace glint {

/// First in, first out. What is kept of a State is where it differs from the first one, byte by byte: a few moves
/// change little of it.
class PackedQueue {
 public:
  explicit PackedQueue(std::vector<Word> origin);
  bool empty() const { return chunks_.empty(); }
  void push(std::uint32_t number, const std::vector<Word>& state);
  /// Takes the oldest; `state` is overwritten.
  std::uint32_t pop(std::vector<Word>& state);

 private:
  struct Chunk {
    std::vector<std::uint8_t> bytes;
    std::size_t read = 0;
  };

  std::vector<Word> origin_;
  std::size_t longest_;
  std::deque<Chunk> chunks_;  // none of them read to its end
};

}  // namespace glint
