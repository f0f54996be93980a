// What the engine's own rooms may do with a Position and a Game behind their public faces.
#pragma once

#include <functional>

#include "interpreter/game/errors.hpp"
#include "interpreter/game/position_chance.hpp"

namespace glint {

class Profile;

struct PositionAccess {
  static auto& state(auto& position) { return position.state_; }
  static auto& history(auto& position) { return position.history_; }
  static std::uint64_t random(const Position& position) { return position.random_; }
  static bool has_fixed_draws(const Position& position) { return !position.fixed_draws_.empty(); }
  /// All that was drawn and chosen since the start, in games with secrets: for each a word of kLineDraw plus the number
  /// of the draw, or of kLineMove plus the move; a word that says how many follow; then what was drawn, or what was
  /// picked, pick by pick, as in a State. Null where it is not known: the position was read, say.
  static const std::vector<std::uint64_t>* line(const Position& position) {
    return position.keeps_line_ ? &position.line_ : nullptr;
  }
  static constexpr Word kLineDraw = 0, kLineMove = Word{1} << 32;

  /// As Game::start, with a machine that tells this profile what it runs; none: nobody.
  static Result<Position> start(const Game& game, const StartOptions& options, Profile* profile);
  /// The position's machine with its State loaded.
  static Machine& machine(const Position& position);
  /// Takes the machine's State back into the position. What was drawn and chosen on the way is not known.
  static void keep(Position& position);
  /// Applies the choices set in the machine as `move` and goes on to the next wait. Here and in `draw` the position has
  /// not changed when that fails.
  static std::optional<Error> apply(Position& position, int move);
  /// Where play waits for chance: this outcome, or the one of this text, or else as the position draws by itself.
  static std::optional<Error> draw(Position& position, std::optional<std::uint64_t> number, std::string_view text);
  /// The texts of these listed moves, as Position::moves has them.
  static Result<std::vector<std::string>> moves(const Position& position, const std::vector<std::uint64_t>& numbers);
  /// Lists in the machine, which has a State loaded that waits; nothing to choose is an error of the script.
  static Result<std::uint64_t> list(Machine& machine);
  /// Chance for a line that goes on from this position, with a stream of its own. The log may be missing where no draw
  /// is fixed.
  static PositionChance chance_of(const Position& position, std::uint64_t& random, Settings* log,
                                  std::vector<std::uint64_t>* line = nullptr);
  /// From here on chance goes its own way: for whoever tries a move out and must not know what will be drawn.
  static void guess(Position& position);

 private:
  template <class Run>
  static std::optional<Error> advance(Position& position, Run run);
};

/// Lists a position once and plays any of its moves on copies, for whoever looks at all of them. It has a machine of its
/// own: that of the position lists anew with each step.
class Lister {
 public:
  explicit Lister(const Program& program) : machine_(program) {}
  /// How many moves the position has; 0 when it is over.
  Result<std::uint64_t> list(const Position& position);
  /// Plays the i-th of the moves listed on `position`, a copy of the position listed.
  std::optional<Error> play(std::uint64_t i, Position& position);
  /// Carries out the i-th alone, where choices are made together: only to look at what comes of it.
  std::optional<Error> play_alone(std::uint64_t i, Position& position);

 private:
  Machine machine_;
};

/// Where chance is to decide, nobody can choose a move.
std::optional<Error> chance_first(const Position& position);

/// What `score` says for a player in the machine's position; nothing where the game has none, or where it is in error
/// (`Machine::failure`).
std::optional<std::int64_t> score_of(Machine& machine, int player);
/// The same of `heuristic`, and in a game without that of `score`.
std::optional<std::int64_t> heuristic_of(Machine& machine, int player);
/// How the machine's position ended, and its scores.
Outcome outcome_of(Machine& machine);

/// Runs each of the script's tests once, with code as the rules are written. Calls `ran` with the profile of each build
/// of the game.
std::vector<TestReport> run_tests(const Game& game, std::function<void(const Program&, const Profile&)> ran);

}  // namespace glint
