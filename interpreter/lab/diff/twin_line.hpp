// A line of moves and draws as texts, played in two games at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/lab/diff/twin_search.hpp"

namespace glint {

/// Both games where a line has led them. A step that one of them cannot take leaves both where they are.
class TwinLine {
 public:
  /// From the start of both, along this line; draws with one outcome are taken by themselves.
  TwinLine(const Twins& twins, const Pair& start, const std::vector<std::string>& line = {});

  /// The text of the step that is this number in the old game's list; nothing where there is none.
  std::optional<std::string> text_of(std::uint64_t number) const;
  /// False: one of the games refuses it. An error of a script counts as taken: `failed_before`, `failed_now`.
  bool play(const std::string& text);

  /// Steps that were moves.
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

/// What a step of chance is called in a witness: "draw starter = north".
std::string draw_text(const std::string& name, const std::string& value);

/// Plays a random game in step; where that leads to a difference, and through what.
class TwinGames {
 public:
  TwinGames(Twins& twins, const Pair& start, const DiffOptions& options);

  /// The g-th of them. Nothing: no difference in it.
  std::optional<std::vector<std::uint64_t>> play(std::uint64_t game);
  std::uint64_t positions() const { return positions_; }
  std::uint64_t most_plies() const { return most_plies_; }

 private:
  std::uint64_t choose(std::uint64_t game, Random& random);
  struct Range {
    int move = 0;
    std::uint64_t begin = 0, size = 0;
  };
  std::vector<Range> ranges();

  Twins& twins_;
  const Pair start_;
  const DiffOptions& options_;
  std::vector<bool> touched_;        // by the old game's moves
  std::vector<std::uint64_t> used_;  // likewise: how often
  std::uint64_t positions_ = 0, most_plies_ = 0;
};

/// A line as short as could be found with so much work: of what is left out of it play still differs at its end.
std::vector<std::string> shortened_line(Twins& twins, const Pair& start, std::vector<std::string> line,
                                        std::uint64_t work);

}  // namespace glint
