// The representative game of a finalist, as data: for programs that show an exploration, such as the studio.
#pragma once

#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/report/explore_report.hpp"

namespace glint::cli {

/// {"number", "moves": [...], "moments": [{"ply", "position": TEXT}, ...]}: of the fresh games. A few moments evenly
/// spread, the last one among them. Null if no game has ended.
Json representative_json(const ExploreReport& report, const Finalist& one, ExploreHost& host);

}  // namespace glint::cli
