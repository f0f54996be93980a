// Rules to a Program that can be played: built, and its tables filled.
#pragma once

#include <memory>
#include <string>

#include "interpreter/build/build.hpp"

namespace glint {

/// As `build`, then `tabulate`. Errors of either are diagnostics, and then there is no program.
Built make_program(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
                   const BuildOptions& options = {});

}  // namespace glint
