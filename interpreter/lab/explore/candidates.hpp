// The variants that an exploration looks at: each mutation of the game, then several together, in an order drawn by the
// seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "lang/mutate/mutate.hpp"

namespace glint {

/// The parts that may change, and those that must not: names of kinds of mutations ("optics"), declarations ("move
/// place", "play"), or only their names ("place").
struct MayChange {
  std::vector<std::string> vary, fix;  // `vary` empty: everything
};

/// A game whose variants are made.
class VariedParent {
 public:
  /// `of`: the text that variants write after `of`. `settings`: those with which the game was loaded; all variants
  /// state these as defaults, and do not vary them.
  VariedParent(Game game, std::string of, const Settings& settings = {});

  const Game& game() const { return game_; }
  const std::string& of() const { return of_; }
  const std::vector<lang::Mutation>& mutations() const { return mutations_; }
  /// The script of a variant with these mutations.
  std::string script(const std::vector<std::size_t>& mutations, const std::string& title) const;
  /// The changes of these mutations, in a sentence for each.
  std::string what_changes(const std::vector<std::size_t>& mutations) const;
  /// The game's own tests, as text to append to a variant's script.
  const std::string& tests() const { return tests_; }
  /// The error that a name of `vary` or `fix` means nothing in this game, with the names that do; nothing if all do.
  std::optional<Error> check(const MayChange& may) const;
  /// The mutations that may be made.
  std::vector<std::size_t> allowed(const MayChange& may) const;

 private:
  Game game_;
  std::string of_, tests_;
  lang::Checked checked_;
  std::vector<lang::Mutation> mutations_, settings_;
};

/// A variant to look at: what is mutated, by index in VariedParent::mutations.
using Made = std::vector<std::size_t>;
/// More changes than this are hard for people to remember.
inline constexpr std::size_t kMostTogether = 4;
/// At most `count` variants, fewer if there are no more. Each once: single mutations first, then pairs, then more.
std::vector<Made> made_variants(const VariedParent& parent, const MayChange& may, std::uint64_t seed,
                                std::size_t count);

}  // namespace glint
