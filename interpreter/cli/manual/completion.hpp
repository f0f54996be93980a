// What a shell offers after the Tab key: commands, options, names of bundled games, files. Made from the declarations
// of the commands, as the man pages are.
#pragma once

#include <string>
#include <vector>

#include "interpreter/cli/manual/manual.hpp"

namespace glint::cli {

/// The names that `completion` knows.
const std::vector<std::string>& shells();

/// The script for one of `shells()`. bash: to be sourced; zsh: a file `_glint` on `fpath`; fish: a file of completions.
std::string completion(const std::vector<ManualPage>& pages, const std::string& shell);

}  // namespace glint::cli
