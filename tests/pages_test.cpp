// Pages and comments point at things: a link leads to a file and a heading, a named path exists, and where a page names
// a function of a file (`beam/kernel.cpp:trace_cells`), the word is in that file.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/catch.hpp"
#include "tests/support/paths.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path& root() {
  static const fs::path folder = glint::test::source_folder();
  return folder;
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The files of the project, without what was built and hidden folders other than .github.
const std::vector<fs::path>& files() {
  static const std::vector<fs::path> all = [] {
    std::vector<fs::path> found;
    for (auto at = fs::recursive_directory_iterator(root()); at != fs::recursive_directory_iterator(); ++at) {
      const std::string name = at->path().filename().string();
      const bool is_hidden = name.rfind('.', 0) == 0 && name != ".github";
      if (at->is_directory() && (is_hidden || at->path() == root() / "build" || name == "node_modules")) at.disable_recursion_pending();
      else if (at->is_regular_file() && !is_hidden) found.push_back(at->path());
    }
    return found;
  }();
  return all;
}

bool has_extension(const fs::path& path, std::initializer_list<const char*> extensions) {
  return std::find(extensions.begin(), extensions.end(), path.extension().string()) != extensions.end();
}

/// A page without its samples: fenced blocks, and blocks that are indented by four blanks.
std::vector<std::string> prose_of(const fs::path& page) {
  std::vector<std::string> lines;
  std::istringstream in(read(page));
  bool in_fence = false;
  bool in_sample = false;  // four blanks begin one after an empty line; in a list they go on with its text
  bool after_empty = true;
  for (std::string line; std::getline(in, line);) {
    const bool indented = line.rfind("    ", 0) == 0;
    in_sample = indented && (in_sample || after_empty);
    after_empty = line.empty();
    if (line.rfind("```", 0) == 0) in_fence = !in_fence;
    else if (!in_fence && !in_sample) lines.push_back(line);
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// What GitHub makes of a heading: lower case, `-` for blanks, no punctuation.
std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (c >= 'A' && c <= 'Z') anchor += static_cast<char>(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || byte >= 0x80) anchor += c;
    else if (c == ' ') anchor += '-';
  }
  return anchor;
}

std::set<std::string> anchors_of(const fs::path& page) {
  std::set<std::string> anchors;
  std::map<std::string, int> times;
  for (const std::string& line : prose_of(page)) {
    const std::size_t level = line.find_first_not_of('#');
    if (level == 0 || level == std::string::npos || line[level] != ' ') continue;
    const std::string anchor = anchor_of(std::string_view(line).substr(level + 1));
    const int before = times[anchor]++;
    anchors.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
  }
  return anchors;
}

/// Words in backticks.
std::vector<std::string> quoted_in(const std::string& text) {
  std::vector<std::string> quoted;
  for (std::size_t at = 0; (at = text.find('`', at)) != std::string::npos;) {
    const std::size_t end = text.find('`', at + 1);
    if (end == std::string::npos) break;
    quoted.push_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return quoted;
}

bool is_path_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '/' || c == '-';
}

/// Does this name a file of ours: `beam/kernel.cpp`, or `kernel.cpp` alone? Scripts and records that samples make up
/// have no folder.
bool names_file(const std::string& word) {
  const bool is_path = !word.empty() && std::all_of(word.begin(), word.end(), is_path_char);
  if (!is_path || word.find_first_not_of("./-") != 0) return false;
  const fs::path path = word;
  if (has_extension(path, {".cpp", ".hpp", ".inl", ".def", ".md", ".sh", ".cmake"})) return path.stem() != "";
  return has_extension(path, {".glint", ".json", ".txt", ".dict"}) && path.has_parent_path();
}

/// The folders from which a path that is named in a file may be meant.
std::vector<fs::path> bases_of(const fs::path& file) {
  return {root(), root() / "interpreter", root() / "lang", root() / "interpreter/include",
          root() / "interpreter/include/glint", file.parent_path()};
}

/// A bare name may be of any folder.
bool exists(const std::string& named, const fs::path& from) {
  for (const fs::path& base : bases_of(from))
    if (fs::exists(base / named)) return true;
  if (named.find('/') != std::string::npos) return false;
  return std::any_of(files().begin(), files().end(), [&](const fs::path& file) { return file.filename() == named; });
}

}  // namespace

TEST_CASE("pages: beside those of errors there are at most 41") {
  std::vector<std::string> pages;
  for (const fs::path& page : files()) {
    const std::string path = page.lexically_relative(root()).generic_string();
    const bool is_apart = path.rfind("lang/errors/G", 0) == 0 || path.rfind("tests/golden/", 0) == 0;
    if (page.extension() == ".md" && !is_apart) pages.push_back(path);
  }
  CAPTURE(pages);
  CHECK(pages.size() > 20);
  CHECK(pages.size() <= 41);
}

TEST_CASE("pages: every link leads to a file, and to a heading in it") {
  int links = 0;
  for (const fs::path& page : files()) {
    if (page.extension() != ".md") continue;
    const std::string text = joined(prose_of(page));
    for (std::size_t at = 0; (at = text.find("](", at)) != std::string::npos; ++links) {
      at += 2;
      const std::string target = text.substr(at, text.find(')', at) - at);
      if (target.rfind("http", 0) == 0) continue;
      const std::size_t hash = std::min(target.find('#'), target.size());
      const fs::path file = hash == 0 ? page : page.parent_path() / target.substr(0, hash);
      INFO(page.string() << ": " << target);
      CHECK(fs::exists(file));
      if (hash < target.size()) CHECK(anchors_of(file).count(target.substr(hash + 1)) == 1);
    }
  }
  CHECK(links > 50);
}

TEST_CASE("pages: files and folders that they name are there") {
  int named = 0;
  for (const fs::path& page : files()) {
    if (page.extension() != ".md") continue;
    for (const std::string& quoted : quoted_in(joined(prose_of(page)))) {
      const std::size_t colon = std::min(quoted.find(':'), quoted.size());
      const std::string file = quoted.substr(0, colon);
      const bool is_folder = file.size() > 1 && file.back() == '/' && file.find_first_of(" <>*$") == std::string::npos;
      if (!names_file(file) && !is_folder) continue;
      INFO(page.string() << ": " << quoted);
      CHECK(exists(file, page));
      ++named;
      // `beam/kernel.cpp:trace_cells`
      if (is_folder || colon == quoted.size()) continue;
      for (const fs::path& base : bases_of(page))
        if (fs::exists(base / file)) CHECK(read(base / file).find(quoted.substr(colon + 1)) != std::string::npos);
    }
  }
  CHECK(named > 50);
}

TEST_CASE("pages: files that comments name are there") {
  int named = 0;
  for (const fs::path& source : files()) {
    if (!has_extension(source, {".cpp", ".hpp", ".inl", ".def"})) continue;
    std::istringstream in(read(source));
    for (std::string line; std::getline(in, line);) {
      const std::size_t comment = line.find("//");
      if (comment == std::string::npos) continue;
      for (std::size_t at = comment; at < line.size();) {
        std::size_t end = at;
        while (end < line.size() && is_path_char(line[end])) ++end;
        std::string word = line.substr(at, end - at);
        while (!word.empty() && (word.back() == '.' || word.back() == '-')) word.pop_back();
        at = end + 1;
        if (!has_extension(word, {".cpp", ".hpp", ".inl", ".def", ".md"}) || !names_file(word)) continue;
        INFO(source.string() << ": " << line);
        CHECK(exists(word, source));
        ++named;
      }
    }
  }
  CHECK(named > 20);
}
