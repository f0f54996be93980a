// A queue of packed States: the frontier of a search, which takes most of the memory.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/players/exact/search_store.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// First in, first out. A State is kept as its differences from the first one, because a few moves change little.
class PackedQueue {
 public:
  PackedQueue(std::vector<Word> origin, std::uint64_t most_bytes, SearchStore* store = nullptr);
  bool empty() const { return taken_ == bytes_.size(); }
  /// The numbers of bytes taken so far, and pushed. The last item taken can be put back.
  std::uint64_t taken() const { return taken_; }
  std::uint64_t pushed() const { return bytes_.size(); }
  void put_back(std::uint64_t taken) { taken_ = taken; }
  /// False, and nothing is pushed, if there is no room.
  [[nodiscard]] bool push(std::uint32_t number, const std::vector<Word>& state);
  /// Takes the oldest one into `state`.
  std::uint32_t pop(std::vector<Word>& state);

 private:
  void pack(std::uint32_t number, const std::vector<Word>& state);

  std::vector<Word> origin_;
  std::uint64_t most_bytes_, taken_ = 0;
  std::vector<std::uint8_t> packed_;  // the State that is being pushed
  Pieces<std::uint8_t> bytes_;
};

}  // namespace glint
