// Glint for C++: load a game, list its moves, play, look, undo by copy.
//
//     #include <glint/glint.hpp>
//
//     auto game = glint::Game::from_text(script, "mine.glint", {{"side", "5"}});
//     if (!game) { std::cerr << game.error_text(); return 1; }
//
//     auto position = game->start({.seed = 7});
//     for (const std::string& move : position->moves()) std::cout << move << '\n';
//
//     glint::Position before = *position;                 // undo: keep a copy
//     if (auto error = position->play("c3-c5")) std::cout << error->message << '\n';
//     std::cout << position->text();                      // the drawn board; Game::read takes it back
//     *position = before;
//
// Errors are values: a Result holds what was asked for, or one or more Errors. Nothing here throws for a bad script, a
// bad move or a bad position, and nothing reads files: scripts come as text, libraries through a loader.
//
// A Game is immutable and may be shared between threads. A Position is a value; positions copied from one another share
// a workspace, so use a position and its copies in one thread (`Position::detach` gives a copy its own workspace).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/limits.hpp>

namespace glint {

namespace lang {
class Loader;
}
struct Program;
class Machine;

/// What went wrong, and where, when it has a place in a script or a text.
struct Error {
  std::string code;     // stable: "G0201"
  std::string message;  // one sentence
  std::string help;     // what to do, or empty
  std::string file;     // empty when there is no place; else lines and columns count from 1, ends are exclusive
  int line = 0, column = 0, end_line = 0, end_column = 0;
  bool is_warning = false;
  std::string rendered;  // the whole text for a terminal, with the marked line
};

/// A value, or errors. A value may come with warnings.
template <class T>
class Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(std::vector<Error> errors) : errors_(std::move(errors)) {}
  Result(Error error) { errors_.push_back(std::move(error)); }

  explicit operator bool() const { return value_.has_value(); }
  bool ok() const { return value_.has_value(); }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  const std::vector<Error>& errors() const { return errors_; }
  /// All errors rendered for a terminal.
  std::string error_text() const {
    std::string text;
    for (const Error& error : errors_) text += error.rendered.empty() ? error.message + "\n" : error.rendered;
    return text;
  }

 private:
  std::optional<T> value_;
  std::vector<Error> errors_;
};

using Settings = std::vector<std::pair<std::string, std::string>>;  // option (or draw), value

struct OptionInfo {
  std::string name, domain, initial, text, doc;  // domain as written: "3..6", "{own, all}"
  std::string value;                             // in this build
};

/// Cells, directions and players are numbers from 0, in the order in which the board, lattice and script list them.
struct CellInfo {
  std::string label;  // "C4"; with the player for a cell that only one player names so: "north B3"
  int x = 0, y = 0;              // the board's own coordinates
  int drawn_x = 0, drawn_y = 0;  // the lattice's drawing grid: x to the right, y down
  std::string own_label = {};    // as that player writes it in a move: "B3"; else the same as `label`
  int player = -1;               // the player who names the cell so; -1: everybody
};

struct DirectionInfo {
  std::string name;
  int drawn_dx = 0, drawn_dy = 0;  // one step on the drawing grid
};

struct BeamStep {
  int cell = 0;
  int way = 0;                        // direction in which it leaves the cell
  std::vector<std::string> payload;   // what it carries on leaving: for each beam field its printed value
};

struct PieceInfo {
  std::string kind;
  int owner = -1;     // player, or -1
  std::string glyph;  // as the script's `look` has it
  std::vector<std::pair<std::string, std::string>> fields;  // name, value as printed
  int facing = -1;    // the first field of type direction, if there is one
  int axis = -1;      // likewise of type axis: 2d lies along direction d, 2d + 1 half way to the next one
  std::vector<BeamStep> emits = {};  // for a piece on top that sends out beams: how they begin
  std::vector<int> sides = {};       // for a piece on top: the sides of its cell that act on beams which cross them
};

/// How a beam (or a branch of one) ended. left: off the board; stopped: by a piece or side; looped: it has been here
/// before; split: into branches.
enum class BeamEnd { left, stopped, looped, split };

/// One beam: the cells that it leaves, in order, then how it ends; a split's branches go on from its end.
struct Beam {
  int source = 0;
  std::vector<BeamStep> path;
  BeamEnd end = BeamEnd::left;
  int end_cell = -1;     // stopped, looped, split: the cell; left: the last cell it left
  std::string end_name;  // `stops as NAME`
  int end_way = -1;      // left, or stopped at an edge: the direction from end_cell over that edge
  std::vector<std::string> left_with;  // left: the payload that it carries off the board
  std::vector<Beam> branches = {};
  std::string name = {};  // of a beam that the rules follow by themselves: what the script calls it; else empty
  int entry_way = -1;     // it came to its source over an edge, in this direction
};

enum class OutcomeKind { none, win, tie, score, capped, loss };  // loss: of a team or a single player
struct Outcome {
  OutcomeKind kind = OutcomeKind::none;
  int winner = -1;                   // -1 if a team wins
  std::vector<std::int64_t> scores;  // one for each player, or one for a team; empty without `score`

  /// The player with the highest score; -1 for a tie, and if there is nobody to compare with.
  int highest() const;
  /// The player who has won, also by score; -1: nobody, or a team.
  int victor() const;
};

/// How chance decides: fixed values for draws by name ("starter" -> "north"; a name may come several times, for its
/// successive draws), and a rule for all other draws.
struct StartOptions {
  std::uint64_t seed = 1;
  Settings draws = {};
  /// Draws that are not fixed take their first value instead of following the seed (as in tests).
  bool first_draws = false;
  /// Play waits for `Position::draw` at draws that are not fixed.
  bool wait_at_draws = false;
};

/// One outcome of a draw. Its probability is weight / total, in whole numbers.
struct ChanceOutcome {
  std::string value;  // as printed
  std::uint64_t weight = 1, total = 1;
};

class Position;

class Game {
 public:
  /// A bundled game or variant by its name, as `bundled_names` and `bundled_variants` list them.
  static Result<Game> bundled(std::string_view name, const Settings& options = {}, const Limits& limits = {});
  /// A script given as text; `file_name` is for errors. Without a loader, `use` finds the bundled libraries, and a
  /// variant the bundled games.
  static Result<Game> from_text(std::string_view text, std::string_view file_name, const Settings& options = {},
                                lang::Loader* loader = nullptr, const Limits& limits = {});
  /// Names of the bundled games.
  static std::vector<std::string> bundled_names();
  /// Names of the bundled variants of these.
  static std::vector<std::string> bundled_variants();

  /// Draws, sets up the board, and goes on to the first choice (or the end).
  Result<Position> start(const StartOptions& options = {}) const;
  /// A position from its text, as `Position::text` prints it; play arrives there. What is left out is as at the start.
  Result<Position> read(std::string_view text, const StartOptions& options = {}) const;

  const std::string& title() const;
  const std::string& doc() const;
  const std::string& id() const;  // bundled name, or the file's name without folder and ending
  /// The `id` of the game, or variant, that this is a variant of; else empty.
  const std::string& variant_of() const;
  std::uint64_t rules_hash() const;
  std::vector<std::string> players() const;
  bool is_team() const;
  std::vector<OptionInfo> options() const;
  const std::vector<CellInfo>& cells() const;
  const std::vector<DirectionInfo>& directions() const;
  std::vector<std::string> beam_fields() const;
  std::optional<int> find_cell(std::string_view label) const;
  /// Whether pieces send out beams.
  bool has_beams() const;
  /// Whether there are beams that the rules follow by themselves, from no emitter, and that pictures show.
  bool shows_followed_beams() const;
  /// Whether this player sees everything that beams depend on; -1 sees everything, kNobody what all players see.
  bool sees_beams(int player) const;
  /// Seconds for play between people; nothing if the game has no clock (or its `when` is off).
  struct ClockInfo {
    std::optional<std::int64_t> turn, reserve, whole_game;
    std::vector<std::pair<std::string, std::int64_t>> adds;  // move, seconds
  };
  std::optional<ClockInfo> clock() const;
  /// Are there variables that not every player sees?
  bool has_secrets() const;
  std::vector<Error> warnings() const;
  /// The compiled program as text; for people.
  std::string dump() const;
  /// How the legal runs of each move are found, in words: the moves as the compiler has changed them.
  std::string plan() const;

  const Program& program() const { return *program_; }
  explicit Game(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

 private:
  friend struct PositionAccess;  // the engine's own rooms
  std::shared_ptr<const Program> program_;
};

/// As a viewer in place of a player: somebody who sees only what all players see.
inline constexpr int kNobody = 64;

class Position {
 public:
  bool over() const;
  Outcome outcome() const;
  /// The outcome in words: "north wins", "tie", "north wins by score: north 3, south 1"; for a team or a single player
  /// "score 12"; "" while the game goes on.
  std::string outcome_text() const;
  /// Whose decision it is, or -1 when the game is over or waits for chance.
  int to_move() const;

  /// The listed moves in the game's notation, in listed order. May be fewer than what `play` accepts.
  Result<std::vector<std::string>> moves() const;
  Result<std::uint64_t> count_moves() const;
  /// The i-th of `moves`, without making the others.
  Result<std::string> move(std::uint64_t i) const;
  /// The texts that show how each move of this choice is written: "{at} {facing} {next}".
  std::vector<std::string> notations() const;

  /// Plays a move. On an error (illegal: the guard's words) the position has not changed.
  std::optional<Error> play(std::string_view move);
  /// The script's name for the last move played; empty at the start, and in a position that was read from a text.
  std::string last_move() const;
  /// Plays the i-th listed move.
  std::optional<Error> play_listed(std::uint64_t i);
  /// The player to move is out of time: applies the rule of the game's clock (only games that have one).
  std::optional<Error> forfeit();

  /// Play waits for chance, and not for a player: only if started with StartOptions::wait_at_draws.
  bool at_draw() const;
  /// The name of that draw: "starter".
  std::string draw_name() const;
  /// Its outcomes, in the order of their type; subsets in the order of their elements.
  Result<std::vector<ChanceOutcome>> outcomes() const;
  Result<std::uint64_t> count_outcomes() const;
  /// Draws the i-th of `outcomes`, or the one that prints like this, and goes on to where play waits next.
  std::optional<Error> draw(std::uint64_t i);
  std::optional<Error> draw(std::string_view value);
  /// Whether play waits, from here on, at draws that are not fixed.
  void wait_at_draws(bool wait) { wait_at_draws_ = wait; }

  /// The position as text: the drawn board, and a line for everything that it does not show.
  std::string text() const;
  /// The same as this player sees it: `?` for hidden values, and for simultaneous choices of others that are not yet
  /// shown. `Game::read` does not accept it.
  std::string text_for(int player) const;
  /// Simultaneous choices that wait for those of other players: player and text, in full.
  std::vector<std::pair<int, std::string>> chosen() const;
  /// The pieces on a cell, bottom to top.
  std::vector<PieceInfo> pieces(int cell) const;
  /// What acts on beams now without being a piece: cells (`when beam enters`), and edges (`when beam crosses`), each
  /// given as a cell and the direction from it.
  struct Terrain {
    std::vector<int> cells;
    std::vector<std::pair<int, int>> edges;
  };
  Terrain terrain() const;
  /// Variables and their printed values: ("lives[north]", "3"), ("last", "c4").
  std::vector<std::pair<std::string, std::string>> variables() const;
  /// As this player may see them: `?` for a value that is hidden.
  std::vector<std::pair<std::string, std::string>> variables_for(int player) const;
  /// All emitters' beams, by source. An error if a rule of the optics fails, or if the beams have more than a million
  /// steps: then look at one emitter with the script's own `trace`.
  Result<std::vector<Beam>> beams() const;
  /// Beams that the rules follow by themselves, `trace(x, d)`, and that the script shows (`show beams`, or else those of
  /// lets that say from where, if they do not fail), as far as this player may see them; -1: all. Errors: as of `beams`.
  Result<std::vector<Beam>> followed_beams(int player = -1) const;
  /// The texts that the script shows below the board (`show`), in the order of the script.
  struct Note {
    std::string text;
    int player = -1;  // the player of a `show for p in player`; else -1
  };
  Result<std::vector<Note>> notes() const;
  /// How the empty cells of a set look (`show cells`), in the order of the script. Of a cell the first counts that holds it.
  struct Ground {
    std::string sign;    // one character
    std::string colour;  // a word, or empty
    std::vector<int> cells;
  };
  Result<std::vector<Ground>> grounds() const;
  /// Draws of chance so far: ("starter", "north").
  const Settings& draws() const { return draws_; }
  /// The `score` and `heuristic` of a player now (heuristic falls back to score); nothing if the game has neither.
  std::optional<std::int64_t> score(int player) const;
  std::optional<std::int64_t> heuristic(int player) const;
  /// Equal positions have equal hashes.
  std::uint64_t hash() const;
  Position detach() const;

  Game game() const { return Game(program_); }
  Machine& machine() const { return *machine_; }
  const std::vector<std::uint64_t>& state() const { return state_; }

 private:
  friend class Game;
  friend struct PositionAccess;  // the engine's own rooms
  std::shared_ptr<const Program> program_;
  std::shared_ptr<Machine> machine_;
  std::vector<std::uint64_t> state_;         // flat; see interpreter/program/README.md
  std::vector<std::uint64_t> history_;       // hashes of the positions where a choice was made, for `seen`
  std::uint64_t random_ = 1;                 // state of the stream that draws follow
  Settings draws_, fixed_draws_;
  std::vector<std::uint64_t> line_;  // everything drawn and chosen so far, if the game has secrets
  bool keeps_line_ = false;          // whether line_ is complete
  bool first_draws_ = false, wait_at_draws_ = false;
  int last_move_ = -1;
};

/// The values that a text gives for draws of this name: one, or several separated by commas if it cannot mean one.
std::vector<std::string> split_draws(const Game& game, const std::string& name, const std::string& text);

/// Numbers of sequences of exactly 1..depth plies from here. Chance follows the position's own seed; if the position
/// waits for chance, the sequences of all its outcomes are counted. A draw is not a ply.
Result<std::vector<std::uint64_t>> perft(const Position& position, int depth);

/// How far `solve` searches, and what it returns.
struct SolveOptions {
  /// Positions to search, including ends; at most kMost. A thousand moves are tried for each. A position takes about 35
  /// bytes, and more while it waits to be expanded.
  std::uint64_t limit = 5'000'000;
  /// Bytes for all positions that wait to be expanded. On very large boards this limit ends the search.
  std::uint64_t waiting_bytes = 1'000'000'000;
  /// Stops at this number of wins: 2 is enough to know whether a solution is the only one.
  std::uint64_t enough = UINT64_MAX;
  /// The number of solutions to return with their moves and positions; all are counted.
  std::uint64_t told = UINT64_MAX;
  static constexpr std::uint64_t kMost = 4'000'000'000;
};

/// An end at which the game is won, and one of the shortest ways there.
struct Solution {
  std::vector<std::string> moves;
  Position position;
};

struct Solved {
  /// Those with the fewest moves first.
  std::vector<Solution> solutions;
  /// How many there are: ends that differ in a piece or in a variable.
  std::uint64_t count = 0;
  /// If no end is a win and some games end by score: the highest score. The ends that have it are then the solutions.
  std::optional<std::int64_t> best;
  /// All positions that can be reached were searched; else `count` and `best` are what was found so far.
  bool complete = true;
  std::uint64_t positions = 0;  // that were searched, each once
  std::uint64_t plies = 0;      // all lines of this many plies were searched
};

/// Searches all positions that a single player, or a team, can reach from here, nearest first. An error (G0613) for a
/// game of several sides, with secrets or with `seen` in its rules, and if chance decides after the first choice.
Result<Solved> solve(const Position& position, const SolveOptions& options = {});

/// A small counter-based generator (SplitMix64): same seed, same numbers, on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  /// Uniform in 0..n-1, n > 0, without bias.
  std::uint64_t below(std::uint64_t n);

 private:
  std::uint64_t state_;
};

/// The seed of one game of a series: the number at this place (from 0) in the stream of the series' seed. So each game
/// can be played without those before it, on any thread, and a series always consists of the same games.
/// `glint bench` draws all chance and all moves of a game from one Random with this seed.
std::uint64_t seed_of_game(std::uint64_t series, std::uint64_t game);

/// Plays at random, uniformly over the listed moves, to the end or the cap. `position` is then where the game stopped.
struct Playout {
  Outcome outcome;
  int plies = 0;
};
Result<Playout> playout(Position& position, Random& random, int max_plies = 2000);

/// The listed move that a greedy player takes: the best heuristic for the mover (minus the others' best) after one ply,
/// ties broken at random. `only`: numbers of the listed moves to choose from; null: all.
Result<std::uint64_t> greedy_choice(const Position& position, Random& random,
                                    const std::vector<std::uint64_t>* only = nullptr);

/// The script's own tests.
struct TestReport {
  std::string title;
  std::string file;
  int line = 0;
  bool passed = false;
  std::string failure;  // rendered, with what was found
  std::optional<Position> position = {};  // where that was, once the test has a position
};
std::vector<TestReport> run_tests(const Game& game, lang::Loader* loader = nullptr);

}  // namespace glint
