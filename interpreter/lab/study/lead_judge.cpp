#include "interpreter/lab/study/lead_judge.hpp"

#include <algorithm>

#include "interpreter/game/access.hpp"
#include "interpreter/machine/playout.hpp"

namespace glint {
namespace {

constexpr std::int64_t kMillion = 1'000'000;

}  // namespace

LeadJudge::LeadJudge(const Program& program, const StudyPlan& plan)
    : program_(program), plan_(plan), tells_(tells_leads(program, plan)) {
  if (tells_ && plan.judge > 0) machine_.emplace(program);
}

void LeadJudge::begin(std::uint64_t seed) {
  seed_ = seed;
  leaders_.clear();
}

void LeadJudge::look(Machine& machine) {
  if (tells_) leaders_.push_back(leader(machine));
}

int LeadJudge::leader(Machine& machine) {
  const std::size_t players = program_.rules.players.size();
  std::vector<std::int64_t> worth(players);
  if (machine_) {
    Random random(mixed(seed_ ^ leaders_.size()));
    machine.store(state_);
    for (int i = 0; i < plan_.judge; ++i) {
      machine_->load(state_);
      if (run_playout(*machine_, random, plan_.max_plies).status != Machine::Status::over) continue;
      if (const int winner = outcome_of(*machine_).victor(); winner >= 0) ++worth[static_cast<std::size_t>(winner)];
    }
  } else {
    for (std::size_t p = 0; p < players; ++p) {
      const std::optional<std::int64_t> value = heuristic_of(machine, static_cast<int>(p));
      if (!value) return -1;
      worth[p] = *value;
    }
  }
  const auto best = std::max_element(worth.begin(), worth.end());
  return std::count(worth.begin(), worth.end(), *best) == 1 ? static_cast<int>(best - worth.begin()) : -1;
}

void LeadJudge::count(int winner, StudyTally& tally) const {
  if (!tells_) return;
  std::int64_t changes = 0;
  int last = -1;
  for (const int leader : leaders_) {
    if (leader < 0 || leader == last) continue;
    changes += last >= 0;
    last = leader;
  }
  tally.lead_changes.add(changes);
  if (winner < 0 || leaders_.empty()) return;
  const auto positions = static_cast<std::int64_t>(leaders_.size());
  std::int64_t behind = 0;
  std::int64_t settled = positions;  // the first position from which on the winner leads for good
  for (const int leader : leaders_) behind += leader >= 0 && leader != winner;
  while (settled > 0 && leaders_[static_cast<std::size_t>(settled) - 1] == winner) --settled;
  tally.behind.add(behind * kMillion / positions);
  tally.settled.add(settled * kMillion / positions);
}

}  // namespace glint
