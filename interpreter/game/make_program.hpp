// Rules to a Program that can be played: built, and its tables filled. A game may be built once more, another way.
#pragma once

#include <memory>
#include <string>

#include "interpreter/build/build.hpp"

namespace glint {

/// As `build`, then `tabulate`. Errors of either are diagnostics, and then there is no program.
Built make_program(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
                   const BuildOptions& options = {});

/// The same game without some ways of making its rules quicker.
Result<Game> built_without(const Game& game, Lowerings without);
/// With these options, the others as they are. Names and values must be right.
Result<Game> built_with(const Game& game, const Settings& settings);

}  // namespace glint
