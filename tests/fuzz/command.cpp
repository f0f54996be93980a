#include <algorithm>
#include <filesystem>

#include "tests/fuzz/targets.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::fuzz {

namespace {

/// The folder in which commands run. They reach no other one: words that they see have no slash in them.
class Inside {
 public:
  Inside() : before_(std::filesystem::current_path()) {
    folder_.write("lamps.glint", cli::kLamps);
    folder_.write("wide.glint", "variant \"Wide\" of \"lamps\"\noption most = 2\n");
    folder_.write("lamps.json", R"({"glint": 1, "game": "lamps.glint", "moves": ["a1 e red", "b2 n blue"]})");
    folder_.write("lamps.txt", ". . .\n. re .\n. . .\nmover = far\n");
    std::filesystem::current_path(folder_ / "");
  }
  ~Inside() { std::filesystem::current_path(before_); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  std::filesystem::path before_;
  cli::Folder folder_;
};

/// The text made harmless and quick: one digit of each number, and no slash.
std::string tamed(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto is_digit = [](char one) { return one >= '0' && one <= '9'; };
    if (is_digit(c) && !text.empty() && is_digit(text.back())) continue;
    text += c == '/' ? '_' : c == '\0' ? ' ' : c;
  }
  return text;
}

}  // namespace

void command(std::string_view bytes) {
  const std::string text = tamed(bytes);
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::vector<std::string> words = cli::words_of(text.substr(0, end));
  const auto says = [&](const char* word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  // By themselves these play as many games as people have time for.
  for (const char* name : {"bench", "compare", "diff", "study", "test"})
    if (says(name) && !says("--games") && !says("--help")) words.insert(words.end(), {"--games", "2"});
  const Inside inside;
  const cli::Answer answer = cli::glint(words, text.substr(std::min(end + 1, text.size())));
  must(answer.status >= cli::kDone && answer.status <= cli::kUsage, "an exit status that has no meaning");
  must(answer.err.find("a bug in Glint") == std::string::npos, answer.err);
  must_be_presentable(answer.out);
  must_be_presentable(answer.err);
}

}  // namespace glint::fuzz
