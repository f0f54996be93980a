// Scripts of the smith as a file, tests/golden/made_games.txt, for tests in other languages: each begins with a line
// "//". GLINT_REWRITE_GOLDEN=1 writes it anew, which is due when the smith makes others.
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace glint;

/// Games with secrets; every other one has choices that are made together.
std::string scripts_with_secrets() {
  using Some = smith::Wishes::Some;
  std::string all;
  int made = 0;
  for (std::uint64_t seed = 0; made < 60; ++seed) {
    smith::Tape tape(seed);
    const std::string text =
        smith::script(tape, {.together = made % 2 == 0 ? Some::always : Some::perhaps, .secrets = Some::always}).game;
    if (!test::script(text).has_secrets()) continue;
    all += "//\n" + text;
    ++made;
  }
  return all;
}

}  // namespace

TEST_CASE("smith: the scripts that tests in other languages play are what it makes", "[smith]") {
  const std::string path = test::source_folder() + "/tests/golden/made_games.txt", all = scripts_with_secrets();
  if (std::getenv("GLINT_REWRITE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << all;
  std::stringstream recorded;
  recorded << std::ifstream(path, std::ios::binary).rdbuf();
  const bool is_same = all == recorded.str();  // neither is printed
  INFO("GLINT_REWRITE_GOLDEN=1 writes them anew");
  CHECK(is_same);
}
