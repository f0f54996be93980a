#include "interpreter/players/alphabeta.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "interpreter/players/shuffled.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {

AlphaBeta::AlphaBeta(const Position& position, std::unique_ptr<Judge> judge, AlphaBetaMemory& memory,
                     const StopRule& stop, bool is_thorough)
    : program_(position.game().program()),
      machine_(program_),
      judge_(std::move(judge)),
      table_(memory.table),
      order_(memory.order),
      stop_(stop),
      is_thorough_(is_thorough),
      history_(PositionView(position).history()) {
  machine_.load(position.state());
  machine_.set_history(program_.uses_seen ? &history_ : nullptr);
  table_.begin_search();
  for (const MoveCode& move : program_.moves) keeps_.push_back(judge_->keeps_value(move));
}

Result<AlphaBeta::Found> AlphaBeta::run(std::vector<std::uint64_t> moves, int most_depth) {
  Found best{moves[0], 0, false, 0};
  for (int depth = 1; depth <= most_depth; ++depth) {
    const std::optional<Found> found = search_first(moves, depth);
    if (error_) return *error_;
    // If a depth is not finished, its best move so far still counts, because the previous best was searched first.
    if (found) best = {found->move, found->value, found->is_exact, is_late_ ? best.depth : depth};
    if (is_late_ || best.is_exact) break;
    const auto at = std::find(moves.begin(), moves.end(), best.move);
    std::rotate(moves.begin(), at, at + 1);
  }
  return best;
}

/// Searches the moves of the first position, in this order. Nothing if time was up before the first one was searched,
/// or after an error.
std::optional<AlphaBeta::Found> AlphaBeta::search_first(const std::vector<std::uint64_t>& order, int depth) {
  const Result<std::uint64_t> count = list();
  if (!count) return std::nullopt;
  const int mover = machine_.to_move();
  std::optional<Found> best;
  bool is_exact = true;
  past_of(0);
  leave(0);
  for (const std::uint64_t move : order) {
    const Plan plan{depth - 1, 0, !best};
    const auto answer = try_move(0, move, mover, plan, best ? best->value : -kInfinite, kInfinite);
    if (!answer) {
      is_exact = false;
      break;
    }
    is_exact = is_exact && answer->is_exact;
    if (!best || answer->value > best->value) best = Found{move, answer->value, false, depth};
    if (best->value >= kWin - 1) break;  // the soonest win
  }
  // After a win no other move is searched; a quicker win would have been found at a smaller depth.
  if (best) best->is_exact = is_exact || best->value >= kNear;
  return best;
}

/// Searches the machine's position, for the player to move. Nothing if time is up, or after an error.
std::optional<AlphaBeta::Answer> AlphaBeta::search(int ply, int depth, Value alpha, Value beta) {
  using Bound = Transpositions::Bound;
  constexpr std::uint64_t kSteps = 50;  // the work for a position, if a listed move counts 1
  ++nodes_;
  if (is_late(kSteps)) return std::nullopt;
  const int mover = machine_.to_move();
  if (depth <= 0) return Answer{judge_->lead(machine_, mover), false};
  // Some move will keep the mover's value: if that is enough, the last moves are not even listed.
  if (depth == 1 && !is_thorough_)
    if (const Value lead = judge_->lead(machine_, mover); lead >= beta) return Answer{lead, false};
  const std::uint64_t hash = machine_.hash(), past = past_of(ply);
  std::uint64_t first = MoveOrder::kNone;
  if (const Transpositions::Entry* const entry = table_.find(hash)) {
    first = entry->move;
    const Value value = seen_from(entry->value, -ply);
    const bool stands = entry->bound == Bound::exact || (entry->bound == Bound::lower && value >= beta) ||
                        (entry->bound == Bound::upper && value <= alpha);
    if (entry->past == past && stands && (entry->is_exact || entry->depth >= depth))
      return Answer{value, entry->is_exact};
  }
  const Result<std::uint64_t> count = list();
  if (!count || is_late(*count)) return std::nullopt;
  Level& here = level(ply);
  const Value lowest = alpha;
  Value best = -kInfinite;
  std::uint64_t best_move = 0, kept = MoveOrder::kNone;
  const std::uint64_t tries =
      order_.rank(machine_, *count, first, here.killers, depth == 1 ? &keeps_ : nullptr, here.order, kept);
  bool are_exact = kept == MoveOrder::kNone, is_best_exact = false;
  if (!are_exact) {  // the last moves that keep the judge's value are worth its present value
    best_move = kept;
    alpha = std::max(alpha, best = judge_->lead(machine_, mover));
  }
  leave(ply);
  for (std::uint64_t i = 0; i < tries && alpha < beta; ++i) {
    const MoveOrder::Ranked next = MoveOrder::take(here.order, i, *count, first);
    const Plan plan{depth - 1, reduction(depth, i, next, beta - lowest > 1), i == 0};
    const auto answer = try_move(ply, next.move, mover, plan, alpha, beta);
    if (!answer) return std::nullopt;
    are_exact = are_exact && answer->is_exact;
    if (answer->value > best) {
      best = answer->value;
      best_move = next.move;
      is_best_exact = answer->is_exact;
    }
    alpha = std::max(alpha, best);
    if (alpha >= beta) order_.learn(here.order, i, depth, here.killers);
  }
  // After a cutoff or a win, only the best move must be known to the end.
  const bool is_exact = best >= beta || best >= kNear ? is_best_exact : are_exact;
  const Bound bound = best >= beta ? Bound::lower : best <= lowest ? Bound::upper : Bound::exact;
  table_.keep({hash, past, seen_from(best, ply), static_cast<std::uint32_t>(best_move),
               static_cast<std::uint8_t>(depth), bound, is_exact});
  return Answer{best, is_exact};
}

/// Searches the position after a move of this player, for that player.
std::optional<AlphaBeta::Answer> AlphaBeta::look(int ply, int mover, int depth, Value alpha, Value beta) {
  if (machine_.to_move() == mover) return search(ply, depth, alpha, beta);
  auto answer = search(ply, depth, -beta, -alpha);
  if (answer) answer->value = -answer->value;
  return answer;
}

/// The value of a listed move of the position at this ply, for its mover. Takes the move back.
std::optional<AlphaBeta::Answer> AlphaBeta::try_move(int ply, std::uint64_t move, int mover, const Plan& plan,
                                                     Value alpha, Value beta) {
  if (is_late(1)) return std::nullopt;
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
    if (answer && answer->value > alpha && answer->value < beta) answer = look(ply + 1, mover, plan.depth, alpha, beta);
  }
  if (!answer) return std::nullopt;
  machine_.go_back(ply);
  machine_.mark(ply);
  history_.resize(here.history);
  return answer;
}

/// The plies by which a move is searched less deeply, if it comes late in the order.
int AlphaBeta::reduction(int depth, std::uint64_t i, const MoveOrder::Ranked& move, bool is_wide) const {
  if (is_thorough_ || depth < 3 || i < 3) return 0;
  int less = std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(depth)) * std::bit_width(i)) / 5);
  if (is_wide) --less;
  if (move.key != 0) less -= static_cast<int>(order_.history(move.key) / (MoveOrder::kMostHistory / 4));
  return std::clamp(less, 0, depth - 2);
}

/// True if it must stop. The time, and the host, are asked after some thousands of steps of a microsecond or less.
bool AlphaBeta::is_late(std::uint64_t steps) {
  constexpr std::uint64_t kSteps = 2000;
  steps_ += steps;
  if (steps_ < kSteps) return is_late_;
  steps_ = 0;
  is_late_ = is_late_ || stop_.is_late() || (program_.limits.stop && program_.limits.stop());
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

/// Notes the position at this ply and its listed moves, to try them and to come back.
void AlphaBeta::leave(int ply) {
  Level& here = level(ply);
  here.history = history_.size();
  machine_.swap_listing(here.listing);
  machine_.mark(ply);
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

namespace {

class AlphaBetaPlayer : public Player {
 public:
  AlphaBetaPlayer(const Budget& budget, std::uint64_t seed, Means means)
      : budget_(budget), random_(seed), means_(std::move(means)) {}

  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only) override {
    value_.reset();
    const StopRule stop(budget_);
    const Result<std::uint64_t> count = position.count_moves();
    if (!count) return count;
    const std::uint64_t left = only ? only->size() : *count;
    if (left > kMostMoves)
      return plain_error(lang::Code::G0605,
                         "`alphabeta` tries all moves, and there are " + std::to_string(left) + " here");
    if (left == 1 && stop.is_time()) return only ? only->front() : 0;
    const Program& program = position.game().program();
    if (!memory_) memory_.emplace(bits_of(budget_));
    const Shuffled shuffled(left, random_.next());  // the first of equal moves is chosen
    std::vector<std::uint64_t> moves;
    for (std::uint64_t k = 0; k < left; ++k) moves.push_back(only ? (*only)[shuffled[k]] : shuffled[k]);
    AlphaBeta search(position, make_judge(means_.judge, program), *memory_, stop);
    const auto found = search.run(std::move(moves), stop.is_time() ? kMostDepth : static_cast<int>(stop.number()));
    if (auto error = stopped(program)) return *error;  // a score that was stopped looks like none
    if (!found) return found.errors();
    effort_.nodes += search.nodes();
    effort_.depths += static_cast<std::uint64_t>(found->depth);
    ++effort_.searches;
    if (found->is_exact) value_ = found->value > 0 ? 1 : found->value < 0 ? 0 : 0.5;
    return found->move;
  }

  std::optional<double> value() const override { return value_; }
  Effort effort() const override { return effort_; }

 private:
  static constexpr std::uint64_t kMostMoves = 1'000'000;
  static constexpr int kMostDepth = 200;

  /// The bits of the table: some thousand positions for each millisecond, or as many as a few plies lead to.
  static unsigned bits_of(const Budget& budget) {
    if (!budget.is_time()) return budget.number <= 2 ? 12 : budget.number <= 4 ? 16 : 18;
    return budget.seconds <= 0.05 ? 17 : budget.seconds <= 0.5 ? 18 : 20;
  }

  const Budget budget_;
  Random random_;
  const Means means_;
  std::optional<AlphaBetaMemory> memory_;
  std::optional<double> value_;
  Effort effort_;
};

}  // namespace

std::unique_ptr<Player> make_alphabeta_player(const Budget& budget, std::uint64_t seed, Means means) {
  return std::make_unique<AlphaBetaPlayer>(budget, seed, std::move(means));
}

}  // namespace glint
