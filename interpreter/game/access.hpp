// Parts of Position and Game that only the engine's own rooms may use.
#pragma once

#include <functional>

#include "interpreter/game/errors.hpp"
#include "interpreter/game/past.hpp"
#include "interpreter/game/position_chance.hpp"

namespace glint {

class Profile;

/// A listed move, taken apart: what a board lights up when a pointer is over it.
struct MoveParts {
  std::string text;  // as `Position::moves` has it
  std::string name;  // of the move in the script
  struct Pick {
    std::string name, value;  // the value as printed
    std::vector<int> cells;                    // of a cell, or of a set of cells
    std::vector<std::pair<int, int>> edges;    // of an edge or edges: a cell, and the direction from it
  };
  std::vector<Pick> picks;  // in the order of the script
};

struct PositionAccess {
  static auto& state(auto& position) { return position.state_; }
  static auto& history(auto& position) { return position.history_; }
  static std::uint64_t random(const Position& position) { return position.random_; }
  static bool has_fixed_draws(const Position& position) { return !position.fixed_draws_.empty(); }
  /// Its draws and, in games with secrets, its moves: see game/past.hpp.
  static const std::vector<Word>& past(const Position& position) { return position.past_; }
  /// The same in games with secrets, with all moves since the start. Null if they are not known, for instance if the
  /// position was read.
  static const std::vector<Word>* line(const Position& position) {
    return position.knows_moves_ ? &position.past_ : nullptr;
  }

  /// As Game::start, with a machine that records in this profile what it runs, if it is not null.
  static Result<Position> start(const Game& game, const StartOptions& options, Profile* profile);
  /// The position's machine with its State loaded.
  static Machine& machine(const Position& position);
  /// Copies the machine's State into the position. Its moves are then unknown.
  static void keep(Position& position);
  /// Lets play arrive where the position waits that was read: at its end, at a choice, or where that leads which has
  /// nothing to choose. Its past is forgotten.
  static std::optional<Error> settle(Position& position);
  /// Applies `move` with these choices in the machine and goes on to the next wait. If this or `draw` fails, the
  /// position has not changed.
  static std::optional<Error> apply(Position& position, int move, const std::vector<Choice>& choices);
  /// When play waits for chance: takes the outcome of this number, or of this text; without either the position draws.
  static std::optional<Error> draw(Position& position, std::optional<std::uint64_t> number, std::string_view text);
  /// The text of the outcome of this number, as in Position::outcomes, of which there may be too many to list.
  static Result<std::string> outcome(const Position& position, std::uint64_t number);
  /// The texts of these listed moves, as in Position::moves.
  static Result<std::vector<std::string>> moves(const Position& position, const std::vector<std::uint64_t>& numbers);
  /// The listed moves from this number on, at most so many, taken apart.
  static Result<std::vector<MoveParts>> parts(const Position& position, std::uint64_t first, std::uint64_t most);
  /// For each of `position.notations()` a listed move that is written so, "" if there is none now.
  static Result<std::vector<std::string>> examples(const Position& position);
  /// The position with one piece, of this key, in the place of all others. Its past is that of the other position.
  static Position with_only(const Position& position, int cell, int key);
  /// A beam that starts in a cell and carries a payload (its number).
  struct Shot {
    int cell = 0, way = 0;
    std::int64_t payload = 0;
  };
  /// What becomes of these, each alone, as `Position::beams` gives those of emitters; nothing where the script fails.
  static std::vector<std::vector<Beam>> beams_from(const Position& position, const std::vector<Shot>& shots);
  /// Lists the moves of the State that the machine has loaded, which waits for a player. Having none is an error of the
  /// script.
  static Result<std::uint64_t> list(Machine& machine);
  /// Chance for a line that goes on from this position, with a generator of its own. The past may be null if no draw is
  /// fixed.
  static PositionChance chance_of(const Position& position, std::uint64_t& random, std::vector<Word>* past);
  /// Gives the position chance of its own, for a player that tries moves and must not know the outcomes to come.
  static void guess(Position& position);

 private:
  template <class Run>
  static std::optional<Error> advance(Position& position, Run run);
};

/// Lists a position once and plays its moves on copies, for looking at all moves. It has a machine of its own, as that
/// of the position would list again for each move.
class Lister {
 public:
  explicit Lister(const Program& program) : machine_(program) {}
  /// Lists the moves and answers how many there are; 0 if the game is over.
  Result<std::uint64_t> list(const Position& position);
  /// Plays the i-th of the moves listed on `position`, a copy of the position listed.
  std::optional<Error> play(std::uint64_t i, Position& position);
  /// If choices are made together, carries out the i-th by itself, to look at its effect.
  std::optional<Error> play_alone(std::uint64_t i, Position& position);
  /// The fuel that all of it has taken.
  std::uint64_t spent() const { return machine_.spent(); }

 private:
  Machine machine_;
  std::vector<Choice> choices_;
};

/// An error if play waits for chance, as nobody can choose a move then.
std::optional<Error> chance_first(const Position& position);

/// The `score` of a player in the machine's position; nothing if the game has none, or if it fails (see
/// `Machine::failure`).
std::optional<std::int64_t> score_of(Machine& machine, int player);
/// The `heuristic` of a player; in a game without it, the `score`.
std::optional<std::int64_t> heuristic_of(Machine& machine, int player);
/// How the machine's position ended, and its scores.
Outcome outcome_of(Machine& machine);

/// Runs each of the script's tests once, with code built without lowerings. Calls `ran` with the profile of each build
/// of the game.
std::vector<TestReport> run_tests(const Game& game, std::function<void(const Program&, const Profile&)> ran);

/// A test that was run: its report, what was wrong as data (empty if it passed, or is itself in error), and the position
/// in which it ended, if it could begin.
struct EndedTest {
  TestReport report;
  std::vector<Error> errors;
  std::optional<Position> last = {};
};
/// Runs these tests alone, by their numbers in Rules::tests.
std::vector<EndedTest> run_tests(const Game& game, const std::vector<int>& numbers);

/// What is wrong with the boards that the script's tests draw; no test is run.
std::vector<Error> misdrawn_boards(const Game& game);

}  // namespace glint
