// Arrays of a search, which grow at their ends: in memory, or wherever a host keeps them, for example in files that
// outlast the process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace glint {

/// The store that a host gives to a search to need little memory, or to survive any interruption.
struct SearchStore {
  enum Array : std::uint8_t { positions, links, link_chunks, waiting, kArrays };
  static constexpr std::size_t kPiece = 1 << 16;

  virtual ~SearchStore() = default;
  /// A piece of an array, kPiece bytes, which never moves; it has the content that the search left, or 0.
  virtual std::uint8_t* piece(Array array, std::size_t index) = 0;
  /// True if it is time to save the progress of the search. Asked for each position.
  virtual bool is_due() = 0;
  /// Notes `state`. When the search continues, `state` is the progress saved last, or 0.
  virtual void note() = 0;

  std::array<std::uint64_t, kArrays + 5> state{};  // the ends of the arrays, in bytes, and numbers of the search
};

template <class T>
class Pieces {
 public:
  /// Without a store: in memory, and empty.
  explicit Pieces(SearchStore* store = nullptr, SearchStore::Array array = SearchStore::positions)
      : store_(store), array_(array) {
    const std::uint64_t end = store ? store->state[array] : 0;
    size_ = end / SearchStore::kPiece * kEach + end % SearchStore::kPiece / sizeof(T);
    while (kEach * pieces_.size() < size_) add_piece();
  }

  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return pieces_[i / kEach][i % kEach]; }
  const T& operator[](std::size_t i) const { return pieces_[i / kEach][i % kEach]; }
  void push_back(const T& value) {
    if (size_ == kEach * pieces_.size()) add_piece();
    (*this)[size_++] = value;
    if (store_) store_->state[array_] = size_ / kEach * SearchStore::kPiece + size_ % kEach * sizeof(T);
  }
  /// Elements before this one will not be read again.
  void forget_before(std::size_t i) {
    for (; !store_ && forgotten_ < i / kEach; ++forgotten_) own_[forgotten_].reset();
  }

 private:
  static constexpr std::size_t kEach = SearchStore::kPiece / sizeof(T);

  void add_piece() {
    if (!store_) own_.emplace_back(new std::uint8_t[SearchStore::kPiece]);
    pieces_.push_back(reinterpret_cast<T*>(store_ ? store_->piece(array_, pieces_.size()) : own_.back().get()));
  }

  SearchStore* store_;
  SearchStore::Array array_;
  std::uint64_t size_ = 0, forgotten_ = 0;
  std::vector<T*> pieces_;
  std::vector<std::unique_ptr<std::uint8_t[]>> own_;
};

}  // namespace glint
