#include "interpreter/measure/bench.hpp"

#include "interpreter/machine/playout.hpp"

namespace glint {

constexpr std::size_t kSamples = 64;

void BenchTally::add(const BenchTally& other) {
  games += other.games;
  plies += other.plies;
  unfinished += other.unfinished;
  checksum += other.checksum;
  traces += other.traces;
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
  if (samples_.size() < kSamples && (game_.has_beams() || game_.shows_followed_beams()))
    machine_.store(samples_.emplace_back());
  tally_.checksum += checksum_of(machine_, seed, end.trail, end.plies);
  tally_.unfinished += end.status == Machine::Status::waiting;
  return std::nullopt;
}

std::optional<Error> BenchPlayer::trace() {
  if (!tracer_) tracer_.emplace(game_.program());
  for (const std::vector<Word>& sample : samples_) {
    tracer_->load(sample);
    const std::vector<Word> emitters = tracer_->pieces().emitters();
    for (const int cell : each_bit(emitters)) {
      if (!tracer_->pieces().beams().kernel().trace_emitter(cell, trace_)) return to_error(game_.program(), tracer_->failure());
      ++tally_.traces;
    }
    if (game_.shows_followed_beams())
      if (auto error = follow_shown()) return error;
  }
  return std::nullopt;
}

/// The beams that pictures show of those that the rules follow by themselves.
std::optional<Error> BenchPlayer::follow_shown() {
  const Program& program = game_.program();
  tracer_->forget_all();
  tracer_->fuel().refill();
  std::vector<Beams::Followed> followed;
  tracer_->pieces().beams().record(&followed);
  for (const BeamsCode& shown : program.entries.beams) {
    const Word players = shown.for_each_player ? program.rules.players.size() : 1;
    for (Word player = 0; player < players; ++player) {
      if (shown.for_each_player) tracer_->frame()[shown.player] = player;
      const bool failed = tracer_->run(shown.code) != Interpreter::Status::done;
      if (failed && !program.rules.pictures.shows[shown.show].is_default) return to_error(program, tracer_->failure());
    }
  }
  tracer_->pieces().beams().record(nullptr);
  tally_.traces += followed.size();
  return std::nullopt;
}

}  // namespace glint
