// Small scripts that were made to hurt. Each is answered by every command within 512 MB, and as answers.txt says: at
// best with an error at the place that takes too much. Work is counted, so no clock decides; limits are lower here than
// by default, which only makes the answer come sooner.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "glint/diff.hpp"
#include "glint/glint.hpp"
#include "glint/invariants.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "lang/source/stop.hpp"
#include "tests/catch.hpp"
#include "tests/support/checked_study.hpp"
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
  const std::size_t code = all.find("error[G0");
  if (answer.status != 1) return "status " + std::to_string(answer.status) + ": " + all;
  return code == std::string::npos ? "no" : all.substr(code + 6, 5);
}

enum class Limited { lower, as_by_default };

/// What the command answers, by `told_by`, in a process of its own.
Answered answered(std::vector<std::string> arguments, const std::string& input = "",
                  std::string (*told_by)(const cli::Answer&) = told, Limited limited = Limited::lower) {
  for (const char* const limit : {"steps=200000", "build=200000", "tests=200000", "beams=100000", "check=1000000"}) {
    if (limited == Limited::as_by_default) break;
    arguments.emplace_back("--limit");
    arguments.emplace_back(limit);
  }
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string what = told_by(cli::glint(arguments, input));
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

std::string script_text(const std::string& name) {
  std::ifstream in(kFolder + name + ".glint", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// An editor that opens this script and asks for all that it shows, at the end of the script, too.
std::string session(const std::string& script) {
  std::string all;
  const auto send = [&](nlohmann::json message) {
    message["jsonrpc"] = "2.0";
    const std::string text = message.dump();
    all += "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
  };
  const nlohmann::json document = {{"uri", "file:///tmp/hostile.glint"}};
  const auto lines = static_cast<std::uint32_t>(std::count(script.begin(), script.end(), '\n'));
  const nlohmann::json end = {{"line", lines}, {"character", 0}};
  int id = 0;
  const auto ask = [&](const std::string& method, nlohmann::json params) {
    params["textDocument"] = document;
    send({{"id", ++id}, {"method", method}, {"params", std::move(params)}});
  };
  send({{"id", ++id}, {"method", "initialize"}, {"params", {{"capabilities", nlohmann::json::object()}}}});
  send({{"method", "textDocument/didOpen"},
        {"params", {{"textDocument", {{"uri", document["uri"]}, {"languageId", "glint"}, {"version", 1}, {"text", script}}}}}});
  for (const char* const method : {"textDocument/documentSymbol", "textDocument/semanticTokens/full",
                                   "textDocument/formatting", "glint/show", "glint/moves", "glint/test"})
    ask(method, {{"options", nlohmann::json::object()}});
  for (const char* const method : {"textDocument/hover", "textDocument/completion", "textDocument/definition"})
    ask(method, {{"position", end}});
  const nlohmann::json range = {{"start", {{"line", 0}, {"character", 0}}}, {"end", end}};
  ask("textDocument/codeAction", {{"range", range}, {"context", {{"diagnostics", nlohmann::json::array()}}}});
  send({{"id", ++id}, {"method", "shutdown"}, {"params", nullptr}});
  send({{"method", "exit"}, {"params", nullptr}});
  return all;
}

/// The code of the first error among the diagnostics; "ok" without one. "no" where a request is not answered.
std::string told_by_editor(const cli::Answer& answer) {
  if (answer.status != 0) return "status " + std::to_string(answer.status) + ": " + answer.err;
  std::istringstream in(answer.out);
  std::string what = "no diagnostics";
  std::size_t answers = 0;
  for (std::string line; std::getline(in, line);) {
    std::string text(std::stoul(line.substr(16)), '\0');
    std::getline(in, line);
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    const nlohmann::json message = nlohmann::json::parse(text);
    answers += message.contains("id") && (message.contains("result") || message.contains("error"));
    if (message.value("method", "") != "textDocument/publishDiagnostics" || what.starts_with("G0")) continue;
    what = "ok";
    for (const nlohmann::json& each : message["params"]["diagnostics"])
      if (what == "ok" && each["severity"] == 1) what = each["code"].get<std::string>();
  }
  return answers == 12 ? what : std::to_string(answers) + " answers";
}

}  // namespace

#ifndef GLINT_WATCHED
TEST_CASE("hostile scripts: where memory runs out, that is said", "[budget][hostile]") {
  const pid_t child = fork();
  if (child == 0) {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{64} << 20);
    const rlimit limit{most, most};
    setrlimit(RLIMIT_AS, &limit);
    const cli::Answer answer = cli::glint({"moves", kFolder + "lamps.glint"});
    _exit(answer.status == 1 && answer.err.starts_with("error: there is not enough memory for this\n") ? 0 : 1);
  }
  REQUIRE(child > 0);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

TEST_CASE("hostile scripts: an editor's server answers on where memory has run out", "[budget][hostile]") {
  for (const int megabytes : {24, 48}) {
    const pid_t child = fork();
    if (child == 0) {
      std::string input = session(script_text("lamps"));
      input.resize(input.find("Content-Length", input.size() - 160));  // without `exit`
      const nlohmann::json more = {
          {"jsonrpc", "2.0"},
          {"method", "textDocument/didOpen"},
          {"params", {{"textDocument", {{"uri", "file:///tmp/more.glint"}, {"languageId", "glint"}, {"version", 1},
                                        {"text", std::string(std::size_t{12} << 20, ' ')}}}}}};
      const std::string text = more.dump();
      input += "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text + session(script_text("noplayers"));
      rlim_t pages = 0;
      std::ifstream("/proc/self/statm") >> pages;
      const rlim_t most = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (static_cast<rlim_t>(megabytes) << 20);
      const rlimit limit{most, most};
      setrlimit(RLIMIT_AS, &limit);
      const cli::Answer answer = cli::glint({"lsp"}, input);
      _exit(answer.status <= 1 && answer.out.size() > 100 ? 0 : 1);
    }
    REQUIRE(child > 0);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    INFO(megabytes);
    CHECK(status == 0);
  }
}
#endif

TEST_CASE("hostile study files: what they name is refused, or does not play without an end", "[budget][hostile]") {
  const cli::Folder folder;
  const std::string page = folder / "page.html";
  // What files with huge bots and false games say, in a study of Laser Lawn as its rules are now.
  REQUIRE(answered({"study", "laser_lawn", "--games", "12", "--out", folder / "now.json"}).what == "ok");
  const std::string now = cli::read_file(folder / "now.json");
  const auto file = [&](const std::string& name) {
    const bool is_of_bots = name == "bots";
    const std::string begin = is_of_bots ? "\"bots\":[" : "\"went\":\"", end = is_of_bots ? "]" : "\"";
    const std::size_t at = now.find(begin) + begin.size();
    std::string text = now;
    text.replace(at, now.find(end, at) - at, is_of_bots ? "\"mcts:999999999\",\"alphabeta:99\"" : "99999999;");
    folder.write(name + ".json", with_checksum(text));
    return folder / (name + ".json");
  };
  CHECK(answered({"study", file("games")}).what.find("status 2") == 0);
  CHECK(answered({"study", file("games"), "--limit", "seconds=5"}).what.find("status 2") == 0);
  CHECK(answered({"study", file("bots"), "--html", page}).what.find("status 2") == 0);
  CHECK(answered({"study", file("bots"), "--show", "0"}).what.find("status 2") == 0);
}

TEST_CASE("hostile scripts: a position is not printed if its pieces have very long looks", "[budget][hostile]") {
  for (const char* const way : {"--text", "--json"}) {
    const Answered answer = answered({"show", kFolder + "lookbig.glint", way});
    CHECK(answer.what == "G0605");
#ifndef GLINT_WATCHED
    CHECK(answer.most_memory < 512 * 1024);
#endif
  }
}

TEST_CASE("hostile scripts: a look or a label as long as the script may be", "[budget][hostile]") {
  const auto script = [](const std::string& label, const std::string& look, const std::string& last_x = "9") {
    return "game \"T\"\nuse square\nplayers sun, moon\nboard on square4 { cells x in 0.." + last_x + ", y in 0..9\n label \"" + label +
           "\" }\npiece stone { look \"" + look +
           "\" }\nsetup { put stone on cells }\nmove place \"{at}\" { pick at in empty; put stone on at }\n"
           "play { repeat { turn of each player { choose place else { end : tie } } } }\n";
  };
  std::string holes;
  for (int i = 0; i < 50; ++i) holes += "{x}" + std::string(8000, 'q') + "{y}";
  struct Case {
    const char* command;
    std::string text, what;
  };
  for (const Case& each : {Case{"show", script("{x}q{y}", std::string(60'000, 'x'), "0"), "ok"},
                           Case{"check", script(holes, "o"), "G0412"},
                           Case{"check", script(std::string(400'000, 'a') + "{x}q{y}", "o"), "G0412"}}) {
    INFO(each.command);
    const Answered answer = answered({each.command, "-"}, each.text);
    CHECK(answer.what == each.what);
#ifndef GLINT_WATCHED
    CHECK(answer.most_memory < 512 * 1024);
#endif
  }
}

TEST_CASE("hostile scripts: thousands of tests that fail", "[budget][hostile]") {
  std::string script = "game \"T\"\nuse square\nplayers sun, moon\nboard grid(6, 6)\npiece stone { look \"o\" }\nvar k: 0..9 = 0\n"
                       "move place \"{at}\" { pick at in empty; put stone on at }\n"
                       "play { repeat { turn of each player { choose place else { end : tie } } } }\n";
  for (int i = 0; i < 4000; ++i) script += "test \"" + std::to_string(i) + "\" { expect k == 1 }\n";
  const Answered answer = answered({"test", "-"}, script);
  CHECK(answer.what == "G0609");
#ifndef GLINT_WATCHED
  CHECK(answer.most_memory < 256 * 1024);
#endif
}

TEST_CASE("hostile scripts: an editor that opens one gets its errors and its answers", "[budget][hostile][lsp]") {
  std::ifstream table(kFolder + "answers.txt");
  std::string line;
  std::uint64_t number = 0;
  while (std::getline(table, line)) {
    if (line.empty() || line[0] == '#') continue;
    if (number++ % 10 != 0 && test::scale() < 1) continue;
    const std::string script = line.substr(0, line.find(' '));
    INFO(script);
    // An editor has the default limits, with which some of the scripts are quick enough.
    const std::string expected = answered({"check", kFolder + script + ".glint"}, "", told, Limited::as_by_default).what;
    const Answered answer = answered({"lsp"}, session(script_text(script)), told_by_editor, Limited::as_by_default);
    CHECK(answer.what == expected);
#ifndef GLINT_WATCHED
    CHECK(answer.most_memory < 512 * 1024);
#endif
  }
}

// For people to look at, as no test depends on time: glint_tests "hostile scripts: how long*"
TEST_CASE("hostile scripts: how long work goes on before it asks whether to stop", "[.slow][hostile][stop]") {
  std::vector<std::pair<std::string, std::string>> scripts;
  for (const std::string& folder : {kFolder, test::source_folder() + "/games/", test::source_folder() + "/examples/"})
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".glint") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      scripts.emplace_back(entry.path().stem(), std::string(std::istreambuf_iterator<char>(in), {}));
    }
  std::vector<std::pair<double, std::string>> longest;
  for (const auto& [name, text] : scripts) {
    const auto now = [] {
      timespec time{};
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
      return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
    };
    double asked = now(), most = 0, until = 0;
    std::string at, doing;
    const auto note = [&] {
      if (const double gap = now() - asked; gap > most) most = gap, at = doing;
      asked = now();
      return asked > until;
    };
    Limits limits;
    limits.stop = note;
    const auto begin = [&](const std::string& what, double longest_work = 1e9) {
      note();
      doing = what;
      until = now() + longest_work;
    };
    begin("load");
    if (const Result<Game> game = Game::from_text(text, name + ".glint", {}, nullptr, limits)) {
      begin("tests");
      run_tests(*game);
      begin("start");
      if (Result<Position> start = game->start()) {
        begin("count");
        start->count_moves();
        begin("list");
        start->moves();
        // What would go on for long is stopped, so its end is measured, too.
        constexpr double kLong = 100;
        begin("scene", kLong);
        try {
          if (!view::text_too_long(*start)) {
            const view::Scene scene = view::scene_of(*start);
            begin("picture", kLong);
            view::svg(scene);
          }
        } catch (const lang::Stopped&) {
        }
        begin("solve", kLong);
        solve(*start);
        begin("diff", kLong);
        diff_play(*game, *game);
        begin("check of play", kLong);
        check_play(*game);
        for (const char* const bot : {"greedy", "mcts:100000", "alphabeta:30"}) {
          begin(std::string("make ") + bot, kLong);
          const auto player = make_player(bot, 1, *game);
          const auto moves = start->count_moves();
          begin(bot, kLong);
          if (player && moves && *moves > 0 && !start->over()) (*player)->choose(*start);
        }
        begin("play");
        Random random(1);
        playout(*start, random, 5);
      }
    }
    note();
    longest.emplace_back(most, at + " " + name);
  }
  std::sort(longest.rbegin(), longest.rend());
  std::string all;
  for (std::size_t i = 0; i < std::min<std::size_t>(20, longest.size()); ++i)
    all += std::to_string(longest[i].first) + " ms: " + longest[i].second + "\n";
  WARN("the longest, of the processor:\n" << all);
}

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
    {
      const Answered answer = answered({"describe", kFolder + script + ".glint"});
      INFO("describe");
      CHECK((answer.what == "ok" || answer.what == "no" || answer.what.starts_with("G0")));
      INFO(answer.what);
#ifndef GLINT_WATCHED
      CHECK(answer.most_memory < 512 * 1024);
#endif
    }
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
