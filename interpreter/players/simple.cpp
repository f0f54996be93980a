// Players that do not search.
#include "interpreter/players/methods.hpp"

namespace glint {
namespace {

using Numbers = std::vector<std::uint64_t>;

Result<std::uint64_t> random_choice(const Position& position, Random& random, const Numbers* only) {
  if (only) return (*only)[random.below(only->size())];
  Result<std::uint64_t> count = position.count_moves();
  if (count && *count > 0) count = random.below(*count);
  return count;
}

template <auto kChoice>
class SimplePlayer : public Player {
 public:
  explicit SimplePlayer(std::uint64_t seed) : random_(seed) {}
  Result<std::uint64_t> choose(const Position& position, const Numbers* only) override {
    return kChoice(position, random_, only);
  }

 private:
  Random random_;
};

}  // namespace

std::unique_ptr<Player> make_random_player(std::uint64_t seed) {
  return std::make_unique<SimplePlayer<random_choice>>(seed);
}
std::unique_ptr<Player> make_greedy_player(std::uint64_t seed) {
  return std::make_unique<SimplePlayer<greedy_choice>>(seed);
}

}  // namespace glint
