// The heats and the final race.
#include <algorithm>
#include <map>

#include "interpreter/lab/explore/explorer.hpp"
#include "lang/source/text.hpp"

namespace glint {

void Explorer::race(Race& race, StageCount& stage) {
  for (int round = 1; !race.is_over(); ++round) {
    if (is_late()) break;
    host_.note(stage.name + ", round " + std::to_string(round) + " of " + std::to_string(race.rounds()) + ": " +
               lang::counted(race.left().size(), "variant") + ", " + std::to_string(race.games_each()) + " games each");
    if (!more_games(race.left(), race.games_each(), stage.games)) break;
    std::vector<Loss> losses;
    for (const std::size_t number : race.left()) losses.push_back(found_.candidates[number].loss);
    race.rank(losses);
  }
  for (const Race::Gone& gone : race.gone()) {
    if (gone.candidate == 0 || found_.candidates[gone.candidate].gone) continue;
    reject(gone.candidate, {Reason::outranked, gone.is_sure ? "with 95 % confidence" : "by the games played, without certainty"});
  }
}

/// Its loss, from all its games of the race. If a rule has failed, it gets the worst one.
void Explorer::judge(std::size_t number) {
  Explored& one = found_.candidates[number];
  one.loss = one.gone ? Loss{1, 1, 1}
                      : loss_of(plan_.wants, *games_[number], found_.race_plan, one.raced, found_.looks);
}

/// Adds games of the racing bots to each of these. Answers whether there was time for all of them.
bool Explorer::more_games(const Numbers& numbers, std::uint64_t games, std::uint64_t& count) {
  // Those that came a different way have played different numbers of games.
  std::map<std::uint64_t, Numbers> by_played;
  bool is_whole = true;
  for (const std::size_t number : numbers) by_played[found_.candidates[number].raced.games].push_back(number);
  for (auto& [played, some] : by_played) {
    Numbers sound = some;
    const std::vector<StudyTally> more = play(sound, found_.race_plan, played, played + games, count);
    is_whole = is_whole && cut_.empty();
    for (std::size_t i = 0; i < sound.size(); ++i) {
      StudyTally& tally = found_.candidates[sound[i]].raced;
      if (tally.games == 0) tally = StudyTally(games_[sound[i]]->program());
      tally.add(more[i]);
    }
  }
  for (const std::size_t number : numbers) judge(number);
  return is_whole;
}

/// Culls, races, and answers the best ones.
Explorer::Numbers Explorer::play_heat(Numbers numbers, std::uint64_t games) {
  numbers = cull(std::move(numbers));
  if (numbers.empty()) return {};
  // Of each heat, as many as the final needs, and some more, since the best ones may be in one heat.
  const std::size_t heats = shares_.first_heats() + shares_.last_heats();
  const std::size_t keep = std::max<std::size_t>(3, (2 * shares_.kept + heats - 1) / heats);
  Race heats_race(numbers, keep, games);
  race(heats_race, stage(4));
  for (const std::size_t number : heats_race.left()) games_[number].reset();  // built again for the final
  return still_in(heats_race.left());
}

void Explorer::final_race(Numbers numbers) {
  at_ = 5;
  Numbers missing;
  for (const std::size_t number : numbers)
    if (!games_[number]) missing.push_back(number);
  build(missing, WhenLate::play);
  numbers = still_in(numbers);
  std::uint64_t games = 0;
  drop_idle(numbers, games);
  stage(5).games += games;
  numbers = still_in(numbers);
  reject_twins(numbers);  // those of different heats have not been compared
  numbers = still_in(numbers);
  Race last(numbers, shares_.kept, shares_.final - std::min(shares_.final, games));
  race(last, stage(5));
  finalists_ = still_in(last.left());
  std::sort(finalists_.begin(), finalists_.end(), [&](std::size_t a, std::size_t b) {
    return is_better(found_.candidates[a].loss, a, found_.candidates[b].loss, b);
  });
  for (; finalists_.size() > shares_.kept; finalists_.pop_back())  // rounds may have been left out
    reject(finalists_.back(), {Reason::outranked, "by the games played, without certainty"});
  // The game as it is gets as many games as the best one, so far as the budget has them.
  std::uint64_t most = ExplorePlan::kRacerGames;
  for (const std::size_t number : finalists_) most = std::max(most, found_.candidates[number].raced.games);
  more_games({0}, std::min(most - ExplorePlan::kRacerGames, shares_.parent), stage(5).games);
}

}  // namespace glint
