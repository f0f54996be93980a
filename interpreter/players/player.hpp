// Players that are programs. A player gets the position and returns a move; it keeps nothing about the game.
//
// The specification of a player is a name, with or without a budget after a colon: `random`, `greedy`,
// `mcts:1000`, `alphabeta:200ms`. interpreter/players/README.md describes what each does and what it can play.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/glint.hpp>

namespace glint {

class Judge;  // players/judge.hpp

/// Makes a judge of positions for a search; null: the script's `heuristic` or `score` judges. It is called for each
/// search, perhaps in several threads at the same time. The program outlives the judge.
using JudgeMaker = std::function<std::unique_ptr<Judge>(const Program& program)>;

/// The effort of a player's search.
struct Effort {
  std::uint64_t nodes = 0;     // positions, or iterations
  std::uint64_t searches = 0;  // moves for which it searched
  std::uint64_t depths = 0;    // total of the plies that it looked ahead for these; 0: it does not count them
};

class Player {
 public:
  virtual ~Player() = default;
  /// Chooses a listed move and returns its number. The position waits for this player's seat, and has at least one
  /// move. `only`: the numbers of the moves to choose from, at least one, in rising order; null: all.
  virtual Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only = nullptr) = 0;
  /// The result that it expects from the position of its last choice, for the player to move there: from 0 (a loss) to
  /// 1 (a win). Nothing from players that do not estimate it.
  virtual std::optional<double> value() const { return std::nullopt; }
  /// True if its last move was a guess, drawn at random because it found no position that fits all that it has seen.
  virtual bool guessed() const { return false; }
  /// The total of its searches so far.
  virtual Effort effort() const { return {}; }
};

/// The budget of a player for one move.
struct Budget {
  std::uint64_t number = 0;  // iterations or plies, whichever its method counts; 0: only time decides
  double seconds = 0;        // the longest time, after which the best move so far counts; 0: no limit

  bool is_time() const { return number == 0; }
};

/// The parts of a specification.
struct PlayerSpec {
  std::string name;
  Budget budget;
};

/// Searches for one move in parts that may run at the same time. Its threads are the host's.
struct Workers {
  /// The most parts into which a search is divided. Its choice depends on this number, not on how they run.
  int count = 1;
  /// Runs each part below `parts` once, and returns when all are done; none: runs them one after another.
  std::function<void(int parts, const std::function<void(int)>& part)> run;

  void each(int parts, const std::function<void(int)>& part) const {
    if (run) return run(parts, part);
    for (int number = 0; number < parts; ++number) part(number);
  }
};

/// Describes a method of play.
struct PlayerInfo {
  std::string name;
  std::string forms;    // its specifications: "mcts, mcts:1000, mcts:200ms, mcts:2s", or only the name
  std::string summary;  // one line
};

/// The methods that need only the game, simplest first. `learned` (alpha-beta by learned values) also needs a judge.
const std::vector<PlayerInfo>& player_infos();

/// Reads a specification. `others`: names that the caller also accepts ("human"); the error about a wrong name lists
/// them, too.
Result<PlayerSpec> read_player_spec(std::string_view spec, const std::vector<std::string>& others = {});
/// True if a specification is that of a player by learned values, which needs a judge.
bool is_learned(std::string_view spec);
/// The reason why the rules of this game do not allow such a player.
std::optional<Error> cannot_play(const PlayerSpec& spec, const Game& game);
/// The bot that suits the rules: `alphabeta` if it can play and judge the game, else `mcts`.
std::string fitting_bot(const Game& game);
/// A player for a seat of this game. Errors are the same as in the two functions above. The same seed and number of
/// workers give the same moves, unless the budget is a time. Only `mcts` uses more than one worker; `mcts` and
/// `alphabeta` ask the judge, which must be one for this game.
Result<std::unique_ptr<Player>> make_player(std::string_view spec, std::uint64_t seed, const Game& game,
                                            Workers workers = {}, JudgeMaker judge = {});
/// A player from a parsed specification; its budget may have both a number and a time.
Result<std::unique_ptr<Player>> make_player(const PlayerSpec& spec, std::uint64_t seed, const Game& game,
                                            Workers workers = {}, JudgeMaker judge = {});

}  // namespace glint
