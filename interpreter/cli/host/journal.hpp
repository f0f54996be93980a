// A file of lines that only grows: what was added is on the disk before anybody is told so. README.md has its format.
#pragma once

#include <string>
#include <vector>

#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"

namespace glint::cli {

class Journal {
 public:
  enum class How { make, open };
  /// A new file, or the one that is there, with its lines: a last line without an end is cut off, as it was never
  /// acknowledged. `problem` (an `errno`) is not 0 if this fails: EEXIST; EWOULDBLOCK: another process has it; EBADMSG:
  /// a line is no object.
  Journal(const std::string& path, How how, std::vector<Json>& lines, int& problem);

  /// Adds a line, and waits until it is on the disk. The reason if that fails (an `errno`), else 0. After an error
  /// nobody knows what the file holds, and it takes no further lines until it is opened again.
  int add(const Json& line);

 private:
  Descriptor file_;
};

}  // namespace glint::cli
