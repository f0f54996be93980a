#include "interpreter/lab/study/move_counter.hpp"

#include <algorithm>

namespace glint {

void MoveCounter::begin() {
  is_played_.assign(program_.rules.moves.size(), false);
  choices_ = 0;
  plies_ = 0;
  trail_ = {};
}

void MoveCounter::add(Machine& machine, std::uint64_t move, std::uint64_t count, StudyTally& tally) {
  add_choices(machine, tally);
  const auto chosen = static_cast<std::size_t>(machine.choose_listed(move));
  ++tally.moves_played[chosen];
  tally.moves_games[chosen] += !is_played_[chosen];
  is_played_[chosen] = true;
  add_picks(machine, chosen, tally);
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
  count = std::min(count, static_cast<std::uint64_t>(Moments::kMost));  // sums are to fit
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

/// What was picked for the machine's choices.
void MoveCounter::add_picks(Machine& machine, std::size_t move, StudyTally& tally) const {
  const MoveCode& code = program_.moves[move];
  for (std::size_t i = 0; i < code.picks.size(); ++i) {
    const Choice& choice = machine.choices()[i];
    const rules::Type& type = code.picks[i].type;
    if (choice.mode == Choice::Mode::value && !type.is_set && type.base == rules::Base::cell)
      ++tally.cells_picked[choice.number];
  }
  for (std::size_t v = 0; v < picks_.size(); ++v) {
    const ValuedPick& pick = picks_[v];
    if (static_cast<std::size_t>(pick.move) != move) continue;
    const Choice& choice = machine.choices()[static_cast<std::size_t>(pick.pick)];
    const std::int64_t value = static_cast<std::int64_t>(choice.number) - pick.first;
    if (choice.mode == Choice::Mode::value && value >= 0 && value < pick.values)
      ++tally.values[v][static_cast<std::size_t>(value)];
  }
}

void MoveCounter::count(StudyTally& tally) const {
  tally.plies = static_cast<std::uint64_t>(plies_);
  if (plies_ > 0) tally.branching.add(static_cast<std::int64_t>(choices_ * 1000 / tally.plies));
}

}  // namespace glint
