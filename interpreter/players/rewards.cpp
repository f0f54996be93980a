#include "interpreter/players/rewards.hpp"

#include <algorithm>
#include <cmath>

#include "interpreter/game/position/position_view.hpp"

namespace glint {

namespace {
/// If scores decide, this share of a reward is the margin. In most random games one move does not change the winner.
/// Without margins, a move that gains a point in each of them would look no better than others.
constexpr double kMargin = 0.5;
}  // namespace

Rewards::Rewards(const Program& program, Judge& judge) : judge_(judge), sides_(sides_of(program)) {}

void Rewards::meet(std::int64_t score) {
  lowest_ = std::min(lowest_.value_or(score), score);
  highest_ = std::max(highest_.value_or(score), score);
}

void Rewards::meet_all_of(const Rewards& other) {
  if (other.lowest_) meet(*other.lowest_);
  if (other.highest_) meet(*other.highest_);
}

void Rewards::of_end(Machine& machine, std::vector<Reward>& rewards) {
  rewards.assign(static_cast<std::size_t>(sides_), {});
  const auto all = [&](double value) {
    for (Reward& each : rewards) each.value = value;
  };
  const Outcome outcome = outcome_of(machine);
  switch (outcome.kind) {
    case OutcomeKind::win:
      rewards[sides_ == 1 ? 0 : static_cast<std::size_t>(std::max(0, outcome.winner))].value = 1;
      return;
    case OutcomeKind::loss:
      return;
    case OutcomeKind::score:
      break;
    default:
      all(even());
      return;
  }
  if (sides_ == 1) {
    if (outcome.scores.empty()) return all(0.5);
    const std::int64_t score = outcome.scores.front();
    meet(score);
    rewards[0] = {0, static_cast<double>(score), true};
    return;
  }
  if (outcome.scores.size() != rewards.size()) return all(1.0 / sides_);
  // The highest score wins; players that tie share the win.
  const std::int64_t best = *std::max_element(outcome.scores.begin(), outcome.scores.end());
  const auto winners = std::count(outcome.scores.begin(), outcome.scores.end(), best);
  by_margins({outcome.scores.begin(), outcome.scores.end()}, rewards);
  for (std::size_t side = 0; side < rewards.size(); ++side) {
    const double share = outcome.scores[side] == best ? 1.0 / static_cast<double>(winners) : 0;
    rewards[side].margin = kMargin * (rewards[side].value - share);
    rewards[side].value = share;
  }
}

/// Sets values by each side's lead over the best of the others, compared with the usual lead.
void Rewards::by_margins(const std::vector<double>& found, std::vector<Reward>& rewards) {
  std::vector<double> before;
  for (std::size_t side = 0; side < found.size(); ++side) {
    double other = -1e300;
    for (std::size_t each = 0; each < found.size(); ++each)
      if (each != side) other = std::max(other, found[each]);
    before.push_back(found[side] - other);
    differences_ += std::abs(before.back());
    compared_ += 1;
  }
  const double usual = differences_ / compared_;
  double sum = 0;
  for (std::size_t side = 0; side < found.size(); ++side) {
    rewards[side].value = before[side] == 0 ? 0.5 : 0.5 + 0.5 * before[side] / (std::abs(before[side]) + usual);
    sum += rewards[side].value;
  }
  for (Reward& each : rewards) each.value /= sum > 1 ? sum : 1;
}

void Rewards::of_horizon(Machine& machine, std::vector<Reward>& rewards) {
  rewards.assign(static_cast<std::size_t>(sides_), Reward{even(), 0, false});
  std::vector<double> found;
  for (int side = 0; side < sides_; ++side) {
    if (const auto share = judge_.expected(machine, side)) {
      rewards[static_cast<std::size_t>(side)].value = *share;
      continue;
    }
    const auto value = judge_.value(machine, side);
    if (!value) return;
    found.push_back(static_cast<double>(*value));
  }
  if (found.empty()) return;
  if (sides_ == 1) {
    meet(static_cast<std::int64_t>(found[0]));
    rewards[0] = {0, found[0], true};
    return;
  }
  by_margins(found, rewards);
}

double Rewards::worth(Machine& machine, int side) const {
  constexpr double kSure = 1e18;
  if (machine.is_over()) {
    const Outcome outcome = outcome_of(machine);
    if (outcome.kind == OutcomeKind::win) return sides_ == 1 || outcome.winner == side ? kSure : -kSure;
    if (outcome.kind == OutcomeKind::loss) return -kSure;
    if (outcome.kind == OutcomeKind::score && sides_ > 1 && outcome.highest() >= 0)
      return outcome.highest() == side ? kSure : -kSure;
  }
  return static_cast<double>(judge_.lead(machine, side));
}

double Rewards::mean(const RewardSum& sum, std::uint32_t count) const {
  if (count == 0) return 0.5;
  double value = sum.value;
  if (sum.scored > 0) {
    const double low = static_cast<double>(*lowest_), width = static_cast<double>(*highest_) - low;
    value += width > 0 ? (sum.score - sum.scored * low) / width : 0.5 * sum.scored;
  }
  return value / count;
}

}  // namespace glint
