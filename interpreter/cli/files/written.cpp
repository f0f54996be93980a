#include "interpreter/cli/files/written.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <system_error>

#include "interpreter/cli/files/files.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

struct WrittenKind {
  const char *name, *begin;
};
constexpr WrittenKind kWrittenKinds[] = {
    {"an HTML page", "<!DOCTYPE html"}, {"an SVG picture", "<svg"}, {"a PDF", "%PDF"},  // by Output
    {"a file of learned values", "glint values "}, {"a file of `glint tune`", "glint best "}};

/// Writes all of the text, and closes the file. The reason if that fails, else 0.
int write_all(int file, const std::string& text, bool flushes) {
  int problem = 0;
  for (std::size_t done = 0; done < text.size() && problem == 0;) {
    const ssize_t put = write(file, text.data() + done, text.size() - done);
    if (put > 0) done += static_cast<std::size_t>(put);
    if (put < 0 && errno != EINTR) problem = errno;
    if (put == 0) problem = EIO;
  }
  if (problem == 0 && flushes && fsync(file) != 0) problem = errno;
  if (close(file) != 0 && problem == 0) problem = errno;
  return problem;
}

/// The file that a link leads to: the link must not be replaced.
std::string without_links(const std::string& path) {
  std::error_code problem;
  const fs::path real = fs::is_symlink(path, problem) ? fs::weakly_canonical(path, problem) : fs::path(path);
  return problem || real.empty() ? path : real.string();
}

/// Writes the text beside this file, and gives it the name. `old`: the file that it replaces; `is_fresh`: it must be
/// the first with this name. The reason if that fails, else 0.
int put_at(int folder, const std::string& name, const std::string& text, const struct stat* old, bool is_fresh) {
  // An unused name: a file that somebody has put there is neither followed nor removed.
  std::string beside;
  int file = -1;
  for (int tries = 0; file < 0 && tries < 10; ++tries) {
    beside = name + ".part" + std::to_string(getpid() + tries);
    file = openat(folder, beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST) return errno;
  }
  if (file < 0) return EBUSY;
  if (old) fchmod(file, old->st_mode & 0777);  // not all file systems have permissions
  int problem = write_all(file, text, true);
  // A second name is refused where there is a file; a file system without links has no second names.
  const bool links = problem == 0 && is_fresh && linkat(folder, beside.c_str(), folder, name.c_str(), 0) == 0;
  if (problem == 0 && is_fresh && !links && errno == EEXIST) problem = EEXIST;
  if (problem == 0 && !links && renameat(folder, beside.c_str(), folder, name.c_str()) != 0) problem = errno;
  if (problem != 0 || links) unlinkat(folder, beside.c_str(), 0);
  return problem;
}

[[noreturn]] void is_there(const std::string& path) {
  stop(kUsage, "`" + path + "` already exists, and is not overwritten", "choose another name");
}

void check_is_file(const std::string& path) {
  if (path == "-")
    stop(kUsage, "`-` is the standard output, and a file is needed here", "for a file of this name write `./-`");
  std::error_code problem;
  const fs::file_status there = fs::status(path, problem);
  if (fs::exists(there) && !fs::is_regular_file(there)) stop(kUsage, "`" + path + "` is not a regular file");
}

}  // namespace

void cannot_write(const std::string& path, int problem, const std::string& help) {
  stop(kUsage, "`" + path + "` cannot be written: " + reason(problem), help);
}

bool has_content(const std::string& path) {
  std::error_code problem;
  return fs::file_size(path, problem) > 0 && !problem;
}

int replace_at(int folder, const std::string& name, const std::string& text) {
  struct stat old {};
  const bool is_there = fstatat(folder, name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  if (is_there && !S_ISREG(old.st_mode)) return EEXIST;
  if (is_there && faccessat(folder, name.c_str(), W_OK, 0) != 0) return errno;
  return put_at(folder, name, text, is_there ? &old : nullptr, false);
}

void replace_file(const std::string& path, const std::string& text) {
  check_is_file(path);
  if (const int problem = replace_at(AT_FDCWD, without_links(path), text); problem != 0)
    cannot_write(path, problem, has_content(path) ? "the file still has its old content" : "");
}

void create_file(const std::string& path, const std::string& text) {
  check_is_file(path);
  if (exists(path) && !has_content(path)) return replace_file(path, text);
  const int problem = put_at(AT_FDCWD, path, text, nullptr, true);
  if (problem == EEXIST) is_there(path);
  if (problem != 0) cannot_write(path, problem);
}

void check_replaceable(const std::string& path) {
  check_is_file(path);
  const fs::path real = without_links(path), folder = real.parent_path();
  const char* const asked = exists(real.string()) ? real.c_str() : folder.empty() ? "." : folder.c_str();
  if (access(asked, W_OK) != 0) cannot_write(path, errno);
}

void check_new(const std::string& path) {
  check_replaceable(path);
  if (has_content(path)) is_there(path);
}

void check_output(const std::optional<std::string>& path, const std::string& option, Output what, bool json) {
  if (!path) return;
  if (*path == "-") {
    if (json) stop(kUsage, "`" + option + " -` and `--json` would both be printed", "give " + option + " a file");
    return;
  }
  std::error_code problem;
  const fs::file_status status = fs::status(*path, problem);
  if (fs::is_directory(status)) stop(kUsage, "`" + *path + "` is a folder, not a file");
  if (!fs::is_regular_file(status)) return;
  const auto& [name, begin] = kWrittenKinds[static_cast<std::size_t>(what)];
  std::string found(std::strlen(begin), '\0');
  std::ifstream file(*path, std::ios::binary);
  file.read(found.data(), static_cast<std::streamsize>(found.size()));
  if (file.gcount() > 0 && found != begin)
    stop(kUsage, "`" + *path + "` already exists, and is not " + name + ", so it is not overwritten",
         "give " + option + " another file");
}

void check_apart(const std::optional<std::string>& one, const std::optional<std::string>& other,
                 const std::string& options) {
  if (!one || !other) return;
  std::error_code problem;
  if (fs::weakly_canonical(*one, problem) == fs::weakly_canonical(*other, problem))
    stop(kUsage, options + " are the same file, `" + *one + "`", "give one of them another file");
}

void write_output(const std::string& path, Output what, const std::string& text, Console& console) {
  if (path == "-") {
    console.out << text;
    return;
  }
  check_output(path, what == Output::page ? "--html" : what == Output::pdf ? "-o" : "--svg", what, false);
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (!fs::exists(status) || fs::is_regular_file(status)) return replace_file(path, text);
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  const int failed = file < 0 ? errno : write_all(file, text, false);
  if (failed != 0) cannot_write(path, failed);
}

}  // namespace glint::cli
