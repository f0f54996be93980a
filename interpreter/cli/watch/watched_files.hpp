// The files that a watched script is made of: the script, and each library and game that it asks for, also while it has
// errors. It is the loader of the script, so it sees what is asked for.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "interpreter/cli/support/files.hpp"

namespace glint::cli {

/// Files as they were when they were looked at. Their texts are compared, as times of changes are too coarse, and editors
/// write files in several ways.
class WatchedFiles : public lang::Loader {
 public:
  /// `folders`: as for FolderLoader.
  WatchedFiles(const std::string& script, std::vector<std::string> folders);

  /// Whether anything has changed since this was last asked: a text, or a file is there now that was asked for in vain.
  bool look();
  /// The same, without taking note of it.
  bool differ();
  /// The script; nothing if it cannot be read.
  const std::optional<std::string>& script() const { return texts_.at(script_); }

  // ---- the loader
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override;
  std::vector<std::string> names() const override { return files_.names(); }
  std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile& user) override;
  std::vector<std::string> game_names() const override { return files_.game_names(); }

 private:
  /// What was asked for in vain: whether it is a game, its name, and the file that names it.
  using Missed = std::tuple<bool, std::string, std::string>;
  std::optional<lang::SourceFile> noted(std::optional<lang::SourceFile> found, bool is_game, std::string_view name,
                                        const lang::SourceFile& user);
  bool is_there(const Missed& missed);

  const std::string script_;
  FolderLoader files_;
  std::map<std::string, std::optional<std::string>> texts_;
  std::set<Missed> missed_;
};

}  // namespace glint::cli
