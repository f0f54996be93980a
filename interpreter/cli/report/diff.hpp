// What `glint diff` tells, in the terminal and as data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/diff.hpp>
#include "interpreter/cli/report/study_report.hpp"
#include "interpreter/cli/support/console.hpp"
#include "interpreter/cli/support/json.hpp"

namespace glint::cli {

/// One of the two games: what it was called on the command line, and how it is set.
struct Compared {
  std::string name;
  Game game;
};

struct Differences {
  TextDiff text;
  std::optional<PlayDiff> play;   // none: the rules are the same, and play was not looked at
  std::optional<PlayDiff> later;  // where only one of the games has scores: what differs besides
  std::vector<Variation> balance;  // a study of the old game and one of the new; none: nobody asked
  std::optional<Error> unbalanced;  // or one of them is in error: then there is no balance,
  std::string in_error;              // and this says which
};

void print_differences(const Compared& before, const Compared& now, const Differences& all, Console& console);
Json json_of(const Compared& before, const Compared& now, const Differences& all);

}  // namespace glint::cli
