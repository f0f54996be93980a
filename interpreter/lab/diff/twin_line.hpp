// A line of moves and draws as texts, played in two games at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/lab/diff/twin_search.hpp"

namespace glint {

/// The positions of both games after a line. A step that one of the games cannot take changes neither.
class TwinLine {
 public:
  /// Plays this line from the start. Draws with only one outcome are made without a step.
  TwinLine(const Twins& twins, const Pair& start, const std::vector<std::string>& line = {});

  /// The text of the step with this number in the old game's list; nothing if there is none.
  std::optional<std::string> text_of(std::uint64_t number) const;
  /// False if one of the games refuses the step. A step that fails because a script has an error counts as taken.
  bool play(const std::string& text);

  /// The number of steps that were moves.
  std::uint64_t moves() const { return moves_; }
  const Position& before() const { return before_; }
  const Position& now() const { return now_; }
  const std::optional<Error>& error_before() const { return error_before_; }
  const std::optional<Error>& error_now() const { return error_now_; }
  Pair pair() const;

 private:
  static void refresh(Position& position, std::optional<Error>& error);

  const Twins& twins_;
  Position before_, now_;
  std::optional<Error> error_before_, error_now_;
  std::uint64_t moves_ = 0;
};

// -- how positions differ

/// The difference of the positions at the end of this line. `text`: the changes of the scripts, if known.
Difference difference_after(const Twins& twins, const Pair& start, const std::vector<std::string>& line,
                            const TextDiff* text);

/// The lines of both scripts that may cause the difference: they ran in the last step, or when the moves after it were
/// listed, and were changed or mention an option with another value. If there are none: lines that ran in only one of
/// the games.
std::vector<RuleLine> rules_of(const Twins& twins, const Pair& start, const std::vector<std::string>& line,
                               const TextDiff& text, bool light);

/// A step of chance as text: "draw starter = north".
std::string draw_text(const std::string& name, const std::string& value);

/// A difference that appears only when moves that lead back are repeated, because rules read `seen`. This attempt makes
/// some random moves and two more, looks for two that lead back from there, and repeats these four. Nothing if there is
/// none, as for positions that cannot come again, such as those with a count of turns.
std::optional<Found> found_by_repeating(Twins& twins, const Pair& start, std::uint64_t attempt, std::uint64_t seed);

/// Plays random games, each with the same moves in both games.
class TwinGames {
 public:
  TwinGames(Twins& twins, const Pair& start, const DiffOptions& options);

  /// Begins the game of this number.
  void begin(std::uint64_t game);
  /// Plays on until about this much work has been done, as `Twins::work` counts it. False: the game has ended, and
  /// `found` has the way to a difference, if there is one.
  bool advance(std::uint64_t until);
  const std::optional<Found>& found() const { return found_; }
  std::uint64_t positions() const { return positions_; }
  std::uint64_t most_plies() const { return most_plies_; }

 private:
  bool step();
  std::uint64_t choose();
  struct Range {
    int move = 0;
    std::uint64_t begin = 0, size = 0;
  };
  std::vector<Range> ranges();

  Twins& twins_;
  const Pair start_;
  const DiffOptions options_;
  // ---- the game
  std::uint64_t game_ = 0, plies_ = 0;
  Random random_{0};
  Pair pair_, next_;
  std::vector<std::uint64_t> way_;
  std::optional<Found> found_;
  // ---- all games
  std::vector<std::uint64_t> used_;  // by move of the old game: the number of times it was played
  std::uint64_t positions_ = 0, most_plies_ = 0;
};

/// A shorter line after which two games differ. Steps that it does not need are removed (lab/search/shorter.hpp), and a
/// search from some moves before the end finds other moves than those of the line. `work`: its limit, in about
/// microseconds.
std::vector<std::string> shortened(Twins& twins, const Pair& start, std::vector<std::string> line, std::uint64_t work);

}  // namespace glint
