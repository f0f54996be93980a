// The version of the command, and the commit that it was built from.
#pragma once

#include <string>

namespace glint::cli {

/// `0.1.0 (1e98ed962)`; `0.1.0 (1e98ed962, changed)` if files differed from that commit; `0.1.0` if the commit is not
/// known. cli/commit.cmake finds it when the command is built.
std::string version();

}  // namespace glint::cli
