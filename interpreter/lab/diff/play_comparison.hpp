// Compares the play of two games in parts, for hosts that do other work meanwhile. `diff_play` makes one to its end.
//
//     auto begun = PlayComparison::begin(old_game, new_game, options);
//     while ((*begun)->advance(20'000)) answer_others();
//     (*begun)->play();
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "glint/diff.hpp"
#include "interpreter/lab/diff/twin_line.hpp"
#include "interpreter/lab/diff/twin_search.hpp"

namespace glint {

class PlayComparison {
 public:
  /// An error if one of the games cannot be started. The text of the options must outlive it.
  static Result<std::unique_ptr<PlayComparison>> begin(const Game& old_game, const Game& new_game,
                                                       const DiffOptions& options);
  PlayComparison(const PlayComparison&) = delete;

  /// Continues for about this long, in microseconds. False: it is done. If a game is stopped meanwhile (Limits::stop),
  /// play seems to differ, so the result must not be used.
  bool advance(std::uint64_t effort);
  /// The findings so far.
  const PlayDiff& play() const { return play_; }
  /// The reason why it cannot be done.
  const std::optional<Error>& error() const { return error_; }

 private:
  PlayComparison(const Game& old_game, const Game& new_game, const DiffOptions& options);

  /// Does a part of each search; false: the comparison is done.
  bool search(std::uint64_t until);
  bool play_games(std::uint64_t until);
  bool take(const Found& found);
  void report();
  std::optional<std::vector<std::string>> line_of(const std::vector<std::uint64_t>& way) const;
  void describe();

  const DiffOptions options_;
  Twins twins_;
  Pair start_;
  PlayDiff play_;
  std::optional<Error> error_;
  SearchProgress progress_;
  enum class Stage { search, games, done };
  Stage stage_ = Stage::search;
  std::optional<TwinSearch> search_;
  // ---- random games
  std::optional<TwinGames> games_;
  bool in_game_ = false;
  std::uint64_t attempts_ = 0;  // finds a difference by repeating moves
};

}  // namespace glint
