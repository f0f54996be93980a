// Which lines of the rules ran: as a list, as JSON, and as the script itself with its lines marked.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "interpreter/cli/console/json.hpp"
#include "interpreter/measure/coverage.hpp"

namespace glint::cli {

/// Prints how many lines ran, and lists those that did not; of several files (a variant's, its base game's), by file.
void print_coverage(std::ostream& out, const std::vector<CoveredLine>& lines);
/// {"ran": 52, "of": 57, "files": [{"file", "ran", "of"}], "lines": [{"file", "line", "runs", "text"}]}
Json coverage_json(const std::vector<CoveredLine>& lines);
/// Part of an HTML page: the scripts, line by line.
std::string coverage_listing(const Game& game, const std::vector<CoveredLine>& lines);
/// A whole HTML page.
std::string coverage_page(const Game& game, const std::vector<CoveredLine>& lines, const std::string& what);

}  // namespace glint::cli
