#include "interpreter/play/print.hpp"

namespace glint {

std::string print_slots(const Program& program, const rules::Type& type, const Word* slots) {
  if (type.base != rules::Base::cell && type.base != rules::Base::place)
    return print_value(program.rules, type, static_cast<std::int64_t>(slots[0]));
  const int row = program.words() * 64;
  const auto label = [&](Word number) -> std::string {
    const auto cell = static_cast<std::size_t>(number % static_cast<Word>(row));
    return cell < program.geometry.info.size() ? program.geometry.info[cell].label : "?";
  };
  if (!type.is_set) return label(slots[0]);
  std::string text;
  for (int i = 0; i < program.set_words(type); ++i)
    for (Word rest = slots[i]; rest; rest &= rest - 1)
      text += (text.empty() ? "" : " ") + label(static_cast<Word>(i * 64 + __builtin_ctzll(rest)));
  return text.empty() ? "none" : text;
}

}  // namespace glint
