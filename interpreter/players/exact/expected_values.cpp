#include "interpreter/players/exact/expected_values.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <tuple>
#include <utility>
#include <vector>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/machine/step_chance.hpp"
#include "interpreter/players/exact/packed_queue.hpp"
#include "interpreter/players/exact/seen_positions.hpp"
#include "lang/source/stop.hpp"

namespace glint {
namespace {

constexpr std::uint64_t kMostOutcomes = 50'000;                         // of one draw
constexpr std::uint64_t kMostFollowers = 16;                            // on average, of each position that may be searched
constexpr std::uint64_t kBytesEach = 200, kLeastBytes = 1'000'000'000;  // for positions that wait
constexpr double kClose = 1e-9, kStill = 1e-14;                         // shares of the largest lead of a player

class ExpectedSearch {
 public:
  ExpectedSearch(const Position& position, const ExpectedOptions& options)
      : start_(PositionView(position).guessing().detach()),
        program_(start_.game().program()),
        options_(options),
        lister_(program_),
        player_(program_),
        seen_(std::min(options.limit, SolveOptions::kMost)),
        waiting_(start_.state(), std::max(kLeastBytes, kBytesEach * options.limit)),
        stop_(program_.limits.stop) {
    found.is_by_score = program_.rules.judging.score.has_value();
    if (!found.is_by_score) return;
    const rules::Type& type = program_.rules.judging.score->value.type;
    found.high = static_cast<double>(type.hi) - static_cast<double>(type.lo);
    found.low = -found.high;
  }

  std::optional<Error> go() {
    state_ = start_.state();
    StepChance chance;
    if (options_.from_beginning) {
      if (player_.begin(chance) == Machine::Status::error) return to_error(program_, player_.failure());
      player_.store(state_);
    }
    add(state_, Kind::open, 0);
    while (!waiting_.empty() && !is_full_)
      if (auto error = expand(waiting_.pop(before_))) return error;
    if (has_wins_ && has_scores_)
      return plain_error(lang::Code::G0613,
                         "some ends of this game are won and others are scores, and no average has both",
                         "`glint study GAME` plays it with bots");
    narrow();
    const Node& start = nodes_[0];
    const auto worth = [&](const auto& each) { return (start.kind == Kind::first ? 1 : -1) * nodes_[each.first].low; };
    if (found.is_decided && start.kind != Kind::chance)
      found.best = std::max_element(start.after.begin(), start.after.end(),
                                    [&](const auto& a, const auto& b) { return worth(a) < worth(b); }) -
                   start.after.begin();
    return std::nullopt;
  }

  Expected found;

 private:
  enum class Kind : std::uint8_t { open, end, first, second, chance };  // open: its followers were not searched
  struct Node {
    double low = 0, high = 0;
    Kind kind = Kind::open;
    std::vector<std::pair<std::uint32_t, double>> after =
        {};  // the numbers of those that follow; of outcomes how likely
  };

  /// Makes each move, or lets chance draw each outcome, in the position in `before_`.
  std::optional<Error> expand(std::uint32_t number) {
    lister_.load(before_);
    const bool draws = lister_.is_at_draw();
    std::vector<std::pair<std::uint32_t, double>> after;
    if (draws) {
      const std::optional<Drawing> drawing = lister_.drawing();
      if (!drawing) return to_error(program_, lister_.failure());
      const std::uint64_t count = outcomes(*drawing).value_or(UINT64_MAX);
      if (count > kMostOutcomes)
        return to_error(program_, Failure{lang::Code::G0613, drawing->node->span,
                                          "`" + drawing->node->name + "` has more outcomes than can be followed"});
      const auto all = static_cast<double>(total_weight(*drawing));
      each_outcome(*drawing, count, [&](const Word*, std::uint64_t weight) {
        after.emplace_back(0, static_cast<double>(weight) / all);
        return true;
      });
    } else {
      const Result<std::uint64_t> moves = list_moves(lister_);
      if (!moves) return moves.errors()[0];
      after.resize(*moves);
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
      stop_.after(1 + static_cast<std::int64_t>(before_.size() / 256));
      player_.load(before_);
      StepChance chance(draws ? std::optional<std::uint64_t>(i) : std::nullopt);
      Machine::Status status = draws ? Machine::Status::done : player_.apply_listed(lister_, i);
      if (status == Machine::Status::done) status = player_.resume(chance);
      if (status == Machine::Status::error || status == Machine::Status::failed) {
        throw_if_stopped(player_.failure());
        return to_error(program_, player_.failure());
      }
      player_.store(state_);
      after[i].first = player_.is_over() ? add_end(outcome_of(player_)) : add(state_, Kind::open, 0);
      if (is_full_) return std::nullopt;
    }
    nodes_[number].kind = draws ? Kind::chance : before_[Layout::kMe] == 0 ? Kind::first : Kind::second;
    followers_ += after.size();
    is_full_ = is_full_ || followers_ > kMostFollowers * options_.limit;
    nodes_[number].after = std::move(after);
    if (options_.progress && (number & 0xFF) == 0) options_.progress({0, seen_.size(), 0});
    return std::nullopt;
  }

  /// All ends of one value are one.
  std::uint32_t add_end(const Outcome& outcome) {
    const bool is_won = outcome.kind == OutcomeKind::win,
               is_score = outcome.kind == OutcomeKind::score && outcome.scores.size() == 2;
    const std::int64_t value = is_won ? 1 - 2 * outcome.winner : is_score ? outcome.scores[0] - outcome.scores[1] : 0;
    has_wins_ = has_wins_ || is_won;
    has_scores_ = has_scores_ || is_score;
    found.has_ties = found.has_ties || (!is_won && !is_score);
    return add({~Word{0}, static_cast<Word>(value)}, Kind::end, static_cast<double>(value));
  }

  std::uint32_t add(const std::vector<Word>& state, Kind kind, double value) {
    const auto [added, number] = seen_.add(PositionHash(state), 0, 0);
    is_full_ = is_full_ || added == SeenPositions::Added::full;
    if (added != SeenPositions::Added::now) return number;
    found.positions = number + 1;
    nodes_.emplace_back();
    nodes_.back() = {value, value, kind};
    if (kind == Kind::open && !waiting_.push(number, state)) is_full_ = true;
    return number;
  }

  /// Brings the bounds of all positions as near to each other as their followers allow.
  void narrow() {
    found.is_by_score = has_scores_ || (is_full_ && !has_wins_ && found.is_by_score);
    double most = is_full_ && found.is_by_score ? found.high : 1;  // positions that were not searched may be worth more
    for (std::size_t i = 0; i < nodes_.size(); ++i) most = std::max(most, std::abs(nodes_[i].low));
    found.low = -most;
    found.high = most;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].kind != Kind::end) std::tie(nodes_[i].low, nodes_[i].high) = std::pair(-most, most);
    for (double change = most; change > kStill * most && !found.is_decided;) {
      change = 0;
      // Following positions mostly come later, so the loop goes backwards.
      for (std::size_t i = nodes_.size(); i-- > 0;)
        if (nodes_[i].kind > Kind::end) change = std::max(change, narrow(nodes_[i]));
      found.low = nodes_[0].low;
      found.high = nodes_[0].high;
      found.is_decided = found.high - found.low <= kClose * most;
    }
  }
  double narrow(Node& node) {
    stop_.after(1 + static_cast<std::int64_t>(node.after.size() / 16));
    const auto [low, high] = std::pair(node.low, node.high);
    bool is_one = true;
    double least = 0, most = 0;
    for (const auto& [number, odds] : node.after) {
      const Node& next = nodes_[number];
      const auto take = [&, share = odds, kind = node.kind](double& bound, double other) {
        bound = kind == Kind::chance  ? bound + share * other
                : is_one              ? other
                : kind == Kind::first ? std::max(bound, other)
                                      : std::min(bound, other);
      };
      take(least, next.low);
      take(most, next.high);
      is_one = false;
    }
    node.low = std::max(low, least);
    node.high = std::min(high, most);
    return std::max(node.low - low, high - node.high);
  }

  Position start_;
  const Program& program_;
  const ExpectedOptions options_;
  Machine lister_, player_;
  SeenPositions seen_;
  PackedQueue waiting_;
  std::deque<Node> nodes_;
  std::vector<Word> before_, state_;
  std::uint64_t followers_ = 0;  // of all positions
  bool has_wins_ = false, has_scores_ = false, is_full_ = false;
  lang::StopCheck stop_;
};

}  // namespace

Result<Expected> expected_value(const Position& position, const ExpectedOptions& options) {
  ExpectedSearch search(position, options);
  try {
    const std::optional<Error> error = search.go();
    if (error && !stopped(position.game().program())) return *error;
    search.found.was_stopped = error.has_value();
  } catch (const lang::Stopped&) {
    search.found.was_stopped = true;
  }
  return search.found;
}

}  // namespace glint
