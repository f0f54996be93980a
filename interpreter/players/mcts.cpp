// The player that searches a tree by random games.
#include "interpreter/players/methods.hpp"
#include "interpreter/players/sampler.hpp"
#include "interpreter/players/tree_search.hpp"

namespace glint {
namespace {

class MctsPlayer : public Player {
 public:
  MctsPlayer(const Budget& budget, std::uint64_t seed, Workers workers)
      : budget_(budget), random_(seed), workers_(std::move(workers)) {}

  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only) override {
    value_.reset();
    guessed_ = false;
    const Result<std::uint64_t> count = position.count_moves();
    if (!count) return count;
    if (only ? only->size() == 1 : *count == 1) return only ? only->front() : 0;
    const Game game = position.game();
    if (game.has_secrets() && !PositionAccess::line(position)) return unknown_past();
    std::vector<std::unique_ptr<Part>> parts;
    for (int number = 0; number < workers_.count; ++number)
      parts.push_back(std::make_unique<Part>(position, only, random_.next()));
    workers_.each([&](int number) { parts[static_cast<std::size_t>(number)]->search(share(number)); });
    std::vector<std::unique_ptr<TreeSearch>> searches;
    for (const std::unique_ptr<Part>& part : parts) {
      if (part->error) return *part->error;
      if (!part->has_nothing) searches.push_back(std::move(part->tree));
    }
    // If no position is found that fits what was seen, it guesses.
    guessed_ = searches.empty();
    if (guessed_) return only ? (*only)[random_.below(only->size())] : random_.below(*count);
    const TreeSearch::Choice choice = TreeSearch::choice(searches);
    value_ = choice.value;
    return choice.move;
  }

  std::optional<double> value() const override { return value_; }
  bool guessed() const override { return guessed_; }

 private:
  /// One tree, and all that is needed to search it beside others.
  struct Part {
    Part(const Position& position, const std::vector<std::uint64_t>* only, std::uint64_t seed)
        : game(position.game()), random(seed), tree(std::make_unique<TreeSearch>(game.program(), random)) {
      if (game.has_secrets()) {
        sampler.emplace(position);
        tree->begin_unseen(position, only);
      } else {
        tree->begin(position, only);
      }
    }

    void search(const Budget& budget) {
      const StopRule stop(budget);
      std::vector<Word> state;
      std::uint64_t done = 0;
      do {
        if (sampler && done % kGamesEach == 0) {
          const bool found = sampler->sample(random, state);
          has_nothing = !found && done == 0;
          if (!found) return;
          tree->begin_in(state);
        }
        if ((error = tree->iterate())) return;
        ++done;
      } while (!tree->is_solved() && !(stop.is_time() ? stop.is_late() : done >= stop.number()));
    }

    /// Iterations in each sampled position.
    static constexpr std::uint64_t kGamesEach = 4;

    const Game game;
    Random random;
    std::unique_ptr<TreeSearch> tree;
    std::optional<Sampler> sampler;
    std::optional<Error> error;
    bool has_nothing = false;  // no position was found that may be
  };

  /// What a worker may spend: all the time, or its share of the iterations, at least one.
  Budget share(int number) const {
    Budget part = budget_;
    if (budget_.is_time()) return part;
    const auto workers = static_cast<std::uint64_t>(workers_.count), worker = static_cast<std::uint64_t>(number);
    part.number = std::max<std::uint64_t>(1, budget_.number / workers + (worker < budget_.number % workers));
    return part;
  }

  static Error unknown_past() {
    return plain_error(lang::Code::G0608,
                       "`mcts` cannot play from here: in a game with secrets it must know how play came here, and not "
                       "only where it stands",
                       "begin at the start, and give the moves (`--after`)");
  }

  const Budget budget_;
  Random random_;
  const Workers workers_;
  std::optional<double> value_;
  bool guessed_ = false;
};

}  // namespace

std::unique_ptr<Player> make_mcts_player(const Budget& budget, std::uint64_t seed, Workers workers) {
  return std::make_unique<MctsPlayer>(budget, seed, std::move(workers));
}

}  // namespace glint
