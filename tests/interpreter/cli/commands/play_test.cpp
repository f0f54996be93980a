// Playing and replaying: people at the prompt, programs, records.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

namespace glint::cli {
namespace {

TEST_CASE("cli: two people play, ask, err and take back") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps);
  const Answer game = glint({"play", lamps, "--draw", "mover=near", "--set", "most=2"},
                            "help\nmoves a1 e\na1 e red\na1 n red\nwhy\nwhy b1\nundo\nb1 e red\nc1 e blue\n");
  INFO(game.out << game.err);
  CHECK(game.status == 0);
  CHECK(game.out.find("{at} {facing} {hue_of}") != std::string::npos);
  CHECK(game.out.find("2 moves of 72") != std::string::npos);
  CHECK(game.out.find("a lamp already stands on a1") != std::string::npos);
  CHECK(game.out.find("b1 shows red, by the beam of a1.") != std::string::npos);
  CHECK(game.out.find("2. far: c1 e blue") != std::string::npos);
  CHECK(game.out.find("The game is over: tie.") != std::string::npos);
  CHECK(game.out.find("seed ") != std::string::npos);
}

TEST_CASE("cli: the end of the input is not the end of the game") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps);
  CHECK(glint({"play", lamps, "--quiet"}, "a1 e red\n").status == 1);
  CHECK(glint({"play", lamps, "--quiet"}, "a1 e red\nquit\n").status == 0);
  CHECK(glint({"play", lamps, "--quiet"}, "").status == 1);
  const Answer ended = glint({"play", lamps, "--json"}, "a1 e red\n");
  CHECK(ended.status == 1);
  CHECK(ended.err.find("error: the input ended before the game was over") != std::string::npos);
  const auto record = ended.json();
  CHECK(record["moves"] == nlohmann::json::parse(R"(["a1 e red"])"));
  CHECK(record["result"].is_null());
}

TEST_CASE("cli: programs play the same game from the same seed, and its record replays") {
  const std::vector<std::string> line = {"play", "boundary",    "--seat", "*=random", "--seed",
                                         "7",    "--max-plies", "30",     "--json"};
  const Answer first = glint(line);
  CHECK(first.status == 0);
  CHECK(first.err.empty());
  CHECK(glint(line).out == first.out);
  auto other = line;
  other[5] = "8";
  CHECK(glint(other).out != first.out);
  const auto record = first.json();
  CHECK(record["glint"] == 1);
  CHECK(record["game"] == "boundary");
  CHECK(record["options"]["balance"] == "own");
  CHECK(record["rules"].get<std::string>().size() == 16);
  CHECK(record["moves"].size() == 30);
  CHECK(record["result"] == "unfinished");
  const Answer replayed = glint({"replay", "-", "--json"}, first.out);
  CHECK(replayed.status == 1);  // it stops before the end
  CHECK(replayed.json()["legal"] == true);
  CHECK(replayed.json()["plies"] == 30);
  CHECK(replayed.json()["result"] == "unfinished");
}

TEST_CASE("cli: a game of programs is saved where that is asked for") {
  Folder folder;
  const std::string file = folder / "game.json";
  const Answer game = glint({"play", "boundary", "--seat", "*=random", "--max-plies", "6", "--quiet", "--save", file});
  CHECK(game.status == 0);
  CHECK(nlohmann::json::parse(read_file(file))["moves"].size() == 6);
  // What cannot be saved is no success, even where nothing is said during the game.
  for (const char* how : {"--json", "--quiet"}) {
    const Answer lost = glint({"play", "boundary", "--seat", "*=random", "--max-plies", "6", how, "--save", folder / "none/game.json"});
    CHECK(lost.status == kUsage);
    CHECK(lost.err.find("cannot be written: no such file or directory\n  help: the last moves of this game are not saved") !=
          std::string::npos);
    CHECK(lost.out.find("The game is saved in " + folder / "none/game.json;") == std::string::npos);
  }
}

TEST_CASE("cli: a finished game replays with chance, options and result") {
  const Answer played = glint({"play", "laser_lawn", "--seat", "*=random", "--seed", "3", "--set", "side=3", "--json"});
  CHECK(played.status == 0);
  const Answer replayed = glint({"replay", "-", "--json"}, played.out);
  INFO(replayed.out << replayed.err);
  CHECK(replayed.status == 0);
  CHECK(replayed.json()["result"] == played.json()["result"]);
  CHECK(replayed.json()["score"].contains("sun"));
}

TEST_CASE("cli: the published game") {
  const std::string path = glint::test::source_folder() + "/games/records/boundary_2010_01_31.json";
  const Answer answer = glint({"replay", path, "--json"});
  CHECK(answer.status == 0);
  CHECK(answer.json()["legal"] == true);
  CHECK(answer.json()["plies"] == 43);
  CHECK(answer.json()["result"] == "green wins");
  const Answer text = glint({"replay", path});
  CHECK(text.out.find("   1. red  (c3-a3)(a1-c3)") != std::string::npos);
  CHECK(text.out.find("  43. red  resign") != std::string::npos);
}

TEST_CASE("cli: a record with an illegal move says which and why") {
  const std::string record = R"_({"glint": 1, "game": "boundary", "moves": ["(c3-a3)(a1-c3)", "(c3-a3)(a1-c3)"]})_";
  const Answer answer = glint({"replay", "-"}, record);
  CHECK(answer.status == 1);
  CHECK(answer.err.find("move 2, `(c3-a3)(a1-c3)`:") != std::string::npos);
  CHECK(glint({"replay", "-", "--json"}, record).json()["legal"] == false);
  CHECK(glint({"replay", "-", "--json"}, record).json()["plies"] == 1);
}

TEST_CASE("cli: another hash of the rules is a warning, a wrong result is not overlooked") {
  const std::string changed =
      R"({"glint": 1, "game": "boundary", "rules": "0000000000000000", "moves": ["resign"], "result": "green wins"})";
  const Answer warned = glint({"replay", "-"}, changed);
  CHECK(warned.status == 0);
  CHECK(warned.err.find("warning: the rules have changed") == 0);
  const Answer wrong =
      glint({"replay", "-"}, R"({"glint": 1, "game": "boundary", "moves": ["resign"], "result": "red wins"})");
  CHECK(wrong.status == 1);
  CHECK(wrong.err.find("the record says `red wins`") != std::string::npos);
}

TEST_CASE("cli: play saves a record that replay reads") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps);
  const Answer game =
      glint({"play", lamps, "--draw", "mover=far"},
            "a1 e red\nsave " + (folder / "game.json") + "\nsave " + (folder / "no/folder/x") + "\nstop\n");
  CHECK(game.status == 0);
  CHECK(game.out.find("cannot be written") != std::string::npos);
  const Answer replayed = glint({"replay", folder / "game.json", "--json"});
  CHECK(replayed.status == 1);
  CHECK(replayed.json()["plies"] == 1);
  CHECK(nlohmann::json::parse(read_file(folder / "game.json"))["draws"] ==
        nlohmann::json::parse(R"([{"draw": "mover", "value": "far"}])"));
}

TEST_CASE("cli: a record that began elsewhere keeps its position") {
  Folder folder;
  const std::string position =
      folder.write("at.txt", glint({"show", "boundary", "--after", "(c3-a3)(a1-c3)", "--text"}).out);
  const Answer played = glint({"play", "boundary", "--at", position, "--after", "(d3-f5)(f1-f3)", "--seat", "*=random",
                               "--json", "--max-plies", "4"});
  CHECK(played.status == 0);
  CHECK(played.json()["moves"].size() == 5);
  CHECK(glint({"replay", "-", "--json"}, played.out).json()["plies"] == 5);
}

TEST_CASE("cli: seats") {
  CHECK(glint({"play", "laser_lawn", "--seat", "moom=random"}).status == 2);
  CHECK(glint({"play", "laser_lawn", "--seat", "moom=random"}).err.find("did you mean `moon`?") != std::string::npos);
  CHECK(glint({"play", "laser_lawn", "--seat", "moon=genius"}).status == 2);
  CHECK(glint({"play", "laser_lawn", "--seat", "moon=random, sun=random"}).err.find("repeat the option for each") !=
        std::string::npos);
  const Answer greedy =
      glint({"play", "laser_lawn", "--seat", "sun=greedy", "--seat", "moon=random", "--max-plies", "4", "--json"});
  CHECK(greedy.status == 0);
  CHECK(greedy.json()["moves"].size() == 4);
}

TEST_CASE("cli: how far a program has looked ahead") {
  const auto with = [](const std::string& seat) {
    return glint({"play", "laser_lawn", "--quiet", "--max-plies", "4", "--seat", seat, "--seat", "moon=random"}).out;
  };
  const std::string by_plies = with("sun=alphabeta:1");
  CHECK(by_plies.find("\nalphabeta:1, sun, looked 1.0 plies ahead: ") != std::string::npos);
  CHECK(by_plies.find(" positions a move.\n") != std::string::npos);
  CHECK(by_plies.find("a second") == std::string::npos);  // it would be another number each time
  CHECK(with("sun=alphabeta:5ms").find(" thousand a second.\n") != std::string::npos);
  CHECK(with("sun=mcts:5").find("looked") == std::string::npos);
}

TEST_CASE("cli: what a program expects stands behind its move") {
  Folder folder;
  const std::string lamps = folder.write("lamps.glint", kLamps);
  const std::vector<std::string> line = {"play", lamps, "--quiet", "--seed", "3", "--seat"};
  const auto with = [&](const std::string& seat, const std::string& input = "") {
    auto all = line;
    all.push_back(seat);
    return glint(all, input).out;
  };
  CHECK(with("*=mcts:20").find(" %)\n") != std::string::npos);
  CHECK(with("*=random").find('(') == std::string::npos);
  CHECK(with("near=mcts:20", "a1 e red\na2 e red\na3 e red\na2 n red\n").find(" %)\n") != std::string::npos);
  // In a game with secrets it is for no person to know; that nothing is known is.
  const std::string told = folder.write("told.glint", kTold);
  const Answer watched = glint({"play", told, "--quiet", "--seat", "*=mcts:20", "--seed", "5"});
  INFO(watched.out << watched.err);
  CHECK(watched.out.find("1. sun: ") == 0);
  CHECK(watched.out.find(" %)\n2. sun: ") != std::string::npos);
  CHECK(watched.out.find("  (at random)\n") != std::string::npos);
  CHECK(watched.out.find("mcts:20, sun, chose 2 of 3 moves at random: it found no position consistent with what it has seen.") !=
        std::string::npos);
  const Answer against = glint({"play", told, "--quiet", "--seat", "sun=mcts:20", "--seed", "5"}, "rest\n");
  CHECK(against.out.find(" %)") == std::string::npos);
  CHECK(against.out.find("chose 2 of 3 moves at random") != std::string::npos);
}

}  // namespace
}  // namespace glint::cli
