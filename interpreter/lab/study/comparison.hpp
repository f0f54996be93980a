// Compares studies: how a rule, an option, a piece or a player changes each measure, and whether that is more than
// chance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/lab/study/measures.hpp"

namespace glint {

/// The counts of each game of a study, so that studies of the same games can be compared. Files do not keep it.
class GameLog {
 public:
  GameLog() = default;
  explicit GameLog(std::vector<MeasureKind> kinds) : kinds_(std::move(kinds)), values_(kinds_.size()) {}

  /// The next game: its tally.
  void add(const StudyTally& game);
  /// The games of another log of the same kinds, after these.
  void add(const GameLog& later);

  std::size_t games() const { return values_.empty() ? 0 : values_[0].size(); }
  /// The value of this measure in each game; not a number for a game without a value. Null for other kinds.
  const std::vector<double>* of(const std::string& id) const;

 private:
  std::vector<MeasureKind> kinds_;
  std::vector<std::vector<double>> values_;  // by kind, by game
};

/// A study that is compared.
struct ComparedStudy {
  std::vector<Measure> measures;
  const GameLog* log = nullptr;
  double apart = 1;  // `looks_apart` of its plan: differences are looked at as often
};

struct Comparison {
  double value = 0;        // this study minus the base
  Interval difference;     // of that
  double p = 1;            // the probability of a difference at least as large if the true one is 0
  double corrected_p = 1;  // the same, corrected by Holm's method for the number of comparisons
  /// The difference that would be marked in 80 of 100 such studies; nothing if none can be as large, or if there are
  /// too few games for any mark.
  std::optional<double> smallest;
  std::uint64_t count = 0;  // the number of games (or of the things that the measure counts) in the smaller study
  bool is_paired = false;   // game by game
  bool is_empty = false;    // no comparison is possible, because no game differs
  /// The difference is the same in all games, and not 0: p is then that of the sign test, which tests whether games are
  /// alike. The average in other games is not known.
  bool is_constant = false;
  /// The number in the table of an equivalent measure (two players without ties: one wins when the other loses). It
  /// then gets the same mark as that one.
  std::optional<std::size_t> repeats;
  /// True if the correction counts it.
  bool is_asked() const { return !is_empty && !repeats; }
  bool differs() const { return corrected_p < kAlpha && count >= kFewest; }

  /// With fewer games, differences are never marked, whatever p is.
  static constexpr std::uint64_t kFewest = 10;
};

/// One measure in all studies; nothing in a study that does not have it.
struct ComparedMeasure {
  std::string id;
  std::vector<std::optional<Measure>> values;      // by study
  std::vector<std::optional<Comparison>> against;  // by study: compared with the base; nothing for the base itself
};

/// `base`: the study with which all others are compared. Studies whose logs have the same number of games are compared
/// game by game: their games must have the same seeds. Others are compared as independent samples.
std::vector<ComparedMeasure> compare(const std::vector<ComparedStudy>& studies, std::size_t base = 0);

/// The number of comparisons that the correction counts.
std::size_t asked_in(const std::vector<ComparedMeasure>& all);

}  // namespace glint
