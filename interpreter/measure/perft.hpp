// Counting sequences of moves in parts, which threads may share among themselves. What is counted, and which error is
// met first, does not depend on how: the parts lie in the order in which a count by one alone would come to them.
#pragma once

#include "glint/glint.hpp"
#include "interpreter/game/access.hpp"

namespace glint {

/// Where a line of play stands, with all that what comes depends on.
struct PerftLine {
  std::vector<Word> state;
  std::vector<std::uint64_t> history;
  Settings draws;
  std::uint64_t random = 1;
};

/// Goes along lines of play on a machine of its own, there and back. A child of where it stands is what a listed move
/// leads to; where play waits for chance, what an outcome leads to.
class PerftWalker {
 public:
  /// The position must stay: its chance is the walker's.
  explicit PerftWalker(const Position& origin);
  ~PerftWalker();

  void go_to(const PerftLine& line);
  PerftLine here() const;
  bool over() const { return machine_.is_over(); }
  bool at_draw() const { return machine_.is_at_draw(); }
  std::optional<Error> count_children(std::uint64_t& count);
  /// Children of where it stands, as counted last, will be gone to: from here on `play`, and `back` after each.
  void descend();
  std::optional<Error> play(std::uint64_t child);
  void back();
  void ascend() { --level_; }

 private:
  struct Level {
    Machine::Listing listing;
    std::uint64_t random = 0;
    std::size_t history = 0, draws = 0;
    bool at_draw = false;
  };
  Level& level() { return levels_[static_cast<std::size_t>(level_ - 1)]; }
  Error failure() const;

  const Program& program_;
  Machine machine_;
  std::uint64_t random_ = 1;
  Settings draws_;
  std::vector<std::uint64_t> history_;
  std::unique_ptr<PositionChance> chance_;
  std::vector<Level> levels_;
  int level_ = 0;
};

/// The work of one count, in parts.
class PerftWork {
 public:
  PerftWork(const Position& position, int depth);

  std::size_t parts() const { return parts_.size(); }
  /// By ply, what was counted while the work was split: the rest is in the parts.
  const std::vector<std::uint64_t>& counts() const { return counts_; }

 private:
  friend class PerftCounter;
  struct Part {
    std::size_t line = 0;  // where it begins
    std::size_t ply = 0;
    bool whole = true;  // else only these of its children, the line being counted already
    std::uint64_t from = 0, to = 0;
    std::optional<Error> error;  // here counting ends
  };

  bool split(PerftWalker& walker, std::size_t wanted);

  const Position position_;
  std::vector<std::uint64_t> counts_;
  std::vector<PerftLine> lines_;
  std::vector<Part> parts_;
};

/// Counts parts of the work, any of them, each once. One for each thread; the sum of all is the answer. Of several
/// errors the one of the first part is told; a counter that has met one is done.
class PerftCounter {
 public:
  explicit PerftCounter(const PerftWork& work);

  std::optional<Error> count(std::size_t part);
  /// By ply, in the parts that this one has counted.
  const std::vector<std::uint64_t>& counts() const { return counts_; }

 private:
  std::optional<Error> count_here(std::size_t ply);
  std::optional<Error> count_children(std::uint64_t from, std::uint64_t to, std::size_t ply);

  const PerftWork& work_;
  PerftWalker walker_;
  std::vector<std::uint64_t> counts_;
};

}  // namespace glint
