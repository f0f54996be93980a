// When the time is over: a stage ends at once, and what was cut can be played later.
#include <atomic>
#include <filesystem>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "interpreter/cli/report/explore_report.hpp"
#include "interpreter/cli/support/explore_folder.hpp"
#include "interpreter/cli/support/explore_host.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/lab/explore/stones.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;

/// Its time is over after so many questions. The explorer asks before each game that may be cut, and a few times more.
class HurriedHost : public cli::ThreadedHost {
 public:
  HurriedHost(const VariedParent& parent, cli::GamesFile* file, cli::Console& console, int threads, std::uint64_t most)
      : ThreadedHost(parent.game(), parent.of(), {}, options(threads), file, console), most_(most) {}
  bool is_late() override { return asked_.fetch_add(1) >= most_; }

 private:
  static cli::HostOptions options(int threads) {
    cli::HostOptions options;
    options.threads = threads;
    return options;
  }

  const std::uint64_t most_;
  std::atomic<std::uint64_t> asked_{0};
};

/// In a hurry only in the heats.
class HeatsCutHost : public HurriedHost {
 public:
  using HurriedHost::HurriedHost;
  bool is_late() override { return part_ == ExplorePart::heats && HurriedHost::is_late(); }
  void begin(ExplorePart part) override {
    HurriedHost::begin(part);
    part_ = part;
  }

 private:
  ExplorePart part_{};
};

struct Shown {
  std::string finalists;  // names and losses
  std::uint64_t games = 0;
  bool is_late = false;
};

template <class Host = HurriedHost>
Shown explored(const std::string& file, int threads, std::uint64_t most) {
  const VariedParent parent(test::script(test::kStones), "stones");
  ExplorePlan plan;
  plan.wants = {*read_want("length 6..7"), *read_want("branching_factor at least 2")};
  plan.games = 2600;
  plan.candidates = 40;
  plan.kept = 2;
  plan.racer = "random";
  plan.stronger = "greedy";
  std::ostringstream nowhere;
  cli::Console console{std::cin, nowhere, nowhere};
  cli::GamesFile games(file);
  Host host(parent, &games, console, threads, most);
  const Exploration found = explore(parent, plan, host);
  CHECK(found.is_complete);
  // Whether the time was over or not, every variant is counted where it was left out.
  std::size_t in = found.candidates.size() - 1;
  for (const StageCount& stage : found.stages) {
    CHECK(stage.came == in);
    CHECK(stage.left <= stage.came);
    in = stage.left;
  }
  CHECK(in == found.finalists.size() - 1);
  Shown shown;
  shown.games = cli::games_played(found);
  shown.is_late = found.is_late;
  for (const Finalist& one : found.finalists)
    shown.finalists += found.candidates[one.number].name + " " + std::to_string(one.fresh_loss.value) + " of " +
                       std::to_string(one.fresh.games) + "; ";
  for (const Explored& one : found.candidates)
    CHECK((one.number == 0 || one.gone.has_value() ||
           shown.finalists.find(one.name + " ") != std::string::npos));
  return shown;
}

}  // namespace

TEST_CASE("explore: when the time is over a stage ends at once, and the next run goes on as if nothing had happened") {
  const cli::Folder folder;
  const std::string file = folder / "games.txt";
  constexpr std::uint64_t kEver = 1'000'000;
  const Shown whole = explored(folder / "whole.txt", 2, kEver);
  CHECK(!whole.is_late);
  // Of the game itself, and of two finalists and the game itself when the time is over.
  constexpr std::uint64_t kAnyway = ExplorePlan::kRandomGames + ExplorePlan::kRacerGames + 3 * ExplorePlan::kRacerGames;
  for (const std::uint64_t most : {0u, 50u, 300u, 700u}) {
    INFO(most);
    const Shown cut = explored(file, most % 3 == 0 ? 1 : 3, most);
    CHECK(cut.is_late);
    CHECK(cut.games < whole.games);
    // Each run finds the games of those before it. In the first one, each game was allowed by one question.
    if (most <= 50) CHECK(cut.games <= most + kAnyway);
  }
  const Shown resumed = explored(file, 2, kEver);
  CHECK(!resumed.is_late);
  CHECK(resumed.finalists == whole.finalists);
  CHECK(resumed.games == whole.games);
  CHECK(cli::read_file(file) == cli::read_file(folder / "whole.txt"));
}

TEST_CASE("explore: heats whose time is over leave the finalists all their games") {
  const cli::Folder folder;
  const std::string file = folder / "games.txt";
  const Shown whole = explored(folder / "whole.txt", 2, 1'000'000), cut = explored<HeatsCutHost>(file, 2, 300);
  CHECK(cut.is_late);
  CHECK(cut.games < whole.games);
  const auto fresh_of = [](const Shown& shown) {
    return shown.finalists.substr(shown.finalists.rfind(" of "), shown.finalists.rfind(';') - shown.finalists.rfind(" of "));
  };
  CHECK(fresh_of(cut) == fresh_of(whole));
  CHECK(explored(file, 2, 1'000'000).finalists == whole.finalists);
  CHECK(cli::read_file(file) == cli::read_file(folder / "whole.txt"));
}

TEST_CASE("explore: scripts that were found when the time was over are replaced, unless somebody has edited them") {
  const cli::Folder folder;
  const VariedParent parent(test::script(test::kStones), "stones");
  const auto write = [&](const std::map<std::string, std::string>& scripts, bool are_last) {
    cli::ExploreFolder(folder / "found", "plan\n", {}, parent).write_scripts(scripts, are_last);
  };
  const auto text = [&](const std::string& name) { return cli::read_file(folder / ("found/" + name)); };
  write({{"stones_001", "one"}, {"stones_002", "two"}, {"stones_003", "three"}}, false);
  CHECK(text("stones_002.glint") == "two");
  CHECK(std::filesystem::exists(folder / "found/so_far.txt"));
  folder.write("found/stones_003.glint", "edited");
  write({{"stones_001", "another"}, {"stones_004", "four"}}, true);
  CHECK(text("stones_001.glint") == "another");
  CHECK(!std::filesystem::exists(folder / "found/stones_002.glint"));
  CHECK(text("stones_003.glint") == "edited");
  CHECK(text("stones_004.glint") == "four");
  CHECK(!std::filesystem::exists(folder / "found/so_far.txt"));
}
