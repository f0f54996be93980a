// A study of random games, with all that a comparison wants of it.
#pragma once

#include <stdexcept>
#include <vector>

#include "interpreter/lab/study/comparison.hpp"
#include "interpreter/lab/study/study.hpp"

namespace glint::test {

struct Studied {
  StudyTally tally;
  GameLog log;
  std::vector<Measure> measures;

  ComparedStudy compared() const { return {measures, &log}; }
};

/// Throws if a game fails.
inline Studied studied(const Game& game, std::uint64_t games, std::uint64_t seed, int max_plies = 2000) {
  StudyPlan plan;
  plan.players.assign(game.players().size(), "random");
  plan.seed = seed;
  plan.max_plies = max_plies;
  plan.covered = 0;
  Studied study{StudyTally(game.program()), GameLog(measures_in(game, plan)), {}};
  StudyPlayer player(game, plan);
  for (std::uint64_t number = 0; number < games; ++number) {
    if (const auto error = player.play(number, study.tally)) throw std::runtime_error(error->message);
    study.log.add(player.counted());
  }
  study.measures = measures_of(game, plan, study.tally);
  return study;
}

}  // namespace glint::test
