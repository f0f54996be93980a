// Players that do not search.
#include "interpreter/players/methods.hpp"

namespace glint {
namespace {

class RandomPlayer : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only) override {
    if (only) return (*only)[random_.below(only->size())];
    Result<std::uint64_t> count = position.count_moves();
    if (!count || *count == 0) return count;
    return random_.below(*count);
  }

 private:
  Random random_;
};

class GreedyPlayer : public Player {
 public:
  explicit GreedyPlayer(std::uint64_t seed) : random_(seed) {}

  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only) override {
    return greedy_choice(position, random_, only);
  }

 private:
  Random random_;
};

}  // namespace

std::unique_ptr<Player> make_random_player(std::uint64_t seed) { return std::make_unique<RandomPlayer>(seed); }
std::unique_ptr<Player> make_greedy_player(std::uint64_t seed) { return std::make_unique<GreedyPlayer>(seed); }

}  // namespace glint
