// glint_dump GAME [--plan] [--without LOWERING ...] [--check] [--set NAME=VALUE ...]: the compiled program, readable; with
// --plan, how legal moves are searched, in words (`each` tries one value after the other, `all` finds those that fit at
// once). --without turns a lowering off. --check plays 100 random games with all lowerings and without each, and names those
// without which the games differ. GAME is a bundled game or variant, or a script.
#include <cstdint>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/cli/options/game.hpp"
#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/measure/bench.hpp"
#include "tests/dump/dump.hpp"

namespace {

std::optional<glint::Lowering> lowering_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(glint::kLowerings); ++i)
    if (name == glint::kLowerings[i].name) return static_cast<glint::Lowering>(i);
  return std::nullopt;
}

glint::Game without(const glint::Game& game, glint::Lowerings off) {
  const glint::Result<glint::Game> built = glint::built_without(game, off);
  if (!built) glint::cli::stop(glint::cli::kNo, built.errors());
  return *built;
}

/// The sum of random games, with all that can be seen of them.
std::uint64_t checksum_of(const glint::Game& game) {
  constexpr std::uint64_t kGames = 100;
  glint::BenchPlayer player(game, {}, 2000);
  for (std::uint64_t number = 0; number < kGames; ++number)
    if (const auto error = player.play(number)) glint::cli::stop(glint::cli::kNo, {*error});
  return player.tally().checksum;
}

int check(const glint::Game& game) {
  using namespace glint;
  const std::uint64_t checksum = checksum_of(game);
  std::string differing;
  for (std::size_t i = 0; i < std::size(kLowerings); ++i)
    if (checksum_of(without(game, Lowerings().add(static_cast<Lowering>(i)))) != checksum)
      differing += std::string(" ") + kLowerings[i].name;
  if (checksum_of(without(game, Lowerings::all())) != checksum) differing += " all";
  std::cout << (differing.empty() ? "the same games without any lowering" : "other games without" + differing) << '\n';
  return differing.empty() ? cli::kDone : cli::kNo;
}

}  // namespace

int main(int count, char** arguments) {
  using namespace glint;
  cli::Console console{std::cin, std::cout, std::cerr};
  std::string name;
  cli::CommonOptions options;
  Lowerings off;
  bool plan = false, checks = false, is_wrong = false;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    const auto lowering = word == "--without" && i + 1 < count ? lowering_named(arguments[i + 1]) : std::nullopt;
    if (word == "--plan") plan = true;
    else if (word == "--check") checks = true;
    else if (lowering) off.add(*lowering), ++i;
    else if (word == "--set" && i + 1 < count) options.settings.push_back(arguments[++i]);
    else if (name.empty() && word.rfind("--", 0) != 0) name = word;
    else is_wrong = true;
  }
  if (name.empty() || is_wrong) {
    std::cerr << "usage: glint_dump GAME [--plan] [--without LOWERING ...] [--check] [--set NAME=VALUE ...]\n";
    return cli::kUsage;
  }
  try {
    const Game game = without(cli::load_game(name, options, console), off);
    if (checks) return check(game);
    std::cout << (plan ? plans_of(game) : dump(game));
  } catch (const cli::Stop& stopped) {
    console.report(stopped.errors);
    return stopped.status;
  }
}
