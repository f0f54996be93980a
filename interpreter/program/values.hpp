// Values of element types: their number, their printed form, and the values that options take. Values are numbers as
// the machine holds them; a small set is its bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/rules/rules.hpp"

namespace glint {

/// The number of values of an element type; 0 if that depends on the board (cells, edges).
std::int64_t domain_size(const rules::Rules& rules, const rules::Type& type);
/// The first (lowest) value of an element type.
std::int64_t domain_first(const rules::Type& type);
/// True if the number of its values depends on the board.
inline bool is_of_board(const rules::Type& type) {
  return type.base == rules::Base::cell || type.base == rules::Base::edge || type.base == rules::Base::place;
}
/// True if it is a value of the type. Only numbers have ranges.
inline bool in_range(const rules::Type& type, std::int64_t value) {
  return type.base != rules::Base::number || type.is_set || (value >= type.lo && value <= type.hi);
}
/// The printed form of a value: `red`, `ne`, `3`, `on`; a small set `{red, green}`.
std::string print_value(const rules::Rules& rules, const rules::Type& type, std::int64_t value);

/// The value of an option that a text names, or nothing.
std::optional<std::int64_t> option_value(const rules::Rules& rules, const rules::Option& option, std::string_view text);
/// An option's listed values in printed form, in their order.
std::vector<std::string> option_values(const rules::Rules& rules, const rules::Option& option);
/// An option's domain as a script writes it: `3..6`, `{own, all}`.
std::string option_domain(const rules::Rules& rules, const rules::Option& option);

/// A, B, ... Z, AA, AB, ... for 1, 2, ...
std::string letters(std::int64_t number, char first);
/// The first `width` characters (code points) of a text; the whole text for 0.
std::string cut(const std::string& text, int width);

}  // namespace glint
