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

/// The first cells, in one word, of pairs by direction; of most of them, only of those that have any.
template <int kRoom>
struct Lanes {
  std::array<Word, kRoom> cells;
  std::array<int, kRoom> way;
};

/// The pair of rank `rank`: the first cell's bit, and where it leads. `used`: the number of lanes; a constant if it is
/// small, so that the compiler unrolls loops. Unused lanes are empty.
template <class Count, int kRoom, class Length>
[[gnu::always_inline]] inline int pair_in(const Geometry& geometry, const Lanes<kRoom>& lanes, Count used, int word,
                                          std::uint64_t rank, Length length, Word& second) {
  const auto led_to = [&](int cell, int way) {
    int to = geometry.next_to(cell, way);
    for (Word step = 1; step < static_cast<Word>(length) && to >= 0; ++step) to = geometry.next_to(to, way);
    return to;
  };
  // In how many lanes each cell is, as numbers of two bits, so that fewer words are counted; only of three lanes.
  constexpr bool kIsFew = std::is_same_v<Count, std::integral_constant<int, 3>>;
  const Word a = lanes.cells[0], b = lanes.cells[1], c = lanes.cells[2];
  const Word ones = a ^ b ^ c, twos = (a & b) | ((a ^ b) & c);
  const auto pairs_of = [&](Word part) {
    if constexpr (kIsFew) return static_cast<std::uint64_t>(popcount(ones & part) + 2 * popcount(twos & part));
    std::uint64_t here = 0;
    for (int i = 0; i < used; ++i) here += static_cast<std::uint64_t>(popcount(lanes.cells[i] & part));
    return here;
  };
  // The cells below `bit` of this word have at most `rank` pairs. There are no jumps, which processors could not
  // predict.
#ifdef GLINT_DEPOSIT
  constexpr int kLast = kIsFew ? 8 : 1;
#else
  constexpr int kLast = 1;
#endif
  int bit = 0;
  for (int half = 32; half >= kLast; half /= 2) {
    const Word part = ((Word{1} << half) - 1) << bit;
    const std::uint64_t here = pairs_of(part);
    const Word is_above = 0 - static_cast<Word>(rank >= here);
    rank -= here & is_above;
    bit += half & static_cast<int>(is_above);
  }
#ifdef GLINT_DEPOSIT
  if constexpr (kIsFew) {
    // The number of pairs of each of the last eight cells, with those below it, a byte for each.
    constexpr Word kOnes = 0x0101010101010101u, kHigh = 0x8080808080808080u;
    const Word sums = (GLINT_DEPOSIT(ones >> bit, kOnes) + 2 * GLINT_DEPOSIT(twos >> bit, kOnes)) * kOnes;
    const int below = popcount(((rank * kOnes | kHigh) - sums) & kHigh);
    rank -= sums << 8 >> (8 * below) & 0xFF;
    bit += below;
  }
#endif
  // The cell of the remaining rank among those to which it leads. Their numbers differ, as the board does not wrap.
  if (geometry.words == 1) {
    Word there = 0;
    for (int i = 0; i < used; ++i) {
      const auto lane = static_cast<std::size_t>(i);
      there |= (lanes.cells[lane] >> bit & 1) << (led_to(bit, lanes.way[lane]) & 63);
    }
    second = static_cast<Word>(select_in(there, rank));
    return bit;
  }
  constexpr int kNowhere = std::numeric_limits<int>::max();
  std::array<int, kMostLanes> to;
  for (int i = 0; i < used; ++i) {
    const auto lane = static_cast<std::size_t>(i);
    const int next = led_to(word * 64 + bit, lanes.way[lane]);
    const int leads = -static_cast<int>(lanes.cells[lane] >> bit & 1);
    to[lane] = (next & leads) | (kNowhere & ~leads);
  }
  for (int i = 0; i < used; ++i) {
    const int there = to[i];
    int before = 0;
    for (int other = 0; other < used; ++other) before += to[other] < there;
    if (before == static_cast<int>(rank)) second = static_cast<Word>(there);
  }
  return bit;
}

/// The pair of rank `rank`, as in pair_at, of any number of directions on any board.
[[gnu::noinline]] int pair_of_many(const Geometry& geometry, const Word* set, Word ways, std::uint64_t rank,
                                   Word length, Word& second) {
  const int words = geometry.words;
  Lanes<kMostLanes> lanes;
  int w = 0, used = 0;
  for (;; ++w) {
    used = 0;
    const Word* lane = set + w;
    for (const int d : each_bit(ways)) {
      if (const Word cells = *lane) {
        lanes.cells[used] = cells;
        lanes.way[used++] = d;
      }
      lane += words;
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
  if (used <= 3) return w * 64 + pair_in(geometry, lanes, std::integral_constant<int, 3>(), w, rank, length, second);
  if (used <= 4) return w * 64 + pair_in(geometry, lanes, std::integral_constant<int, 4>(), w, rank, length, second);
  return w * 64 + pair_in(geometry, lanes, used, w, rank, length, second);
}

/// Up to three directions with the first cells of pairs, on a board of one word, each pair a single step.
struct FewLanes {
  Lanes<3> lanes;

  FewLanes(const Word* set, Word ways) {  // without a loop, so that nothing is stored on the stack
    const Word rest = ways & (ways - 1), last = rest & (rest - 1);
    const auto way = [](Word of) { return of ? lowest_bit(of) : 0; };
    lanes = {{ways ? set[0] : 0, rest ? set[1] : 0, last ? set[2] : 0}, {way(ways), way(rest), way(last)}};
  }
  std::uint64_t size() const {
    return static_cast<std::uint64_t>(popcount(lanes.cells[0]) + popcount(lanes.cells[1]) + popcount(lanes.cells[2]));
  }
  [[gnu::always_inline]] int pair(const Geometry& geometry, std::uint64_t rank, Word& second) const {
    return pair_in(geometry, lanes, std::integral_constant<int, 3>(), 0, rank, std::integral_constant<int, 1>(), second);
  }
};

/// The pair of rank `rank`, by its first cell, then by its second, which goes to `second`; `set` are the first cells by
/// direction, for each of `ways`; `length`: how many steps it leads.
int pair_at(const Geometry& geometry, const Word* set, Word ways, std::uint64_t rank, Word length, Word& second) {
  if (geometry.words == 1 && length == 1 && popcount(ways) <= 3) return FewLanes(set, ways).pair(geometry, rank, second);
  return pair_of_many(geometry, set, ways, rank, length, second);
}

/// True if one item of FewLanes is all of a form.
inline bool is_few_lanes(const LedgerForm& form, const Geometry& geometry) {
  const LedgerItem& item = form.items[0];  // a form without any is plain
  return item.form == LedgerItem::Form::lanes && item.low != 0 && item.words <= 3 && item.length == 0 &&
         geometry.words == 1 && form.items.size() == 1;
}

/// The number of runs that `push` would add; more than kMostMoves: too many.
[[gnu::always_inline]] inline std::uint64_t runs_of(const LedgerForm& form, const Word* frame) {
  std::uint64_t size = 1;
  bool is_too_large = false;
  for (const LedgerItem& item : form.items) {
    if (item.form == LedgerItem::Form::value) continue;
    const Word* from = frame + item.slot;
    std::uint64_t count = *from;
    if (item.form != LedgerItem::Form::number) {
      count = static_cast<std::uint64_t>(popcount(count));
      for (std::size_t i = 1; i < item.words; ++i) count += static_cast<std::uint64_t>(popcount(from[i]));
    }
    if (count == 0) return 0;
    is_too_large = __builtin_mul_overflow(size, count, &size) || is_too_large;
  }
  return is_too_large ? ~std::uint64_t{0} : size;
}

/// As Ledger::take_apart, of a form that is plain; `words_of` has the words of each item, from the last one to the first.
[[gnu::always_inline]] inline int take_plain(const LedgerForm& form, std::uint64_t rest, auto words_of, auto take) {
  const LedgerItem* const begin = form.items.data();
  for (const LedgerItem* item = begin + form.items.size(); item != begin;) {
    --item;
    const Word* const words = words_of(*item);
    Word number = *words;
    if (item->form == LedgerItem::Form::set) {
      std::uint64_t rank = rest;
      if (item != begin) {
        const auto size = static_cast<std::uint64_t>(popcount(number) + (item->words == 2 ? popcount(words[1]) : 0));
        rank = rest % size;
        rest /= size;
      }
      number = item->words == 1 ? static_cast<Word>(select_in(number, rank)) : select_bit(words, rank);
    }
    take(item->pick, item->target, item->some_of, number);
  }
  return form.move;
}

}  // namespace

template <>
[[gnu::noinline]] bool Ledger::push_sets<GLINT_CPU>(const LedgerForm& form, const Word* frame) {
  using Form = LedgerItem::Form;
  std::uint64_t size = 1;
  bool is_too_large = false;
  Word* to = room();
  for (const LedgerItem& item : form.items) {
    const Word* from = frame + item.slot;
    std::uint64_t count = *from;
    if (item.form == Form::number) {
      *to++ = count;
      *to++ = frame[item.low];
    } else {
      count = 0;
      for (const Word* const end = from + item.words; from != end;) {
        count += static_cast<std::uint64_t>(popcount(*from));
        *to++ = *from++;
      }
      if (item.form == Form::value) continue;
      if (item.length != 0) *to++ = frame[item.length];
    }
    if (count == 0) return false;
    is_too_large = __builtin_mul_overflow(size, count, &size) || is_too_large;
  }
  return add(form, size, is_too_large);
}

/// Another function does the slow part, so that this one needs no stack.
template <>
bool Ledger::push<GLINT_CPU>(const LedgerForm& form, const Word* frame) {
  if (!form.is_plain) return push_sets<GLINT_CPU>(form, frame);
  std::uint64_t size = 1;
  Word* to = room();
  for (const LedgerItem& item : form.items) {
    const Word word = *to++ = frame[item.slot];
    if (item.form == LedgerItem::Form::value) continue;
    int count = popcount(word);
    if (item.words == 2) count += popcount(*to++ = frame[item.slot + 1]);
    size *= static_cast<std::uint64_t>(count);
  }
  return size == 0 ? false : add(form, size, false);  // 0: an empty pick
}

/// Calls `take(pick, target, some_of, number)` for the picks, the last one first, of the run of rank `rest` in an entry
/// whose words end at `stored`; null: they are still in the frame. Answers the move.
[[gnu::noinline]] int Ledger::take_apart(const LedgerForm& form, const Word* stored, const Word* frame,
                                         std::uint64_t rest, auto take) const {
  const LedgerItem* const begin = form.items.data();
  for (const LedgerItem* item = begin + form.items.size(); item != begin;) {
    --item;
    if (stored) stored -= item->data_words();
    const Word* const from = stored ? stored : frame + item->slot;
    const bool is_first = item == begin;  // takes the whole rest of the rank
    const auto rank_below = [&](std::uint64_t size) {
      const std::uint64_t rank = rest % size;
      rest /= size;
      return rank;
    };
    const auto rank = [&] {
      if (is_first) return rest;
      std::uint64_t size = 0;
      for (std::size_t i = 0; i < item->words; ++i) size += static_cast<std::uint64_t>(popcount(from[i]));
      return rank_below(size);
    };
    Word number = from[0], second = 0;
    switch (item->form) {
      case LedgerItem::Form::value: break;
      case LedgerItem::Form::number: number = (stored ? from[1] : frame[item->low]) + (is_first ? rest : rank_below(number)); break;
      case LedgerItem::Form::set: number = select_bit(from, rank()); break;
      case LedgerItem::Form::pairs:
        number = select_bit(from, rank());
        second = number & ((Word{1} << item->shift) - 1);
        number >>= item->shift;
        break;
      case LedgerItem::Form::lanes: {
        const Word ways = item->low != 0 ? item->low : lowest_ones(geometry_.directions);
        number = static_cast<Word>(pair_at(geometry_, from, ways, rank(), item->length != 0 ? from[item->words] : 1, second));
        break;
      }
    }
    if (item->second >= 0) take(item->second, item->second_target, item->some_of, second);
    take(item->pick, item->target, item->some_of, number);
  }
  return form.move;
}

/// As above for the k-th run of all. Answers its move.
[[gnu::always_inline]] inline int Ledger::unrank_each(std::uint64_t k, auto take) const {
  // The first entry whose total is above k.
  const Entry* const entries = now_.entries_.data();
  const Entry* entry = entries;
  for (std::size_t left = now_.count_; left > 1;) {
    const std::size_t half = left / 2;
    entry += half & (0 - std::size_t{entry[half - 1].total <= k});  // without a jump, which nobody could predict
    left -= half;
  }
  const LedgerForm& form = *entry->form;
  std::uint64_t rest = k - (entry == entries ? 0 : entry[-1].total);
  const Word* from = now_.data_.data() + entry->data + form.words;
  if (!form.is_plain) return take_apart(form, from, nullptr, rest, take);
  return take_plain(form, rest, [&from](const LedgerItem& item) { return from -= item.words; }, take);
}

template <>
Ledger::Run Ledger::unrank<GLINT_CPU>(std::uint64_t k, Picked* picked) const {
  Picked* into = picked;
  const int move = unrank_each(k, [&into](int pick, Slot target, bool some_of, Word number) {
    *into++ = {pick, target, some_of, number};
  });
  return {move, static_cast<std::size_t>(into - picked)};
}

/// Draws a listed run, or one of a form that is all that could be listed, and puts its picks where its code finds them.
/// Answers its move; negative: play stops.
template <>
int Interpreter::draw_move<GLINT_CPU>(const LedgerForm* form) {
  static constexpr auto draw = [](Interpreter& in, std::uint64_t runs, const auto& take_from) __attribute__((always_inline)) {
    RandomPlay& play = *in.random_play_;
    if (runs == 0 || runs > kMostMoves || in.ledger_.has_too_many() || play.plies_left <= 0) return -1;
    play.trail.add(runs);
    --play.plies_left;
    play.passes = 0;
    play.is_arriving = false;
    const int move = take_from(play.random.below(runs));
    in.fuel_.refill();
    in.quiet_ = in.moving_ = true;
    return move;
  };
  // A function of its own, so that other forms do not wait for its registers.
  static constexpr auto draw_pair = [](Interpreter& in, const LedgerForm& form) __attribute__((noinline)) {
    const LedgerItem& item = form.items[0];
    Word* const frame = in.frame_;
    const FewLanes few(frame + item.slot, item.low);
    return draw(in, few.size(), [&](std::uint64_t k) {
      Word second = 0;
      frame[item.target] = static_cast<Word>(few.pair(in.program_.geometry, k, second));
      frame[item.second_target] = second;
      return form.move;
    });
  };
  if (form && !form->is_plain && is_few_lanes(*form, program_.geometry)) return draw_pair(*this, *form);
  Word* const frame = frame_;
  const auto take = [frame](int, Slot target, bool, Word number) { frame[target] = number; };
  return draw(*this, form ? runs_of(*form, frame) : ledger_.runs(), [&](std::uint64_t k) {
    if (!form) return ledger_.unrank_each(k, take);
    if (!form->is_plain) return ledger_.take_apart(*form, nullptr, frame, k, take);
    return take_plain(*form, k, [frame](const LedgerItem& one) { return frame + one.slot; }, take);
  });
}

}  // namespace glint
