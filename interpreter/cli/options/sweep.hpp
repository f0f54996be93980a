// Names that options of a command choose from, and all values that `--sweep` gives an option of a game.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "interpreter/cli/options/game.hpp"

namespace glint::cli {

/// The number of a name among the known names; else wrong usage, with `what`, the name, and the names that it could be.
std::size_t find_or_stop(const std::vector<std::string>& known, const std::string& name, const std::string& what);

/// Reads "OPTION=5,7,9", "OPTION=3..6" or "OPTION" (all its values), one for each option: all combinations, the last option
/// changing fastest. An unknown option or value, or an option that is given twice or also in `fixed`, is wrong usage.
std::vector<Settings> swept_settings(const Game& game, const std::vector<std::string>& texts, const Settings& fixed);

}  // namespace glint::cli
