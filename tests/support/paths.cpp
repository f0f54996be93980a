#include "tests/support/paths.hpp"

namespace glint::test {

const std::string& source_folder() {
  static const std::string folder = GLINT_SOURCE_DIR;
  return folder;
}

}  // namespace glint::test
