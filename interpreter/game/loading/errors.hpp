// Makes errors for users, with their places in the script.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/machine/machine.hpp"
#include "lang/source/stop.hpp"

namespace glint {

Error to_error(const Program& program, const Failure& failure);
Error to_error(const lang::Sources& sources, const lang::Diagnostic& diagnostic);
std::vector<Error> to_errors(const lang::Sources& sources, const std::vector<lang::Diagnostic>& diagnostics);
lang::Diagnostic diagnostic_of(const Failure& failure);
/// An error without a place and perhaps without a code; without one, it is about a command line, not a script.
Error plain_error(const std::string& message, const std::string& help = {});
Error plain_error(lang::Code code, const std::string& message, const std::string& help = {});
/// The error that the host has stopped the work on this game, if it has. For results that could confuse a stopped run
/// with something else, such as a game without scores.
std::optional<Error> stopped(const Program& program);
/// The same error, where the stop is already known.
Error stopped_error(const Program& program);
/// For searches for errors of the script: a stop by the host is not such an error. Throws lang::Stopped.
void throw_if_stopped(const Failure& failure);
void throw_if_stopped(const Error& error);
Error too_many_outcomes(const Program& program, const Drawing& drawing);

}  // namespace glint
