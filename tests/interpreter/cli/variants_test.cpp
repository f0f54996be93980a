// Variants on the command line: named as games are, and listed beneath them.
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

using namespace glint;

TEST_CASE("cli: variants by name and by path, under every command", "[patient]") {
  cli::Folder folder;
  folder.write("line.glint", std::string(cli::read_file(glint::test::source_folder() + "/games/boundary.glint")));
  const std::string mine =
      folder.write("mine.glint", "variant \"Mine\" of line\noption balance = all\ntest \"t\" { }\n");
  const std::string path = folder.write("path.glint", "variant \"P\" of \"mine.glint\"\nremove heuristic\n");
  for (const std::string& game : std::vector<std::string>{mine, path, "open_boundary"}) {
    CAPTURE(game);
    for (const char* command : {"check", "test", "show", "moves"}) {
      CAPTURE(command);
      const cli::Answer answer = cli::glint({std::string(command), game});
      CAPTURE(answer.err);
      CHECK(answer.status == 0);
    }
    CHECK(cli::glint({"perft", game, "--depth", "1"}).out.find("42") != std::string::npos);
    CHECK(cli::glint({"bench", game, "--seconds", "0.01"}).status == 0);
    const cli::Answer played = cli::glint({"play", game, "--seat", "*=random", "--max-plies", "5", "--json"});
    CHECK(played.json()["game"] == game);
    CHECK(played.json()["options"]["balance"] == "all");
    // The record names the variant, which is where it replays.
    const std::string record = folder.write("record.json", played.out);
    const cli::Answer replayed = cli::glint({"replay", record, "--json"});
    CHECK(replayed.json()["legal"] == true);
    CHECK(replayed.json()["warnings"].empty());
  }
  CHECK(cli::glint({"test", mine}).out == mine + ": 1 test passed\n");
  CHECK(cli::glint({"check", mine, "--set", "balance=own"}).status == 0);
  const cli::Answer outside = cli::glint({"check", folder.write("deep/v.glint", "variant \"V\" of \"../line\"\n")});
  CHECK(outside.err.find("G0507") != std::string::npos);
  CHECK(outside.err.find("leaves the folder of the script") != std::string::npos);
  CHECK(cli::glint({"check", folder / "deep/v.glint", "--path", folder / ""}).status == 0);
}

TEST_CASE("cli: variants that combine others, in the same folder or in one that is named") {
  cli::Folder folder;
  folder.write(
      "parts/slow.glint",
      "variant \"Slow\" of boundary\nafter alone { require land in pyramid and land.size < 3  \"too heavy\" }\n");
  folder.write("parts/wait.glint", "variant \"Wait\" of boundary\nmove wait \"wait\" beside alone { }\n");
  const std::string changes = "test \"t\" { expect moves(wait) == 1; play \"wait\" }\n";
  const std::string below =
      folder.write("below.glint", "variant \"B\" of boundary with \"parts/slow\", \"parts/wait\"\n" + changes);
  const std::string apart =
      folder.write("apart/v.glint", "variant \"A\" of boundary with \"slow\", \"wait\", open_boundary\n" + changes);
  for (const std::string& game : {below, apart}) {
    CAPTURE(game);
    const auto run = [&](std::vector<std::string> words) {
      words.insert(words.end(), {"--path", folder / "parts"});
      return cli::glint(words);
    };
    for (const char* command : {"check", "test", "show", "moves"}) {
      CAPTURE(command);
      const cli::Answer answer = run({command, game});
      CAPTURE(answer.err);
      CHECK(answer.status == 0);
    }
    CHECK(run({"perft", game, "--depth", "1"}).out.find("43") != std::string::npos);
    const cli::Answer played = run({"play", game, "--seat", "*=random", "--max-plies", "5", "--json"});
    CAPTURE(played.err);
    CHECK(played.json()["options"]["balance"] == (game == apart ? "all" : "own"));
    const cli::Answer replayed = run({"replay", folder.write("record.json", played.out), "--json"});
    CAPTURE(replayed.err);
    CHECK(replayed.json()["legal"] == true);
  }
  const std::string apart_alone = cli::glint({"check", apart}).err;
  CAPTURE(apart_alone);
  CHECK(apart_alone.find("there is no variant `slow`") != std::string::npos);
  CHECK(apart_alone.find("help: write its name if it is bundled, in the script's folder, or in a folder named by "
                         "`--path`; write a path "
                         "if it is in a folder below: `with \"folder/file\"`\n") != std::string::npos);
  const cli::Answer told = cli::glint({"diff", "boundary", below, "--depth", "1"});
  CHECK(told.out.find("added move wait") != std::string::npos);
  CHECK(told.out.find("added after alone") != std::string::npos);
}

TEST_CASE("cli: a file is one file under two spellings of its path") {
  cli::Folder folder;
  const std::string name = std::filesystem::path(folder / "").parent_path().filename().string();
  folder.write("a.glint", "variant \"A\" of boundary\nremove heuristic\n");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "");
  folder.write("both.glint", "variant \"B\" of \"a\" with \"./a\", \"../" + name + "/a\"\n");
  folder.write("base.glint", std::string(cli::read_file(glint::test::source_folder() + "/games/boundary.glint")));
  folder.write("b.glint", "variant \"B\" of \"../" + name + "/base\"\n");
  folder.write("two.glint", "variant \"T\" of \"base\" with \"b\"\n");
  const cli::Answer both = cli::glint({"check", "both.glint"}), two = cli::glint({"check", "two.glint"});
  std::filesystem::current_path(before);
  CAPTURE(both.err, two.err);
  CHECK(both.status == 0);
  CHECK(two.status == 0);
}

TEST_CASE("cli: what is misspelt on the command line is told with what was meant") {
  CHECK(cli::glint({"check", "open_bondary"}).status == 2);
  CHECK(cli::glint({"show", "open_bondary"}).err.find("did you mean `open_boundary`?") != std::string::npos);
  const cli::Answer value = cli::glint({"show", "boundary", "--set", "balance=al"});
  CHECK(value.status == 2);
  CHECK(value.err.find("did you mean `all`? it takes {own, all}") != std::string::npos);
  CHECK(cli::glint({"show", "boundary", "--set", "balance=7"}).err.find("it takes {own, all}") != std::string::npos);
  CHECK(cli::glint({"show", "boundary", "--set", "balanc=own"}).err.find("did you mean `balance`?") !=
        std::string::npos);
  CHECK(cli::glint({"show", "laser_lawn", "--set", "side=9"}).err.find("it takes 2..6") != std::string::npos);
  CHECK(cli::glint({"show", "low_trees", "--set", "balance=own"}).err.find("no option `balance`") != std::string::npos);
}

TEST_CASE("cli: list shows variants beneath their games, with what differs") {
  const std::string text = cli::glint({"list"}).out;
  CHECK(text.find(" \n") == std::string::npos);
  const std::size_t boundary = text.find("boundary  \"Boundary\""),
                    open = text.find("    open_boundary  \"Open Boundary\""),
                    lawn = text.find("laser_lawn  \"Laser Lawn\""), broad = text.find("    broad_lawn  \"Broad Lawn\"");
  REQUIRE(broad != std::string::npos);
  CHECK(boundary < open);
  CHECK(open < lawn);
  CHECK(lawn < broad);
  const std::string shown = text.substr(broad, text.find("half_silvered") - broad);
  CHECK(shown.find("--set side=5  of 2..6") != std::string::npos);
  CHECK(shown.find("mirror") == std::string::npos);

  const auto json = cli::glint({"list", "--json"}).json();
  REQUIRE(json["variants"].size() == Game::bundled_variants().size());
  for (const auto& variant : json["variants"]) {
    for (const char* key : {"name", "of", "title", "doc", "players", "options"}) CHECK(variant.contains(key));
    if (variant["name"] != "broad_lawn") continue;
    CHECK(variant["of"] == "laser_lawn");
    REQUIRE(variant["options"].size() == 4);
    CHECK(variant["options"][0]["default"] == "5");
    CHECK(variant["options"][0]["domain"] == "2..6");
  }
}
