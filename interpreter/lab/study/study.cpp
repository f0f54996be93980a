#include "interpreter/lab/study/study.hpp"

namespace glint {

std::optional<Error> StudyPlayer::play(std::uint64_t number, StudyTally& tally) {
  Coverer* const coverer = coverer_of(number);
  bool is_covered = false;
  if (coverer && plain_.is_random() && coverer->play(number)) {
    is_covered = true;
    last_ = &coverer->game();
  } else {
    last_ = &plain_;
    if (auto error = plain_.play(number)) return error;
    is_covered = coverer && !plain_.is_random() && coverer->replay(number, plain_.moves());
  }
  tally.add(last_->tally());
  if (is_covered) coverer->add_lines(tally);
  return std::nullopt;
}

/// Null: the lines that run in this game are not recorded.
Coverer* StudyPlayer::coverer_of(std::uint64_t number) {
  if (number >= plan_.covered) return nullptr;
  if (!coverer_) coverer_ = Coverer::of(game_, plan_);
  return coverer_.get();
}

}  // namespace glint
