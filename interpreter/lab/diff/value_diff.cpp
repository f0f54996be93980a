#include "interpreter/lab/diff/value_diff.hpp"

#include <deque>
#include <utility>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/diff/twins.hpp"

namespace glint {
namespace {

/// A game, all of whose positions have their values.
struct WholeGame {
  WholeGame(const Position& position, const ExactOptions& options) : start(position), values(position, options) {}
  Position start;
  ExactValues values;
};

/// Makes all moves that both have, the fewest first, and compares the values.
/// `limit`: of pairs of positions, which may be many more than either game has.
std::optional<Error> compare_positions(Twins& twins, WholeGame& before, WholeGame& now, std::uint64_t limit,
                                       ValueDiff& diff) {
  SeenPositions seen(limit);
  bool is_too_much = false;
  std::deque<std::pair<std::uint32_t, Pair>> waiting;  // with their numbers
  const auto reach = [&](std::uint32_t from, std::uint64_t move, const Pair& pair) {
    std::vector<Word> joined = pair.before.state;
    joined.insert(joined.end(), pair.now.state.begin(), pair.now.state.end());
    const SeenPositions::Added added = seen.add(joined, from, static_cast<std::uint32_t>(move));
    if (added == SeenPositions::Added::now) waiting.emplace_back(seen.size() - 1, pair);
    is_too_much = is_too_much || added == SeenPositions::Added::full;
  };
  Pair to;
  if (auto error = twins.begin(to)) return error;
  for (reach(0, 0, {twins.spot_of(before.start), twins.spot_of(now.start)}); !waiting.empty(); waiting.pop_front()) {
    const auto [number, from] = std::move(waiting.front());
    const Position here = twins.position_before(from.before), there = twins.position_now(from.now);
    const auto was = before.values.known(here, 0), is = now.values.known(there, 0);
    if ((here.over() && there.over()) || !was || !is) continue;
    ++diff.positions;
    diff.other_plies += was->value == is->value && was->plies != is->plies;
    if (was->value != is->value && diff.other_value++ == 0) {
      Position position = before.start;
      diff.moves.emplace();
      for (const std::uint32_t move : seen.way_to(number)) {
        const Result<std::string> text = position.move(move);
        if (!text) return text.errors()[0];
        diff.moves->push_back(*text);
        if (auto error = position.play_listed(move)) return error;
      }
      Result<PerfectPlay> old_play = perfect_play(before.values, here), new_play = perfect_play(now.values, there);
      if (!old_play || !new_play) return (old_play ? new_play : old_play).errors()[0];
      diff.there_before = std::move(*old_play);
      diff.there_now = std::move(*new_play);
    }
    if (Twins::ends(from)) continue;
    twins.list(from);
    if (is_too_much || twins.is_too_much())
      return plain_error(lang::Code::G0613, "the two games have too many positions and moves to compare their values",
                         "`--limit N` allows more positions");
    for (std::uint64_t i = 0; i < twins.both(); ++i) {
      twins.step(from, i, to);
      to.before.history.clear();  // a value does not depend on it
      to.now.history.clear();
      reach(number, twins.number_before(i), to);
    }
  }
  return std::nullopt;
}

}  // namespace

Result<ValueDiff> diff_values(const Game& before, const Game& now, std::uint64_t seed, std::uint64_t limit,
                              const OnProgress& progress) {
  std::deque<WholeGame> solved;  // they stay where they are
  ValueDiff diff;
  for (const Game* game : {&before, &now}) {
    const Result<Position> start = game->start({seed});
    if (!start) return start.errors();
    if (const auto refused = ExactValues::refusal(*start, "diff --value")) return *refused;
    ExactValues& values = solved.emplace_back(*start, ExactOptions{limit, false, true, progress}).values;
    if (const auto error = values.run()) return *error;
    if (values.was_stopped()) return stopped_error(game->program());
    Result<PerfectPlay> play = perfect_play(values, *start);
    if (!play) return play.errors();
    (solved.size() == 1 ? diff.before : diff.now) = std::move(*play);
    if (!values.is_decided()) return diff;
  }
  try {
    Twins twins(before, now, false);
    if (const auto error = compare_positions(twins, solved[0], solved[1], 4 * limit, diff)) return *error;
  } catch (const lang::Stopped&) {
    return stopped_error(before.program());
  }
  return diff;
}

}  // namespace glint
