// What a shell offers after the Tab key: commands, options, names of bundled games, files. Made from the declarations
// of the commands, as the man pages are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interpreter/cli/manual/manual.hpp"

namespace glint::cli {

/// The names that `completion` knows.
const std::vector<std::string>& shells();

/// The script for one of `shells()`. bash: to be sourced; zsh: a file `_glint` on `fpath`; fish: a file of completions.
/// It asks `glint --offers WORD ...` at each Tab.
std::string_view completion(const std::string& shell);

/// What may follow `glint` in the place of the last of these words, which has been begun: a name in each line, with its
/// help after a tab; `:scripts`, `:files` or `:folders` where the shell offers those.
std::string offers(const std::vector<ManualPage>& pages, const std::vector<std::string>& words);

}  // namespace glint::cli
