// Looks for errors of a script in play: broken invariants, and all other rules that can fail, in all positions near
// the start and in random games.
//
//     const glint::PlayCheck check = glint::check_play(game);
//     if (check.broken) std::cout << check.broken->error.rendered << check.broken->test;
//
// The search plays all seats and sees everything, secrets too.
#pragma once

#include <functional>

#include <glint/glint.hpp>
#include <glint/search_progress.hpp>

namespace glint {

struct PlayCheckOptions {
  /// Positions to search, nearest first; outcomes of draws may be as many again. With it goes a limit of work:
  /// `moves_each` moves for each position.
  std::uint64_t limit = 20'000;
  std::uint64_t moves_each = 20;
  /// Random games after that, each of at most `plies` moves; fewer if the rules take very long.
  std::uint64_t games = 100;
  int plies = 2000;
  std::uint64_t seed = 1;
  /// Builds the script with this text appended and all options at their defaults, to try the test that is written.
  /// Without it, only the libraries of Glint are known.
  std::function<Result<Game>(const std::string& added)> with_text = {};
  /// Called now and then with the progress so far.
  OnProgress progress = {};
};

/// A line of moves after which a rule fails.
struct BrokenRule {
  Error error;  // G0604 for an invariant; a value out of its range, nothing to choose, ...
  std::vector<std::string> moves;
  /// What chance decides on the way, in order; of very many draws the first thousand.
  Settings draws;
  /// There is no line of fewer moves. (Draws are not moves.)
  bool shortest = false;
  /// A `test` to append to the script. It was tried, and fails with this error. Empty if none could be written.
  std::string test;
};

struct PlayCheck {
  std::uint64_t invariants = 0;        // how many the script has
  std::uint64_t positions = 0;         // that were searched, breadth first
  std::optional<std::uint64_t> depth;  // all lines of up to this many moves were searched; none: not even of 0
  bool complete = false;               // there are no others
  std::uint64_t games = 0, plies = 0;  // random games after that; the most moves in one
  std::optional<BrokenRule> broken;
};

/// Searches breadth first, then plays at random; stops at the first error, which is an answer like any other. Each
/// position is visited once, unless rules ask for the past with `seen`. If everything that can be reached was searched,
/// no random games are played.
PlayCheck check_play(const Game& game, const PlayCheckOptions& options = {});

}  // namespace glint
