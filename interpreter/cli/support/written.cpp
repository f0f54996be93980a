#include "interpreter/cli/support/written.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <system_error>
#include <thread>

#include "interpreter/cli/support/files.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

struct Kind {
  const char *name, *begin;
};
constexpr Kind kKinds[] = {{"an HTML page", "<!DOCTYPE html"}, {"an SVG picture", "<svg"}};  // by Output

/// Writes all of the text. The reason if that fails, else 0.
int write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t put = write(file, text.data() + done, text.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return put < 0 ? errno : EIO;
    done += static_cast<std::size_t>(put);
  }
  return 0;
}

/// The file that a link leads to: the link must not be replaced.
std::string without_links(const std::string& path) {
  std::error_code problem;
  const fs::path real = fs::is_symlink(path, problem) ? fs::weakly_canonical(path, problem) : fs::path(path);
  return problem || real.empty() ? path : real.string();
}

/// Whether a killed process may have left what is there.
bool is_left_over(const std::string& path) {
  struct stat found {};
  return lstat(path.c_str(), &found) == 0 && is_unfinished(found);
}

bool is_same(const struct stat& one, const struct stat& other) {
  return one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

}  // namespace

bool is_unfinished(const struct stat& file) {
  return S_ISREG(file.st_mode) && (file.st_mode & S_ISVTX) != 0 && file.st_uid == geteuid();
}

void cannot_write(const std::string& path, int problem, const std::string& help) {
  stop(kUsage, "`" + path + "` cannot be written: " + reason(problem), help);
}

KeptFile::KeptFile(const std::string& path, Place place, int seconds)
    : path_(place == Place::fresh ? path : without_links(path)) {
  if (path == "-")
    stop(kUsage, "`-` is the standard output, and a file is needed here",
         "for a file of this name write `./-`");
  take(place, seconds);
}

void KeptFile::take(Place place, int seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds);
  while (true) {
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    is_made_ = file_ >= 0;
    const bool was_there = file_ < 0 && errno == EEXIST;
    if (was_there) file_ = open(path_.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const int problem = errno;
    if (file_ < 0 && place == Place::fresh && was_there && problem != ENOENT)
      stop(kUsage, "`" + path_ + "` already exists, and is not overwritten", "choose another name");
    struct stat mine {};
    struct stat there {};
    if (file_ < 0 && was_there && problem == ENOENT) continue;  // removed in between
    if (file_ < 0) cannot_write(path_, problem);
    if (fstat(file_, &mine) != 0 || !S_ISREG(mine.st_mode)) {
      close(file_);
      stop(kUsage, "`" + path_ + "` is not a regular file");
    }
    is_locked_ = flock(file_, LOCK_EX | LOCK_NB) == 0;
    if (!is_locked_ && errno == EWOULDBLOCK) {
      close(file_);
      if (Clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        continue;
      }
      stop(kUsage, "`" + path_ + "` is being written by another process",
           "wait until it has finished, or name another file");
    }
    // Before it had the lock, its last owner may have replaced or removed the file.
    if (is_locked_ && !(stat(path_.c_str(), &there) == 0 && is_same(mine, there))) {
      close(file_);
      continue;
    }
    is_empty_ = fstat(file_, &mine) == 0 && mine.st_size == 0;
    if (place == Place::any || is_empty_) return;
    close(file_);
    stop(kUsage, "`" + path_ + "` already exists, and is not overwritten", "choose another name");
  }
}

KeptFile::~KeptFile() {
  struct stat mine {};
  struct stat there {};
  if (is_made_ && is_empty_ && fstat(file_, &mine) == 0 && stat(path_.c_str(), &there) == 0 && is_same(mine, there))
    unlink(path_.c_str());
  close(file_);
}

std::string KeptFile::beside() const {
  // The same name, so that killed processes leave at most one file where there are permissions to mark it by; without a
  // lock the name must be unique.
  const std::string beside = path_ + ".part";
  struct stat found {};
  const bool is_free = is_left_over(beside) || lstat(beside.c_str(), &found) != 0;
  return is_locked_ && is_free ? beside : beside + std::to_string(getpid());
}

void KeptFile::replace(const std::string& text) {
  const std::string beside = this->beside();
  constexpr int kTries = 10;
  int file = -1;
  for (int tries = 0; file < 0 && tries < kTries; ++tries) {
    file = open(beside.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_ISVTX | 0600);
    if (file < 0 && (errno != EEXIST || !is_left_over(beside) || unlink(beside.c_str()) != 0)) break;
  }
  int problem = file < 0 ? errno : 0;
  struct stat old {};
  if (file >= 0) {
    if (is_locked_) flock(file, LOCK_EX | LOCK_NB);  // whoever waits for the old one finds the new one locked
    if (problem == 0) problem = write_all(file, text);
    // It has the permissions of the old one before it has its name, and the mark until then. Not all file systems have any.
    const bool has_old = fstat(file_, &old) == 0;
    if (has_old) fchmod(file, (old.st_mode & 0777) | S_ISVTX);
    // It is on the disk before it replaces the old one, so the file is whole even after a crash of the machine.
    if (problem == 0 && fsync(file) != 0) problem = errno;
    if (problem == 0 && rename(beside.c_str(), path_.c_str()) != 0) problem = errno;
    if (problem == 0) fchmod(file, has_old ? old.st_mode & 0777 : 0600);
    if (problem != 0) {
      close(file);
      unlink(beside.c_str());
    }
  }
  if (problem != 0) cannot_write(path_, problem, is_empty_ ? "" : "the file still has its old content");
  close(file_);
  file_ = file;
  is_empty_ = text.empty();
}

void create_file(const std::string& path, const std::string& text) {
  KeptFile(path, KeptFile::Place::fresh).replace(text);
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
  const auto& [name, begin] = kKinds[static_cast<std::size_t>(what)];
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
  check_output(path, what == Output::page ? "--html" : "--svg", what, false);
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (!fs::exists(status) || fs::is_regular_file(status)) {
    constexpr int kSeconds = 5;  // another process writes its page in less
    return KeptFile(path, KeptFile::Place::any, kSeconds).replace(text);
  }
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) cannot_write(path, errno);
  int failed = write_all(file, text);
  if (close(file) != 0 && failed == 0) failed = errno;
  if (failed != 0) cannot_write(path, failed);
}

}  // namespace glint::cli
