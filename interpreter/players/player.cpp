#include "interpreter/players/player.hpp"

namespace glint {
namespace {

class RandomPlayer : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

  Result<std::uint64_t> choose(const Position& position) override {
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
  Result<std::uint64_t> choose(const Position& position) override { return greedy_choice(position, random_); }

 private:
  Random random_;
};

}  // namespace

std::unique_ptr<Player> make_random_player(std::uint64_t seed) { return std::make_unique<RandomPlayer>(seed); }
std::unique_ptr<Player> make_greedy_player(std::uint64_t seed) { return std::make_unique<GreedyPlayer>(seed); }

const std::vector<std::string>& player_names() {
  static const std::vector<std::string> names = {"random", "greedy"};
  return names;
}

std::unique_ptr<Player> make_player(std::string_view name, std::uint64_t seed) {
  if (name == "random") return make_random_player(seed);
  if (name == "greedy") return make_greedy_player(seed);
  return nullptr;
}

}  // namespace glint
