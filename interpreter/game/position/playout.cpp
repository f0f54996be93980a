// A random game from a position, and the move of a greedy player.
#include "interpreter/machine/playout.hpp"

#include <algorithm>

#include "interpreter/game/loading/access.hpp"
#include "lang/source/stop.hpp"

namespace glint {

Result<Playout> playout(Position& position, Random& random, int max_plies) {
  Machine& machine = PositionView(position).machine();
  if (position.game().program().uses_seen) machine.set_history(&PositionAccess::history(position));
  const PlayoutEnd end = run_playout(machine, random, max_plies);
  machine.set_history(nullptr);
  if (end.status == Machine::Status::error) {
    const Error error = to_error(position.game().program(), machine.failure());
    machine.forget_all();
    return error;
  }
  PositionAccess::keep(position);
  Playout result;
  result.plies = end.plies;
  result.outcome = position.outcome();
  if (auto error = stopped(position.game().program())) return *error;  // a score that was stopped looks like none
  if (end.status == Machine::Status::waiting) result.outcome.kind = OutcomeKind::unfinished;
  return result;
}

Result<std::uint64_t> greedy_choice(const Position& position, Random& random, const std::vector<std::uint64_t>* only) {
  const Game game = position.game();
  Lister lister(game.program());
  if (position.over()) return plain_error(lang::Code::G0607, "the game is over: " + position.outcome_text());
  const Result<std::uint64_t> count = lister.list(position);
  if (!count) return count.errors();
  if (only && only->empty()) return plain_error(lang::Code::G0601, "there is no move to choose");
  if (only && std::any_of(only->begin(), only->end(), [&](std::uint64_t i) { return i >= *count; }))
    return plain_error(lang::Code::G0601, "there are only " + std::to_string(*count) + " moves to choose from");
  // In games with secrets the position after a move could reveal them, so no move is tried.
  const std::uint64_t moves = only ? only->size() : *count;
  const auto listed = [&](std::uint64_t i) { return only ? (*only)[i] : i; };
  if (game.has_secrets()) return listed(random.below(moves));
  constexpr std::uint64_t kMostTried = 1'000'000;
  if (moves > kMostTried)
    return plain_error(lang::Code::G0605, "`greedy` tries all moves, and there are " + std::to_string(moves) + " here");
  const int mover = position.to_move();
  const int players = static_cast<int>(game.players().size());
  const bool team = game.is_team();
  // The worth of a move is the mover's value after it minus the best value of the others; a win is worth more than
  // anything else, a loss less. The secret choices of others must not be read, so a simultaneous choice is evaluated as
  // if it were carried out alone.
  const bool together = PositionView(position).machine().node().together;
  const auto worth = [&](const Position& after) -> double {
    const Outcome outcome = after.outcome();
    if (outcome.kind == OutcomeKind::win) return team || outcome.winner == mover ? 1e18 : -1e18;
    if (outcome.kind == OutcomeKind::loss) return -1e18;
    const double own = static_cast<double>(after.heuristic(mover).value_or(0));
    if (team || players < 2) return own;
    double other = -1e17;
    for (int p = 0; p < players; ++p)
      if (p != mover) other = std::max(other, static_cast<double>(after.heuristic(p).value_or(0)));
    return own - other;
  };
  std::uint64_t best = 0, ties = 0;
  double best_worth = 0;
  Position child = position;
  lang::StopCheck stop(game.program().limits.stop);
  const auto copying = static_cast<std::int64_t>(1 + (position.state().size() + PositionView(position).past().size()) / 256);
  for (std::uint64_t i = 0; i < moves; ++i) {
    try {
      stop.after(copying);
    } catch (const lang::Stopped&) {
      break;
    }
    child = position;
    PositionAccess::guess(child);
    if (auto error = together ? lister.play_alone(listed(i), child) : lister.play(listed(i), child)) return *error;
    const double value = worth(child);
    if (i == 0 || value > best_worth) {
      best = i;
      best_worth = value;
      ties = 1;
    } else if (value == best_worth && random.below(++ties) == 0) {
      best = i;
    }
  }
  if (auto error = stopped(game.program())) return *error;  // a score that was stopped looks like none
  return listed(best);
}

}  // namespace glint
