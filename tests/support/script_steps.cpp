#include "tests/support/script_steps.hpp"

#include <sstream>
#include <utility>

#include "interpreter/game/record/record.hpp"
#include "tests/catch.hpp"

namespace glint::test {
namespace {

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

}  // namespace

std::vector<Error> errors_of_steps(const std::string& name, const std::string& script, lang::Loader& loader) {
  const std::vector<Step> steps = steps_of(script);
  Settings options;
  StartOptions start;
  Limits limits;
  for (const Step& step : steps) {
    if (step.word == "stop") limits.stop = [] { return true; };
    if (step.word == "set") options.push_back(setting(step.rest));
    if (step.word == "draw") start.draws.push_back(setting(step.rest));
  }
  const Result<Game> game = Game::from_text(script, name + ".glint", options, &loader, limits);
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

}  // namespace glint::test
