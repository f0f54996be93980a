// The games of a study, played on threads, with a bar, a file that follows, and an end as soon as enough is known.
#pragma once

#include <optional>
#include <string>

#include "interpreter/cli/support/console.hpp"
#include "interpreter/cli/support/files.hpp"
#include "interpreter/lab/study/study_file.hpp"

namespace glint::cli {

/// A measure that is to be known so well: its interval reaches no further than `reach` either way.
struct Until {
  std::string measure;
  double reach = 0;
};
/// "first_advantage within 2%", "length within 0.5"; anything else is wrong usage.
Until read_until(const std::string& text);
/// Wrong usage where a study of this game cannot have such a measure.
void check_until(const Until& until, const Game& game, const StudyPlan& plan);

/// Is it? What was the same in all games is not: the next one may differ.
bool is_known(const Until& until, const Game& game, const StudyPart& part);

struct StudyRun {
  int threads = 1;
  std::string label;               // before the bar
  const KeptFile* file = nullptr;  // that follows, at most two seconds behind
  std::optional<Until> until;
};

/// Plays what is not done of the part. An error in a game is the lowest-numbered one, with its number.
std::optional<Error> run_study(const Game& game, StudyPart& part, const StudyRun& run, Console& console);

/// How many threads this machine runs at a time.
int all_threads();

}  // namespace glint::cli
