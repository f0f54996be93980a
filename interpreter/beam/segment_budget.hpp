// The segments that all traces of a position may have together: on a large board they may be millions.
//
// Segments are only added here, and emptying a trace takes none away. When the budget is used up, its owner counts those
// that there are.
#pragma once

#include <cstdint>

#include "interpreter/beam/trace.hpp"

namespace glint {

class SegmentBudget {
 public:
  explicit SegmentBudget(std::int64_t most) : most_(most) {}

  /// `now`, the trace that is being followed, is about to get `count` more. False: there are too many, which has been
  /// reported.
  bool add(const Trace& now, std::int64_t count) { return (added_ += count) <= most_ || has_room(now, count); }
  /// Counts the sets of cells that `now` is about to get, as segments of the same size. `words`: of one set. A trace that
  /// has its sets already costs nothing.
  bool add_sets(const Trace& now, std::size_t words) {
    if (!now.cells.empty()) return true;
    return (added_ += segments_in(words)) <= most_ || has_room(now, 1);
  }

 protected:
  std::int64_t most() const { return most_; }
  /// How many segments are as large as the sets of a trace; on small boards, none.
  static std::int64_t segments_in(std::size_t words) {
    constexpr std::size_t kSets = 3;
    return static_cast<std::int64_t>(kSets * words * sizeof(Word) / sizeof(Segment));
  }
  ~SegmentBudget() = default;

 private:
  /// Counts the segments of `now` and of all traces that are kept. If they are more than `room`, it drops traces that may
  /// be dropped, and reports if that is not enough. Answers how many are left.
  virtual std::int64_t recount(std::int64_t room, const Trace& now) = 0;
  bool has_room(const Trace& now, std::int64_t count) {
    added_ = recount(most_ - count, now) + count;
    return added_ <= most_;
  }

  const std::int64_t most_;
  std::int64_t added_ = 0;  // as counted the last time, and since
};

}  // namespace glint
