// Instructions that take what a player has chosen for a pick, where the run's code works out what may be picked.
#include "interpreter/machine/interpreter.hpp"

namespace glint {

namespace {
bool test(const Word* set, int element) { return set[element / 64] >> (element % 64) & 1; }
}  // namespace

/// What the choice names, taken from the set at slot b into slot a. False: it is not there.
bool Interpreter::pick(const Instruction& at) {
  Word* const f = frame_;
  const Choice& choice = choices_[at.n];
  const Word* domain = f + at.b;
  const PickInfo& info = program_.moves[static_cast<std::size_t>(applying_)].picks[at.n];
  rules::Type domain_type = info.type;
  domain_type.is_set = true;
  const int words = program_.set_words(domain_type);
  switch (choice.mode) {
    case Choice::Mode::value:
      f[at.a] = choice.number;  // also where it is refused: the message names it
      if (choice.number >= static_cast<Word>(words) * 64 || !test(domain, static_cast<int>(choice.number))) return false;
      return true;
    case Choice::Mode::index: {
      Word size = 0;
      for (int i = 0; i < words; ++i) size += static_cast<Word>(popcount(domain[i]));
      if (choice.number >= size) return false;
      f[at.a] = nth_element(domain, choice.number);
      return true;
    }
    case Choice::Mode::same: {
      // The one element whose coordinate or field is the number given.
      std::int64_t found = -1;
      for (int i = 0; i < words; ++i)
        for (Word rest = domain[i]; rest; rest &= rest - 1) {
          const int element = i * 64 + __builtin_ctzll(rest);
          const int cell = element % (words_ * 64);
          const CellInfo& place = program_.geometry.info[static_cast<std::size_t>(cell)];
          std::int64_t value = 0;
          switch (choice.part->op) {
            case rules::Op::x_of: value = place.x; break;
            case rules::Op::y_of: value = place.y; break;
            case rules::Op::field:
              value = program_.fields[static_cast<std::size_t>(choice.part->ref)].value[static_cast<std::size_t>(top_key(cell))];
              break;
            default: break;
          }
          if (value != static_cast<std::int64_t>(choice.number)) continue;
          if (found >= 0) return false;  // the text does not say which
          found = element;
        }
      if (found < 0) return false;
      f[at.a] = static_cast<Word>(found);
      return true;
    }
    default: return false;
  }
}

bool Interpreter::pick_set(const Instruction& at) {
  Word* const f = frame_;
  const Choice& choice = choices_[at.n];
  if (choice.mode == Choice::Mode::offered) return true;  // computed by the code that follows
  const PickInfo& info = program_.moves[static_cast<std::size_t>(applying_)].picks[at.n];
  const int words = program_.set_words(info.type);
  bool inside = true;
  for (int i = 0; i < words; ++i) {
    const Word chosen = i < static_cast<int>(choice.set.size()) ? choice.set[static_cast<std::size_t>(i)] : 0;
    if (chosen & ~f[at.b + static_cast<Slot>(i)]) inside = false;
    f[at.a + static_cast<Slot>(i)] = chosen;
  }
  return inside;
}

}  // namespace glint
