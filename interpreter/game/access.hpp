// What the engine's own rooms may do with a Position and a Game behind their public faces.
#pragma once

#include "glint/glint.hpp"
#include "interpreter/machine/machine.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

class PositionChance;

struct PositionAccess {
  /// The position's machine with its State loaded.
  static Machine& machine(const Position& position);
  static std::vector<Word>& state(Position& position) { return position.state_; }
  static std::vector<std::uint64_t>& history(Position& position) { return position.history_; }
  static const std::vector<std::uint64_t>& history(const Position& position) { return position.history_; }
  /// Takes the machine's State back into the position.
  static void keep(Position& position);
  static Position make(std::shared_ptr<const Program> program, const StartOptions& options);
  /// As Game::start, with a machine that tells this profile what it runs; none: nobody.
  static Result<Position> start(const Game& game, const StartOptions& options, Profile* profile);
  static void set_profile(Position& position, Profile* profile) { position.machine_->set_profile(profile); }
  /// Applies the choices set in the machine as `move` and goes on to the next wait; the position has not changed when that
  /// fails.
  static std::optional<Error> apply(Position& position, int move, bool want_reason);
  static void add_move(Position& position, int move);
  /// Chance as this position meets it.
  static PositionChance chance_of(Position& position);
  /// The same for a line that goes on from it, with a stream of its own. The log may be missing where no draw is fixed.
  static PositionChance chance_of(const Position& position, std::uint64_t& random, Settings* log);
  /// All that was drawn and chosen since the start, in games with secrets: for each a word of kLineDraw plus the number
  /// of the draw, or of kLineMove plus the move; a word that says how many follow; then what was drawn, or what was
  /// picked, pick by pick, as in a State. Null where it is not known: the position was read, say.
  static const std::vector<std::uint64_t>* line(const Position& position) {
    return position.keeps_line_ ? &position.line_ : nullptr;
  }
  static constexpr Word kLineDraw = 0, kLineMove = Word{1} << 32;
  static void forget_line(Position& position) { position.keeps_line_ = false; }
  static std::uint64_t random(const Position& position) { return position.random_; }
  static bool has_fixed_draws(const Position& position) { return !position.fixed_draws_.empty(); }
  static std::optional<Error> begin(Position& position);
  /// Where play waits for chance: this outcome, or as the position draws by itself.
  static std::optional<Error> draw(Position& position, std::optional<std::uint64_t> number, std::string_view text);
  /// The texts of these listed moves, as Position::moves has them.
  static Result<std::vector<std::string>> moves(const Position& position, const std::vector<std::uint64_t>& numbers);
  /// Lists in the machine, which has a State loaded that waits; nothing to choose is an error of the script.
  static Result<std::uint64_t> list(Machine& machine);
  /// From here on chance goes its own way: for whoever tries a move out and must not know what will be drawn.
  static void guess(Position& position);
  static void share(Position& position, std::shared_ptr<Machine> machine) { position.machine_ = std::move(machine); }
};

/// Lists a position once and plays any of its moves on copies, for whoever looks at all of them. It has a machine of its
/// own: that of the position lists anew with each step.
class Lister {
 public:
  explicit Lister(const Program& program);
  /// How many moves the position has; 0 when it is over.
  Result<std::uint64_t> list(const Position& position);
  /// Plays the i-th of the moves listed on `position`, a copy of the position listed.
  std::optional<Error> play(std::uint64_t i, Position& position);
  /// Carries out the i-th alone, where choices are made together: only to look at what comes of it.
  std::optional<Error> play_alone(std::uint64_t i, Position& position);

 private:
  Machine machine_;
};

/// What `score` says for a player in the machine's position; nothing where the game has none, or where it is in error
/// (`Machine::failure`).
std::optional<std::int64_t> score_of(Machine& machine, int player);
/// The same of `heuristic`, and in a game without that of `score`.
std::optional<std::int64_t> heuristic_of(Machine& machine, int player);

/// How the machine's position ended, and its scores.
Outcome outcome_of(Machine& machine);

/// A failure as the user sees it, with its place in the script.
Error to_error(const Program& program, const Failure& failure);
Error to_error(const lang::Sources& sources, const lang::Diagnostic& diagnostic);
Error too_many_outcomes(const Program& program, const Drawing& drawing);
/// Why this text cannot be what is drawn.
std::string cannot_be_drawn(const Program& program, const Drawing& drawing, std::string_view text);
Error plain_error(lang::Code code, std::string message, std::string help = {});

}  // namespace glint
