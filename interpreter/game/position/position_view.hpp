// Functions of a Position for the engine's own folders, beyond the public ones, and common parts of these folders.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include <glint/evaluate.hpp>
#include "glint/glint.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/machine/interpreter.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

// The chance of a position: fixed draws first, then its seed, or a wait.

/// The memory of a game: its draws and, in games with secrets, its moves. Each entry begins with a word: kPastDraw plus
/// the number of the draw, or kPastMove plus the move. Then comes the number of words that follow, then the outcome, or
/// the picks in order, as in a State.
inline constexpr Word kPastDraw = 0, kPastMove = Word{1} << 32;

void add_draw(const Program& program, const Drawing& drawing, const Word* drawn, std::vector<Word>& past);

/// The draws of a past from this word on, by name and in printed form.
Settings draws_of(const Program& program, const std::vector<Word>& past, std::size_t from = 0);

/// The cost of a draw in words, and of each word of a drawn set: about the length of its text in a record.
inline constexpr std::int64_t kWordsOfDraw = 16, kWordsOfDrawnSet = 32;

/// The error that this past and the positions that `seen` compares exceed `--limit words`, if they do.
std::optional<Failure> too_long(const Program& program, const std::vector<Word>& past,
                                const std::vector<std::uint64_t>& history);

/// Draws fixed values if there are any; otherwise waits, or draws by the seed. Adds the result to a past.
class PositionChance : public Chance {
 public:
  /// The outcome chosen for the draw at which play waits.
  struct Chosen {
    std::optional<std::uint64_t> number;
    std::string_view text;
  };

  /// The past may be null, unless draws are fixed: it tells which fixed values are used.
  PositionChance(const Program& program, const Settings& fixed, bool first, bool waits, std::uint64_t& random,
                 std::vector<Word>* past)
      : program_(program), fixed_(fixed), first_(first), waits_(waits), random_(random), past_(past) {}

  void choose(const Chosen& chosen) { chosen_ = &chosen; }
  /// The past was changed without draws, so the used fixed values are counted again.
  void past_changed();
  std::string refusal() const override { return refusal_; }
  Answer draw(const Drawing& drawing, Word* into) override;

 private:
  /// The values that are fixed for one name, in order; the first `used` of them are in the past.
  struct Fixed {
    std::vector<const std::string*> values;
    std::size_t used = 0;
  };

  Answer take(const Drawing& drawing, Word* into);
  const std::string* next_fixed(const std::string& name);
  Answer by_text(const Drawing& drawing, std::string_view text, Word* into);

  const Program& program_;
  const Settings& fixed_;
  const bool first_, waits_;
  std::uint64_t& random_;
  std::vector<Word>* const past_;
  const Chosen* chosen_ = nullptr;
  std::map<std::string_view, Fixed> by_name_;  // filled at the first draw; many draws may be fixed
  std::size_t counted_ = 0;                    // how much of the past is counted in by_name_
  std::string refusal_;
};

class Profile;

/// A listed move in parts: these light up on a board when a pointer is over the move.
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

/// A position as the engine's own folders see it. They only read it: a changed position comes as a copy. The position
/// must outlive the view.
class PositionView {
 public:
  explicit PositionView(const Position& position) : position_(position) {}

  /// Hashes of the positions where a choice was made, for `seen`.
  const std::vector<std::uint64_t>& history() const;
  /// Its draws and, in games with secrets, its moves: see above.
  const std::vector<Word>& past() const;
  /// Its past in games with secrets, with all moves since the start. Null if they are not known, for instance if the
  /// position was read.
  const std::vector<Word>* line() const;
  std::uint64_t random() const;
  bool has_fixed_draws() const;
  /// The machine shared with its copies, with its State loaded. Code that runs there does not change the position.
  Machine& machine() const;
  /// Chance for a line that continues from here, with its own generator. The past may be null if no draw is fixed.
  PositionChance chance_of(std::uint64_t& random, std::vector<Word>* past) const;

  /// The text of the outcome with this number, as in Position::outcomes; there may be too many to list them all.
  Result<std::string> outcome(std::uint64_t number) const;
  /// The texts of these listed moves, as in Position::moves.
  Result<std::vector<std::string>> moves(const std::vector<std::uint64_t>& numbers) const;
  /// At most `most` listed moves, from the number `first` on, taken apart.
  Result<std::vector<MoveParts>> parts(std::uint64_t first, std::uint64_t most) const;
  /// For each notation in `Position::notations`, a listed move of that form, or "" if there is none now.
  Result<std::vector<std::string>> examples() const;
  /// A beam that starts in a cell and carries a payload (its number).
  struct Shot {
    int cell = 0, way = 0;
    std::int64_t payload = 0;
  };
  /// The beams with these starts, each followed alone, as `Position::beams` gives those of emitters; nothing if the
  /// script fails.
  std::vector<std::vector<Beam>> beams_from(const std::vector<Shot>& shots) const;

  /// A copy with this State and history.
  Position at(const std::vector<Word>& state, const std::vector<std::uint64_t>& history) const;
  /// A copy with a piece of this key on each of these cells, and on no others. Its past is that of this position.
  Position with_only(const std::vector<int>& cells, int key) const;
  /// A copy with its own chance, for a player that tries moves and must not know the outcomes to come.
  Position guessing() const;

 private:
  const Position& position_;
};

/// As Game::start, with a machine that records the code that it runs in this profile, if that is not null.
Result<Position> start_recorded(const Game& game, const StartOptions& options, Profile* profile);
/// Lists the moves of the State that the machine has loaded, which waits for a player. Having none is an error of the
/// script.
Result<std::uint64_t> list_moves(Machine& machine);

/// Lists a position once and plays its moves on copies, for looking at all moves. It has its own machine, because the
/// position's machine would list the moves again each time.
class Lister {
 public:
  explicit Lister(const Program& program) : machine_(program) {}
  /// Lists the moves and answers how many there are; 0 if the game is over.
  Result<std::uint64_t> list(const Position& position);
  /// Plays the i-th of the moves listed on `position`, a copy of the position listed.
  std::optional<Error> play(std::uint64_t i, Position& position);
  /// If choices are made together, carries out only the i-th, to look at its effect.
  std::optional<Error> play_alone(std::uint64_t i, Position& position);
  /// The fuel used so far.
  std::uint64_t spent() const { return machine_.fuel().spent(); }

 private:
  Machine machine_;
  std::vector<Choice> choices_;
};

/// An error if play waits for chance, because nobody can choose a move then.
std::optional<Error> chance_first(const Position& position);

/// The `score` of a player in the machine's position; nothing if the game has none, or if it fails (see
/// `Machine::failure`).
std::optional<std::int64_t> score_of(Machine& machine, int player);
/// The `heuristic` of a player; in a game without it, the `score`.
std::optional<std::int64_t> heuristic_of(Machine& machine, int player);
/// The end of the machine's position, and the scores.
Outcome outcome_of(Machine& machine);

/// Runs each of the script's tests once, with code built without lowerings. Calls `ran` with the profile of each build
/// of the game.
std::vector<TestReport> run_tests(const Game& game, std::function<void(const Program&, const Profile&)> ran);

/// A test that was run: its report, the failures as data (empty if it passed, or has an error itself), and the position
/// in which it ended, if it could begin.
struct EndedTest {
  TestReport report;
  std::vector<Error> errors;
  std::optional<Position> last = {};
};
/// Runs only these tests, by their numbers in Rules::tests.
std::vector<EndedTest> run_tests(const Game& game, const std::vector<int>& numbers);

/// The value of this let (its number in Rules::lets); nothing if it depends on the position or has parameters, or if it is
/// a set of cells that no rule reads.
std::optional<Value> constant_of(const Game& game, std::size_t number);

/// The errors of the boards that the script's tests draw; no test is run.
std::vector<Error> misdrawn_boards(const Game& game);

}  // namespace glint
