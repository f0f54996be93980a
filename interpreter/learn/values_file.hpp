// A file of learned values: lines of text that say which game they are for, then the weights. README.md shows one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interpreter/lab/study/intervals.hpp"
#include "interpreter/learn/value.hpp"

namespace glint {

/// Games between a player with these values and one without; they change seats after each game.
struct Match {
  std::string learned, other;  // as `make_player` takes them
  std::uint64_t games = 0, won = 0, drawn = 0;

  /// The interval of the share of points, where a tie is half a point (rounded down): Wilson's.
  Interval interval() const { return wilson(won + drawn / 2, games); }
};

/// "match learned:2 mcts:100 games 40 won 30 drawn 3", and the end of the line.
std::string line_of(const Match& match);
/// The lines of a file about the game, its rules and its options.
std::string identity_of(const Game& game);

/// Values, and their origin.
struct LearnedValues {
  Values values;
  std::uint64_t games = 0, seed = 0;
  std::vector<Match> matches;

  /// The gate: the values were stronger in each of their matches, and there was at least one.
  bool passed() const;
};

std::string to_text(const LearnedValues& learned);
/// Reads values for this game, as it was built. An error says that the text is wrong, or that it belongs to another
/// game, other options, or other rules. Throws lang::Stopped.
Result<LearnedValues> read_values(const Game& game, std::string_view text);

}  // namespace glint
