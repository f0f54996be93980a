// Colours for pictures. A script has only words; a word that is the common name of a colour is drawn in that colour,
// whatever it means in the game. Light mixes additively: red and green make yellow.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint::view {

/// Light of three components in 0..1.
struct Rgb {
  double r = 0, g = 0, b = 0;
  bool operator==(const Rgb&) const = default;
};

/// The colour that a word names: "red", "cyan", "orange", ... or nothing.
std::optional<Rgb> colour_of_word(std::string_view word);
/// The mixture of all colour words in a printed value: "{red, blue}" is magenta. Nothing if there are no such words.
std::optional<Rgb> colour_of_text(std::string_view text);

Rgb mix(Rgb a, Rgb b);                       // the sum of two lights
Rgb blend(Rgb from, Rgb to, double amount);  // between the two; 1: `to`
bool is_white(Rgb colour);
double brightness(Rgb colour);  // as perceived, 0..1

/// The tone in which a colour is drawn on paper: softer than pure light, and dark enough to see.
Rgb ink(Rgb colour);
/// A colour for the n-th player whose name is not a colour.
Rgb player_tone(int player);
/// A colour for pieces of the n-th kind that have no other colour.
Rgb kind_tone(int kind);

std::string hex(Rgb colour);      // "#e03e3e"
int terminal_colour(Rgb colour);  // the nearest of 256 colours

/// The words and numbers in a printed value: "{red, blue}" gives red and blue.
std::vector<std::string_view> words_of(std::string_view text);

}  // namespace glint::view
