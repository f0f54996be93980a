// Plays random games to measure speed. Each thread has its own BenchPlayer; a game is the same in all of them.
#pragma once

#include "glint/glint.hpp"
#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/machine/profile.hpp"

namespace glint {

/// Counts of some games; the tallies of parts add up to the tally of the whole.
struct BenchTally {
  std::uint64_t games = 0, plies = 0, unfinished = 0;
  /// The sum of a hash for each game: of its seed, of the number of moves at each ply, and of how it ended.
  std::uint64_t checksum = 0;

  void add(const BenchTally& other);
};

class BenchPlayer {
 public:
  BenchPlayer(const Game& game, const StartOptions& options, int max_plies);

  /// Plays the game of this number from its start. One generator (see `seed_of_game`) makes its draws and chooses each
  /// of its moves uniformly among the listed ones.
  std::optional<Error> play(std::uint64_t number);
  const BenchTally& tally() const { return tally_; }
  /// Measures the time of each instruction from here on; games then take several times as long.
  void profile() { profile_ = std::make_unique<Profile>(game_.program()); }
  const Profile* profiled() const { return profile_.get(); }

 private:
  std::optional<Error> play_game(std::uint64_t number);

  const Game game_;
  const StartOptions options_;
  const int max_plies_;
  Machine machine_;
  std::vector<std::uint64_t> history_;
  std::unique_ptr<Profile> profile_;
  BenchTally tally_;
};

}  // namespace glint
