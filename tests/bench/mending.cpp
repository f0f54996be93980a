// glint_bench_mending [PART]: whether `glint explore` mends a bundled game with one rule broken. For each case whose
// description contains PART (all): breaks the game, explores everything that may change in the broken one, and prints
// the rank of the first variant whose loss is at most that of the unbroken game, in fresh games of the same bots; and
// where the unbroken game itself was found again (its games are the same). Prints the table of
// interpreter/lab/explore/README.md. Exit status 1 if in some case no such variant is among the first ten.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "interpreter/cli/exploring/explore_host.hpp"
#include "interpreter/cli/studies/study_run.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/lab/explore/explore.hpp"
#include "lang/source/text.hpp"

namespace {

using namespace glint;

struct Case {
  std::string game;    // the unbroken one, bundled
  std::string broken;  // what is wrong, in words
  std::string edit;    // the declarations of the broken variant
  std::vector<std::string> wants;
  std::string bot;
  std::uint64_t games;
  int max_plies = 400;
  std::vector<std::string> vary = {};  // what may change; everything, if empty
};

const std::vector<Case> kCases = {
    {"laser_lawn",
     "a player without lives wins",
     "replace end for p in player when life[p] == 0 : p wins",
     {"length 15..25", "drama at least 8%", "decided_at 60%..90%"},
     "greedy",
     40'000},
    {"laser_lawn",
     "option `lives` is 1, its least value",
     "option lives = 1",
     {"length 15..25", "drama at least 8%", "decided_at 60%..90%"},
     "greedy",
     40'000},
    {"the_beam",
     "the beam shines down from its edge, not up",
     "replace let shot(column: 1..6) = trace(edge(cell(column, 1), s), s)",
     {"score 4..8", "branching_factor 4.8..5.6"},
     "greedy",
     40'000},
    {"the_beam", "half as many rounds", "replace let rounds = 6", {"score 4..8", "length 20..30"}, "greedy", 40'000},
    {"beams_boosters_barriers",
     "north is ahead for both players",
     "replace let front(p: player): direction = if p == south then n else n",
     {"ties at most 25%", "drama at least 12%", "lead_changes at least 0.8"},
     "random",
     60'000},
    {"beams_boosters_barriers",
     "option `barrier` is `cell`, its worst value",
     "option barrier = cell",
     {"ties at most 25%", "drama at least 12%", "lead_changes at least 0.8"},
     "random",
     60'000},
    {"boundary",
     "three pyramids must stay in each world, not two",
     "replace let balanced(side: set of cell, p: player): flag =\n"
     "  count((if balance == all then stacked pyramid else stacked pyramid of p) & side) >= 3",
     {"unfinished at most 8%", "length 90..115", "drama 15%..35%"},
     "greedy",
     8000,
     250},
    {"boundary",
     "a player with both trees in place loses",
     "remove end\nend for p in player when arrived(p) == 6 : p loses\nend when repetition == tie and seen >= 3 : tie",
     {"drama 15%..35%", "unfinished at most 8%"},
     "greedy",
     2400,
     200,
     {"ends"}},
    {"boundary_in_rounds",
     "three pyramids must stay in each world, not two",
     "replace let balanced(side: set of cell, p: player): flag =\n"
     "  count((if balance == all then stacked pyramid else stacked pyramid of p) & side) >= 3",
     {"ties at most 45%", "branching_factor 77..86"},
     "greedy",
     24'000},
    {"boundary_in_rounds",
     "option `rounds` is 20, its least value",
     "option rounds = 20",
     {"ties at most 45%", "length 50..70"},
     "greedy",
     24'000},
};

/// Calls the broken game as its variants name it.
constexpr const char* kBroken = "broken";

bool mend(const Case& one) {
  const auto begin = std::chrono::steady_clock::now();
  const auto variant = [&](const std::string& title, const std::string& edits, const char* name) {
    return Game::from_text("/// A variant.\nvariant \"" + title + "\" of " + one.game + "\n\n" + edits + "\n", name);
  };
  const Result<Game> original = Game::bundled(one.game);
  const Result<Game> broken = variant("Broken", one.edit, "broken.glint");
  if (!original || !broken) {
    std::printf("%s", broken.ok() ? original.error_text().c_str() : broken.error_text().c_str());
    return false;
  }
  ExplorePlan plan;
  for (const std::string& want : one.wants) plan.wants.push_back(*read_want(want));
  plan.may.vary = one.vary;
  plan.racer = one.bot;
  plan.games = one.games;
  plan.max_plies = one.max_plies;
  plan.kept = 10;
  const VariedParent parent(*broken, kBroken);
  std::ostringstream nowhere;
  cli::Console console{std::cin, nowhere, nowhere};
  cli::ThreadedHost host(parent.game(), kBroken, {}, cli::all_threads(), console);
  if (const auto error = check_plan(plan, parent)) {
    std::printf("%s\n", error->message.c_str());
    return false;
  }
  const Exploration found = explore(parent, plan, host);

  const std::uint64_t games = allotment_of(plan).fresh;
  const PlayedGames played = host.play({{&*original, one.game, found.fresh_plan, 0, games}}).front();
  const Loss goal = loss_of(plan.wants, *original, found.fresh_plan, played.tally, found.fresh_looks);
  std::size_t first = 0, restored = 0;
  double before = 1;
  std::string what = "-";
  for (const Finalist& finalist : found.finalists) {
    if (finalist.number == 0) {
      before = finalist.loss.value;
      continue;
    }
    if (first == 0 && finalist.loss.value <= goal.value) {
      first = finalist.rank;
      what = found.candidates[finalist.number].what;
    }
    if (restored == 0 && finalist.fresh.checksum == played.tally.checksum) restored = finalist.rank;
  }
  std::uint64_t all = 0;
  for (const StageCount& stage : found.stages) all += stage.games;
  std::printf("| %s | %s | `%s` | %zu, of %zu mutations; %llu of `%s` | %.2f, %.2f | %s: %s | %s |\n",
              Game::bundled(one.game)->title().c_str(), one.broken.c_str(), lang::joined(one.wants, "`, `").c_str(),
              found.candidates.size() - 1, parent.mutations().size(), static_cast<unsigned long long>(all),
              one.bot.c_str(), before, goal.value, first == 0 ? "none" : std::to_string(first).c_str(), what.c_str(),
              restored == 0 ? "no" : std::to_string(restored).c_str());
  std::fprintf(stderr, "%.0f s\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  std::fflush(stdout);
  return first != 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string part = argc > 1 ? argv[1] : "";
  std::printf(
      "| game | the broken rule | wanted | variants made; games | loss of the broken, the unbroken game | "
      "first as good | the game itself |\n| --- | --- | --- | --- | --- | --- | --- |\n");
  bool failed = false;
  for (const Case& one : kCases)
    if ((one.game + ": " + one.broken).find(part) != std::string::npos) failed = !mend(one) || failed;
  return failed ? 1 : 0;
}
