// The past of a trace's beams: each (cell, direction, payload) is left once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "interpreter/beam/fuel.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

class SeenStates {
 public:
  /// `by_stretches`: what beams have left is kept as sets of cells (left_by), as whole stretches are left at once.
  SeenStates(const Program& program, bool by_stretches)
      : program_(program),
        by_stretches_(by_stretches),
        words_(static_cast<std::size_t>(program.words())),
        payloads(static_cast<std::size_t>(program.payloads.count)),
        turns(static_cast<std::size_t>(program.geometry.directions) * payloads) {}

  /// Begins a trace, which has seen nothing. False: the host stopped it.
  bool begin(Fuel& fuel) {
    if (++number_ == 0 && !forget(fuel)) return false;
    if (!set_.empty()) set_.clear();
    return true;
  }
  bool first_time(int cell, int way, std::int64_t payload, Fuel& fuel) {
    const std::size_t index = static_cast<std::size_t>(cell) * turns + static_cast<std::size_t>(way) * payloads +
                              static_cast<std::size_t>(payload);
    if (index >= table_.size()) {
      fuel.use(kCost);
      return set_.insert(index).second;
    }
    if (table_[index] == number_) return false;
    table_[index] = number_;
    return true;
  }
  bool keeps_left() const { return !left_.empty(); }
  /// The cells that beams of this trace have left in a direction with a payload.
  Word* left_by(int way, std::int64_t payload) {
    const std::size_t turn = static_cast<std::size_t>(way) * payloads + static_cast<std::size_t>(payload);
    Word* const left = &left_[turn * words_];
    if (table_[turn] != number_) {
      if (words_ <= 2)  // as is usual; a call takes longer
        left[0] = left[words_ - 1] = 0;
      else
        std::fill_n(left, words_, 0);
    }
    table_[turn] = number_;
    return left;
  }
  /// By (cell, way, payload): the number of the trace that left it; null: there is no table. For loops that look it up
  /// themselves.
  std::uint32_t* table() { return table_.empty() ? nullptr : table_.data(); }
  std::uint32_t number() const { return number_; }

 private:
  bool forget(Fuel& fuel);

  static constexpr std::int64_t kCost = 64;  // of an element of the hash set, for some 60 bytes

  const Program& program_;
  const bool by_stretches_;
  const std::size_t words_;  // of a set of cells
  std::vector<std::uint32_t> table_;
  std::vector<Word> left_;                 // instead, by stretches: [(way, payload) * words], valid if table_ says so
  std::unordered_set<std::uint64_t> set_;  // instead, if the table would be too large; takes fuel for its memory
  std::uint32_t number_ = ~std::uint32_t{0};  // so the first trace, and each 2^32 later, begins with `forget`

 public:
  const std::size_t payloads, turns;  // payloads, and directions times payloads
};

}  // namespace glint
