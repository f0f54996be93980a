#include "interpreter/cli/files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include "interpreter/embedded/embedded.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargest = 64 * 1024 * 1024;

/// Up to one byte more than may be: a stream without end is found out without reading it.
std::string read_stream(std::istream& in) {
  std::string text;
  char block[65536];
  while (in && text.size() <= kLargest) {
    in.read(block, sizeof block);
    text.append(block, static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

std::optional<std::string> read_library(const fs::path& path) {
  std::error_code problem;
  if (!fs::is_regular_file(path, problem)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text = read_stream(file);
  if (text.size() > kLargest) return std::nullopt;
  return text;
}

/// Is `path`, links followed, inside the folder `root`?
bool is_inside(const fs::path& path, const fs::path& root) {
  std::error_code problem;
  const fs::path real = fs::weakly_canonical(path, problem);
  if (problem) return false;
  const fs::path real_root = fs::weakly_canonical(root, problem);
  if (problem) return false;
  const auto [end, rest] = std::mismatch(real_root.begin(), real_root.end(), real.begin(), real.end());
  return end == real_root.end();
}

std::string folder_of(const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  return folder.empty() ? "." : folder.string();
}

std::optional<lang::SourceFile> embedded(std::string_view path, std::string_view shown) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path == path) return lang::SourceFile{std::string(shown), std::string(file.text)};
  }
  return std::nullopt;
}

}  // namespace

bool exists(const std::string& path) {
  std::error_code problem;
  return fs::exists(path, problem);
}

std::string read_input(const std::string& path, Console& console) {
  std::string text;
  if (path == "-") {
    text = read_stream(console.in);
  } else {
    std::error_code problem;
    if (!fs::exists(path, problem)) stop(kUsage, "there is no file `" + path + "`");
    if (fs::is_directory(path, problem)) stop(kUsage, "`" + path + "` is a folder, not a file");
    std::ifstream file(path, std::ios::binary);
    if (!file) stop(kUsage, "`" + path + "` cannot be read");
    text = read_stream(file);
    if (file.bad()) stop(kUsage, "`" + path + "` cannot be read");
  }
  if (text.size() > kLargest) stop(kUsage, "`" + path + "` is larger than 64 MB");
  return text;
}

void write_output(const std::string& path, const std::string& text, Console& console) {
  if (path == "-") {
    console.out << text;
    return;
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) stop(kUsage, "`" + path + "` cannot be written");
}

std::optional<lang::SourceFile> bundled_library(std::string_view name) {
  const std::string file = std::string(name) + ".glint";
  return embedded("stdlib/" + file, "<std>/" + file);
}

std::optional<lang::SourceFile> bundled_file(std::string_view name) {
  const std::string path = "games/" + std::string(name) + ".glint";
  if (auto game = embedded(path, path)) return game;
  return bundled_library(name);
}

std::vector<std::string> bundled_libraries() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_files()) {
    const fs::path path(file.path);
    if (path.parent_path() == "stdlib" && path.extension() == ".glint") names.push_back(path.stem().string());
  }
  return names;
}

FolderLoader::FolderLoader(const std::string& script, std::vector<std::string> folders) : roots_(std::move(folders)) {
  roots_.insert(roots_.begin(), folder_of(script));
}

std::optional<lang::SourceFile> FolderLoader::find(std::string_view name, const lang::SourceFile& user) {
  if (auto library = bundled_library(name)) return library;
  const fs::path wanted{std::string(name)};
  if (wanted.empty() || wanted.is_absolute()) return std::nullopt;
  // First beside the file that asks, then in each of the folders.
  std::vector<fs::path> places = {fs::path(folder_of(user.name)) / wanted};
  for (const std::string& root : roots_) places.push_back(fs::path(root) / wanted);
  for (const fs::path& place : places) {
    for (const char* ending : {"", ".glint"}) {
      const fs::path path = place.string() + ending;
      const bool inside =
          std::any_of(roots_.begin(), roots_.end(), [&](const std::string& root) { return is_inside(path, root); });
      if (!inside) continue;
      if (auto text = read_library(path)) return lang::SourceFile{path.lexically_normal().string(), std::move(*text)};
    }
  }
  return std::nullopt;
}

}  // namespace glint::cli
