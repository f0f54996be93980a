// Completions and the version. That shells read them, and `man` the pages that are made of help, examples/package/try_deb.sh
// tries.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "interpreter/cli/manual/manual.hpp"
#include "lang/source/text.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace glint::cli {
namespace {

/// The commands by their files, as the packages find them.
std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(test::source_folder() + "/interpreter/cli/commands"))
    if (file.path().extension() == ".cpp") names.push_back(file.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// The options in the help of a command: lines that begin with `  --name` or `  -h,--help`.
std::vector<std::string> options_of(const std::string& command) {
  std::vector<std::string> options;
  const std::string help = glint({command, "--help"}).out;
  for (std::string_view line : lang::lines_of(help)) {
    if (line.starts_with("  -h,"))
      line = line.substr(3);
    else if (line.starts_with("  --"))
      line = line.substr(2);
    else
      continue;
    const std::size_t dashes = line.find("--");
    options.emplace_back(line.substr(dashes, line.find(' ', dashes) - dashes));
  }
  return options;
}

bool has_line(const std::string& text, const std::string& begin) {
  const auto lines = lang::lines_of(text);
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) { return line.starts_with(begin); });
}

TEST_CASE("manual: every command and option has its line in the help and in the completions") {
  const std::string all = glint({"--help"}).out;
  std::size_t count = 0, number = 0;
  for (const std::string& command : command_names()) {
    if (!test::sampled(++number)) continue;
    INFO(command);
    // Two blanks before the summary: so `help2man` knows a list.
    CHECK(has_line(all, "  " + command + "  "));
    CHECK(has_line(glint({"--offers", command}).out, command + "\t"));
    const std::string offered = glint({"--offers", command, "-"}).out;
    const std::vector<std::string> options = options_of(command);
    CHECK(std::count(options.begin(), options.end(), "--help") == 1);
    for (const std::string& option : options) {
      INFO(option);
      CHECK(has_line(offered, option + "\t"));
      ++count;
    }
  }
  CHECK((count > 150 || test::scale() < 1));
}

/// What bash offers after these words; the last one is being typed.
std::set<std::string> offered_by_bash(const Folder& folder, const std::vector<std::string>& words) {
  std::vector<std::string> question = words;
  question.front() = "--offers";
  folder.write("offers.txt", glint(question).out);
  std::string script = "cd '" + folder / "" + "'\n. '" + test::source_folder() +
                       "/interpreter/cli/completions/glint.bash'\ncompopt() { :; }\nglint() {\n" +
                       "  [[ \"$*\" == '" + lang::joined(question, " ") + "' ]] && cat offers.txt\n}\nCOMP_WORDS=(";
  for (const std::string& word : words) script += "'" + word + "' ";
  script += ")\nCOMP_CWORD=" + std::to_string(words.size() - 1) + "\n_glint\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
  const std::string path = folder.write("ask.sh", script);
  std::FILE* const pipe = popen(("bash '" + path + "'").c_str(), "r");
  REQUIRE(pipe);
  std::string text;
  std::array<char, 4096> buffer;
  for (std::size_t size; (size = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) text.append(buffer.data(), size);
  CHECK(pclose(pipe) == 0);
  std::set<std::string> lines;
  for (const std::string_view line : lang::lines_of(text))
    if (!line.empty()) lines.emplace(line);
  return lines;
}

TEST_CASE("completion: bash offers commands, options, games, scripts, folders and words") {
  if (std::system("command -v bash >/dev/null 2>&1") != 0) return;
  using Words = std::set<std::string>;
  const Folder folder;
  for (const char* name : {"lawn of mine.glint", "lamps.json", "lamps.txt", "lamps/a.glint"}) folder.write(name, "");
  CHECK(offered_by_bash(folder, {"glint", "repla"}) == Words{"replay"});
  CHECK(offered_by_bash(folder, {"glint", "--ver"}) == Words{"--version"});
  CHECK(offered_by_bash(folder, {"glint", "play", "--sea"}) == Words{"--seat"});
  CHECK(offered_by_bash(folder, {"glint", "play", "l"}) ==
        Words{"laser_lawn", "low_trees", "lawn of mine.glint", "lamps.json", "lamps"});
  CHECK(offered_by_bash(folder, {"glint", "check", "lawn"}) == Words{"lawn of mine.glint"});
  CHECK(offered_by_bash(folder, {"glint", "show", "laser_lawn", "--svg", "lamps."}) == Words{"lamps.json", "lamps.txt"});
  CHECK(offered_by_bash(folder, {"glint", "show", "laser_lawn", "--svg", "=", "lamps.t"}) == Words{"lamps.txt"});
  CHECK(offered_by_bash(folder, {"glint", "play", "laser_lawn", "--path", "l"}) == Words{"lamps"});
  CHECK(offered_by_bash(folder, {"glint", "perft", "laser_lawn", "--ended", ""}) == Words{"skip", "leaf"});
  CHECK(offered_by_bash(folder, {"glint", "explain", "G060"}).count("G0601") == 1);
  CHECK(offered_by_bash(folder, {"glint", "play", "laser_lawn", "--seed", ""}).empty());
}

TEST_CASE("version: the number, and the commit if it is known") {
  const Answer answer = glint({"--version"});
  CHECK(answer.status == 0);
  CHECK(answer.out == version() + "\n");
  const std::string number = version().substr(0, version().find(' '));
  CHECK(std::count(number.begin(), number.end(), '.') == 2);
  if (number == version()) return;
  const std::string rest = version().substr(number.size());
  CHECK(rest.substr(0, 2) == " (");
  CHECK(rest.find_first_not_of("0123456789abcdef", 2) == 11);
  CHECK((rest.substr(11) == ")" || rest.substr(11) == ", changed)"));
}

}  // namespace
}  // namespace glint::cli
