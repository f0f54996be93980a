// Small scripts that were made to hurt. Each is answered by every command within 512 MB, and as answers.txt says: at
// best with an error at the place that takes too much. Work is counted, so no clock decides; limits are lower here than
// by default, which only makes the answer come sooner.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define GLINT_WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GLINT_WATCHED 1
#endif
#endif

namespace {

using namespace glint;

const std::string kFolder = test::source_folder() + "/tests/hostile/";

/// What becomes of a command in a process of its own.
struct Answered {
  std::string what;       // "ok", the code of the first error, "no" for any other answer with status 1
  long most_memory = 0;  // in kilobytes, at a time
};

std::string told(const cli::Answer& answer) {
  if (answer.status == 0) return "ok";
  const std::string all = answer.out + answer.err;
  const std::size_t code = all.find("[G0");
  if (answer.status != 1) return "status " + std::to_string(answer.status) + ": " + all;
  return code == std::string::npos ? "no" : all.substr(code + 1, 5);
}

Answered answered(std::vector<std::string> arguments) {
  for (const char* const limit : {"steps=200000", "build=200000", "tests=200000", "beams=100000", "check=1000000"}) {
    arguments.emplace_back("--limit");
    arguments.emplace_back(limit);
  }
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string what = told(cli::glint(arguments));
    _exit(write(ends[1], what.data(), what.size()) == static_cast<ssize_t>(what.size()) ? 0 : 1);
  }
  REQUIRE(child > 0);
  close(ends[1]);
  Answered answer;
  char part[4096];
  for (ssize_t size; (size = read(ends[0], part, sizeof part)) > 0;) answer.what.append(part, static_cast<std::size_t>(size));
  close(ends[0]);
  int status = 0;
  rusage used{};
  REQUIRE(wait4(child, &status, 0, &used) == child);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) answer.what = "crashed: " + answer.what;
  answer.most_memory = used.ru_maxrss;
  return answer;
}

}  // namespace

TEST_CASE("hostile scripts: each command answers, within its memory", "[budget][hostile]") {
  std::ifstream table(kFolder + "answers.txt");
  std::string line;
  std::uint64_t number = 0;
  while (std::getline(table, line)) {
    if (line.empty() || line[0] == '#') continue;
    if (!test::sampled(number++)) continue;
    std::istringstream words(line);
    std::string script, expected;
    words >> script;
    INFO(script);
    for (const std::string command : {"check", "test", "moves", "bench", "study"}) {
      words >> expected;
      std::vector<std::string> arguments{command, kFolder + script + ".glint"};
      if (command == "bench" || command == "study") arguments.insert(arguments.end(), {"--games", "1"});
      if (command == "study") arguments.insert(arguments.end(), {"--max-plies", "20"});
      const Answered answer = answered(arguments);
      INFO(command);
      CHECK(answer.what == expected);
#ifndef GLINT_WATCHED
      CHECK(answer.most_memory < 512 * 1024);
#endif
    }
  }
  CHECK(number > 40);
}
