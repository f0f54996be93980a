// Makes a playable Program from rules: builds it and fills its tables. A game may be built again in another way.
#pragma once

#include <memory>
#include <string>

#include "interpreter/build/build.hpp"

namespace glint {

/// Runs `build`, then `tabulate`. If either step has errors, there are diagnostics and no program.
Built make_program(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
                   const BuildOptions& options = {});

/// This game without these lowerings.
Result<Game> built_without(const Game& game, Lowerings without);
/// This game, built so that coverage can count which lines have a part in play (measure/coverage.hpp).
Result<Game> built_for_coverage(const Game& game);
/// This game with these options; all other options stay. Names and values must be correct.
Result<Game> built_with(const Game& game, const Settings& settings);

}  // namespace glint
