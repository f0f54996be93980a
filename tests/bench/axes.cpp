// glint_bench_axes [BOT [GAMES]]: which measures tell the bundled games and variants apart (random, 100 games). For
// each measure: in how many of them it has data, how much they differ (Separation::ratio), and how it goes together
// with the share of lit cells and with the number of moves to choose from, the two best ones. Prints the table of
// interpreter/lab/explore/README.md.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "interpreter/lab/explore/archive.hpp"
#include "interpreter/lab/study/study.hpp"

namespace {

using namespace glint;

struct Played {
  Game game;
  StudyPlan plan;
  StudyTally tally;
};

/// The rank correlation of two measures, over the games that have both.
double together(const std::map<std::string, double>& one, const std::map<std::string, double>& other) {
  std::vector<double> a, b;
  for (const auto& [game, value] : one)
    if (const auto found = other.find(game); found != other.end()) {
      a.push_back(value);
      b.push_back(found->second);
    }
  return a.size() < 3 ? 0 : rank_correlation(a, b);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string bot = argc > 1 ? argv[1] : "random";
  const std::uint64_t games = argc > 2 ? static_cast<std::uint64_t>(std::max(2, std::atoi(argv[2]))) : 100;
  std::vector<std::string> names = Game::bundled_names();
  for (const std::string& name : Game::bundled_variants()) names.push_back(name);
  std::vector<Played> all;
  for (const std::string& name : names) {
    Game game = *Game::bundled(name);
    StudyPlan plan;
    plan.players.assign(game.players().size(), bot);
    plan.max_plies = 400;
    plan.covered = 0;
    StudyTally tally(game.program());
    StudyPlayer player(game, plan);
    for (std::uint64_t i = 0; i < games; ++i)
      if (const auto error = player.play(i, tally)) std::printf("%s: %s\n", name.c_str(), error->message.c_str());
    all.push_back({std::move(game), std::move(plan), std::move(tally)});
  }

  std::map<std::string, std::map<std::string, double>> averages;  // by measure, then by game
  std::vector<std::pair<double, std::string>> ratios;
  std::map<std::string, std::map<std::string, MeasureKind>> kinds;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const MeasureKind& kind : measures_in(all[i].game, all[i].plan))
      if (separation_of(kind, {&all[i].tally})) kinds[kind.id].emplace(names[i], kind);
  for (const auto& [id, by_game] : kinds) {
    std::vector<const StudyTally*> studies;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (by_game.count(names[i]) != 0) studies.push_back(&all[i].tally);
    if (studies.size() < 5) continue;  // scores of one player of one game
    const auto separation = separation_of(by_game.begin()->second, studies);
    std::size_t next = 0;
    for (const std::string& name : names)
      if (by_game.count(name) != 0) averages[id][name] = separation->averages[next++];
    ratios.emplace_back(separation->ratio, id);
  }
  std::sort(ratios.rbegin(), ratios.rend());
  std::printf("| measure | games and variants with data | ratio | with `branching_factor` | with `lit` |\n");
  std::printf("| --- | --: | --: | --: | --: |\n");
  for (const auto& [ratio, id] : ratios)
    std::printf("| `%s` | %zu | %.1f | %.2f | %.2f |\n", id.c_str(), averages[id].size(), ratio,
                together(averages[id], averages["branching_factor"]), together(averages[id], averages["lit"]));
  return 0;
}
