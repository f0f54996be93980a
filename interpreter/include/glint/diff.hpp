// Compares two games: what changed in the text of the rules, and what that changes in play.
//
//     auto text = glint::diff_text(old_game, new_game);        // declarations added, removed, changed; options
//     auto play = glint::diff_play(old_game, new_game, {});    // the shortest moves after which play differs
//     if (play && !play->same) for (const std::string& move : play->witness) std::cout << move << '\n';
//
// The same moves are played in both games, step by step, matched by their texts. Everything that players notice is
// compared: legal moves, the player to move, results, scores, light, and hidden information.
#pragma once

#include <glint/glint.hpp>
#include <glint/search_progress.hpp>

namespace glint {

// ---- the text ----

/// A line of a script without comments, and its place.
struct ScriptText {
  std::string text;  // empty if there is none
  std::string file;
  int line = 0, end_line = 0;  // the first and the last line
};

/// Lines of a declaration that were changed, added (`before` is empty), or removed (`now` is empty).
struct PartChange {
  ScriptText before, now;
};

struct DeclarationChange {
  std::string kind;               // its keyword: "move", "end"
  std::string name;               // or empty
  std::string library;            // the library that has it, or empty
  ScriptText before, now;         // the whole declaration
  std::vector<PartChange> parts;  // of a declaration that both games have
};

struct OptionChange {
  std::string name, before, now;  // values
};

struct TextDiff {
  std::vector<DeclarationChange> added, removed, changed;
  /// Options that both games have, set differently.
  std::vector<OptionChange> options;
  /// True if the words, their order and the options are the same, so that it is the same game.
  bool is_identical = false;

  bool same() const { return added.empty() && removed.empty() && changed.empty() && options.empty(); }
};

/// Compares declarations word by word: comments, layout and the script's own tests do not count. A variant is compared
/// as a whole game, with its changes applied.
TextDiff diff_text(const Game& old_game, const Game& new_game);

// ---- play ----

struct DiffOptions {
  /// The longest sequences of moves to search.
  std::uint64_t depth = UINT64_MAX;
  /// Pairs of positions to search. The work for them is limited, too, in case positions have very many moves.
  std::uint64_t limit = 60'000;
  /// Random games after that, each of at most `plies` moves.
  std::uint64_t games = 200;
  int plies = 300;
  /// Positions to compare in all of these games together. This keeps long games from taking longer than the search.
  std::uint64_t game_positions = 20'000;
  std::uint64_t seed = 1;
  /// If only one game has scores, or if the games hide things from different players, they differ from the start. True:
  /// look for another difference.
  bool beyond_start = false;
  /// The changes of the text, if known: the result then names the changed rules that made the difference.
  const TextDiff* text = nullptr;
  /// Called now and then with the progress so far.
  OnProgress progress = {};
};

/// A line of a script that contributed to a difference.
struct RuleLine {
  enum class Side { both, before, now };
  Side side = Side::both;
  std::string file, text;
  int line = 0;
};

/// The text for one thing in each of the two games.
struct BothSay {
  std::string before, now;
  bool differs() const { return before != now; }
};

struct LightChange {
  std::string cell;
  BothSay light;  // "red", "red and blue", or "" if no beam leaves the cell
};

/// A move, or an outcome of chance, that only one of the games has.
struct OnlyOne {
  std::string move;
  std::optional<Error> refusal;  // why the other game refuses it; none: it is legal there, but not listed
};

/// The difference of two positions.
struct Difference {
  bool is_start = false;
  BothSay players, to_move, result;
  /// "c3: stone of red, now nothing". After the start this is no difference by itself, but it explains others.
  std::vector<std::string> board;
  std::vector<std::pair<std::string, BothSay>> sees;    // at the start, by variable: "seen by red", "seen by all"
  BothSay choosing;                                     // "in turn", or "together, in secret"
  std::vector<std::pair<std::string, BothSay>> scores;  // by player; only those that differ
  std::vector<LightChange> light;
  bool moves_differ = false, chance_differs = false;
  std::uint64_t moves_before = 0, moves_now = 0;  // how many moves (or outcomes) there are
  std::uint64_t only_before_count = 0, only_now_count = 0;
  std::vector<OnlyOne> only_before, only_now;            // the first ones
  std::vector<std::pair<std::string, BothSay>> weights;  // odds of outcomes: "1 of 6"
  std::optional<Error> error_before, error_now;          // of a rule of the script that fails there
  std::vector<RuleLine> rules;

  /// The names of what differs: players, board, sees, chance, to_move, result, score, light, moves, error.
  std::vector<std::string> kinds() const;
};

struct PlayDiff {
  bool same = true;
  /// Moves and draws ("draw x = v") after which play differs; none if it differs from the start. Draws with only one
  /// outcome are included.
  std::vector<std::string> witness;
  std::uint64_t moves = 0;  // how many of them are moves
  /// True if no witness has fewer moves.
  bool shortest = true;
  bool leaves_unlisted = false;        // a game accepts moves that it does not list (`offer`): only listed ones were tried
  std::uint64_t positions = 0;         // pairs of positions that were compared
  std::optional<std::uint64_t> depth;  // all sequences of up to this many moves were searched; none: not even of 0
  bool complete = false;               // all sequences were searched
  std::uint64_t games = 0, plies = 0;  // random games after that; the most moves in one
  std::optional<Difference> difference;
  /// The positions after the witness; missing if a rule fails there.
  std::optional<Position> before, now;
};

/// An error if one of the games cannot be started.
Result<PlayDiff> diff_play(const Game& old_game, const Game& new_game, const DiffOptions& options = {});

}  // namespace glint
