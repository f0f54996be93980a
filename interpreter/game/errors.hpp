// Makes errors for users, with their places in the script.
#pragma once

#include <string>

#include "glint/glint.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

Error to_error(const Program& program, const Failure& failure);
Error to_error(const lang::Sources& sources, const lang::Diagnostic& diagnostic);
lang::Diagnostic diagnostic_of(const Failure& failure);
/// An error without a place.
Error plain_error(lang::Code code, std::string message, std::string help = {});
Error too_many_outcomes(const Program& program, const Drawing& drawing);

}  // namespace glint
