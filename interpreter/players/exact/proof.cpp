#include "interpreter/players/exact/proof.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/players/exact/state_moves.hpp"

namespace glint {

namespace {

constexpr std::uint32_t kInfinite = 1u << 30;
constexpr int kDeepest = 1000;  // plies of a line; what comes later is no win
/// Visits for each position of the limit. A search that goes round visits no new ones.
constexpr std::uint64_t kVisitsEach = 16;

/// How much is left to prove, at least: that the player wins, and that the player does not. Of one, nothing is left: 0.
struct Left {
  std::uint32_t win = 1, no_win = 1;
};

/// Looks for the proof that one player wins.
class Prover : StateMoves {
 public:
  Prover(const Position& start, const ExactOptions& options, int player)
      : StateMoves(start), options_(options), player_(player), seen_(std::min(options.limit, SolveOptions::kMost)) {
    if (options.symmetries) find_images(false);
  }

  std::optional<Error> run() try {
    is_on_line_.resize(1);
    seen_.add(hash_of(start_.state()), 1, 1);
    return visit(start_.state(), 0, {kInfinite, kInfinite}, 0);
  } catch (const lang::Stopped&) {
    was_stopped_ = true;
    return std::nullopt;
  }

  bool wins() const { return left(0).win == 0; }
  /// True if the player cannot force a win.
  bool cannot_win() const { return left(0).no_win == 0 && !has_come_back_; }
  bool has_ties() const { return has_ties_; }  // in what was visited
  bool was_stopped() const { return was_stopped_; }
  std::optional<std::uint64_t> best() const { return best_; }
  std::uint64_t positions() const { return seen_.size(); }
  std::uint64_t bytes() const { return seen_.bytes(); }

 private:
  struct Next {
    std::uint64_t move;
    std::uint32_t number;
  };

  Left left(std::uint32_t number) const { return {seen_.entry(number).parent, seen_.entry(number).move}; }
  void note(std::uint32_t number, Left left) {
    seen_.entry(number).parent = left.win;
    seen_.entry(number).move = left.no_win;
  }

  bool is_won(const Outcome& outcome) {
    const bool is_score =
        outcome.kind == OutcomeKind::score && outcome.scores.size() == 2 && outcome.scores[0] != outcome.scores[1];
    has_ties_ = has_ties_ || (outcome.kind != OutcomeKind::win && !is_score);
    if (is_score) return (outcome.scores[0] > outcome.scores[1]) == (player_ == 0);
    return outcome.kind == OutcomeKind::win && outcome.winner == player_;
  }

  /// Adds the positions that follow the one in `before_`. Answers what is left if one of them decides.
  Result<std::optional<Left>> follow(std::vector<Next>& next, bool is_mine) {
    const Result<std::uint64_t> moves = list();
    if (!moves) return moves.errors();
    std::vector<Word> after;
    for (std::uint64_t i = 0; i < *moves; ++i) {
      stop_.after(1 + static_cast<std::int64_t>(before_.size() / 256));
      if (auto error = make(i)) return *error;
      bool decides;
      if (StateMoves::player_.is_over()) {
        decides = is_won(outcome_of(StateMoves::player_)) == is_mine;
      } else {
        StateMoves::player_.store(after);
        const auto [added, number] = seen_.add(hash_of(after), 1, 1);
        is_full_ = is_full_ || added == SeenPositions::Added::full;
        if (is_full_) return std::optional<Left>();
        const auto is_it = [number = number](const Next& each) { return each.number == number; };
        if (std::none_of(next.begin(), next.end(), is_it))
          next.push_back({i, number});
        decides = (is_mine ? left(number).win : left(number).no_win) == 0;
      }
      if (!decides) continue;
      if (next.empty() || next.back().move != i) next.push_back({i, 0});
      std::swap(next.front(), next.back());
      return std::optional(is_mine ? Left{0, kInfinite} : Left{kInfinite, 0});
    }
    is_on_line_.resize(seen_.size());
    return std::optional<Left>();
  }

  /// Searches a position until as much is left as `most`, of either.
  std::optional<Error> visit(const std::vector<Word>& state, std::uint32_t number, Left most, int depth) {
    before_ = state;
    const bool is_mine = static_cast<int>(state[Layout::kMe]) == player_;
    std::vector<Next> next;
    const Result<std::optional<Left>> decided = follow(next, is_mine);
    if (!decided) return decided.errors()[0];
    if (*decided && (*decided)->win == 0 && depth == 0 && is_mine) best_ = next.front().move;
    if (*decided) note(number, **decided);
    is_full_ = is_full_ || ++visits_ > kVisitsEach * options_.limit;
    if (*decided || is_full_) return std::nullopt;
    if (options_.progress && (visits_ & 0xFF) == 0)
      options_.progress({static_cast<std::uint64_t>(depth), seen_.size(), 0});
    is_on_line_[number] = true;
    std::vector<Word> after;
    for (;;) {
      // The mover needs one move that does it, the other one an answer to all.
      std::uint32_t least = kInfinite, second = kInfinite, largest = 0, open = 0;
      const Next* first = nullptr;
      for (const Next& each : next) {
        auto [win, no_win] = left(each.number);
        if (is_on_line_[each.number] || depth >= kDeepest) {
          has_come_back_ = true;
          win = kInfinite, no_win = 0;
        }
        const auto [one, all] = is_mine ? std::pair(win, no_win) : std::pair(no_win, win);
        if (one < least) {
          second = std::exchange(least, one);
          first = &each;
        } else {
          second = std::min(second, one);
        }
        if (all > 0) ++open;
        largest = std::max(largest, all);
      }
      const std::uint32_t all = least == 0 ? kInfinite : open == 0 ? 0 : std::min(kInfinite, largest + open - 1);
      const Left now = is_mine ? Left{least, all} : Left{all, least};
      note(number, now);
      if (now.win == 0 && depth == 0 && is_mine) best_ = first->move;
      if (now.win >= most.win || now.no_win >= most.no_win || now.win == 0 || now.no_win == 0) break;
      const auto [most_one, most_all] = is_mine ? std::pair(most.win, most.no_win) : std::pair(most.no_win, most.win);
      const std::uint32_t one = std::min(most_one, second + second / 4 + 1),
                          rest = most_all == kInfinite ? kInfinite : most_all - (open - 1);
      before_ = state;
      lister_.load(before_);
      if (const auto moves = list_moves(lister_); !moves) return moves.errors()[0];
      if (auto error = make(first->move)) return error;
      StateMoves::player_.store(after);
      if (auto error = visit(after, first->number, is_mine ? Left{one, rest} : Left{rest, one}, depth + 1))
        return error;
      if (is_full_) break;
    }
    is_on_line_[number] = false;
    return std::nullopt;
  }

  const ExactOptions options_;
  const int player_;
  SeenPositions seen_;  // with each position, as its parent and its move, what is left
  std::vector<bool> is_on_line_;
  std::optional<std::uint64_t> best_;
  std::uint64_t visits_ = 0;
  bool has_ties_ = false, has_come_back_ = false, is_full_ = false, was_stopped_ = false;
};

}  // namespace

Result<Proved> prove_winner(const Position& start, const ExactOptions& options) {
  Proved proved;
  const int mover = start.to_move();
  bool can_nobody = true;
  for (const int player : {mover, 1 - mover}) {
    Prover prover(start, options, player);
    if (const auto error = prover.run()) return *error;
    proved.positions = std::max(proved.positions, prover.positions());
    proved.bytes = std::max(proved.bytes, prover.bytes());
    proved.was_stopped = prover.was_stopped();
    can_nobody = can_nobody && prover.cannot_win();
    if (prover.wins()) proved.winner = player;
    if (prover.cannot_win() && !prover.has_ties()) proved.winner = 1 - player;
    if (player == mover) proved.best = prover.best();
    if (proved.winner || proved.was_stopped) break;
  }
  proved.is_decided = proved.winner || can_nobody;
  return proved;
}

}  // namespace glint
