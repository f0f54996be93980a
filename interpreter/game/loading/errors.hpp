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
/// An error without a place, and perhaps without a code: then its words are those of a command line, not of a script.
Error plain_error(const std::string& message, const std::string& help = {});
Error plain_error(lang::Code code, const std::string& message, const std::string& help = {});
/// The error that the host has stopped the work on this game, if it has by now. For results that could mistake a
/// stopped run for something else, such as a game without scores.
std::optional<Error> stopped(const Program& program);
/// The error of a stop, where it is known that the host has stopped the work.
Error stopped_error(const Program& program);
/// For searches for errors of the script, where a stop by the host is no error. Throws lang::Stopped.
void throw_if_stopped(const Failure& failure);
void throw_if_stopped(const Error& error);
Error too_many_outcomes(const Program& program, const Drawing& drawing);

}  // namespace glint
