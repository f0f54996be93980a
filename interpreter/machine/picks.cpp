// Instructions that take a player's choice for a pick, after the run's code has computed what may be picked.
#include "interpreter/machine/interpreter.hpp"

namespace glint {

std::int64_t Interpreter::part_of(const rules::Expr& part, int cell) const {
  switch (part.op) {
    case rules::Op::x_of:
      return program_.geometry.info[cell].x;
    case rules::Op::y_of:
      return program_.geometry.info[cell].y;
    case rules::Op::field:
      return program_.fields[part.ref].value[top_key(cell)];
    default:
      return 0;
  }
}

/// Takes the chosen element from the set at slot b into slot a. False: it is not there.
bool Interpreter::pick(const Instruction& at) {
  Word* const f = frame_;
  const Choice& choice = (*choices_)[at.n];
  const Word* domain = f + at.b;
  rules::Type domain_type = program_.moves[applying_].picks[at.n].type;
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
        if (part_of(*choice.part, element % (words_ * 64)) != static_cast<std::int64_t>(choice.number)) continue;
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

bool Interpreter::pick_set(const Instruction& at) {
  Word* const f = frame_;
  const Choice& choice = (*choices_)[at.n];
  if (choice.mode == Choice::Mode::offered) return true;  // computed by the code that follows
  const int words = program_.set_words(program_.moves[applying_].picks[at.n].type);
  bool inside = true;
  for (int i = 0; i < words; ++i) {
    const Word chosen = i < static_cast<int>(choice.set.size()) ? choice.set[i] : 0;
    if (chosen & ~f[at.b + i]) inside = false;
    f[at.a + i] = chosen;
  }
  return inside;
}

}  // namespace glint
