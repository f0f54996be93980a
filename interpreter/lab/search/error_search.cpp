#include "interpreter/lab/search/error_search.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/machine/playout.hpp"

namespace glint {

namespace {

using Layer = Layers::Layer;

constexpr std::uint64_t kMostPositions = 1'000'000'000;
/// Draws may add this many times the limit of positions, so that layers can be completed.
constexpr std::uint64_t kDrawsToo = 2;
/// Draws with more outcomes are not searched.
constexpr std::uint64_t kMostOutcomes = 50'000;

/// With this many words of draws (see game/position/position_view.hpp) a random line ends before its next move: a
/// script can draw as often between any two moves, and a line that fails is played again and again with fixed draws.
constexpr std::size_t kMostDrawn = 300'000;
/// Drawing this many words is one unit of work. A single value has fewer words, so drawing it is free.
constexpr std::size_t kDrawnPerUnit = 4;

/// Takes one outcome by its number, then waits at the next draw, also where that has only one outcome.
class OneDraw : public Chance {
 public:
  explicit OneDraw(std::optional<std::uint64_t> chosen) : chosen_(chosen) {}
  Answer draw(const Drawing& drawing, Word* into) override {
    if (!chosen_) return Answer::waits;
    take_outcome(drawing, *std::exchange(chosen_, std::nullopt), into);
    return Answer::drawn;
  }

 private:
  std::optional<std::uint64_t> chosen_;
};

class LoggedChance : public RandomChance {
 public:
  LoggedChance(const Program& program, Random& random, std::vector<Word>& log)
      : RandomChance(random), program_(program), log_(log) {}
  Answer draw(const Drawing& drawing, Word* into) override {
    const Answer answer = RandomChance::draw(drawing, into);
    add_draw(program_, drawing, into, log_);
    return answer;
  }
  Random* generator() override { return nullptr; }

 private:
  const Program& program_;
  std::vector<Word>& log_;
};

bool is_error(Machine::Status status) { return status == Machine::Status::error || status == Machine::Status::failed; }

}  // namespace

ErrorSearch::ErrorSearch(const Position& start, const SearchLimits& limits, std::uint64_t slow, OnProgress progress)
    : start_(start.detach()),
      most_work_(limits.work),
      slow_(std::max<std::uint64_t>(1, slow)),
      stop_(start.game().program().limits.stop),
      uses_seen_(start_.game().program().uses_seen),
      lister_(start_.game().program()),
      player_(start_.game().program()),
      layers_(limits, kDrawsToo * std::min(limits.positions, kMostPositions) + 1, start.state(), std::move(progress)) {}

bool ErrorSearch::advance(std::uint64_t until) {
  if (!std::exchange(has_begun_, true)) {
    to_ = start_.state();
    extended_ = PositionView(start_).history();
    visit(0, 0, Layer::same);
  }
  while (work_ < until) {
    const auto number = layers_.next(from_, has_work());
    if (!number) {
      if (after_layer_) after_layer_->shortest = layers_.is_whole();
      found_ = after_layer_;
      return false;
    }
    stop_.after(1 + static_cast<std::int64_t>(from_.size() / 256));  // to list needs no fuel, either
    expand(*number);
    // All earlier layers were complete, so there is no shorter way to an error.
    if (at_layer_) {
      found_ = at_layer_;
      return false;
    }
  }
  return true;
}

std::optional<ErrorSearch::Found> ErrorSearch::run() {
  while (advance(UINT64_MAX)) {
  }
  return found_;
}

/// Makes each move or draw of `from_`.
void ErrorSearch::expand(std::uint32_t number) {
  if (uses_seen_) history_ = past_of(number);
  const bool draws = from_[Layout::kNode] >= Layout::kDraw;
  const Layer layer = draws ? Layer::same : Layer::next;
  lister_.load(from_);
  lister_.set_past(uses_seen_ ? &history_ : nullptr);
  std::uint64_t count = 0;
  if (draws) {
    const auto drawing = lister_.drawing();
    if (!drawing) {
      throw_if_stopped(lister_.failure());
      at_layer_ = Found{layers_.way_to(number), true, lister_.failure()};
      return;
    }
    const auto all = outcomes(*drawing);
    if (!all || *all > kMostOutcomes) return layers_.leave_out(layer);
    count = *all;
  } else {
    const Result<std::uint64_t> listed = list_moves(lister_);
    work_ += work_of(lister_, slow_);
    if (!listed) {
      throw_if_stopped(lister_.failure());
      at_layer_ = Found{layers_.way_to(number), true, lister_.failure()};
      lister_.load(from_);
      lister_.forget_all();
      return;
    }
    count = *listed;
    if (count > UINT32_MAX) layers_.leave_out(layer);
    count = std::min<std::uint64_t>(count, UINT32_MAX);
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!has_work() || (!draws && !layers_.adds())) return layers_.leave_out(layer);
    make(number, i, layer);
    if (at_layer_) return;
    layers_.tick();
  }
}

void ErrorSearch::make(std::uint32_t number, std::uint64_t step, Layer layer) {
  stop_.after(1 + static_cast<std::int64_t>(from_.size() / 256));  // a draw takes no fuel
  const bool draws = layer == Layer::same;
  if (uses_seen_) extended_ = history_;
  player_.load(from_);
  player_.set_history(uses_seen_ ? &extended_ : nullptr);
  OneDraw chance(draws ? std::optional(step) : std::nullopt);
  Machine::Status status = draws ? Machine::Status::done : player_.apply_listed(lister_, step);
  if (status == Machine::Status::done) status = player_.resume(chance);
  player_.set_history(nullptr);
  work_ += work_of(player_, slow_);
  if (!is_error(status)) {
    player_.store(to_);
    visit(number, static_cast<std::uint32_t>(step), layer);
    return;
  }
  throw_if_stopped(player_.failure());
  auto& found = draws ? at_layer_ : after_layer_;
  found = Found{layers_.way_to(number), true, player_.failure()};
  found->way.push_back(static_cast<std::uint32_t>(step));
  if (!draws) layers_.end_here();
  player_.load(from_);
  player_.forget_all();
}

/// Adds the position in `to_`, if it is new.
void ErrorSearch::visit(std::uint32_t parent, std::uint32_t step, Layer layer) {
  // If the rules read the past, no two positions count as the same: a number makes them differ.
  std::vector<Word> numbered;
  if (uses_seen_) {
    numbered = to_;
    numbered.push_back(layers_.positions() + 1);
  }
  const auto number = layers_.add(uses_seen_ ? numbered : to_, parent, step, layer);
  if (!number) return;
  if (uses_seen_) {
    const std::size_t known = *number == 0 ? 0 : history_.size();
    pasts_.push_back({parent, {extended_.begin() + static_cast<std::ptrdiff_t>(known), extended_.end()}});
  }
  if (to_[Layout::kNode] != Layout::kOver) layers_.push(*number, to_, layer);
}

std::vector<std::uint64_t> ErrorSearch::past_of(std::uint32_t number) const {
  std::vector<std::uint32_t> line{number};
  while (line.back() != 0) line.push_back(pasts_[line.back()].before);
  std::vector<std::uint64_t> past;
  for (auto each = line.rbegin(); each != line.rend(); ++each)
    past.insert(past.end(), pasts_[*each].added.begin(), pasts_[*each].added.end());
  return past;
}

RandomLine random_line(Machine& machine, const Position& start, std::uint64_t seed, int most_plies, std::uint64_t most_work,
                       std::uint64_t slow) {
  slow = std::max<std::uint64_t>(1, slow);
  RandomLine line;
  Random random(seed);
  LoggedChance chance(machine.program(), random, line.draws);
  std::vector<std::uint64_t> history = PositionView(start).history();
  machine.load(start.state());
  machine.set_history(machine.program().uses_seen ? &history : nullptr);
  lang::StopCheck stop(machine.program().limits.stop);
  std::size_t counted = 0;
  bool fails = machine.is_at_draw() && is_error(machine.resume(chance));
  while (!fails && !machine.is_over()) {
    // A draw takes no fuel: a step for each word of it.
    const std::size_t drawn = line.draws.size() - std::exchange(counted, line.draws.size());
    stop.after(1 + static_cast<std::int64_t>(drawn));
    line.work += drawn / kDrawnPerUnit;
    const Result<std::uint64_t> count = list_moves(machine);
    line.work += work_of(machine, slow);
    fails = !count;
    if (!count || line.moves.size() >= static_cast<std::size_t>(most_plies) || line.work >= most_work) break;
    if (line.draws.size() >= kMostDrawn) break;
    const std::uint64_t move = random.below(*count);
    line.moves.push_back(move);
    Machine::Status status = machine.apply_listed(machine, move);
    if (status == Machine::Status::done) status = machine.resume(chance);
    line.work += work_of(machine, slow);
    fails = is_error(status);
  }
  machine.set_history(nullptr);
  if (fails) {
    throw_if_stopped(machine.failure());
    line.failure = machine.failure();
    machine.load(start.state());
    machine.forget_all();
  }
  return line;
}

}  // namespace glint
