#include "interpreter/beam/hypothetical.hpp"

#include <algorithm>

#include "interpreter/beam/along.hpp"

namespace glint {

Hypothetical::Hypothetical(const Program& program, Word* frame, Fuel& fuel, Kernel& kernel, Trial& trial)
    : program_(program), frame_(frame), fuel_(fuel), kernel_(kernel), trial_(trial),
      words_(static_cast<std::size_t>(program.words())),
      is_static_(program.reactions.is_static && program.reactions.emission_is_static),
      goes_along_(is_static_ && kernel.is_unsplit()),
      width_(program.reactions.answer_width) {
  changed_.assign(words_, 0);
  touched_.assign(words_, 0);
  target_.assign(words_, 0);
  looked_at_.assign(words_, 0);
  if (width_ == 0) return;
  const auto cells = static_cast<std::size_t>(program.geometry.cells);
  const std::size_t answers = cells * width_, answer_words = (answers + 63) / 64;
  known_.assign(answer_words, 0);
  meets_.assign(answer_words, 0);
  open_.assign(answer_words, 0);
  reads_.assign(answers * words_, 0);
  readers_.assign(cells * answer_words, 0);
  // Moves up the upper half of the bits, then the upper half of each half, ...
  for (std::size_t half = 32 / std::min<std::size_t>(width_, 64); half > 0; half /= 2) {
    Word mask = 0;
    for (std::size_t group = 0; group < 64; group += half * width_) mask |= ((Word{1} << half) - 1) << group;
    spread_.push_back({static_cast<int>(half * (width_ - 1)), mask});
  }
}

void Hypothetical::forget_all() {
  std::fill(known_.begin(), known_.end(), 0);
  std::fill(changed_.begin(), changed_.end(), 0);
  std::fill(touched_.begin(), touched_.end(), ~Word{0});
}

void Hypothetical::save_into(Word* saved) {
  std::copy(touched_.begin(), touched_.end(), saved);
  std::fill(touched_.begin(), touched_.end(), 0);
}

void Hypothetical::restore_from(const Word* saved) {
  for (std::size_t i = 0; i < words_; ++i) changed_[i] |= touched_[i];
  drop_saved(saved);
}

void Hypothetical::drop_saved(const Word* saved) {
  for (std::size_t i = 0; i < words_; ++i) touched_[i] |= saved[i];
}

/// Answers stay valid unless they depend on a cell that has changed.
void Hypothetical::refresh() {
  const std::size_t answer_words = known_.size();
  for (const int cell : each_bit(changed_)) {
    const Word* readers = &readers_[static_cast<std::size_t>(cell) * answer_words];
    for (std::size_t k = 0; k < answer_words; ++k) known_[k] &= ~readers[k];
  }
  std::fill(changed_.begin(), changed_.end(), 0);
}

/// Notes an answer, and the cells on which it depends.
inline void Hypothetical::cache(std::size_t answer, bool meets, const Word* looked_at) {
  const std::size_t answer_words = known_.size();
  const Word bit = Word{1} << (answer % 64);
  Word* before = &reads_[answer * words_];
  Word* readers = &readers_[answer / 64];
  for (std::size_t i = 0; i < words_; ++i) {
    for (const int cell : each_bit(before[i] ^ looked_at[i]))
      readers[(i * 64 + static_cast<std::size_t>(cell)) * answer_words] ^= bit;
    before[i] = looked_at[i];
  }
  known_[answer / 64] |= bit;
  if (meets) meets_[answer / 64] |= bit;
  else meets_[answer / 64] &= ~bit;
}

void Hypothetical::find_runs(std::int32_t stride) {
  const std::vector<std::uint16_t>& path_class = program_.reactions.path_class;
  const auto keys = static_cast<std::int64_t>(path_class.size());
  run_stride_ = stride;
  runs_.assign(path_class.size(), 0);
  for (std::int64_t key = 0; key < keys; ++key) {
    const int first = path_class[key];
    std::uint8_t run = 1;
    for (std::int64_t next = key + stride; run < 64 && next >= 0 && next < keys; next += stride, ++run)
      if (path_class[next] != first + run) break;
    runs_[key] = run;
  }
}

Hypothetical::Question Hypothetical::question(const Instruction& at, const Instruction& more, bool without_cell) {
  Question question{frame_ + at.c, without_cell, static_cast<int>(frame_[more.a]), static_cast<std::int32_t>(more.c),
                    frame_[more.b], false, false};
  // Only answers for one target, the empty cells, are cached; this target changes with the board.
  if (!without_cell || width_ == 0) return question;
  refresh();
  if (question.stride != run_stride_ || runs_.empty()) find_runs(question.stride);
  question.is_cached = true;
  question.is_run = (question.values >> (runs_[question.first_key] - 1)) <= 1;
  return question;
}

/// As above for bit `bit` of a word of answers, on a board of one word.
inline void Hypothetical::cache_of_word(std::size_t word, int bit, bool meets, Word looked_at) {
  const std::size_t answer_words = known_.size();
  const Word answer = bit_in_word(bit);
  Word& before = reads_[word * 64 + static_cast<std::size_t>(bit)];
  for (const int cell : each_bit(before ^ looked_at))
    readers_[static_cast<std::size_t>(cell) * answer_words + word] ^= answer;
  before = looked_at;
  known_[word] |= answer;
  meets_[word] = (meets_[word] & ~answer) | (meets ? answer : 0);
}

/// True if the beams of the piece with this value, on this cell, would meet the target.
inline bool Hypothetical::ask(const Question& question, int cell, int value, bool& meets) {
  const int key = question.first_key + value * question.stride;
  if (goes_along_) {
    const Word without = question.without_cell ? bit_in_word(cell) : 0;
    const auto [first, looked_at] = kernel_.along().go(cell, key, *question.target & ~without);
    meets = first == Kernel::First::meets;
    if (first != Kernel::First::unknown) {
      if (question.is_cached) cache(answer_of(cell, static_cast<std::size_t>(key)), meets, &looked_at);
      return true;
    }
  }
  Word one_target = *question.target, none_looked_at = 0;
  Word *target = &one_target, *looked_at = &none_looked_at;
  if (words_ > 1) {
    target = target_.data();
    looked_at = looked_at_.data();
    std::copy_n(question.target, words_, target);
    std::fill_n(looked_at, words_, 0);
  }
  if (question.without_cell) target[cell / 64] &= ~bit_in_word(cell);
  if (!is_static_) return trial_.meets_with(cell, key, target, meets);
  if (!kernel_.would_meet(cell, key, target, meets, looked_at)) return false;
  if (question.is_cached) cache(answer_of(cell, static_cast<std::size_t>(key)), meets, looked_at);
  return true;
}

/// The asked values whose answer for a cell is known. `found` gets those with the answer yes.
Word Hypothetical::known_of(const Question& question, int cell, Word& found) const {
  found = 0;
  if (question.is_run && width_ <= 64) {  // the answers lie side by side in a word
    const std::size_t answer = answer_of(cell, static_cast<std::size_t>(question.first_key));
    const Word known = question.values & known_[answer / 64] >> (answer % 64);
    found = known & meets_[answer / 64] >> (answer % 64);
    return known;
  }
  Word all = 0;
  for (const int value : each_bit(question.values)) {
    const std::size_t answer =
        answer_of(cell, static_cast<std::size_t>(question.first_key + value * question.stride));
    const Word known = known_[answer / 64] >> (answer % 64) & 1;
    all |= known << value;
    found |= (known & meets_[answer / 64] >> (answer % 64)) << value;
  }
  return all;
}

/// The asked values for which beams from this cell would meet the target.
bool Hypothetical::ask_all(const Question& question, int cell, Word& found) {
  found = 0;
  Word open = question.values;
  if (question.is_cached) open &= ~known_of(question, cell, found);
  for (const int value : each_bit(open)) {
    bool meets = false;
    if (!ask(question, cell, value, meets)) return false;
    if (meets) found |= bit_in_word(value);
  }
  return true;
}

bool Hypothetical::would_meet(const Instruction& at, const Instruction& more) {
  Word found = 0;
  if (!ask_all(question(at, more, at.n == 1), static_cast<int>(frame_[at.b]), found)) return false;
  frame_[at.a] = found;
  return true;
}

bool Hypothetical::would_meet_all(const Instruction& at, const Instruction& more, bool any_will_do) {
  const Question question = this->question(at, more, (at.n & 1) != 0);
  const int shift = at.n / 2;
  const Word* const cells = frame_ + at.b;
  Word* const pairs = frame_ + at.a;
  // True if answers are stored in the same order as pairs, except for the class of the first key.
  if (question.is_run && width_ == std::size_t{1} << shift && shift <= 6)
    return ask_pairs(question, shift, cells, pairs, any_will_do);
  std::fill_n(pairs, pair_words(program_.geometry, shift), 0);
  for (const int cell : each_bit(cells, static_cast<int>(words_))) {
    Word found = 0;
    if (!fuel_.burn() || !ask_all(question, cell, found)) return false;
    const std::size_t pair = static_cast<std::size_t>(cell) << shift;
    pairs[pair / 64] |= found << (pair % 64);
    if (found && any_will_do) return true;
  }
  return true;
}

/// Takes all pairs with a known answer at once, and asks only for the others.
bool Hypothetical::ask_pairs(const Question& question, int shift, const Word* cells, Word* pairs, bool any_will_do) {
  const int first = program_.reactions.path_class[question.first_key];
  const int count = pair_words(program_.geometry, shift), cells_in_word = 64 >> shift;
  if (!fuel_.burn(program_.geometry.cells)) return false;
  Word any = 0;
  for (int i = 0; i < count; ++i) {
    const int from = i * cells_in_word;
    Word rest = cells[from / 64] >> (from % 64);
    if (cells_in_word < 64) rest &= (Word{1} << cells_in_word) - 1;
    for (const Spread& step : spread_) rest = (rest | rest << step.by) & step.mask;
    const Word asked = rest * question.values;  // the values of each cell, which do not overlap
    const auto word = static_cast<std::size_t>(i);
    pairs[i] = asked & (known_[word] & meets_[word]) >> first;
    any |= pairs[i];
    open_[word] = asked & ~(known_[word] >> first);
  }
  // Copies, which no answer that is noted could change.
  const Along along = kernel_.along();
  const Word target = *question.target;
  const int first_key = question.first_key, stride = question.stride;
  const auto ask_one = [&](std::size_t word, int pair, bool& meets) {
    const int cell = static_cast<int>(word) * cells_in_word + (pair >> shift), value = pair & ((1 << shift) - 1);
    if (goes_along_) {  // as in `ask`, but the place of the answer is known
      const auto [first_met, looked_at] = along.go(cell, first_key + value * stride, target & ~bit_in_word(cell));
      if (first_met != Kernel::First::unknown) {
        meets = first_met == Kernel::First::meets;
        cache_of_word(word, pair + first, meets, looked_at);
        return true;
      }
    }
    return ask(question, cell, value, meets);
  };
  for (int i = 0; i < count && !(any && any_will_do); ++i)
    for (Word rest = open_[i]; rest && !(any && any_will_do); rest &= rest - 1) {
      const int pair = lowest_bit(rest);
      bool meets = false;
      if (!ask_one(static_cast<std::size_t>(i), pair, meets)) return false;
      if (!meets) continue;
      pairs[i] |= bit_in_word(pair);
      any = 1;
    }
  return true;
}

}  // namespace glint
