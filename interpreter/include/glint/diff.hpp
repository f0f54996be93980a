// What a change of rules changes: in the text, and in play.
//
//     auto text = glint::diff_text(old_game, new_game);        // declarations added, removed, changed; options
//     auto play = glint::diff_play(old_game, new_game, {});    // the shortest moves after which play differs
//     if (play && !play->same) for (const std::string& move : play->witness) std::cout << move << '\n';
//
// Both games go through the same moves in step, matched by their texts, and are compared in the players' terms: what
// may be done, whose turn it is, how it ended, scores, light. How the rules say it is the text's matter.
#pragma once

#include <functional>
#include <set>

#include <glint/glint.hpp>

namespace glint {

// ---- the text ----

/// A piece of a script: its words without comments, and where it begins.
struct ScriptText {
  std::string text;  // empty where there is none
  std::string file;
  int line = 0, end_line = 0;  // the first and the last one
};

/// A part of a declaration that was changed, or added (nothing before), or removed (nothing now).
struct PartChange {
  std::string what;  // "the requirement \"a disc already lies there\"", "the pick of `at`", "it"
  ScriptText before, now;
};

struct DeclarationChange {
  std::string kind;               // the word that begins it: "move", "end"
  std::string name;               // or empty
  std::string library;            // of which it is part; else empty
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

/// Declarations are compared by their words: comments, layout and the script's own tests do not count. A variant is
/// compared as the whole game that it comes to.
TextDiff diff_text(const Game& old_game, const Game& new_game);

// ---- play ----

struct DiffProgress {
  std::uint64_t depth = 0, positions = 0, games = 0;
};

struct DiffOptions {
  /// Sequences of so many moves at most are gone through.
  std::uint64_t depth = UINT64_MAX;
  /// Pairs of positions that are gone through. A limit of work goes with it, so that those with very many moves do not
  /// take all the time there is.
  std::uint64_t limit = 60'000;
  /// Random games behind that, of so many moves at most.
  std::uint64_t games = 200;
  int plies = 300;
  /// Positions that are compared in them all together, so that long games do not take longer than the search.
  std::uint64_t game_positions = 20'000;
  std::uint64_t seed = 1;
  /// That one game has scores and the other has none is a difference from the start. True: look for another one.
  bool beyond_scores = false;
  /// What changed in the text, where that is known: random games prefer the moves that it touches, and it says which
  /// rules made a difference.
  const TextDiff* text = nullptr;
  /// Told now and then how far it is.
  std::function<void(const DiffProgress&)> progress = {};
};

/// A line of a script that had to do with a difference.
struct RuleLine {
  enum class Side { both, before, now };
  Side side = Side::both;
  std::string file, text;
  int line = 0;
};

/// What two games say of one thing, as texts; equal where it is the same.
struct BothSay {
  std::string before, now;
  bool differs() const { return before != now; }
};

struct LightChange {
  std::string cell;
  BothSay light;  // "red", "red and blue", or "" where no beam leaves the cell
};

/// A move, or an outcome of chance, that only one of the games has.
struct OnlyOne {
  std::string move;
  std::optional<Error> refusal;  // what the other game says of it; none: it would take it, but does not list it
};

/// How two positions differ.
struct Difference {
  BothSay players, to_move, result;
  std::vector<std::string> board;                       // of the start: "c3: stone of red, now nothing"
  std::vector<std::pair<std::string, BothSay>> scores;  // by player; of those that differ
  std::vector<LightChange> light;
  bool moves_differ = false, chance_differs = false;
  std::uint64_t moves_before = 0, moves_now = 0;  // how many there are; of outcomes too
  std::uint64_t only_before_count = 0, only_now_count = 0;
  std::vector<OnlyOne> only_before, only_now;            // the first ones
  std::vector<std::pair<std::string, BothSay>> weights;  // of outcomes: "1 of 6"
  std::optional<Error> error_before, error_now;          // the rules themselves are in error there
  std::vector<RuleLine> rules;

  /// What differs, in these words: players, board, chance, to_move, result, score, light, moves, error.
  std::vector<std::string> kinds() const;
};

struct PlayDiff {
  bool same = true;
  /// Moves and draws ("draw x = v") after which play differs; none where it does from the start.
  std::vector<std::string> witness;
  std::uint64_t moves = 0;  // how many of these are moves
  /// Is there none with fewer moves?
  bool shortest = true;
  std::uint64_t positions = 0;         // pairs that were compared
  std::optional<std::uint64_t> depth;  // all sequences of up to so many moves were gone through; none: not even of 0
  bool complete = false;               // there are no others
  std::uint64_t games = 0, plies = 0;  // random games played in step behind that; the most moves in one
  std::optional<Difference> difference;
  /// Where the witness leads; missing where a game is in error there.
  std::optional<Position> before, now;
};

/// An error where one of the games cannot be begun.
Result<PlayDiff> diff_play(const Game& old_game, const Game& new_game, const DiffOptions& options = {});

}  // namespace glint
