// Explorations as data.
#include <algorithm>

#include "interpreter/report/study.hpp"

namespace glint::report {

Json exploration_json(const Game& game, const ExplorePlan& plan, const Exploration& found) {
  Json finalists = Json::array(), candidates = Json::array();
  for (const auto& [number, fresh, loss, rank, race_rank] : found.finalists) {
    Json measures = Json::object();
    for (const MeasureKind& kind : measures_in(game, found.fresh_plan))
      if (std::any_of(plan.wants.begin(), plan.wants.end(), [&](const Want& want) { return want.measure == kind.id; }))
        if (const auto one = measure_of(kind, fresh, found.fresh_looks)) measures[kind.id] = estimate_json(*one);
    finalists.push_back({number, rank, race_rank, loss.value, loss.low, loss.high, measures});
  }
  for (const Explored& one : found.candidates) {
    candidates.push_back({one.name, one.title, one.what, one.script, nullptr, nullptr});
    if (one.gone) candidates.back()[4] = found.stages[one.gone_at].name, candidates.back()[5] = one.gone->why;
  }
  const auto stage = [](const StageCount& one) { return Json{one.name, one.came, one.left, one.games}; };
  return {{"stages", view::list_of(found.stages, stage)}, {"candidates", candidates}, {"finalists", finalists}};
}

}  // namespace glint::report
