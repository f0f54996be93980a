#include "interpreter/cli/support/study_plan.hpp"

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/support/study_run.hpp"
#include "interpreter/cli/support/threads.hpp"

namespace glint::cli {

void StudyOptions::declare(Arguments& arguments) {
  arguments.texts("--seat", seats, "P=PLAYER", "who plays for player P, * for all others (random); may be repeated");
  arguments.flag("--rotate", rotates, "players move one seat further on in each game");
  arguments.number(
      "--judge", judge, 0, StudyPlan::kMostJudging,
      "say who leads a position by so many random games from it (0: by the script's `heuristic` or `score`)");
  arguments.number("--threads", asked_threads, 1, kMostThreads, "how many play (as many as the machine has)");
  arguments.number("--max-plies", max_plies, 1, StudyPlan::kMostPlies, "where a game is given up (2000)");
  arguments.texts("--draw", draws, "NAME=VALUE", "fix a draw of chance; repeated, or NAME=A,B: the next ones");
}

StudyPlan StudyOptions::plan(const Game& game, const CommonOptions& common, std::uint64_t games, const std::string& absent) const {
  StudyPlan plan;
  plan.players = read_seats(game, seats, absent, false);
  plan.rotates = rotates;
  plan.seed = common.seed.value_or(1);
  plan.games = games;
  if (plan.games < 1 || plan.games > StudyPlan::kMostGames)
    stop(kUsage, "--games takes a whole number from 1 to 1000000000000, found `" + std::to_string(plan.games) + "`");
  plan.max_plies = max_plies;
  PositionOptions where;
  where.draws = draws;
  plan.draws = start_options(game, common, where).draws;
  plan.judge = judge;
  if (rotates && game.players().size() < 2) stop(kUsage, "--rotate needs several seats, and this game has one");
  return plan;
}

int StudyOptions::threads() const { return asked_threads > 0 ? asked_threads : all_threads(); }

}  // namespace glint::cli
