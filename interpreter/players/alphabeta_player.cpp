// The player that searches by alpha-beta: one depth after the other, until its plies or its time are used up.
#include "interpreter/players/alphabeta.hpp"
#include "interpreter/players/shuffled.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {
namespace {

class AlphaBetaPlayer : public Player {
 public:
  AlphaBetaPlayer(const Budget& budget, std::uint64_t seed, Means means)
      : budget_(budget), random_(seed), means_(std::move(means)), table_(bits_of(budget)) {}

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
    if (!loud_) loud_.emplace(program, position.state(), PositionView(position).history());
    table_.begin_search();
    AlphaBetaShared shared{table_, *loud_};
    // Only a time is worth sharing: what threads find together depends on how they run.
    const int parts = stop.is_time() ? means_.workers.count : 1;
    const int most = stop.is_time() ? kMostDepth : static_cast<int>(stop.number());
    std::vector<std::unique_ptr<AlphaBeta>> searches;
    std::vector<std::vector<std::uint64_t>> orders;
    std::vector<std::optional<Result<AlphaBeta::Found>>> found(static_cast<std::size_t>(parts));
    for (int part = 0; part < parts; ++part) {
      searches.push_back(std::make_unique<AlphaBeta>(position, make_judge(means_.judge, program), shared, stop));
      // The first of equal moves is chosen, so moves start in random order.
      const Shuffled shuffled(left, random_.next());
      orders.emplace_back();
      for (std::uint64_t k = 0; k < left; ++k) orders.back().push_back(only ? (*only)[shuffled[k]] : shuffled[k]);
    }
    means_.workers.each(parts, [&](int part) {
      const auto i = static_cast<std::size_t>(part);
      found[i] = searches[i]->run(orders[i], 1 + part % 2, most);
    });
    if (auto error = stopped(program)) return *error;  // a score that was stopped looks like none
    const AlphaBeta::Found* best = nullptr;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!*found[i]) return found[i]->errors();
      const AlphaBeta::Found& each = **found[i];
      effort_.nodes += searches[i]->nodes();
      if (!best || std::pair(each.is_exact, each.depth) > std::pair(best->is_exact, best->depth)) best = &each;
    }
    effort_.depths += static_cast<std::uint64_t>(best->depth);
    ++effort_.searches;
    if (best->is_exact) value_ = best->value > 0 ? 1 : best->value < 0 ? 0 : 0.5;
    return best->move;
  }

  std::optional<double> value() const override { return value_; }
  Effort effort() const override { return effort_; }

 private:
  static constexpr std::uint64_t kMostMoves = 1'000'000;
  static constexpr int kMostDepth = 200;

  /// Of the table: some thousand positions for each millisecond, or as many as a few plies lead to.
  static unsigned bits_of(const Budget& budget) {
    if (!budget.is_time()) return budget.number <= 2 ? 12 : budget.number <= 4 ? 16 : 18;
    return budget.seconds <= 0.05 ? 17 : budget.seconds <= 0.5 ? 18 : 20;
  }

  const Budget budget_;
  Random random_;
  const Means means_;
  Transpositions table_;
  std::optional<LoudMoves> loud_;
  std::optional<double> value_;
  Effort effort_;
};

}  // namespace

std::unique_ptr<Player> make_alphabeta_player(const Budget& budget, std::uint64_t seed, Means means) {
  return std::make_unique<AlphaBetaPlayer>(budget, seed, std::move(means));
}

}  // namespace glint
