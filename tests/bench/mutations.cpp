// glint_bench_mutations [NAME]: all single mutations of the bundled games and variants, and of three examples (of those
// whose name contains NAME): how many scripts check, how many games can be built, and how many are the same game as the
// original or an earlier one, by their script or by their play (32 random games and 16 of greedy bots, then the
// search of `glint diff`, as in `glint explore`). Prints the table of interpreter/lab/explore/README.md. Exit status 1 if fewer
// than 95 of 100 check.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "interpreter/cli/exploring/explore_host.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/studies/study_run.hpp"
#include "interpreter/lab/explore/stages.hpp"
#include "interpreter/program/program.hpp"

namespace {

using namespace glint;

constexpr int kMostPlies = 250;  // nearly all games of greedy bots end before

struct Counts {
  std::size_t all = 0, checked = 0, built = 0, same_play = 0;
};

Counts count(const Game& game, const std::string& name) {
  const VariedParent parent(game, name);
  std::ostringstream nowhere;
  cli::Console console{std::cin, nowhere, nowhere};
  cli::ThreadedHost host(parent.game(), name, {}, cli::all_threads(), console);
  const auto play = [&](const Game& one, const std::string& bot, std::uint64_t games) {
    StudyPlan plan;
    plan.players.assign(game.players().size(), bot);
    plan.games = games;
    plan.max_plies = kMostPlies;
    plan.covered = 0;
    return host.play({{&one, "other", plan, 0, games}}).front();
  };
  /// A game that is not the same as an earlier one, with its games of greedy bots, if they were needed.
  struct Known {
    Game game;
    std::optional<PlayedGames> greedy;
  };
  const auto greedy_of = [&](Known& one) -> const PlayedGames& {
    if (!one.greedy) one.greedy = play(one.game, "greedy", ExplorePlan::kRacerGames);
    return *one.greedy;
  };
  const auto ends = [](const StudyTally& tally) { return 2 * tally.endings.unfinished <= tally.games; };
  /// Whether two games with the same random games have the same games of greedy bots, and a search finds no difference.
  const auto is_same = [&](Known& one, Known& other, bool has_ended) {
    const PlayedGames &theirs = greedy_of(one), &mine = greedy_of(other);
    if (mine.error || theirs.error || mine.tally.checksum != theirs.tally.checksum) return false;
    return is_same_game(one.game, other.game, has_ended || ends(mine.tally));
  };

  Counts counts;
  counts.all = parent.mutations().size();
  std::map<std::uint64_t, std::vector<Known>> plays;  // those that are different, by their random games
  plays[play(game, "random", ExplorePlan::kRandomGames).tally.checksum].push_back({game, {}});
  for (std::size_t i = 0; i < counts.all; ++i) {
    const std::string script = parent.script({i}, "Other");
    const Result<Game> made = host.build(script, "other");
    const bool is_built = made.ok();
    // That the board cannot be built is found after the script was checked: by these codes.
    const std::string code = is_built ? "" : made.errors()[0].code;
    counts.checked += is_built || (code >= "G0501" && code <= "G0506") || code.rfind("G06", 0) == 0;
    if (!is_built) continue;
    ++counts.built;
    const PlayedGames random = play(*made, "random", ExplorePlan::kRandomGames);
    if (random.error) continue;
    std::vector<Known>& alike = plays[random.tally.checksum];
    Known mine{*made, {}};
    const bool is_known = std::any_of(alike.begin(), alike.end(),
                                      [&](Known& other) { return is_same(other, mine, ends(random.tally)); });
    if (is_known)
      ++counts.same_play;
    else
      alike.push_back(std::move(mine));
  }
  return counts;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string part = argc > 1 ? argv[1] : "";
  std::vector<std::string> names = Game::bundled_names();
  for (const std::string& name : Game::bundled_variants()) names.push_back(name);
  for (const char* example : {"laser_chess", "othello", "konane"}) names.emplace_back(example);
  Counts sum;
  std::printf("| game | mutations | scripts that check | games that can be built | same play |\n");
  std::printf("| --- | --: | --: | --: | --: |\n");
  const auto print = [](const std::string& name, const Counts& counts) {
    std::printf("| %s | %zu | %zu (%.1f %%) | %zu | %zu |\n", name.c_str(), counts.all, counts.checked,
                100.0 * static_cast<double>(counts.checked) / static_cast<double>(counts.all), counts.built,
                counts.same_play);
    std::fflush(stdout);
  };
  std::istringstream no_input;
  cli::Console console{no_input, std::cout, std::cerr};
  for (const std::string& name : names) {
    if (name.find(part) == std::string::npos) continue;
    Result<Game> game = Game::bundled(name);
    if (!game) game = cli::load_game("examples/" + name + ".glint", Settings(), {}, console);
    const Counts counts = count(*game, name);
    print(game->title(), counts);
    sum.all += counts.all;
    sum.checked += counts.checked;
    sum.built += counts.built;
    sum.same_play += counts.same_play;
  }
  print("all", sum);
  return 100 * sum.checked >= 95 * sum.all ? 0 : 1;
}
