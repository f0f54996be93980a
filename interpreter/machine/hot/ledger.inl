// Pushing runs, and unranking the k-th one (ledger.hpp). A part of any.cpp and v3.cpp. Tested by ledger_test.
namespace glint {

namespace {

/// The bit of rank `rank` (from 0) of a word that has more bits: finds its byte first, by sums of bits up to each;
/// Vigna, "Broadword implementation of rank/select queries" (2008).
int select_in(Word word, std::uint64_t rank) {
#ifdef GLINT_DEPOSIT
  return __builtin_ctzll(GLINT_DEPOSIT(Word{1} << rank, word));
#else
  constexpr Word kOnes = 0x0101010101010101u, kHigh = 0x8080808080808080u;
  Word sums = word - ((word >> 1) & 0x5555555555555555u);
  sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * kOnes;
  // Bytes up to which there are at most `rank` bits.
  const Word before = ((((rank * kOnes) | kHigh) - sums) & kHigh) >> 7;
  const int byte = static_cast<int>((before * kOnes) >> 56) * 8;
  rank -= (sums << 8 >> byte) & 0xFF;
  Word rest = word >> byte;
  for (; rank > 0; --rank) rest &= rest - 1;
  return byte + __builtin_ctzll(rest);
#endif
}

/// See nth_element.
Word select_bit(const Word* set, std::uint64_t rank) {
  for (Word base = 0;; base += 64, ++set) {
    const auto here = static_cast<std::uint64_t>(popcount(*set));
    if (rank < here) return base + static_cast<Word>(select_in(*set, rank));
    rank -= here;
  }
}

constexpr int kMostLanes = 64;  // directions

/// The first cells, in one word, of pairs in directions that have any.
struct Lanes {
  std::array<Word, kMostLanes> cells;
  std::array<int, kMostLanes> way;
};

/// The pair of rank `rank`: the first cell's bit, and where it leads. `used`: the number of lanes; a constant if it is
/// small, so that the compiler unrolls loops. Unused lanes are empty.
template <class Count>
[[gnu::always_inline]] inline int pair_in(const Geometry& geometry, const Lanes& lanes, Count used, int word,
                                          std::uint64_t rank, int& second) {
  // The cells below `bit` of this word have at most `rank` pairs. There are no jumps, which processors could not
  // predict.
  int bit = 0;
  for (int half = 32; half > 0; half /= 2) {
    const Word part = ((Word{1} << half) - 1) << bit;
    std::uint64_t here = 0;
    for (int i = 0; i < used; ++i)
      here += static_cast<std::uint64_t>(popcount(lanes.cells[i] & part));
    const Word is_above = 0 - static_cast<Word>(rank >= here);
    rank -= here & is_above;
    bit += half & static_cast<int>(is_above);
  }
  // Of the cells to which it leads, the one of the remaining rank. Their numbers differ, as the board does not wrap.
  constexpr int kNowhere = std::numeric_limits<int>::max();
  std::array<int, kMostLanes> to;
  for (int i = 0; i < used; ++i) {
    const auto lane = static_cast<std::size_t>(i);
    const int next = geometry.next_to(word * 64 + bit, lanes.way[lane]);
    const int leads = -static_cast<int>(lanes.cells[lane] >> bit & 1);
    to[lane] = (next & leads) | (kNowhere & ~leads);
  }
  for (int i = 0; i < used; ++i) {
    const int there = to[i];
    int before = 0;
    for (int other = 0; other < used; ++other) before += to[other] < there;
    second = before == static_cast<int>(rank) ? there : second;
  }
  return bit;
}

/// The pair of rank `rank`, by its first cell, then by its second, which goes to `second`; `set` are the first cells by
/// direction.
int pair_at(const Geometry& geometry, const Word* set, std::uint64_t rank, int& second) {
  const int words = geometry.words;
  Lanes lanes;
  int w = 0, used = 0;
  for (;; ++w) {
    used = 0;
    for (int d = 0; d < geometry.directions; ++d)
      if (const Word cells = set[d * words + w]) {
        lanes.cells[used] = cells;
        lanes.way[used++] = d;
      }
    if (words == 1) break;
    std::uint64_t here = 0;
    for (int i = 0; i < used; ++i)
      here += static_cast<std::uint64_t>(popcount(lanes.cells[i]));
    if (rank < here) break;
    rank -= here;
  }
  for (int i = used; i < 4; ++i) {
    lanes.cells[i] = 0;
    lanes.way[i] = 0;
  }
  if (used <= 4) return w * 64 + pair_in(geometry, lanes, std::integral_constant<int, 4>(), w, rank, second);
  return w * 64 + pair_in(geometry, lanes, used, w, rank, second);
}

}  // namespace

template <>
bool Ledger::push<GLINT_CPU>(const LedgerForm& form, const Word* frame) {
  std::uint64_t size = 1;
  bool is_too_large = false;
  const std::size_t data = now_.size_;
  now_.size_ += form.words;
  if (now_.size_ > now_.data_.size()) now_.data_.resize(2 * now_.size_);
  Word* to = now_.data_.data() + data;
  if (form.is_plain) {
    for (const LedgerItem& item : form.items) {
      const Word word = *to++ = frame[item.slot];
      if (item.form == LedgerItem::Form::value) continue;
      if (word == 0) {  // an empty pick
        now_.size_ = data;
        return false;
      }
      is_too_large = __builtin_mul_overflow(size, static_cast<std::uint64_t>(popcount(word)), &size) || is_too_large;
    }
    return add(form, data, size, is_too_large);
  }
  for (const LedgerItem& item : form.items) {
    const Word* from = &frame[item.slot];
    std::uint64_t count = 1;
    if (item.form == LedgerItem::Form::follows) continue;
    if (item.form == LedgerItem::Form::value) {
      for (int i = 0; i < item.words; ++i) *to++ = from[i];
      continue;
    }
    if (item.form == LedgerItem::Form::number) {
      *to++ = count = *from;
      *to++ = frame[item.low];
    } else {
      count = 0;
      for (int i = 0; i < item.words; ++i) count += static_cast<std::uint64_t>(popcount(*to++ = from[i]));
    }
    if (count == 0) {
      now_.size_ = data;
      return false;
    }
    is_too_large = __builtin_mul_overflow(size, count, &size) || is_too_large;
  }
  return add(form, data, size, is_too_large);
}

template <>
Ledger::Run Ledger::unrank<GLINT_CPU>(std::uint64_t k, Picked* picked) const {
  // The first entry whose total is above k.
  const Entry* const entries = now_.entries_.data();
  const Entry* entry = entries;
  for (std::size_t left = now_.entries_.size(); left > 1;) {
    const std::size_t half = left / 2;
    entry += entry[half - 1].total <= k ? half : 0;
    left -= half;
  }
  const LedgerForm& form = forms_[entry->form];
  std::uint64_t rest = k - (entry == entries ? 0 : entry[-1].total);
  const Word* from = now_.data_.data() + entry->data + form.words;
  Picked* into = picked;
  const auto take = [&into](const LedgerItem& item, Word number) {
    *into++ = {item.pick, item.target, item.some_of, number};
  };
  const LedgerItem* const begin = form.items.data();
  for (const LedgerItem* item = begin + form.items.size(); item != begin;) {
    --item;
    from -= item->data_words();
    const bool is_first = item == begin;  // takes the whole rest of the rank
    const auto rank_below = [&](std::uint64_t size) {
      const std::uint64_t rank = rest % size;
      rest /= size;
      return rank;
    };
    const auto bits = [&] {
      std::uint64_t size = 0;
      for (std::size_t i = 0; i < item->words; ++i) size += static_cast<std::uint64_t>(popcount(from[i]));
      return size;
    };
    switch (item->form) {
      case LedgerItem::Form::value: take(*item, from[0]); break;
      case LedgerItem::Form::number: take(*item, from[1] + (is_first ? rest : rank_below(from[0]))); break;
      case LedgerItem::Form::follows: break;
      case LedgerItem::Form::lanes: {
        int second = -1;
        const int first = pair_at(geometry_, from, is_first ? rest : rank_below(bits()), second);
        take(item[1], static_cast<Word>(second));
        take(*item, static_cast<Word>(first));
        break;
      }
      case LedgerItem::Form::set: take(*item, select_bit(from, is_first ? rest : rank_below(bits()))); break;
      case LedgerItem::Form::pairs: {
        const Word element = select_bit(from, is_first ? rest : rank_below(bits()));
        *into++ = {item->second, item->second_target, item->some_of, element & ((Word{1} << item->shift) - 1)};
        take(*item, element >> item->shift);
        break;
      }
    }
  }
  return {form.move, static_cast<std::size_t>(into - picked)};
}

}  // namespace glint
