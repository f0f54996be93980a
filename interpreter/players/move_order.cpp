#include "interpreter/players/move_order.hpp"

#include <algorithm>

namespace glint {

MoveOrder::MoveOrder(const Program& program)
    : program_(program), seen_(2 * program.moves.size()), history_(std::size_t{1} << kBits) {
  for (const MoveCode& move : program.moves) {
    cell_picks_.emplace_back();
    for (std::size_t pick = 0; pick < move.picks.size(); ++pick)
      if (move.picks[pick].type.base == rules::Base::cell && !move.picks[pick].type.is_set && !move.picks[pick].some_of)
        cell_picks_.back().push_back(pick);
  }
}

std::uint64_t MoveOrder::rank(Machine& machine, std::uint64_t count, std::uint64_t first, const Killers& killers,
                              std::vector<Ranked>& ranked) {
  constexpr std::int64_t kLoud = 1 << 20, kKiller = 1 << 18;
  ranked.clear();
  if (count > kMostRanked) return 0;
  const int mover = machine.to_move();
  const bool may_be_loud = knows_loud();
  pieces_of_others(machine, mover);
  std::uint64_t louds = 0;
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto kind = static_cast<std::size_t>(machine.last_listed().move_of(k));
    picks_.assign(program_.moves[kind].picks.size(), 0);
    machine.listed_run(k, picks_.data());  // what it does not pick is 0
    std::uint64_t key = 2 * kind + static_cast<std::uint64_t>(mover) + 1;
    for (const Word pick : picks_) key = (key ^ pick ^ key >> 32) * 0x9E3779B97F4A7C15u;
    key = (key ^ key >> 32) * 0xD6E8FEB86659FD93u | 1;
    const bool meets = std::any_of(cell_picks_[kind].begin(), cell_picks_[kind].end(), [&](std::size_t pick) {
      return has_bit(others_.data(), static_cast<int>(picks_[pick]));
    });
    Ranked each{history(key), k, key, 2 * kind + meets, false};
    const bool takes = 2 * seen_[each.type].took > seen_[each.type].all;
    listed_loud_ += takes;
    each.is_loud = takes && may_be_loud;
    louds += each.is_loud;
    if (k == first)
      each.worth = INT64_MAX;
    else if (each.is_loud)
      each.worth += kLoud;
    else if (key == killers[0] || key == killers[1])
      each.worth += kKiller;
    ranked.push_back(each);
  }
  listed_ += count;
  return louds;
}

MoveOrder::Ranked MoveOrder::take(std::vector<Ranked>& ranked, std::uint64_t i, std::uint64_t count,
                                  std::uint64_t first) {
  if (ranked.empty())  // too many: the first one, then as they are listed
    return {0, first >= count || i > first ? i : i == 0 ? first : i - 1};
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

void MoveOrder::learn(const std::vector<Ranked>& ranked, std::uint64_t i, int depth, Killers& killers) {
  if (i >= ranked.size()) return;
  const std::int32_t bonus = std::min(depth * depth * 8, 1600);
  const Ranked& best = ranked[static_cast<std::size_t>(i)];
  add(best.key, bonus);
  for (std::size_t other = 0; other < i; ++other)
    if (ranked[other].is_loud == best.is_loud) add(ranked[other].key, -bonus);
  if (!best.is_loud && killers[0] != best.key) killers = {best.key, killers[0]};
}

void MoveOrder::add(std::uint64_t key, std::int32_t bonus) {
  std::int32_t& worth = history_[key >> (64 - kBits)];
  worth += bonus - worth * (bonus < 0 ? -bonus : bonus) / kMostHistory;
}

std::uint64_t MoveOrder::pieces_of_others(const Machine& machine, int mover) {
  const auto words = static_cast<std::size_t>(program_.words());
  others_.assign(words, 0);
  for (std::size_t set = 0; set < program_.pieces.key_of_set.size(); ++set) {
    const int owner = program_.pieces.keys[static_cast<std::size_t>(program_.pieces.key_of_set[set])].owner;
    if (owner < 0 || owner == mover) continue;
    const Word* const tops = machine.frame() + program_.layout.tops + set * words;
    for (std::size_t word = 0; word < words; ++word) others_[word] |= tops[word];
  }
  return set_size(others_.data(), program_.words());
}

void MoveOrder::tell(const Ranked& move, bool took) {
  ++seen_[move.type].all;
  seen_[move.type].took += took;
}

}  // namespace glint
