// What `--without` and `--sweep` of a study name.
#pragma once

#include <string>
#include <vector>

#include "interpreter/cli/options/game.hpp"
#include "interpreter/lab/study/plan.hpp"

namespace glint::cli {

/// Reads "piece:mirror", "move:place", or for one seat "move:place@north"; anything else is wrong usage.
Restriction read_restriction(const std::string& text, const Game& game);

/// Reads "OPTION=5,7,9", "OPTION=3..6" or "OPTION" (all its values), one for each option: all combinations, the last option
/// changing fastest. An unknown option or value, or an option that is given twice or also in `fixed`, is wrong usage.
std::vector<Settings> swept_settings(const Game& game, const std::vector<std::string>& texts, const Settings& fixed);

}  // namespace glint::cli
