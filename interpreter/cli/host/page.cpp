#include "interpreter/cli/host/server.hpp"

namespace glint::cli {

const std::vector<HostFile>& host_files() {
  // As CMake writes them: name, type, text.
  static const std::vector<HostFile> files = {
#include <glint_host_page.inc>
  };
  return files;
}

}  // namespace glint::cli
