// The player that searches a tree by random games.
#include "interpreter/players/methods.hpp"
#include "interpreter/players/sampler.hpp"
#include "interpreter/players/tree_search.hpp"

namespace glint {
namespace {

class MctsPlayer : public Player {
 public:
  MctsPlayer(const Budget& budget, std::uint64_t seed) : budget_(budget), random_(seed) {}

  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only) override {
    value_.reset();
    guessed_ = false;
    const StopRule stop(budget_);
    const Result<std::uint64_t> count = position.count_moves();
    if (!count) return count;
    if (only ? only->size() == 1 : *count == 1) return only ? only->front() : 0;
    const Game game = position.game();
    TreeSearch search(game.program(), random_);
    std::optional<Sampler> sampler;
    std::vector<Word> state;
    if (game.has_secrets()) {
      if (!PositionAccess::line(position)) return unknown_past();
      sampler.emplace(position);
      search.begin_unseen(position, only);
    } else {
      search.begin(position, only);
    }
    std::uint64_t done = 0;
    do {
      if (sampler && done % kGamesEach == 0) {
        // If no position is found that fits what was seen, it guesses.
        if (!sampler->sample(random_, state)) {
          guessed_ = done == 0;
          if (guessed_) return only ? (*only)[random_.below(only->size())] : random_.below(*count);
          break;
        }
        search.begin_in(state);
      }
      if (auto error = search.iterate()) return *error;
      ++done;
    } while (!search.is_solved() && !(stop.is_time() ? stop.is_late() : done >= stop.number()));
    const TreeSearch::Choice choice = search.choice();
    value_ = choice.value;
    return choice.move;
  }

  std::optional<double> value() const override { return value_; }
  bool guessed() const override { return guessed_; }

 private:
  /// Iterations in each sampled position.
  static constexpr std::uint64_t kGamesEach = 4;

  static Error unknown_past() {
    return plain_error(lang::Code::G0608,
                       "`mcts` cannot play from here: in a game with secrets it must know how play came here, and not "
                       "only where it stands",
                       "begin at the start, and give the moves (`--after`)");
  }

  const Budget budget_;
  Random random_;
  std::optional<double> value_;
  bool guessed_ = false;
};

}  // namespace

std::unique_ptr<Player> make_mcts_player(const Budget& budget, std::uint64_t seed) {
  return std::make_unique<MctsPlayer>(budget, seed);
}

}  // namespace glint
