#include "interpreter/cli/watch/watched_files.hpp"

#include <algorithm>
#include <utility>

#include "lang/parse/limits.hpp"

namespace glint::cli {
namespace {

/// The text of a file as it is now; nothing if it cannot be read, or if a pipe or a device has taken its place.
std::optional<std::string> text_now(const std::string& path) { return file_text(path, lang::kMaxScriptBytes); }

}  // namespace

WatchedFiles::WatchedFiles(const std::string& script, std::vector<std::string> folders)
    : script_(script), files_(script, std::move(folders)) {
  texts_.emplace(script, std::nullopt);
}

bool WatchedFiles::look() {
  bool changed = false;
  for (auto& [path, text] : texts_) {
    std::optional<std::string> now = text_now(path);
    if (now == text) continue;
    text = std::move(now);
    changed = true;
  }
  const std::size_t missed = missed_.size();
  std::erase_if(missed_, [&](const Missed& each) { return is_there(each); });
  return changed || missed_.size() < missed;
}

bool WatchedFiles::differ() {
  return std::any_of(texts_.begin(), texts_.end(), [](const auto& file) { return text_now(file.first) != file.second; }) ||
         std::any_of(missed_.begin(), missed_.end(), [&](const Missed& each) { return is_there(each); });
}

bool WatchedFiles::is_there(const Missed& missed) {
  const auto& [is_game, name, user] = missed;
  const lang::SourceFile from{user, {}};
  return is_game ? files_.find_game(name, from).has_value() : files_.find(name, from).has_value();
}

std::optional<lang::SourceFile> WatchedFiles::noted(std::optional<lang::SourceFile> found, bool is_game,
                                                    std::string_view name, const lang::SourceFile& user) {
  if (!found) {
    missed_.emplace(is_game, std::string(name), user.name);
  } else if (!texts_.contains(found->name) && exists(found->name)) {  // what comes with Glint never changes
    texts_.emplace(found->name, found->text);
  }
  return found;
}

std::optional<lang::SourceFile> WatchedFiles::find(std::string_view name, const lang::SourceFile& user) {
  return noted(files_.find(name, user), false, name, user);
}

std::optional<lang::SourceFile> WatchedFiles::find_game(std::string_view name, const lang::SourceFile& user) {
  return noted(files_.find_game(name, user), true, name, user);
}

}  // namespace glint::cli
