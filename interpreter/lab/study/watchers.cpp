#include "interpreter/lab/study/watchers.hpp"

#include <algorithm>

#include "interpreter/game/access.hpp"

namespace glint {

// ---- moves ----

void MoveCounter::begin() {
  is_played_.assign(program_.rules.moves.size(), false);
  choices_ = 0;
  plies_ = 0;
  trail_ = {};
}

void MoveCounter::add(Machine& machine, std::uint64_t move, std::uint64_t count, StudyTally& tally) {
  add_choices(machine, tally);
  const auto chosen = static_cast<std::size_t>(machine.listed_choices(move, picked_));
  ++tally.moves_played[chosen];
  tally.moves_games[chosen] += !is_played_[chosen];
  is_played_[chosen] = true;
  add_picks(chosen, tally);
  trail_.add(count);
  ++plies_;
}

void MoveCounter::add_choices(const Machine& machine, StudyTally& tally) {
  listed_.assign(program_.rules.moves.size(), 0);
  machine.count_by_move(listed_);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < listed_.size(); ++i) {
    count += listed_[i];
    tally.moves_possible[i] += listed_[i] > 0;
  }
  count = std::min(count, static_cast<std::uint64_t>(Moments::kMost));  // so that sums fit
  choices_ += count;
  const auto at = static_cast<std::size_t>(plies_);
  if (at >= kMostPliesApart) return;
  if (tally.reached_at.size() <= at) {
    tally.reached_at.resize(at + 1);
    tally.choices_at.resize(at + 1);
  }
  ++tally.reached_at[at];
  tally.choices_at[at] += count;
}

/// Counts the values of the picks.
void MoveCounter::add_picks(std::size_t move, StudyTally& tally) const {
  const MoveCode& code = program_.moves[move];
  for (std::size_t i = 0; i < code.picks.size(); ++i) {
    const Choice& choice = picked_[i];
    const rules::Type& type = code.picks[i].type;
    if (choice.mode == Choice::Mode::value && !type.is_set && type.base == rules::Base::cell)
      ++tally.cells_picked[choice.number];
  }
  for (std::size_t v = 0; v < picks_.size(); ++v) {
    const ValuedPick& pick = picks_[v];
    if (static_cast<std::size_t>(pick.move) != move) continue;
    const Choice& choice = picked_[static_cast<std::size_t>(pick.pick)];
    const std::int64_t value = static_cast<std::int64_t>(choice.number) - pick.first;
    if (choice.mode == Choice::Mode::value && value >= 0 && value < pick.values)
      ++tally.values[v][static_cast<std::size_t>(value)];
  }
}

void MoveCounter::count(StudyTally& tally) const {
  tally.plies = static_cast<std::uint64_t>(plies_);
  if (plies_ > 0) tally.branching.add(static_cast<std::int64_t>(choices_ * 1000 / tally.plies));
}

// ---- positions ----

void BoardSampler::begin(std::uint64_t game) {
  next_ = game;
  samples_ = filled_ = beams_ = lit_ = 0;
}

void BoardSampler::look(Machine& machine, StudyTally& tally) {
  if (next_++ % StudyTally::kSampled != 0) return;
  ++samples_;
  ++tally.samples;
  count_pieces(machine, tally);
  if (!program_.reactions.emitter_sets.empty()) count_light(machine, tally);
}

void BoardSampler::count_pieces(const Machine& machine, StudyTally& tally) {
  std::vector<std::uint64_t> found(tally.pieces.size());
  for (int cell = 0; cell < program_.geometry.cells; ++cell) {
    const int height = machine.height(cell);
    if (height == 0) continue;
    ++filled_;
    ++tally.cells_filled[static_cast<std::size_t>(cell)];
    for (int level = 0; level < height; ++level) {
      const Key& key = program_.key(machine.key_at(cell, level));
      ++found[pieces_at(program_, key.kind, key.owner)];
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    tally.pieces[i] += found[i];
    tally.pieces_seen[i] += found[i] > 0;
  }
}

/// If following a beam is an error, nothing is counted: the rules may never read it.
void BoardSampler::count_light(Machine& machine, StudyTally& tally) {
  std::int64_t beams = 0;
  std::vector<Word> lit(static_cast<std::size_t>(program_.words()));
  const std::vector<Word> emitters = machine.emitters();
  for (const int cell : each_bit(emitters)) {
    machine.refuel();
    const Trace* trace = machine.trace_of(cell, false);
    if (!trace) return;
    ++beams;
    for (std::size_t w = 0; w < lit.size(); ++w) lit[w] |= trace->cells[w];
  }
  beams_ += beams;
  for (const int cell : each_bit(lit)) {
    ++lit_;
    ++tally.cells_lit[static_cast<std::size_t>(cell)];
  }
}

void BoardSampler::count(StudyTally& tally) const {
  if (samples_ == 0) return;
  tally.filled.add(filled_ * 1000 / samples_);
  if (program_.reactions.emitter_sets.empty()) return;
  tally.beams.add(beams_ * 1000 / samples_);
  tally.lit.add(lit_ * 1000 / samples_);
}

// ---- leads ----

LeadJudge::LeadJudge(const Program& program, const StudyPlan& plan)
    : program_(program), plan_(plan), has_leaders_(has_leaders(program, plan)) {
  if (has_leaders_ && plan.judge > 0) machine_.emplace(program);
}

void LeadJudge::begin(std::uint64_t seed) {
  seed_ = seed;
  leaders_.clear();
}

void LeadJudge::look(Machine& machine) {
  if (has_leaders_) leaders_.push_back(leader(machine));
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
  if (!has_leaders_) return;
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
  std::int64_t settled = positions;  // the first position after which the winner leads for good
  for (const int leader : leaders_) behind += leader >= 0 && leader != winner;
  while (settled > 0 && leaders_[static_cast<std::size_t>(settled) - 1] == winner) --settled;
  constexpr std::int64_t kMillion = 1'000'000;
  tally.behind.add(behind * kMillion / positions);
  tally.settled.add(settled * kMillion / positions);
}

}  // namespace glint
