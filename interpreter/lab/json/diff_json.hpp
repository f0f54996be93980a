// The effects of a change of rules, as JSON: the one form for the command line and for editors.
#pragma once

#include <glint/diff.hpp>
#include "interpreter/lab/diff/value_diff.hpp"
#include "interpreter/view/json/json.hpp"

namespace glint {

/// {"added": [DECLARATION], "removed", "changed", "options": [{"name", "old", "new"}]}
view::Json json_of(const TextDiff& text);
/// {"same", "witness", "moves", "shortest", "positions", "depth", "complete", "games", "plies", "leaves_unlisted",
/// "difference"}
view::Json json_of(const PlayDiff& play);
/// {"decided", "winner", "by", "plies", "line"}
view::Json json_of(const PerfectPlay& play);
/// {"old": PLAY, "new", "positions", "other_value", "other_plies", "moves": [MOVE], "there": {"old": PLAY, "new"}}
view::Json json_of(const ValueDiff& values);

}  // namespace glint
