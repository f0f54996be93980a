// Learned values: weights of the terms' entries, their sum in a position, and the judge of searches that play by it.
//
// Everything is a whole number, so that the same games give the same bytes on every machine. A sum is the logarithm of
// the odds that the player to move wins, in units of 1 / kUnit; a *share* is this chance, from 0 to kWhole.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "interpreter/learn/terms.hpp"
#include "interpreter/players/judge.hpp"

namespace glint {

using Weight = std::int16_t;

inline constexpr std::int32_t kUnit = 2048;
inline constexpr std::int32_t kWhole = 1 << 16;

/// The chance of winning for a sum: 1 / (1 + exp(-sum / kUnit)).
std::int32_t share_of(std::int32_t sum);

/// Values of a game: immutable, to be shared between threads.
struct Values {
  std::shared_ptr<const Terms> terms;
  std::vector<Weight> weights;  // by number
};

/// Reads positions for one mover, one after the other. Parts that the next position shares with the last are not read
/// again: positions of a search, a few moves apart, take a tenth of the work. The sum does not depend on what was read
/// before.
class Reading {
 public:
  /// All outlive it. `weights`: by number; call `forget` when one changes.
  Reading(const Terms& terms, int mover, const Weight* weights);

  /// The sum in the machine's position. Its beams are followed if the terms read light.
  std::int32_t sum(Machine& machine);
  /// Appends which weights are added, pattern by pattern.
  void chosen(std::vector<std::uint32_t>& numbers) const {
    for (const std::uint32_t entry : entries_) numbers.push_back(weight_of_[entry]);
  }
  /// Weights have changed.
  void forget() { is_stale_ = true; }

 private:
  int first_of(Site::Kind kind) const { return first_[static_cast<std::size_t>(kind)]; }
  void read_cells(const Word* state);
  void read_cell(const Word* state, int cell);
  void read_counts(const Word* state);
  void read_variables(const Word* state);
  void read_light(Machine& machine);
  void set(std::size_t site, int digit);
  void read_lead(Machine& machine);
  void weigh();

  const Terms& terms_;
  const Program& program_;
  const Weight* const weights_;
  const std::uint32_t* const weight_of_;
  struct Use {
    std::uint32_t pattern = 0, place = 1;  // what a digit counts there
  };
  std::array<int, Site::kKinds> first_;          // sites of each kind; -1: there are none
  std::vector<std::uint32_t> begin_;  // of a site's uses
  std::vector<Use> uses_;
  std::vector<int> digits_;             // by site
  std::vector<std::uint32_t> entries_;  // by pattern
  std::vector<Weight> chosen_;          // their weights
  std::vector<std::uint32_t> touched_;  // patterns whose entry has changed
  std::vector<std::uint8_t> is_touched_;
  std::vector<Word> last_;  // the State that was read
  std::vector<int> light_;  // by cell
  ScriptJudge judge_;
  const int mover_;
  std::int32_t sum_ = 0;
  bool is_stale_ = true;
};

/// Makes judges of searches for the game of the values. A lead is the logarithm of the odds of winning, in units of
/// 1 / kUnit. Each position is read as a change of the one before, from any line. Judges in several threads share the
/// values.
JudgeMaker judge_by(std::shared_ptr<const Values> values);

}  // namespace glint
