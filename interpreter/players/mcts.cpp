// The player that searches a tree by random games.
#include <algorithm>
#include <atomic>

#include "interpreter/players/methods.hpp"
#include "interpreter/players/sampler.hpp"
#include "interpreter/players/tree_search.hpp"

namespace glint {
namespace {

class MctsPlayer : public Player {
 public:
  MctsPlayer(const Budget& budget, std::uint64_t seed, Means means)
      : budget_(budget), random_(seed), workers_(std::move(means.workers)), judge_(std::move(means.judge)) {}

  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only) override {
    value_.reset();
    guessed_ = false;
    const Result<std::uint64_t> count = position.count_moves();
    if (!count) return count;
    if (only ? only->size() == 1 : *count == 1) return only ? only->front() : 0;
    const Game game = position.game();
    if (game.has_secrets() && !PositionView(position).line())
      return plain_error(lang::Code::G0608,
                         "`mcts` cannot play from here: in a game with secrets it must know all moves so far, not only "
                         "the position",
                         "begin at the start, and give the moves (`--after`)");
    const StopRule stop(budget_);
    std::vector<std::unique_ptr<Part>> parts;
    const int count_of_parts = number_of_parts();
    try {
      for (int number = 0; number < count_of_parts; ++number)
        parts.push_back(std::make_unique<Part>(position, only, sampler_for(number, position), random_.next(), count_of_parts, judge_));
    } catch (const lang::Stopped&) {
      return stopped_error(game.program());
    }
    std::atomic<bool> is_solved = false;
    workers_.each(count_of_parts, [&](int number) {
      parts[static_cast<std::size_t>(number)]->search(stop, iterations_of(number, count_of_parts), is_solved);
    });
    if (auto error = stopped(game.program())) return *error;  // a score that was stopped looks like none
    std::vector<std::unique_ptr<TreeSearch>> searches;
    for (const std::unique_ptr<Part>& part : parts) {
      if (part->error) return *part->error;
      if (!part->has_nothing) searches.push_back(std::move(part->tree));
    }
    // If it finds no position that fits what was seen, or tried no move, it guesses.
    const auto choice = searches.empty() ? std::nullopt : TreeSearch::choice(searches);
    guessed_ = !choice;
    if (guessed_) return only ? (*only)[random_.below(only->size())] : random_.below(*count);
    value_ = choice->value;
    return choice->move;
  }

  std::optional<double> value() const override { return value_; }
  bool guessed() const override { return guessed_; }

 private:
  /// One tree, and everything needed to search it beside others.
  struct Part {
    Part(const Position& position, const std::vector<std::uint64_t>* only, Sampler* sampler, std::uint64_t seed, int parts,
         const JudgeMaker& judge)
        : game(position.game()), random(seed), sampler(sampler) {
      TreeSearchOptions options;
      options.most_words /= static_cast<std::size_t>(parts);
      tree = std::make_unique<TreeSearch>(game.program(), random, make_judge(judge, game.program()), options);
      if (sampler)
        tree->begin_unseen(position, only);
      else
        tree->begin(position, only);
    }

    /// Until the time is over or these iterations are done. `is_solved` ends all parts where time decides: they would
    /// wait for each other. Otherwise each continues, so that the choice does not depend on which one was first.
    void search(const StopRule& stop, std::uint64_t iterations, std::atomic<bool>& is_solved) {
      const std::function<bool()>& stops = game.program().limits.stop;
      std::vector<Word> state;
      std::uint64_t done = 0;
      do {
        if (sampler && done % kGamesEach == 0) {
          const bool found = has_sample(state);
          has_nothing = !found && done == 0;
          if (!found) return;
          tree->begin_in(state);
        }
        if ((error = tree->iterate())) return;
        // Iterations that end in known ends take no fuel, so nothing in them asks whether to stop.
        if (++done % kBetweenStops == 0 && stops && stops()) return;
      } while (!tree->is_solved() && !stop.is_late() && !(stop.is_time() ? is_solved.load() : done >= iterations));
      if (tree->is_solved()) is_solved = true;
    }

    /// Another possible position: a new one; with many, mostly one of these again, because that costs nothing.
    bool has_sample(std::vector<Word>& state) {
      constexpr std::size_t kMany = 64;
      try {
        if (positions.size() >= kMany && random.below(4) != 0) {
          state = positions[random.below(kMany)];
          return true;
        }
        if (!sampler->sample(random, state)) return false;
        if (positions.size() < kMany) positions.push_back(state);
        return true;
      } catch (const lang::Stopped&) {
        error = stopped_error(game.program());
        return false;
      }
    }

    /// Iterations in each sampled position.
    static constexpr std::uint64_t kGamesEach = 4;
    static constexpr std::uint64_t kBetweenStops = 128;

    const Game game;
    Random random;
    std::unique_ptr<TreeSearch> tree;
    Sampler* const sampler;  // in games with secrets
    std::vector<std::vector<Word>> positions;
    std::optional<Error> error;
    bool has_nothing = false;  // no position was found that may be
  };

  /// The sampler of a part, which continues from the last position that this player saw; null in games without secrets.
  Sampler* sampler_for(int number, const Position& position) {
    if (!position.game().has_secrets()) return nullptr;
    const auto at = static_cast<std::size_t>(number);
    if (at >= samplers_.size()) samplers_.resize(at + 1);
    if (!samplers_[at] || !samplers_[at]->follow(position)) samplers_[at] = std::make_unique<Sampler>(position);
    return samplers_[at].get();
  }

  /// One for each worker, but trees of a few iterations know nothing.
  int number_of_parts() const {
    constexpr std::uint64_t kLeast = 16;  // iterations
    if (budget_.is_time()) return workers_.count;
    const auto most = static_cast<std::uint64_t>(workers_.count);
    return static_cast<int>(std::clamp<std::uint64_t>(budget_.number / kLeast, 1, most));
  }
  /// A part's share of the iterations.
  std::uint64_t iterations_of(int number, int count_of_parts) const {
    const auto parts = static_cast<std::uint64_t>(count_of_parts), part = static_cast<std::uint64_t>(number);
    return budget_.number / parts + (part < budget_.number % parts);
  }

  const Budget budget_;
  Random random_;
  const Workers workers_;
  const JudgeMaker judge_;
  std::optional<double> value_;
  bool guessed_ = false;
  std::vector<std::unique_ptr<Sampler>> samplers_;  // samplers of the parts of the last search
};

}  // namespace

std::unique_ptr<Player> make_mcts_player(const Budget& budget, std::uint64_t seed, Means means) {
  return std::make_unique<MctsPlayer>(budget, seed, std::move(means));
}

}  // namespace glint
