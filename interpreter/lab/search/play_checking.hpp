// `check_play` in parts, for hosts that do other things meanwhile.
//
//     PlayChecking checking(game, options);
//     while (checking.advance()) answer_others();
//     checking.found();
#pragma once

#include <cstdint>
#include <memory>

#include "glint/invariants.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

class PlayChecking {
 public:
  PlayChecking(const Game& game, PlayCheckOptions options);
  PlayChecking(const PlayChecking&) = delete;
  PlayChecking& operator=(const PlayChecking&) = delete;

  /// Does the next part: the search, or one random game. False: that was the last one. Throws lang::Stopped; then the same
  /// part comes next.
  bool advance();
  const PlayCheck& found() const { return check_; }

 private:
  void search(const Position& start);
  void play(const Position& start);
  void report(const SearchProgress& now);

  const Game game_;
  const PlayCheckOptions options_;
  const std::uint64_t most_work_;  // of the random games
  PlayCheck check_;
  enum class Stage { search, games, done };
  Stage stage_ = Stage::search;
  SearchProgress progress_;
  std::unique_ptr<Machine> machine_;  // of the random games
  std::uint64_t work_ = 0;            // of those that were played
};

}  // namespace glint
