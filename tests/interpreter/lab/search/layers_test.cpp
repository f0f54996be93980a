// The frontier of searches in layers, alone: on a graph of numbers, in which some steps are draws.
#include "interpreter/lab/search/layers.hpp"

#include <map>
#include <vector>

#include "tests/catch.hpp"

namespace {

using namespace glint;
using Layer = Layers::Layer;

constexpr Word kLast = 80;

bool at_draw(Word number) { return number < 1'000 && number % 10 == 9; }

/// Draws lead to numbers that no move leads to.
std::vector<Word> steps_from(Word number) {
  if (at_draw(number)) return {number + 1'000, number + 2'000};
  std::vector<Word> steps;
  for (const Word step : {number % 1'000 + 3, number % 1'000 + 7})
    if (step <= kLast) steps.push_back(step);
  return steps;
}

/// By number: with how few moves one comes there, found without an order.
std::map<Word, std::uint64_t> fewest_moves() {
  std::map<Word, std::uint64_t> fewest = {{0, 0}};
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [number, moves] : std::map(fewest))
      for (const Word step : steps_from(number)) {
        const std::uint64_t there = moves + !at_draw(number);
        if (fewest.count(step) && fewest[step] <= there) continue;
        fewest[step] = there;
        changed = true;
      }
  }
  return fewest;
}

struct Search {
  explicit Search(const SearchLimits& limits, std::uint64_t most = 1'000) : layers(limits, most, {0}, {}) {
    meet(0, 0, 0, Layer::same);
  }

  void meet(Word number, std::uint32_t parent, std::uint32_t step, Layer layer) {
    if (const auto added = layers.add({number}, parent, step, layer)) layers.push(*added, {number}, layer);
  }
  /// Goes on from the next position; false: the search is over.
  bool go_on(bool has_work = true) {
    std::vector<Word> state;
    const auto number = layers.next(state, has_work);
    if (!number) return false;
    CHECK_FALSE(layer_of.count(state[0]));
    layer_of[state[0]] = layers.layer();
    Word there = 0;
    for (const std::uint32_t step : layers.way_to(*number)) there = steps_from(there)[step];
    CHECK(there == state[0]);
    const Layer layer = at_draw(state[0]) ? Layer::same : Layer::next;
    const std::vector<Word> steps = steps_from(state[0]);
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
      if (layer == Layer::next && !layers.adds())
        layers.leave_out(layer);
      else
        meet(steps[i], *number, i, layer);
    }
    return true;
  }

  Layers layers;
  std::map<Word, std::uint64_t> layer_of;  // of those that were gone on from
};

TEST_CASE("layers: every position comes up once, in the layer of the fewest moves to it", "[lab][layers]") {
  Search search({UINT64_MAX, 1'000, 0});
  while (search.go_on()) CHECK((!search.layers.depth() || *search.layers.depth() + 1 == search.layers.layer()));
  const auto fewest = fewest_moves();
  CHECK(search.layer_of == fewest);
  CHECK(search.layers.positions() == fewest.size());
  CHECK(search.layers.is_complete());
  std::uint64_t deepest = 0;
  for (const auto& [number, moves] : fewest) deepest = std::max(deepest, moves);
  CHECK(search.layers.depth() == deepest);
}

TEST_CASE("layers: a search to a depth looks at the last layer, and adds nothing behind it", "[lab][layers]") {
  Search search({2, 1'000, 0});
  while (search.go_on()) continue;
  auto fewest = fewest_moves();
  std::erase_if(fewest, [](const auto& each) { return each.second > 2; });
  CHECK(search.layer_of == fewest);
  CHECK(search.layers.depth() == 2);
  CHECK(search.layers.positions() == fewest.size());
  CHECK_FALSE(search.layers.is_complete());
}

TEST_CASE("layers: where there is no room, only whole layers count", "[lab][layers]") {
  for (std::uint64_t limit = 1; limit < 60; ++limit) {
    INFO(limit);
    Search search({UINT64_MAX, limit, 0}, 2 * limit);
    while (search.go_on()) continue;
    CHECK_FALSE(search.layers.is_complete());
    CHECK_FALSE(search.layers.adds());
    REQUIRE(search.layers.depth());
    for (const auto& [number, moves] : fewest_moves())
      if (moves <= *search.layers.depth()) CHECK(search.layer_of.count(number));
  }
}

TEST_CASE("layers: without work left, and behind what was found, it ends", "[lab][layers]") {
  Search tired({UINT64_MAX, 1'000, 0});
  for (int i = 0; i < 5; ++i) REQUIRE(tired.go_on());
  CHECK_FALSE(tired.go_on(false));
  CHECK_FALSE(tired.layers.is_whole());

  Search search({UINT64_MAX, 1'000, 0});
  while (search.layers.layer() < 3) REQUIRE(search.go_on());
  search.layers.end_here();
  CHECK_FALSE(search.layers.adds());
  while (search.go_on()) continue;
  CHECK(search.layers.layer() == 3);
  CHECK(search.layers.depth() == 3);
  CHECK_FALSE(search.layers.is_complete());
}

}  // namespace
