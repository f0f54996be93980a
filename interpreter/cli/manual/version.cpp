#include "interpreter/cli/manual/manual.hpp"

#include <glint_commit.hpp>  // made by cli/commit.cmake in the build folder

namespace glint::cli {

std::string version() {
  const std::string commit = GLINT_COMMIT;
  return GLINT_VERSION + (commit.empty() ? "" : " (" + commit + ")");
}

}  // namespace glint::cli
