#include "interpreter/view/svg/colour.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "lang/source/text.hpp"

namespace glint::view {
namespace {

struct NamedColour {
  std::string_view word;
  Rgb light;  // how it mixes
  Rgb ink;    // how it looks on paper
};

constexpr Rgb rgb(int value) {
  return {((value >> 16) & 255) / 255.0, ((value >> 8) & 255) / 255.0, (value & 255) / 255.0};
}

// Red is darker than green, for those to whom both look brown.
constexpr NamedColour kColours[] = {
    {"red", {1, 0, 0}, rgb(0xc92a3a)},        {"green", {0, 1, 0}, rgb(0x45b25e)},
    {"blue", {0, 0, 1}, rgb(0x3a6be0)},       {"yellow", {1, 1, 0}, rgb(0xe3ab0c)},
    {"cyan", {0, 1, 1}, rgb(0x0ea5b7)},       {"magenta", {1, 0, 1}, rgb(0xc23fbf)},
    {"white", {1, 1, 1}, rgb(0xffffff)},      {"purple", {0.5, 0, 0.9}, rgb(0x7c4dc4)},
    {"violet", {0.5, 0, 0.9}, rgb(0x7c4dc4)}, {"orange", {1, 0.5, 0}, rgb(0xee7f22)},
    {"pink", {1, 0.5, 0.7}, rgb(0xe8739c)},   {"brown", {0.5, 0.25, 0}, rgb(0x8a5a2b)},
    {"black", {0, 0, 0}, rgb(0x33322f)},      {"grey", {0.5, 0.5, 0.5}, rgb(0x8b8a86)},
    {"gray", {0.5, 0.5, 0.5}, rgb(0x8b8a86)},
};

constexpr Rgb kKindTones[] = {rgb(0x9e998f), rgb(0x5b7a94), rgb(0xb98f4e), rgb(0x8a6087), rgb(0x7f8a4c),
                              rgb(0x3f8a86), rgb(0x8f6248), rgb(0xc08a9a), rgb(0x565f6b)};
constexpr Rgb kPlayerTones[] = {rgb(0xd9822b), rgb(0x4a5fc1), rgb(0x3d9970), rgb(0xb0468e),
                                rgb(0x7a6a4f), rgb(0x2a8fa8), rgb(0x93a12c), rgb(0x6d6d78)};

template <std::size_t n>
Rgb tone_of(const Rgb (&tones)[n], int index) {
  constexpr int kTones = static_cast<int>(n);
  return tones[static_cast<std::size_t>(((index % kTones) + kTones) % kTones)];
}

int byte(double part) { return static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * 255)); }

}  // namespace

std::optional<Rgb> colour_of_word(std::string_view word) {
  for (const NamedColour& colour : kColours)
    if (colour.word == word) return colour.light;
  return std::nullopt;
}

std::optional<Rgb> colour_of_text(std::string_view text) {
  std::optional<Rgb> mixed;
  for (std::string_view word : words_of(text))
    if (auto colour = colour_of_word(word)) mixed = mixed ? mix(*mixed, *colour) : *colour;
  return mixed;
}

Rgb mix(Rgb a, Rgb b) { return {std::min(1.0, a.r + b.r), std::min(1.0, a.g + b.g), std::min(1.0, a.b + b.b)}; }

Rgb blend(Rgb from, Rgb to, double amount) {
  return {from.r + (to.r - from.r) * amount, from.g + (to.g - from.g) * amount, from.b + (to.b - from.b) * amount};
}

bool is_white(Rgb colour) { return std::min({colour.r, colour.g, colour.b}) > 0.95; }

double brightness(Rgb colour) { return 0.3 * colour.r + 0.59 * colour.g + 0.11 * colour.b; }

Rgb ink(Rgb colour) {
  for (const NamedColour& named : kColours)
    if (named.light == colour) return named.ink;
  // A mixture is softened, and darkened until it can be seen on paper.
  Rgb soft = blend(colour, {0.5, 0.5, 0.5}, 0.18);
  while (brightness(soft) > 0.62) soft = blend(soft, {0, 0, 0}, 0.08);
  return soft;
}

Rgb player_tone(int player) { return tone_of(kPlayerTones, player); }

Rgb kind_tone(int kind) { return tone_of(kKindTones, kind); }

std::string hex(Rgb colour) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", byte(colour.r), byte(colour.g), byte(colour.b));
  return text;
}

int terminal_colour(Rgb colour) {
  auto level = [](double part) { return static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * 5)); };
  // Pure blue is too dark to read on a black terminal, so with a full component all others are at least a fifth.
  const double floor = std::max({colour.r, colour.g, colour.b}) > 0.9 ? 0.2 : 0.0;
  auto raised = [&](double part) { return level(std::max(part, floor)); };
  return 16 + 36 * raised(colour.r) + 6 * raised(colour.g) + raised(colour.b);
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < text.size();) {
    const bool sign = text[i] == '-' && i + 1 < text.size() && lang::is_digit(text[i + 1]);
    if (!lang::is_in_name(text[i]) && !sign) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (end < text.size() && lang::is_in_name(text[end])) ++end;
    words.push_back(text.substr(i, end - i));
    i = end;
  }
  return words;
}

}  // namespace glint::view
