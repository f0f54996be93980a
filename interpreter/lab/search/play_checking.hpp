// `check_play` in parts, for hosts that do other work meanwhile.
//
//     PlayChecking checking(game, options);
//     while (checking.advance()) answer_others();
//     checking.found();
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "glint/invariants.hpp"
#include "interpreter/lab/search/error_search.hpp"

namespace glint {

class PlayChecking {
 public:
  PlayChecking(const Game& game, PlayCheckOptions options);
  PlayChecking(const PlayChecking&) = delete;

  /// Does the next part: some milliseconds of the search, or one random game. False: that was the last one. Throws
  /// lang::Stopped; then the search begins again, or the same game comes next.
  bool advance();
  const PlayCheck& found() const { return check_; }

 private:
  bool search();
  void play();
  bool fail_at_start(const Error& error);
  void report(const SearchProgress& now);

  const Game game_;
  const PlayCheckOptions options_;
  const std::uint64_t most_work_;  // of the random games
  PlayCheck check_;
  enum class Stage { search, games, done };
  Stage stage_ = Stage::search;
  SearchProgress progress_;
  std::optional<Position> start_;
  std::unique_ptr<ErrorSearch> search_;
  std::unique_ptr<Machine> machine_;  // of the random games
  std::uint64_t work_ = 0;            // positions and moves that were played
};

}  // namespace glint
