#include "interpreter/cli/studio/server.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/fnv.hpp"
#include "lang/source/source.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".glint";
constexpr std::size_t kLongestName = 240, kMostNames = 1000, kMostLooks = 20'000;
constexpr int kDeepest = 4;

/// The size of a text, and its FNV-1a hash with 64 bits.
std::string stamp_of(std::string_view text) {
  lang::Fnv hash;
  hash.bytes(text);
  return std::to_string(text.size()) + "-" + lang::hexadecimal(hash.value());
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = lang::utf8_length(text.substr(0, 4));
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

FileAnswer refused(int status, const std::string& error, const std::string& help = "") {
  return {status, "", "", error, help};
}

std::string shown(const std::string& name) { return lang::marked(lang::shortened(name, 80)); }

FileAnswer not_opened(const std::string& name, int problem) {
  if (problem == ENOENT) return refused(404, "there is no file " + shown(name), "saving the script writes it");
  if (problem == ELOOP || problem == ENOTDIR || problem == EEXIST)
    return refused(403, shown(name) + " is a link, or no plain file in a plain folder", "links are not followed here");
  return refused(500, shown(name) + " cannot be read: " + reason(problem));
}

bool is_plain(const std::string& part) {
  return !part.empty() && part[0] != '.' && part.find_first_of("\\:") == std::string::npos &&
         std::none_of(part.begin(), part.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

/// The script with this name in an open folder, through one descriptor. `name`: its name in errors.
FileAnswer read_in(int folder, const std::string& file, const std::string& name) {
  if (folder < 0) return not_opened(name, errno);
  const Descriptor opened(openat(folder, file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (opened < 0) return not_opened(name, errno);
  auto text = text_of(opened, lang::kMaxScriptBytes);
  if (!text) return refused(500, shown(name) + " cannot be read");
  if (text->size() > lang::kMaxScriptBytes) return refused(413, shown(name) + " is too large for a script");
  if (!is_utf8(*text)) return refused(415, shown(name) + " is not UTF-8 text", "save it as plain text in UTF-8");
  std::string stamp = stamp_of(*text);
  return {200, std::move(*text), std::move(stamp), "", ""};
}

}  // namespace

ScriptFolder::ScriptFolder(const std::string& path) {
  std::error_code problem;
  const fs::path real = fs::canonical(path, problem);
  path_ = problem ? path : real.string();
}

std::optional<FileAnswer> ScriptFolder::refusal(const std::string& name) const {
  const auto wrong = [&](const std::string& why, const std::string& help) {
    return refused(403, shown(name) + " " + why, help);
  };
  if (name.size() > kLongestName || !is_utf8(name))
    return wrong("is no name for a script", "take a name of at most 240 characters");
  if (!name.ends_with(kEnding) || name.size() == kEnding.size())
    return wrong("is no name for a script", "scripts have names that end in `.glint`, such as `my_game.glint`");
  for (std::size_t from = 0; from <= name.size();) {
    const std::size_t to = std::min(name.find('/', from), name.size());
    if (!is_plain(name.substr(from, to - from)))
      return wrong("is no name for a script in this folder", "take a plain name, such as `my_game.glint`");
    from = to + 1;
  }
  return std::nullopt;
}

std::map<std::string, std::string> ScriptFolder::states() const {
  std::map<std::string, std::string> found;
  std::size_t looks = 0;
  const auto options = fs::directory_options::skip_permission_denied;
  std::error_code problem;
  for (fs::recursive_directory_iterator at(path_, options, problem), end; !problem && at != end;
       at.increment(problem)) {
    if (++looks > kMostLooks || found.size() >= kMostNames) break;
    const std::string file = at->path().filename().string();
    std::error_code none;
    if (at->is_directory(none)) {
      if (file.starts_with('.') || at.depth() >= kDeepest) at.disable_recursion_pending();
      continue;
    }
    struct stat info {};
    const std::string path = at->path().string();
    const std::string name = path.substr(path_ == "/" ? 1 : path_.size() + 1);
    if (!file.ends_with(kEnding) || lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode) || refusal(name))
      continue;
    found[name] = std::to_string(info.st_ino) + " " + std::to_string(info.st_size) + " " +
                  std::to_string(info.st_mtim.tv_sec) + "." + std::to_string(info.st_mtim.tv_nsec);
  }
  return found;
}

FileAnswer ScriptFolder::read(const std::string& name) const {
  if (auto wrong = refusal(name)) return *wrong;
  const auto [folder, file] = folder_below(path_, name);
  return read_in(folder, file, name);
}

FileAnswer ScriptFolder::write(const std::string& name, const std::string& text, const std::string& stamp) const {
  if (auto wrong = refusal(name)) return *wrong;
  if (text.size() > lang::kMaxScriptBytes)
    return refused(413, "the script is too large: it has " + std::to_string(text.size()) + " bytes",
                   "a script has at most " + std::to_string(lang::kMaxScriptBytes) + " bytes");
  if (!is_utf8(text)) return refused(415, "the script is not UTF-8 text");
  const auto [folder, file] = folder_below(path_, name);
  FileAnswer now = read_in(folder, file, name);
  if (now.status != 200 && now.status != 404) return now;
  if (now.stamp != stamp && !(now.status == 200 && now.text == text)) {
    now.status = 409;
    now.error = now.stamp.empty() ? shown(name) + " is gone" : shown(name) + " was changed by another program";
    now.help = now.stamp.empty() ? "saving again writes it anew" : "load it, or save again to replace it";
    return now;
  }
  if (const int problem = folder < 0 ? ENOENT : replace_at(folder, file, text); problem != 0) {
    const bool is_full = problem == ENOSPC || problem == EDQUOT || problem == EFBIG;
    return refused(is_full ? 507 : 500, shown(name) + " cannot be written: " + reason(problem),
                   now.status == 200 ? "the file still has its old content" : "");
  }
  return {200, "", stamp_of(text), "", ""};
}

}  // namespace glint::cli
