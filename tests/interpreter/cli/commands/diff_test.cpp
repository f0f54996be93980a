// glint diff: what it prints, and its exit status.
#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace {

using glint::cli::Answer;
using glint::cli::Folder;

Answer diff(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "diff");
  return glint::cli::glint(arguments);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The game with another line in the place of one.
std::string lamps_with(const std::string& line, const std::string& other) {
  std::string text = glint::cli::kLamps;
  const std::size_t at = text.find(line);
  REQUIRE(at != std::string::npos);
  return text.replace(at, line.size(), other);
}

}  // namespace

TEST_CASE("diff command: what differs is told also where one of the games is in error") {
  const Folder folder;
  const std::string old_path = folder.write("old.glint", glint::cli::kLamps);
  std::string text = lamps_with("  mover += 1\n", "  mover += 1\n  placed += 1\n");
  const std::string var = "var mover: player = near\n";
  text.insert(text.find(var), "var placed: 0..3 = 0\n");
  const Answer answer = diff({old_path, folder.write("new.glint", text), "--limit", "500"});
  CHECK(answer.status == 1);
  CHECK(has(answer.out, "new has an error here, and the other has not"));
  CHECK(has(answer.out, "this becomes 4, outside its range 0..3"));
}

TEST_CASE("diff command: parts of a board have their names, and what is not known is not said") {
  const Folder folder;
  const auto game = [&](const std::string& name, const std::string& board, const std::string& rule) {
    return folder.write(name,
                        "game \"Tiny\"\nuse square\nplayers sun, moon\n" + board +
                            "\npiece dot { look \"o\" }\nvar kept: 0..99 = 0\n"
                            "move place \"{at}\" { pick at in empty; put dot on at }\n"
                            "move num \"num {x} {y}\" { pick x in 0..50; pick y in 0..50; offer x == 3 and y == 3; "
                            "require x < 40; kept = x" +
                            rule + " }\nplay { repeat { turn of each player { choose place or num } } }\n");
  };
  const std::string rest = "cells x in 1..3, y in 1..3\n", label = "  label \"{lower(x)}{y}\"\n}", none;
  const std::string plain = game("plain.glint", "board grid(3, 3)", none);
  const std::string own = game("own.glint", "board on square4 {\n  " + rest + label, none);
  const std::string round =
      game("round.glint", "board on square4 {\n  " + rest + "  wraps (3, 0), (0, 3)\n" + label, none);
  const Answer wraps = glint::cli::glint({"diff", own, round, "--games", "1", "--limit", "10"});
  INFO(wraps.out << wraps.err);
  CHECK(wraps.out.find("  changed board\n      + wraps (3, 0), (0, 3)\n") != std::string::npos);
  const Answer head = glint::cli::glint({"diff", plain, round, "--games", "1", "--limit", "10"});
  CHECK(head.out.find("  changed board\n      - board grid(3, 3)\n      + board on square4 {\n") != std::string::npos);

  const std::string ends = game("ends.glint", "board grid(3, 3)", "; if x == 17 and y == 3 { end : me wins }");
  const Answer unlisted = glint::cli::glint({"diff", plain, ends, "--limit", "50", "--games", "1"});
  CHECK(unlisted.status == 0);
  CHECK(unlisted.out.find("  moves that are accepted without being listed (`offer`) were not tried\n") != std::string::npos);
}

TEST_CASE("diff command: a game and itself") {
  const Answer same = diff({"laser_lawn", "laser_lawn"});
  CHECK(same.status == 0);
  CHECK(has(same.out, "Text: the same rules"));
  CHECK(has(same.out, "Play: the same"));
  const Answer data = diff({"laser_lawn", "laser_lawn", "--json"});
  CHECK(data.status == 0);
  CHECK(data.json()["same"] == true);
  CHECK(data.json()["witness"].empty());
  CHECK(data.json()["difference"].is_null());
  CHECK(data.json()["moves"].is_null());  // nothing is said of a way to none
  CHECK(data.json()["shortest"].is_null());
  for (const char* key : {"added", "removed", "changed", "options"}) CHECK(data.json()["text"][key].empty());
  // Who says how far to look wants to see it.
  const Answer searched = diff({"laser_lawn", "laser_lawn", "--limit", "500", "--games", "2"});
  CHECK(searched.status == 0);
  CHECK(has(searched.out, "Play: no difference found: in all lines of up to 0 moves, 500 positions, 2 random games"));
}

TEST_CASE("diff command: where chance differs before the first move, nothing comes sooner") {
  const Folder folder;
  const auto game = [&](const std::string& name, const std::string& last) {
    return folder.write(name,
                        "game \"Drawn\"\nuse square\nplayers sun, moon\nboard grid(2, 1)\nmove go \"go\" { }\n"
                        "play { draw a in 1..2; draw b in 1.." +
                            last + "; turn of sun { choose go }; end : tie }\n");
  };
  const Answer answer = diff({game("old.glint", "2"), game("new.glint", "3")});
  CHECK(has(answer.out, "\nPlay: differs before the first move\n"));
}

TEST_CASE("diff command: --depth is how many moves deep it searches") {
  const Folder folder;
  const std::string lamps = folder.write("lamps.glint", glint::cli::kLamps);
  const Answer answer = diff({lamps, lamps, "--depth", "1", "--games", "0"});
  CHECK(answer.status == 0);
  CHECK(has(answer.out, "in all lines of up to 1 move, 147 positions"));
}

TEST_CASE("diff command: options set differently, with a witness and both boards") {
  const Answer guide = diff({"laser_lawn", "laser_lawn", "--new-set", "mirror=guide"});
  CHECK(guide.status == 1);
  CHECK(guide.err.empty());
  CHECK(has(guide.out, "new  laser_lawn (mirror = guide)"));
  CHECK(has(guide.out, "  option mirror: specular, now guide\n"));
  // Of `challenge` only what it offers is tried.
  CHECK(has(guide.out,
            "Play: differs after 1 move, and not sooner by listed moves\n   1  draw mover = sun\n   2  A1 se red\n"));
  CHECK(has(guide.out, "  moves: 522, now 528\n    only in new (6): A2 w red;"));
  CHECK(has(guide.out, "\nold\n"));
  CHECK(has(guide.out, "\nnew\n"));
  CHECK(has(guide.out, "if mirror == guide"));
  const auto json = diff({"laser_lawn", "laser_lawn", "--new-set", "mirror=guide", "--json"}).json();
  CHECK(json["same"] == false);
  CHECK(json["witness"] == std::vector<std::string>{"draw mover = sun", "A1 se red"});
  CHECK(json["shortest"] == true);
  CHECK(json["new"]["options"]["mirror"] == "guide");
  CHECK(json["old"]["options"]["mirror"] == "specular");
  CHECK(json["text"]["options"][0]["name"] == "mirror");
  CHECK(json["difference"]["kinds"] == std::vector<std::string>{"moves"});
  CHECK(json["difference"]["moves"]["only_new_count"] == 6);
  CHECK(json["difference"]["moves"]["only_new"][0]["refusal"]["line"].get<int>() > 0);
  CHECK(json["difference"]["positions"]["old"].is_string());
  CHECK_FALSE(json["difference"]["rules"].empty());

  // --set is for both.
  const Answer both = diff({"laser_lawn", "laser_lawn", "--set", "mirror=guide", "--new-set", "side=4"});
  CHECK(both.status == 0);
  CHECK(has(both.out, "old  laser_lawn (mirror = guide)"));
}

TEST_CASE("diff command: two readings of Boundary") {
  const Answer all = diff({"boundary", "boundary", "--new-set", "balance=all", "--limit", "5000"});
  CHECK(all.status == 1);
  CHECK(has(all.out, "two pyramids must stay in each world"));
  CHECK(has(all.out, "perhaps sooner; not in any line of up to 2 moves"));
  CHECK(has(all.out, "if balance == all then stacked pyramid"));
}

TEST_CASE("diff command: each bundled variant against its game") {
  std::uint64_t variants = 0;
  for (const std::string& name : glint::Game::bundled_variants()) {
    INFO(name);
    if (variants++ > 0 && !glint::test::sampled(variants)) continue;
    const auto game = glint::Game::bundled(name);
    REQUIRE(game.ok());
    const std::string games = std::to_string(glint::test::scaled(40));
    const Answer answer = diff({game->variant_of(), name, "--limit", "3000", "--games", games, "--json"});
    INFO(answer.err);
    CHECK(answer.status == 1);
    const auto json = answer.json();
    CHECK(json["same"] == false);
    CHECK_FALSE(json["difference"]["kinds"].empty());
    const auto& text = json["text"];
    CHECK(text["added"].size() + text["removed"].size() + text["changed"].size() + text["options"].size() > 0);
  }
}

TEST_CASE("diff command: a score that was not there is told, and what there is besides") {
  const Answer answer = diff({"boundary", "boundary_in_rounds", "--limit", "200"});
  CHECK(answer.status == 1);
  CHECK(has(answer.out, "Play: differs from the start\n  score of red: none, now 0\n"));
  CHECK(has(answer.out, "Besides: differs after 60 moves, perhaps sooner"));
  CHECK(has(answer.out, "  added score\n      + score p = arrived(p)\n"));
  CHECK(has(answer.out, "  removed heuristic\n"));
}

TEST_CASE("diff command: examples against themselves, and against one another") {
  const std::string folder = glint::test::source_folder() + "/examples/";
  for (const char* name :
       {"black_box", "contraption", "roundabout", "amazons", "billiards", "laser_chess", "puzzles/akari"}) {
    INFO(name);
    const std::string path = folder + name + ".glint";
    const Answer same = diff({path, path, "--limit", "200", "--games", "2"});
    CHECK(same.status == 0);
    CHECK(same.err.empty());
    const Answer other = diff({path, folder + "othello.glint", "--limit", "200", "--games", "2"});
    CHECK(other.status == 1);
  }
}

TEST_CASE("diff command: two versions of a file") {
  const Folder folder;
  const std::string before = folder.write("before.glint", glint::cli::kLamps);
  const std::string layout =
      folder.write("layout.glint", lamps_with("var mover: player = near", "// whose turn\nvar mover:   player = near"));
  CHECK(diff({before, layout}).status == 0);
  const std::string after = folder.write(
      "after.glint", lamps_with("  pick facing in direction\n",
                                "  pick facing in direction\n  require facing != n or at != b2   \"not up there\"\n"));
  const Answer answer = diff({before, after});
  CHECK(answer.status == 1);
  CHECK(has(answer.out,
            "  changed move place\n      + require facing != n or at != b2   \"not up there\"\n"));
  CHECK(has(answer.out, "Play: differs before the first move\n   1  draw mover = near\n"));
  CHECK(has(answer.out, "new: `b2 n red` is not legal: not up there"));
  CHECK(has(answer.out, "after.glint:2"));
  // The same change the other way round.
  CHECK(has(diff({after, before}).out, "  changed move place\n      - require facing != n or at != b2"));
  // Said in other words: the text differs, and play does not.
  const std::string words = folder.write("words.glint", lamps_with("count(lamp) == most", "count(lamp) >= most"));
  const Answer reworded = diff({before, words, "--limit", "300", "--games", "5"});
  CHECK(reworded.status == 0);
  CHECK(has(reworded.out, "changed end"));
  CHECK(has(reworded.out, "Play: no difference found: "));
}

TEST_CASE("diff command: a change in a script's own library") {
  const auto library = [](const std::string& rule) {
    return "/// When it is enough.\nlibrary counting\nlet enough(many: 0..9): flag =\n  " + rule +
           "\nlet rest(many: 0..9): 0..9 = 9 - many\n";
  };
  std::string game = lamps_with("use square\n", "use square\nuse \"counting.glint\"\n");
  const std::string line = "count(lamp) == most";
  game.replace(game.find(line), line.size(), "enough(count(lamp))");
  // The scripts are identical; the libraries beside them are not.
  const Folder before, now;
  const std::string old_library = before.write("counting.glint", library("many >= 3"));
  const std::string new_library = now.write("counting.glint", library("many >= 2"));
  const Answer answer = diff({before.write("lamps.glint", game), now.write("lamps.glint", game)});
  INFO(answer.out << answer.err);
  CHECK(answer.status == 1);
  CHECK(has(answer.out, "Text: declarations: 1 changed\n  changed library counting: let enough\n"));
  CHECK(has(answer.out, "Play: differs after 2 moves, and not sooner by listed moves\n"));
  const std::size_t rules = answer.out.find("Rules involved\n");
  REQUIRE(rules != std::string::npos);
  CHECK(has(answer.out.substr(rules), "- " + old_library + ":4  many >= 3\n"));
  CHECK(has(answer.out.substr(rules), "+ " + new_library + ":4  many >= 2\n"));
}

TEST_CASE("diff command: what is wrong, and with which of them") {
  const Folder folder;
  const std::string good = folder.write("good.glint", glint::cli::kLamps);
  const std::string bad = folder.write("bad.glint", lamps_with("count(lamp) == most", "count(lamb) == most"));
  const Answer errors = diff({good, bad});
  CHECK(errors.status == 1);
  CHECK(has(errors.err, "bad.glint:"));
  CHECK(has(errors.err, "nothing was compared; the error is in NEW, `"));
  CHECK(has(diff({bad, good}).err, "the error is in OLD"));
  CHECK(diff({"laser_lawn"}).status == 2);
  CHECK(diff({"laser_lawn", "no_such_game"}).status == 2);
  CHECK(has(diff({"laser_lawn", "no_such_game"}).err, "NEW"));
  CHECK(diff({"laser_lawn", "laser_lawn", "--new-set", "mirror=no"}).status == 2);
  CHECK(diff({"laser_lawn", "laser_lawn", "--new-set", "mirorr=guide"}).status == 2);
  CHECK(diff({"laser_lawn", "laser_lawn", "--set", "mirorr=guide"}).status == 2);
  CHECK(diff({"-", "-"}).status == 2);
  CHECK(diff({good, good, "--limit", "0"}).status == 2);
}

TEST_CASE("diff command: the samples of the guide are what it prints") {
  std::istringstream guide(glint::cli::read_file(glint::test::source_folder() + "/interpreter/lab/explore/README.md"));
  const std::string prompt = "    $ glint diff ";
  int samples = 0;
  std::string line;
  while (std::getline(guide, line)) {
    if (line.rfind(prompt, 0) != 0) continue;
    const Answer answer = diff(glint::cli::words_of(line.substr(prompt.size())));
    std::string sample;
    while (std::getline(guide, line) && (line.empty() || line.rfind("    ", 0) == 0))
      sample += (line.empty() ? "" : line.substr(4)) + "\n";
    while (sample.size() > 1 && sample[sample.size() - 2] == '\n') sample.pop_back();
    CHECK(answer.out == sample);
    ++samples;
  }
  CHECK(samples == 1);
}
