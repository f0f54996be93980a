// Undo: a stack of saved positions, to try something out and go back.
//
// Each *part* of the machine that has to go back too is given to every call, always in the same order. It has
//   std::size_t saved_words() const          how many words it needs, always the same
//   void save_into(Word* to)                 saves itself; from here on it notes what it works out and what changes
//   void restore_from(const Word* from)      goes back; what it had saved stays good where that was not worked out anew
//   void drop_saved(const Word* from)              the save is dropped: what was noted since belongs to the one before it
// Undo owns the saved words and knows nothing of what they mean. They are kept for reuse: once deep enough, saving
// allocates nothing.
//
// Levels: listing code saves and restores by depth, from 0 at a *base*. The base is where a `can` within it, or `mark`,
// begins its own depths.
#pragma once

#include <cstddef>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

class Undo {
 public:
  /// How many saves, from the base on, are not restored yet.
  int depth() const { return depth_; }

  template <class... Parts>
  void save(int depth, Parts&... parts) {
    depth_ = depth + 1;
    if (width_ == 0) width_ = (parts.saved_words() + ...);
    const auto level = static_cast<std::size_t>(base_ + depth);
    if (saved_.size() < (level + 1) * width_) saved_.resize((level + 1) * width_);
    Word* to = &saved_[level * width_];
    ((parts.save_into(to), to += parts.saved_words()), ...);
  }
  template <class... Parts>
  void restore(int depth, Parts&... parts) {
    depth_ = depth;
    const Word* from = &saved_[static_cast<std::size_t>(base_ + depth) * width_];
    ((parts.restore_from(from), from += parts.saved_words()), ...);
  }
  /// Back to the base.
  template <class... Parts>
  void unwind(Parts&... parts) {
    while (depth_ > 0) restore(depth_ - 1, parts...);
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
  template <class... Parts>
  void leave(Base before, Parts&... parts) {
    unwind(parts...);
    base_ = before.base;
    depth_ = before.depth;
  }

  /// Saves as this level, and puts the base above it. Levels count from 0; what was saved at this level or above is
  /// dropped.
  template <class... Parts>
  void mark(int level, Parts&... parts) {
    drop_to(level, parts...);
    base_ = level;
    save(0, parts...);
    base_ = level + 1;
    depth_ = 0;
  }
  /// Restores this level, and drops it and those above.
  template <class... Parts>
  void go_back(int level, Parts&... parts) {
    drop_to(level + 1, parts...);
    base_ = level;
    restore(0, parts...);
  }

 private:
  template <class... Parts>
  void drop_to(int level, Parts&... parts) {
    for (; base_ > level; --base_) {
      const Word* from = &saved_[static_cast<std::size_t>(base_ - 1) * width_];
      ((parts.drop_saved(from), from += parts.saved_words()), ...);
    }
  }

  std::vector<Word> saved_;  // `width_` words a level
  std::size_t width_ = 0;
  int base_ = 0, depth_ = 0;
};

}  // namespace glint
