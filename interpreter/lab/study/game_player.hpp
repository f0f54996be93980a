// Plays the games of a study, one at a time: seats, chance, and the position. It counts nothing.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/lab/study/plan.hpp"
#include "interpreter/machine/playout.hpp"
#include "interpreter/players/player.hpp"

namespace glint {

/// Random games need only the machine; others also have a Position, for their players. Errors come from the script, or
/// from players that cannot play this game.
class GamePlayer {
 public:
  /// The plan must outlive it. A profile records the code that games run.
  GamePlayer(const Game& game, const StudyPlan& plan, Profile* profile);

  /// Sets up the game of this number. Without players, for a game whose choices are known, `choose` and `guessed` must
  /// not be called, unless the game is random.
  std::optional<Error> begin(std::uint64_t number, bool has_players = true);
  /// Lists the moves and returns their number, at least one.
  Result<std::uint64_t> list();
  /// The choice of the player to move, among the `count` listed moves or only those in `only`.
  Result<std::uint64_t> choose(std::uint64_t count, const std::vector<std::uint64_t>* only = nullptr);
  std::optional<Error> step(std::uint64_t move);
  /// The record that a game repeats, or null, and the next step in it: `play` or `forfeit`.
  const Record* record() const { return record_; }
  std::optional<std::uint64_t> listed(const std::string& text) const;  // the number of this move among those listed
  std::optional<Error> step(const std::function<std::optional<Error>(Position&)>& recorded);

  /// The machine, in the game's position. Code that uses it must leave the position and its listed moves there.
  Machine& machine() { return machine_; }
  bool is_random() const { return is_random_; }
  std::uint64_t seed() const { return seed_; }
  /// True if the last move of the player at this seat was a guess: see Player::guessed.
  bool guessed(int seat) const { return seats_[static_cast<std::size_t>(seat)]->guessed(); }
  /// From the next game on, puts the draws of chance into `draws`. Noting them takes time in random games.
  void note_draws() { notes_draws_ = true; }
  Settings draws() const { return position_ ? position_->draws() : draws_of(program_, noted_); }

 private:
  std::optional<Error> begin_random(std::uint64_t number);
  std::optional<Error> begin_seated(std::uint64_t number, bool has_players);

  const Game game_;
  const Program& program_;
  const StudyPlan& plan_;
  Profile* const profile_;
  const bool is_random_;
  Machine machine_;
  std::uint64_t seed_ = 0;
  const Record* record_ = nullptr;
  // random games
  Random random_, chance_random_;
  std::unique_ptr<Chance> chance_;
  bool notes_draws_ = false;
  std::vector<Word> noted_;
  std::vector<std::uint64_t> history_;
  // other games
  std::optional<Position> position_;
  std::vector<std::unique_ptr<Player>> seats_;
};

}  // namespace glint
