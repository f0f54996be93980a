#include "interpreter/cli/studies/study_plan.hpp"

#include <string_view>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/studies/study_run.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/lab/study/study_file.hpp"

namespace glint::cli {

void StudyOptions::declare(Arguments& arguments) {
  arguments.texts("--seat", seats, "SEAT=BOT", "which bot plays a seat (random); * is every seat not named; may be repeated");
  arguments.flag("--rotate", rotates, "move the bots one seat on after each game");
  arguments.text("--evaluate", evaluation, "playouts:N",
                 "judge who leads by N random games from each position (by the script's `heuristic` or `score`)");
  arguments.number("--threads", asked_threads, 1, kMostThreads, "number of threads; does not change the result (one per core)");
  arguments.number("--max-plies", max_plies, 1, StudyPlan::kMostPlies, "stop a game as unfinished after N plies (2000)");
  arguments.texts("--draw", draws, "NAME=VALUE", "fix a chance draw; NAME=A,B fixes successive draws; may be repeated");
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
  plan.playouts = playouts();
  if (rotates && game.players().size() < 2) stop(kUsage, "--rotate needs at least two seats, and this game has one");
  return plan;
}

int StudyOptions::playouts() const {
  if (!evaluation) return 0;
  const std::string_view kind = "playouts:";
  const bool is_kind = evaluation->starts_with(kind);
  const auto number = is_kind ? whole_number(std::string_view(*evaluation).substr(kind.size())) : std::nullopt;
  if (!number || *number < 1 || *number > StudyPlan::kMostPlayouts)
    stop(kUsage, "--evaluate takes `playouts:N`, with N from 1 to " + std::to_string(StudyPlan::kMostPlayouts) +
                     "; found `" + *evaluation + "`",
         "for example --evaluate playouts:20");
  return static_cast<int>(*number);
}

Restriction read_without(const std::string& text, const Game& game) {
  const Result<Restriction> read = read_restriction(text, game);
  if (!read) stop(kUsage, "--without: " + read.errors()[0].message, read.errors()[0].help);
  return *read;
}

int StudyOptions::threads() const { return asked_threads > 0 ? asked_threads : all_threads(); }

}  // namespace glint::cli
