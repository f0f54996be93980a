#include "interpreter/cli/studies/studied.hpp"

#include <algorithm>

#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/named_script.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/lab/study/study_check.hpp"

namespace glint::cli {

Game load_studied(const StudyHeader& header, const std::string& file, const std::optional<std::string>& script,
                  const std::vector<std::string>& paths, const Limits& limits, Console& console) {
  const std::string meant = "name the script with `--game` of `glint merge`";
  const std::string name = script ? *script : named_script(header.game, file, "study", paths, meant);
  Game game = load_game(name, header.options, paths, console, limits);
  const StudyHeader now = header_of(game, header.game, header.plan);
  std::string other = changed_since(now, header);
  if (other.empty()) other = difference(now, header);
  if (!other.empty())
    stop(kNo, "this is not the game that was studied: " + other,
         script ? "" : meant + ", if it has been moved");
  return game;
}

void check_fit(const StudyPart& part, const Game& game, const std::string& file) {
  const std::string wrong = misfit_of(part, game);
  if (!wrong.empty()) stop(kUsage, "`" + input_name(file) + "` cannot be a study of this game: " + wrong);
}

OpenedStudy open_study(const std::string& path, const std::vector<std::string>& paths, const Limits& limits,
                       Console& console) {
  Result<StudyPart> part = read_part(read_input(path, Input::study, console), input_name(path));
  if (!part) stop(kUsage, part.errors());
  check_folders(paths);
  Game game = load_studied(part->header, path, std::nullopt, paths, limits, console);
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
  std::string other = difference(part.header, before->header);
  if (other.empty() && (before->shard != part.shard || before->shards != part.shards))
    other = "it is shard " + std::to_string(before->shard + 1) + "/" + std::to_string(before->shards);
  if (!other.empty())
    stop(kUsage, "`" + path + "` already exists, and belongs to another study: " + other,
         "name another file with --out, or remove that one");
  check_fit(*before, game, path);
  part.done = before->done;
  part.tally = before->tally;
}

}  // namespace glint::cli
