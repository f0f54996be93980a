// The ledger of listed moves: how many there are, and which one is the k-th.
//
// A legal run is an entry: a word or a set for each pick, in the order of the picks. A pick that went through a loop has its
// value there; one that nothing behind it reads has all that it may be, so that an entry stands for many runs, and is
// counted by the product of these. The k-th run is the k-th in the order of the picks, the last pick changing fastest,
// elements of sets from the lowest up: the order in which moves are listed.
#include <algorithm>
#include <array>

#include "interpreter/play/machine.hpp"

namespace glint {

namespace {

/// The bit of rank `rank` (from 0) of a word that has more: bytes first, by the sums of bits up to each; Vigna, "Broadword
/// implementation of rank/select queries" (2008).
int select_in(Word word, std::uint64_t rank) {
  constexpr Word kOnes = 0x0101010101010101u, kHigh = 0x8080808080808080u;
  Word sums = word - ((word >> 1) & 0x5555555555555555u);
  sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * kOnes;
  // Bytes up to which there are no more bits than the rank.
  const Word before = ((((rank * kOnes) | kHigh) - sums) & kHigh) >> 7;
  const int byte = static_cast<int>((before * kOnes) >> 56) * 8;
  rank -= (sums << 8 >> byte) & 0xFF;
  Word rest = word >> byte;
  for (; rank > 0; --rank) rest &= rest - 1;
  return byte + __builtin_ctzll(rest);
}

/// The element of rank `rank` (from 0) of a set that has more.
Word select_bit(const Word* set, std::uint64_t rank) {
  for (Word base = 0;; base += 64, ++set) {
    const auto here = static_cast<std::uint64_t>(popcount(*set));
    if (rank < here) return base + static_cast<Word>(select_in(*set, rank));
    rank -= here;
  }
}

}  // namespace

bool Machine::push(const LedgerForm& form) {
  if (stop_at_first_) {
    found_ = true;
    return true;
  }
  std::uint64_t size = 1;
  const std::size_t data = ledger_size_;
  ledger_size_ += form.words;
  if (ledger_size_ > ledger_data_.size()) ledger_data_.resize(2 * ledger_size_);
  Word* to = ledger_data_.data() + data;
  for (const LedgerItem& item : form.items) {
    const Word* from = &frame_[item.slot];
    std::uint64_t count = 1;
    if (item.form == LedgerItem::Form::number) {
      *to++ = count = *from;
      *to++ = frame_[item.low];
    } else if (item.form == LedgerItem::Form::follows) {
      continue;
    } else if (item.words == 1) {
      *to++ = *from;
      if (item.form == LedgerItem::Form::value) continue;
      count = static_cast<std::uint64_t>(popcount(*from));
    } else {
      to = std::copy_n(from, item.words, to);
      if (item.form == LedgerItem::Form::value) continue;
      count = 0;
      for (int i = 0; i < item.words; ++i) count += static_cast<std::uint64_t>(popcount(from[i]));
    }
    too_many_ = __builtin_mul_overflow(size, count, &size) || too_many_;
  }
  const std::uint64_t before = ledger_.empty() ? 0 : ledger_.back().total;
  too_many_ = too_many_ || size > kMostMoves || before > kMostMoves;
  ledger_.push_back({before + size, static_cast<std::uint32_t>(&form - program_.ledger_forms.data()),
                     static_cast<std::uint32_t>(data)});
  return false;
}

/// The pair of rank `rank`, by its first cell, then by its second, which goes to `second`; `lanes` are the first cells by
/// direction.
static int pair_at(const Geometry& geometry, const Word* lanes, std::uint64_t rank, int& second) {
  constexpr int kMost = 64;  // directions
  const int words = geometry.words;
  std::array<Word, kMost> lane;  // those of one word that have any cells, and their directions
  std::array<int, kMost> way;
  int used = 0, w = 0;
  const auto count = [&](Word part) {
    std::uint64_t found = 0;
    for (int i = 0; i < used; ++i)
      found += static_cast<std::uint64_t>(popcount(lane[static_cast<std::size_t>(i)] & part));
    return found;
  };
  for (;; ++w) {
    used = 0;
    for (int d = 0; d < geometry.directions; ++d)
      if (const Word cells = lanes[d * words + w]) {
        lane[static_cast<std::size_t>(used)] = cells;
        way[static_cast<std::size_t>(used++)] = d;
      }
    if (words == 1) break;
    const std::uint64_t here = count(~Word{0});
    if (rank < here) break;
    rank -= here;
  }
  // The cells below `bit` of this word have no more pairs than the rank asks for.
  int bit = 0;
  for (int half = 32; half > 0; half /= 2) {
    const std::uint64_t here = count(((Word{1} << half) - 1) << bit);
    if (rank < here) continue;
    rank -= here;
    bit += half;
  }
  const int first = w * 64 + bit;
  // Of the cells that it leads to, the one of the rank that is left: numbers are different, as the board does not wrap.
  const auto leads = [&](int i) { return (lane[static_cast<std::size_t>(i)] >> bit & 1) != 0; };
  const auto to = [&](int i) { return geometry.next_to(first, way[static_cast<std::size_t>(i)]); };
  for (int i = 0; i < used; ++i) {
    if (!leads(i)) continue;
    std::uint64_t before = 0;
    for (int other = 0; other < used; ++other) before += leads(other) && to(other) < to(i);
    if (before == rank) second = to(i);
  }
  return first;
}

/// Takes the k-th run apart: calls `take` with each of its picks, the last one first, and what was picked (a number; of an
/// offered subset nothing). Answers the move.
template <class Take>
int Machine::unrank(std::uint64_t k, Take take) const {
  const auto entry = std::upper_bound(ledger_.begin(), ledger_.end(), k,
                                      [](std::uint64_t value, const LedgerEntry& e) { return value < e.total; });
  const LedgerForm& form = program_.ledger_forms[entry->form];
  std::uint64_t rest = k - (entry == ledger_.begin() ? 0 : std::prev(entry)->total);
  std::size_t data = entry->data + form.words;
  for (auto item = form.items.rbegin(); item != form.items.rend(); ++item) {
    data -= item->data_words();
    const Word* const from = &ledger_data_[data];
    if (item->form == LedgerItem::Form::value) {
      take(*item, from[0]);
    } else if (item->form == LedgerItem::Form::number) {
      take(*item, from[1] + rest % from[0]);
      rest /= from[0];
    } else if (item->form == LedgerItem::Form::follows) {
      continue;
    } else if (item->form == LedgerItem::Form::lanes) {
      const bool is_first = std::next(item) == form.items.rend();
      std::uint64_t size = 1;
      if (!is_first) {
        size = 0;
        for (std::size_t i = 0; i < item->words; ++i) size += static_cast<std::uint64_t>(popcount(from[i]));
      }
      int second = -1;
      const int first = pair_at(program_.geometry, from, is_first ? rest : rest % size, second);
      if (!is_first) rest /= size;
      take(*std::prev(item), static_cast<Word>(second));
      take(*item, static_cast<Word>(first));
    } else {
      std::uint64_t size = 0;
      for (std::size_t i = 0; i < item->words; ++i) size += static_cast<std::uint64_t>(popcount(from[i]));
      // The first item has the rest for itself.
      const bool is_first = std::next(item) == form.items.rend();
      Word element = select_bit(from, is_first ? rest : rest % size);
      if (!is_first) rest /= size;
      if (item->form == LedgerItem::Form::pairs) {
        LedgerItem second = *item;
        second.pick = item->second;
        second.target = item->second_target;
        take(second, element & ((Word{1} << item->shift) - 1));
        element >>= item->shift;
      }
      take(*item, element);
    }
  }
  return form.move;
}

int Machine::choose_listed(std::uint64_t k) {
  std::size_t most = 0;
  for (const MoveCode& move : program_.moves) most = std::max(most, move.picks.size());
  if (choices_.size() < most) choices_.resize(most);
  return unrank(k, [this](const LedgerItem& item, Word number) {
    Choice& choice = choices_[static_cast<std::size_t>(item.pick)];
    choice.part = nullptr;
    choice.mode = item.some_of ? Choice::Mode::offered : Choice::Mode::value;
    choice.number = number;
  });
}

Machine::Status Machine::apply_listed(const Machine& lister, std::uint64_t k) {
  const int move = lister.unrank(k, [this](const LedgerItem& item, Word number) { frame_[item.target] = number; });
  fuel_ = kFuel;
  is_listed_ = false;
  if (node().together) return choose_untried(move) ? Status::done : choose_in_secret(move, false, true);
  quiet_ = true;
  const Status status = run_move(move, true);
  quiet_ = false;
  return status;
}

void Machine::swap_listing(Listing& other) {
  is_listed_ = false;
  ledger_.swap(other.ledger_);
  ledger_data_.swap(other.data_);
  std::swap(ledger_size_, other.size_);
}

}  // namespace glint
