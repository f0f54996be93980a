// Games made up against the naive interpreter of their rules: those of random choices, and exhaustively every game that
// few choices tell from the plainest one.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "glint/loader.hpp"
#include "tests/smith/against_naive.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using smith::AgainstNaive;
using smith::Tape;

/// Holds games against the naive interpreter, and counts.
class Held {
 public:
  explicit Held(const AgainstNaive::Reach& reach, const smith::Wishes& wishes = {}) : reach_(reach), wishes_(wishes) {}

  /// Fails with the smallest script that still shows a difference.
  void hold(const Tape::Choices& choices, std::uint64_t seed, bool counts = true) {
    const std::string difference = differs(choices, seed, counts);
    if (difference.empty()) return;
    const Tape::Choices least =
        smith::shrink(choices, [&](const Tape::Choices& each) { return !differs(each, seed, false).empty(); });
    Tape small(least);
    FAIL("seed " << seed << ": " << differs(least, seed, false) << "\n" << smith::script(small, wishes_).game);
  }

  /// Few games may have what the naive interpreter does not know, or too many runs for it.
  void check(int least) const {
    std::string told;
    for (const auto& [what, number] : unknown_) told += "; left out: " + std::to_string(number) + " with " + what;
    std::cout << positions_ << " positions of " << games_ << " games are the same" << told << "\n";
    CHECK(positions_ >= least);
    CHECK(left_out_ * 50 <= games_ + 49);
  }

 private:
  /// Whether no move picks more than one cell, and no subset of cells is drawn: on a large board, runs and subsets are
  /// too many.
  static bool is_listed_soon(const Game& game, const std::string& text) {
    for (std::size_t at = text.find("  draw "); at != std::string::npos; at = text.find("  draw ", at + 1))
      if (text.substr(at, text.find('\n', at) - at).find(" of ") != std::string::npos) return false;
    for (const MoveCode& move : game.program().moves) {
      int cells = 0;
      for (const PickInfo& pick : move.picks) cells += pick.type.base == rules::Base::cell ? 1 + pick.type.is_set : 0;
      if (cells > 1) return false;
    }
    return true;
  }

  std::string differs(const Tape::Choices& choices, std::uint64_t seed, bool counts) {
    Tape tape(choices);
    const std::string text = smith::script(tape, wishes_).game;
    const auto game = Game::from_text(text, "smith.glint");
    if (!game) return "";  // while it shrinks
    if (wishes_.large && !is_listed_soon(*game, text)) return "";
    AgainstNaive held(*game, reach_, seed);
    std::string difference;
    try {
      difference = held.difference();
    } catch (const naive::Unknown& unknown) {
      if (counts) {
        ++left_out_;
        ++unknown_[unknown.what()];
      }
    }
    if (counts) {
      ++games_;
      positions_ += held.positions();
    }
    return difference;
  }

  AgainstNaive::Reach reach_;
  smith::Wishes wishes_;
  int games_ = 0, positions_ = 0, left_out_ = 0;
  std::map<std::string, int> unknown_;
};

void random_games(std::uint64_t from, std::uint64_t to, const AgainstNaive::Reach& reach, int positions,
                  const smith::Wishes& wishes = {}) {
  Held held(reach, wishes);
  for (std::uint64_t seed = from; seed < to; ++seed) {
    Tape tape(seed);
    smith::script(tape, wishes);
    held.hold(tape.choices(), seed);
  }
  held.check(positions);
}

Tape::Choices bounds_of(const Tape::Choices& choices) {
  Tape tape(choices);
  smith::script(tape);
  return tape.bounds();
}

/// Every game that up to `more` choices tell from this one, at places from `from` on.
template <class Visit>
void vary(const Tape::Choices& choices, std::size_t from, int more, const Visit& visit) {
  visit(choices);
  if (more == 0) return;
  const Tape::Choices bounds = bounds_of(choices);
  for (std::size_t at = from; at < bounds.size(); ++at)
    for (std::uint32_t other = 1; other < bounds[at]; ++other) {
      Tape::Choices varied = choices;
      varied.resize(std::max(varied.size(), at + 1));
      varied[at] = other;
      vary(varied, at + 1, more - 1, visit);
    }
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string differs(const std::string& name, const Game& game, const AgainstNaive::Reach& reach) {
  AgainstNaive held(game, reach, 1);
  const std::string difference = held.difference();
  std::cout << name << ": " << held.positions() << " positions are the same" << std::endl;
  return difference;
}

}  // namespace

TEST_CASE("oracle: games of random choices are what a naive interpreter of their rules says", "[smith][oracle][naive]") {
  random_games(0, test::scaled<std::uint64_t>(150), {3, 20, 3}, test::scaled(1200));
  random_games(13'439, 13'440, {6, 80, 3}, 1);  // the first pick is refused after the second, a step away, was made
  random_games(16'598, 16'599, {6, 80, 3}, 1);  // a field says who owns a piece: one player twice, and one never
}

TEST_CASE("oracle: games on boards of more cells than a word has are what their rules say", "[smith][oracle][naive]") {
  random_games(40, 40 + test::scaled<std::uint64_t>(120), {2, 4, 2}, test::scaled(40), {.large = true});
}

TEST_CASE("oracle: every game that one choice tells from the plainest is what the rules say", "[smith][oracle][naive]") {
  Held held({2, 40, 0});
  std::uint64_t number = 0;
  vary({}, 0, 1, [&](const Tape::Choices& choices) {
    if (test::sampled(number++)) held.hold(choices, number);
  });
  CHECK(number > 100);
  // Of 1,119 positions; the few games of a small share may be small ones.
  held.check(test::scale() < 1 ? test::scaled(500) : 1000);
}

TEST_CASE("oracle: a naive interpreter at length", "[.slow][smith][oracle][naive]") {
  random_games(10'000, 20'000, {6, 80, 3}, 200'000);
}

TEST_CASE("oracle: every game that two choices tell from the plainest is what the rules say", "[.slow][smith][oracle][naive]") {
  Held held({2, 30, 0});
  std::uint64_t number = 0;
  vary({}, 0, 2, [&](const Tape::Choices& choices) { held.hold(choices, ++number); });
  held.check(100'000);
}

TEST_CASE("oracle: bundled games are what a naive interpreter of their rules says", "[smith][oracle][naive]") {
  for (const std::string& name : Game::bundled_names()) CHECK(differs(name, test::must(Game::bundled(name)), {2, 3, 1}) == "");
}

TEST_CASE("oracle: bundled games, variants and examples are what a naive interpreter of their rules says",
          "[.slow][smith][oracle][naive]") {
  std::vector<std::filesystem::path> scripts;
  lang::MemoryLoader loader;
  for (const char* const folder : {"/games", "/examples"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_folder() + folder))
      if (entry.path().extension() == ".glint" && entry.path().parent_path().filename() != "templates") {
        scripts.push_back(entry.path());
        loader.add(entry.path().stem(), text_of(entry.path()));
      }
  std::sort(scripts.begin(), scripts.end());
  for (const auto& script : scripts) {
    const std::string name = script.stem();
    INFO(name);
    const Game game = test::must(Game::from_text(text_of(script), script.string(), {}, &loader));
    // Positions near the start in several ways, and one game as it goes on.
    CHECK(differs(name, game, {6, 20, 2}) == "");
    CHECK(differs(name, game, {12, 12, 1}) == "");
  }
  CHECK(scripts.size() >= 55);
}
