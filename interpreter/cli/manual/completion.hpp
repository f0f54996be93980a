// What a shell offers after the Tab key: commands, options, names of bundled games, files. Made from the declarations
// of the commands, as the man pages are. The scripts of shells that ask for it are in cli/completions.
#pragma once

#include <string>
#include <vector>

#include "interpreter/cli/manual/manual.hpp"

namespace glint::cli {

/// What may follow `glint` in the place of the last of these words, which has been begun: a name in each line, with its
/// help after a tab; `:scripts`, `:files` or `:folders` where the shell offers those.
std::string offers(const std::vector<ManualPage>& pages, const std::vector<std::string>& words);

}  // namespace glint::cli
