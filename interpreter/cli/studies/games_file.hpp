// The games of an exploration that were played: a file that grows, from which it resumes.
#pragma once

#include <cstddef>
#include <fstream>
#include <map>
#include <string>

#include "lang/source/stop.hpp"

namespace glint::cli {

/// Help where something else lies in the folder.
inline constexpr const char* kMoveAway = "move it away, or name another folder";

/// Games that were played, as texts by what was played: a line for each, with a tab between. A last line that was cut
/// off when a process died is dropped; any other line that is not of games stays, and means nothing. One process writes
/// it at a time; its folder is kept by the caller.
class GamesFile {
 public:
  /// Reads it, if it is there. Stops if it is not a regular file, or is too large. Throws lang::Stopped.
  explicit GamesFile(std::string path, lang::Stop stop = {});

  /// Whether there was nothing in it, not even a line that was cut off.
  bool was_empty() const { return was_empty_; }
  /// The text of these games; null if they were not played.
  const std::string* find(const std::string& key) const;
  /// For a text that is not of these games: they may be added again.
  void forget(const std::string& key) { known_.erase(key); }
  /// Adds games, unless this file has them. They are left out where it would become larger than is read.
  void add(const std::string& key, const std::string& text);

  /// The largest file that is read, and the most lines.
  static constexpr std::size_t kMostInFile = std::size_t{512} << 20, kMostLines = 2'000'000;

 private:
  void open();

  std::string path_;
  std::ofstream file_;
  std::size_t size_ = 0;  // bytes of the file that stay
  bool was_empty_ = true;
  std::map<std::string, std::string> known_;
};

}  // namespace glint::cli
