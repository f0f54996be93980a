// The finalists play again: fresh games of the racing bots, games of stronger bots, and matches between the two.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "interpreter/lab/explore/explorer.hpp"
#include "interpreter/players/player.hpp"

namespace glint {

void Explorer::finish() {
  host_.note("finalists: fresh games and stronger bots");
  StageCount fresh{"fresh games", 0, 0, 0}, strong{"stronger bots", 0, 0, 0};
  at_ = found_.stages.size();
  Numbers numbers = finalists_;
  numbers.push_back(0);
  found_.fresh_looks = 2 * plan_.wants.size() * numbers.size();
  begin(ExplorePart::fresh_games);
  std::vector<Finalist> all = play_fresh(numbers, fresh.games);
  found_.stages.push_back(fresh);
  at_ = found_.stages.size();

  begin(ExplorePart::stronger_bots);
  const Result<PlayerSpec> stronger = read_player_spec(plan_.stronger);
  Numbers able;
  for (const std::size_t number : still_in(numbers))
    if (stronger && !cannot_play(*stronger, *games_[number])) able.push_back(number);
  if (is_late()) able.clear();
  Numbers sound = able;
  const std::vector<StudyTally> strongly = play(sound, found_.strong_plan, 0, shares_.stronger, strong.games);
  const auto finalist = [&](std::size_t number) {
    return std::find_if(all.begin(), all.end(), [&](const Finalist& one) { return one.number == number; });
  };
  for (std::size_t i = 0; i < sound.size(); ++i) {
    Finalist& one = *finalist(sound[i]);
    one.strong = strongly[i];
  }
  std::vector<std::pair<std::size_t, std::string>> weak;
  if (!is_late() && measures_skill(parent_.game(), plan_))
    weak = measure_skill(sound, all, strong.games);
  // Only now is all known that may be wanted.
  for (Finalist& one : all) {
    if (!games_[one.number]) continue;  // a rule failed in games of stronger bots
    const Game& game = *games_[one.number];
    const Measure* const skill = one.skill ? &*one.skill : nullptr;
    one.fresh_loss = loss_of(plan_.wants, game, found_.fresh_plan, one.fresh, found_.fresh_looks, skill);
    if (one.strong)
      one.strong_loss = loss_of(plan_.wants, game, found_.strong_plan, *one.strong, found_.fresh_looks, skill);
  }
  for (auto& [number, why] : weak) reject(number, {Reason::no_skill, std::move(why)});
  found_.stages.push_back(strong);

  std::erase_if(all, [&](const Finalist& one) { return found_.candidates[one.number].gone.has_value(); });
  found_.finalists = std::move(all);
  rank();
}

/// New games of the racing bots, in portions, so that a part of them counts if the time ends; each has as many. Without some
/// there would be no figures, so the first portion is played in any case.
std::vector<Finalist> Explorer::play_fresh(const Numbers& numbers, std::uint64_t& count) {
  constexpr std::uint64_t kPortions = 8;
  const std::uint64_t first = std::min(shares_.fresh, ExplorePlan::kRacerGames), rest = shares_.fresh - first;
  std::map<std::size_t, StudyTally> tallies;
  std::uint64_t played = 0;
  for (std::uint64_t portion = 0; portion <= kPortions; ++portion) {
    const std::uint64_t end = first + rest * portion / kPortions;
    if (end == played) continue;
    if (portion > 0 && is_late()) break;
    Numbers some = still_in(numbers);
    const std::vector<StudyTally> more =
        play(some, found_.fresh_plan, played, end, count, portion == 0 ? WhenLate::play : WhenLate::cut);
    if (!cut_.empty()) break;
    for (std::size_t i = 0; i < some.size(); ++i) {
      const auto [tally, is_new] = tallies.try_emplace(some[i], more[i]);
      if (!is_new) tally->second.add(more[i]);
    }
    played = end;
  }
  std::vector<Finalist> all;
  for (const std::size_t number : still_in(numbers)) {
    const auto tally = tallies.find(number);
    if (tally == tallies.end()) continue;
    Finalist one;
    one.number = number;
    one.fresh = tally->second;
    all.push_back(std::move(one));
  }
  return all;
}

/// Answers those that are without skill, with what was seen.
std::vector<std::pair<std::size_t, std::string>> Explorer::measure_skill(Numbers numbers, std::vector<Finalist>& all,
                                                                         std::uint64_t& count) {
  std::vector<std::pair<std::size_t, std::string>> weak;
  const std::vector<StudyTally> matches = play(numbers, found_.skill_plan, 0, shares_.stronger, count);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (const MeasureKind& kind : measures_in(*games_[numbers[i]], found_.skill_plan)) {
      if (kind.id != "bot.1") continue;
      std::optional<Measure> skill = measure_of(kind, matches[i], found_.fresh_looks);
      if (!skill) continue;
      skill->id = kSkill;
      for (Finalist& one : all)
        if (one.number == numbers[i]) one.skill = skill;
      // Less than the half at 95 % confidence, where all games have a winner: nothing is gained by looking further.
      const bool all_won = matches[i].ties == 0 && matches[i].unfinished == 0;
      if (skill->interval.high < 0.5 && numbers[i] != 0 && all_won)
        weak.emplace_back(numbers[i], plan_.stronger + " wins " + std::to_string(skill->hits) + " of " +
                                          std::to_string(skill->count) + " games against " + plan_.racer);
    }
  }
  return weak;
}

/// The ranks of the finalists in each series of games, and their order by the fresh ones.
void Explorer::rank() {
  std::vector<Finalist>& all = found_.finalists;
  const auto set_ranks = [&](auto loss, std::size_t Finalist::*rank) {
    std::sort(all.begin(), all.end(),
              [&](const Finalist& a, const Finalist& b) { return is_better(loss(a), a.number, loss(b), b.number); });
    std::size_t next = 1;
    for (Finalist& one : all)
      if (one.number != 0) one.*rank = next++;
  };
  set_ranks([&](const Finalist& one) { return found_.candidates[one.number].loss; }, &Finalist::rank);
  set_ranks([](const Finalist& one) { return one.strong_loss; }, &Finalist::strong_rank);
  set_ranks([](const Finalist& one) { return one.fresh_loss; }, &Finalist::fresh_rank);
}

}  // namespace glint
