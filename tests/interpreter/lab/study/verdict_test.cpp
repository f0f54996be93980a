// The sentence above the figures of a study: it names what is largest, and of which games.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace {

using namespace glint;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string report_of(const std::string& script, std::vector<std::string> more) {
  const cli::Folder folder;
  std::vector<std::string> words = {"study", folder.write("game.glint", script), "--threads", "1"};
  words.insert(words.end(), more.begin(), more.end());
  const cli::Answer answer = cli::glint(words);
  INFO(answer.err);
  REQUIRE(answer.status == 0);
  return answer.out;
}

/// The line of the report that is the verdict: the first, or after a card that begins with a problem.
std::string verdict_of(const std::string& script, const std::vector<std::string>& more) {
  const std::string report = report_of(script, more), short_of = "\n\nIn short\n  Problem: ";
  std::size_t begin = report.find("\n\n");
  if (report.compare(begin, short_of.size(), short_of) == 0) begin = report.find("\n\n", begin + 2);
  return report.substr(begin + 2, report.find('\n', begin + 2) - begin - 2);
}

const std::string kHead = R"(game "Test"
use square
players sun, moon
board grid(2, 1)
var points[player]: 0..99 = 0
var mover: player = sun
move gain "take {k}" { pick k in 1..6; points[me] += k }
move go "go {k}" { pick k in 1..2 }
move rest "rest" { }
)";

}  // namespace

TEST_CASE("verdict: a seat that wins whoever begins comes before the first player", "[study]") {
  const std::string script = kHead + R"(setup { points[sun] = 5 }
play {
  draw mover in player
  for round in 1..3 { turn of mover { choose gain }; turn of mover + 1 { choose gain } }
  end : score
}
score p = points[p]
)";
  const std::string verdict = verdict_of(script, {"--games", "300"});
  INFO(verdict);
  CHECK(has(verdict, "sun has an advantage: "));
  CHECK(has(verdict, " % of wins (95 % confidence interval "));
  CHECK(has(verdict, " of 300 games that have a winner. Games have 6 plies each."));
}

TEST_CASE("verdict: where all choose together, seats are tested", "[study]") {
  const std::string script = kHead + R"(move say "say {k}" { pick k in 0..(if me == sun then 9 else 1); points[me] = k }
play { together { choose say }; end : score }
score p = points[p]
)";
  CHECK(has(verdict_of(script, {"--games", "300"}), "sun has an advantage: "));
}

TEST_CASE("verdict: ties and games without an end come first, and the games that count are named", "[study]") {
  const std::string ties = verdict_of(kHead + "play { draw a in 1..60; turn of sun { choose go }; turn of moon { choose go }; if a == 1 { end : sun wins }; end : tie }\n", {"--games", "500"});
  INFO(ties);
  CHECK(has(ties, "Most games have no winner: 9"));
  CHECK(has(ties, ", in 500 games. sun, who moves first, wins all "));
  CHECK(has(ties, " of 500 games that have a winner."));
  const std::string endless = verdict_of(kHead + "play { repeat { turn of each player { choose go } } }\n", {"--games", "20", "--max-plies", "30"});
  INFO(endless);
  CHECK(has(endless, "No game ended: 100.0 % are unfinished"));
}

TEST_CASE("verdict: who wins each time wins all games", "[study]") {
  const std::string script = kHead + "play { turn of sun { choose go }; turn of moon { choose go }; end : moon wins }\n";
  CHECK(has(verdict_of(script, {"--games", "40"}), "moon, who never moves first, wins all 40 games of 2 plies each."));
}

TEST_CASE("verdict: a problem comes before who wins, also between better bots that find no other", "[study]") {
  // Nearly nothing to choose, and chance decides.
  const std::string script = kHead + R"(play {
  for round in 1..6 { turn of sun { choose rest }; turn of moon { choose rest } }
  draw a in 1..60
  turn of sun { choose gain }
  draw b in 1..60
  turn of moon { choose gain }
  points[sun] = a
  points[moon] = b
  end : score
}
score p = points[p]
)";
  const std::string report = report_of(script, {"--games", "200", "--strong"});
  INFO(report);
  const std::size_t better = report.find("\nWith mcts:100 (plays 100 games in its head before a move) in all seats: "),
                    card = report.find("\nIn short\n  Problem: ");
  CHECK(card < better);
  CHECK(better < report.find("\nThe study's own bots: "));
  // A command that several lines name is printed once.
  const std::size_t ladder = report.find(" --ladder`");
  CHECK(ladder != std::string::npos);
  CHECK(report.find(" --ladder`", ladder + 1) == std::string::npos);
}

TEST_CASE("verdict: one that flips with better bots says so first, and in JSON", "[study]") {
  const auto flips = [](const std::string& script) {
    const cli::Folder folder;
    const std::string path = folder.write("game.glint", script);
    const std::vector<std::string> words = {"study", path, "--games", "200", "--strong", "--threads", "1"};
    const std::string report = cli::glint(words).out;
    INFO(report);
    std::vector<std::string> as_data = words;
    as_data.push_back("--json");
    const bool is_flipped = cli::glint(as_data).json()["strong"]["flips"];
    CHECK(has(report, "\n\nBetter bots find something else than the study's own. With mcts:100 (") == is_flipped);
    CHECK(has(report, "\n\nWith mcts:100 (") != is_flipped);
    return is_flipped;
  };
  const std::string points = "score p = points[p]\n", turns = "turn of sun { choose gain }; turn of moon { choose gain }; end : ";
  // At random sun wins as often; who thinks takes 6, so better bots always tie.
  CHECK(flips(kHead + "play { " + turns + "score }\n" + points));
  // Sun wins, whoever plays.
  CHECK_FALSE(flips(kHead + "play { points[sun] = 9; " + turns + "score }\n" + points));
  // Moon wins nearly always at random, and sun if it sees that 6 beats it.
  const std::string trap = "play { turn of sun { choose gain }; if points[sun] == 6 { end : sun wins }; end : moon wins }\n";
  CHECK(flips(kHead + trap));
  // Nobody is favoured at random, nor by bots who think.
  CHECK_FALSE(flips(kHead + "play { turn of sun { choose rest }; draw mover in player; end : mover wins }\n"));
}

TEST_CASE("study: who wins by the last move takes the lead with it", "[study]") {
  // Moon has more points before sun's last move, which alone decides.
  const cli::Folder folder;
  const std::string path = folder.write("game.glint", kHead + R"(play {
  turn of moon { choose gain }
  turn of sun { choose gain }
  points[sun] += 20
  end : score
}
score p = points[p]
)");
  const cli::Answer answer = cli::glint({"study", path, "--games", "50", "--threads", "1"});
  INFO(answer.out);
  CHECK(has(answer.out, "  lead_changes   "));
  CHECK(has(answer.out, "lead_changes                     1.00                     always"));
}
