#include "interpreter/lab/study/watchers.hpp"

#include <algorithm>
#include <cmath>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/players/methods.hpp"

namespace glint {

namespace {

/// The player with most of something, if there is one, and whether that is the winner.
template <class Number>
void count_most(const Number* of, std::size_t players, int winner, std::uint64_t& count, std::uint64_t& won) {
  const Number* const most = std::max_element(of, of + players);
  if (std::count(of, of + players, *most) != 1) return;
  ++count;
  won += most - of == winner;
}

}  // namespace

// ---- moves ----

std::int64_t opening_of(const Program& program, std::size_t move, const std::vector<Choice>& picked) {
  const bool has_pick = !picked.empty() && picked[0].mode == Choice::Mode::value && picked[0].number < kNoPick &&
                        !program.moves[move].picks.empty() && !program.moves[move].picks[0].type.is_set;
  return opening_of(static_cast<std::int64_t>(move), has_pick ? static_cast<std::int64_t>(picked[0].number) : kNoPick);
}

void MoveCounter::begin() {
  is_played_.assign(program_.rules.moves.size(), false);
  choices_ = 0;
  product_ = 1;
  tree_ = 0;
  forced_ = 0;
  by_seat_.resize(program_.rules.players.size());
  for (std::vector<std::size_t>& moves : by_seat_) moves.clear();
  plies_ = 0;
  trail_ = {};
}

void MoveCounter::add(const Machine& machine, std::size_t chosen, const std::vector<Choice>& picked,
                      std::uint64_t count, std::uint64_t choices, StudyTally& tally) {
  add_choices(machine, choices, tally);
  ++tally.choices.moves_played[chosen];
  tally.choices.moves_games[chosen] += !is_played_[chosen];
  is_played_[chosen] = true;
  add_picks(chosen, picked, tally);
  if (program_.moves.size() > 1) by_seat_[static_cast<std::size_t>(machine.to_move())].push_back(chosen);
  if (plies_ == 0) opening_ = opening_of(program_, chosen, picked);
  trail_.add(count);
  ++plies_;
}

void MoveCounter::add_choices(const Machine& machine, std::uint64_t choices, StudyTally& tally) {
  listed_.assign(program_.rules.moves.size(), 0);
  machine.last_listed().count_by_move(listed_);
  for (std::size_t i = 0; i < listed_.size(); ++i) tally.choices.moves_possible[i] += listed_[i] > 0;
  choices = std::min(choices, std::uint64_t{1} << 40);  // so that sums fit
  choices_ += choices;
  forced_ += choices == 1;
  product_ *= static_cast<double>(std::max<std::uint64_t>(choices, 1));
  if (product_ > 1e200) {
    tree_ += std::log10(product_);
    product_ = 1;
  }
  const auto at = static_cast<std::size_t>(plies_);
  if (at >= kMostPliesApart) return;
  if (tally.course.reached_at.size() <= at) {
    tally.course.reached_at.resize(at + 1);
    tally.course.choices_at.resize(at + 1);
  }
  ++tally.course.reached_at[at];
  tally.course.choices_at[at] += choices;
}

/// Counts the values of the picks.
void MoveCounter::add_picks(std::size_t move, const std::vector<Choice>& picked, StudyTally& tally) const {
  const MoveCode& code = program_.moves[move];
  const Word rounds = code.loop.rounds < 0 ? 0 : picked[static_cast<std::size_t>(code.loop.rounds)].number;
  for (std::size_t i = 0; i < code.picks.size(); ++i) {
    const Choice& choice = picked[i];
    const rules::Type& type = code.picks[i].type;
    if (!code.makes(code.picks[i], rounds)) continue;
    if (choice.mode == Choice::Mode::value && !type.is_set && type.base == rules::Base::cell)
      ++tally.choices.cells_picked[choice.number];
  }
  for (std::size_t v = 0; v < picks_.size(); ++v) {
    const ValuedPick& pick = picks_[v];
    if (static_cast<std::size_t>(pick.move) != move) continue;
    const Word times = code.picks[static_cast<std::size_t>(pick.pick)].round > 0 ? rounds : 1;
    for (Word round = 0; round < times; ++round) {
      const std::size_t at = static_cast<std::size_t>(pick.pick) + round * static_cast<std::size_t>(code.loop.each);
      const Choice& choice = picked[at];
      const std::int64_t value = static_cast<std::int64_t>(choice.number) - pick.first;
      if (choice.mode == Choice::Mode::value && value >= 0 && value < pick.values)
        ++tally.choices.values[v][static_cast<std::size_t>(value)];
    }
  }
}

void MoveCounter::count(StudyTally& tally, bool has_ended) const {
  tally.plies = static_cast<std::uint64_t>(plies_);
  if (plies_ == 0) return;
  ++tally.course.branching[on_grid(static_cast<double>(choices_), plies_, 1000)];
  ++tally.course.forced[on_grid(static_cast<double>(forced_), plies_, StudyTally::kShare)];
  const double tree = tree_ + std::log10(product_);
  ++tally.course.effective[on_grid(std::pow(10, tree / plies_), 1, 1000)];
  if (has_ended) ++tally.course.tree[on_grid(tree, 1, 1000)];
}

void MoveCounter::count_won(int winner, int first, StudyTally& tally) {
  if (by_seat_.size() < 2 || program_.rules.team) return;
  if (first >= 0) {
    ++tally.choices.opened[opening_];
    if (winner == first) ++tally.choices.opened_won[opening_];
  }
  if (program_.moves.size() < 2) return;  // there is nothing else to choose
  std::size_t shortest = by_seat_[0].size();
  for (const std::vector<std::size_t>& moves : by_seat_) shortest = std::min(shortest, moves.size());
  times_.assign(by_seat_.size() * program_.moves.size(), 0);
  for (std::size_t seat = 0; seat < by_seat_.size(); ++seat)
    for (std::size_t i = 0; i < shortest; ++i) ++times_[by_seat_[seat][i] * by_seat_.size() + seat];
  add_worth(tally.choices.worth, by_seat_.size(), winner, first, times_);
  for (std::size_t move = 0; move < program_.moves.size(); ++move)
    count_most(times_.data() + move * by_seat_.size(), by_seat_.size(), winner, tally.choices.used[move], tally.choices.used_won[move]);
}

// ---- positions ----

void BoardSampler::begin(std::uint64_t seed) {
  random_ = Random(mixed(~seed));
  seen_ = 0;
  kept_ = 0;
}

void BoardSampler::look(const Machine& machine) {
  ++seen_;
  std::uint64_t place = kept_;
  if (place < StudyTally::kDrawn)
    drawn_.resize(std::max(drawn_.size(), ++kept_));
  else if ((place = random_.below(seen_)) >= StudyTally::kDrawn)
    return;
  machine.store(drawn_[place]);
}

void BoardSampler::count(StudyTally& tally) {
  if (kept_ == 0) return;
  weight_ = StudyTally::kWeight / kept_;
  filled_ = beams_ = lit_ = 0;
  const bool has_beams = !program_.reactions.emitter_sets.empty();
  for (std::size_t i = 0; i < kept_; ++i) {
    machine_.load(drawn_[i]);
    count_pieces(tally);
    if (has_beams) count_light(tally);
  }
  const auto positions = static_cast<double>(kept_);
  tally.positions.samples += kept_;
  tally.positions.weight += StudyTally::kWeight;
  ++tally.positions.filled[on_grid(static_cast<double>(filled_), positions, 1000)];
  if (!has_beams) return;
  ++tally.positions.emitters[on_grid(static_cast<double>(beams_), positions, 1000)];
  ++tally.positions.lit[on_grid(static_cast<double>(lit_), positions, 1000)];
}

void BoardSampler::count_won(int winner, int first, StudyTally& tally) const {
  const std::size_t players = program_.rules.players.size();
  if (players < 2 || program_.rules.team) return;
  std::vector<std::int64_t> had;
  for (std::size_t kind = 0; kind < tally.positions.had.size(); ++kind) {
    const std::uint64_t* const of = tally.positions.pieces.data() + pieces_at(program_, static_cast<int>(kind), 0);
    count_most(of, players, winner, tally.positions.had[kind], tally.positions.had_won[kind]);
    for (std::size_t seat = 0; seat < players; ++seat)
      had.push_back(static_cast<std::int64_t>(of[seat] * StudyTally::kPiece / StudyTally::kWeight));
  }
  add_worth(tally.positions.worth, players, winner, first, had);
}

void BoardSampler::count_pieces(StudyTally& tally) {
  found_.assign(tally.positions.pieces.size(), 0);
  for (int cell = 0; cell < program_.geometry.cells; ++cell) {
    const int height = machine_.position().height(cell);
    if (height == 0) continue;
    ++filled_;
    tally.positions.cells_filled[static_cast<std::size_t>(cell)] += weight_;
    for (int level = 0; level < height; ++level) {
      const Key& key = program_.key(machine_.position().key_at(cell, level));
      ++found_[pieces_at(program_, key.kind, key.owner)];
    }
  }
  for (std::size_t i = 0; i < found_.size(); ++i) {
    tally.positions.pieces[i] += weight_ * found_[i];
    if (found_[i] > 0) tally.positions.pieces_seen[i] += weight_;
  }
}

/// If following a beam is an error, nothing is counted: the rules may never read it.
void BoardSampler::count_light(StudyTally& tally) {
  std::int64_t beams = 0;
  std::vector<Word> lit(static_cast<std::size_t>(program_.words()));
  const std::vector<Word> emitters = machine_.position().emitters();
  for (const int cell : each_bit(emitters)) {
    machine_.fuel().refill();
    const Trace* trace = machine_.trace_of(cell, false);
    if (!trace) return;
    ++beams;
    for (std::size_t w = 0; w < lit.size(); ++w) lit[w] |= trace->cells[w];
  }
  beams_ += beams;
  for (const int cell : each_bit(lit)) {
    ++lit_;
    tally.positions.cells_lit[static_cast<std::size_t>(cell)] += weight_;
  }
}

// ---- leads ----

LeadJudge::LeadJudge(const Program& program, const StudyPlan& plan)
    : program_(program), plan_(plan), has_leaders_(has_leaders(program, plan)),
      has_swings_(plan.playouts == 0 && program.rules.players.size() == 2 && !play_facts(program).has_together) {
  if (has_leaders_ && plan.playouts > 0) machine_.emplace(program);
}

void LeadJudge::begin(std::uint64_t seed) {
  seed_ = seed;
  leaders_.clear();
  movers_.clear();
  leads_.clear();
}

std::optional<Error> LeadJudge::look(Machine& machine, const int* known) {
  if (!has_leaders_) return std::nullopt;
  movers_.push_back(machine.to_move());
  try {
    leaders_.push_back(known && machine_ ? *known : leader(machine));
  } catch (const lang::Stopped&) {
    return stopped_error(program_);
  }
  return std::nullopt;
}

int LeadJudge::leader(Machine& machine) {
  const std::size_t players = program_.rules.players.size();
  std::vector<std::int64_t> worth(players);
  if (machine_) {
    Random random(mixed(seed_ ^ leaders_.size()));
    machine.store(state_);
    lang::StopCheck stop(program_.limits.stop);
    const auto loading = static_cast<std::int64_t>(1 + state_.size() / 256);
    for (int i = 0; i < plan_.playouts; ++i) {
      stop.after(loading);
      machine_->load(state_);
      const Machine::Status end = run_playout(*machine_, random, plan_.max_plies).status;
      if (end == Machine::Status::error) throw_if_stopped(machine_->failure());
      if (end != Machine::Status::over) continue;
      if (const int winner = outcome_of(*machine_).victor(); winner >= 0) ++worth[static_cast<std::size_t>(winner)];
    }
  } else {
    for (std::size_t p = 0; p < players; ++p) {
      const std::optional<std::int64_t> value = heuristic_of(machine, static_cast<int>(p));
      if (!value) return -1;
      worth[p] = *value;
    }
  }
  leads_.emplace_back(machine.to_move(), static_cast<double>(worth[0]) - static_cast<double>(worth[1]));
  const auto best = std::max_element(worth.begin(), worth.end());
  return std::count(worth.begin(), worth.end(), *best) == 1 ? static_cast<int>(best - worth.begin()) : -1;
}

/// The gains of moves for their players, and the losses by the replies, except of the last move, which has no reply.
void LeadJudge::count_swings(StudyTally& tally) const {
  double least = leads_[0].second, most = least, greatest = 0, gained = 0, lost = 0, gains = 0, answered = 0;
  for (std::size_t ply = 0; ply + 1 < leads_.size(); ++ply) {
    const auto& [mover, before] = leads_[ply];
    const auto& [next_mover, after] = leads_[ply + 1];
    least = std::min(least, after);
    most = std::max(most, after);
    const double gain = mover == 0 ? after - before : before - after;
    greatest = std::max(greatest, gain);
    if (gain <= 0 || next_mover == mover || ply + 2 == leads_.size()) continue;
    const double reply = mover == 0 ? after - leads_[ply + 2].second : leads_[ply + 2].second - after;
    gained += gain;
    lost += std::clamp(reply, 0.0, gain);
    gains += 1;
    answered += reply >= gain;
  }
  if (most > least) ++tally.course.killer[on_grid(greatest, most - least, StudyTally::kShare)];
  if (gains == 0) return;
  ++tally.course.permanence[on_grid(gained - lost, gained, StudyTally::kShare)];
  ++tally.course.response[on_grid(answered, gains, StudyTally::kShare)];
}

/// When the first player begins a turn, all have had equally many turns, so nobody leads only by having moved last.
std::size_t LeadJudge::round_before(std::size_t ply) const {
  for (std::size_t at = ply; at > 0; --at)
    if (movers_[at] == movers_[0] && movers_[at - 1] != movers_[0]) return at;
  return ply;
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
  // The winner leads in the end, also by the last move alone.
  changes += winner >= 0 && last >= 0 && last != winner;
  ++tally.course.lead_changes[changes];
  if (has_swings_ && leads_.size() == leaders_.size() && !leads_.empty()) count_swings(tally);
  for (std::size_t quarter = 1; quarter <= 3 && !leaders_.empty(); ++quarter) {
    const int leader = leaders_[round_before(leaders_.size() * quarter / 4)];
    tally.course.led[quarter - 1] += leader >= 0;
    tally.course.led_won[quarter - 1] += leader >= 0 && leader == winner;
  }
  if (winner < 0 || leaders_.empty()) return;
  const auto positions = static_cast<double>(leaders_.size());
  std::int64_t behind = 0;
  auto settled =
      static_cast<std::int64_t>(leaders_.size());  // the first position after which the winner leads for good
  for (const int leader : leaders_) behind += leader >= 0 && leader != winner;
  while (settled > 0 && leaders_[static_cast<std::size_t>(settled) - 1] == winner) --settled;
  ++tally.course.behind[on_grid(static_cast<double>(behind), positions, StudyTally::kShare)];
  ++tally.course.settled[on_grid(static_cast<double>(settled), positions, StudyTally::kShare)];
}

}  // namespace glint
