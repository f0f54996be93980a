// The effect that goes with a move or a piece: least squares of who won on how often each player chose or had it.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "interpreter/lab/study/measures.hpp"

namespace glint {

void add_worth(std::vector<std::int64_t>& sums, std::size_t players, int winner, int first,
               const std::vector<std::int64_t>& of) {
  const auto count = static_cast<int>(players);
  std::vector<std::int64_t> rows;  // by column and seat
  const auto add = [&](int who) {
    for (int seat = 0; seat < count; ++seat) rows.push_back(seat == who);
  };
  for (int seat = 1; seat < count; ++seat) add(seat);
  add(first);
  rows.insert(rows.end(), of.begin(), of.end());
  add(winner);
  for (auto at = rows.begin(); at != rows.end(); at += count) {
    const std::int64_t all = std::accumulate(at, at + count, std::int64_t{0});
    std::transform(at, at + count, at, [&](std::int64_t one) { return count * one - all; });
  }
  const std::size_t size = rows.size() / players;
  sums.resize(size * size);
  for (std::size_t i = 0; i < sums.size(); ++i)
    for (std::size_t seat = 0; seat < players; ++seat)
      sums[i] += rows[i / size * players + seat] * rows[i % size * players + seat];
}

std::optional<Measure> worth_of(const std::vector<std::int64_t>& sums, std::size_t players, std::size_t column,
                                bool by_itself, double unit, double alpha) {
  if (sums.empty()) return std::nullopt;
  const auto size = static_cast<std::size_t>(std::lround(std::sqrt(sums.size())));
  const std::size_t mine = players + column, last = size - 1;
  std::vector<double> left(sums.begin(), sums.end());  // the part that earlier columns do not explain
  const auto at = [&](std::size_t i, std::size_t j) -> double& { return left[i * size + j]; };
  // A column that follows from earlier ones says nothing.
  const auto is_told = [&](std::size_t i) { return at(i, i) > 1e-9 * static_cast<double>(sums[i * size + i]); };
  const double n = static_cast<double>(players), games = static_cast<double>(sums.back()) / (n * (n - 1));
  double freedom = games * (n - 1) - 1;
  for (std::size_t k = 0; k < last; ++k) {
    if (k == mine || (by_itself && k >= players) || !is_told(k)) continue;
    freedom -= 1;
    for (std::size_t i = k + 1 > mine ? mine : k + 1; i < size; ++i) {
      const double times = i == k ? 0 : at(i, k) / at(k, k);
      for (std::size_t j = 0; j < size; ++j) at(i, j) -= times * at(k, j);
    }
  }
  if (!is_told(mine) || !is_told(last) || freedom < 1) return std::nullopt;
  const double value = at(mine, last) / at(mine, mine), error = at(last, last) - value * at(mine, last) + n * (n - 1);
  const double beta = beta_quantile(freedom / 2, 0.5, alpha), t = std::sqrt(freedom * (1 - beta) / beta);  // Student's
  const double far = t * std::sqrt(error / (freedom + 1) / at(mine, mine));
  const auto wins = [&](double slope) { return std::clamp(slope * unit * (n - 1) / n, -1.0, 1.0); };
  Measure one;
  one.is_percent = true;
  one.shift = -1;  // so it is reported as points
  one.value = wins(value);
  one.interval = {wins(value - far), wins(value + far)};
  one.count = static_cast<std::uint64_t>(games);
  return one;
}

}  // namespace glint
