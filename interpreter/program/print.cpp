#include "interpreter/program/print.hpp"

#include "interpreter/program/values.hpp"

namespace glint {

std::string print_slots(const Program& program, const rules::Type& type, const Word* slots, int mover, std::size_t most) {
  using rules::Base;
  if (type.base != Base::cell && type.base != Base::place && type.base != Base::edge)
    return print_value(program.rules, type, static_cast<std::int64_t>(slots[0]));
  const int row = program.words() * 64;
  const auto name = [&](Word number) -> std::string {
    if (type.base == Base::edge)
      return number < program.geometry.edges.size() ? program.geometry.edge_name(static_cast<int>(number), mover) : "?";
    const auto cell = static_cast<std::size_t>(number % static_cast<Word>(row));
    return cell < program.geometry.info.size() ? program.geometry.label_of(static_cast<int>(cell), mover) : "?";
  };
  if (!type.is_set) return name(slots[0]);
  std::string text;
  for (const int element : each_bit(slots, program.set_words(type))) {
    if (text.size() > most) return text + " ...";
    text += (text.empty() ? "" : " ") + name(static_cast<Word>(element));
  }
  return text.empty() ? "none" : text;
}

}  // namespace glint
