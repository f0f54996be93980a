// Wants, races, faults, and small explorations: whatever the threads, the same bytes.
#include "interpreter/lab/explore/explore.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "interpreter/players/player.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/lab/explore/stones.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::explored;
using test::kStones;

Want want(const std::string& text) {
  const Result<Want> read = read_want(text);
  REQUIRE(read.ok());
  return *read;
}

/// The files of a folder, as one text.
std::string contents(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::string all;
  for (const auto& path : paths) all += path.filename().string() + "\n" + cli::read_file(path.string()) + "\n";
  return all;
}

}  // namespace

TEST_CASE("explore: a want is a measure and where it should lie") {
  CHECK(want("first_advantage within 3%").measure == "first_player_advantage");
  CHECK(want("first_player_advantage within 3%").low == Approx(-0.03));
  CHECK(want("wins.sun within 5% of 50%").high == Approx(0.55));
  CHECK(want("length 20..60").low == 20);
  CHECK(want("drama 10%..30%").high == Approx(0.3));
  CHECK(want("drama 10..30%").low == Approx(0.1));
  CHECK(want("length at least 20 weight 2.5").weight == 2.5);
  CHECK(std::isinf(want("ties at most 10%").low));
  for (const char* wrong : {"", "length", "length 60..20", "length within", "length about 20", "drama 10%..30",
                            "length at least 20 weight 0", "length within -3", "length within 3% of 50"})
    CHECK(!read_want(wrong).ok());
}

TEST_CASE("explore: the loss is 0 where the value is as wanted, and half one step off") {
  const Want length = want("length 20..60"), drama = want("drama at least 10%");
  CHECK(loss_of(length, 20) == 0);
  CHECK(loss_of(length, 60) == 0);
  CHECK(loss_of(length, 75) == Approx(0.5));
  CHECK(loss_of(length, 15) == Approx(0.5));
  CHECK(loss_of(drama, 0) == Approx(0.5));
  CHECK(loss_of(drama, 0.5) == 0);
}

TEST_CASE("explore: a race keeps the better half of each round, and the best get most of the games") {
  std::vector<std::size_t> numbers(16);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  Race race(numbers, 2, 160);
  std::uint64_t games = 0, of_best = 0;
  while (!race.is_over()) {
    games += race.games_each() * race.left().size();
    of_best += race.games_each();
    std::vector<Loss> losses;
    for (const std::size_t number : race.left()) losses.push_back({0.01 * static_cast<double>(number), 0, 1});
    race.rank(losses);
  }
  CHECK(games <= 160);
  CHECK(games >= 140);
  CHECK(of_best > 160 / 16);
  CHECK(race.left() == std::vector<std::size_t>{0, 1});
  CHECK(race.gone().size() == 14);
  CHECK(race.gone().front().candidate == 15);
}

TEST_CASE("explore: what is surely worse than as many as are kept leaves at once") {
  Race race({0, 1, 2, 3, 4, 5, 6, 7}, 2, 64);
  std::vector<Loss> losses(8, Loss{0.8, 0.7, 0.9});
  losses[3] = losses[6] = Loss{0.1, 0, 0.2};
  losses[0] = Loss{0.3, 0.1, 0.6};
  race.rank(losses);
  CHECK(race.left() == std::vector<std::size_t>{3, 6, 0});
  CHECK(std::count_if(race.gone().begin(), race.gone().end(), [](const Race::Gone& one) { return one.is_sure; }) == 5);
}

TEST_CASE("explore: a game that never ends, is over at once, or belongs to one seat is at fault") {
  const Game game = test::script(kStones);
  StudyPlan plan;
  plan.players = {"random", "random"};
  StudyTally tally(game.program());
  tally.games = 32;
  tally.endings.wins = {16, 16};
  tally.course.lengths = {{9, 32}};
  tally.course.branching = {{2000, 32}};
  CHECK(!fault_of(game, plan, tally));
  const auto fault = [&](auto change) {
    StudyTally other = tally;
    change(other);
    const auto found = fault_of(game, plan, other);
    REQUIRE(found);
    return found->reason;
  };
  CHECK(fault([](StudyTally& one) { one.endings.unfinished = 17; }) == Reason::never_ends);
  CHECK(fault([](StudyTally& one) { one.course.lengths = {{3, 32}}; }) == Reason::at_once);
  CHECK(fault([](StudyTally& one) {
          one.course.lengths = {{3, 1}};
        }) == Reason::at_once);  // also where few games say so
  CHECK(fault([](StudyTally& one) { one.course.branching = {{1200, 32}}; }) == Reason::no_choice);
  CHECK(fault([](StudyTally& one) {
          one.endings.wins = {0, 1};
          one.endings.ties = 31;
        }) == Reason::ties);
  CHECK(fault([](StudyTally& one) { one.endings.wins = {1, 31}; }) == Reason::walkover);
  // Random players may tie where others do not.
  tally.endings.wins = {0, 1};
  tally.endings.ties = 31;
  CHECK(!fault_of(game, plan, tally, true));
}

TEST_CASE("explore: every reason has a line on the page") {
  const std::string page = cli::read_file(test::source_folder() + "/interpreter/lab/explore/README.md");
  for (const auto& [name, meaning] : kReasons) {
    const std::string line = std::string("\n| ") + name + " | " + meaning + " |";
    INFO(line);
    CHECK(page.find(line) != std::string::npos);
  }
}

TEST_CASE("explore: --vary and --fix say what may change") {
  const VariedParent parent(test::script(kStones), "stones");
  const auto targets = [&](const MayChange& may) {
    std::vector<std::string> all;
    for (const std::size_t i : parent.allowed(may)) all.push_back(parent.mutations()[i].target);
    return all;
  };
  CHECK(targets({{"most"}, {}}) == std::vector<std::string>(3, "option most"));
  CHECK(targets({{"options"}, {}}).size() == 3);
  for (const std::string& each : targets({{}, {"take"}})) CHECK(each != "move take");
  CHECK(!parent.check({{"move take"}, {"options"}}));
  CHECK(parent.check({{"mst"}, {}})->help == "did you mean `most`?");
  // Each variant once, and pairs when there are no more single ones.
  const std::vector<Made> made = made_variants(parent, {}, 1, 200);
  const std::size_t singles = parent.mutations().size();
  REQUIRE(made.size() > singles);
  CHECK(std::all_of(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(singles),
                    [](const Made& one) { return one.size() == 1; }));
  CHECK(made[singles].size() == 2);
  std::vector<Made> sorted = made;
  std::sort(sorted.begin(), sorted.end());
  CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
}

TEST_CASE("explore: any threads come to the same bytes") {
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", kStones);
  const auto explore = [&](std::vector<std::string> more) {
    for (const char* word : {"--want", "length 6..7", "--want", "branching_factor at least 2", "--budget", "3600",
                             "--candidates", "48", "--keep", "2"})
      more.push_back(word);
    return explored(script, more).out;
  };
  const auto same_report = [&](std::string report, const std::string& in) {
    for (std::size_t at; (at = report.find(in)) != std::string::npos;) report.replace(at, in.size(), "FOLDER");
    return report;
  };
  const std::string one = folder / "one", two = folder / "two";
  const std::string report = same_report(explore({"--threads", "1", "--out", one}), one);
  CHECK(report.find("variants, ") != std::string::npos);
  const std::size_t race = report.find("\n  race ");
  REQUIRE(race != std::string::npos);
  std::istringstream stage(report.substr(race + 8));
  std::size_t entered = 0, remained = 0;
  stage >> entered >> remained;
  CHECK(entered > 12);
  CHECK(remained == 2);
  CHECK(same_report(explore({"--threads", "3", "--out", two}), two) == report);
  const std::string whole = contents(one);
  CHECK(whole.find("variant \"Stones ") != std::string::npos);
  CHECK(contents(two) == whole);

}

TEST_CASE("explore: the report warns of a game that is at fault itself, and names what was left out") {
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", kStones), page = folder / "found.html";
  const cli::Answer answer = explored(script, {"--want", "length 6..7", "--budget", "1000", "--candidates", "12",
                                               "--keep", "1", "--max-plies", "2", "--html", page});
  INFO(answer.out);
  CHECK(answer.out.find("warning: Stones itself would be left out, were it a variant (never ends)") !=
        std::string::npos);
  CHECK(answer.out.find("try a larger --max-plies") != std::string::npos);
  CHECK(answer.out.find("The loss says how far") != std::string::npos);
  const std::size_t left_out = answer.out.find("\nLeft out");
  REQUIRE(left_out != std::string::npos);
  CHECK(answer.out.find("same play: as ", left_out) != std::string::npos);
  CHECK(cli::read_file(page).find("warning: Stones itself would be left out") != std::string::npos);
  CHECK(cli::glint({"explore", "--help"}).out.find("at least 500") != std::string::npos);
}

TEST_CASE("explore: the tests of a game that hold in a variant are counted") {
  const std::string stones = kStones;
  const TestsHeld held = tests_held(test::script(
      stones + "test \"one\" { expect count(cells) == 9 }\ntest \"two\" { expect count(cells) == 8 }\n"
               "test \"three\" { expect count(cells) > 0 }\n"));
  CHECK(held.of == 4);  // one is the game's own
  CHECK(held.held == 3);
  CHECK(!held.fault);
}

TEST_CASE("explore: of planted games, the one that is fair is found") {
  // Who begins wins `bonus` games of 100 more than the other.
  const cli::Folder folder;
  const std::string script = folder.write("coins.glint", R"(/// Toss three coins, and who begins has an bonus.
game "Coins"
use square
players sun, moon
option bonus: 0..40 = 40   "sixtieths of all games, twice"
board grid(3, 3)
piece coin { look "o" }
move toss "{at}" { pick at in empty; put coin on at }
play {
  for round in 1..2 { turn of each player { choose toss } }
  draw luck in 1..60
  if luck <= 30 + bonus / 2 { end : sun wins }
  end : moon wins
}
)");
  const cli::Answer answer = explored(script, {"--want", "first_player_advantage within 1%", "--vary", "bonus", "--fix",
                                               "numbers", "--budget", "2500", "--keep", "1", "--json"});
  const std::size_t begin = answer.out.find("\"finalists\""), end = answer.out.find("\"left_out\"", begin);
  REQUIRE(begin < end);
  CHECK(answer.out.substr(begin, end - begin).find("The option `bonus` is 0 ") != std::string::npos);
}

TEST_CASE("explore: the gallery is one page without scripts, with the changes, figures and commands of each finalist") {
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", kStones), page = folder / "found.html";
  const cli::Answer answer = explored(script, {"--want", "length 6..7", "--budget", "1400", "--candidates", "16",
                                               "--keep", "2", "--out", folder / "found", "--html", page});
  const std::string html = cli::read_file(page);
  CHECK(html.find("<script") == std::string::npos);
  for (const char* part :
       {"<h2>The best variants, ", "A representative game", "glint diff", "<pre>", "Variants that were left out",
        "variant &quot;Stones ", "Stones itself", "by fresh games of random", "In brackets: 95 % confidence intervals"})
    CHECK(html.find(part) != std::string::npos);
  // The whole script has its lines.
  CHECK(html.find(" of stones\n\n") != std::string::npos);
}

TEST_CASE("explore: the report says so if no variant comes closer than the game itself") {
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", kStones);
  const cli::Answer answer =
      explored(script, {"--want", "length 1..400", "--budget", "600", "--candidates", "6", "--keep", "1"});
  INFO(answer.out);
  CHECK(answer.out.find("Stones itself has a loss of 0.000, so no variant comes closer than the game itself.") !=
        std::string::npos);
}

TEST_CASE("explore: what is found of a variant of one's own can be played where it lies") {
  const cli::Folder folder;
  folder.write("mine/stones.glint", kStones);
  const std::string script =
      folder.write("mine/other.glint", "/// Three at once.\nvariant \"Other Stones\" of stones\noption most = 3\n");
  const cli::Answer answer = explored(script, {"--want", "length 4..7", "--budget", "800", "--candidates", "8",
                                               "--keep", "1", "--out", folder / "found"});
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "found"))
    if (entry.path().filename().string().rfind("other_0", 0) == 0) {
      ++found;
      const cli::Answer checked = cli::glint({"check", entry.path().string()});
      INFO(checked.err);
      CHECK(checked.status == 0);
    }
  CHECK(found >= 1);
}

TEST_CASE("explore: what is wrong with a command is told") {
  const auto error_of = [](const std::vector<std::string>& words) {
    const cli::Answer answer = cli::glint(words);
    CHECK(answer.status == 2);
    return answer.err;
  };
  // Without a want a fair game is looked for, where there is one who begins.
  const std::string refused = error_of({"explore", "beams_boosters_barriers"});
  CHECK(refused.find("has no measure `first_player_advantage`") != std::string::npos);
  CHECK(refused.find("`wins.south`") != std::string::npos);
  // A time in which only a few games can be played: one is tried, and no more.
  CHECK(error_of({"explore", "laser_lawn", "--bot", "mcts:40", "--threads", "1", "--budget", "1s"}).find("games are too few") !=
        std::string::npos);
  CHECK(error_of({"explore", "laser_lawn", "--want", "lenght 3..4"}).find("did you mean `length`?") !=
        std::string::npos);
  CHECK(error_of({"explore", "laser_lawn", "--want", "length 3%..4%"}).find("not a percentage") != std::string::npos);
  CHECK(
      error_of({"explore", "laser_lawn", "--want", "length 3..4", "--vary", "optic"}).find("did you mean `optics`?") !=
      std::string::npos);
  CHECK(error_of({"explore", "laser_lawn", "--want", "length 3..4", "--budget", "soon"}).find("--budget takes") !=
        std::string::npos);
  CHECK(error_of({"explore", "laser_lawn", "--want", "length 3..4", "--budget", "20"}).find("too few") !=
        std::string::npos);
  CHECK(error_of({"explore", "laser_lawn", "--want", "length 3..4", "--bot", "mcts:2s"})
            .find("has a time as its budget") != std::string::npos);
}

TEST_CASE("explore: `best` is the bot that suits the rules of the parent") {
  const cli::Folder folder;
  const std::string stones = folder.write("stones.glint", kStones);
  const cli::Answer answer = cli::glint({"explore", stones, "--bot", "best:2", "--want", "length 5..9", "--vary", "option most",
                                         "--budget", "600", "--json", "--threads", "1"});
  INFO(answer.out + answer.err);
  REQUIRE(answer.status == 0);
  const auto json = answer.json();
  CHECK(json["bot"] == fitting_bot(test::script(kStones)) + ":2");
}

TEST_CASE("explore: finalists get all games that the stages before have left") {
  // Of a budget for many variants there are only three.
  const cli::Folder folder;
  const auto json = explored(folder.write("stones.glint", kStones), {"--want", "length 5..9", "--vary", "option most", "--budget",
                                                                     "3000", "--json", "--threads", "1"}).json();
  std::uint64_t games = 0;
  for (const auto& stage : json["stages"]) games += stage["games"].get<std::uint64_t>();
  CHECK(games > 2950);
  CHECK(games <= 3100);
}
