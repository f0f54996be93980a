// Lists that grow without moving what is in them: to copy hundreds of megabytes would take longer than a search may go on
// before it asks whether to stop, and for that time needs room for both copies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// Elements by number, from 0. A reference to one holds until `clear`.
template <class T>
class Blocks {
 public:
  T& operator[](std::size_t i) { return blocks_[i / kBlock][i % kBlock]; }
  const T& operator[](std::size_t i) const { return blocks_[i / kBlock][i % kBlock]; }
  T& back() { return (*this)[size_ - 1]; }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  void emplace_back() {
    if (size_++ % kBlock == 0) blocks_.push_back(std::make_unique<T[]>(kBlock));
  }
  void clear() {
    blocks_.clear();
    size_ = 0;
  }

 private:
  static constexpr std::size_t kBlock = 1 << 6;

  std::vector<std::unique_ptr<T[]>> blocks_;
  std::size_t size_ = 0;
};

/// States of one game, by number, from 0.
class States {
 public:
  /// `words`: of each State, at least one.
  explicit States(std::size_t words) : each_(words), in_block_(std::max<std::size_t>(1, kWords / words)) {}

  /// Copies a State; answers its number.
  std::size_t add(const Word* state) {
    if (size_ % in_block_ == 0) blocks_.emplace_back(new Word[in_block_ * each_]);
    std::copy_n(state, each_, place_of(size_));
    return size_++;
  }
  std::span<const Word> operator[](std::size_t i) const { return {place_of(i), each_}; }
  /// The words of all States together.
  std::size_t words() const { return size_ * each_; }
  void clear() {
    blocks_.clear();
    size_ = 0;
  }

 private:
  static constexpr std::size_t kWords = 1 << 12;

  Word* place_of(std::size_t i) const { return blocks_[i / in_block_].get() + i % in_block_ * each_; }

  const std::size_t each_, in_block_;
  std::vector<std::unique_ptr<Word[]>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace glint
