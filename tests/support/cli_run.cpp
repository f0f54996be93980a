#include "tests/support/cli_run.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/support/scale.hpp"

namespace glint::cli {

nlohmann::json Answer::json() const { return nlohmann::json::parse(out); }

Answer glint(const std::vector<std::string>& arguments, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out, err;
  Console console{in, out, err};
  const int status = run(arguments, console);
  return {status, out.str(), err.str()};
}

Answer at_terminal(const std::vector<std::string>& arguments, const std::string& input, int columns, int lines) {
  std::istringstream in(input);
  std::ostringstream out, err;
  Console console{in, out, err};
  console.in_is_terminal = true;
  console.style.columns = columns;
  console.style.utf8 = true;
  console.lines = lines;
  const int status = run(arguments, console);
  return {status, out.str(), err.str()};
}

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "glint-test-XXXXXX").string();
  path_ = mkdtemp(pattern.data());
}

Folder::~Folder() { std::filesystem::remove_all(path_); }

std::string Folder::write(const std::string& name, const std::string& text) const {
  std::filesystem::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name, std::ios::binary) << text;
  return *this / name;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false, begun = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
      begun = true;
    } else if (!quoted && (c == ' ' || c == '#')) {
      if (begun) words.push_back(word);
      word.clear();
      begun = false;
      if (c == '#') return words;
    } else {
      word += c;
      begun = true;
    }
  }
  if (begun) words.push_back(word);
  return words;
}

std::vector<std::string> scaled_words(std::vector<std::string> words) {
  const std::string search = "mcts:";
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && words[i - 1] == "--games") words[i] = std::to_string(test::scaled(std::stoll(words[i])));
    if (const std::size_t at = words[i].find(search); at != std::string::npos) {
      const std::size_t number = at + search.size();
      std::size_t digits = 0;
      const long long effort = std::stoll(words[i].substr(number), &digits);
      words[i].replace(number, digits, std::to_string(test::scaled(effort)));
    }
  }
  return words;
}

}  // namespace glint::cli
