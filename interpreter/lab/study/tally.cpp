#include "interpreter/lab/study/tally.hpp"

#include <tuple>

#include "interpreter/program/values.hpp"

namespace glint {
namespace {

void add_to(std::uint64_t& sum, std::uint64_t other) { sum += other; }
void add_to(std::int64_t& sum, std::int64_t other) { sum += other; }
void add_to(Histogram& sum, const Histogram& other) {
  for (const auto& [value, times] : other) sum[value] += times;
}
template <class T>
void add_to(std::vector<T>& sum, const std::vector<T>& other) {
  if (sum.size() < other.size()) sum.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) add_to(sum[i], other[i]);
}

void add_to(std::vector<GameEnd>& sum, const std::vector<GameEnd>& other) {
  const auto middle = static_cast<std::ptrdiff_t>(sum.size());
  sum.insert(sum.end(), other.begin(), other.end());
  std::inplace_merge(sum.begin(), sum.begin() + middle, sum.end(), [](const GameEnd& a, const GameEnd& b) { return a.game < b.game; });
}

/// Keeps that of two games which has the greatest value; `sign` -1: the smallest.
void keep_first(Extreme& mine, const Extreme& other, int sign = 1) {
  if (!other.is_set) return;
  const auto order = [&](const Extreme& one) { return std::tuple(-sign * one.value, -sign * one.then, one.game); };
  if (!mine.is_set || order(other) < order(mine)) mine = other;
}
void add_to(Extreme& mine, const Extreme& other) { keep_first(mine, other); }

/// All that is added up.
auto parts_of(auto& tally) {
  auto& endings = tally.endings;
  auto& course = tally.course;
  auto& choices = tally.choices;
  auto& positions = tally.positions;
  return std::tie(tally.games, tally.plies, tally.checksum, endings.wins, endings.wins_of_players, endings.ties,
                  endings.losses, endings.unfinished, endings.scored, endings.begun, endings.begun_won, endings.scores,
                  endings.ends, course.lengths, course.longest, course.dramatic, course.turning, course.branching,
                  course.reached_at, course.choices_at, course.lead_changes, course.behind, course.settled, course.led,
                  course.led_won, course.permanence, course.response, course.killer, course.forced, course.effective,
                  course.tree, choices.moves_played, choices.moves_possible, choices.moves_games, choices.values,
                  choices.cells_picked, choices.opened, choices.opened_won, choices.used, choices.used_won, choices.worth,
                  choices.forced, choices.chosen_by_players, choices.guessed_by_players, positions.samples,
                  positions.weight, positions.cells_filled, positions.cells_lit, positions.pieces,
                  positions.pieces_seen, positions.had, positions.had_won, positions.worth, positions.filled, positions.emitters,
                  positions.lit, tally.covered, tally.rules);
}

/// Picks with more values are not counted by value.
constexpr std::int64_t kMostCountedValues = 64;

}  // namespace

StudyTally::StudyTally(const Program& program) {
  const std::size_t players = program.rules.players.size(), moves = program.rules.moves.size();
  const std::size_t kinds = program.rules.kinds.size();
  const auto cells = static_cast<std::size_t>(program.geometry.cells);
  for (auto* each : {&endings.wins, &endings.wins_of_players, &choices.chosen_by_players, &choices.guessed_by_players})
    each->resize(players);
  endings.scores.resize(program.entries.score < 0 ? 0 : program.rules.team ? 1 : players);
  for (auto* each : {&choices.moves_played, &choices.moves_possible, &choices.moves_games}) each->resize(moves);
  for (auto* each : {&choices.used, &choices.used_won}) each->resize(moves);
  for (const ValuedPick& pick : picks_with_values(program))
    choices.values.emplace_back(static_cast<std::size_t>(pick.values));
  for (auto* each : {&choices.cells_picked, &positions.cells_filled, &positions.cells_lit}) each->resize(cells);
  for (auto* each : {&positions.pieces, &positions.pieces_seen}) each->resize(kinds * (players + 1));
  for (auto* each : {&positions.had, &positions.had_won}) each->resize(kinds);
}

void StudyTally::add(const StudyTally& other) {
  keep_first(course.shortest, other.course.shortest, -1);
  std::apply(
      [&](const auto&... theirs) { std::apply([&](auto&... mine) { (add_to(mine, theirs), ...); }, parts_of(*this)); },
      parts_of(other));
}

std::vector<std::uint64_t> endings_of(const StudyTally& tally) {
  std::vector<std::uint64_t> endings = tally.endings.wins;
  endings.insert(endings.end(), {tally.endings.ties, tally.endings.losses, tally.endings.scored});
  return endings;
}

std::vector<ValuedPick> picks_with_values(const Program& program) {
  std::vector<ValuedPick> found;
  for (std::size_t move = 0; move < program.moves.size(); ++move)
    for (std::size_t i = 0; i < program.moves[move].picks.size(); ++i) {
      // Picks in the rounds of a loop are counted together; their number is no value.
      if (program.moves[move].picks[i].round > 1 || static_cast<int>(i) == program.moves[move].loop.rounds) continue;
      const rules::Type& type = program.moves[move].picks[i].type;
      if (type.is_set || type.base == rules::Base::cell || type.base == rules::Base::edge || type.base == rules::Base::place)
        continue;
      const std::int64_t values = program.values_of(type);
      if (values <= 1 || values > kMostCountedValues) continue;
      found.push_back({static_cast<int>(move), static_cast<int>(i), domain_first(type), values});
    }
  return found;
}

}  // namespace glint
