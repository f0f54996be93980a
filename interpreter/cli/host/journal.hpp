// A file of lines that only grows: what was added is on the disk before anybody is told so. README.md has its format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"

namespace glint::cli {

class Journal {
 public:
  /// A new file, with its first line. Nothing: `problem` is why not (an `errno`).
  static std::optional<Journal> make(const std::string& path, const Json& line, int& problem);
  /// The file that is there, with its lines. A last line without an end is cut off: it was never acknowledged. Nothing:
  /// another process has it (EWOULDBLOCK), or it cannot be read (EBADMSG: a line is no object).
  static std::optional<Journal> open(const std::string& path, std::vector<Json>& lines, int& problem);

  /// Adds a line, and waits until it is on the disk. The reason if that fails (an `errno`), else 0; then the file is as
  /// it was.
  int add(const Json& line);

 private:
  explicit Journal(Descriptor file) : file_(std::move(file)) {}

  Descriptor file_;
  std::int64_t size_ = 0;
};

}  // namespace glint::cli
