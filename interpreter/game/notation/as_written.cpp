#include "interpreter/game/notation/as_written.hpp"

#include <algorithm>

#include "interpreter/program/bits.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/names.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

bool is_label_name(const std::string& label) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !label.empty() && is_letter(label[0]) &&
         std::all_of(label.begin(), label.end(), [&](char c) { return is_letter(c) || lang::is_digit(c); });
}

}  // namespace

std::string written_cell(const Game& game, const CellInfo& cell) {
  if (cell.player >= 0) return game.players()[static_cast<std::size_t>(cell.player)] + "." + cell.own_label;
  return is_label_name(cell.label) ? cell.label : "cell(" + lang::quoted(cell.label) + ")";
}

std::string written_value(const rules::Rules& rules, rules::Type type, std::int64_t value) {
  const auto at = static_cast<std::size_t>(value);
  if (type.is_set) {
    type.is_set = false;
    std::string all;
    for (const int each : each_bit(static_cast<Word>(value)))
      all += (all.empty() ? "" : ", ") + written_value(rules, type, each);
    return "{" + all + "}";
  }
  if (type.base == rules::Base::enumeration) return rules.enums[type.enumeration].values[at].name;
  if (type.base == rules::Base::axis && !rules.lattice.axes[at].name.empty()) return rules.lattice.axes[at].name;
  return print_value(rules, type, value);
}

std::string written_piece(const Program& program, int number) {
  const Key& key = program.key(number);
  const rules::Kind& kind = program.rules.kinds[static_cast<std::size_t>(key.kind)];
  std::string args;
  const auto add = [&](const std::string& name, const std::string& value) {
    args += (args.empty() ? "" : ", ") + name + " = " + value;
  };
  if (kind.owned && !kind.owner_from) add("owner", program.rules.players[static_cast<std::size_t>(key.owner)].name);
  for (std::size_t i = 0; i < kind.fields.size(); ++i) {
    const rules::PieceField& field = program.rules.fields[static_cast<std::size_t>(kind.fields[i])];
    add(field.name, written_value(program.rules, field.type, key.values[i]));
  }
  return kind.name + (args.empty() ? "" : "(" + args + ")");
}

}  // namespace glint
