// What fuzzers began with, and all that they have found, tried again.
#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/fuzz/words.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace glint;

void try_all(const std::string& name, void (*target)(std::string_view)) {
  std::vector<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(test::source_folder() + "/tests/fuzz/corpus/" + name))
    files.push_back(file.path().string());
  REQUIRE_FALSE(files.empty());
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    INFO(file);
    CHECK_NOTHROW(target(cli::read_file(file)));
  }
}

}  // namespace

#define GLINT_TRY(name, is_text) \
  TEST_CASE("fuzz: nothing is wrong with what is in corpus/" #name, "[fuzz]") { try_all(#name, fuzz::name); }
GLINT_FUZZ_TARGETS(GLINT_TRY)
#undef GLINT_TRY

TEST_CASE("fuzz: what must not be printed is found", "[fuzz]") {
  CHECK_NOTHROW(fuzz::must_be_presentable("a line\nand \u00e4nother"));
  for (const char* wrong : {"\x1b[2J", "\r", "\xc2\x9b", "\xff", "\u202e", "\x7f"})
    CHECK_THROWS_AS(fuzz::must_be_presentable(wrong), fuzz::Find);
}

/// What stands between anything but letters.
std::set<std::string> names_in(const std::string& text) {
  const std::regex name("[a-z]+");
  return {std::sregex_token_iterator(text.begin(), text.end(), name), std::sregex_token_iterator()};
}

TEST_CASE("fuzz: texts are changed by words, and by their seed alone", "[fuzz]") {
  const std::string text = "move place \"{at}\" { pick at in cells; put stone(2) on at }\nend when seen > 3 : tie\n";
  const std::set<std::string> names = names_in(text);
  int changes = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string other = fuzz::changed(text, seed);
    CHECK(fuzz::changed(text, seed) == other);
    changes += other != text;
    // Words come together where the blank between them is taken out, but none is torn.
    for (const std::string& name : names_in(other)) {
      INFO(name);
      CHECK(std::any_of(names.begin(), names.end(), [&](const std::string& one) { return name.find(one) == 0; }));
    }
  }
  CHECK(changes > 150);
  CHECK(fuzz::changed("", 1).empty());
}
