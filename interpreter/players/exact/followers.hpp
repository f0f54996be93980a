// The followers of positions: the lists of a search that goes back over all positions when it has found them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace glint {

/// A position that follows another one: twice its number, and one more if the same player moves in both.
using Follower = std::uint64_t;

/// Lists that are written once, and read in either direction. Each number is kept as its distance from the one before
/// it, seven bits a byte: one byte where positions were new, and so have numbers side by side, mostly three otherwise.
class Followers {
 public:
  /// Sorts `all`, and leaves each out that is there twice.
  void add(std::uint32_t number, std::vector<Follower>& all) {
    std::sort(all.rbegin(), all.rend());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    const std::size_t most = 10 * (all.size() + 2);
    if (chunks_.empty() || chunks_.back().capacity() - chunks_.back().size() < most) {
      chunks_.emplace_back();
      chunks_.back().reserve(std::max(kChunk, most));
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
    std::vector<std::pair<std::size_t, std::uint64_t>> begins;  // of lists, each with the number of the one before it
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      const Bytes& bytes = chunks_[backwards ? chunks_.size() - 1 - i : i];
      begins.clear();
      for (std::size_t at = 0, number = 0; at < bytes.size(); number = read(bytes, at, number, all)) begins.emplace_back(at, number);
      for (std::size_t j = 0; j < begins.size(); ++j) {
        auto [at, before] = begins[backwards ? begins.size() - 1 - j : j];
        what(static_cast<std::uint32_t>(read(bytes, at, before, all)), std::as_const(all));
      }
    }
  }
  std::uint64_t bytes() const { return chunks_.size() * kChunk; }

 private:
  using Bytes = std::vector<std::uint8_t>;
  static constexpr std::size_t kChunk = 1 << 16;

  void put(std::uint64_t from, std::uint64_t to) {
    std::uint64_t rest = to >= from ? (to - from) << 1 : (from - to) << 1 | 1;
    for (; rest >= 0x80; rest >>= 7) chunks_.back().push_back(static_cast<std::uint8_t>(rest | 0x80));
    chunks_.back().push_back(static_cast<std::uint8_t>(rest));
  }
  static std::uint64_t take(const Bytes& bytes, std::size_t& at, std::uint64_t from) {
    std::uint64_t code = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t byte = bytes[at++];
      code |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return (code & 1) != 0 ? from - (code >> 1) : from + (code >> 1);
    }
  }
  /// Reads the list at `at`, and goes on to the next one. `before`: the number of the list before it. Answers its own.
  static std::uint64_t read(const Bytes& bytes, std::size_t& at, std::uint64_t before, std::vector<Follower>& all) {
    const std::uint64_t number = take(bytes, at, before);
    all.resize(take(bytes, at, 0));
    Follower last = number << 1;
    for (Follower& each : all) last = each = take(bytes, at, last);
    return number;
  }

  std::deque<Bytes> chunks_;
  std::uint32_t last_ = 0;  // the number of the last list
};

}  // namespace glint
