// `diff` finds the changes that are planted in games made up at random: whatever a plain search of the first plies sees,
// it must see, too. The changes are those that `glint explore` makes (lang/mutate/).
#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glint/diff.hpp>

#include "interpreter/game/loading/load.hpp"
#include "lang/mutate/mutate.hpp"
#include "tests/smith/load.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;

/// What may be done in a position, by its texts, and how the game stands; nothing if the rules are in error there.
std::optional<std::vector<std::string>> told(const Position& position) {
  std::vector<std::string> all;
  if (position.at_draw()) {
    const auto outcomes = position.outcomes();
    if (!outcomes) return std::nullopt;
    for (const auto& outcome : *outcomes) all.push_back(outcome.value);
  } else if (!position.over()) {
    const auto moves = position.moves();
    if (!moves) return std::nullopt;
    all = *moves;
  }
  std::sort(all.begin(), all.end());
  all.push_back(std::to_string(position.to_move()) + position.outcome_text());
  return all;
}

/// Whether the games differ in their first plies: neither way if there are errors, or too many positions.
std::optional<bool> differ(const Game& before, const Game& now) {
  StartOptions waiting;
  waiting.wait_at_draws = true;
  auto first = before.start(waiting), second = now.start(waiting);
  if (!first || !second) return std::nullopt;
  std::deque<std::pair<Position, Position>> queue{{*first, *second}};
  for (int seen = 0; !queue.empty() && seen < 120; ++seen) {
    const auto [one, other] = queue.front();
    queue.pop_front();
    const auto of_one = told(one), of_other = told(other);
    if (!of_one || !of_other) return std::nullopt;
    if (*of_one != *of_other || one.at_draw() != other.at_draw()) return true;
    for (std::size_t i = 0; i + 1 < of_one->size() && queue.size() < 120; ++i) {
      auto after = std::pair(one, other);
      for (Position* const position : {&after.first, &after.second})
        if (one.at_draw() ? position->draw((*of_one)[i]) : position->play((*of_one)[i])) return std::nullopt;
      queue.push_back(std::move(after));
    }
  }
  return false;
}

}  // namespace

TEST_CASE("oracle: diff finds the changes that a plain search finds, in games made up at random", "[smith][oracle][diff]") {
  Random random(20261129);
  int tried = 0, found = 0;
  for (int i = 0; i < test::scaled(90); ++i) {
    smith::Tape tape(random.next());
    const std::string text =
        smith::script(tape, {.together = smith::Wishes::Some::never, .secrets = smith::Wishes::Some::never}).game;
    const Game game = test::script(text);
    const auto loader = bundled_loader(nullptr);
    lang::Sources sources;
    const lang::Checked checked = lang::check(sources, sources.add({"smith.glint", text}), *loader);
    const std::vector<lang::Mutation> mutations = lang::mutations_of(sources, checked);
    for (int each = 0; each < 4 && !mutations.empty(); ++each) {
      const lang::Mutation& planted = mutations[random.below(mutations.size())];
      const std::string changed = lang::variant_script(sources, checked, {"smith", "Changed"}, {&planted});
      smith::OneGame finder(text);
      const auto variant = Game::from_text(changed, "changed.glint", {}, &finder);
      if (!variant) continue;
      const auto expected = differ(game, *variant);
      DiffOptions options;
      options.limit = 1000;
      options.games = 4;
      options.plies = 20;
      const auto play = diff_play(game, *variant, options);
      INFO(text << "\n---\n" << changed);
      if (!expected || !play) continue;
      ++tried;
      found += *expected;
      if (*expected) CHECK_FALSE(play->same);
    }
  }
  CHECK(tried >= test::scaled(30));
  CHECK(found >= test::scaled(10));
}
