// Counts sequences of moves in parts, which threads may share. The parts are in the order in which a single count would
// visit them, so neither the counts nor the first error depend on the division.
#pragma once

#include "glint/glint.hpp"
#include "interpreter/game/position/perft_walker.hpp"

namespace glint {

/// The work of one count, in parts.
class PerftWork {
 public:
  PerftWork(const Position& position, int depth);

  std::size_t parts() const { return parts_.size(); }
  /// By ply: counts made while the work was split. The parts hold the rest.
  const std::vector<std::uint64_t>& counts() const { return counts_; }
  /// By ply, from 0: sequences of this many plies after which the game is over; not examined at the full depth.
  const std::vector<std::uint64_t>& ended() const { return ended_; }

 private:
  friend class PerftCounter;
  struct Part {
    std::size_t line = 0;  // the one where it begins
    std::size_t ply = 0;
    bool whole = true;  // false: only the children from..to of the line, which are counted already
    std::uint64_t from = 0, to = 0;
    std::optional<Error> error;  // counting stops here
  };

  bool split(PerftWalker& walker, std::size_t wanted);

  const Position position_;
  std::vector<std::uint64_t> counts_, ended_;
  std::vector<PerftLine> lines_;
  std::vector<Part> parts_;
};

/// Counts parts of the work, each once, in any order. Each thread has one; the sum of all is the answer. The error of
/// the first part counts; a counter with an error is done.
class PerftCounter {
 public:
  explicit PerftCounter(const PerftWork& work);

  std::optional<Error> count(std::size_t part);
  /// By ply: counts of the parts that this one has counted.
  const std::vector<std::uint64_t>& counts() const { return counts_; }
  const std::vector<std::uint64_t>& ended() const { return ended_; }

 private:
  std::optional<Error> count_here(std::size_t ply);
  std::optional<Error> count_children(std::uint64_t from, std::uint64_t to, std::size_t ply);

  const PerftWork& work_;
  PerftWalker walker_;
  std::vector<std::uint64_t> counts_, ended_;
};

}  // namespace glint
