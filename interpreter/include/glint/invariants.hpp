// Looks for errors of a script in play, in all positions near the start and in random games: broken invariants, and all
// other rules that fail.
//
//     const glint::PlayCheck check = glint::check_play(game);
//     if (check.broken) std::cout << check.broken->error.rendered << check.broken->test;
//
// The search plays for all players, and nothing is hidden from it.
#pragma once

#include <functional>

#include <glint/glint.hpp>
#include <glint/search_progress.hpp>

namespace glint {

struct PlayCheckOptions {
  /// Positions to search, nearest first; outcomes of draws may be as many again. On average at most `moves_each` moves
  /// are tried for each position.
  std::uint64_t limit = 20'000;
  std::uint64_t moves_each = 20;
  /// A move with slow rules counts as several: as one more each time that its rules have taken this many steps.
  std::uint64_t slow = 20'000;
  /// Random games after that, each of at most `plies` moves; fewer if the rules take very long.
  std::uint64_t games = 100;
  int plies = 2000;
  std::uint64_t seed = 1;
  /// The most moves to play for making the line of an error shorter.
  std::uint64_t shortening = 100'000;
  /// Builds the script with this text appended and all options at their defaults, to try out BrokenRule::test. If it is
  /// not set, the script finds only the bundled libraries.
  std::function<Result<Game>(const std::string& added)> with_text = {};
  /// Called now and then with the progress so far.
  OnProgress progress = {};
};

/// A line of moves after which a rule fails.
struct BrokenRule {
  Error error;  // G0604 for an invariant; or G0602, G0603, ...
  std::vector<std::string> moves;
  /// The draws on the way, in order; of very many only the first thousand.
  Settings draws;
  /// True if no shorter line of moves breaks a rule. (Draws are not moves.)
  bool shortest = false;
  /// A `test` to append to the script. It was run, and fails with this error. Empty if no such test was found.
  std::string test;
};

struct PlayCheck {
  std::uint64_t invariants = 0;        // how many the script has
  std::uint64_t positions = 0;         // searched, breadth first
  std::optional<std::uint64_t> depth;  // all lines of up to this many moves were searched; none: not even of 0
  bool complete = false;               // all lines were searched
  std::uint64_t games = 0, plies = 0;  // random games after that; the most moves in one
  std::optional<BrokenRule> broken;
};

/// Searches breadth first, then plays at random; stops at the first error, which is a result like any other. Each
/// position is visited once, unless the rules use `seen`, which depends on the past. If all reachable positions were
/// searched, no random games are played.
PlayCheck check_play(const Game& game, const PlayCheckOptions& options = {});

}  // namespace glint
