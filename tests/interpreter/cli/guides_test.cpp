// Follows the guides (tutorial, cookbook, lab, coming from elsewhere): writes the files as they say, runs the commands, and compares every
// answer.
//
//     ```glint new FILE     the whole file
//     ```glint add FILE     is appended to the file
//     ```diff FILE          lines with - become those with +; empty lines part one change from the next
//     ```console            $ COMMAND, and its answer; a line ... matches any lines

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace glint::cli {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

bool agree(Lines::const_iterator shown, Lines::const_iterator shown_end, Lines::const_iterator real,
           Lines::const_iterator real_end) {
  for (; shown != shown_end; ++shown, ++real) {
    if (*shown == "...") {
      for (; real != real_end; ++real) {
        if (agree(shown + 1, shown_end, real, real_end)) return true;
      }
      return shown + 1 == shown_end;
    }
    if (real == real_end || *shown != *real) return false;
  }
  return real == real_end;
}

/// Makes a folder the working folder for as long as this object exists.
class Inside {
 public:
  explicit Inside(const Folder& folder) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder / ".");
  }
  ~Inside() { std::filesystem::current_path(before_); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  std::filesystem::path before_;
};

/// As in a terminal, where answers and errors come to the same place.
std::pair<int, std::string> answer_to(const std::string& command, const std::string& input = "") {
  Lines words = words_of(command);
  REQUIRE(words.size() >= 2);
  REQUIRE(words[0] == "glint");
  std::istringstream in(input);
  std::ostringstream out;
  Console console{in, out, out};
  console.style.utf8 = true;
  const int status = run({words.begin() + 1, words.end()}, console);
  return {status, out.str()};
}

void change(const std::string& file, const Lines& body) {
  Lines hunk;
  const auto apply = [&] {
    std::string before, after;
    for (const std::string& line : hunk) {
      if (line[0] != '+') before += line.substr(1) + "\n";
      if (line[0] != '-') after += line.substr(1) + "\n";
    }
    hunk.clear();
    std::string text = "\n" + read_file(file);
    INFO(file << "\n" << before);
    const std::size_t at = text.find("\n" + before);
    REQUIRE(at != std::string::npos);
    REQUIRE(text.find("\n" + before, at + 1) == std::string::npos);  // a reader must find it, too
    text.replace(at + 1, before.size(), after);
    std::ofstream(file, std::ios::binary) << text.substr(1);
  };
  for (const std::string& line : body) {
    if (!line.empty()) hunk.push_back(line);
    if (line.empty()) apply();
  }
  apply();
}

struct Followed {
  int commands = 0, mistakes = 0, files = 0, changes = 0, mentioned = 0;
};

/// `costly`: a share of the commands is enough where tests run in part.
void run_console(const Lines& body, Followed& followed, bool costly) {
  for (std::size_t at = 0; at < body.size();) {
    REQUIRE(body[at].rfind("$ ", 0) == 0);
    const std::string command = body[at].substr(2);
    Lines shown;
    for (++at; at < body.size() && body[at].rfind("$ ", 0) != 0; ++at) shown.push_back(body[at]);
    if (costly && !glint::test::sampled(++followed.commands)) continue;
    const auto [status, text] = answer_to(command);
    const Lines real = lines_of(text);
    INFO(command << "\n---- shown\n" << joined(shown) << "---- real\n" << text);
    CHECK(agree(shown.begin(), shown.end(), real.begin(), real.end()));
    const bool mistake = text.find("error[") != std::string::npos || text.find("failed") != std::string::npos ||
                         text.find("\"severity\": \"error\"") != std::string::npos;
    const bool differs = command.rfind("glint diff ", 0) == 0;
    CHECK(status == (mistake || differs ? 1 : 0));
    followed.commands += !costly;
    followed.mistakes += mistake;
  }
}

/// What is said of commands in passing works as well.
void run_mentioned(const std::string& line, Followed& followed) {
  for (std::size_t at = 0; (at = line.find("`glint ", at)) != std::string::npos;) {
    const std::size_t end = line.find('`', at + 1);
    REQUIRE(end != std::string::npos);
    std::string command = line.substr(at + 1, end - at - 1);
    at = end + 1;
    if (command.rfind("glint bench", 0) == 0) command += " --seconds 0.02";
    const bool watches = command.find(" --watch") != std::string::npos;  // where mistakes may still be in the script
    if (watches) command.erase(command.find(" --watch"), 8);
    const auto [status, text] = answer_to(command, "quit\n");
    INFO(command << "\n" << text);
    CHECK((status == 0 || (watches && status == 1)));
    ++followed.mentioned;
  }
}

Followed follow(const std::string& page, bool costly = false) {
  Followed followed;
  const Lines lines = lines_of(page);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (lines[at].rfind("```", 0) != 0) {
      if (!costly) run_mentioned(lines[at], followed);
      continue;
    }
    std::istringstream words(lines[at].substr(3));
    std::string kind, first, second;
    words >> kind >> first >> second;
    Lines body;
    for (++at; at < lines.size() && lines[at] != "```"; ++at) body.push_back(lines[at]);
    REQUIRE(at < lines.size());
    if (kind == "console") {
      run_console(body, followed, costly);
    } else if (kind == "diff") {
      change(first, body);
      ++followed.changes;
    } else {
      if (kind == "text" || kind == "cpp" || kind == "cmake") continue;
      REQUIRE(kind == "glint");
      const bool is_new = first == "new";
      REQUIRE((is_new || first == "add"));
      REQUIRE(std::filesystem::exists(second) != is_new);
      std::ofstream(second, is_new ? std::ios::binary : std::ios::binary | std::ios::app)
          << (is_new ? "" : "\n") << joined(body);
      followed.files += is_new;
    }
  }
  return followed;
}

/// A heading as links name it.
std::string anchor_of(std::string heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ') {
      anchor += '-';
    } else if (c >= 'A' && c <= 'Z') {
      anchor += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_') {
      anchor += c;
    }
  }
  return anchor;
}

const std::string kLang = glint::test::source_folder() + "/lang/";

TEST_CASE("tutorial: whoever follows it sees what it shows") {
  const std::string tutorial = read_file(kLang + "TUTORIAL.md");
  const Folder folder;
  const Inside inside(folder);
  const Followed followed = follow(tutorial);
  CHECK(followed.commands >= 12);
  CHECK(followed.mistakes >= 3);
  CHECK(followed.files == 3);  // with the one for the picture of the empty board
  CHECK(followed.changes >= 3);
  CHECK(followed.mentioned >= 5);
  // What one ends with is right, and nothing is left to mend.
  for (const char* file : {"lighthouse.glint", "two_lights.glint"}) {
    INFO(read_file(file));
    CHECK(glint({"check", file}).err.empty());
    CHECK(glint({"test", file}).status == 0);
  }
  CHECK(std::filesystem::file_size("lighthouse.svg") > 1000);
}

/// The headings of a page below its title.
Lines headings_of(const std::string& page) {
  Lines headings;
  for (const std::string& line : lines_of(page))
    if (line.rfind("## ", 0) == 0) headings.push_back(line.substr(3));
  return headings;
}

TEST_CASE("cookbook: every recipe checks, passes its tests, can be played, and looks as it shows") {
  const std::string index = read_file(kLang + "README.md");
  int recipes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kLang + "cookbook")) {
    const std::filesystem::path& page = entry.path();
    if (page.extension() != ".md") continue;
    CAPTURE(page);
    const std::string text = read_file(page.string());
    const Lines questions = headings_of(text);
    for (const std::string& question : questions) {
      CAPTURE(question);
      CHECK(question.back() == '?');
      CHECK(index.find("[" + question + "](cookbook/" + page.filename().string() + "#" + anchor_of(question) + ")") !=
            std::string::npos);
    }
    const Folder folder;
    const Inside inside(folder);
    const Followed followed = follow(text);
    CHECK(followed.mistakes == 0);
    CHECK(followed.files == static_cast<int>(questions.size()));
    CHECK(followed.commands >= followed.files);
    int pictures = 0;
    for (const std::string& line : lines_of(text)) pictures += line.find(".svg)") != std::string::npos;
    CHECK(pictures == followed.files);
    recipes += followed.files;
    Lines scripts;
    for (const auto& script : std::filesystem::directory_iterator(".")) scripts.push_back(script.path().string());
    for (const std::string& script : scripts) {
      const Answer checked = glint({"check", script});
      INFO(script << checked.out << checked.err);
      CHECK(checked.status == 0);
      CHECK(checked.out.find("warning") == std::string::npos);
      const Answer tested = glint({"test", script});
      INFO(tested.out << tested.err);
      CHECK(tested.status == 0);
      CHECK(tested.out.find(" passed") != std::string::npos);
      const Answer played = glint({"play", script, "--seat", "*=random", "--max-plies", "40", "--quiet", "--save", "game.json"});
      INFO(played.err);
      CHECK(played.status == 0);
      std::filesystem::remove("game.json");
    }
  }
  CHECK(recipes >= 40);
}

TEST_CASE("guides: pages for the lab, for engineers and for users of other systems show what comes", "[patient]") {
  for (const char* page : {"interpreter/lab/README.md", "interpreter/EMBEDDING.md", "lang/COMING_FROM.md"}) {
    CAPTURE(page);
    const Folder folder;
    const Inside inside(folder);
    const Followed followed = follow(read_file(glint::test::source_folder() + "/" + page), true);
    CHECK(followed.commands >= 1);
  }
}

TEST_CASE("guides: the C++ for engineers is that of an example that is built") {
  std::string page = read_file(glint::test::source_folder() + "/interpreter/EMBEDDING.md"), program;
  for (const std::string& line : lines_of(read_file(glint::test::source_folder() + "/examples/embed.cpp")))
    program += line.substr(std::min(line.size(), line.rfind("  ", 0) == 0 ? std::size_t{2} : 0)) + "\n";
  const std::string fence = "```cpp\n";
  int samples = 0;
  for (std::size_t at = 0; (at = page.find(fence, at)) != std::string::npos; ++samples) {
    at += fence.size();
    const std::string sample = page.substr(at, page.find("```", at) - at);
    INFO(sample);
    CHECK(program.find(sample) != std::string::npos);
  }
  CHECK(samples >= 6);
}

TEST_CASE("tutorial: its links lead somewhere") {
  const std::string tutorial = read_file(kLang + "TUTORIAL.md");
  int links = 0;
  for (std::size_t at = 0; (at = tutorial.find("](", at)) != std::string::npos; ++links) {
    const std::string link = tutorial.substr(at + 2, tutorial.find(')', at) - at - 2);
    at += 2;
    INFO(link);
    const std::size_t hash = std::min(link.find('#'), link.size());
    const std::string path = kLang + link.substr(0, hash);
    REQUIRE(std::filesystem::exists(path));
    if (hash == link.size()) continue;
    const Lines lines = lines_of(read_file(path));
    CHECK(std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.rfind("#", 0) == 0 && anchor_of(line.substr(line.find(' ') + 1)) == link.substr(hash + 1);
    }));
  }
  CHECK(links >= 8);
}

}  // namespace
}  // namespace glint::cli
