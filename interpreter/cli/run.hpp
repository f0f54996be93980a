// The command `glint`: takes arguments and streams, returns an exit status.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "interpreter/cli/console/console.hpp"

namespace glint::cli {

/// Runs one command line (without the program's name). Never throws.
int run(const std::vector<std::string>& arguments, Console& console);

/// Runs the command line of a process: detects terminals, locale and colours.
int run_process(int argc, char** argv, std::istream& in, std::ostream& out, std::ostream& err);

}  // namespace glint::cli
