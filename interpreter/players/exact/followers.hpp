// The followers of positions: the lists of a search that works backwards over all positions once it has found them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "interpreter/players/exact/search_store.hpp"

namespace glint {

/// A position that follows another one: twice its number, plus one if the same player moves in both.
using Follower = std::uint64_t;

/// Lists that are written once, and can be read in both directions. Each number is kept as its distance from the one
/// before it, seven bits in a byte: one byte for new positions, which have consecutive numbers, otherwise mostly three.
class Followers {
 public:
  explicit Followers(SearchStore* store = nullptr)
      : bytes_(store, SearchStore::links), chunks_(store, SearchStore::link_chunks) {
    if (bytes_.size() > 0) chunks_.push_back(bytes_.size());
  }

  /// Sorts `all`, and removes duplicates.
  void add(std::uint32_t number, std::vector<Follower>& all) {
    std::sort(all.rbegin(), all.rend());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (chunks_.size() == 0 || bytes_.size() - chunks_[chunks_.size() - 1] >= kChunk) {
      chunks_.push_back(bytes_.size());
      last_ = 0;
    }
    put(last_, number);
    put(0, all.size());
    Follower before = Follower{number} << 1;
    for (const Follower each : all) put(std::exchange(before, each), each);
    last_ = number;
  }
  /// Calls `what(number, followers)` for each list, the last one first if `backwards`.
  template <class What>
  void each(bool backwards, const What& what) const {
    std::vector<Follower> all;
    std::vector<std::pair<std::size_t, std::uint64_t>> begins;  // of lists, each with the number of the list before it
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      const std::size_t chunk = backwards ? chunks_.size() - 1 - i : i;
      const std::size_t end = chunk + 1 < chunks_.size() ? chunks_[chunk + 1] : bytes_.size();
      begins.clear();
      for (std::size_t at = chunks_[chunk], number = 0; at < end; number = read(at, number, all)) begins.emplace_back(at, number);
      for (std::size_t j = 0; j < begins.size(); ++j) {
        auto [at, before] = begins[backwards ? begins.size() - 1 - j : j];
        what(static_cast<std::uint32_t>(read(at, before, all)), std::as_const(all));
      }
    }
  }
  std::uint64_t bytes() const { return bytes_.size(); }

 private:
  static constexpr std::size_t kChunk = 1 << 16;

  void put(std::uint64_t from, std::uint64_t to) {
    std::uint64_t rest = to >= from ? (to - from) << 1 : (from - to) << 1 | 1;
    for (; rest >= 0x80; rest >>= 7) bytes_.push_back(static_cast<std::uint8_t>(rest | 0x80));
    bytes_.push_back(static_cast<std::uint8_t>(rest));
  }
  std::uint64_t take(std::size_t& at, std::uint64_t from) const {
    std::uint64_t code = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t byte = bytes_[at++];
      code |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return (code & 1) != 0 ? from - (code >> 1) : from + (code >> 1);
    }
  }
  /// Reads the list at `at`, and moves to the next one. `before`: the number of the list before it. Answers its own.
  std::uint64_t read(std::size_t& at, std::uint64_t before, std::vector<Follower>& all) const {
    const std::uint64_t number = take(at, before);
    all.resize(take(at, 0));
    Follower last = number << 1;
    for (Follower& each : all) last = each = take(at, last);
    return number;
  }

  Pieces<std::uint8_t> bytes_;
  Pieces<std::uint64_t> chunks_;  // where each begins
  std::uint32_t last_ = 0;  // the number of the last list
};

}  // namespace glint
