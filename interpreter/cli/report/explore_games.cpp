#include "interpreter/cli/report/explore_games.hpp"

#include <algorithm>

#include "interpreter/game/record/record.hpp"
#include "interpreter/lab/study/chosen_games.hpp"
#include "interpreter/lab/study/played_again.hpp"

namespace glint::cli {

Json representative_json(const ExploreReport& report, const Finalist& one, ExploreHost& host) {
  const std::vector<ChosenGame> chosen = chosen_games(one.fresh);
  const auto usual =
      std::find_if(chosen.begin(), chosen.end(), [](const ChosenGame& game) { return game.name == "representative"; });
  if (usual == chosen.end()) return Json();
  const Explored& candidate = report.found.candidates[one.number];
  const Result<Game> game =
      one.number == 0 ? Result<Game>(report.parent.game()) : host.build(candidate.script, candidate.name);
  if (!game) return Json();
  const auto played = play_again(*game, candidate.name, report.found.fresh_plan, usual->game);
  if (!played) return Json();
  const std::vector<std::string>& moves = played->record.moves;
  Record begin = played->record;
  begin.moves.clear();
  Result<Replayed> at = replay(*game, begin);
  if (!at) return Json();
  constexpr std::size_t kMoments = 6;
  Json moments = Json::array();
  std::size_t next = 1;
  for (std::size_t ply = 1; ply <= moves.size(); ++ply) {
    if (at->position.play(moves[ply - 1])) return Json();
    if (ply < (next * moves.size() + kMoments - 1) / kMoments) continue;
    while (next <= kMoments && ply >= (next * moves.size() + kMoments - 1) / kMoments) ++next;
    moments.push_back(Json{{"ply", static_cast<std::uint64_t>(ply)}, {"position", at->position.text()}});
  }
  return Json{{"number", usual->game}, {"moves", Json(moves)}, {"moments", moments}};
}

}  // namespace glint::cli
