// What each game of a study counted, so that studies of the same games can be compared game by game. Files do not keep
// it.
#pragma once

#include <string>
#include <vector>

#include "interpreter/lab/study/measures.hpp"

namespace glint {

class GameLog {
 public:
  GameLog() = default;
  explicit GameLog(std::vector<MeasureKind> kinds) : kinds_(std::move(kinds)), values_(kinds_.size()) {}

  /// The next game: its tally.
  void add(const StudyTally& game);
  /// The games of another log of the same kinds, after these.
  void add(const GameLog& later);

  std::size_t games() const { return values_.empty() ? 0 : values_[0].size(); }
  /// By game, the value of this measure; not a number if the game has none. Null if it is none of the kinds.
  const std::vector<double>* of(const std::string& id) const;

 private:
  std::vector<MeasureKind> kinds_;
  std::vector<std::vector<double>> values_;  // by kind, by game
};

}  // namespace glint
