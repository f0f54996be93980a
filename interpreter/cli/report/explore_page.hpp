// The HTML page of `glint explore`: a gallery of what was found, in one file without scripts.
#pragma once

#include <string>

#include "interpreter/cli/report/explore_report.hpp"

namespace glint::cli {

/// `host` builds the variants that are shown.
std::string explore_page(const ExploreReport& report, ExploreHost& host, int threads);

}  // namespace glint::cli
