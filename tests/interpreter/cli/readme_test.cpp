// The samples of README.md: its scripts are checked, its commands are run, and those of the pages that it leads to.
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace {

/// The blocks of a page between "```glint" and "```".
std::vector<std::string> blocks_of(const std::string& page) {
  const std::string fence = "```glint\n";
  std::vector<std::string> blocks;
  for (std::size_t at = 0; (at = page.find(fence, at)) != std::string::npos;) {
    const std::size_t begin = at + fence.size();
    at = page.find("```", begin);
    blocks.push_back(page.substr(begin, at - begin));
  }
  return blocks;
}

}  // namespace

TEST_CASE("readme: its variant is right, and its emitter is that of the game in the picture beside it") {
  const std::string readme = glint::cli::read_file(glint::test::source_folder() + "/README.md");
  CHECK(std::count(readme.begin(), readme.end(), '\n') <= 90);
  const std::vector<std::string> blocks = blocks_of(readme);
  REQUIRE(blocks.size() == 2);
  const auto emitter = glint::Game::from_text("variant \"Beside\" of laser_lawn\nreplace " + blocks[0], "readme.glint");
  INFO(emitter.error_text());
  REQUIRE(emitter.ok());
  const auto variant = glint::Game::from_text(blocks[1], "readme.glint");
  INFO(variant.error_text());
  REQUIRE(variant.ok());
  const auto reports = glint::run_tests(*variant);
  REQUIRE(reports.size() == 1);
  INFO(reports[0].failure);
  CHECK(reports[0].passed);

  // The commands of the picture draw the same with that emitter, but for the title.
  const std::string mark = "<!-- glint show laser_lawn ";
  const glint::cli::Folder folder;
  const auto lines_with = [&](const std::string& game, const std::string& options) {
    const std::string shown = glint::cli::glint(glint::cli::words_of("show " + game + " " + options)).out;
    return shown.substr(shown.find('\n'));
  };
  const std::string path = folder.write("beside.glint", "variant \"Beside\" of laser_lawn\nreplace " + blocks[0]);
  int frames = 0;
  std::string last;
  for (std::size_t at = 0; (at = readme.find(mark, at)) != std::string::npos; ++frames) {
    at += mark.size();
    const std::string options = readme.substr(at, readme.find(" -->", at) - at);
    last = lines_with("laser_lawn", options);
    CHECK(lines_with(path, options) == last);
  }
  CHECK(frames == 3);
  CHECK(last.find("red, green and blue") != std::string::npos);
}

TEST_CASE("readme: the small games whose values are on the page of the games are right") {
  const std::vector<std::string> blocks = blocks_of(glint::cli::read_file(glint::test::source_folder() + "/games/README.md"));
  REQUIRE(blocks.size() == 2);
  for (const std::string& block : blocks) {
    const auto variant = glint::Game::from_text(block, "small.glint");
    INFO(variant.error_text());
    REQUIRE(variant.ok());
    CHECK(variant->start().ok());
  }
}

TEST_CASE("readme: its picture shows each position alone, and the last one to readers who want no motion") {
  const std::string picture = glint::cli::read_file(glint::test::source_folder() + "/examples/gallery/bent_beam.svg");
  // A shape has one name, also if several positions have it, and each name that is used is there.
  std::set<std::string> names;
  std::set<std::string> used;
  for (const std::string& mark : {std::string(" id=\""), std::string(" href=\"#"), std::string("url(#")}) {
    for (std::size_t at = 0; (at = picture.find(mark, at)) != std::string::npos;) {
      at += mark.size();
      const std::string name = picture.substr(at, picture.find_first_of("\")", at) - at);
      if (mark[0] == ' ' && mark[1] == 'i')
        CHECK(names.insert(name).second);
      else
        used.insert(name);
    }
  }
  CHECK(used.size() > 3);
  for (const std::string& name : used) CHECK(names.count(name) == 1);

  const auto has = [&](const std::string& text) { return picture.find(text) != std::string::npos; };
  CHECK(has("<g id=\"frame1\" visibility=\"hidden\">"));
  CHECK(has("<g id=\"frame2\" visibility=\"hidden\">"));
  CHECK(has("<g id=\"frame3\">"));
  CHECK(!has("frame4"));
  const std::size_t motion = picture.find("<style>@media (prefers-reduced-motion:no-preference){");
  REQUIRE(motion != std::string::npos);
  CHECK(picture.find("@keyframes") > motion);
  CHECK(picture.rfind("@keyframes") < picture.find("</style>", motion));
}

TEST_CASE("readme: it names examples to begin from, and so does the tutorial") {
  for (const char* page : {"README.md", "lang/TUTORIAL.md"}) {
    const std::string text = glint::cli::read_file(glint::test::source_folder() + "/" + page);
    for (const char* example :
         {"examples/laser_chess.glint)", "examples/mirror_maze.glint)", "examples/contraption.glint)"}) {
      INFO(page << " " << example);
      CHECK(text.find(example) != std::string::npos);
    }
  }
}

TEST_CASE("readme: its commands, and those of the page on the command line, do what they say", "[patient]") {
  const std::string root = glint::test::source_folder();
  const glint::cli::Folder folder;
  int commands = 0;
  for (const char* page : {"/README.md", "/interpreter/cli/README.md"}) {
    std::istringstream lines(glint::cli::read_file(root + page));
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("    glint ", 0) != 0) continue;
      ++commands;
      std::vector<std::string> words = glint::cli::words_of(line.substr(10));
      for (std::string& word : words) {
        if (word.rfind("games/", 0) == 0 || word.rfind("examples/", 0) == 0) word = root + "/" + word;
        if (word == "lawn.svg" || word.rfind("my_", 0) == 0) word = folder / word;
      }
      const bool watches = std::find(words.begin(), words.end(), "--watch") != words.end();
      if (watches) words.insert(words.end(), {"--limit", "seconds=1"});  // a reader ends it by Ctrl-C
      if (words[0] == "diff" && glint::test::scale() < 1) continue;      // the longest; tests of its own run it, too
      INFO(line);
      const bool serves = words[0] == "serve";  // whoever asks it something
      const glint::cli::Answer answer =
          glint::cli::glint(glint::cli::scaled_words(words),
                            serves ? R"({"id": 1, "method": "glint/show", "params": {"game": "boundary"}})" : "");
      INFO(answer.err);
      CHECK(answer.status == (words[0] == "diff" ? 1 : 0));  // the two that it compares do differ
      const bool draws_to_file = std::find(words.begin(), words.end(), "--svg") != words.end();
      CHECK(answer.out.empty() == draws_to_file);
    }
  }
  CHECK(commands >= 30);
}

namespace {

/// Lines of a script that are neither blank nor a comment: of its rules, without drawn boards, of its tests; and how
/// many tests.
struct Lines {
  int rules = 0, tests = 0, cases = 0;
};

Lines lines_of(const std::string& script) {
  Lines lines;
  std::istringstream in(script);
  bool in_test = false, in_drawing = false;
  for (std::string line; std::getline(in, line);) {
    if (!in_test && line.find("\"\"\"") != std::string::npos)
      in_drawing = !in_drawing;
    else if (in_drawing)
      continue;
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos || line.compare(first, 2, "//") == 0) continue;
    const bool begins = line.rfind("test ", 0) == 0;
    in_test = in_test || begins;
    ++(in_test ? lines.tests : lines.rules);
    lines.cases += begins;
    // A test ends with a brace at the beginning of a line, or at the end of its own.
    if (line[0] == '}' || (begins && line.substr(0, line.find(" //")).find_last_of('}') ==
                                         line.substr(0, line.find(" //")).find_last_not_of(' ')))
      in_test = false;
  }
  return lines;
}

}  // namespace

TEST_CASE("readme: the games' page counts the lines of every script, and leaves none out") {
  const std::string root = glint::test::source_folder();
  std::istringstream page(glint::cli::read_file(root + "/games/README.md"));
  std::vector<std::string> counted;
  for (std::string line; std::getline(page, line);) {
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, '|');) cells.push_back(cell);
    const std::size_t end = cells.size() < 5 ? std::string::npos : cells[2].find(".glint`");
    if (end == std::string::npos) continue;
    const std::string name = cells[2].substr(cells[2].find('`') + 1, end + 6 - cells[2].find('`') - 1);
    const Lines lines = lines_of(glint::cli::read_file(root + "/games/" + name));
    INFO(line);
    CHECK(cells[3] == " " + std::to_string(lines.rules) + " ");
    CHECK(cells[4] == " " + std::to_string(lines.tests) + ", in " + std::to_string(lines.cases) +
                          (lines.cases == 1 ? " test " : " tests "));
    counted.push_back(std::filesystem::path(root + "/games/" + name).lexically_normal().string());
  }
  for (const char* folder : {"/games", "/examples", "/examples/puzzles"})
    for (const auto& entry : std::filesystem::directory_iterator(root + folder)) {
      if (entry.path().extension() != ".glint") continue;
      INFO(entry.path().string());
      CHECK(std::count(counted.begin(), counted.end(), entry.path().lexically_normal().string()) == 1);
    }
}
