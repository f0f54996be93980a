// The folder that an exploration writes, and what others may have put there.
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/interpreter/lab/explore/stones.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
namespace fs = std::filesystem;

/// A short exploration of a script.
std::vector<std::string> short_line(const std::string& script, const std::vector<std::string>& more = {}) {
  std::vector<std::string> line = {"explore",      script, "--want", "length 6..7", "--budget", "1000",
                                   "--candidates", "12",   "--keep", "1",           "--bot",    "random",
                                   "--threads",    "1"};
  line.insert(line.end(), more.begin(), more.end());
  return line;
}

}  // namespace

TEST_CASE("explore folder: it has the best scripts and the results, and holds nothing else") {
  const cli::Folder folder;
  const std::string script = folder.write("stones.glint", test::kStones), out = folder / "out";
  std::vector<std::string> line = short_line(script, {"--out", out});
  const cli::Answer first = cli::glint(line);
  INFO(first.err);
  REQUIRE(first.status == 0);
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(out)) names.insert(entry.path().filename().string());
  const nlohmann::json found = nlohmann::json::parse(cli::read_file(out + "/found.json"));
  std::set<std::string> expected = {"found.json", "stones.glint"};
  for (const auto& one : found["finalists"])
    if (!one["is_parent"]) {
      const std::string name = one["name"].get<std::string>() + ".glint";
      expected.insert(name);
      CHECK(cli::read_file(out + "/" + name) == one["script"]);
    }
  CHECK(names == expected);
  CHECK(expected.size() == 3);
  // It is never mixed with what is there: another exploration, somebody's notes, or a link.
  const auto refused = [&](const std::string& what) {
    const cli::Answer answer = cli::glint(line);
    INFO(answer.err);
    CHECK(answer.status == cli::kUsage);
    CHECK(answer.err.find(what) != std::string::npos);
  };
  refused("there is already something in `" + out + "`");
  line.back() = folder / "link";
  fs::create_symlink(folder / "nothing", line.back());
  refused("is not a folder, and cannot be made");
  CHECK_FALSE(fs::exists(folder / "nothing"));
  line.back() = folder.write("notes.txt", "mine");
  refused("is not a folder, and cannot be made");
  CHECK(cli::read_file(line.back()) == "mine");
  line.back() = folder / "empty";
  fs::create_directory(line.back());
  line.push_back("--json");
  const std::string printed = cli::glint(line).out;
  CHECK(printed == cli::read_file(folder / "empty/found.json"));
  CHECK(!printed.empty());
}

TEST_CASE("explore folder: variants find the libraries of their game, in folders, too") {
  const cli::Folder folder;
  folder.write("lib/rows.glint", "library rows\nlet row_length = 9\n");
  std::string text = test::kStones;
  text.replace(text.find("use square"), 10, "use square, \"lib/rows\"");
  text.replace(text.find("grid(9, 1)"), 10, "grid(row_length, 1)");
  const std::string script = folder.write("stones.glint", text), out = folder / "out";
  const cli::Answer explored = cli::glint(short_line(script, {"--out", out}));
  INFO(explored.err);
  REQUIRE(explored.status == 0);
  CHECK(fs::exists(out + "/lib/rows.glint"));
  int variants = 0;
  for (const auto& entry : fs::directory_iterator(out)) {
    if (entry.path().extension() != ".glint") continue;
    const cli::Answer checked = cli::glint({"check", entry.path().string()});
    INFO(checked.err);
    CHECK(checked.status == 0);
    ++variants;
  }
  CHECK(variants > 1);
}

TEST_CASE("explore folder: a script with the name of a bundled game is refused, as its variants would be of that one") {
  const cli::Folder folder;
  const std::string script = folder.write("the_beam.glint", test::kStones);
  const cli::Answer answer = cli::glint(short_line(script));
  CHECK(answer.status == cli::kUsage);
  CHECK(answer.err.find("a variant of `the_beam` is one of the bundled game, not of `" + script + "`") != std::string::npos);
  // The bundled text itself is that game.
  const std::string same = folder.write("laser_lawn.glint", cli::read_file(test::source_folder() + "/games/laser_lawn.glint"));
  const cli::Answer played = cli::glint({"explore", same, "--want", "length 6..7", "--budget", "500", "--candidates",
                                         "1", "--keep", "1", "--bot", "random", "--max-plies", "4"});
  INFO(played.err);
  CHECK(played.status == 0);
}
