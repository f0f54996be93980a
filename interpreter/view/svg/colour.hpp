// Colours for pictures. A script has no colours of its own, only words; a word that is the common name of a colour is
// drawn in it, whatever it stands for in the game. Light mixes additively: red and green make yellow.
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
/// All colour words of a printed value mixed: "{red, blue}" is magenta. Nothing when there is none.
std::optional<Rgb> colour_of_text(std::string_view text);

Rgb mix(Rgb a, Rgb b);                       // light added to light
Rgb blend(Rgb from, Rgb to, double amount);  // a part of the way from one to the other
bool is_white(Rgb colour);
double brightness(Rgb colour);  // as the eye weighs it, 0..1

/// The tone in which a colour is drawn on paper: softer than pure light, and dark enough to see.
Rgb ink(Rgb colour);
/// A colour for the n-th player whose name is not a colour.
Rgb player_tone(int player);

std::string hex(Rgb colour);      // "#e03e3e"
int terminal_colour(Rgb colour);  // nearest in the 256-colour cube

/// The words and numbers in a printed value: "{red, blue}" gives red and blue.
std::vector<std::string_view> words_of(std::string_view text);

}  // namespace glint::view
