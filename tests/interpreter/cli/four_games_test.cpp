// The bundled games from the command line: what people type and see, and the errors for what is not possible.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {
namespace {

const char* const kBoosters = "beams_boosters_barriers";

TEST_CASE("four games: first choices, and both players' after them", "[games]") {
  CHECK(glint({"perft", kBoosters, "--depth", "1", "--json"}).json()["counts"] == nlohmann::json({1764}));
  const auto two = nlohmann::json({1764, 1764 * 1764});
  CHECK(glint({"perft", kBoosters, "--depth", "2", "--json"}).json()["counts"] == two);
  // As the naive oracle counts them: the second player sees what the first has built.
  const auto alternating = nlohmann::json({1764, 3109392});
  CHECK(glint({"perft", kBoosters, "--set", "play=alternating", "--depth", "2", "--json"}).json()["counts"] ==
        alternating);
}

TEST_CASE("four games: a game of chance is the same twice, and its record replays", "[games]") {
  const std::vector<std::string> line = {"play", "the_beam", "--seat", "*=random", "--seed", "7", "--json"};
  const Answer first = glint(line);
  REQUIRE(first.status == 0);
  CHECK(glint(line).out == first.out);
  const auto record = first.json();
  CHECK(record["draws"].size() == 4 + 24);
  CHECK(record["moves"].size() == 24);
  const std::string result = record["result"];
  REQUIRE(result.rfind("score ", 0) == 0);
  CHECK(std::stoi(result.substr(6)) <= 30);
  Folder folder;
  const std::string path = folder.write("game.json", first.out);
  const auto replayed = glint({"replay", path, "--json"}).json();
  CHECK(replayed["legal"] == true);
  CHECK(replayed["plies"] == 24);
  // A card that there is not.
  auto wrong = record;
  wrong["draws"][4]["value"] = "7";
  const Answer refused = glint({"replay", folder.write("wrong.json", wrong.dump())});
  CHECK(refused.status == 1);
  CHECK(refused.err.find("`left_card` cannot be drawn as `7`") != std::string::npos);
}

TEST_CASE("four games: when the whole game's time is up it ends at once, with what was collected", "[games]") {
  Folder folder;
  auto record = glint({"play", "the_beam", "--seat", "*=random", "--seed", "7", "--json"}).json();
  record["options"]["clock"] = "on";
  record["moves"] = {record["moves"][0], record["moves"][1]};
  record["times"] = {10, 20, 1171};  // of 1,200 seconds
  record["out_of_time"] = "one";
  record["result"] = "score 0";
  const Answer answer = glint({"replay", folder.write("game.json", record.dump()), "--json"});
  INFO(answer.err);
  CHECK(answer.status == 0);
  CHECK(answer.json()["legal"] == true);
  record["times"][2] = 1100;
  const Answer early = glint({"replay", folder.write("early.json", record.dump())});
  CHECK(early.status == 1);
  CHECK(early.err.find("there was time left") != std::string::npos);
}

TEST_CASE("four games: what was chosen in secret shows nowhere", "[games]") {
  const auto seen = [](const std::string& choice, const std::vector<std::string>& command) {
    std::vector<std::string> line = command;
    line.insert(line.end(), {"--after", "P M1 B3 12; P S C4; " + choice});
    const Answer answer = glint(line);
    CHECK(answer.status == 0);
    return answer.out;
  };
  const std::vector<std::string> json = {"show", kBoosters, "--as", "north", "--json"};
  CHECK(seen("P R3 D5 10", json) == seen("R B3 L", json));
  CHECK(seen("P R3 D5 10", {"show", kBoosters, "--as", "north"}) ==
        seen("R B3 L", {"show", kBoosters, "--as", "north"}));
  CHECK(seen("P R3 D5 10", {"show", kBoosters, "--as", "north", "--key"}) ==
        seen("R B3 L", {"show", kBoosters, "--as", "north", "--key"}));
  CHECK(seen("P R3 D5 10", {"moves", kBoosters}) == seen("R B3 L", {"moves", kBoosters}));
  CHECK(seen("P R3 D5 10", {"show", kBoosters, "--as", "south"}) !=
        seen("R B3 L", {"show", kBoosters, "--as", "south"}));
}

TEST_CASE("four games: what cannot be is told in a sentence", "[games]") {
  const auto told = [](const std::vector<std::string>& line, int status, const std::string& part) {
    const Answer answer = glint(line);
    INFO(answer.err);
    CHECK(answer.status == status);
    CHECK(answer.err.find(part) != std::string::npos);
  };
  told({"show", kBoosters, "--after", "P M1 B3 12; P M1 B3 1"}, 2, "`1` is not a value of `hour`");
  told({"show", kBoosters, "--after", "P M1 B3 12; R B3 L"}, 2, "no generator or barrier of yours stands on B3");
  told({"show", "the_beam", "--draw", "left_card=3", "--draw", "right_card=5", "--after", "mirror 4"}, 2,
       "no card shows 4");
  told({"show", kBoosters, "--set", "columns=6"}, 2, "it takes {9, 5, 7, 11, 13}");
  told({"show", "the_beam", "--draw", "left_card=9"}, 2, "`left_card` cannot be drawn as `9`");

  // More than a player has.
  Folder folder;
  std::string board;
  for (int row = 0; row < 17; ++row) {
    const bool odd_columns = row % 2 == 0;
    for (int cell = 0; cell < (odd_columns ? 5 : 6); ++cell) board += row == 10 || row == 12 ? "sS " : ". ";
    board += "\n";
  }
  told({"show", kBoosters, "--at", folder.write("many.txt", board + "to move = south\n")}, 2,
       "a player has only four boosters");
  std::string mirrors;
  for (int row = 0; row < 6; ++row) mirrors += row < 3 ? "/ / / / / /\n" : ". . . . . .\n";
  told({"show", "the_beam", "--at", folder.write("mirrors.txt", mirrors + "to move = two\n")}, 2,
       "there are more mirrors than sticks");

  // A deck that runs out, a variant of nothing.
  const std::string deck =
      folder.write("deck.glint", "variant \"Short\" of the_beam\nreplace bag cards[number: 1..6] = 1\n");
  told({"play", deck, "--seat", "*=random"}, 1, "the bag `cards` is empty");
  told({"check", folder.write("none.glint", "variant \"None\" of nothing_at_all\n")}, 1,
       "there is no game `nothing_at_all`");
}

}  // namespace
}  // namespace glint::cli
