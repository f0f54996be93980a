// The samples of README.md: its game is checked and its tests run, its commands are run.
#include <algorithm>

#include "glint/glint.hpp"
#include "tests/catch.hpp"
#include "tests/interpreter/cli_run.hpp"

TEST_CASE("readme: the scripts in it are right, and so are their tests") {
  const std::string readme = glint::cli::read_file(std::string(GLINT_SOURCE_DIR) + "/README.md");
  const std::string fence = "```glint\n";
  int scripts = 0;
  for (std::size_t at = 0; (at = readme.find(fence, at)) != std::string::npos; ++scripts) {
    const std::size_t begin = at + fence.size();
    at = readme.find("```", begin);
    const std::string script = readme.substr(begin, at - begin);
    const auto game = glint::Game::from_text(script, "readme.glint");
    INFO(script << game.error_text());
    REQUIRE(game.ok());
    const auto reports = glint::run_tests(*game);
    REQUIRE(reports.size() == 1);
    INFO(reports[0].failure);
    CHECK(reports[0].passed);
  }
  CHECK(scripts == 2);
}

TEST_CASE("readme: its commands do what they say") {
  const std::string root = GLINT_SOURCE_DIR;
  std::istringstream readme(glint::cli::read_file(root + "/README.md"));
  const glint::cli::Folder folder;
  int commands = 0;
  for (std::string line; std::getline(readme, line);) {
    if (line.rfind("    glint ", 0) != 0) continue;
    std::vector<std::string> words = glint::cli::words_of(line.substr(10));
    for (std::string& word : words) {
      if (word.rfind("games/", 0) == 0 || word.rfind("examples/", 0) == 0) word = root + "/" + word;
      if (word == "lawn.svg" || word.rfind("my_", 0) == 0) word = folder / word;
    }
    INFO(line);
    const glint::cli::Answer answer = glint::cli::glint(words);
    INFO(answer.err);
    CHECK(answer.status == 0);
    const bool draws_to_file = std::find(words.begin(), words.end(), "--svg") != words.end();
    CHECK(answer.out.empty() == draws_to_file);
    ++commands;
  }
  CHECK(commands >= 10);
}
