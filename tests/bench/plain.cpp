// What is gained by making rules quicker: plies a second of random play, the rules as they are compiled for play against
// the same rules compiled plainly (see BuildOptions::without), turn about in one run. Medians of several rounds; the ratio
// is what counts.
//   glint_bench_plain [seconds a round]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "interpreter/build/build.hpp"
#include "interpreter/play/access.hpp"
#include "interpreter/play/machine.hpp"
#include "interpreter/play/playout.hpp"

namespace {

using namespace glint;
using Clock = std::chrono::steady_clock;

constexpr int kRounds = 7, kMostPlies = 500;

/// Plies a second in whole games from new, for about so long.
double plies_a_second(const std::shared_ptr<const Program>& program, double seconds, std::uint64_t seed) {
  Machine machine(*program);
  Random random(seed);
  RandomChance chance(random);
  const auto start = Clock::now();
  double spent = 0;
  std::int64_t plies = 0;
  while (spent < seconds) {
    if (machine.begin(chance) == Machine::Status::error) break;
    const PlayoutEnd end = run_playout(machine, random, kMostPlies);
    if (end.status == Machine::Status::error) break;
    plies += end.plies;
    spent = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return static_cast<double>(plies) / spent;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int count, char** arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 0.5;
  std::printf("%-14s %14s %14s %8s\n", "game", "plain plies/s", "plies/s", "ratio");
  for (const char* name : {"laser_lawn", "boundary"}) {
    const Result<Game> game = Game::bundled(name);
    if (!game) {
      std::fputs(game.error_text().c_str(), stderr);
      return 1;
    }
    const Program& program = game->program();
    std::shared_ptr<const Program> programs[2];
    for (const bool plain : {true, false}) {
      BuildOptions options;
      options.options = program.options;
      if (plain) options.without = Lowerings::all();
      programs[plain ? 0 : 1] = build(program.rules, program.sources, program.id, options).program;
    }
    std::vector<double> speeds[2], ratios;
    for (int round = 0; round < kRounds; ++round) {
      double speed[2];
      for (int which = 0; which < 2; ++which) {
        speed[which] = plies_a_second(programs[which], seconds, static_cast<std::uint64_t>(round + 1));
        speeds[which].push_back(speed[which]);
      }
      ratios.push_back(speed[1] / speed[0]);
    }
    std::printf("%-14s %14.0f %14.0f %8.2f\n", name, median(speeds[0]), median(speeds[1]), median(ratios));
  }
}
