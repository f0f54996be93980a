// Undo alone, with parts made up here: against a plain stack of copies.
#include "interpreter/machine/live_board.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/oracles/split_mix.hpp"

using namespace glint;

namespace {

/// Saves its words, and notes which of them changed since the innermost save.
class UndonePart {
 public:
  explicit UndonePart(std::size_t words) : words_(words, 0) {}
  void set(std::size_t i, Word value) {
    words_[i] = value;
    changed_ |= Word{1} << i;
  }
  std::size_t saved_words() const { return words_.size() + 1; }
  void save_into(Word* to) {
    *std::copy(words_.begin(), words_.end(), to) = changed_;
    changed_ = 0;
  }
  void restore_from(const Word* from) {
    std::copy_n(from, words_.size(), words_.begin());
    changed_ |= from[words_.size()];
  }
  void drop_saved(const Word* from) { changed_ |= from[words_.size()]; }

  std::vector<Word> words_;
  Word changed_ = 0;
};

/// Both parts as plain copies, one for each save.
struct Naive {
  struct Level {
    std::vector<Word> one, other;
    Word changed = 0;  // of `one`, since the save before
  };
  std::vector<Level> levels;
  std::vector<Word> one = std::vector<Word>(3, 0), other = std::vector<Word>(2, 0);
  Word changed = 0;

  void save() {
    levels.push_back({one, other, changed});
    changed = 0;
  }
  void drop() {
    changed |= levels.back().changed;
    levels.pop_back();
  }
  void restore() {
    one = levels.back().one;
    other = levels.back().other;
    drop();
  }
};

}  // namespace

TEST_CASE("undo: by depth, within bases, against a stack of copies") {
  oracle::SplitMix random(17);
  int restored = 0;
  for (int game = 0; game < 200; ++game) {
    UndonePart one(3), other(2);
    Undo undo(one, other);
    Naive naive;
    std::vector<Undo<UndonePart, UndonePart>::Base> bases;
    std::vector<std::size_t> base_levels = {0};
    for (int step = 0; step < 200; ++step) {
      switch (random.below(7)) {
        case 0:
        case 1: {
          const std::size_t i = random.below(3);
          one.set(i, naive.one[i] = random.next());
          naive.changed |= Word{1} << i;
          other.set(i % 2, naive.other[i % 2] = random.next());
          break;
        }
        case 2:
          undo.save(undo.depth());
          naive.save();
          break;
        case 3:
          if (undo.depth() == 0) break;
          undo.restore(undo.depth() - 1);
          naive.restore();
          ++restored;
          break;
        case 4:
          bases.push_back(undo.enter());
          base_levels.push_back(naive.levels.size());
          break;
        case 5:
          if (bases.empty()) break;
          undo.leave(bases.back());
          while (naive.levels.size() > base_levels.back()) naive.restore();
          bases.pop_back();
          base_levels.pop_back();
          break;
        default:
          if (random.below(4) != 0) break;
          undo.unwind();
          while (naive.levels.size() > base_levels.back()) naive.restore();
      }
      REQUIRE(undo.depth() == static_cast<int>(naive.levels.size() - base_levels.back()));
      REQUIRE(one.words_ == naive.one);
      REQUIRE(other.words_ == naive.other);
      REQUIRE(one.changed_ == naive.changed);
    }
  }
  CHECK(restored > 1000);
}

TEST_CASE("undo: marked levels are gone back to, and dropped, in any order") {
  oracle::SplitMix random(23);
  for (int game = 0; game < 200; ++game) {
    UndonePart one(3), other(2);
    Undo undo(one, other);
    Naive naive;
    for (int step = 0; step < 100; ++step) {
      const std::size_t level = random.below(naive.levels.size() + 1);
      switch (random.below(4)) {
        case 0: {
          const std::size_t i = random.below(3);
          one.set(i, naive.one[i] = random.next());
          naive.changed |= Word{1} << i;
          break;
        }
        case 1:
          undo.mark(static_cast<int>(level));
          while (naive.levels.size() > level) naive.drop();
          naive.save();
          break;
        case 2:
          if (level == naive.levels.size()) break;
          undo.go_back(static_cast<int>(level));
          while (naive.levels.size() > level + 1) naive.drop();
          naive.restore();
          break;
        default:  // listing code saves above the marks, and goes back
          undo.save(0);
          undo.restore(0);
      }
      REQUIRE(one.words_ == naive.one);
      REQUIRE(one.changed_ == naive.changed);
    }
  }
}
