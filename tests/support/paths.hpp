// Where the project's own files lie: scripts, pages and records that tests read. Known to one file alone, so that the
// objects of all others are the same in every checkout, and a compiler cache serves them.
#pragma once

#include <string>

namespace glint::test {

/// The root of the repository, without a slash at the end.
const std::string& source_folder();

}  // namespace glint::test
