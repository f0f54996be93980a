// The race, and the new games of the finalists after it.
#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "interpreter/lab/explore/explorer.hpp"
#include "interpreter/lab/explore/race.hpp"
#include "lang/source/text.hpp"

namespace glint {

void Explorer::race() {
  begin_stage("race");
  Race race(variants(), shares_.kept, shares_.race);
  found_.looks =
      plan_.wants.size() * std::max<std::size_t>(1, race.left().size()) * static_cast<std::size_t>(race.rounds());
  std::uint64_t played = ExplorePlan::kRacerGames;
  for (int round = 1; !race.is_over(); ++round) {
    const std::uint64_t games = race.games_each();
    host_.note("race, round " + std::to_string(round) + " of " + std::to_string(race.rounds()) + ": " +
               lang::counted(race.left().size(), "variant") + ", " + std::to_string(games) + " games each");
    play(race.left(), found_.race_plan, played, played + games, [&](std::size_t number, const StudyTally& more) {
      Explored& one = found_.candidates[number];
      one.raced.add(more);
      if (const Result<Game> game = game_of(number))
        one.loss = loss_of(plan_.wants, *game, found_.race_plan, one.raced, found_.looks);
    });
    played += games;
    std::vector<Loss> losses;
    for (const std::size_t number : race.left()) {
      const Explored& one = found_.candidates[number];
      losses.push_back(one.gone ? Loss{1, 1, 1} : one.loss);
    }
    race.rank(losses);
  }
  for (const Race::Gone& gone : race.gone())
    if (!found_.candidates[gone.candidate].gone)
      reject(gone.candidate,
             {Reason::outranked, gone.is_sure ? "with 95 % confidence" : "by the games played, without certainty"});
  for (const std::size_t number : race.left())
    if (!found_.candidates[number].gone) finalists_.push_back(number);
}

/// Removes changes without an effect from a finalist, as far as a search shows: it is shown with no more changes than
/// it needs, and its fresh games are those of the shown variant.
void Explorer::drop_idle() {
  host_.note("finalists without each of their changes");
  host_.each(finalists_.size(), [&](std::size_t i) {
    Explored& one = found_.candidates[finalists_[i]];
    for (std::size_t at = 0; at < one.made.size() && one.made.size() > 1;) {
      Made made = one.made;
      made.erase(made.begin() + static_cast<std::ptrdiff_t>(at));
      std::string script = parent_.script(made, one.title);
      const Result<Game> whole = game_of(one.number), without = host_.build(script, one.name);
      if (!whole || !without || !is_same_game(*whole, *without, plays_[one.number].ends)) {
        ++at;
        continue;
      }
      one.made = std::move(made);
      one.script = std::move(script);
      one.what = parent_.what_changes(one.made);
      games_[one.number] = *without;
    }
  });
  std::set<Made> known;
  for (const std::size_t number : finalists_)
    if (!known.insert(found_.candidates[number].made).second)
      reject(number, {Reason::same_play, "as a finalist with fewer changes"});
}

/// New games of the finalists and the game itself: the winners of the race were partly lucky there.
void Explorer::play_fresh() {
  begin_stage("fresh games");
  Numbers numbers = finalists_;
  numbers.push_back(0);
  found_.fresh_looks = plan_.wants.size() * numbers.size();
  // Their budget is the rest of the other stages.
  std::uint64_t spent = 0;
  for (const StageCount& stage : found_.stages) spent += stage.games;
  const std::uint64_t left = (plan_.games - std::min(plan_.games, spent)) / numbers.size();
  play(numbers, found_.fresh_plan, 0, std::max(shares_.fresh, left), [&](std::size_t number, const StudyTally& tally) {
    Finalist one;
    one.number = number;
    one.fresh = tally;
    if (const Result<Game> game = game_of(number))
      one.loss = loss_of(plan_.wants, *game, found_.fresh_plan, tally, found_.fresh_looks);
    found_.finalists.push_back(std::move(one));
  });
}

/// The ranks of the finalists in the race and in their fresh games, and their order by these.
void Explorer::rank() {
  std::vector<Finalist>& all = found_.finalists;
  std::size_t next = 1;
  for (Finalist& one : all)  // in the order of the race
    if (one.number != 0) one.race_rank = next++;
  // At equal losses the smaller change comes first, and then the variant that keeps more of the game's tests.
  const auto order = [&](const Finalist& one) {
    const Explored& made = found_.candidates[one.number];
    return std::tuple(one.loss.value, one.loss.value == 0 ? made.made.size() : 0, one.loss.high,
                      made.tests.of - made.tests.held, one.number);
  };
  std::sort(all.begin(), all.end(), [&](const Finalist& a, const Finalist& b) { return order(a) < order(b); });
  next = 1;
  for (Finalist& one : all)
    if (one.number != 0) one.rank = next++;
}

Race::Race(std::vector<std::size_t> candidates, std::size_t keep, std::uint64_t games)
    : left_(std::move(candidates)), keep_(std::max<std::size_t>(1, keep)) {
  for (std::size_t size = left_.size(); size > 2 * keep_; size = (size + 1) / 2) ++rounds_;
  games_each_round_ = games / static_cast<std::uint64_t>(rounds_);
  if (left_.empty()) round_ = rounds_;
}

std::uint64_t Race::games_each() const { return std::max<std::uint64_t>(1, games_each_round_ / left_.size()); }

void Race::rank(const std::vector<Loss>& losses) {
  ++round_;
  std::vector<std::size_t> order(left_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // The smaller loss comes first; then the one that is certainly smaller; then the earlier candidate.
  const auto key = [&](std::size_t i) { return std::tuple(losses[i].value, losses[i].high, left_[i]); };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  std::vector<double> highs;
  for (const Loss& loss : losses) highs.push_back(loss.high);
  std::sort(highs.begin(), highs.end());
  const double limit = keep_ <= highs.size() ? highs[keep_ - 1] : 1;
  const std::size_t stay = std::max(keep_, (left_.size() + 1) / 2);
  std::vector<std::size_t> next;
  std::vector<Gone> gone;
  for (const std::size_t i : order) {
    const bool is_sure = losses[i].low > limit;
    if (is_sure || next.size() >= stay)
      gone.push_back({left_[i], is_sure});
    else
      next.push_back(left_[i]);
  }
  gone_.insert(gone_.end(), gone.rbegin(), gone.rend());  // the worst one first
  left_ = std::move(next);
}

}  // namespace glint
