// `glint study`: its file, when it stops, what it says.
#include <filesystem>
#include <sstream>

#include <nlohmann/json.hpp>

#include "interpreter/cli/studies/study_run.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "tests/support/checked_study.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using test::must;

}  // namespace

TEST_CASE("cli: a study that was stopped is resumed, and then is the study in one piece to the byte", "[study][cli]") {
  const cli::Folder folder;
  for (const std::string& game : {std::string("laser_lawn"), std::string("the_beam"), std::string("boundary")}) {
    INFO(game);
    const std::string file = folder / (game + ".json");
    const auto with = [&](std::vector<std::string> more) {
      std::vector<std::string> all = {"study",  game, "--games",     "20",
                                      "--seed", "9",  "--max-plies", std::to_string(test::scaled(150))};
      all.insert(all.end(), more.begin(), more.end());
      const cli::Answer answer = cli::glint(all);
      INFO(answer.err);
      REQUIRE(answer.status == 0);
      return answer.out;
    };
    const std::string whole = with({"--json", "--threads", "3"}), words = with({});
    CHECK(with({"--json", "--threads", "1", "--out", file}) == whole);
    const std::string kept = cli::read_file(file);
    // The file alone has the report.
    CHECK(cli::glint({"study", file, "--json"}).out == whole);
    CHECK(cli::glint({"study", file}).out == words);
    const std::string covered = cli::glint({"study", file, "--coverage"}).out;
    CHECK(covered.rfind(words, 0) == 0);
    CHECK(covered.size() > words.size());

    StudyPart first = must(read_part(kept, file));
    first.games.resize(5);
    // Of these alone; a whole study knows its own.
    std::vector<std::string> five = {"study", game, "--games", "5", "--seed", "9", "--max-plies", std::to_string(test::scaled(150)), "--json"};
    first.checksum = std::stoull(cli::glint(five).json()["checksum"].get<std::string>(), nullptr, 16);
    folder.write(game + ".json", write_part(first));
    const cli::Answer partial = cli::glint({"study", file, "--json"});
    CHECK(partial.status == 0);
    CHECK(partial.json()["games"] == 5);
    CHECK(partial.err.find("note: only 5 of 20 games were played") == 0);
    CHECK(with({"--json", "--out", file}) == whole);
    CHECK(cli::read_file(file) == kept);
  }
}

TEST_CASE("cli: a file of another study is not resumed", "[study][cli]") {
  const cli::Folder folder;
  const std::string file = folder / "a.json";
  const auto study = [&](const std::string& game, const std::vector<std::string>& more) {
    std::vector<std::string> line = {"study", game, "--games", "4", "--out", file};
    line.insert(line.end(), more.begin(), more.end());
    return cli::glint(line);
  };
  REQUIRE(study("laser_lawn", {"--max-plies", "40"}).status == 0);
  const auto refused = [&](const std::string& game, const std::vector<std::string>& more, const std::string& why) {
    const cli::Answer answer = study(game, more);
    INFO(answer.err);
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK(answer.err.find(why) != std::string::npos);
  };
  refused("laser_lawn", {"--max-plies", "41"}, "belongs to another study: the ply limit is 41 in one and 40 in the other");
  refused("laser_lawn", {"--max-plies", "40", "--seed", "7"}, "the seed is 7 in one and 1 in the other");
  refused("laser_lawn", {"--max-plies", "40", "--seat", "sun=greedy"}, "the bots are ");
  refused("laser_lawn", {"--max-plies", "40", "--set", "side=3"}, "side");
  refused("narrow_front", {"--max-plies", "40"}, "it is a study of `laser_lawn`");
}

TEST_CASE("cli: a study's file is whole or refused", "[study][cli]") {
  const cli::Folder folder;
  const std::string file = folder / "a.json";
  const std::vector<std::string> line = {"study", "laser_lawn", "--games", "4", "--out", file};
  const auto refused = [&](const std::string& why) {
    const cli::Answer answer = cli::glint(line);
    INFO(answer.err);
    CHECK(answer.status == 2);
    CHECK(answer.err.find(why) != std::string::npos);
  };
  REQUIRE(cli::glint(line).status == 0);
  const std::string whole = cli::read_file(file);
  for (const std::size_t length : {std::size_t{1}, whole.size() / 2, whole.size() - 3}) {
    folder.write("a.json", whole.substr(0, length));
    refused("a.json: the file ends too early: perhaps it was truncated");
    CHECK(cli::read_file(file) == whole.substr(0, length));
    CHECK(cli::glint({"study", file}).status == 2);
  }
  // One that is of the same study, and was changed.
  std::string other = whole;
  other.insert(other.find("\"went\":\"") + 8, "1");
  folder.write("a.json", other);
  refused("a.json: the file was changed after it was written: its checksum does not match");
  folder.write("a.json", with_checksum(other));
  CHECK(cli::glint(line).err.find("what the study has kept of a game is not as it goes") != std::string::npos);
  CHECK(cli::read_file(file) == with_checksum(other));
  CHECK(std::distance(std::filesystem::directory_iterator(folder / ""), {}) == 1);

  // Known before a game is played.
  const cli::Answer nowhere =
      cli::glint({"study", "laser_lawn", "--games", "1000000000", "--out", folder / "no/a.json"});
  CHECK(nowhere.status == 2);
  CHECK(nowhere.err.find("no/a.json` cannot be written") != std::string::npos);
}

TEST_CASE("cli: a study that stops when enough is known stops there again", "[study][cli][patient]") {
  const cli::Folder folder;
  const std::vector<std::string> line = {"study", "laser_lawn", "--until", "length within 0.6", "--json"};
  const std::string whole = cli::glint(line).out;
  const std::string file = folder / "a.json";
  std::vector<std::string> kept = line;
  kept.insert(kept.end(), {"--out", file});
  CHECK(cli::glint(kept).out == whole);
  CHECK(cli::glint(kept).out == whole);
  // Nothing is missing: the report of its file is the same.
  CHECK(cli::glint({"study", file, "--json"}).out == whole);
  // From anywhere on the way.
  const StudyPart part = must(read_part(cli::read_file(file), "a"));
  const Game game = must(Game::bundled("laser_lawn"));
  StudyPart first = part;
  first.games.clear();
  StudyTally tally(game.program());
  StudyPlayer player(game, part.header.plan);
  for (std::size_t number = 0; number < part.games.size(); ++number) {
    if (number % 96 == 64) {
      first.checksum = tally.checksum;
      folder.write("a.json", write_part(first));
      CHECK(cli::glint(kept).out == whole);
    }
    REQUIRE_FALSE(player.play(number, tally));
    first.games.push_back(part.games[number]);
  }
}

TEST_CASE("cli: as many studies as a sweep may make, and one more", "[study][cli][patient]") {
  const cli::Folder folder;
  const std::string script = folder.write("short.glint",
                                          "game \"Short\"\nuse square\nplayers sun, moon\noption size: 1..501 = 1\n"
                                          "board grid(2, 1)\nmove pass \"pass\" { }\nplay { turn of sun { choose pass }; end : tie }\n");
  CHECK(cli::glint({"study", script, "--games", "1", "--sweep", "size=1..500"}).status == 0);
  const cli::Answer more = cli::glint({"study", script, "--games", "1", "--sweep", "size"});
  CHECK(more.status == 2);
  CHECK(more.err.find("--sweep: that makes more than 500 studies") != std::string::npos);
}

TEST_CASE("cli: study says what it was asked wrongly", "[study][cli]") {
  const auto wrong = [](std::vector<std::string> line, const std::string& what) {
    line.insert(line.begin(), "study");
    const cli::Answer answer = cli::glint(line);
    INFO(answer.err);
    CHECK(answer.status == 2);
    CHECK(answer.err.find(what) != std::string::npos);
  };
  wrong({"laser_lawn", "--games", "0"}, "--games takes a whole number from 1");
  wrong({"laser_lawn", "--until", "fairness"}, "--until takes a measure and the width of its interval");
  wrong({"laser_lawn", "--until", "first_player_advantge within 2%"}, "did you mean `first_player_advantage`?");
  wrong({"the_beam", "--until", "first_player_advantage within 2%"}, "has no measure `first_player_advantage`");
  wrong({"laser_lawn", "--until", "first_player_advantage within 2"}, "`first_player_advantage` is a percentage");
  wrong({"laser_lawn", "--until", "length within 2%"}, "`length` is not a percentage");
  wrong({"laser_lawn", "--sweep", "sde"}, "did you mean `side`?");
  wrong({"laser_lawn", "--sweep", "side=9"}, "`side` cannot be `9`");
  wrong({"laser_lawn", "--games", "1", "--threads", "1025"}, "1024");
  CHECK(cli::glint({"study", "laser_lawn", "--games", "1", "--max-plies", "1", "--threads", "1024"}).status == 0);
  wrong({"laser_lawn", "--sweep", "side", "--out", "x"}, "this makes 5");
  wrong({"laser_lawn", "--sweep", "side=6..3"}, "write the smaller one first: 3..6");
  wrong({"beams_boosters_barriers", "--sweep", "play=alternating..simultaneous"}, "there is no value between");
  wrong({"laser_lawn", "--sweep", "side=3,4,3"}, "`side` has the value `3` twice");
  wrong({"laser_lawn", "--sweep", "side", "--set", "side=5"}, "--set and --sweep both set `side`");
  wrong({"laser_lawn", "--sweep", "side", "--coverage"}, "--coverage takes one study");
  wrong({"laser_lawn", "--without", "emitter"}, "--without: it takes `piece:NAME` or `move:NAME`");
  wrong({"laser_lawn", "--without", "piece:emiter"}, "did you mean `emitter`?");
  wrong({"laser_lawn", "--without", "move:place@sum"}, "did you mean `sun`?");
  wrong({"laser_lawn", "--seat", "*=gredy"}, "--seat: ");
}

TEST_CASE("cli: study stops when a measure is known, at the same game for any number of threads", "[study][cli]") {
  const std::vector<std::string> line = {"study", "laser_lawn", "--until", "length within 0.4", "--json", "--threads"};
  const auto with = [&](const char* threads) {
    std::vector<std::string> all = line;
    all.push_back(threads);
    return cli::glint(all);
  };
  const cli::Answer one = with("1"), three = with("3");
  REQUIRE(one.status == 0);
  CHECK(one.out == three.out);
  const auto json = one.json();
  CHECK(json["games"].get<int>() < 3000);
  CHECK(json["plan"]["looks"].get<int>() > 50);
  for (const auto& measure : json["measures"])
    if (measure["id"] == "length") CHECK((measure["high"].get<double>() - measure["low"].get<double>()) / 2 <= 0.4);
  CHECK(one.err.find("note:") == std::string::npos);
  // All games of The Beam are as long: that is known when at most 5 games in 100 can be longer.
  const cli::Answer same = cli::glint({"study", "the_beam", "--games", "300", "--until", "length within 1", "--json"});
  CHECK(same.status == 0);
  CHECK(same.json()["games"].get<int>() < 300);
  CHECK(same.json()["games"].get<int>() >= 100);
  CHECK(same.err.empty());
}

TEST_CASE("cli: where all games were the same, the report says so in words", "[study][cli]") {
  const std::string out = cli::glint({"study", "the_beam", "--games", "50"}).out;
  const std::size_t at = out.find("\n  length ");
  REQUIRE(at != std::string::npos);
  CHECK(out.substr(at + 1, out.find('\n', at + 1) - at).find(" always ") != std::string::npos);
  CHECK(cli::glint({"study", "the_beam", "--games", "1"}).out.find(" always ") == std::string::npos);
}

TEST_CASE("cli: where all games were the same, the interval says what may still come", "[study][cli]") {
  for (const char* games : {"1", "50"}) {
    const auto json = cli::glint({"study", "the_beam", "--games", games, "--json"}).json();
    for (const auto& measure : json["measures"]) {
      INFO(measure.dump());
      CHECK(measure["low"].get<double>() <= measure["value"].get<double>());
      CHECK(measure["value"].get<double>() <= measure["high"].get<double>());
      CHECK(measure["low"].get<double>() < measure["high"].get<double>());
    }
    // A sentence is no place for that: it says how long these games were.
    const bool one = std::string(games) == "1";
    const auto verdict = json["verdict"].get<std::string>();
    INFO(verdict);
    CHECK(verdict.find(one ? ", in 1 game of 24 plies." : ", in 50 games of 24 plies each.") != std::string::npos);
  }
}

TEST_CASE("cli: a study is made longer, and then is the longer one to the byte", "[study][cli][patient]") {
  const cli::Folder folder;
  const std::string file = folder / "a.json", whole = folder / "b.json";
  const auto study = [](const std::string& games, const std::string& out, std::vector<std::string> more = {}) {
    std::vector<std::string> line = {"study", "laser_lawn", "--games", games, "--out", out, "--json"};
    line.insert(line.end(), more.begin(), more.end());
    return cli::glint(line);
  };
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--coverage"}}) {
    std::filesystem::remove(file);
    std::filesystem::remove(whole);
    REQUIRE(study("6", file, more).status == 0);
    const cli::Answer longer = study("16", file, more), once = study("16", whole, more);
    CHECK(longer.status == 0);
    CHECK(longer.out == once.out);
    CHECK(cli::read_file(file) == cli::read_file(whole));
  }
  const cli::Answer shorter = study("12", file, {"--coverage"});
  CHECK(shorter.status == 2);
  CHECK(shorter.err.find("is a study of 16 games, more than --games asks for") != std::string::npos);
}

TEST_CASE("cli: what a script may take is said to the report of a file, and to --show, too", "[study][cli]") {
  const cli::Folder folder;
  const std::string file = folder / "a.json";
  REQUIRE(cli::glint({"study", "laser_lawn", "--games", "2", "--out", file}).status == 0);
  // A study file can be the input, too.
  const std::string shown = cli::glint({"study", file, "--show", "1"}).out;
  CHECK(shown == cli::glint({"study", "-", "--show", "1"}, cli::read_file(file)).out);
  CHECK_FALSE(shown.empty());
  for (std::vector<std::string> line : {std::vector<std::string>{"study", file}, {"study", file, "--show", "0"}}) {
    CHECK(cli::glint(line).status == 0);
    line.insert(line.end(), {"--limit", "cells=10"});
    const cli::Answer answer = cli::glint(line);
    CHECK(answer.status == 1);
    CHECK(answer.err.find("G0503") != std::string::npos);
  }
}

TEST_CASE("cli: a study of a script that has changed is told so, not by a hash", "[study][cli]") {
  const cli::Folder folder;
  const auto script = [&](const std::string& text) { return folder.write("a.glint", text); };
  const std::string rules =
      "game \"One\"\nuse square\nplayers a\nboard grid(1, 1)\nmove go \"go\" { }\nplay { turn of a { choose go } }\n";
  const std::string path = script(rules), file = folder / "a.json";
  const std::vector<std::string> line = {"study", path, "--games", "4", "--out", file};
  REQUIRE(cli::glint(line).status == 0);
  script(rules + "// a comment\n");
  for (const std::vector<std::string>& again : {line, {"study", file}}) {
    const cli::Answer answer = cli::glint(again);
    INFO(answer.err);
    CHECK(answer.status > 0);
    CHECK(answer.err.find("the script has changed since; its rules have not") != std::string::npos);
  }
  script(rules + "var further: 0..3 = 0\n");
  const cli::Answer answer = cli::glint(line);
  INFO(answer.err);
  CHECK(answer.status == 2);
  CHECK(answer.err.find("the script has changed since, and its rules with it") != std::string::npos);
}

TEST_CASE("cli: a sweep goes over numbers by their size", "[study][cli]") {
  const auto json =
      cli::glint({"study", "beams_boosters_barriers", "--sweep", "columns=5..9", "--games", "3", "--json"}).json();
  REQUIRE(json["studies"].size() == 3);
  CHECK(json["studies"][0]["label"] == "columns=5");
  CHECK(json["studies"][2]["label"] == "columns=9");
}

TEST_CASE("cli: sweeps and restricted play stand side by side", "[study][cli][patient]") {
  const cli::Answer sweep =
      cli::glint({"study", "beams_boosters_barriers", "--sweep", "columns=5,9", "--games", "60", "--json"});
  INFO(sweep.err);
  REQUIRE(sweep.status == 0);
  const auto json = sweep.json();
  CHECK(json["base"] == "columns=9");
  CHECK(json["studies"].size() == 2);
  // Each study is the one that it would be by itself.
  const cli::Answer alone =
      cli::glint({"study", "beams_boosters_barriers", "--set", "columns=5", "--games", "60", "--json"});
  CHECK(json["studies"][0]["study"].dump() == alone.json().dump());
  for (const auto& measure : json["comparison"])
    if (measure["id"] == "branching_factor") {
      CHECK(measure["values"][0]["differs"] == true);
      CHECK(measure["values"][0]["difference"]["high"].get<double>() < 0);
    }
  const cli::Answer without = cli::glint({"study", "laser_lawn", "--without", "move:challenge", "--games", "40"});
  REQUIRE(without.status == 0);
  for (const char* part :
       {"as it is", "without move:challenge", "without move:challenge@sun", "* differs from `as it is`"})
    CHECK(without.out.find(part) != std::string::npos);
  CHECK(without.out.find("nothing could be chosen") == std::string::npos);
  const cli::Answer forced = cli::glint({"study", "laser_lawn", "--without", "piece:emitter", "--games", "5"});
  CHECK(forced.out.find("\n`without piece:emitter@sun`: at ") != std::string::npos);
}

TEST_CASE("cli: a study's page is one file that needs nothing else", "[study][cli]") {
  const cli::Folder folder;
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--sweep", "side=3,4"}, {"--without", "piece:emitter"}}) {
    std::vector<std::string> line = {"study", "laser_lawn", "--games", "5", "--html", folder / "a.html"};
    line.insert(line.end(), more.begin(), more.end());
    REQUIRE(cli::glint(line).status == 0);
    const std::string page = cli::read_file(folder / ("a.html"));
    CHECK(page.find("<!DOCTYPE html>") == 0);
    CHECK(page.find("</html>") != std::string::npos);
    CHECK(page.find("<svg") != std::string::npos);
    for (const char* outside : {"http://", "https://", "<script", "@import", "src="}) {
      std::size_t at = page.find(outside);
      // The name of the SVG namespace looks like an address, but nobody opens it.
      while (at != std::string::npos && page.compare(at, 18, "http://www.w3.org/") == 0)
        at = page.find(outside, at + 1);
      CHECK(at == std::string::npos);
    }
    for (const char* strange : {"nan", "inf\""}) CHECK(page.find(strange) == std::string::npos);
  }
}

TEST_CASE("cli: a study that is stopped before its first game ends leaves a file to go on from", "[study][cli]") {
  const cli::Folder folder;
  const std::string file = folder / "early.json";
  bool stops = false;
  Limits limits;
  limits.stop = [&stops] { return stops; };
  const Game game = must(Game::bundled("boundary", {}, limits));
  std::istringstream in;
  std::ostringstream out, err;
  cli::Console console{in, out, err};
  StudyPlan plan;
  plan.games = 40;
  plan.players = {"random", "random"};
  StudyPart part{header_of(game, "boundary", plan), {}};
  stops = true;
  const auto error = cli::run_study(game, part, {1, "", file, std::nullopt, nullptr}, console);
  REQUIRE(error.has_value());
  CHECK(error->help.find("0 games are saved: run the command again to resume") != std::string::npos);
  StudyPart again = must(read_part(cli::read_file(file), file));
  CHECK(again.games.empty());
  const cli::Answer report = cli::glint({"study", file});
  CHECK(report.status == 0);
  CHECK(report.err.find("note: only 0 of 40 games were played") == 0);
}

TEST_CASE("cli: a study whose file would be too large is played to its end, and its file has the first games", "[study][cli]") {
  const cli::Folder folder;
  const std::string file = folder / "large.json";
  const Game game = must(Game::bundled("the_beam", {}));
  std::istringstream in;
  std::ostringstream out, err;
  cli::Console console{in, out, err};
  const auto played = [&](std::uint64_t games, std::size_t most) {
    StudyPlan plan;
    plan.games = games;
    plan.players.assign(game.players().size(), "random");
    StudyPart part{header_of(game, "the_beam", plan), {}};
    cli::StudyRun run{1, "", file};
    run.most = most;
    if (std::filesystem::exists(file)) cli::go_on(file, part, console);
    const auto error = cli::run_study(game, part, run, console);
    REQUIRE_FALSE(error.has_value());
    return part.tally.games;
  };
  CHECK(played(100, 1'000'000) == 100);
  CHECK(err.str().empty());
  const std::size_t size = cli::read_file(file).size();
  CHECK(played(600, size + 200) == 600);
  CHECK(err.str().find("note: `" + file + "` has only the first 100 games: with all it would be too large") == 0);
  CHECK(must(read_part(cli::read_file(file), file)).games.size() == 100);
}

TEST_CASE("cli: a study calls pieces as the rules do, and its JSON as the script does", "[study][cli]") {
  const cli::Folder folder;
  const std::string script = folder.write(
      "stones.glint",
      "game \"Stones\"\nuse square\nplayers sun, moon\nboard grid(2, 1)\n"
      "piece wall \"barrier\" of player { look \"{owner:1}\" }\nmove place \"{at}\" { pick at in empty; "
      "put wall on at }\nplay { turn of sun { choose place }; turn of moon { choose place }; end : tie }\n");
  const cli::Answer words = cli::glint({"study", script, "--games", "2"});
  INFO(words.err);
  REQUIRE(words.status == 0);
  CHECK(words.out.find("barrier of sun") != std::string::npos);
  CHECK(words.out.find("wall of sun") == std::string::npos);
  CHECK(cli::glint({"study", script, "--games", "2", "--json"}).out.find("\"wall\"") != std::string::npos);
}
