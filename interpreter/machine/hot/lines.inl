// A loop over cells that lists the cells on lines from each (`list_lines`): as the `slide`, `hit` or `steps` of one cell
// after the other and a `push` of each, but without going through the interpreter in between. A part of any.cpp and
// v3.cpp. Tested by lines_test.
namespace glint {

namespace {

/// Values before the cell in what is pushed; most moves pick no more.
constexpr std::size_t kMostFirsts = 8;

/// The cells on the lines that are listed: those in this set, or those not in it.
struct Among {
  const Word* set;  // null: all
  Word turned;      // all bits: those not in it
  Word of(std::size_t word) const { return set ? set[word] ^ turned : ~Word{0}; }
};

/// Takes each cell from the set `from` and lists its lines, on a board of so many words that has fans; of these only the
/// cells on its ring, if there are `rings`. True: a probe found a run.
template <int kWords, template <int> class Lines>
[[gnu::noinline]] bool list_by_fans(const Geometry& geometry, Word ways, const Word* through_at, const Word* rings,
                                    const Among& among, Word* from, const LedgerForm& form, const Word* first,
                                    Ledger& ledger) {
  Word through[kWords], listed[kWords], found[kWords];
  for (std::size_t w = 0; w < kWords; ++w) {
    through[w] = through_at[w];
    listed[w] = among.of(w);
  }
  const std::size_t firsts = form.items.size() - 2;
  for (int w = 0; w < kWords; ++w) {
    for (Word& rest = from[w]; rest; rest &= rest - 1) {
      const int cell = w * 64 + lowest_bit(rest);
      unite<kWords>(geometry, cell, ways, through, found, Lines<kWords>());
      std::uint64_t elements = 0;
      for (int i = 0; i < kWords; ++i) {
        found[i] &= rings ? listed[i] & rings[cell * kWords + i] : listed[i];
        elements += static_cast<std::uint64_t>(popcount(found[i]));
      }
      if (elements == 0) continue;
      Word* to = ledger.room();
      *to = *first;  // most often there is one
      if (firsts > 1) [[unlikely]] std::copy_n(first, firsts, to);
      to += firsts;
      *to = static_cast<Word>(cell);
      for (int i = 0; i < kWords; ++i) to[i + 1] = found[i];
      if (ledger.add(form, elements, false)) return true;
    }
  }
  return false;
}

}  // namespace

/// True: that is enough, as for `push`.
template <>
bool Interpreter::list_lines<GLINT_CPU>(const Instruction* pc) {
  constexpr Opcode kLines[] = {Opcode::slide, Opcode::hit, Opcode::steps};
  constexpr std::int64_t kWork = 5;  // of one turn, as of the instructions that this one stands for
  const Instruction &at = pc[0], &more = pc[1];
  const Instruction& push = pc[2];
  const LedgerForm& form = program_.code.ledger_forms[push.a];
  const Geometry& geometry = program_.geometry;
  Word* const f = frame_;
  Word* const from = f + at.b;
  const Among among{push.n ? f + push.b : nullptr, push.n == 2 ? ~Word{0} : 0};
  const Opcode op = kLines[at.n];
  const std::size_t firsts = form.items.size() - 2;
  const auto length = static_cast<std::int64_t>(f[more.c]);
  const bool is_near = op != Opcode::steps || (length > 0 && length <= geometry.rings.steps);
  if (space_.has_fans(op) && firsts <= kMostFirsts && is_near) {
    Word first[kMostFirsts] = {};
    for (std::size_t i = 0; i < firsts; ++i) first[i] = f[form.items[i].slot];
    for (int w = 0; w < words_; ++w) fuel_.use(kWork * popcount(from[w]));
    const auto list = [&](auto words) {
      constexpr int kWords = decltype(words)::value;
      const auto list_by = [&](auto by_fans, const Word* rings) {
        return by_fans(geometry, f[more.b], f + more.a, rings, among, from, form, first, ledger_);
      };
      if (op == Opcode::slide) return list_by(list_by_fans<kWords, Slides>, nullptr);
      if (op == Opcode::hit) return list_by(list_by_fans<kWords, Hits>, nullptr);
      return list_by(list_by_fans<kWords, Steps>, rings_of<kWords>(geometry, length));
    };
    return words_ == 1 ? list(std::integral_constant<int, 1>()) : list(std::integral_constant<int, 2>());
  }
  const Instruction line{op, kFromCellInWays, at.a, at.c, more.b}, operands{Opcode::more, 0, more.a, more.c, 0};
  const std::size_t before = ledger_.size();
  for (int w = 0; w < words_; ++w) {
    for (Word& rest = from[w]; rest; rest &= rest - 1) {
      f[at.c] = static_cast<Word>(w * 64 + lowest_bit(rest));
      fuel_.use(1 + space_.go<GLINT_CPU>(f, line, operands));
      for (std::size_t i = 0; i < static_cast<std::size_t>(words_); ++i) f[at.a + i] &= among.of(i);
      if (ledger_.push<GLINT_CPU>(form, f)) return true;
      // The words of the list are paid for at the end: there is not enough fuel left for these.
      const auto listed = static_cast<std::int64_t>(ledger_.size() - before);
      if (ledger_.size() > kFreeListed && kListedCost * listed > fuel_.left()) return false;
    }
  }
  return false;
}

}  // namespace glint
