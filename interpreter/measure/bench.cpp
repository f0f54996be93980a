#include "interpreter/measure/bench.hpp"

#include "interpreter/machine/playout.hpp"

namespace glint {

void BenchTally::add(const BenchTally& other) {
  games += other.games;
  plies += other.plies;
  unfinished += other.unfinished;
  checksum += other.checksum;
}

BenchPlayer::BenchPlayer(const Game& game, const StartOptions& options, int max_plies)
    : game_(game), options_(options), max_plies_(max_plies), machine_(game_.program()) {}

std::optional<Error> BenchPlayer::play(std::uint64_t number) {
  if (!profile_) {
    auto error = play_game(number);
    return error ? error : stopped(game_.program());  // a score that was stopped looks like none
  }
  machine_.set_profile(profile_.get());
  profile_->start();
  auto error = play_game(number);
  profile_->stop();
  machine_.set_profile(nullptr);
  return error;
}

std::optional<Error> BenchPlayer::play_game(std::uint64_t number) {
  const Program& program = game_.program();
  const std::uint64_t seed = seed_of_game(options_.seed, number);
  Random random(seed);
  SeriesChance chance(program, options_.draws, random);
  history_.clear();
  machine_.set_history(program.uses_seen ? &history_ : nullptr);
  if (machine_.begin(chance) == Machine::Status::error) return to_error(program, machine_.failure());
  const PlayoutEnd end = run_playout(machine_, random, chance, max_plies_);
  if (end.status == Machine::Status::error) return to_error(program, machine_.failure());
  ++tally_.games;
  tally_.plies += static_cast<std::uint64_t>(end.plies);
  tally_.checksum += checksum_of(machine_, seed, end.trail, end.plies);
  tally_.unfinished += end.status == Machine::Status::waiting;
  return std::nullopt;
}

}  // namespace glint
