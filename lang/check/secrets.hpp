// Hidden variables: nothing that everybody sees, and nothing that decides what a player may do, reads a variable that
// this player may not see.
#pragma once

#include "lang/check/report.hpp"
#include "lang/rules/rules.hpp"

namespace glint::lang::checking {

/// Reports what reads too much, and sets Rules::beams_seen_by. For rules without errors.
void check_secrets(rules::Rules& rules, Report& report);

}  // namespace glint::lang::checking
