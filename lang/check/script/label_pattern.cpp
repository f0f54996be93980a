#include "lang/check/script/label_pattern.hpp"

#include <algorithm>

#include "lang/source/names.hpp"

namespace glint::lang::checking {
namespace {

bool is_letter(char c, bool upper) { return upper ? c >= 'A' && c <= 'Z' : c >= 'a' && c <= 'z'; }

constexpr std::size_t kLongestHole = 6;  // far more than any board needs

using Part = LabelPattern::Part;
using Hole = LabelPattern::Hole;

bool fits(const Part& part, std::string_view hole, bool within_bounds) {
  const bool upper = part.hole == Hole::upper;
  std::int64_t value = 0;
  if (part.hole == Hole::number) {
    if (hole.size() > 1 && hole.front() == '0') return false;
    for (const char c : hole) value = value * 10 + (c - '0');
  } else {
    // A long word is not a row, even if only the form counts.
    if (hole.size() > letters(part.hi, upper).size()) return false;
    for (const char c : hole) value = value * 26 + (c - (upper ? 'A' : 'a') + 1);
  }
  return !within_bounds || (value >= part.lo && value <= part.hi);
}

/// Tries every way of splitting a text between holes side by side, the longest first.
bool matches(const std::vector<Part>& parts, std::size_t next, std::string_view text, bool within_bounds) {
  if (next == parts.size()) return text.empty();
  const Part& part = parts[next];
  if (text.substr(0, part.literal.size()) != part.literal) return false;
  text.remove_prefix(part.literal.size());
  if (part.hole == Hole::none) return matches(parts, next + 1, text, within_bounds);
  std::size_t length = 0;
  const auto belongs = [&](char c) {
    return part.hole == Hole::number ? is_digit(c) : is_letter(c, part.hole == Hole::upper);
  };
  while (length < text.size() && length < kLongestHole && belongs(text[length])) ++length;
  for (; length > 0; --length)
    if (fits(part, text.substr(0, length), within_bounds) &&
        matches(parts, next + 1, text.substr(length), within_bounds))
      return true;
  return false;
}

}  // namespace

bool LabelPattern::matches(std::string_view text, bool within_bounds) const {
  return std::any_of(forms_.begin(), forms_.end(),
                     [&](const Form& form) { return checking::matches(form.parts, 0, text, within_bounds); });
}

std::string LabelPattern::example() const {
  std::string text;
  if (forms_.empty()) return text;
  for (const Part& part : forms_.front().parts) {
    text += part.literal;
    const std::int64_t value = std::max<std::int64_t>(part.lo, 1);
    if (part.hole == Hole::number) text += std::to_string(value);
    if (part.hole == Hole::upper || part.hole == Hole::lower) text += letters(value, part.hole == Hole::upper);
  }
  return text;
}

std::string letters(std::int64_t number, bool upper) {
  std::string text;
  for (; number > 0; number = (number - 1) / 26) {
    text.insert(text.begin(), static_cast<char>((upper ? 'A' : 'a') + (number - 1) % 26));
  }
  return text;
}

}  // namespace glint::lang::checking
