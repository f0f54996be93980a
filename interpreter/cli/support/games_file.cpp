#include "interpreter/cli/support/games_file.hpp"

#include <cerrno>
#include <cstdint>
#include <filesystem>

#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/written.hpp"

namespace glint::cli {
namespace {

constexpr std::string_view kBegin = "@ ";

/// The text of a regular file of any size. The caller cuts off what follows the last whole entry.
std::string whole_file(const std::string& path) { return file_text(path, SIZE_MAX - 1).value_or(""); }

}  // namespace

std::size_t read_entries(const std::string& text, std::map<std::string, std::string>& into) {
  std::size_t at = 0;
  while (text.compare(at, kBegin.size(), kBegin) == 0) {
    const std::size_t line = text.find('\n', at);
    if (line == std::string::npos) break;
    const std::size_t blank = text.rfind(' ', line);
    const std::string digits = text.substr(blank + 1, line - blank - 1);
    if (digits.empty() || digits.size() > 12 || digits.find_first_not_of("0123456789") != std::string::npos) break;
    const std::size_t size = std::stoull(digits);
    if (line + 1 + size + 1 > text.size() || text[line + 1 + size] != '\n') break;
    into[text.substr(at + kBegin.size(), blank - at - kBegin.size())] = text.substr(line + 1, size);
    at = line + 1 + size + 1;
  }
  return at;
}

std::string entry_text(const std::string& key, const std::string& text) {
  return std::string(kBegin) + key + ' ' + std::to_string(text.size()) + '\n' + text + '\n';
}

GamesFile::GamesFile(std::string path) : path_(std::move(path)) {
  const std::string text = whole_file(path_);
  // No link that lies there is followed, no pipe is waited for, and nothing is cut off that was never written here.
  const auto there = std::filesystem::symlink_status(path_);
  const bool is_file = !std::filesystem::exists(there) || std::filesystem::is_regular_file(there);
  if (!is_file || !text.starts_with(kBegin.substr(0, text.size())))
    stop(kUsage, "`" + path_ + "` already exists, and does not hold explored games, so nothing is added to it",
         "move it away, or name another folder with --out");
  const std::size_t whole = read_entries(text, known_);
  for (const auto& [key, value] : known_) written_[key] = true;
  if (whole < text.size()) std::filesystem::resize_file(path_, whole);
  errno = 0;
  file_.open(path_, std::ios::binary | std::ios::app);
  if (!file_) cannot_write(path_, errno != 0 ? errno : EIO);
}

void GamesFile::read_also(const std::string& path) {
  read_entries(whole_file(path), known_);
}

const std::string* GamesFile::find(const std::string& key) const {
  const auto found = known_.find(key);
  return found == known_.end() ? nullptr : &found->second;
}

void GamesFile::add(const std::string& key, const std::string& text) {
  if (!written_.emplace(key, true).second) return;
  known_[key] = text;
  errno = 0;
  file_ << entry_text(key, text) << std::flush;
  if (!file_)
    cannot_write(path_, errno != 0 ? errno : EIO, "it still has the games before: run the command again to go on");
}

}  // namespace glint::cli
