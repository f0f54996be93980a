// glint_bench_racing [RUNS]: how many games racing saves, on planted games whose first-player advantage is known. Each
// run has its own games; the race chooses one, and so does uniform spending, where every game gets the same. The error is
// how far the true advantage of the chosen one is from that of the best. Prints the table of
// interpreter/lab/explore/README.md. Exit status 1 if the race saves less than a factor of ten where the table says it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/lab/explore/race.hpp"

namespace {

using namespace glint;

double uniform(Random& random) { return static_cast<double>(random.next() >> 11) / 9007199254740992.0; }

/// How many of so many games the first player wins: each with this chance.
std::uint64_t wins(Random& random, std::uint64_t games, double chance) {
  constexpr std::uint64_t kFew = 64;
  if (games > kFew) {  // a normal distribution is near enough, and a thousand times as quick
    const double mean = static_cast<double>(games) * chance, spread = std::sqrt(mean * (1 - chance));
    double normal = -6;
    for (int i = 0; i < 12; ++i) normal += uniform(random);
    return static_cast<std::uint64_t>(std::clamp(std::round(mean + spread * normal), 0.0, static_cast<double>(games)));
  }
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < games; ++i) count += uniform(random) < chance;
  return count;
}

/// A game of which only the advantage matters.
struct Planted {
  double advantage = 0;
  StudyTally tally;
};

class Bench {
 public:
  Bench() : game_(*Game::bundled("laser_lawn")) {
    plan_.players = {"random", "random"};
    wants_ = {*read_want("first_player_advantage within 0%")};
  }

  std::vector<Planted> plant(std::size_t count, const std::function<double(double)>& advantage, Random& random) const {
    std::vector<Planted> games;
    for (std::size_t i = 0; i < count; ++i) games.push_back({advantage(uniform(random)), StudyTally(game_.program())});
    return games;
  }

  /// The true error of the one that the race chooses.
  double race(std::vector<Planted> games, std::uint64_t budget, Random& random) const {
    std::vector<std::size_t> numbers(games.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    Race race(std::move(numbers), 1, budget);
    while (!race.is_over()) {
      std::vector<Loss> losses;
      const std::uint64_t each = race.games_each();
      for (const std::size_t number : race.left()) losses.push_back(play(games[number], each, random));
      race.rank(losses);
    }
    return error_of(games, race.left().front());
  }

  double spend_evenly(std::vector<Planted> games, std::uint64_t budget, Random& random) const {
    std::size_t best = 0;
    std::vector<double> losses;
    const std::uint64_t each = std::max<std::uint64_t>(1, budget / games.size());
    for (Planted& one : games) {
      const std::uint64_t won = wins(random, each, 0.5 + one.advantage);
      losses.push_back(std::fabs(static_cast<double>(won) / static_cast<double>(each) - 0.5));
      if (losses.back() < losses[best]) best = losses.size() - 1;
    }
    return error_of(games, best);
  }

 private:
  Loss play(Planted& one, std::uint64_t games, Random& random) const {
    one.tally.games += games;
    one.tally.endings.begun += games;
    one.tally.endings.begun_won += wins(random, games, 0.5 + one.advantage);
    return loss_of(wants_, game_, plan_, one.tally, 1000);
  }

  static double error_of(const std::vector<Planted>& games, std::size_t chosen) {
    double best = 1;
    for (const Planted& one : games) best = std::min(best, std::fabs(one.advantage));
    return std::fabs(games[chosen].advantage) - best;
  }

  const Game game_;
  StudyPlan plan_;
  std::vector<Want> wants_;
};

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 200;
  const Bench bench;
  struct Row {
    std::string name;
    std::size_t count;
    std::uint64_t each;  // games of each by the race, on average
    std::function<double(double)> advantage;
  };
  const std::vector<Row> rows = {
      {"128 games, 0 to 30 points, evenly", 128, 50, [](double u) { return 0.3 * u; }},
      {"512 games, 0 to 30 points, evenly", 512, 50, [](double u) { return 0.3 * u; }},
      {"512 games, most of them bad", 512, 50, [](double u) { return 0.4 * std::sqrt(u); }},
      {"512 games, one in 50 good, others 10 to 40", 512, 50,
       [](double u) { return u < 0.02 ? 2 * u : 0.1 + 0.3 * u; }},
  };
  std::printf("%-44s %10s %8s  %s\n", "planted games", "race", "error", "uniform spending: times as many games, error");
  bool failed = false;
  for (const Row& row : rows) {
    const std::uint64_t budget = row.each * row.count;
    double raced = 0;
    std::vector<double> factors = {1, 2, 4, 8, 10, 16, 32, 64}, evenly(factors.size(), 0);
    for (int run = 0; run < runs; ++run) {
      Random random(seed_of_game(7, static_cast<std::uint64_t>(run)));
      const std::vector<Planted> games = bench.plant(row.count, row.advantage, random);
      raced += 100 * bench.race(games, budget, random) / runs;
      for (std::size_t i = 0; i < factors.size(); ++i)
        evenly[i] +=
            100 * bench.spend_evenly(games, static_cast<std::uint64_t>(factors[i] * static_cast<double>(budget)), random) / runs;
    }
    std::printf("%-44s %10llu %8.2f ", row.name.c_str(), static_cast<unsigned long long>(budget), raced);
    for (std::size_t i = 0; i < factors.size(); ++i) std::printf(" %gx %.2f", factors[i], evenly[i]);
    std::printf("\n");
    if (row.count >= 512) failed = failed || raced > evenly[4];  // at ten times as many games uniform is no better
  }
  return failed ? 1 : 0;
}
