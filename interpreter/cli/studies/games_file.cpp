#include "interpreter/cli/studies/games_file.hpp"

#include <cerrno>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"

namespace glint::cli {
namespace {

/// The text of a regular file of games. No link that lies there is followed, and no pipe is waited for.
std::string whole_file(const std::string& path, const lang::Stop& stop) {
  std::error_code problem;
  const auto there = std::filesystem::symlink_status(path, problem);
  if (!std::filesystem::exists(there)) return "";
  if (!std::filesystem::is_regular_file(there))
    cli::stop(kUsage, "`" + path + "` already exists, and is not a regular file", kMoveAway);
  if (std::filesystem::file_size(path, problem) > GamesFile::kMostInFile)
    cli::stop(kUsage,
              "`" + path + "` is larger than " + std::to_string(GamesFile::kMostInFile >> 20) +
                  " MB, and no file of explored games is",
              kMoveAway);
  std::optional<std::string> text = file_text(path, GamesFile::kMostInFile, stop);
  if (!text) cli::stop(kUsage, "`" + path + "` cannot be read");
  return std::move(*text);
}

}  // namespace

GamesFile::GamesFile(std::string path, lang::Stop stop) : path_(std::move(path)) {
  const std::string text = whole_file(path_, stop);
  was_empty_ = text.empty();
  lang::StopCheck check(stop);
  std::size_t lines = 0;
  for (std::size_t end; (end = text.find('\n', size_)) != std::string::npos; size_ = end + 1) {
    const std::string_view line = std::string_view(text).substr(size_, end - size_);
    check.after(1 + static_cast<std::int64_t>(line.size() / 1024));
    if (++lines > kMostLines)
      cli::stop(kUsage, "`" + path_ + "` has more lines than any file of explored games", kMoveAway);
    const std::size_t tab = line.find('\t');
    if (tab != std::string_view::npos) known_[std::string(line.substr(0, tab))] = line.substr(tab + 1);
  }
}

void GamesFile::open() {
  std::error_code problem;
  if (std::filesystem::exists(path_, problem)) std::filesystem::resize_file(path_, size_, problem);
  errno = 0;
  if (!problem) file_.open(path_, std::ios::binary | std::ios::app);
  if (problem || !file_) cannot_write(path_, problem ? problem.value() : errno != 0 ? errno : EIO);
}

const std::string* GamesFile::find(const std::string& key) const {
  const auto found = known_.find(key);
  return found == known_.end() ? nullptr : &found->second;
}

void GamesFile::add(const std::string& key, const std::string& text) {
  const std::string line = key + '\t' + text + '\n';
  if (size_ + line.size() > kMostInFile || !known_.emplace(key, text).second) return;
  if (!file_.is_open()) open();
  size_ += line.size();
  errno = 0;
  file_ << line << std::flush;
  if (!file_)
    cannot_write(path_, errno != 0 ? errno : EIO, "it still has the games before: run the command again to go on");
}

}  // namespace glint::cli
