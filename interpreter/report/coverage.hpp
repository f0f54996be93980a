// Which lines of the rules ran: as a list, as JSON, and as the script itself with its lines marked.
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
/// Part of an HTML page: the scripts, line by line.
std::string coverage_listing(const Game& game, const std::vector<CoveredLine>& lines);
/// A whole HTML page.
std::string coverage_page(const Game& game, const std::vector<CoveredLine>& lines, const std::string& what);

}  // namespace glint::report
