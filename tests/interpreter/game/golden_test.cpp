// Every error that is found after `check`, as its receiver reads it: when a game is built (G05xx), while it runs
// (G06xx), of positions (G07xx). The scripts are in tests/golden/errors beside those of `check`. Lines in a script say
// what is done with it:
//
//     //! set NAME = VALUE     builds with this option
//     //! draw NAME = VALUE    fixes a draw
//     //! play MOVE            after the start; the last one may be refused
//     //! read TEXT            reads a position, `|` between its lines
//     //! list                 lists the moves
//     //! solve                searches all positions that can be reached
//     //! replay JSON          replays a record
//     //! test                 runs the script's own tests
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/game/record.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/source.hpp"
#include "tests/golden/golden.hpp"

namespace {

using namespace glint;
using golden::kFolder;

/// The games that the scripts are variants of.
class Folder : public lang::Loader {
 public:
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile&) override {
    const std::string file = std::string(name) + ".glint";
    auto text = golden::read(kFolder / file);
    return text ? std::optional(lang::SourceFile{file, std::move(*text)}) : std::nullopt;
  }
};

struct Step {
  std::string word, rest;
};

std::vector<Step> steps_of(const std::string& script) {
  std::vector<Step> steps;
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("//! ", 0) != 0) continue;
    const std::size_t blank = line.find(' ', 4);
    steps.push_back({line.substr(4, blank - 4), blank == std::string::npos ? "" : line.substr(blank + 1)});
  }
  return steps;
}

std::pair<std::string, std::string> setting(const std::string& text) {
  const std::size_t equals = text.find(" = ");
  REQUIRE(equals != std::string::npos);
  return {text.substr(0, equals), text.substr(equals + 3)};
}

/// The errors of the first step that has any.
std::vector<Error> errors_of(const std::string& name, const std::string& script) {
  const std::vector<Step> steps = steps_of(script);
  Settings options;
  StartOptions start;
  for (const Step& step : steps) {
    if (step.word == "set") options.push_back(setting(step.rest));
    if (step.word == "draw") start.draws.push_back(setting(step.rest));
  }
  Folder folder;
  const Result<Game> game = Game::from_text(script, name + ".glint", options, &folder);
  if (!game) return game.errors();
  Result<Position> position = game->start(start);
  if (!position) return position.errors();
  for (const Step& step : steps) {
    if (step.word == "play") {
      if (const auto error = position->play(step.rest)) return {*error};
    } else if (step.word == "list") {
      if (const auto moves = position->moves(); !moves) return moves.errors();
    } else if (step.word == "solve") {
      if (const auto solved = solve(*position); !solved) return solved.errors();
    } else if (step.word == "read") {
      std::string text = step.rest;
      for (char& c : text)
        if (c == '|') c = '\n';
      position = game->read(text, start);
      if (!position) return position.errors();
    } else if (step.word == "replay") {
      const Result<Record> record = read_record(step.rest, name + ".json");
      if (!record) return record.errors();
      const Result<Replayed> replayed = replay(*game, *record);
      if (!replayed) return replayed.errors();
      if (replayed->error) return {*replayed->error};
    } else if (step.word == "test") {
      for (const TestReport& report : run_tests(*game)) {
        if (report.passed) continue;
        // Only the rendered text has the code.
        Error error;
        error.code = report.failure.substr(report.failure.find('[') + 1, 5);
        error.message = report.failure.substr(report.failure.find(": ") + 2);
        error.message = error.message.substr(0, error.message.find('\n'));
        error.rendered = report.failure;
        return {error};
      }
    }
  }
  return {};
}

}  // namespace

TEST_CASE("every code behind check has a script that shows it, rendered as recorded") {
  for (const lang::Code code : lang::all_codes()) {
    const std::string name(lang::code_name(code));
    if (name < "G05") continue;  // tests/lang/diagnostics/golden_test.cpp
    INFO(name);
    const auto script = golden::read(kFolder / (name + ".glint"));
    CHECK(script.has_value());
    if (!script) continue;
    const std::vector<Error> errors = errors_of(name, *script);
    CHECK(errors.size() == 1);
    if (errors.empty()) continue;
    CHECK(errors[0].code == name);
    golden::check_sentence(errors[0].message);
    golden::compare(name, errors[0].rendered);
  }
}

TEST_CASE("every diagnostic code there is has its script and its text") {
  for (const lang::Code code : lang::all_codes()) {
    INFO(lang::code_name(code));
    CHECK(std::filesystem::exists(kFolder / (std::string(lang::code_name(code)) + ".glint")));
    CHECK(std::filesystem::exists(kFolder / (std::string(lang::code_name(code)) + ".txt")));
  }
}
