#include "interpreter/lab/study/game_log.hpp"

#include <limits>

namespace glint {

void GameLog::add(const StudyTally& game) {
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const Counted counted = kinds_[i].counted(game);
    double value = std::numeric_limits<double>::quiet_NaN();
    if (counted.values && !counted.values->empty())
      value = kinds_[i].scale * static_cast<double>(counted.values->begin()->first);
    else if (counted.count > 0)
      value = static_cast<double>(counted.hits) + kinds_[i].shift;
    values_[i].push_back(value);
  }
}

void GameLog::add(const GameLog& later) {
  for (std::size_t i = 0; i < values_.size(); ++i)
    values_[i].insert(values_[i].end(), later.values_[i].begin(), later.values_[i].end());
}

const std::vector<double>* GameLog::of(const std::string& id) const {
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    if (kinds_[i].id == id) return &values_[i];
  return nullptr;
}

}  // namespace glint
