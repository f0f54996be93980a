// What the beams of a piece would meet, were it put somewhere: asked of the kernel, and kept until something changes on a
// cell that was looked at for it.
//
// An answer is for a cell and a class of keys whose beams go the same ways. Answers are kept as sets, and for each cell the
// answers that depend on it: so a change on a cell drops all of those at once.
#include <algorithm>

#include "interpreter/machine/machine.hpp"

namespace glint {

void Machine::init_tried() {
  constexpr std::size_t kMostTried = 1 << 16;  // words: then dropping answers is no quicker than tracing anew
  const Reactions& reactions = program_.reactions;
  if (!has_beams_ || !program_.keeps_tries || !reactions.is_static || !reactions.emission_is_static) return;
  std::size_t width = 1;
  while (width < static_cast<std::size_t>(reactions.path_classes)) width *= 2;
  const auto cells = static_cast<std::size_t>(cells_), words = static_cast<std::size_t>(words_);
  const std::size_t answers = cells * width, answer_words = (answers + 63) / 64;
  if (answers * words > kMostTried || cells * answer_words > kMostTried) return;
  tried_width_ = width;
  tried_known_.assign(answer_words, 0);
  tried_meets_.assign(answer_words, 0);
  tried_open_.assign(answer_words, 0);
  tried_looked_.assign(answers * words, 0);
  tried_users_.assign(cells * answer_words, 0);
  // Bits side by side come to lie `width` apart: one half of them is pushed up, then one half of each half, ...
  for (std::size_t half = 32 / std::min<std::size_t>(width, 64); half > 0; half /= 2) {
    Word mask = 0;
    for (std::size_t group = 0; group < 64; group += half * width) mask |= ((Word{1} << half) - 1) << group;
    tried_spread_.push_back({static_cast<int>(half * (width - 1)), mask});
  }
}

/// What was found stays unless it depends on a cell that has changed.
void Machine::settle_tried() {
  const std::size_t answer_words = tried_known_.size();
  for (std::size_t i = 0; i < tried_changed_.size(); ++i)
    for (Word rest = tried_changed_[i]; rest; rest &= rest - 1) {
      const Word* users = &tried_users_[(i * 64 + static_cast<std::size_t>(__builtin_ctzll(rest))) * answer_words];
      for (std::size_t k = 0; k < answer_words; ++k) tried_known_[k] &= ~users[k];
    }
  std::fill(tried_changed_.begin(), tried_changed_.end(), 0);
}

void Machine::keep_tried(std::size_t answer, bool meets, const Word* looked_at) {
  const std::size_t answer_words = tried_known_.size();
  const Word bit = Word{1} << (answer % 64);
  Word* before = &tried_looked_[answer * static_cast<std::size_t>(words_)];
  Word* user = &tried_users_[answer / 64];
  for (std::size_t i = 0; i < static_cast<std::size_t>(words_); ++i) {
    for (Word other = before[i] ^ looked_at[i]; other; other &= other - 1)
      user[(i * 64 + static_cast<std::size_t>(__builtin_ctzll(other))) * answer_words] ^= bit;
    before[i] = looked_at[i];
  }
  tried_known_[answer / 64] |= bit;
  if (meets) tried_meets_[answer / 64] |= bit;
  else tried_meets_[answer / 64] &= ~bit;
}

/// For each key, how many of those that follow it by this stride have the classes that follow its own.
void Machine::find_runs(std::int32_t stride) {
  const std::vector<std::uint16_t>& path_class = program_.reactions.path_class;
  tried_stride_ = stride;
  tried_runs_.assign(path_class.size(), 0);
  for (std::size_t key = 0; key < path_class.size(); ++key) {
    std::uint8_t run = 1;
    for (std::int64_t next = static_cast<std::int64_t>(key) + stride;
         run < 64 && next >= 0 && next < static_cast<std::int64_t>(path_class.size()) &&
         path_class[static_cast<std::size_t>(next)] == path_class[key] + run;
         next += stride)
      ++run;
    tried_runs_[key] = run;
  }
}

/// Which keys are tried, and what their beams should meet.
struct Machine::Tries {
  const Word* target;
  int first_key;
  std::int32_t stride;  // from one value's key to the next one's
  bool without_cell;    // the cell itself is no longer in the target then: that is the set of empty cells
};

/// Brings what is kept up to date. False: for these, nothing is kept. An answer stands until something changes on a cell
/// that it depends on; the target is known by its kind.
bool Machine::begin_tries(const Tries& tries) {
  if (!tries.without_cell || tried_width_ == 0) return false;
  settle_tried();
  if (tries.stride != tried_stride_ || tried_runs_.empty()) find_runs(tries.stride);
  return true;
}

/// Those of the asked values for which beams from this cell would meet the target.
bool Machine::try_on(int cell, const Tries& tries, bool keeps, Word asked, Word& found) {
  const Reactions& reactions = program_.reactions;
  const std::uint16_t* path_class = reactions.path_class.data();
  const std::size_t row = static_cast<std::size_t>(cell) * tried_width_;
  found = 0;
  if (keeps && asked) {
    const auto first = static_cast<std::size_t>(tries.first_key);
    if (tried_width_ <= 64 && (asked >> (tried_runs_[first] - 1)) <= 1) {
      const std::size_t answer = row + path_class[first];
      const Word known = asked & tried_known_[answer / 64] >> (answer % 64);
      found = known & tried_meets_[answer / 64] >> (answer % 64);
      asked &= ~known;
    } else {
      for (Word rest = asked; rest; rest &= rest - 1) {
        const int value = __builtin_ctzll(rest);
        const std::size_t answer = row + path_class[tries.first_key + value * tries.stride];
        const Word known = tried_known_[answer / 64] >> (answer % 64) & 1;
        found |= (known & tried_meets_[answer / 64] >> (answer % 64)) << value;
        asked &= ~(known << value);
      }
    }
  }
  for (Word rest = asked; rest; rest &= rest - 1) {
    bool meets = false;
    if (!try_one(cell, __builtin_ctzll(rest), tries, keeps, meets)) return false;
    if (meets) found |= rest & (0 - rest);
  }
  return true;
}

/// Whether beams from this cell would meet the target for one value.
bool Machine::try_one(int cell, int value, const Tries& tries, bool keeps, bool& meets) {
  const Reactions& reactions = program_.reactions;
  const Word* target = tries.target;
  Word one_target = *target, one_looked_at = 0;
  Word* looked_at = &one_looked_at;
  if (words_ == 1) {
    if (tries.without_cell) one_target &= ~(Word{1} << cell);
    target = &one_target;
  } else {
    looked_at = scratch_.data();
    std::fill_n(looked_at, words_, 0);
    if (tries.without_cell) {
      target = std::copy_n(target, words_, scratch2_.data()) - words_;
      scratch2_[static_cast<std::size_t>(cell / 64)] &= ~(Word{1} << (cell % 64));
    }
  }
  const int key = tries.first_key + value * tries.stride;
  if (reactions.is_static && reactions.emission_is_static) {
    if (!kernel_.would_meet(cell, key, target, meets, looked_at)) return false;
    if (keeps)
      keep_tried(static_cast<std::size_t>(cell) * tried_width_ + reactions.path_class[static_cast<std::size_t>(key)], meets,
                 looked_at);
    return true;
  }
  // Code may look at the board, so the piece must stand there.
  const int depth = depth_;
  save(depth);
  put(cell, key);
  const bool fine = kernel_.emitter_meets(cell, target, meets);
  restore(depth);
  return fine;
}

bool Machine::would_meet(const Instruction& at, const Instruction& more) {
  Word* const f = frame_.data();
  const Tries tries{f + at.c, static_cast<int>(f[more.a]), static_cast<std::int32_t>(more.c), at.n == 1};
  Word found = 0;
  if (!try_on(static_cast<int>(f[at.b]), tries, begin_tries(tries), f[more.b], found)) return false;
  f[at.a] = found;
  return true;
}

bool Machine::would_meet_all(const Instruction& at, const Instruction& more) {
  Word* const f = frame_.data();
  const Tries tries{f + at.c, static_cast<int>(f[more.a]), static_cast<std::int32_t>(more.c), (at.n & 1) != 0};
  const int shift = at.n / 2;
  const Word asked = f[more.b];
  const bool keeps = begin_tries(tries);
  Word* const pairs = f + at.a;
  const int count = pair_words(program_.geometry, shift);
  if (keeps && is_as_pairs(tries, shift, asked)) return would_meet_pairs(tries, shift, asked, f + at.b, pairs);
  std::fill_n(pairs, count, 0);
  for (int i = 0; i < words_; ++i)
    for (Word rest = f[at.b + static_cast<Slot>(i)]; rest; rest &= rest - 1) {
      const int cell = i * 64 + __builtin_ctzll(rest);
      Word found = 0;
      if (!burn() || !try_on(cell, tries, keeps, asked, found)) return false;
      const std::size_t pair = static_cast<std::size_t>(cell) << shift;
      pairs[pair / 64] |= found << (pair % 64);
      if (found && stop_at_first_) return true;  // nobody asks which
    }
  return true;
}

/// Do the answers that are kept lie in their words as pairs do, but for a shift?
bool Machine::is_as_pairs(const Tries& tries, int shift, Word asked) const {
  return tried_width_ == std::size_t{1} << shift && shift <= 6 &&
         (asked >> (tried_runs_[static_cast<std::size_t>(tries.first_key)] - 1)) <= 1;
}

/// Then all that are known are found at once, and only the others tried.
bool Machine::would_meet_pairs(const Tries& tries, int shift, Word asked, const Word* cells, Word* pairs) {
  const int first = program_.reactions.path_class[static_cast<std::size_t>(tries.first_key)];
  const int count = pair_words(program_.geometry, shift), cells_in_word = 64 >> shift;
  if (!burn(cells_)) return false;
  Word any = 0;
  for (int i = 0; i < count; ++i) {
    const int from = i * cells_in_word;
    Word rest = cells[from / 64] >> (from % 64);
    if (cells_in_word < 64) rest &= (Word{1} << cells_in_word) - 1;
    for (std::size_t step = 0; step < tried_spread_.size(); ++step) rest = (rest | rest << tried_spread_[step].by) & tried_spread_[step].mask;
    const Word wanted = rest * asked;  // no lane comes into another one
    const auto word = static_cast<std::size_t>(i);
    pairs[i] = wanted & (tried_known_[word] & tried_meets_[word]) >> first;
    any |= pairs[i];
    tried_open_[word] = wanted & ~(tried_known_[word] >> first);
  }
  for (int i = 0; i < count && !(any && stop_at_first_); ++i)  // stop_at_first_: nobody asks which
    for (Word rest = tried_open_[static_cast<std::size_t>(i)]; rest; rest &= rest - 1) {
      const int pair = __builtin_ctzll(rest);
      bool meets = false;
      if (!try_one(i * cells_in_word + (pair >> shift), pair & ((1 << shift) - 1), tries, true, meets)) return false;
      if (!meets) continue;
      pairs[i] |= rest & (0 - rest);
      any = 1;
      if (stop_at_first_) break;
    }
  return true;
}

}  // namespace glint
