// Bars of progress, on a terminal: how many of how many, and how long it will take.
#include "interpreter/cli/console/progress.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <utility>

#include "interpreter/cli/exploring/explore_host.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/lab/explore/stones.hpp"
#include "tests/support/loading.hpp"

namespace glint::cli {
namespace {

/// Each look at it is so many seconds after the last.
class Ticking : public Stopwatch {
 public:
  explicit Ticking(double seconds) : seconds_(seconds) {}
  double seconds() override { return now_ += seconds_; }

 private:
  const double seconds_;
  double now_ = 100;
};

/// The bars that were drawn, one a line.
std::string bars(const std::string& printed) { return std::regex_replace(printed, std::regex("\r\x1b\\[K"), "\n"); }

}  // namespace

TEST_CASE("progress: a bar says how many of how many, and how much time is left", "[cli]") {
  std::ostringstream out;
  Console console{std::cin, out, out};
  console.err_is_terminal = true;
  Ticking stopwatch(10);
  console.stopwatch = &stopwatch;
  {
    Progress progress(console, "race", "games", 4000, 1000);
    progress.show(2000);
    progress.show(4000);
  }
  CHECK(bars(out.str()) ==
        "\nrace  [############............] 2,000 of 4,000 games, 20 s left"
        "\nrace  [########################] 4,000 of 4,000 games\n");
}

TEST_CASE("progress: there is no bar a moment after the last one, nor where nobody sees it", "[cli]") {
  std::ostringstream out;
  Console console{std::cin, out, out};
  Ticking quick(0.04), slow(10);
  console.stopwatch = &slow;
  Progress(console, "", "games", 9).show(3);
  CHECK(out.str().empty());
  console.err_is_terminal = true;
  console.stopwatch = &quick;
  Progress progress(console, "", "games", 9);
  for (std::uint64_t done = 1; done <= 9; ++done) progress.show(done);
  CHECK(bars(out.str()) == "\n[#############...........] 5 of 9 games, 0 s left");
}

TEST_CASE("progress: each stage of an exploration ends with all of its games", "[cli][explore]") {
  const VariedParent parent(test::script(test::kStones), "stones");
  ExplorePlan plan;
  plan.wants = {*read_want("length 6..7")};
  plan.games = 1500;
  plan.candidates = 20;
  plan.kept = 2;
  plan.racer = "random";
  std::ostringstream nowhere, err;
  Console console{std::cin, nowhere, err};
  console.err_is_terminal = true;
  Ticking stopwatch(10);
  console.stopwatch = &stopwatch;
  ThreadedHost host(parent.game(), parent.of(), {}, 1, console);
  CHECK(explore(parent, plan, host).finalists.size() == 3);
  const std::string text = bars(err.str());
  INFO(text);
  const std::regex bar("[#.]+\\] ([0-9,]+) of ([0-9,]+) games");
  std::size_t count = 0;
  std::string before;  // a bar that is not full is followed by one of the same stage
  for (std::sregex_iterator it(text.begin(), text.end(), bar); it != std::sregex_iterator(); ++it, ++count) {
    if (!before.empty()) CHECK(it->str(2) == before);
    before = it->str(1) == it->str(2) ? "" : it->str(2);
  }
  CHECK(before.empty());
  CHECK(count > 3);
  CHECK(err.str().find("fresh games: 2 variants") != std::string::npos);
}

}  // namespace glint::cli
