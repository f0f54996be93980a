// glint eval: an expression's value in a position.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {
namespace {

TEST_CASE("cli: eval prints a value, a set of cells also as a board") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps);
  CHECK(glint({"eval", lamps, "count(cells)"}).out == "9\n");
  const std::vector<std::string> after = {"eval", lamps, "beams.cells", "--after", "a2 e red; b2 n blue"};
  CHECK(glint(after).out == "b3 a2 b2\n");
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), after.begin(), after.end());
    return glint(more);
  };
  CHECK(with({"--board"}).out == "b3 a2 b2\n\n. # .\n# # .\n. . .\n");
  CHECK(with({"--board", "--json"}).json() ==
        nlohmann::json::parse(R"({"value": ["b3", "a2", "b2"], "board": ". # .\n# # .\n. . .\n"})"));
  CHECK(glint({"eval", lamps, "most", "--set", "most=6", "--json"}).out == "{\n  \"value\": 6\n}\n");
  CHECK(glint({"eval", lamps, "most == 6", "--json"}).json()["value"] == false);
  CHECK(glint({"eval", lamps, "{2, 5}", "--json"}).json()["value"] == nlohmann::json::parse("[2, 5]"));
  CHECK(glint({"eval", lamps, "mover", "--draw", "mover=far"}).out == "far\n");
  const std::string position = glint({"show", lamps, "--after", "a2 e red", "--text"}).out;
  CHECK(glint({"eval", lamps, "lamp", "--at", "-"}, position).out == "a2\n");
}

TEST_CASE("cli: eval says what is wrong with an expression, and keeps secrets") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps);
  const Answer wrong = glint({"eval", lamps, "count(lammp)"});
  CHECK(wrong.status == 2);
  CHECK(wrong.err.find("<expression>:1:7") != std::string::npos);
  CHECK(wrong.err.find("did you mean `lamp`?") != std::string::npos);
  CHECK(glint({"eval", lamps, "most", "--board"}).status == 2);
  CHECK(glint({"eval", lamps, "cell(9, 9)"}).status == 1);
  CHECK(glint({"eval", lamps}).status == 2);
  const std::string told = folder.write("told.glint", kTold);
  CHECK(glint({"eval", told, "a"}).status == 0);
  const Answer hidden = glint({"eval", told, "a", "--as", "sun"});
  CHECK(hidden.status == 1);
  CHECK(hidden.err.find("which sun may not see") != std::string::npos);
}

TEST_CASE("cli: eval finds what the script uses, and takes bundled games and variants") {
  Folder folder;
  folder.write("in/few.glint", "library few\nlet few: 0..9 = 3\n");
  std::string text = kLamps;
  text.replace(text.find("use square"), 10, "use square, \"few\"");
  CHECK(glint({"eval", folder.write("in/script.glint", text), "few + 1"}).out == "4\n");
  CHECK(glint({"eval", "laser_lawn", "count(cells)"}).out == "37\n");
  CHECK(glint({"eval", "glass", "count(cells) > 0"}).out == "on\n");
}

}  // namespace
}  // namespace glint::cli
