// Whether a plan fits the game that it is for.
#include "interpreter/lab/explore/explore.hpp"
#include "interpreter/players/player.hpp"
#include "lang/source/text.hpp"

namespace glint {

std::optional<Error> check_plan(const ExplorePlan& plan, const VariedParent& parent) {
  if (plan.wants.empty()) {
    StudyPlan study;
    study.players.assign(parent.game().players().size(), "random");
    return wrong_plan("what is a good game? --want says it, as in --want 'length 20..60'",
                      "measures are " + lang::joined(measures_in(parent.game(), study), ", ",
                                                     [](const MeasureKind& kind) { return kind.id; }));
  }
  StudyPlan study;
  study.players.assign(parent.game().players().size(), plan.racer);
  study.max_plies = plan.max_plies;
  bool is_skill_only = true;
  for (const Want& want : plan.wants) {
    const bool is_skill = want.measure == kSkill;
    is_skill_only = is_skill_only && is_skill;
    if (!is_skill) {
      if (auto error = check_want(want, parent.game(), study)) return error;
      continue;
    }
    if (!want.in_percent)
      return wrong_plan("`" + want.text + "`: `skill` is a percentage", "as in `skill at least 60%`");
    if (!measures_skill(parent.game(), plan))
      return wrong_plan("`" + want.text + "`: skill needs a game of two opponents, and a stronger bot that plays them",
                        "it is the share of games that " + plan.stronger + " wins against " + plan.racer);
  }
  if (is_skill_only)
    return wrong_plan("only finalists are measured for skill, so another want must choose them",
                      "add another want, as in --want 'length 20..60'");
  if (auto error = parent.check(plan.may)) return error;
  if (parent.allowed(plan.may).empty())
    return wrong_plan("no part of this game may change", "leave out some of --vary and --fix");
  for (const std::string& bot : {plan.racer, plan.stronger}) {
    const Result<PlayerSpec> spec = read_player_spec(bot);
    if (!spec) return spec.errors()[0];
    if (spec->budget.is_time() && spec->budget.seconds > 0)
      return wrong_plan("`" + bot + "` has a time as its budget, so its games differ each time",
                        "give it a number, as in `mcts:50`");
  }
  const Result<PlayerSpec> racer = read_player_spec(plan.racer);
  if (auto error = cannot_play(*racer, parent.game())) return error;
  return std::nullopt;
}

bool measures_skill(const Game& game, const ExplorePlan& plan) {
  return game.players().size() == 2 && !game.is_team() && plan.stronger != plan.racer && plan.strong_games != 0u;
}

}  // namespace glint
