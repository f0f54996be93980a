// Scripts that are tested after each save: whether one of them, or what lies beside them, has changed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace glint::cli {

/// The scripts in some folders. A change is a script that is new, gone, or has another time or size.
class WatchedFiles {
 public:
  /// Watches these files, all scripts (`*.glint`) that lie beside them, and those in `folders`.
  WatchedFiles(std::vector<std::string> files, const std::vector<std::string>& folders);

  /// Whether anything has changed since the last call, or since the beginning.
  bool changed();

 private:
  using Stamp = std::pair<std::filesystem::file_time_type, std::uintmax_t>;
  std::map<std::string, Stamp> stamps() const;

  std::vector<std::string> files_, folders_;
  std::map<std::string, Stamp> last_;
};

}  // namespace glint::cli
