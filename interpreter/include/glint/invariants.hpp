// Does a script keep its word in play? Its invariants, and all other rules that can be in error, over all positions
// near the start and in random games.
//
//     const glint::PlayCheck check = glint::check_play(game);
//     if (check.broken) std::cout << check.broken->error.rendered << check.broken->test;
//
// Everything is seen here, what is secret too, and all seats are played.
#pragma once

#include <functional>

#include <glint/glint.hpp>

namespace glint {

struct PlayCheckProgress {
  std::uint64_t depth = 0, positions = 0, games = 0;
};

struct PlayCheckOptions {
  /// Positions that are gone through, nearest first; what comes of draws may be as many again. A limit of work goes
  /// with it, of so many moves for each.
  std::uint64_t limit = 20'000;
  std::uint64_t moves_each = 20;
  /// Random games behind that, of so many moves at most; fewer where the rules take very long.
  std::uint64_t games = 100;
  int plies = 2000;
  std::uint64_t seed = 1;
  /// The script as it would be with this text behind it and all options at their first values, to try the test that is
  /// written. Without it the libraries of Glint are known, and no others.
  std::function<Result<Game>(const std::string& added)> with_text = {};
  /// Told now and then how far it is.
  std::function<void(const PlayCheckProgress&)> progress = {};
};

/// A line of moves behind which a rule is in error.
struct BrokenRule {
  Error error;  // G0604 for an invariant; a value out of its range, nothing to choose, ...
  std::vector<std::string> moves;
  /// What chance must decide for that, in order by name. Draws that are not here take the first value that there is.
  Settings draws;
  /// There is no line of fewer moves. (Draws are none.)
  bool shortest = false;
  /// A `test` to be put behind the script: it fails by this error, which was tried. Empty where none could be written.
  std::string test;
};

struct PlayCheck {
  std::uint64_t invariants = 0;        // how many the script has
  std::uint64_t positions = 0;         // that were looked at, breadth first
  std::optional<std::uint64_t> depth;  // all lines of up to so many moves were gone through; none: not even of 0
  bool complete = false;               // there are no others
  std::uint64_t games = 0, plies = 0;  // random games behind that; the most moves in one
  std::optional<BrokenRule> broken;
};

/// Breadth first, then at random; it ends with the first error, which is an answer like any other. Ways to the same
/// position are joined, but where rules ask for the past with `seen`. Where everything that can be reached was gone
/// through, no random games are played.
PlayCheck check_play(const Game& game, const PlayCheckOptions& options = {});

}  // namespace glint
