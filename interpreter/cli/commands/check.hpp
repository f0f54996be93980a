// The findings of `glint check` in a script; `glint test --watch` shows them, too.
#pragma once

#include <string>
#include <vector>

#include "interpreter/cli/options/game.hpp"

namespace glint::cli {

/// Errors and warnings of a script, and of building it if it is a game. `settings` may name options of other scripts.
std::vector<Error> check_script(const std::string& file, SharedSettings& settings, const CommonOptions& common,
                                Console& console);

}  // namespace glint::cli
