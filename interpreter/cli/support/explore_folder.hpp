// The folder that an exploration is kept in: its plan, the games that were played, and the scripts that were found.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "interpreter/cli/support/games_file.hpp"
#include "interpreter/lab/explore/candidates.hpp"

namespace glint::cli {

/// How every plan begins.
inline constexpr const char* kPlanBegins = "glint explore 1\n";

class ExploreFolder {
 public:
  /// Makes the folder, or goes on with what is in it. Stops if it, or one of those to merge, holds another exploration:
  /// one whose plan is another text.
  ExploreFolder(const std::string& path, const std::string& plan, const std::vector<std::string>& merged,
                const VariedParent& parent);

  GamesFile& games() { return games_; }
  /// Writes scripts, by name. If they are not the last ones, because the time was over before, the next run replaces
  /// those of them that nobody has edited.
  void write_scripts(const std::map<std::string, std::string>& scripts, bool are_last);

 private:
  void write_parent(const VariedParent& parent) const;
  std::string script_path(const std::string& name) const { return path_ + "/" + name + ".glint"; }

  const std::string path_;
  const std::string plan_path_;
  GamesFile games_;
};

}  // namespace glint::cli
