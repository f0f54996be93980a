// The games that the suite measures, and random play of one in a machine of its own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "interpreter/machine/machine.hpp"
#include "interpreter/machine/playout.hpp"

namespace glint::bench {

/// A playout is stopped after this many plies: random play of Boundary hardly ever ends.
inline constexpr int kMostPlies = 500;

/// Writes why to stderr and ends the program: without its games there is nothing to measure.
[[noreturn]] void give_up(const std::string& why);

/// A file of the repository; every script of a folder, sorted.
std::string read_script(const std::string& path);
std::vector<std::string> scripts_in(const std::string& folder);
Game load(const std::string& path, const Settings& options = {});
/// laser_lawn, of games/laser_lawn.glint
std::string name_of(const std::string& path);

/// The four games, then what can be played among the examples: puzzles are only solved.
const std::vector<std::string>& played_scripts();

/// Random games from starts that were made before the clock runs, uniformly over full moves.
class RandomPlay {
 public:
  RandomPlay(const Game& game, std::uint64_t seed);
  /// One game; answers its plies.
  int play();
  /// A start from nothing: setup, chance, and on to the first choice.
  void begin();
  Machine& machine() { return machine_; }
  Random& random() { return random_; }
  /// A start, with its State loaded.
  void load_start();
  /// One ply of the game loaded; false where it is over.
  bool step();

 private:
  std::shared_ptr<Game> game_;
  Machine machine_;
  Random random_;
  RandomChance chance_;
  std::vector<std::vector<Word>> starts_;
  std::size_t next_ = 0;
  std::vector<std::uint64_t> history_;
};

}  // namespace glint::bench
