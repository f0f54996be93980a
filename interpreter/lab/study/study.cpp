#include "interpreter/lab/study/study.hpp"

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/loading/make_program.hpp"

namespace glint {

std::unique_ptr<Coverer> Coverer::of(const Game& game, const StudyPlan& plan) {
  const Result<Game> built = built_for_coverage(game);
  return built ? std::unique_ptr<Coverer>(new Coverer(*built, plan)) : nullptr;
}

Coverer::Coverer(const Game& game, const StudyPlan& plan)
    : game_(game), lines_(game_.program()), profile_(game_.program()), counted_(game_, plan, &profile_) {}

bool Coverer::play(std::uint64_t number, const std::string& said) {
  profile_.clear();
  return !counted_.play(number, &said);
}

void Coverer::add_lines(StudyTally& tally) const {
  ++tally.covered;
  lines_.add(profile_, tally.rules);
}

std::optional<Error> StudyPlayer::play(std::uint64_t number, StudyTally& tally, const std::string* before) {
  if (auto error = plain_.play(number, before)) return error;
  const bool is_asked = number < plan_.covered;
  if (is_asked && !coverer_) coverer_ = Coverer::of(game_, plan_);
  const bool is_covered = is_asked && coverer_ && coverer_->play(number, plain_.said());
  if (auto error = stopped(game_.program())) return error;  // a score that was stopped looks like none
  tally.add(plain_.tally());
  if (is_covered) coverer_->add_lines(tally);
  return std::nullopt;
}

}  // namespace glint
