// The ledger: the listed moves, their number, and a way to find the k-th one.
//
// Listing code *pushes* a form for each legal run: a word or a set for each pick, in the order of the picks, read from
// the frame. A pick of a loop has one value; a pick that no later code reads has the set of all its values, so one
// entry represents as many runs as the product of its sets. Runs are ordered by their picks; the last pick changes
// fastest, and elements of sets go from the lowest up.
//
// The ledger owns its entries. It reads the Program's forms and geometry, which must outlive it, and knows no machine.
// Its buffers only grow, so after a while listing allocates nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "interpreter/machine/limits.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

// The processors for which hot code is compiled: all of them, and once more the third level of x86-64, which has AVX2,
// BMI2 and POPCNT; there four directions fit in one register, and bits are counted and found by one instruction. Both
// versions do the same; the tests play games with both. See hot/v3.cpp.

/// The version of a function: hot functions are templates, specialised for these two. (An empty argument instead of the
/// template's would make g++ align the stack of every caller in a slower way.)
struct AnyCpu;
struct V3Cpu;

/// True if this processor is a v3, and if there is code for it.
bool has_v3();

/// The element of rank `rank` (from 0) of a set with more elements than that.
Word nth_element(const Word* set, std::uint64_t rank);

class Ledger {
  struct Entry {
    std::uint64_t total = 0;  // runs of all entries up to this one
    const LedgerForm* form = nullptr;
    std::size_t data = 0;
  };

 public:
  Ledger(const std::vector<LedgerForm>& forms, const Geometry& geometry);

  /// The picks of a listed run.
  struct Picked {
    int pick = 0;
    Slot target = 0;       // the slot where the code for listed runs reads it
    bool some_of = false;  // a subset, which that code computes again
    Word number = 0;
  };
  struct Run {
    int move = 0;
    std::size_t picks = 0;
  };
  /// All listed moves. `swap` puts them aside while another position is listed.
  class Listing {
    friend class Ledger;
    // Both keep their greatest length so far. There is always room for one more entry.
    std::vector<Entry> entries_;
    std::vector<Word> data_;
    std::size_t count_ = 0, size_ = 0;  // entries and words in use
    std::size_t full_ = 0;              // when this many words are in use, both arrays must grow
    std::uint64_t runs_ = 0;            // of all entries
    bool too_many_ = false;
  };

  void clear() {
    now_.count_ = now_.size_ = now_.runs_ = 0;
    now_.too_many_ = false;
    ++number_;
  }
  /// The extent of the list.
  struct Mark {
    std::size_t count = 0, size = 0;
    std::uint64_t runs = 0;
  };
  Mark mark() const { return {now_.count_, now_.size_, now_.runs_}; }
  /// Removes everything that was listed after the mark.
  void cut(const Mark& mark) {
    now_.count_ = mark.count;
    now_.size_ = mark.size;
    now_.runs_ = mark.runs;
  }
  void swap(Listing& other) {
    std::swap(now_, other);
    if (now_.full_ == 0) grow();
    ++number_;
  }
  /// The listing's number, never 0: each `clear` and each `swap` begins a new one.
  std::uint64_t number() const { return number_; }

  /// Adds a legal run, or as many as the form's sets hold. True: no more runs are needed (in a probe, see below).
  template <class Cpu>
  bool push(const LedgerForm& form, const Word* frame);
  /// The place for the words of the next entry, which `add` adds.
  Word* room() { return now_.data_.data() + now_.size_; }
  [[gnu::always_inline]] bool add(const LedgerForm& form, std::uint64_t size, bool is_too_large) {
    if (is_probe_) return found_ = true;
    // If the sum does not fit in a word, an earlier entry or sum was already too large.
    now_.runs_ += size;
    if (is_too_large || size > kMostMoves || now_.runs_ > kMostMoves) [[unlikely]] now_.too_many_ = true;
    now_.entries_[now_.count_++] = {now_.runs_, &form, now_.size_};
    now_.size_ += form.words;
    return now_.size_ >= now_.full_ ? grow() : false;
  }
  /// Finds the k-th run and writes its picks, the last one first, into `picked`, which has room for them. Writes
  /// nothing for a pick among subsets that the script offers.
  template <class Cpu>
  Run unrank(std::uint64_t k, Picked* picked) const;
  /// Calls `take(pick, target, some_of, number)` for each pick of the k-th run, or of a run of one form, whose words
  /// are stored up to `stored` or (null) are still in the frame. Both answer the move. In hot/ledger.inl.
  int unrank_each(std::uint64_t k, auto take) const;
  int take_apart(const LedgerForm& form, const Word* stored, const Word* frame, std::uint64_t rest, auto take) const;

  /// The number of words in listed moves.
  std::size_t size() const { return now_.size_; }
  std::size_t entries() const { return now_.count_; }
  bool has_run_of(int move) const {
    const std::span<const Entry> all = listed();
    return std::any_of(all.begin(), all.end(), [&](const Entry& entry) { return entry.form->move == move; });
  }
  std::uint64_t runs() const { return now_.runs_; }
  /// There are more than kMostMoves runs, and `runs` means nothing.
  bool has_too_many() const { return now_.too_many_; }
  /// The move of the k-th run.
  int move_of(std::uint64_t k) const {
    const std::span<const Entry> all = listed();
    const auto entry = std::partition_point(all.begin(), all.end(), [k](const Entry& each) { return each.total <= k; });
    return entry->form->move;
  }
  /// Calls `what(move, first, end)` for all runs, in order: those from `first` to before `end` are of this move.
  void each_move(const auto& what) const {
    std::uint64_t before = 0;
    for (const Entry& entry : listed()) {
      what(entry.form->move, before, entry.total);
      before = entry.total;
    }
  }
  /// Adds the numbers of runs, by move, to `counts`.
  void count_by_move(std::vector<std::uint64_t>& counts) const {
    each_move([&](int move, std::uint64_t first, std::uint64_t end) { counts[move] += end - first; });
  }
  /// True if every entry is the same, word for word. The other ledger may be of another Program with the same forms.
  bool is_same(const Ledger& other) const {
    const auto same_entry = [&](const Entry& a, const Entry& b) {
      return a.total == b.total && a.form - forms_.data() == b.form - other.forms_.data() && a.data == b.data;
    };
    const Listing &a = now_, &b = other.now_;
    const auto own = listed(), others = other.listed();  // Emscripten's library has no std::ranges::equal
    return a.size_ == b.size_ && std::equal(own.begin(), own.end(), others.begin(), others.end(), same_entry) &&
           std::equal(a.data_.begin(), a.data_.begin() + static_cast<std::ptrdiff_t>(a.size_), b.data_.begin());
  }

  /// A probe only finds out whether a run exists: the first push ends it, and adds nothing. Probes nest. `begin_probe`
  /// returns the data for `end_probe`, which returns whether a run was found.
  bool begin_probe() {
    found_ = false;
    return std::exchange(is_probe_, true);
  }
  bool end_probe(bool before) {
    is_probe_ = before;
    return std::exchange(found_, false);
  }
  bool is_probe() const { return is_probe_; }

 private:
  std::span<const Entry> listed() const { return {now_.entries_.data(), now_.count_}; }
  template <class Cpu>
  bool push_sets(const LedgerForm& form, const Word* frame);
  /// Makes room for one more entry. Returns false, as `push` does.
  bool grow();

  const std::vector<LedgerForm>& forms_;
  const Geometry& geometry_;
  std::size_t most_words_ = 1, least_words_ = 1;  // of a form
  Listing now_;
  std::uint64_t number_ = 1;
  bool is_probe_ = false, found_ = false;
};

template <>
bool Ledger::push<AnyCpu>(const LedgerForm& form, const Word* frame);
template <>
bool Ledger::push<V3Cpu>(const LedgerForm& form, const Word* frame);
template <>
Ledger::Run Ledger::unrank<AnyCpu>(std::uint64_t k, Picked* picked) const;
template <>
Ledger::Run Ledger::unrank<V3Cpu>(std::uint64_t k, Picked* picked) const;

/// The facts about all runs of a move while it is listed: `require most` and `offer once` compare runs by them.
struct AllRuns {
  Ledger::Mark begin;                                // the move's list begins here
  std::vector<std::int64_t> greatest = {}, measured = {};  // numbers so far; the numbers from `measure`
  std::set<std::vector<Word>> seen = {};
  bool measures = false;  // only the numbers are wanted, not a list

  /// A run with greater numbers removes the earlier ones. False: its numbers are smaller, or no list is wanted.
  bool has_most(const Word* numbers, int count, Ledger& ledger) {
    std::vector<std::int64_t> all(numbers, numbers + count);
    if (all < greatest) return false;
    if (all > greatest) {
      ledger.cut(begin);
      seen.clear();
      greatest = std::move(all);
    }
    return !measures;
  }
};

}  // namespace glint
