// The report of `glint test --explore`.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include <glint/invariants.hpp>
#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/console/json.hpp"

namespace glint::cli {

/// Runs `check_play` and shows its progress if `console.err` is a terminal.
PlayCheck checked_play(const Game& game, PlayCheckOptions options, const std::vector<std::string>& paths,
                       Console& console);

void print_play_check(std::ostream& out, const std::string& file, const PlayCheck& check);
/// {"invariants", "positions", "depth", "complete", "games", "plies", "broken"}
Json json_of(const PlayCheck& check);

}  // namespace glint::cli
