// JSON for output.
#pragma once

#include <functional>
#include <vector>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/lab/json/diff_json.hpp"
#include "interpreter/view/json/json.hpp"

namespace glint::cli {

using glint::json_of;
using view::beams_json;
using view::Json;
using view::json_of;
using view::json_text;
using view::light_json;
using view::list_of;
using view::score_json;

/// Prints an object whose members `tell` adds. If `tell` throws Stop or lang::Stopped, the object keeps the members so
/// far and ends with "error" and "diagnostics"; the errors are reported, too. Returns the exit status.
int print_json(Console& console, const std::function<void(Json&)>& tell);

Json json_of(const std::vector<Error>& errors);

}  // namespace glint::cli
