// Learned values: a weight for each entry of the terms, and their sum in a position.
//
// Everything is a whole number, so that the same games give the same bytes on every machine. A sum is the logarithm of
// the odds that the player to move wins, in units of 1 / kUnit; a *share* is that chance itself, from 0 to kWhole.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "interpreter/learn/terms.hpp"

namespace glint {

using Weight = std::int16_t;

inline constexpr std::int32_t kUnit = 2048;
inline constexpr std::int32_t kWhole = 1 << 16;

/// The chance of winning that belongs to a sum: 1 / (1 + exp(-sum / kUnit)).
std::int32_t share_of(std::int32_t sum);

/// Values of a game: immutable, to be shared between threads.
struct Values {
  std::shared_ptr<const Terms> terms;
  std::vector<Weight> weights;  // by entry
};

/// Reads positions for one mover, one after the other. What the next one has in common with the last is not read again,
/// so that positions of a search, which differ by a few moves, take a tenth of the work. The sum does not depend on what
/// was read before.
class Reading {
 public:
  /// All outlive it. `weights`: by entry; where one changes, `forget`.
  Reading(const Terms& terms, int mover, const Weight* weights);

  /// The sum in a State of the game.
  std::int32_t sum(const Word* state);
  /// The entries that the last State has chosen, by pattern.
  const std::vector<std::uint32_t>& entries() const { return entries_; }
  /// Weights have changed.
  void forget() { is_stale_ = true; }

 private:
  void read_cells(const Word* state);
  void read_cell(const Word* state, int cell);
  void read_counts(const Word* state);
  void read_variables(const Word* state);
  void set(std::size_t site, int digit);
  void weigh();

  const Terms& terms_;
  const Program& program_;
  const Weight* const weights_;
  struct Firsts {  // sites of each kind; -1: there are none
    int content = -1, key = -1, height = -1, count = -1, variable = -1, node = -1;
  } first_;
  std::vector<std::uint32_t> begin_;  // of a site's uses
  std::vector<Terms::Use> uses_;
  std::vector<int> digits_;             // by site
  std::vector<std::uint32_t> entries_;  // by pattern
  std::vector<Weight> chosen_;          // their weights
  std::vector<std::uint32_t> touched_;  // patterns that chose another entry
  std::vector<std::uint8_t> is_touched_;
  std::vector<Word> last_;  // the State that was read
  std::int32_t sum_ = 0;
  bool is_stale_ = true;
};

}  // namespace glint
