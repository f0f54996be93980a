// Walks along all lines of play, for perft of the command and of tests.
#pragma once

#include <memory>
#include <vector>

#include "interpreter/game/position/position_view.hpp"

namespace glint {

/// A position on a line of play, with everything that later play depends on.
struct PerftLine {
  std::vector<Word> state;
  std::vector<std::uint64_t> history;
  std::vector<Word> past;  // its draws, if some are fixed
  std::uint64_t random = 1;
};

/// Walks along lines of play, forward and back, on a machine of its own. A child of its position is the position after
/// a listed move, or after an outcome of chance if play waits for one.
class PerftWalker {
 public:
  /// The position must outlive the walker, because they share chance. A profile, if any, records the code that runs.
  explicit PerftWalker(const Position& origin, Profile* profile = nullptr);
  ~PerftWalker();

  void go_to(const PerftLine& line);
  PerftLine here() const;
  bool over() const { return machine_.is_over(); }
  bool at_draw() const { return machine_.is_at_draw(); }
  std::optional<Error> count_children(std::uint64_t& count);
  /// Prepares to visit the children counted last: `play` goes to one, `back` returns; `ascend` ends it.
  void descend();
  std::optional<Error> play(std::uint64_t child);
  void back();
  void ascend() { --level_; }
  /// The fuel used so far.
  std::uint64_t spent() const { return machine_.fuel().spent(); }

 private:
  struct Level {
    Machine::Listing listing;
    std::uint64_t random = 0;
    std::size_t history = 0, past = 0;
    bool at_draw = false;
  };
  Level& level() { return levels_[static_cast<std::size_t>(level_ - 1)]; }
  Error failure() const;

  const Program& program_;
  Machine machine_;
  std::uint64_t random_ = 1;
  std::vector<Word> past_;
  std::vector<std::uint64_t> history_;
  std::unique_ptr<PositionChance> chance_;
  std::vector<Level> levels_;
  int level_ = 0;
};

}  // namespace glint
