// Whether a plan fits the game that it is for.
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/explore/explore.hpp"
#include "interpreter/players/player.hpp"
#include "lang/source/text.hpp"

namespace glint {

std::optional<Error> check_plan(const ExplorePlan& plan, const VariedParent& parent) {
  if (plan.wants.empty()) {
    StudyPlan study;
    study.players.assign(parent.game().players().size(), "random");
    return plain_error("what is a good game? --want says it, as in --want 'length 20..60'",
                       "measures are " + lang::joined(measures_in(parent.game(), study), ", ",
                                                      [](const MeasureKind& kind) { return kind.id; }));
  }
  StudyPlan study;
  study.players.assign(parent.game().players().size(), plan.racer);
  study.max_plies = plan.max_plies;
  for (const Want& want : plan.wants)
    if (auto error = check_want(want, parent.game(), study)) return error;
  if (auto error = parent.check(plan.may)) return error;
  if (parent.allowed(plan.may).empty())
    return plain_error("no part of this game may change", "leave out some of --vary and --fix");
  const Result<PlayerSpec> racer = read_player_spec(plan.racer);
  if (!racer) return racer.errors()[0];
  if (racer->budget.is_time() && racer->budget.seconds > 0)
    return plain_error("`" + plan.racer + "` has a time as its budget, so its games differ each time",
                       "give it a number, as in `mcts:50`");
  if (auto error = cannot_play(*racer, parent.game())) return error;
  return std::nullopt;
}

}  // namespace glint
