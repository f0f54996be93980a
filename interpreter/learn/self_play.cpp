#include "interpreter/learn/self_play.hpp"

#include <algorithm>
#include <cstdlib>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/machine/playout.hpp"
#include "interpreter/machine/step_chance.hpp"
#include "interpreter/players/methods.hpp"
#include "interpreter/players/shuffled.hpp"

namespace glint {

namespace {

constexpr std::uint64_t kMostOpening = 8;     // random plies
constexpr std::uint64_t kBetweenRandom = 10;  // one move in this many is random
constexpr std::uint64_t kMostWeighed = 256;   // moves of a position
constexpr int kMostPlies = 1000;
constexpr int kFiner = 9;
// The parts in 256 of a target that come from the rest of the game; the rest is the next position's value.
constexpr std::int32_t kLambda = 204;
// The units by which an error of 1 would move the sum of a position, at first.
constexpr std::int64_t kGain = 4;
constexpr std::int32_t kMostErrors = 1 << 29;

}  // namespace

Learning::Learning(const Game& game, std::uint64_t seed, const LearnedValues* before)
    : game_(game),
      program_(game_.program()),
      terms_(before ? before->values.terms : std::make_shared<Terms>(game)),
      weights_(before ? before->values.weights : std::vector<Weight>(terms_->weights())),
      progress_(terms_->weights()),
      readings_{{*terms_, 0, weights_.data()}, {*terms_, 1, weights_.data()}},
      machine_(program_),
      random_(seed),
      seed_(seed),
      games_(before ? before->games : 0) {
  for (std::size_t i = 0; i < weights_.size(); ++i) progress_[i].weight = weights_[i] * (1 << kFiner);
  machine_.set_history(program_.uses_seen ? &history_ : nullptr);
}

std::optional<Error> Learning::play(const Observer& observer) {
  random_ = Random(seed_of_game(seed_, games_));
  history_.clear();
  met_.clear();
  chosen_.clear();
  RandomChance chance(random_);
  if (machine_.begin(chance) == Machine::Status::error) return to_error(program_, machine_.failure());
  const std::uint64_t opening = random_.below(kMostOpening + 1);
  for (int ply = 0; ply < kMostPlies && !machine_.is_over(); ++ply) {
    const bool is_opening = static_cast<std::uint64_t>(ply) < opening;
    if (!is_opening) meet();
    if (!is_opening && observer) observer(machine_, readings_[machine_.to_move()].sum(machine_));
    std::uint64_t move = 0;
    const bool is_random = is_opening || random_.below(kBetweenRandom) == 0;
    if (auto error = choose(move, is_random)) return error;
    if (auto error = step(move)) return error;
    if (auto error = stopped(program_)) return error;
  }
  const bool is_over = machine_.is_over();
  if (!observer) learn(is_over ? share_of_end() : met_.empty() ? kWhole / 2 : met_.back().share, is_over);
  ++games_;
  return std::nullopt;
}

/// Keeps the value of the position, and the entries that it chooses.
void Learning::meet() {
  Met met;
  met.mover = machine_.to_move();
  met.share = share_now();
  met.chosen = chosen_.size();
  readings_[met.mover].chosen(chosen_);
  met_.push_back(met);
}

/// The chance that the first player wins, from the value for the player to move.
std::int32_t Learning::share_now() {
  const int mover = machine_.to_move();
  const std::int32_t share = share_of(readings_[mover].sum(machine_));
  return mover == 0 ? share : kWhole - share;
}

std::int32_t Learning::share_of_end() {
  const int victor = outcome_of(machine_).victor();
  return victor < 0 ? kWhole / 2 : victor == 0 ? kWhole : 0;
}

/// The move to play. If it is random, the value of the best one is kept beside the position.
std::optional<Error> Learning::choose(std::uint64_t& chosen, bool is_random) {
  const Result<std::uint64_t> count = list_moves(machine_);
  if (!count) return count.errors()[0];
  chosen = random_.below(*count);
  if (!met_.empty()) moves_ += *count;
  if (*count == 1 || met_.empty()) return std::nullopt;
  const std::uint64_t weighed = std::min(*count, kMostWeighed);
  const Shuffled shuffled(*count, random_.next());  // the first of the best is taken: any of them
  const int mover = machine_.to_move();
  machine_.store(state_);
  machine_.swap_listing(listing_);
  std::int32_t best = -1;
  std::uint64_t best_move = 0;
  for (std::uint64_t k = 0; k < weighed && best < kWhole; ++k) {
    const std::uint64_t move = shuffled[k];
    std::int32_t share = 0;
    if (auto error = try_move(move, mover, share)) return error;
    if (share <= best) continue;
    best = share;
    best_move = move;
  }
  machine_.swap_listing(listing_);
  if (is_random)
    met_.back().best = mover == 0 ? best : kWhole - best;
  else
    chosen = best_move;
  return std::nullopt;
}

/// The value of a listed move for its mover. Takes the move back.
std::optional<Error> Learning::try_move(std::uint64_t move, int mover, std::int32_t& share) {
  const std::size_t before = history_.size();
  machine_.swap_listing(listing_);
  std::optional<Error> error = step(move);
  machine_.swap_listing(listing_);
  if (error) return error;
  share = machine_.is_over() ? share_of_end() : share_now();
  if (mover == 1) share = kWhole - share;
  machine_.load(state_);
  history_.resize(before);
  return std::nullopt;
}

std::optional<Error> Learning::step(std::uint64_t move) {
  StepChance chance;
  Machine::Status status = machine_.apply_listed(machine_, move);
  if (status == Machine::Status::done) status = machine_.resume(chance);
  if (status == Machine::Status::error || status == Machine::Status::failed)
    return to_error(program_, machine_.failure());
  return std::nullopt;
}

void Learning::learn(std::int32_t result, bool is_over) {
  std::int32_t target = result, next = result;
  if (!is_over && !met_.empty()) met_.pop_back();  // it has no target
  for (auto met = met_.rbegin(); met != met_.rend(); ++met) {
    target = met->best >= 0 ? met->best : (next * (256 - kLambda) + target * kLambda) / 256;
    next = met->share;
    const std::int32_t error = target - met->share;
    move_weights(*met, met->mover == 0 ? error : -error);
  }
  positions_ += met_.size();
  for (Reading& each : readings_) each.forget();
}

/// Moves the weights in a position's sum, so that its share comes nearer to the target.
void Learning::move_weights(const Met& met, std::int32_t error) {
  const std::size_t patterns = terms_->patterns(0).size();
  const auto most = static_cast<std::int64_t>(patterns);
  const std::int64_t full = std::int64_t{error} * kGain * kUnit * (1 << kFiner) / kWhole;
  const std::int32_t small = error / 16;
  for (std::size_t i = 0; i < patterns; ++i) {
    const std::uint32_t number = chosen_[met.chosen + i];
    Progress& progress = progress_[number];
    const std::int64_t coherent = std::abs(progress.errors), all = progress.absolute;
    const auto change = static_cast<std::int32_t>(all > 0 ? full * coherent / (all * most) : full / most);
    progress.errors += small;
    progress.absolute += std::abs(small);
    if (progress.absolute > kMostErrors) progress.absolute /= 2, progress.errors /= 2;
    constexpr std::int32_t kLargest = INT16_MAX << kFiner;
    progress.weight = std::clamp(progress.weight + change, -kLargest, kLargest);
    weights_[number] = static_cast<Weight>(progress.weight / (1 << kFiner));
  }
}

}  // namespace glint
