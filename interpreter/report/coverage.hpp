// Which lines of the rules ran: as a list, and as JSON.
#pragma once

#include <string>
#include <vector>

#include "interpreter/measure/coverage.hpp"
#include "interpreter/report/document.hpp"

namespace glint::report {

/// How many lines ran, and those that did not; if there are several files (a variant's, its base game's), by file.
std::vector<std::string> coverage_lines(const std::vector<CoveredLine>& lines);
/// {"ran": 52, "of": 57, "files": [{"file", "ran", "of"}], "lines": [{"file", "line", "runs", "text"}]}
Json coverage_json(const std::vector<CoveredLine>& lines);

}  // namespace glint::report
