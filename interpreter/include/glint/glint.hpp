// Glint for C++: load a game, list its moves, play, read the position; to undo, keep a copy.
//
//     #include <glint/glint.hpp>
//
//     auto game = glint::Game::from_text(script, "mine.glint", {{"side", "5"}});
//     if (!game) { std::cerr << game.error_text(); return 1; }
//
//     auto position = game->start({.seed = 7});
//     auto moves = position->moves();
//     for (const std::string& move : *moves) std::cout << move << '\n';
//
//     glint::Position before = *position;                 // undo: keep a copy
//     if (auto error = position->play("c3-c5")) std::cout << error->message << '\n';
//     std::cout << position->text();                      // the drawn board; Game::read reads it
//     *position = before;
//
// Errors are values: a Result holds either a value, or one or more Errors. Nothing here throws for a bad script, a bad
// move or a bad position, and nothing reads files: scripts come as text, libraries through a loader (glint/loader.hpp).
//
// A Game or Position that was moved from, or made without a game, may only be assigned to and destroyed. A Game is
// immutable and may be shared between threads. A Position is a value; positions copied from one another share a
// workspace, so use a position and its copies in one thread (`Position::detach` gives a copy its own workspace).
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

/// An edit that may fix an error: the text between two places of the error's file becomes `text`.
struct Mend {
  std::string title;  // "write `stone`"
  int line = 0, column = 0, end_line = 0, end_column = 0;  // as in Error; equal places: the text is inserted
  std::string text;
  bool is_certain = false;  // no other edit is known to fit
};

/// An error, and its place in a script or another text, if it has one.
struct Error {
  std::string code;     // stable: "G0201"
  std::string message;  // one sentence
  std::string help;     // what to try, or empty
  std::string file;     // empty if there is no place; else lines and columns count from 1, ends are exclusive
  int line = 0, column = 0, end_line = 0, end_column = 0;
  bool is_warning = false;
  std::string rendered;  // the whole text for a terminal, with the marked line
  std::vector<Mend> mends = {};  // the likeliest first
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

/// Cells, directions and players are numbers from 0, in the order of the board, lattice and script.
struct CellInfo {
  std::string label;  // "C4"; with the player if only this player uses the label: "north B3"
  int x = 0, y = 0;              // the board's own coordinates
  int drawn_x = 0, drawn_y = 0;  // the lattice's drawing grid: x to the right, y down
  std::string own_label = {};    // as that player writes it in a move: "B3"; else the same as `label`
  int player = -1;               // the player who uses the label; -1: everybody
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
  int axis = -1;      // the same for type axis: 2d is along direction d, 2d + 1 half way to the next one
  std::vector<BeamStep> emits = {};  // for a piece on top that emits beams: the start of each
  std::vector<int> sides = {};       // for a piece on top: the sides of its cell that act on beams which cross them
  std::string label = {};            // the usual name of its kind, if the script's name differs
};

/// The end of a beam, or of a branch of one. left: it left the board; stopped: by a piece or side; looped: it came back
/// to where it had been; split: into branches.
enum class BeamEnd { left, stopped, looped, split };

/// One beam: the cells that it leaves, in order, then how it ends; the branches of a split begin at its end.
struct Beam {
  int source = 0;
  std::vector<BeamStep> path;
  BeamEnd end = BeamEnd::left;
  int end_cell = -1;     // stopped, looped, split: the cell; left: the last cell on the board
  std::string end_name;  // `stops as NAME`
  int end_way = -1;      // left, or stopped at an edge: the direction from end_cell to that edge
  std::vector<std::string> left_with;  // left: the payload with which it left the board
  std::vector<Beam> branches = {};
  std::string name = {};  // of a beam that rules follow by `trace(x, d)`: its name in the script; else empty
  int entry_way = -1;     // the direction in which it crossed an edge into its source; -1: it starts there
};

enum class OutcomeKind { none, win, tie, score, unfinished, loss };  // loss: of a team or a single player
struct Outcome {
  OutcomeKind kind = OutcomeKind::none;
  int winner = -1;                   // -1 if a team wins
  std::vector<std::int64_t> scores;  // one for each player, or one for a team; empty without `score`

  /// The player with the highest score; -1 for a tie, for a team and for a single player.
  int highest() const;
  /// The winner, also by score; -1: nobody, or a team.
  int victor() const;
};

/// The decisions of chance: fixed values for draws by name ("starter" -> "north"; repeat a name to fix successive
/// draws), and a rule for all other draws.
struct StartOptions {
  std::uint64_t seed = 1;
  Settings draws = {};
  /// Draws that are not fixed take their first value instead of following the seed (as in tests).
  bool first_draws = false;
  /// Play stops at draws that are not fixed, and waits for `Position::draw`.
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

  /// Draws, sets up the board, and continues to the first choice (or the end).
  Result<Position> start(const StartOptions& options = {}) const;
  /// A position from its text, as `Position::text` prints it. Whatever the text leaves out is as at the start.
  Result<Position> read(std::string_view text, const StartOptions& options = {}) const;

  const std::string& title() const;
  const std::string& doc() const;
  const std::string& id() const;  // bundled name, or the file's name without folder and ending
  /// For a variant, the `id` of the game or variant that it changes; else empty.
  const std::string& variant_of() const;
  std::uint64_t rules_hash() const;
  std::vector<std::string> players() const;
  bool is_team() const;
  std::vector<OptionInfo> options() const;
  const std::vector<CellInfo>& cells() const;
  const std::vector<DirectionInfo>& directions() const;
  std::vector<std::string> beam_fields() const;
  std::optional<int> find_cell(std::string_view label) const;
  /// True if pieces emit beams.
  bool has_beams() const;
  /// True if rules follow beams that no piece emits (`trace(x, d)`), and pictures show them.
  bool shows_followed_beams() const;
  /// True if this player sees everything that beams depend on. -1: a viewer who sees everything; kNobody: one who sees
  /// only what all players see.
  bool sees_beams(int player) const;
  /// True if the script names beams that pictures show (`show beams`).
  bool names_beams() const;
  /// Seconds for play between people; nothing if the game has no clock, or if the `when` of its clock does not hold.
  struct ClockInfo {
    std::optional<std::int64_t> turn, reserve, whole_game;
    std::vector<std::pair<std::string, std::int64_t>> adds;  // move, seconds
  };
  std::optional<ClockInfo> clock() const;
  /// True if some variable is hidden from some player.
  bool has_secrets() const;
  std::vector<Error> warnings() const;

  const Program& program() const { return *program_; }
  explicit Game(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

 private:
  friend struct PositionAccess;  // the engine's own rooms
  std::shared_ptr<const Program> program_;
};

/// As a viewer: somebody who sees only what all players see.
inline constexpr int kNobody = 64;

class Position {
 public:
  bool over() const;
  Outcome outcome() const;
  /// The outcome in words: "north wins", "tie", "north wins by score: north 3, south 1"; for a team or a single player
  /// "score 12"; "" while the game goes on.
  std::string outcome_text() const;
  /// The player to move; -1 if the game is over or waits for chance.
  int to_move() const;

  /// The listed moves in the game's notation, in listed order. `play` may accept others, too (`offer`).
  Result<std::vector<std::string>> moves() const;
  Result<std::uint64_t> count_moves() const;
  /// The i-th of `moves`, without making the others.
  Result<std::string> move(std::uint64_t i) const;
  /// The notation of each move of this choice: "{at} {facing} {next}".
  std::vector<std::string> notations() const;

  /// Plays a move. After an error the position stays as it was; for an illegal move, the error has the rule's message.
  std::optional<Error> play(std::string_view move);
  /// The script's name for the last move played; empty at the start, and in a position that was read from a text.
  std::string last_move() const;
  /// Plays the i-th listed move.
  std::optional<Error> play_listed(std::uint64_t i);
  /// The player to move is out of time: applies the rule of the game's clock (only games that have one; not at a draw).
  std::optional<Error> forfeit();

  /// True if play waits for chance, not for a player: only with StartOptions::wait_at_draws.
  bool at_draw() const;
  /// The name of that draw: "starter".
  std::string draw_name() const;
  /// Its outcomes, in the order of their type; subsets in the order of their elements.
  Result<std::vector<ChanceOutcome>> outcomes() const;
  Result<std::uint64_t> count_outcomes() const;
  /// Draws the i-th of `outcomes`, or the one with this text, and continues to the next choice, draw or end.
  std::optional<Error> draw(std::uint64_t i);
  std::optional<Error> draw(std::string_view value);
  /// Sets whether play waits, from now on, at draws that are not fixed.
  void wait_at_draws(bool wait) { wait_at_draws_ = wait; }

  /// The position as text: the drawn board, and a line for everything that the board does not show.
  std::string text() const;
  /// The position as this player sees it: `?` for hidden values, and for simultaneous choices of others that are not
  /// yet shown. `Game::read` does not accept it.
  std::string text_for(int player) const;
  /// Simultaneous choices that were made while other players still choose: player and text, in full.
  std::vector<std::pair<int, std::string>> chosen() const;
  /// The pieces on a cell, bottom to top.
  std::vector<PieceInfo> pieces(int cell) const;
  /// Cells (`when beam enters`) and edges (`when beam crosses`) that act on beams now. An edge is given as a cell and a
  /// direction from it.
  struct Terrain {
    std::vector<int> cells;
    std::vector<std::pair<int, int>> edges;
  };
  Terrain terrain() const;
  /// Variables and their printed values: ("lives[north]", "3"), ("last", "c4").
  std::vector<std::pair<std::string, std::string>> variables() const;
  /// Variables as this player sees them: `?` for hidden values.
  std::vector<std::pair<std::string, std::string>> variables_for(int player) const;
  /// The beams of all emitters, by source. An error if a rule about beams fails, or if the beams are too many to list.
  Result<std::vector<Beam>> beams() const;
  /// The beams that rules follow by `trace(x, d)` and that the script shows: those of `show beams`. Without `show
  /// beams`: those of each `let` that names their start, unless it fails. Leaves out beams that this player may not
  /// see; -1: shows all. Errors: as of `beams`.
  Result<std::vector<Beam>> followed_beams(int player = -1) const;
  /// The texts that the script shows below the board (`show`), in the order of the script. Pieces that one line of the
  /// script shows for one player are one note: its text has each piece's look before the script's text.
  struct Note {
    std::string text;
    int player = -1;  // for `show for p in player`, this player; else -1
    std::vector<std::pair<PieceInfo, std::string>> pieces = {};  // `show "3 left" as lamp(...)`, each with its text
  };
  Result<std::vector<Note>> notes() const;
  /// True if pictures show only the beams that the script names, so that players work out the others (`show no beams`).
  /// Errors: as of `notes`.
  Result<bool> hides_beams() const;
  /// The cells or edges that pictures mark (`show cells`, `show edges`, `show lines`), in the order of the script. If
  /// several mark one cell or edge, the first counts.
  struct Ground {
    std::string name;    // in words; may be empty
    std::string sign;    // one character, for empty cells or the middle of edges; may be empty for edges
    std::string colour;  // a word, or empty
    int owner = -1;      // the player in whose colour they are
    bool of_edges = false;
    bool of_lines = false;  // of edges: each is marked by a line over it, from cell to cell
    std::vector<int> cells;
    std::vector<std::pair<int, int>> edges;  // as those of Terrain
  };
  Result<std::vector<Ground>> grounds() const;
  /// The draws so far: ("starter", "north"). If there are thousands, this takes a while.
  Settings draws() const;
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
  std::vector<std::uint64_t> state_;         // flat; see interpreter/ARCHITECTURE.md
  std::vector<std::uint64_t> history_;       // hashes of the positions where a choice was made, for `seen`
  std::uint64_t random_ = 1;                 // state of the random numbers for draws
  Settings fixed_draws_;
  std::vector<std::uint64_t> past_;  // the draws so far and, if the game has secrets, the moves: position_view.hpp
  bool knows_moves_ = false;         // whether past_ has all moves
  bool first_draws_ = false, wait_at_draws_ = false;
  int last_move_ = -1;
};

/// The values in a text for draws of this name: one; or several, separated by commas, if the text cannot be one value.
std::vector<std::string> split_draws(const Game& game, const std::string& name, const std::string& text);

/// The numbers of sequences of exactly 1, 2, ... depth plies from here. Chance follows the position's own seed; if the
/// position waits for chance, the sequences after all outcomes are counted. A draw is not a ply.
Result<std::vector<std::uint64_t>> perft(const Position& position, int depth);

/// The extent of a search by `solve`, and its results.
struct SolveOptions {
  /// Positions to search, including ends; at most kMost. At most 1,000 moves are tried for each, on average. A position
  /// takes about 35 bytes, and more until its moves have been tried.
  std::uint64_t limit = 5'000'000;
  /// Bytes for all positions whose moves have not been tried yet. On very large boards this limit ends the search.
  std::uint64_t waiting_bytes = 1'000'000'000;
  /// Stops at this number of solutions: 2 show whether a solution is the only one.
  std::uint64_t max_solutions = UINT64_MAX;
  /// The most solutions to return with their moves and positions, and roughly the most bytes for these. `count`
  /// includes all solutions.
  std::uint64_t max_returned = UINT64_MAX;
  std::uint64_t returned_bytes = 500'000'000;
  static constexpr std::uint64_t kMost = 4'000'000'000;
};

/// A final position in which the game is won, and one of the shortest lines of moves to it.
struct Solution {
  std::vector<std::string> moves;
  Position position;
};

struct Solved {
  /// The solutions, those with the fewest moves first.
  std::vector<Solution> solutions;
  /// Their number: final positions that differ in a piece or in a variable.
  std::uint64_t count = 0;
  /// If no game can be won and some end by score: the highest score. Its final positions are then the solutions.
  std::optional<std::int64_t> best;
  /// True if all reachable positions were searched; if not, `count` and `best` cover only the searched ones.
  bool complete = true;
  std::uint64_t positions = 0;  // searched, each once
  std::uint64_t plies = 0;      // all lines of this many plies were searched
  std::uint64_t ends = 0;       // final positions that were reached, won or not
};

/// Searches all positions that a single player, or a team, can reach from here, nearest first. An error (G0613) for a
/// game of several sides, with secrets or with `seen` in its rules, and if chance decides after the first choice.
Result<Solved> solve(const Position& position, const SolveOptions& options = {});

/// A small counter-based generator (SplitMix64): same seed, same numbers, on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// Uniform in 0..n-1, n > 0, without bias: Lemire's multiply-shift with rejection.
  std::uint64_t below(std::uint64_t n) {
    const Wide product = static_cast<Wide>(next()) * n;
    return static_cast<std::uint64_t>(product) < n ? below_again(product, n) : static_cast<std::uint64_t>(product >> 64);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  std::uint64_t below_again(Wide product, std::uint64_t n);

  std::uint64_t state_;
};

/// The seed of one game of a series, from its number (from 0) and the seed of the series. So each game can be played
/// without those before it, on any thread, and a series always consists of the same games. `glint bench` draws all
/// chance and all moves of a game from one Random with this seed.
std::uint64_t seed_of_game(std::uint64_t series, std::uint64_t game);

/// Plays at random, uniformly over the listed moves, to the end or for `max_plies`. Then `position` is the last one. If
/// Limits::stop ended the game, it may be any position of the game.
struct Playout {
  Outcome outcome;
  int plies = 0;
};
Result<Playout> playout(Position& position, Random& random, int max_plies = 2000);

/// The number of the listed move that a greedy bot takes: the move after which its heuristic, minus its best
/// opponent's, is highest. Ties are broken at random. `only`: numbers of the listed moves to choose from; null: all.
Result<std::uint64_t> greedy_choice(const Position& position, Random& random,
                                    const std::vector<std::uint64_t>* only = nullptr);

/// The script's own tests.
struct TestReport {
  std::string title;
  std::string file;
  int line = 0;
  bool passed = false;
  std::string failure;  // rendered, with what was found
  std::optional<Position> position = {};  // where it failed, if the test had a position then
  bool is_cut = false;  // it failed because Limits::stop or Limits::tests ended the work, before or during its run
};
std::vector<TestReport> run_tests(const Game& game);

}  // namespace glint
