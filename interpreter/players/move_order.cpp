#include "interpreter/players/move_order.hpp"

#include <algorithm>

#include "interpreter/machine/step_chance.hpp"

namespace glint {

// ---- loud moves ----

LoudMoves::LoudMoves(const Program& program, const std::vector<Word>& state, const std::vector<std::uint64_t>& history)
    : program_(program), loud_(2 * program.moves.size(), false) {
  for (const MoveCode& move : program.moves) {
    cell_picks_.emplace_back();
    for (std::size_t pick = 0; pick < move.picks.size(); ++pick)
      if (move.picks[pick].type.base == rules::Base::cell && !move.picks[pick].type.is_set && !move.picks[pick].some_of)
        cell_picks_.back().push_back(pick);
  }
  watch(state, history);
}

void LoudMoves::watch(const std::vector<Word>& state, const std::vector<std::uint64_t>& history) {
  constexpr int kPlies = 600, kPliesOfGame = 100;
  constexpr std::int64_t kMostListed = 300'000;  // all in all
  struct Seen {
    int all = 0, took = 0;
  };
  std::vector<Seen> seen(loud_.size());
  Machine machine(program_);
  Random random(1);
  StepChance chance;
  std::vector<std::uint64_t> past = history;
  std::vector<Word> picks, others;
  const auto pieces = [&](int mover) {
    find_others(machine, mover, others);
    return set_size(others.data(), program_.words());
  };
  machine.load(state);
  machine.set_history(program_.uses_seen ? &past : nullptr);
  std::int64_t listed = 0;
  for (int ply = 0, of_game = 0; ply < kPlies && listed < kMostListed; ++ply, ++of_game) {
    if (machine.is_over() || machine.is_at_draw() || of_game == kPliesOfGame) {
      machine.load(state);
      past = history;
      of_game = 0;
    }
    const std::int64_t count = machine.list();
    if (count <= 0) break;
    listed += count;
    const std::uint64_t k = random.below(static_cast<std::uint64_t>(count));
    const int mover = machine.to_move(), move = read(machine, k, picks);
    const std::uint64_t before = pieces(mover);
    Seen& here = seen[static_cast<std::size_t>(2 * move) + meets(move, picks, others)];
    Machine::Status status = machine.apply_listed(machine, k);
    ++here.all;
    here.took += pieces(mover) < before;
    if (status == Machine::Status::done) status = machine.resume(chance);
    if (status == Machine::Status::error || status == Machine::Status::failed) break;
  }
  int all = 0, loud = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    loud_[i] = 2 * seen[i].took > seen[i].all;
    all += seen[i].all;
    loud += loud_[i] ? seen[i].all : 0;
  }
  any_ = loud > 0 && 2 * loud <= all;
  if (!any_) loud_.assign(loud_.size(), false);
}

int LoudMoves::read(Machine& machine, std::uint64_t k, std::vector<Word>& picks) {
  const Program& program = machine.program();
  const auto move = static_cast<std::size_t>(machine.last_listed().move_of(k));
  picks.assign(program.moves[move].picks.size(), 0);
  machine.listed_run(k, picks.data());
  return static_cast<int>(move);
}

void LoudMoves::find_others(const Machine& machine, int mover, std::vector<Word>& cells) const {
  const auto words = static_cast<std::size_t>(program_.words());
  cells.assign(words, 0);
  for (std::size_t set = 0; set < program_.pieces.key_of_set.size(); ++set) {
    const int owner = program_.pieces.keys[static_cast<std::size_t>(program_.pieces.key_of_set[set])].owner;
    if (owner < 0 || owner == mover) continue;
    const Word* const tops = machine.frame() + program_.layout.tops + set * words;
    for (std::size_t word = 0; word < words; ++word) cells[word] |= tops[word];
  }
}

bool LoudMoves::meets(int move, const std::vector<Word>& picks, const std::vector<Word>& cells) const {
  const auto& those = cell_picks_[static_cast<std::size_t>(move)];
  return std::any_of(those.begin(), those.end(),
                     [&](std::size_t pick) { return has_bit(cells.data(), static_cast<int>(picks[pick])); });
}

// ---- the order ----

MoveOrder::MoveOrder(const LoudMoves& loud)
    : loud_(loud), history_(std::size_t{1} << kBits), replies_(std::size_t{1} << kBits) {}

std::uint64_t MoveOrder::rank(Machine& machine, std::uint64_t count, std::uint64_t first, const Killers& killers,
                              std::uint64_t before, std::vector<Ranked>& ranked) {
  constexpr std::int64_t kLoud = 1 << 20, kKiller = 1 << 18, kReply = 1 << 17;
  ranked.clear();
  if (count > kMostRanked) return 0;
  const int mover = machine.to_move();
  if (loud_.any()) loud_.find_others(machine, mover, others_);
  const std::uint64_t reply = before == 0 ? 0 : replies_[before >> (64 - kBits)];
  std::uint64_t louds = 0;
  for (std::uint64_t k = 0; k < count; ++k) {
    const int move = LoudMoves::read(machine, k, picks_);
    std::uint64_t key = static_cast<std::uint64_t>(2 * move + mover) + 1;
    for (const Word pick : picks_) key = (key ^ pick ^ key >> 32) * 0x9E3779B97F4A7C15u;
    key = (key ^ key >> 32) * 0xD6E8FEB86659FD93u | 1;
    Ranked each{history(key), k, key, loud_.any() && loud_.is_loud(move, loud_.meets(move, picks_, others_))};
    louds += each.is_loud;
    if (k == first)
      each.worth = INT64_MAX;
    else if (each.is_loud)
      each.worth += kLoud;
    else if (key == killers[0] || key == killers[1])
      each.worth += kKiller;
    else if (key == reply)
      each.worth += kReply;
    ranked.push_back(each);
  }
  return louds;
}

MoveOrder::Ranked MoveOrder::take(std::vector<Ranked>& ranked, std::uint64_t i, std::uint64_t count,
                                  std::uint64_t first) {
  if (ranked.empty()) {  // too many: the first one, then as they are listed
    if (first >= count) return {0, i, 0, false};
    return {0, i == 0 ? first : i <= first ? i - 1 : i, 0, false};
  }
  constexpr std::uint64_t kOneByOne = 4;  // after so many the rest is sorted at once
  const auto is_before = [](const Ranked& a, const Ranked& b) {
    return a.worth != b.worth ? a.worth > b.worth : a.move < b.move;
  };
  const auto begin = ranked.begin() + static_cast<std::ptrdiff_t>(i);
  if (i < kOneByOne)
    std::iter_swap(begin, std::min_element(begin, ranked.end(), is_before));
  else if (i == kOneByOne)
    std::sort(begin, ranked.end(), is_before);
  return *begin;
}

void MoveOrder::learn(const std::vector<Ranked>& ranked, std::uint64_t i, int depth, std::uint64_t before,
                      Killers& killers) {
  if (i >= ranked.size()) return;
  const std::int32_t bonus = std::min(depth * depth * 8, 1600);
  const Ranked& best = ranked[static_cast<std::size_t>(i)];
  add(best.key, bonus);
  for (std::size_t other = 0; other < i; ++other)
    if (ranked[other].is_loud == best.is_loud) add(ranked[other].key, -bonus);
  if (best.is_loud) return;
  if (killers[0] != best.key) killers = {best.key, killers[0]};
  if (before != 0) replies_[before >> (64 - kBits)] = best.key;
}

}  // namespace glint
