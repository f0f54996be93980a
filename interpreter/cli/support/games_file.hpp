// The games of an exploration that were played: a file that grows, from which it resumes.
#pragma once

#include <fstream>
#include <map>
#include <string>

namespace glint::cli {

/// Texts by keys, one after the other: `@ KEY SIZE`, then as many bytes and a line break. Answers where the last whole
/// entry ends.
std::size_t read_entries(const std::string& text, std::map<std::string, std::string>& into);
std::string entry_text(const std::string& key, const std::string& text);

/// Games that were played, as texts by what was played: a file that grows at its end. What was cut off when a process
/// died is dropped. One process writes it at a time; its folder is kept by the caller.
class GamesFile {
 public:
  /// Reads it; a file that is missing is begun with the first game.
  explicit GamesFile(std::string path);
  /// Reads the games of another file, which is not changed.
  void read_also(const std::string& path);
  /// The text of these games; null if they were not played.
  const std::string* find(const std::string& key) const;
  /// Adds games, unless this file has them.
  void add(const std::string& key, const std::string& text);

 private:
  std::string path_;
  std::ofstream file_;
  std::map<std::string, std::string> known_;
  std::map<std::string, bool> written_;
};

}  // namespace glint::cli
