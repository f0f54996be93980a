#include "interpreter/cli/support/games_file.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <utility>

#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/written.hpp"

namespace glint::cli {
namespace {

constexpr std::string_view kBegin = "@ ";

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

/// What begins at a place of the text: an entry, one that was cut off, or none.
struct Found {
  enum { none, whole, cut } kind = none;
  std::string_view key, text;
  std::size_t end = 0;
};

Found found_at(std::string_view all, std::size_t at) {
  const std::string_view rest = all.substr(at);
  if (!rest.starts_with(kBegin)) return {kBegin.starts_with(rest) ? Found::cut : Found::none, {}, {}, 0};
  const std::size_t line = rest.find('\n');
  if (line == std::string_view::npos) return {Found::cut, {}, {}, 0};
  const std::string_view head = rest.substr(kBegin.size(), line - kBegin.size());
  const std::size_t blank = head.rfind(' ');
  if (blank == std::string_view::npos) return {};
  const std::string_view digits = head.substr(blank + 1);
  if (digits.empty() || digits.size() > 12 || digits.find_first_not_of("0123456789") != std::string_view::npos)
    return {};
  const std::size_t size = std::stoull(std::string(digits));
  if (line + 1 + size + 1 > rest.size()) return {Found::cut, {}, {}, 0};
  if (rest[line + 1 + size] != '\n') return {};
  return {Found::whole, head.substr(0, blank), rest.substr(line + 1, size), at + line + 1 + size + 1};
}

}  // namespace

std::size_t read_entries(const std::string& text, const std::function<void(std::string, std::string)>& each,
                         const lang::Stop& stop) {
  constexpr std::size_t kLook = 65'536;  // bytes that are looked through at once
  lang::StopCheck check(stop);
  std::size_t at = 0;
  while (at < text.size()) {
    const Found found = found_at(text, at);
    check.after(1 + static_cast<std::int64_t>(found.text.size() / 1024));
    if (found.kind == Found::whole) {
      each(std::string(found.key), std::string(found.text));
      at = found.end;
      continue;
    }
    std::size_t begin = std::string::npos;
    for (std::size_t from = at; from < text.size() && begin == std::string::npos; from += kLook) {
      check.after(64);
      begin = std::string_view(text).substr(from, kLook + kBegin.size()).find("\n@ ");
      if (begin != std::string::npos) begin += from;
    }
    if (begin == std::string::npos) return found.kind == Found::cut ? at : text.size();
    at = begin + 1;
  }
  return text.size();
}

std::string entry_text(const std::string& key, const std::string& text) {
  return std::string(kBegin) + key + ' ' + std::to_string(text.size()) + '\n' + text + '\n';
}

GamesFile::GamesFile(std::string path, bool is_ours, lang::Stop stop) : path_(std::move(path)), stop_(std::move(stop)) {
  const std::string text = whole_file(path_, stop_);
  size_ = read_entries(
      text,
      [&](std::string key, std::string games) {
        keep(std::move(key), {std::move(games), true});
      },
      stop_);
  needs_break_ = size_ > 0 && text[size_ - 1] != '\n';
  if (!text.empty() && known_.empty() && !(is_ours && text.starts_with(kBegin.substr(0, text.size()))))
    cli::stop(kUsage, "`" + path_ + "` already exists, and does not hold explored games, so nothing is added to it", kMoveAway);
}

void GamesFile::read_also(const std::string& path) {
  const std::string text = whole_file(path, stop_);
  bool has_games = false;
  read_entries(
      text,
      [&](std::string key, std::string games) {
        has_games = true;
        if (!known_.contains(key)) keep(std::move(key), {std::move(games), false});
      },
      stop_);
  if (!has_games && !text.empty()) cli::stop(kUsage, "`" + path + "` does not hold explored games");
}

void GamesFile::keep(std::string key, Known known) {
  constexpr std::size_t kEach = 200;  // that a map takes for each, about
  kept_ += kEach + key.size() + known.text.size();
  if (kept_ > kMostKept)
    cli::stop(kUsage,
              "`" + path_ + "` and the games to merge would take more than " + std::to_string(kMostKept >> 20) +
                  " MB of memory",
              "merge fewer folders");
  known_.insert_or_assign(std::move(key), std::move(known));
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
  return found == known_.end() ? nullptr : &found->second.text;
}

void GamesFile::add(const std::string& key, const std::string& text) {
  const auto found = known_.find(key);
  if (found != known_.end() && found->second.is_written) return;
  const std::string entry = (needs_break_ ? "\n" : "") + entry_text(key, text);
  if (size_ + entry.size() > kMostInFile) return;
  if (!file_.is_open()) open();
  known_[key] = {text, true};
  size_ += entry.size();
  needs_break_ = false;
  errno = 0;
  file_ << entry << std::flush;
  if (!file_)
    cannot_write(path_, errno != 0 ? errno : EIO, "it still has the games before: run the command again to go on");
}

}  // namespace glint::cli
