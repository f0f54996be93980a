#include "interpreter/cli/studies/studied.hpp"

#include <algorithm>

#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/lab/study/study_check.hpp"

namespace glint::cli {

namespace {

/// Loads the game that the header of this file names. Stops if it is not the game that was studied.
Game load_studied(const StudyHeader& header, const std::string& file, const std::vector<std::string>& paths,
                  const Limits& limits, Console& console) {
  const std::string meant = "if the script has been moved, name its folder with `--path FOLDER`";
  Game game = load_game(named_script(header.game, file, "study", paths, meant), header.options, paths, console, limits);
  const StudyHeader now = header_of(game, header.game, header.plan);
  std::string other = changed_since(now, header);
  if (other.empty()) other = difference(now, header);
  if (!other.empty()) stop(kNo, "this is not the game that was studied: " + other, meant);
  return game;
}

/// Stops if the numbers in a file cannot be those of a study of this game.
void check_fit(const StudyPart& part, const Game& game, const std::string& file) {
  const std::string wrong = misfit_of(part, game);
  if (!wrong.empty()) stop(kUsage, "`" + input_name(file) + "` cannot be a study of this game: " + wrong);
}

}  // namespace

OpenedStudy open_study(const std::string& path, const std::vector<std::string>& paths, const Limits& limits,
                       Console& console) {
  Result<StudyPart> part = read_part(read_input(path, Input::study, console), input_name(path));
  if (!part) stop(kUsage, part.errors());
  check_folders(paths);
  Game game = load_studied(part->header, path, paths, limits, console);
  check_fit(*part, game, path);
  return {std::move(game), std::move(*part)};
}

void go_on(const std::string& path, const Game& game, StudyPart& part, Console& console) {
  Result<StudyPart> before = read_part(read_input(path, Input::study, console), path);
  const std::string again = "remove the file to start again";
  if (!before) {
    std::vector<Error> errors = before.errors();
    errors.front().help = "give --out another file";
    stop(kUsage, std::move(errors));
  }
  StudyPlan &mine = part.header.plan, &plan = before->header.plan;
  if (plan.games > mine.games)
    stop(kUsage, "`" + path + "` is a study of " + grouped(plan.games) + " games, more than --games asks for",
         "a study can be made longer, not shorter: name another file with --out");
  // Games follow from their numbers, so a longer study begins with those of a shorter one.
  if (plan.covered == plan.games && mine.covered == mine.games) plan.covered = mine.covered;
  plan.games = mine.games;
  // Looks at results count even if the study goes on without looking.
  plan.looks = mine.looks = std::max(plan.looks, mine.looks);
  if (const std::string changed = changed_since(part.header, before->header); !changed.empty())
    stop(kUsage, "`" + path + "` already exists: " + changed, again);
  if (const std::string other = difference(part.header, before->header); !other.empty())
    stop(kUsage, "`" + path + "` already exists, and belongs to another study: " + other,
         "name another file with --out, or remove that one");
  check_fit(*before, game, path);
  part.done = before->done;
  part.tally = before->tally;
}

}  // namespace glint::cli
