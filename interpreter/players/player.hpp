// Players that are programs. A player is given the position and says which move it takes; it keeps nothing of the game.
//
// A player is asked for by its specification, a name and perhaps a budget after a colon: `random`, `greedy`,
// `mcts:1000`, `alphabeta:200ms`. interpreter/players/README.md describes what each does and what it can play.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/glint.hpp>

namespace glint {

class Player {
 public:
  virtual ~Player() = default;
  /// The number of a listed move. The position has at least one, and waits for the one whose seat this player has.
  /// `only`: numbers of listed moves, at least one, in rising order, and one of these it is to be; none: any.
  virtual Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only = nullptr) = 0;
  /// What it thinks of the position in which it chose last: the result that it expects for who was to move, from 0 (a
  /// loss) to 1 (a win). Nothing from those who do not look so far.
  virtual std::optional<double> value() const { return std::nullopt; }
  /// The move that it chose last was drawn at random, for want of a position that fits all that it has seen.
  virtual bool guessed() const { return false; }
};

/// What a player may spend on one move.
struct Budget {
  std::uint64_t number = 0;  // of what its method counts: iterations, plies. 0: time decides
  double seconds = 0;

  bool is_time() const { return number == 0; }
};

/// A specification, taken apart.
struct PlayerSpec {
  std::string name;
  Budget budget;
};

/// A method of play, for lists of them.
struct PlayerInfo {
  std::string name;
  std::string forms;    // how it may be asked for: "mcts, mcts:1000, mcts:200ms, mcts:2s"; of some only the name
  std::string summary;  // one line
};

/// The methods, simplest first.
const std::vector<PlayerInfo>& player_infos();

/// Takes a specification apart. `others`: names that are right where it is asked for, and that are none of ours
/// ("human"); the error about a wrong name lists them with ours.
Result<PlayerSpec> read_player_spec(std::string_view spec, const std::vector<std::string>& others = {});
/// Why such a player cannot play this game, as far as the rules alone say it.
std::optional<Error> cannot_play(const PlayerSpec& spec, const Game& game);
/// A player for a seat of this game: errors are those of the two above. Same seed, same moves, where the budget is no
/// time.
Result<std::unique_ptr<Player>> make_player(std::string_view spec, std::uint64_t seed, const Game& game);

}  // namespace glint
