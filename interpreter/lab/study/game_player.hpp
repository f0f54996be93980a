// Plays one game of a study at a time: its seats, what chance draws, and the position. It counts nothing.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "interpreter/lab/study/plan.hpp"
#include "interpreter/machine/playout.hpp"
#include "interpreter/players/player.hpp"

namespace glint {

/// Random games are played in the machine alone, others in a Position too, which is what players are given. Errors are
/// those of the script, and of players that cannot play this game.
class GamePlayer {
 public:
  /// The plan must outlive it. A profile records what the rules run while random games are played.
  GamePlayer(const Game& game, const StudyPlan& plan, Profile* profile);

  /// Sets up the game of this number.
  std::optional<Error> begin(std::uint64_t number);
  /// Lists the moves: how many there are, at least one.
  Result<std::uint64_t> list();
  /// The choice of the player to move, among the `count` listed moves or `only` these.
  Result<std::uint64_t> choose(std::uint64_t count, const std::vector<std::uint64_t>* only = nullptr);
  std::optional<Error> step(std::uint64_t move);

  /// The machine in the game's position; code that uses it leaves it there, with the moves that were listed.
  Machine& machine() { return machine_; }
  bool is_random() const { return is_random_; }
  /// The stream of a random game: drawing from it decides how the game goes on.
  Random& random() { return random_; }
  std::uint64_t seed() const { return seed_; }
  /// Did the player at this seat choose its last move blindly (see Player::guessed)?
  bool guessed(int seat) const { return seats_[static_cast<std::size_t>(seat)]->guessed(); }
  /// The current position.
  std::optional<Position> position() const;

 private:
  std::optional<Error> begin_random();
  std::optional<Error> begin_seated(std::uint64_t number);

  const Game game_;
  const Program& program_;
  const StudyPlan& plan_;
  Profile* const profile_;
  const bool is_random_;
  Machine machine_;
  std::uint64_t seed_ = 0;
  // of random games
  Random random_;
  std::unique_ptr<Chance> chance_;
  std::vector<std::uint64_t> history_;
  // of all others
  std::optional<Position> position_;
  std::vector<std::unique_ptr<Player>> seats_;
};

}  // namespace glint
