// Random games, one after the other: how fast a game is played here, and what comes of it. One BenchPlayer a thread;
// which game is played by whom changes nothing in it.
#pragma once

#include "glint/glint.hpp"
#include "interpreter/game/access.hpp"
#include "interpreter/game/make_program.hpp"
#include "interpreter/machine/profile.hpp"

namespace glint {

/// What came of some games. All of it adds up over any division of them.
struct BenchTally {
  std::uint64_t playouts = 0, plies = 0;
  std::vector<std::uint64_t> wins;  // by player, those by score too; a team's are the first
  std::uint64_t ties = 0, losses = 0, capped = 0;
  std::uint64_t scored = 0;  // that ended by score where there is nobody to compare it with
  /// The sum of a number for each game, made of its seed, how many moves there were at each of its plies, and how it
  /// ended.
  std::uint64_t checksum = 0;
  std::uint64_t traces = 0;

  void add(const BenchTally& other);
};

class BenchPlayer {
 public:
  BenchPlayer(const Game& game, const StartOptions& options, int max_plies);

  /// The game of this number (see `seed_of_game`), from its beginning: its draws of chance that are not fixed, and each
  /// move uniformly over the listed ones, from one stream.
  std::optional<Error> play(std::uint64_t number);
  /// Every emitter's beam followed anew to its end, in positions where games that were played here have ended.
  std::optional<Error> trace();
  const BenchTally& tally() const { return tally_; }
  /// Games are played with a stamp at each instruction from here on, which takes several times as long.
  void profile() { profile_ = std::make_unique<Profile>(game_.program()); }
  const Profile* profiled() const { return profile_.get(); }

 private:
  std::optional<Error> play_game(std::uint64_t number);

  const Game game_;
  const StartOptions options_;
  const int max_plies_;
  Machine machine_;
  std::vector<std::uint64_t> history_;
  std::vector<std::vector<Word>> samples_;
  Trace trace_;
  std::unique_ptr<Profile> profile_;
  BenchTally tally_;
};

}  // namespace glint
