// glint new: what it writes checks, tests and plays as it is, whatever it is of; and it writes over nothing.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include "glint/glint.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace glint::cli {
namespace {

std::vector<std::string> all_bundled() {
  std::vector<std::string> names = Game::bundled_names();
  const std::vector<std::string> variants = Game::bundled_variants();
  names.insert(names.end(), variants.begin(), variants.end());
  return names;
}

/// Checked without a warning, tested, and played for a while.
void is_good(const std::string& file) {
  INFO(read_file(file));
  const Answer checked = glint({"check", file});
  CHECK(checked.status == 0);
  CHECK(checked.err.empty());
  const Answer tested = glint({"test", file, "--json"});
  CHECK(tested.status == 0);
  CHECK(tested.json()["passed"] >= 1);
  const Answer played = glint({"play", file, "--seat", "*=random", "--max-plies", "6", "--quiet"});
  INFO(played.err);
  CHECK(played.status == 0);
}

/// The samples of a variant: runs of commented-out lines that begin with a word of the language.
std::vector<std::string> samples_of(const std::string& script) {
  std::vector<std::string> samples;
  std::istringstream lines(script);
  int depth = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string text = line.size() > 3 ? line.substr(3) : "";
    const auto begins = [&](const std::string& word) { return text.rfind(word + " ", 0) == 0; };
    const bool begin = line.rfind("// ", 0) == 0 && depth == 0 &&
                       (begins("option") || begins("replace") || begins("remove") || begins("extend") ||
                        begins("show") || begins("end") || begins("after") || begins("move"));
    if (begin) samples.emplace_back();
    if (!begin && depth == 0) continue;
    samples.back() += text + "\n";
    for (const char c : text) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
  }
  return samples;
}

TEST_CASE("new: a name has letters, digits and underscores, and begins with a letter") {
  for (const char* name : {"a", "z", "A", "Z", "zZaA", "b09_"}) {
    INFO(name);
    CHECK(glint({"new", name, "--print"}).status == 0);
  }
  for (const char* name : {"", "0a", "_a", "a-b", "a{", "a[", "a@", "a`"}) {
    INFO(name);
    CHECK(glint({"new", name, "--print"}).status == 2);
  }
}

TEST_CASE("new: the templates are good as they lie in the repository") {
  for (const char* name : {"game", "variant", "plain", "hexagons", "torus", "team", "puzzle"}) {
    is_good(glint::test::source_folder() + "/examples/templates/" + name + ".glint");
  }
}

TEST_CASE("new: a game") {
  const Folder folder;
  const std::string file = folder / "my_game.glint";
  const Answer answer = glint({"new", folder / "my_game"});
  CHECK(answer.err.empty());
  CHECK(answer.status == 0);
  CHECK(answer.out == file + ": \"My Game\", a small game to start from\n  glint play " + file +
                          "   # play it\n  glint test " + file + "   # run its tests\n");
  is_good(file);
  CHECK(read_file(file).find("game \"My Game\"\n") != std::string::npos);
  CHECK(read_file(file).find("glint play my_game.glint ") != std::string::npos);
  CHECK(read_file(file).find("game.glint\n") == std::string::npos);

  const auto json = glint({"new", folder / "x2__b.glint", "--json"}).json();
  CHECK(json["file"] == folder / "x2__b.glint");
  CHECK(json["game"] == "X2 B");
  CHECK(Game::from_text(read_file(folder / "x2__b.glint"), "x2__b.glint")->title() == "X2 B");

  const Answer printed = glint({"new", "other", "--print"});
  CHECK(printed.status == 0);
  CHECK(printed.out.find("game \"Other\"\n") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists("other.glint"));
  CHECK(glint({"new", "other", "--print", "--json"}).json()["text"] == printed.out);
}

TEST_CASE("new: a whole random game of the template comes to its end") {
  const Folder folder;
  REQUIRE(glint({"new", folder / "duel"}).status == 0);
  const auto game = Game::from_text(read_file(folder / "duel.glint"), "duel.glint");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto position = game->start();
    Random random(seed);
    int plies = 0;
    for (; !position->over() && plies < 100; ++plies) {
      REQUIRE_FALSE(position->play_listed(random.below(*position->count_moves())));
    }
    CHECK(position->over());
    CHECK(plies >= 6);
  }
}

TEST_CASE("new: a variant of whatever is bundled") {
  const Folder folder;
  std::uint64_t tried = 0;
  for (const std::string& of : all_bundled()) {
    INFO(of);
    if (of != "laser_lawn" && !test::sampled(tried++)) continue;
    const std::string file = folder / "my_" + of + ".glint";
    const Answer answer = glint({"new", file, "--of", of});
    INFO(answer.err);
    REQUIRE(answer.status == 0);
    is_good(file);
    const std::string script = read_file(file);
    CHECK(script.find('{' + std::string("options}")) == std::string::npos);
    if (of != "laser_lawn") CHECK(script.find("laser_lawn has") == std::string::npos);

    // One option is another one; and all are there.
    const auto base = Game::bundled(of), changed = Game::from_text(script, file);
    REQUIRE(changed.ok());
    CHECK(changed->variant_of() == of);
    int different = 0;
    const std::vector<OptionInfo> before = base->options(), now = changed->options();
    REQUIRE(before.size() == now.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      const OptionInfo& was = before[i];
      different += now[i].initial != was.initial;
      CHECK(script.find("option " + was.name + " = ") != std::string::npos);
      CHECK(script.find("of " + was.domain + ", else " + was.initial) != std::string::npos);
    }
    CHECK(different == (before.empty() ? 0 : 1));

    // Every sample works alone, and those that are no options together.
    std::string together;
    const std::vector<std::string> samples = samples_of(script);
    for (const std::string& sample : samples) {
      INFO(sample);
      if (test::sampled(tried++)) CHECK(Game::from_text(script + "\n" + sample, file).ok());
      if (sample.rfind("option ", 0) != 0) together += sample;
    }
    CHECK(Game::from_text(script + "\n" + together, file).ok());
    const auto has = [&](const std::string& word) {
      return std::any_of(samples.begin(), samples.end(), [&](const auto& each) { return each.rfind(word, 0) == 0; });
    };
    CHECK(has("replace "));
    CHECK(has("remove "));
    CHECK(has("extend piece "));
    CHECK(has("show "));
    CHECK(has("after move "));
    CHECK(has("move skip_turn "));
  }
}

TEST_CASE("new: a variant of a script, and of that again") {
  const Folder folder;
  folder.write("base/lamps.glint", kLamps);
  REQUIRE(glint({"new", folder / "red", "--of", folder / "base/lamps.glint"}).status == 0);
  CHECK(read_file(folder / "red.glint").find("variant \"Red\" of \"base/lamps.glint\"\n") != std::string::npos);
  CHECK(read_file(folder / "red.glint").find("option most = 5") != std::string::npos);
  is_good(folder / "red.glint");
  REQUIRE(glint({"new", folder / "redder", "--of", folder / "red.glint"}).status == 0);
  CHECK(read_file(folder / "redder.glint").find("option most = 6") != std::string::npos);
  is_good(folder / "redder.glint");

  // A variant could not find a script beside its folder.
  const Answer outside = glint({"new", folder / "base/blue", "--of", folder / "red.glint"});
  CHECK(outside.status == 2);
  CHECK(outside.err.find("is not there") != std::string::npos);
  CHECK(outside.err.find("glint new " + (folder / "blue.glint")) != std::string::npos);

  const Answer wrong = glint({"new", folder / "blue", "--of", folder.write("wrong.glint", "game \"Wrong\"\n")});
  CHECK(wrong.status == 1);
  CHECK_FALSE(std::filesystem::exists(folder / "blue.glint"));
}

TEST_CASE("new: a script whose options and moves are hard to write down") {
  const Folder folder;
  const std::string odd = folder.write("odd.glint", R"(game "Odd"
use square
players left, right
option turn_by: {9, 5, 7} = 9
option edgy: {yes "{y}", no "\"n\""} = no  "is {it} so"
option only: {one} = one
board grid(2, 2)
piece stone { look "\"" }
piece glass { line: axis; look "{line}" }
move stop "\\ \"{at}\"" { pick at in empty; put stone on at }
move slip "{at}\{{line}" { pick at in empty; pick line in axis; put glass(line = line) on at }
play { repeat { turn of each player { choose stop or slip else { end : tie } } } }
)");
  const Answer answer = glint({"new", folder / "odder", "--of", odd});
  INFO(answer.err);
  CHECK(answer.status == 0);
  is_good(folder / "odder.glint");
}

TEST_CASE("new: a variant is told all that it may change, also what has no name") {
  const Folder folder;
  const std::string pond = folder.write("pond.glint", R"(game "Pond"
players left, right
lattice plain {
  e = (1, 0); s = (0, -1); w = (-1, 0); n = (0, 1)
  drawn at (x, -y)
}
board on plain { cells x in 1..3, y in 1..3; label "{lower(x)}{y}" }
beam { }
piece lamp { emits e; look "*" }
when beam enters c in b2 -> stops
when beam crosses x in edge(a1, e) -> stops
move place "{at}" { pick at in empty; put lamp on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
)");
  const Answer answer = glint({"new", folder / "ditch", "--of", pond});
  INFO(answer.err);
  REQUIRE(answer.status == 0);
  is_good(folder / "ditch.glint");
  const std::string script = read_file(folder / "ditch.glint");
  CHECK(script.find(" has players, board, beam, when beam enters, when beam crosses, play, and with names:\n") !=
        std::string::npos);
  CHECK(script.find("//   lattice plain\n//   piece lamp\n//   move place\n") != std::string::npos);
}

TEST_CASE("new: nothing is written over") {
  const Folder folder;
  const std::string file = folder.write("mine.glint", "precious");
  for (const char* name : {"mine", "mine.glint"}) {
    const Answer answer = glint({"new", folder / name});
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK(answer.err.find("already exists") != std::string::npos);
    CHECK(glint({"new", folder / name, "--of", "laser_lawn", "--json"}).json()["error"]["message"].is_string());
  }
  CHECK(read_file(file) == "precious");
  REQUIRE(symlink((folder / "nowhere").c_str(), (folder / "link.glint").c_str()) == 0);
  CHECK(glint({"new", folder / "link"}).status == 2);
  CHECK_FALSE(std::filesystem::exists(folder / "nowhere"));
}

TEST_CASE("new: a game that is over at once has no variant with a test, and that is said") {
  const Folder folder;
  const std::string over = folder.write("over.glint",
                                        "game \"Over\"\nuse square\nplayers sun, moon\nboard grid(2, 1)\n"
                                        "piece stone { look \"o\" }\nplay { end : tie }\n");
  const Answer answer = glint({"new", folder / "more", "--of", over});
  INFO(answer.err);
  CHECK(answer.status == kNo);
  CHECK(answer.err.find("is over before its first move") != std::string::npos);
  CHECK(answer.err.find("\\n") == std::string::npos);
}

TEST_CASE("new: names that are none") {
  const Folder folder;
  for (const std::string& name :
       std::vector<std::string>{"", "-", ".", "..", "my-game", "my game", "2048", "_x", "é", "a.b", "a.txt", "x/",
                                "..glint", ".glint", "a\nb", "a\"b", "a\\b", std::string(61, 'a')}) {
    INFO(name);
    const Answer answer = glint({"new", folder / name});
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK_FALSE(answer.err.empty());
  }
  CHECK(glint({"new", folder / "my-game"}).err.find("did you mean `" + (folder / "my_game") + "`?") !=
        std::string::npos);
  CHECK(glint({"new", folder / "level-10.9"}).err.find("did you mean `" + (folder / "level_10_9") + "`?") !=
        std::string::npos);
  CHECK(glint({"new", ""}).err.find("needs a name") != std::string::npos);
  CHECK(glint({"new", "laser_lawn"}).err.find("`--of laser_lawn`") != std::string::npos);
  CHECK(glint({"new", folder / "missing/duel"}).err.find("there is no folder `" + (folder / "missing") + "`") !=
        std::string::npos);
  CHECK(std::filesystem::is_empty(folder / "."));
}

TEST_CASE("new: games that are not there, and folders that cannot be written to") {
  const Folder folder;
  const Answer unknown = glint({"new", folder / "mine", "--of", "laser_lwan"});
  CHECK(unknown.status == 2);
  CHECK(unknown.err.find("did you mean `laser_lawn`?") != std::string::npos);
  CHECK(glint({"new", folder / "mine", "--of", "-"}).status == 2);
  CHECK(glint({"new", folder / "mine", "--of", folder / "no.glint"}).status == 2);
  CHECK(glint({"new", folder / "mine", "--of", folder / "."}).status == 2);
  CHECK(glint({"new"}).status == 2);
  folder.write("locked/empty", "");
  REQUIRE(chmod((folder / "locked").c_str(), 0500) == 0);
  if (geteuid() != 0) {  // nothing is locked to root
    const Answer locked = glint({"new", folder / "locked/mine"});
    CHECK(locked.status == 2);
    CHECK(locked.err.find("cannot be written") != std::string::npos);
  }
  REQUIRE(chmod((folder / "locked").c_str(), 0700) == 0);
  CHECK(glint({"new", "/proc/mine"}).status == 2);
  CHECK_FALSE(std::filesystem::exists(folder / "mine.glint"));
}

}  // namespace
}  // namespace glint::cli
