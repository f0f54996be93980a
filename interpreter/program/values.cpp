#include "interpreter/program/values.hpp"

#include "interpreter/program/bits.hpp"

namespace glint {

using rules::Base;

std::string letters(std::int64_t number, char first) {
  std::string text;
  while (number > 0) {
    text.insert(text.begin(), static_cast<char>(first + (number - 1) % 26));
    number = (number - 1) / 26;
  }
  return text.empty() ? "?" : text;
}

std::string cut(const std::string& text, int width) {
  if (width <= 0) return text;
  std::size_t end = 0;
  for (int shown = 0; end < text.size() && shown < width; ++shown) {
    ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  }
  return text.substr(0, end);
}

std::int64_t domain_first(const rules::Type& type) { return type.base == Base::number ? type.lo : 0; }

std::int64_t domain_size(const rules::Rules& rules, const rules::Type& type) {
  switch (type.base) {
    case Base::flag: return 2;
    case Base::number: return type.hi - type.lo + 1;
    case Base::enumeration: return static_cast<std::int64_t>(rules.enums[type.enumeration].values.size());
    case Base::player: return static_cast<std::int64_t>(rules.players.size());
    case Base::direction: return static_cast<std::int64_t>(rules.lattice.directions.size());
    case Base::axis: return static_cast<std::int64_t>(rules.lattice.axes.size());
    default: return 0;
  }
}

namespace {

std::string print_element(const rules::Rules& rules, const rules::Type& type, std::int64_t value) {
  const auto at = [&](const auto& list) { return value >= 0 && value < static_cast<std::int64_t>(list.size()); };
  switch (type.base) {
    case Base::flag: return value ? "on" : "off";
    case Base::enumeration: {
      const auto& values = rules.enums[type.enumeration].values;
      if (!at(values)) return "?";
      const auto& entry = values[value];
      return entry.spellings.empty() ? entry.name : entry.spellings.front();
    }
    case Base::player: return at(rules.players) ? rules.players[value].name : "?";
    case Base::direction: return at(rules.lattice.directions) ? rules.lattice.directions[value].name : "?";
    case Base::axis: {
      if (!at(rules.lattice.axes)) return "?";
      const auto& axis = rules.lattice.axes[value];
      return !axis.spelling.empty() ? axis.spelling : !axis.name.empty() ? axis.name : std::to_string(value);
    }
    default: return std::to_string(value);
  }
}

}  // namespace

std::string print_value(const rules::Rules& rules, const rules::Type& type, std::int64_t value) {
  if (!type.is_set) return print_element(rules, type, value);
  std::string text;
  for (const int element : each_bit(static_cast<Word>(value)))
    text += (text.empty() ? "" : ", ") + print_element(rules, type, element);
  return "{" + text + "}";
}

std::optional<std::int64_t> option_value(const rules::Rules& rules, const rules::Option& option, std::string_view text) {
  for (const std::int64_t value : option.values) {
    if (print_value(rules, option.type, value) == text) return value;
    if (option.type.base == rules::Base::enumeration) {
      const rules::EnumValue& entry = rules.enums[option.type.enumeration].values[value];
      if (entry.name == text) return value;
      for (const std::string& spelling : entry.spellings)
        if (spelling == text) return value;
    }
  }
  return std::nullopt;
}

std::vector<std::string> option_values(const rules::Rules& rules, const rules::Option& option) {
  std::vector<std::string> texts;
  for (const std::int64_t value : option.values) texts.push_back(print_value(rules, option.type, value));
  return texts;
}

std::string option_domain(const rules::Rules& rules, const rules::Option& option) {
  if (option.type.base == rules::Base::number && !option.is_value_set)
    return std::to_string(option.type.lo) + ".." + std::to_string(option.type.hi);
  std::string text;
  for (const std::string& value : option_values(rules, option)) text += (text.empty() ? "" : ", ") + value;
  return "{" + text + "}";
}

}  // namespace glint
