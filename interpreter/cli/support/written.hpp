// Files that commands write. All are written in one way: beside the old one, and renamed when they are whole.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

#include "interpreter/cli/support/console.hpp"

namespace glint::cli {

/// A file that is replaced as a whole: readers see the old or the new one, and so does the next run after a crash. While
/// this object lives, a lock on the file keeps other processes away (not on file systems without locks); it ends with
/// the process, and leaves nothing behind.
class KeptFile {
 public:
  /// Of a file that must be new, one that is there already may only be empty.
  enum class Place { any, fresh };
  /// Takes the file, and makes an empty one where there is none. Stops if it cannot be written, or if another process
  /// has it; with `seconds` only if it still has it then. Of a link, the file that it leads to is kept.
  explicit KeptFile(const std::string& path, Place place = Place::any, int seconds = 0);
  /// Removes an empty file that it made.
  ~KeptFile();
  KeptFile(const KeptFile&) = delete;
  KeptFile& operator=(const KeptFile&) = delete;

  /// If this cannot be done, the file stays as it was, and the command stops with the reason.
  void replace(const std::string& text);
  bool is_empty() const { return is_empty_; }
  /// Where it is written before it is renamed: FILE.part, also if a killed process has left it. If anything else lies
  /// there, that is kept, no link there is followed, and the name has the number of this process, too.
  std::string beside() const;

 private:
  void take(Place place, int seconds);

  std::string path_;
  int file_ = -1;
  bool is_locked_ = false, is_made_ = false, is_empty_ = true;
};

/// Whether a process has not finished writing it, or was killed before it had: such a file may be removed. Its mark is the
/// bit 01000 of its permissions, which means nothing for files.
bool is_unfinished(const struct stat& file);
/// Stops: the file cannot be written, for this reason (an `errno`).
[[noreturn]] void cannot_write(const std::string& path, int problem, const std::string& help = "");
/// Writes a new file. Never replaces anything.
void create_file(const std::string& path, const std::string& text);

/// What a command makes besides its answer.
enum class Output { page, picture };
/// For the file of an option, before the work that leads to it: stops if something else than a page or a picture is
/// there, which might be a script, or if `-`, standard output, would hold JSON, too.
void check_output(const std::optional<std::string>& path, const std::string& option, Output what, bool json);
/// Stops if the files of two options are the same.
void check_apart(const std::optional<std::string>& one, const std::optional<std::string>& other,
                 const std::string& options);
/// Writes a file as `KeptFile` does, or to `out` for "-"; into a pipe or device directly.
void write_output(const std::string& path, Output what, const std::string& text, Console& console);

}  // namespace glint::cli
