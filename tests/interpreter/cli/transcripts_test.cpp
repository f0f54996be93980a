// What commands print of a small game with a little of everything, as recorded in tests/golden/transcripts: sheets, pictures,
// beams step by step, studies, comparisons. A wrong number, word or place anywhere in them is seen here.
//
// NAME.txt has `$ COMMAND`, and below it what is printed. `# at a terminal` above a command: with colours. With
// GLINT_REWRITE_GOLDEN=1 the answers are written anew; read the difference before you commit it.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace glint::cli {
namespace {

const std::filesystem::path kRecorded = std::filesystem::path(glint::test::source_folder()) / "tests" / "golden" / "transcripts";

struct Recorded {
  bool at_terminal = false;
  std::string command, answer;
};

std::vector<Recorded> read_recorded(const std::filesystem::path& path) {
  std::vector<Recorded> all;
  std::ifstream in(path, std::ios::binary);
  bool at_terminal = false;
  for (std::string line; std::getline(in, line);) {
    if (line == "# at a terminal") {
      at_terminal = true;
    } else if (line.starts_with("$ glint ")) {
      all.push_back({at_terminal, line.substr(2), ""});
      at_terminal = false;
    } else {
      REQUIRE_FALSE(all.empty());
      all.back().answer += line + "\n";
    }
  }
  return all;
}

std::string answer_of(const Recorded& one) {
  std::vector<std::string> words = words_of(one.command);
  words.erase(words.begin());
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(kRecorded);  // so that scripts are named without their folder
  const Answer answer = one.at_terminal ? at_terminal(words, "") : glint(words);
  std::filesystem::current_path(before);
  std::string text = answer.out + answer.err;
  if (!text.empty() && text.back() != '\n') text += '\n';
  if (answer.status != 0) text += "(exit status " + std::to_string(answer.status) + ")\n";
  return text;
}

}  // namespace

TEST_CASE("transcripts: what commands print of a game with a little of everything is what was recorded", "[cli]") {
  const std::filesystem::path path = kRecorded / "menagerie.txt";
  const std::vector<Recorded> recorded = read_recorded(path);
  REQUIRE(recorded.size() > 20);
  if (std::getenv("GLINT_REWRITE_GOLDEN") != nullptr) {
    std::ofstream out(path, std::ios::binary);
    for (const Recorded& one : recorded)
      out << (one.at_terminal ? "# at a terminal\n" : "") << "$ " << one.command << "\n" << answer_of(one);
    return;
  }
  for (const Recorded& one : recorded) {
    if (one.command.starts_with("glint explore") && test::scaled(10) < 10) continue;  // the only one that takes a while
    INFO(one.command);
    CHECK(answer_of(one) == one.answer);
  }
}

}  // namespace glint::cli
