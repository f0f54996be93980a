// The games of an exploration that were played: a file that grows, from which it resumes.
#pragma once

#include <cstddef>
#include <fstream>
#include <functional>
#include <map>
#include <string>

#include "lang/source/stop.hpp"

namespace glint::cli {

/// Help where something else lies in the folder.
inline constexpr const char* kMoveAway = "move it away, or name another folder";

/// Texts by keys, one after the other: `@ KEY SIZE`, then as many bytes and a line break. Calls `each` with the key and
/// the text of each. What is no entry is skipped, up to the next line that begins with `@ `. Answers where the last
/// entry begins if it was cut off, else the end. Throws lang::Stopped.
std::size_t read_entries(const std::string& text, const std::function<void(std::string, std::string)>& each,
                         const lang::Stop& stop = {});
std::string entry_text(const std::string& key, const std::string& text);

/// Games that were played, as texts by what was played: a file that grows at its end. What was cut off when a process
/// died is dropped; anything else that is not of games stays, and means nothing. One process writes it at a time; its
/// folder is kept by the caller.
class GamesFile {
 public:
  /// Reads it, if it is there. Stops if it is not a file of games. A file without a game is accepted only if `is_ours`,
  /// and if it begins as games do. Throws lang::Stopped.
  explicit GamesFile(std::string path, bool is_ours = false, lang::Stop stop = {});
  /// Reads the games of another file, which is not changed, and must be one of games or empty. Throws lang::Stopped.
  void read_also(const std::string& path);
  /// Begins to write; until then nothing is changed.
  void open();

  /// The text of these games; null if they were not played.
  const std::string* find(const std::string& key) const;
  /// For a text that is not of these games: they may be added again.
  void forget(const std::string& key) { known_.erase(key); }
  /// Adds games, unless this file has them. They are left out where it would become larger than is read.
  void add(const std::string& key, const std::string& text);

  /// The largest file that is read, and what all that are read may take in memory, about.
  static constexpr std::size_t kMostInFile = std::size_t{512} << 20, kMostKept = std::size_t{1} << 30;

 private:
  struct Known {
    std::string text;
    bool is_written = false;  // in this file
  };
  void keep(std::string key, Known known);

  std::string path_;
  lang::Stop stop_;
  std::ofstream file_;
  std::size_t size_ = 0, kept_ = 0;  // bytes: of the file that stay, and in memory
  bool needs_break_ = false;         // before the next entry
  std::map<std::string, Known> known_;
};

}  // namespace glint::cli
