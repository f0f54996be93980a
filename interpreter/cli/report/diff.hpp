// The report of `glint diff`, for the terminal and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/diff.hpp>
#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/lab/diff/value_diff.hpp"

namespace glint::cli {

/// One of the two games, with its name on the command line and its settings.
struct Compared {
  std::string name;
  Game game;
};

struct Differences {
  TextDiff text;
  std::optional<PlayDiff> play;     // none: the rules are the same, so play was not compared
  std::optional<PlayDiff> later;    // if only one of the games has scores: another difference
  std::optional<ValueDiff> values;  // of games that were solved
};

void print_differences(const Compared& before, const Compared& now, const Differences& all, Console& console);
Json json_of(const Compared& before, const Compared& now, const Differences& all);

}  // namespace glint::cli
