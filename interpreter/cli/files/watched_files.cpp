#include "interpreter/cli/files/watched_files.hpp"

#include <system_error>

namespace glint::cli {

namespace fs = std::filesystem;

WatchedFiles::WatchedFiles(std::vector<std::string> files, const std::vector<std::string>& folders)
    : files_(std::move(files)), folders_(folders) {
  for (const std::string& file : files_) {
    const std::string folder = fs::path(file).parent_path().string();
    folders_.push_back(folder.empty() ? "." : folder);
  }
  last_ = stamps();
}

bool WatchedFiles::changed() {
  std::map<std::string, Stamp> now = stamps();
  const bool differs = now != last_;
  last_ = std::move(now);
  return differs;
}

std::map<std::string, WatchedFiles::Stamp> WatchedFiles::stamps() const {
  std::map<std::string, Stamp> found;
  std::error_code no_time, no_size, ended;  // a file may go while it is looked at
  const auto add = [&](const fs::path& path) {
    const Stamp stamp{fs::last_write_time(path, no_time), fs::file_size(path, no_size)};
    if (!no_time && !no_size) found.emplace(path.string(), stamp);
  };
  for (const std::string& file : files_) add(file);
  for (const std::string& folder : folders_)
    for (fs::directory_iterator each(folder, ended), end; !ended && each != end; each.increment(ended))
      if (each->path().extension() == ".glint") add(each->path());
  return found;
}

}  // namespace glint::cli
