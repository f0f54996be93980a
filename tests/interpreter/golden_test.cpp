// Every error of building and of play, as its receiver reads it: tests/golden/run/GXXXX.glint is a script that has it,
// and GXXXX.txt the rendered text. The comments that such a script begins with say what is done with it:
//
//     // options: side=9         built so          // play: a1      played, one after the other
//     // draws: first=sun        started so        // count         its moves are counted
//     // read: . . .|. x .       read as a position, rows divided by |
//     // test                    its tests are run
//
// GLINT_REWRITE_GOLDEN=1 writes the texts anew; read the difference before you commit it.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "glint/glint.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "tests/catch.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(GLINT_SOURCE_DIR) / "tests" / "golden" / "run";

std::optional<std::string> read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

glint::Settings settings_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  return {{text.substr(0, equals), text.substr(equals + 1)}};
}

/// The first error that doing so meets: its code and its text.
std::pair<std::string, std::string> first_error(const std::string& name, const std::string& script) {
  const auto told = [](const std::vector<glint::Error>& errors) {
    std::string text;
    for (const glint::Error& error : errors) text += error.rendered;
    return std::pair(errors.front().code, text);
  };
  glint::Settings options;
  glint::StartOptions start;
  std::vector<std::string> plays;
  std::string position;
  bool test = false, count = false;
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line) && line.rfind("// ", 0) == 0;) {
    const std::size_t colon = line.find(": ");
    const std::string what = line.substr(3, colon == std::string::npos ? std::string::npos : colon - 3);
    const std::string value = colon == std::string::npos ? "" : line.substr(colon + 2);
    if (what == "options") options = settings_of(value);
    else if (what == "draws") start.draws = settings_of(value);
    else if (what == "play") plays.push_back(value);
    else if (what == "read") position = value;
    else if (what == "test") test = true;
    else if (what == "count") count = true;
  }
  const auto game = glint::Game::from_text(script, name + ".glint", options);
  if (!game) return told(game.errors());
  if (test) {
    const auto reports = glint::run_tests(*game);
    REQUIRE(reports.size() == 1);
    return {reports[0].failure.substr(6, 5), reports[0].failure};
  }
  for (char& c : position)
    if (c == '|') c = '\n';
  auto begun = position.empty() ? game->start(start) : game->read(position, start);
  if (!begun) return told(begun.errors());
  for (const std::string& move : plays)
    if (const auto error = begun->play(move)) return told({*error});
  if (count)
    if (const auto moves = begun->count_moves(); !moves) return told(moves.errors());
  return {};
}

}  // namespace

TEST_CASE("every code of building and play has a script that shows it, rendered as recorded") {
  for (const glint::lang::Code code : glint::lang::all_codes()) {
    const std::string name(glint::lang::code_name(code));
    if (name < "G05") continue;
    INFO(name);
    const auto script = read(kFolder / (name + ".glint"));
    CHECK(script.has_value());
    if (!script) continue;
    const auto error = first_error(name, *script);
    CHECK(error.first == name);
    const fs::path path = kFolder / (name + ".txt");
    if (std::getenv("GLINT_REWRITE_GOLDEN") != nullptr) {
      std::ofstream(path, std::ios::binary) << error.second;
      continue;
    }
    const auto golden = read(path);
    REQUIRE(golden.has_value());
    CHECK(error.second == *golden);
  }
}
