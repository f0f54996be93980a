// What a change of rules changes: in the text, and in play.
//
//     auto text = glint::diff_text(old_game, new_game);        // declarations added, removed, changed; options
//     auto play = glint::diff_play(old_game, new_game, {});    // the shortest moves after which play differs
//     if (play && !play->same) for (const std::string& move : play->witness) std::cout << move << '\n';
//
// The same moves are played in both games, step by step, matched by their texts. Compared is what players notice: legal
// moves, whose turn it is, results, scores, light, and who sees what.
#pragma once

#include <set>

#include <glint/glint.hpp>
#include <glint/search_progress.hpp>

namespace glint {

// ---- the text ----

/// A piece of a script: its words without comments, and where it begins.
struct ScriptText {
  std::string text;  // empty if there is none
  std::string file;
  int line = 0, end_line = 0;  // the first and the last one
};

/// A part of a declaration that was changed, added (`before` is empty), or removed (`now` is empty).
struct PartChange {
  std::string what;  // "the requirement \"a disc already lies there\"", "the pick of `at`", "it"
  ScriptText before, now;  // one is empty where the part was added or removed; both are equal where it was moved
};

struct DeclarationChange {
  std::string kind;               // its keyword: "move", "end"
  std::string name;               // or empty
  std::string library;            // if it is part of one
  ScriptText before, now;         // whole
  std::vector<PartChange> parts;  // of a declaration that both have
};

struct OptionChange {
  std::string name, before, now;  // values
};

struct TextDiff {
  std::vector<DeclarationChange> added, removed, changed;
  /// Options that both games have, set differently.
  std::vector<OptionChange> options;
  /// The same words in the same order, with the same options: the same game.
  bool is_identical = false;
  /// Moves that are changed, or that mention something that is: by name, in the old and the new game.
  std::set<std::string> touched_moves;

  bool same() const { return added.empty() && removed.empty() && changed.empty() && options.empty(); }
};

/// Compares declarations word by word: comments, layout and the script's own tests do not count. A variant is compared
/// as a whole game, with its changes applied.
TextDiff diff_text(const Game& old_game, const Game& new_game);

// ---- play ----

struct DiffOptions {
  /// The longest sequences of moves to search.
  std::uint64_t depth = UINT64_MAX;
  /// Pairs of positions to search. A limit of work goes with it, so that positions with very many moves do not take all
  /// the time.
  std::uint64_t limit = 60'000;
  /// Random games after that, each of at most `plies` moves.
  std::uint64_t games = 200;
  int plies = 300;
  /// Positions to compare in all of these games together, so that long games do not take longer than the search.
  std::uint64_t game_positions = 20'000;
  std::uint64_t seed = 1;
  /// Moves to try that are accepted but not listed: in the search, and again in the random games.
  std::uint64_t unlisted = 20'000;
  /// If only one game has scores, or if the games show something to different players, they differ from the start.
  /// True: look for another difference.
  bool beyond_start = false;
  /// What changed in the text, if known: random games prefer the moves that it touches, and it tells which rules made a
  /// difference.
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

/// One thing in both games, as texts.
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
  std::optional<Error> refusal;  // why the other game refuses it; none: legal there, but not listed
};

/// How two positions differ.
struct Difference {
  bool is_start = false;
  BothSay players, to_move, result;
  /// "c3: stone of red, now nothing". Later than at the start this alone is no difference, but explains others.
  std::vector<std::string> board;
  std::vector<std::pair<std::string, BothSay>> sees;    // at the start, by variable: "seen by red", "seen by all"
  BothSay choosing;                                     // "in turn", or "together, in secret"
  std::vector<std::pair<std::string, BothSay>> scores;  // by player; only those that differ
  std::vector<LightChange> light;
  bool moves_differ = false, chance_differs = false;
  std::uint64_t moves_before = 0, moves_now = 0;  // how many moves (or outcomes) there are
  std::uint64_t only_before_count = 0, only_now_count = 0;
  std::vector<OnlyOne> only_before, only_now;            // the first ones
  /// A move that neither lists, and that only one accepts, with the refusal of the other.
  std::optional<OnlyOne> accepted_before, accepted_now;
  std::vector<std::pair<std::string, BothSay>> weights;  // odds of outcomes: "1 of 6"
  std::optional<Error> error_before, error_now;          // a rule of the script fails there
  std::vector<RuleLine> rules;

  /// Names of what differs: players, board, sees, chance, to_move, result, score, light, moves, accepted, error.
  std::vector<std::string> kinds() const;
};

struct PlayDiff {
  bool same = true;
  /// Moves and draws ("draw x = v") after which play differs; none if it differs from the start. Draws with only one
  /// outcome are among them.
  std::vector<std::string> witness;
  std::uint64_t moves = 0;     // how many of these are moves
  bool ends_unlisted = false;  // the last move is accepted by both, but not listed
  /// No witness of listed moves has fewer moves; with `untried` empty, no other witness either.
  bool shortest = true;
  std::uint64_t unlisted = 0;          // moves that were tried in both though they are not listed
  std::vector<std::string> untried;    // what of such moves was not tried, in words
  std::uint64_t positions = 0;         // pairs that were compared
  std::optional<std::uint64_t> depth;  // all sequences of up to this many moves were searched; none: not even of 0
  bool complete = false;               // there are no others
  std::uint64_t games = 0, plies = 0;  // random games after that; the most moves in one
  std::optional<Difference> difference;
  /// Where the witness leads; missing if a rule fails there.
  std::optional<Position> before, now;
};

/// An error if one of the games cannot be started.
Result<PlayDiff> diff_play(const Game& old_game, const Game& new_game, const DiffOptions& options = {});

}  // namespace glint
