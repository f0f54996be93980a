// Chance on the command line: draws that are given, counted over all outcomes, written in positions and in records.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/bag_game.hpp"
#include "tests/support/cli_run.hpp"

namespace {

using namespace glint;
using test::kBag;

TEST_CASE("cli: several draws of one name, and all outcomes of chance", "[chance][cli]") {
  cli::Folder folder;
  const std::string path = folder.write("bag.glint", kBag);
  const auto shown = [&](const std::vector<std::string>& more) {
    std::vector<std::string> line = {"show", path, "--text"};
    line.insert(line.end(), more.begin(), more.end());
    return cli::glint(line);
  };
  const cli::Answer answer = shown({"--draw", "got=green, blue,blue", "--draw", "spots=b1 c1", "--after", "go; go"});
  INFO(answer.err);
  CHECK(answer.out.find("sweets[blue] = 0\n") != std::string::npos);
  CHECK(answer.out.find("sweets[green] = 0\n") != std::string::npos);
  CHECK(shown({"--draw", "got=green,pink"}).status == 2);
  CHECK(shown({"--draw", "got=green,pink"}).err.find("`got` cannot be drawn as `green,pink`: it may be red, green or blue") !=
        std::string::npos);

  const auto counts = [&](const std::vector<std::string>& more) {
    std::vector<std::string> line = {"perft", path, "--json"};
    line.insert(line.end(), more.begin(), more.end());
    const cli::Answer counted = cli::glint(line);
    INFO(counted.err);
    return counted.json()["counts"].dump();
  };
  CHECK(counts({"--depth", "1"}) == "[4]");
  CHECK(counts({"--depth", "1", "--chance", "all"}) == "[120]");
  CHECK(counts({"--depth", "1", "--chance", "all", "--draw", "spots=b1 c1"}) == "[12]");
  CHECK(counts({"--depth", "1", "--chance", "all", "--after", "go"}) == "[4]");
  CHECK(cli::glint({"perft", path, "--depth", "1", "--chance", "some"}).status == 2);
}

TEST_CASE("cli: a record with a draw that cannot be is refused", "[chance][cli]") {
  cli::Folder folder;
  const std::string path = folder.write("bag.glint", kBag);
  const cli::Answer played =
      cli::glint({"play", path, "--seat", "*=random", "--seed", "4", "--max-plies", "3", "--json"});
  INFO(played.err);
  auto record = played.json();
  REQUIRE(record["draws"].size() == 5);
  CHECK(cli::glint({"replay", "-"}, record.dump()).err.find("stops before the game ends") != std::string::npos);
  record["seed"] = 99;  // the record has every draw
  CHECK(cli::glint({"replay", "-"}, record.dump()).err.find("stops before the game ends") != std::string::npos);
  record["draws"][2]["value"] = "purple";
  const cli::Answer refused = cli::glint({"replay", "-"}, record.dump());
  CHECK(refused.status == 1);
  CHECK(refused.err.find("`got` cannot be drawn as `purple`: it may be ") != std::string::npos);
}

TEST_CASE("cli: a draw to come in the position of a game whose players choose together") {
  const std::string text = cli::glint({"show", "beams_boosters_barriers", "--set", "play=alternating", "--text"}).out;
  const std::size_t at = text.find("choice = ");
  REQUIRE(at != std::string::npos);
  std::string drawing = text;
  drawing.replace(at, drawing.find('\n', at) - at, "draw = 1");
  cli::Folder folder;
  const std::string path = folder.write("draw.txt", drawing);
  CHECK(cli::glint({"show", "beams_boosters_barriers", "--set", "play=alternating", "--at", path}).status == 0);
  const std::string chosen = folder.write("chosen.txt", drawing + "chosen by south = P S A2\n");
  CHECK(cli::glint({"show", "beams_boosters_barriers", "--set", "play=alternating", "--at", chosen}).status == 2);
}

TEST_CASE("cli: numbers that are too large in a record") {
  cli::Folder folder;
  const std::string path = folder.write("huge.json", R"({"glint": 1, "game": "boundary", "seed": 1e400, "moves": []})");
  const cli::Answer answer = cli::glint({"replay", path});
  CHECK(answer.status == 2);
  CHECK(answer.err.find("too large") != std::string::npos);
}

}  // namespace
