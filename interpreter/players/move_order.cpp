#include "interpreter/players/move_order.hpp"

#include <algorithm>

namespace glint {

std::uint64_t key_of_listed(Machine& machine, std::uint64_t move, std::vector<Word>& picks) {
  const std::vector<MoveCode>& moves = machine.program().moves;
  if (picks.empty())
    for (const MoveCode& each : moves) picks.resize(std::max(picks.size(), each.picks.size()));
  std::fill(picks.begin(), picks.end(), 0);  // for values that it does not pick
  const auto kind = static_cast<std::size_t>(machine.listed_run(move, picks.data()));
  std::uint64_t key = kind * machine.program().rules.players.size() + static_cast<std::uint64_t>(machine.to_move()) + 1;
  for (std::size_t i = 0; i < moves[kind].picks.size(); ++i) key = (key ^ picks[i] ^ key >> 32) * 0x9E3779B97F4A7C15u;
  return (key ^ key >> 32) * 0xD6E8FEB86659FD93u | 1;
}

std::uint64_t MoveOrder::rank(Machine& machine, std::uint64_t count, std::uint64_t first, const Killers& killers,
                              const std::vector<bool>* left_out, std::vector<Ranked>& ranked, std::uint64_t& kept) {
  constexpr std::int64_t kKiller = 1 << 18;
  ranked.clear();
  if (count > kMostRanked) return count;
  machine.last_listed().each_move([&](int kind, std::uint64_t begin, std::uint64_t end) {
    if (left_out && (*left_out)[static_cast<std::size_t>(kind)]) {
      kept = std::min(kept, begin);
      return;
    }
    for (std::uint64_t k = begin; k < end; ++k) {
      const std::uint64_t key = key_of_listed(machine, k, picks_);
      const bool is_killer = key == killers[0] || key == killers[1];
      ranked.push_back({k == first ? INT64_MAX : history(key) + (is_killer ? kKiller : 0), k, key});
    }
  });
  return ranked.size();
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
  for (std::size_t other = 0; other < i; ++other) add(ranked[other].key, -bonus);
  if (killers[0] != best.key) killers = {best.key, killers[0]};
}

void MoveOrder::add(std::uint64_t key, std::int32_t bonus) {
  std::int32_t& worth = history_[key >> (64 - kBits)];
  worth += bonus - worth * (bonus < 0 ? -bonus : bonus) / kMostHistory;
}

}  // namespace glint
