// The player that searches all lines to a depth: alpha-beta (Knuth and Moore 1975), fail-soft (Fishburn 1983), with
// iterative deepening and a transposition table (Zobrist 1970; Slate and Atkin 1977); killers and history (Schaeffer
// 1989) order the moves.
#include <algorithm>
#include <array>
#include <memory>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/machine/step_chance.hpp"
#include "interpreter/players/methods.hpp"
#include "interpreter/players/rewards.hpp"
#include "interpreter/players/shuffled.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {
namespace {

using Value = std::int64_t;
/// The value of a win at once. A win in n plies is worth n less; any value above kNear is a certain win.
constexpr Value kWin = Value{1} << 60, kNear = kWin - 1'000'000, kInfinite = kWin + 1;

/// The transposition table: positions reached before, by hash. Its size is fixed, so new entries replace old ones.
class Transpositions {
 public:
  enum class Bound : std::uint8_t { exact, lower, upper };
  struct Entry {
    std::uint64_t hash = 0;
    std::int64_t value = 0;   // for the player to move; wins count plies from here
    std::uint64_t move = 0;   // the best one, as listed
    std::int16_t depth = -1;  // of the search from here; -1: an empty entry
    Bound bound = Bound::exact;
    bool is_exact = false;  // all lines that matter were followed to the end of the game
  };

  void clear() { entries_.assign(kSize, {}); }
  const Entry* find(std::uint64_t hash) const {
    const Entry& entry = entries_[hash & (kSize - 1)];
    return entry.depth >= 0 && entry.hash == hash ? &entry : nullptr;
  }
  void keep(const Entry& entry) {
    Entry& there = entries_[entry.hash & (kSize - 1)];
    // For the same position the deeper search is kept, else the newer entry.
    if (there.hash == entry.hash && there.depth > entry.depth && !entry.is_exact) return;
    there = entry;
  }

 private:
  static constexpr std::size_t kSize = std::size_t{1} << 17;
  std::vector<Entry> entries_;
};

class AlphaBeta {
 public:
  AlphaBeta(const Position& position, Judge& judge, Transpositions& table, const StopRule& stop)
      : program_(position.game().program()),
        machine_(program_),
        judge_(judge),
        table_(table),
        stop_(stop),
        uses_table_(!program_.uses_seen),
        history_(PositionView(position).history()) {
    machine_.load(position.state());
    machine_.set_history(program_.uses_seen ? &history_ : nullptr);
  }

  struct Found {
    std::uint64_t move = 0;
    Value value = 0;
    bool is_exact = false;
  };

  Result<Found> run(const std::vector<std::uint64_t>& moves) {
    Found best{moves[0], 0, false};
    std::vector<std::uint64_t> order = moves;
    const int most = stop_.is_time() ? kMostDepth : static_cast<int>(stop_.number());
    for (int depth = 1; depth <= most; ++depth) {
      const std::optional<Found> found = search_first(order, depth);
      if (error_) return *error_;
      // If a depth is not finished, its best move so far still counts: the best one of the depth before was searched
      // first.
      if (found) best = *found;
      if (is_late_ || best.is_exact) break;
      const auto at = std::find(order.begin(), order.end(), best.move);
      std::rotate(order.begin(), at, at + 1);
    }
    return best;
  }

 private:
  static constexpr int kMostDepth = 200;
  static constexpr std::uint64_t kMostOrdered = 4096, kKeys = 4096;

  struct Ordered {
    std::int64_t worth = 0;
    std::uint64_t move = 0;
    std::size_t key = 0;  // in the history
  };
  struct Level {
    Machine::Listing listing;
    std::vector<Word> state;
    std::size_t history = 0;
    std::array<std::uint64_t, 2> killers{UINT64_MAX, UINT64_MAX};
    std::vector<Ordered> order;
  };
  /// The value of a position for the player to move. `is_exact`: all lines that matter were followed to the end.
  struct Answer {
    Value value = 0;
    bool is_exact = true;
  };

  Level& level(int ply) {
    while (levels_.size() <= static_cast<std::size_t>(ply)) levels_.push_back(std::make_unique<Level>());
    return *levels_[static_cast<std::size_t>(ply)];
  }

  /// Searches the moves of the first position, in this order. Nothing if time was up before the first one was searched,
  /// or after an error.
  std::optional<Found> search_first(const std::vector<std::uint64_t>& order, int depth) {
    if (!list()) return std::nullopt;
    const int mover = machine_.to_move();
    std::optional<Found> best;
    bool is_exact = true;
    descend(0);
    for (const std::uint64_t move : order) {
      const auto answer = try_move(0, move, mover, depth, best ? best->value : -kInfinite, kInfinite);
      if (!answer) {
        is_exact = false;
        break;
      }
      is_exact = is_exact && answer->is_exact;
      if (!best || answer->value > best->value) best = Found{move, answer->value, false};
      if (best->value >= kWin - 1) break;  // the soonest win
    }
    // A win needs no other move searched; sooner ones would have been found at a smaller depth.
    if (best) best->is_exact = is_exact || best->value >= kNear;
    return best;
  }

  /// Searches the machine's position, for the player to move. Nothing if time is up, or after an error.
  std::optional<Answer> search(int ply, int depth, Value alpha, Value beta) {
    const int mover = machine_.to_move();
    // Those at the horizon count, too: a position above it may have thousands of them.
    if ((++nodes_ & 127) == 0 && stop_.is_late()) {
      is_late_ = true;
      return std::nullopt;
    }
    if (depth <= 0) return Answer{judge_.lead(machine_, mover), false};
    const std::uint64_t hash = uses_table_ ? machine_.hash() : 0;
    std::uint64_t first = UINT64_MAX;
    if (const Transpositions::Entry* entry = uses_table_ ? table_.find(hash) : nullptr) {
      first = entry->move;
      const Value value = seen_from(entry->value, -ply);
      const bool stands = entry->bound == Transpositions::Bound::exact ||
                          (entry->bound == Transpositions::Bound::lower && value >= beta) ||
                          (entry->bound == Transpositions::Bound::upper && value <= alpha);
      if (stands && (entry->is_exact || entry->depth >= depth)) return Answer{value, entry->is_exact};
    }
    const Result<std::uint64_t> count = list();
    if (!count) return std::nullopt;
    if (is_stopped(*count)) return std::nullopt;
    Level& here = level(ply);
    put_in_order(here, *count, first, mover);
    const Value before = alpha;
    Value best = -kInfinite;
    std::uint64_t best_move = 0;
    bool are_exact = true, is_best_exact = false;
    descend(ply);
    for (std::uint64_t i = 0; i < *count; ++i) {
      if (is_stopped(1 + here.order.size() / 1000)) return std::nullopt;
      const Ordered next = take_next(here, i, first);
      const auto answer = try_move(ply, next.move, mover, depth, alpha, beta);
      if (!answer) return std::nullopt;
      are_exact = are_exact && answer->is_exact;
      if (answer->value > best) {
        best = answer->value;
        best_move = next.move;
        is_best_exact = answer->is_exact;
      }
      alpha = std::max(alpha, best);
      if (alpha < beta) continue;
      if (here.killers[0] != next.move) here.killers = {next.move, here.killers[0]};
      if (!here.order.empty()) worths_[next.key] += static_cast<std::int64_t>(depth) * depth;
      break;
    }
    // After a cutoff or a win, only the best move must be known to the end.
    const bool is_exact = best >= beta || best >= kNear ? is_best_exact : are_exact;
    if (uses_table_) {
      const auto bound = best >= beta     ? Transpositions::Bound::lower
                         : best <= before ? Transpositions::Bound::upper
                                          : Transpositions::Bound::exact;
      table_.keep({hash, seen_from(best, ply), best_move, static_cast<std::int16_t>(depth), bound, is_exact});
    }
    return Answer{best, is_exact};
  }

  /// The value of a listed move of the position at this ply, for its mover. Takes the move back.
  std::optional<Answer> try_move(int ply, std::uint64_t move, int mover, int depth, Value alpha, Value beta) {
    Level& here = level(ply);
    machine_.swap_listing(here.listing);
    Machine::Status status = machine_.apply_listed(machine_, move);
    machine_.swap_listing(here.listing);
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
    } else if (machine_.to_move() == mover) {
      answer = search(ply + 1, depth - 1, alpha, beta);
    } else if ((answer = search(ply + 1, depth - 1, -beta, -alpha))) {
      answer->value = -answer->value;
    }
    if (!answer) return std::nullopt;
    machine_.load(here.state);
    history_.resize(here.history);
    return answer;
  }

  /// Whether the host says to stop, which it is asked after some thousands of steps of a microsecond or less.
  bool is_stopped(std::uint64_t steps) {
    constexpr std::uint64_t kSteps = 2000;
    steps_ += steps;
    if (steps_ < kSteps) return false;
    steps_ = 0;
    is_late_ = is_late_ || (program_.limits.stop && program_.limits.stop());
    return is_late_;
  }

  Result<std::uint64_t> list() {
    const Result<std::uint64_t> count = list_moves(machine_);
    if (!count) error_ = count.errors()[0];
    return count;
  }

  /// Prepares this ply for trying the listed moves.
  void descend(int ply) {
    Level& here = level(ply);
    here.history = history_.size();
    machine_.swap_listing(here.listing);
    machine_.store(here.state);
  }

  /// Orders the moves: the best one of the table, killers, then by history.
  void put_in_order(Level& here, std::uint64_t count, std::uint64_t first, int mover) {
    here.order.clear();
    if (count > kMostOrdered) return;
    for (std::uint64_t move = 0; move < count; ++move) {
      const int kind = machine_.listed_choices(move, choices_);
      std::uint64_t key = static_cast<std::uint64_t>(mover) << 32 | static_cast<std::uint32_t>(kind);
      for (const Choice& choice : choices_) key = Random(key ^ choice.number).next();
      const std::size_t place = key % kKeys;
      std::int64_t worth = worths_[place];
      if (move == here.killers[0] || move == here.killers[1]) worth += std::int64_t{1} << 50;
      if (move == first) worth = INT64_MAX;
      here.order.push_back({worth, move, place});
    }
  }

  Ordered take_next(Level& here, std::uint64_t i, std::uint64_t first) {
    if (here.order.empty()) {  // too many to order: the table's move, then as they are listed
      if (first == UINT64_MAX) return {0, i, 0};
      return {0, i == 0 ? first : i <= first ? i - 1 : i, 0};
    }
    const auto begin = here.order.begin() + static_cast<std::ptrdiff_t>(i);
    const auto best =
        std::max_element(begin, here.order.end(), [](const Ordered& a, const Ordered& b) { return a.worth < b.worth; });
    std::iter_swap(begin, best);
    return *begin;
  }

  Value of_end(int ply, int mover) {
    const int winner = outcome_of(machine_).victor();
    return winner < 0 ? 0 : winner == mover ? kWin - ply : ply - kWin;
  }

  /// Values of wins count plies from the first position, but in the table from the entry's own.
  static Value seen_from(Value value, int plies) {
    return value >= kNear ? value + plies : value <= -kNear ? value - plies : value;
  }

  const Program& program_;
  Machine machine_;
  Judge& judge_;
  std::vector<Choice> choices_;  // of a listed move
  Transpositions& table_;
  const StopRule& stop_;
  StepChance chance_;
  const bool uses_table_;  // not if rules read the past with `seen`: then no two positions are alike
  std::vector<std::uint64_t> history_;
  std::vector<std::unique_ptr<Level>> levels_;
  std::array<std::int64_t, kKeys> worths_{};
  std::uint64_t nodes_ = 0, steps_ = 0;
  bool is_late_ = false;
  std::optional<Error> error_;
};

class AlphaBetaPlayer : public Player {
 public:
  AlphaBetaPlayer(const Budget& budget, std::uint64_t seed, Means means)
      : budget_(budget), random_(seed), maker_(std::move(means.judge)) {}

  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only) override {
    value_.reset();
    const StopRule stop(budget_);
    const Result<std::uint64_t> count = position.count_moves();
    if (!count) return count;
    const std::uint64_t left = only ? only->size() : *count;
    if (left > kMostMoves)
      return plain_error(lang::Code::G0605, "`alphabeta` tries all moves, and there are " + std::to_string(left) + " here");
    // The first of equal moves is chosen, so moves start in random order.
    std::vector<std::uint64_t> moves;
    const Shuffled shuffled(left, random_.next());
    for (std::uint64_t k = 0; k < left; ++k) moves.push_back(only ? (*only)[shuffled[k]] : shuffled[k]);
    table_.clear();
    const std::unique_ptr<Judge> judge = make_judge(maker_, position.game().program());
    AlphaBeta search(position, *judge, table_, stop);
    const Result<AlphaBeta::Found> found = search.run(moves);
    if (!found) return found.errors();
    if (auto error = stopped(position.game().program())) return *error;  // a score that was stopped looks like none
    if (found->is_exact) value_ = found->value > 0 ? 1 : found->value < 0 ? 0 : 0.5;
    return found->move;
  }

  std::optional<double> value() const override { return value_; }

 private:
  static constexpr std::uint64_t kMostMoves = 1'000'000;

  const Budget budget_;
  Random random_;
  const JudgeMaker maker_;
  Transpositions table_;
  std::optional<double> value_;
};

}  // namespace

std::unique_ptr<Player> make_alphabeta_player(const Budget& budget, std::uint64_t seed, Means means) {
  return std::make_unique<AlphaBetaPlayer>(budget, seed, std::move(means));
}

}  // namespace glint
