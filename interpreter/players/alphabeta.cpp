#include "interpreter/players/alphabeta.hpp"

#include <algorithm>
#include <bit>

namespace glint {

AlphaBeta::AlphaBeta(const Position& position, std::unique_ptr<Judge> judge, AlphaBetaShared& shared,
                     const StopRule& stop, const AlphaBetaOptions& options)
    : program_(position.game().program()),
      machine_(program_),
      judge_(std::move(judge)),
      shared_(shared),
      stop_(stop),
      options_(options),
      order_(shared.loud),
      history_(PositionView(position).history()) {
  machine_.load(position.state());
  machine_.set_history(program_.uses_seen ? &history_ : nullptr);
  if (!judge_->can_judge() || !shared.loud.any()) options_.passes = false;
  if (!shared.loud.any()) options_.quiet = 0;
}

Result<AlphaBeta::Found> AlphaBeta::run(const std::vector<std::uint64_t>& moves, int first_depth, int most_depth) {
  Found best{moves[0], 0, false, 0};
  std::vector<std::uint64_t> order = moves;
  for (int depth = first_depth; depth <= most_depth; ++depth) {
    const std::optional<Found> found = search_first(order, depth);
    if (error_) return *error_;
    // If a depth is not finished, its best move so far still counts: the best of the depth before was searched first.
    if (found) best = {found->move, found->value, found->is_exact, is_late_ ? best.depth : depth};
    if (is_late_ || best.is_exact) break;
    const auto at = std::find(order.begin(), order.end(), best.move);
    std::rotate(order.begin(), at, at + 1);
  }
  if (!is_late_) shared_.is_done = true;
  return best;
}

/// Searches the moves of the first position, in this order. Nothing if time was up before the first one was searched,
/// or after an error.
std::optional<AlphaBeta::Found> AlphaBeta::search_first(const std::vector<std::uint64_t>& order, int depth) {
  if (!list()) return std::nullopt;
  const int mover = machine_.to_move();
  std::optional<Found> best;
  bool is_exact = true;
  past_of(0);
  judge_->enter(machine_, 0);
  machine_.swap_listing(level(0).listing);
  leave(0);
  for (const std::uint64_t move : order) {
    const auto answer = try_move(0, move, mover, {depth - 1, 0, !best}, best ? best->value : -kInfinite, kInfinite);
    if (!answer) {
      is_exact = false;
      break;
    }
    is_exact = is_exact && answer->is_exact;
    if (!best || answer->value > best->value) best = Found{move, answer->value, false, depth};
    if (best->value >= kWin - 1) break;  // the soonest win
  }
  // A win needs no other move searched; sooner ones would have been found at a smaller depth.
  if (best) best->is_exact = is_exact || best->value >= kNear;
  return best;
}

/// Searches the machine's position, for the player to move: its captures alone where the depth is 0 or less. Nothing if
/// time is up, or after an error.
std::optional<AlphaBeta::Answer> AlphaBeta::search(int ply, int depth, Value alpha, Value beta, bool may_pass) {
  using Bound = Transpositions::Bound;
  if (is_late()) return std::nullopt;
  if (depth <= 0) return search_quiet(ply, depth, alpha, beta);
  const int mover = machine_.to_move();
  const std::uint64_t hash = machine_.hash(), past = past_of(ply);
  std::uint64_t first = MoveOrder::kNone;
  if (const auto entry = shared_.table.find(hash, past)) {
    first = entry->move;
    const Value value = seen_from(entry->value, -ply);
    const bool stands = entry->bound == Bound::exact || (entry->bound == Bound::lower && value >= beta) ||
                        (entry->bound == Bound::upper && value <= alpha);
    if (entry->has_value && stands && (entry->is_exact || entry->depth >= depth))
      return Answer{value, entry->is_exact};
  }
  Level& here = level(ply);
  const bool is_wide = beta - alpha > 1;
  judge_->enter(machine_, ply);
  if (may_pass && options_.passes && !is_wide && depth >= 3 && beta > -kNear && beta < kNear) {
    const auto is_fine = is_fine_after_pass(ply, mover, depth, beta);
    if (!is_fine) return std::nullopt;
    if (*is_fine) return Answer{beta, false};
  }
  const Result<std::uint64_t> count = list();
  if (!count || is_stopped(*count)) return std::nullopt;
  const std::uint64_t before = level(ply - 1).key;
  const std::uint64_t loud = order_.rank(machine_, *count, first, here.killers, before, here.order);
  if (loud > 0 && loud == *count) options_.passes = false;  // where captures are forced, a pass would avoid them
  machine_.swap_listing(here.listing);
  leave(ply);
  const Value lowest = alpha;
  Value best = -kInfinite;
  std::uint64_t best_move = 0;
  bool are_exact = true, is_best_exact = false;
  for (std::uint64_t i = 0; i < *count; ++i) {
    if (is_stopped(1 + here.order.size() / 1000)) return std::nullopt;
    const MoveOrder::Ranked next = MoveOrder::take(here.order, i, *count, first);
    here.key = next.key;
    const Plan plan{depth - 1, reduction(depth, i, next, is_wide), i == 0};
    const auto answer = try_move(ply, next.move, mover, plan, alpha, beta);
    if (!answer) return std::nullopt;
    are_exact = are_exact && answer->is_exact;
    if (answer->value > best) {
      best = answer->value;
      best_move = next.move;
      is_best_exact = answer->is_exact;
    }
    alpha = std::max(alpha, best);
    if (alpha < beta) continue;
    order_.learn(here.order, i, depth, before, here.killers);
    break;
  }
  // After a cutoff or a win, only the best move must be known to the end.
  const bool is_exact = best >= beta || best >= kNear ? is_best_exact : are_exact;
  const Bound bound = best >= beta ? Bound::lower : best <= lowest ? Bound::upper : Bound::exact;
  shared_.table.keep(hash, past, {seen_from(best, ply), static_cast<std::uint32_t>(best_move),
                                  static_cast<std::uint8_t>(depth), bound, is_exact, true});
  return Answer{best, is_exact};
}

/// Whether the value is at least beta after a pass, and without one in a search less deep: where having to move is bad,
/// a pass proves nothing. Play goes on after a pass as if a move had been made that changes nothing. No rule need allow
/// it, but where play then fails or the same player moves on, there is none.
std::optional<bool> AlphaBeta::is_fine_after_pass(int ply, int mover, int depth, Value beta) {
  const int less = 2 + depth / 4;
  if (judge_->lead_at(machine_, ply, mover) < beta) return false;
  leave(ply);
  level(ply).key = 0;
  machine_.fuel().refill();
  const Machine::Status status = machine_.resume(chance_);
  std::optional<Answer> answer;
  if (status == Machine::Status::error) {
    machine_.forget_all();
    options_.passes = false;
  }
  const bool passes = status == Machine::Status::waiting && machine_.to_move() != mover;
  if (passes && !(answer = look(ply + 1, mover, std::max(0, depth - 1 - less), beta - 1, beta, false)))
    return std::nullopt;
  come_back(ply);
  if (!answer || answer->value < beta || answer->value >= kNear) return false;
  answer = search(ply, std::max(1, depth - 1 - less), beta - 1, beta, false);
  if (!answer) return std::nullopt;
  ++passes_.fine;
  passes_.refuted += answer->value < beta;
  // In some games it is too often bad to have to move.
  constexpr std::uint64_t kLeast = 4, kOften = 32;
  if (passes_.refuted >= kLeast && passes_.refuted * kOften > passes_.fine) options_.passes = false;
  return answer->value >= beta;
}

/// Beyond the horizon: the position as it is, or after loud moves. Where all moves are loud, the player must take one.
std::optional<AlphaBeta::Answer> AlphaBeta::search_quiet(int ply, int depth, Value alpha, Value beta) {
  const int mover = machine_.to_move();
  const Value now = judge_->lead_at(machine_, ply, mover);
  if (now >= beta || -depth >= options_.quiet) return Answer{now, false};
  const Result<std::uint64_t> count = list();
  if (!count || is_stopped(*count)) return std::nullopt;
  Level& here = level(ply);
  const std::uint64_t loud = order_.rank(machine_, *count, MoveOrder::kNone, {}, 0, here.order);
  if (loud == 0) return Answer{now, false};
  Value best = loud == *count ? -kInfinite : now;
  judge_->enter(machine_, ply);
  machine_.swap_listing(here.listing);
  leave(ply);
  for (std::uint64_t i = 0; i < loud && best < beta; ++i) {
    const MoveOrder::Ranked next = MoveOrder::take(here.order, i, *count, MoveOrder::kNone);
    const auto answer = try_move(ply, next.move, mover, {depth - 1, 0, true}, std::max(alpha, best), beta);
    if (!answer) return std::nullopt;
    best = std::max(best, answer->value);
  }
  return Answer{best, false};
}

/// Searches the position after a move of this player, for that player.
std::optional<AlphaBeta::Answer> AlphaBeta::look(int ply, int mover, int depth, Value alpha, Value beta,
                                                 bool may_pass) {
  const bool is_same = machine_.to_move() == mover;
  const Value low = is_same ? alpha : -beta, high = is_same ? beta : -alpha;
  auto answer = search(ply, depth, low, high, may_pass);
  if (answer && !is_same) answer->value = -answer->value;
  return answer;
}

/// The value of a listed move of the position at this ply, for its mover. Takes the move back.
std::optional<AlphaBeta::Answer> AlphaBeta::try_move(int ply, std::uint64_t move, int mover, const Plan& plan,
                                                     Value alpha, Value beta) {
  Level& here = level(ply);
  machine_.swap_listing(here.listing);
  Machine::Status status = machine_.apply_listed(machine_, move);
  machine_.swap_listing(here.listing);
  machine_.list_ahead(plan.depth - plan.reduction > 0);  // else most positions are judged without their moves
  if (status == Machine::Status::done) status = machine_.resume(chance_);
  if (status == Machine::Status::error || status == Machine::Status::failed) {
    error_ = to_error(program_, machine_.failure());
    return std::nullopt;
  }
  if (status == Machine::Status::drawing) {
    error_ = Error{};
    error_->message = "`alphabeta` cannot play this game, because chance decides after a move";
    return std::nullopt;
  }
  std::optional<Answer> answer;
  if (machine_.is_over()) {
    answer = Answer{of_end(ply + 1, mover), true};
  } else if (plan.is_first) {
    answer = look(ply + 1, mover, plan.depth, alpha, beta);
  } else {
    answer = look(ply + 1, mover, plan.depth - plan.reduction, alpha, alpha + 1);
    if (answer && plan.reduction > 0 && answer->value > alpha && !answer->is_exact)
      answer = look(ply + 1, mover, plan.depth, alpha, alpha + 1);
    if (answer && answer->value > alpha && answer->value < beta)
      answer = look(ply + 1, mover, plan.depth, alpha, beta);
  }
  if (!answer) return std::nullopt;
  come_back(ply);
  return answer;
}

/// By how much less deep a move is searched, if it comes late in the order and takes nothing.
int AlphaBeta::reduction(int depth, std::uint64_t i, const MoveOrder::Ranked& move, bool is_wide) const {
  if (!options_.reduces || depth < 3 || i < 3 || move.is_loud) return 0;
  int less = std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(depth)) * std::bit_width(i)) / 5);
  if (is_wide) --less;
  if (move.key != 0) less -= static_cast<int>(order_.history(move.key) / (MoveOrder::kMostHistory / 4));
  return std::clamp(less, 0, depth - 2);
}

/// Whether it must stop. Those at the horizon count, too: a position above it may have thousands of them.
bool AlphaBeta::is_late() {
  ++nodes_;
  if ((options_.nodes > 0 && nodes_ > options_.nodes) ||
      ((nodes_ & 31) == 0 && (stop_.is_late() || (stop_.is_time() && shared_.is_done))))
    is_late_ = true;
  return is_late_;
}

/// Whether the host says to stop, which it is asked after some thousands of steps of a microsecond or less.
bool AlphaBeta::is_stopped(std::uint64_t steps) {
  constexpr std::uint64_t kSteps = 2000;
  steps_ += steps;
  if (steps_ < kSteps) return false;
  steps_ = 0;
  is_late_ = is_late_ || (program_.limits.stop && program_.limits.stop());
  return is_late_;
}

Result<std::uint64_t> AlphaBeta::list() {
  const Result<std::uint64_t> count = list_moves(machine_);
  if (!count) error_ = count.errors()[0];
  return count;
}

AlphaBeta::Level& AlphaBeta::level(int ply) {
  while (levels_.size() <= static_cast<std::size_t>(ply)) levels_.push_back(std::make_unique<Level>());
  return *levels_[static_cast<std::size_t>(ply)];
}

/// Notes the position at this ply, to come back to it.
void AlphaBeta::leave(int ply) {
  Level& here = level(ply);
  here.history = history_.size();
  machine_.store(here.state);
}

void AlphaBeta::come_back(int ply) {
  const Level& here = level(ply);
  machine_.load(here.state);
  history_.resize(here.history);
}

/// A hash of all positions so far, in any order, if rules may ask for them.
std::uint64_t AlphaBeta::past_of(int ply) {
  if (!program_.uses_seen) return 0;
  const Level none, &before = ply == 0 ? none : level(ply - 1);
  std::uint64_t past = before.past;
  for (std::size_t i = before.history; i < history_.size(); ++i) past += Random(history_[i]).next();
  return level(ply).past = past;
}

AlphaBeta::Value AlphaBeta::of_end(int ply, int mover) {
  const int winner = outcome_of(machine_).victor();
  return winner < 0 ? 0 : winner == mover ? kWin - ply : ply - kWin;
}

}  // namespace glint
