// The folder that an exploration is kept in: its plan, the games that were played, and the scripts that were found.
#pragma once

#include <map>
#include <string>

#include "interpreter/cli/studies/games_file.hpp"
#include "interpreter/lab/explore/candidates.hpp"

namespace glint::cli {

/// How every plan begins.
inline constexpr const char* kPlanBegins = "glint explore 2\n";

class ExploreFolder {
 public:
  /// Makes the folder, or goes on with what is in it. Stops if it holds another exploration: one whose plan is another
  /// text.
  ExploreFolder(const std::string& path, const std::string& plan, const VariedParent& parent);

  GamesFile& games() { return games_; }
  /// Writes scripts, by name. One that is there with another text is not overwritten: somebody may have edited it.
  void write_scripts(const std::map<std::string, std::string>& scripts) const;

 private:
  void write_parent(const VariedParent& parent) const;

  const std::string path_;
  const std::string plan_path_;
  GamesFile games_;
};

}  // namespace glint::cli
