// Undo: a stack of saved positions, for trying something and going back.
//
// It is made with each *part* of the machine that has to go back too. A part has
//   std::size_t saved_words() const          how many words it needs, always the same
//   void save_into(Word* to)                 saves itself; from here on it notes what it computes and what changes
//   void restore_from(const Word* from)      goes back; what it had saved stays good where that was not worked out again
//   void drop_saved(const Word* from)              the save is dropped: what was noted since belongs to the one before it
// Undo owns the saved words and knows nothing of what they mean. They are kept for reuse: once deep enough, saving
// allocates nothing.
//
// Levels: listing code saves and restores by depth, from 0 at a *base*. The base is where a `can` within it, or `mark`,
// begins its own depths.
#pragma once

#include <cstddef>
#include <tuple>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

template <class... Parts>
class Undo {
 public:
  explicit Undo(Parts&... parts) : parts_(parts...), width_((parts.saved_words() + ...)) {}

  /// The number of saves, from the base on, that are not restored yet.
  int depth() const { return depth_; }

  void save(int depth) {
    depth_ = depth + 1;
    const auto level = static_cast<std::size_t>(base_ + depth);
    if (saved_.size() < (level + 1) * width_) saved_.resize((level + 1) * width_);
    each_part(base_ + depth, [](auto& part, Word* to) { part.save_into(to); });
  }
  void restore(int depth) {
    depth_ = depth;
    each_part(base_ + depth, [](auto& part, const Word* from) { part.restore_from(from); });
  }
  /// Back to the base.
  void unwind() {
    while (depth_ > 0) restore(depth_ - 1);
  }

  struct Base {
    int base, depth;
  };
  /// The base is here, until `leave` goes back to it and to the base before.
  Base enter() {
    const Base before{base_, depth_};
    base_ += depth_;
    depth_ = 0;
    return before;
  }
  void leave(Base before) {
    unwind();
    base_ = before.base;
    depth_ = before.depth;
  }

  /// Saves as this level, and puts the base above it. Levels count from 0; what was saved at this level or above is
  /// dropped.
  void mark(int level) {
    drop_to(level);
    base_ = level;
    save(0);
    base_ = level + 1;
    depth_ = 0;
  }
  /// Restores this level, and drops it and those above.
  void go_back(int level) {
    drop_to(level + 1);
    base_ = level;
    restore(0);
  }

 private:
  /// `what` with each part, and where this level keeps it.
  template <class What>
  void each_part(int level, What what) {
    Word* at = &saved_[static_cast<std::size_t>(level) * width_];
    std::apply([&](Parts&... parts) { ((what(parts, at), at += parts.saved_words()), ...); }, parts_);
  }
  void drop_to(int level) {
    for (; base_ > level; --base_)
      each_part(base_ - 1, [](auto& part, const Word* from) { part.drop_saved(from); });
  }

  const std::tuple<Parts&...> parts_;
  const std::size_t width_;  // words of a level
  std::vector<Word> saved_;
  int base_ = 0, depth_ = 0;
};

}  // namespace glint
