// The traces of all handles (see beam/beams.hpp), in blocks that are made when one of them is first filled: on a large
// board most cells never have an emitter, and to make a trace for each cell takes longer than work may go on without
// asking whether to stop.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "interpreter/beam/trace.hpp"

namespace glint {

class Traces {
 public:
  static constexpr std::size_t kBlock = 64;

  explicit Traces(std::size_t size)
      : size_(size), made_((size + kBlock - 1) / kBlock), blocks_(made_.size(), none().data()) {}

  std::size_t size() const { return size_; }
  /// An empty one, if it was never filled.
  const Trace& operator[](std::size_t handle) const { return blocks_[handle / kBlock][handle % kBlock]; }
  /// To be filled.
  Trace& made(std::size_t handle) {
    const std::size_t block = handle / kBlock;
    if (!made_[block]) make(block);
    return made_[block][handle % kBlock];
  }

  /// Calls `what(handle, trace)` for all traces that may have been filled, until it answers false. Whether it never did.
  template <class What>
  bool each_made(const What& what) {
    for (std::size_t block = 0; block < made_.size(); ++block)
      for (std::size_t i = 0; made_[block] && i < size_of(block); ++i)
        if (!what(block * kBlock + i, made_[block][i])) return false;
    return true;
  }

 private:
  static const std::array<Trace, kBlock>& none() {
    static const std::array<Trace, kBlock> empty;
    return empty;
  }
  std::size_t size_of(std::size_t block) const { return std::min(kBlock, size_ - block * kBlock); }
  void make(std::size_t block) {
    made_[block] = std::make_unique<Trace[]>(size_of(block));
    blocks_[block] = made_[block].get();
  }

  const std::size_t size_;
  std::vector<std::unique_ptr<Trace[]>> made_;
  std::vector<const Trace*> blocks_;  // the same, or `none`
};

}  // namespace glint
