#include "interpreter/machine/picks.hpp"

#include "interpreter/machine/ledger.hpp"

namespace glint {

bool Picks::pick(const Instruction& at, Word* f) const {
  const Choice& choice = (*this)[number(at)];
  const Word* domain = f + at.b;
  rules::Type domain_type = program_.moves[chosen.move].picks[number(at)].type;
  domain_type.is_set = true;
  const int words = program_.set_words(domain_type);
  switch (choice.mode) {
    case Choice::Mode::value:
      f[at.a] = choice.number;  // also if it is refused, as the message names it
      return choice.number < static_cast<Word>(words) * 64 && has_bit(domain, choice.number);
    case Choice::Mode::index:
      if (choice.number >= set_size(domain, words)) return false;
      f[at.a] = nth_element(domain, choice.number);
      return true;
    case Choice::Mode::same: {
      // The one element whose coordinate or field is the number given.
      std::int64_t found = -1;
      for (const int element : each_bit(domain, words)) {
        if (pieces_.part_of(*choice.part, element % (program_.words() * 64)) !=
            static_cast<std::int64_t>(choice.number))
          continue;
        if (found >= 0) return false;  // the text is ambiguous
        found = element;
      }
      if (found < 0) return false;
      f[at.a] = static_cast<Word>(found);
      return true;
    }
    default: return false;
  }
}

bool Picks::pick_set(const Instruction& at, Word* f) const {
  const Choice& choice = (*this)[number(at)];
  if (choice.mode == Choice::Mode::offered) return true;  // computed by the code that follows
  const int words = program_.set_words(program_.moves[chosen.move].picks[number(at)].type);
  bool inside = true;
  for (int i = 0; i < words; ++i) {
    const Word chosen = i < static_cast<int>(choice.set.size()) ? choice.set[i] : 0;
    if (chosen & ~f[at.b + i]) inside = false;
    f[at.a + i] = chosen;
  }
  return inside;
}

}  // namespace glint
