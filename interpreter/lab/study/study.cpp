#include "interpreter/lab/study/study.hpp"

#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/game/position/position_view.hpp"

namespace glint {

std::unique_ptr<Coverer> Coverer::of(const Game& game, const StudyPlan& plan) {
  const Result<Game> built = built_for_coverage(game);
  return built ? std::unique_ptr<Coverer>(new Coverer(*built, plan)) : nullptr;
}

Coverer::Coverer(const Game& game, const StudyPlan& plan)
    : game_(game), plan_(plan), lines_(game_.program()), profile_(game_.program()), counted_(game_, plan, &profile_) {}

bool Coverer::play(std::uint64_t number) {
  profile_.clear();
  return !counted_.play(number);
}

bool Coverer::replay(std::uint64_t number, const std::vector<std::uint64_t>& moves) {
  profile_.clear();
  StartOptions options;
  options.seed = seed_of_game(plan_.seed, number);
  options.draws = plan_.draws;
  Result<Position> position = start_recorded(game_, options, &profile_);
  if (!position) return false;
  // Moves have the same numbers in each build of a game.
  for (const std::uint64_t move : moves)
    if (position->play_listed(move)) return false;
  return true;
}

void Coverer::add_lines(StudyTally& tally) const {
  ++tally.covered;
  lines_.add(profile_, tally.rules);
}

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
  if (auto error = stopped(game_.program())) return error;  // a score that was stopped looks like none
  tally.add(last_->tally());
  if (is_covered) coverer->add_lines(tally);
  return std::nullopt;
}

/// Null if this game does not record the lines that it runs.
Coverer* StudyPlayer::coverer_of(std::uint64_t number) {
  if (number >= plan_.covered) return nullptr;
  if (!coverer_) coverer_ = Coverer::of(game_, plan_);
  return coverer_.get();
}

}  // namespace glint
