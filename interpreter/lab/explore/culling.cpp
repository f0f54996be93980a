// The stages that throw out what is broken: by script, by the game's own tests, by random games, by games of bots.
#include <map>

#include "interpreter/lab/explore/explorer.hpp"
#include "lang/source/text.hpp"

namespace glint {

void Explorer::build(const Numbers& numbers, WhenLate late) {
  std::vector<std::optional<Rejection>> faults(numbers.size());
  std::vector<std::uint64_t> hashes(numbers.size());
  host_.each(numbers.size(), [&](std::size_t i) {
    if (late == WhenLate::cut && host_.is_late()) return;
    Explored& one = found_.candidates[numbers[i]];
    if (one.script.empty()) one.script = parent_.script(one.made, one.title);
    Result<Game> game = host_.build(one.script, one.name);
    if (!game) {
      faults[i] = Rejection{Reason::does_not_check, game.errors()[0].message};
      return;
    }
    if (game->players() != parent_.game().players()) {  // a bot sits at each seat of the game
      faults[i] = Rejection{Reason::does_not_check, "it has other players"};
      return;
    }
    hashes[i] = hash_of_script(*game);
    games_[numbers[i]] = std::move(*game);
  });
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (faults[i]) {
      reject(numbers[i], std::move(*faults[i]));
      continue;
    }
    if (!games_[numbers[i]]) {
      note_late();
      reject_late({numbers[i]});
      continue;
    }
    const auto [known, is_new] = scripts_.emplace(hashes[i], numbers[i]);
    if (!is_new && known->second != numbers[i])
      reject(numbers[i], {Reason::same_script, "as " + found_.candidates[known->second].name});
  }
}

void Explorer::try_tests(const Numbers& numbers) {
  if (parent_.tests().empty()) return;
  host_.each(numbers.size(), [&](std::size_t i) {
    if (host_.is_late()) return;  // their first games are cut, too
    Explored& one = found_.candidates[numbers[i]];
    const Result<Game> game = host_.build(one.script + parent_.tests(), one.name);
    if (game) one.tests = tests_held(*game);
  });
  for (const std::size_t number : numbers)
    if (const auto& fault = found_.candidates[number].tests.fault) reject(number, {Reason::breaks, *fault});
}

/// Builds all variants once: which are wrong, and which say the same, does not depend on which heats are played.
void Explorer::compare_scripts(std::size_t from) {
  host_.note("building " + lang::counted(found_.candidates.size() - from, "variant"));
  scripts_.emplace(hash_of_script(parent_.game()), 0);
  constexpr std::size_t kAtOnce = 64;  // programs take memory
  Numbers some;
  at_ = 0;
  for (std::size_t number = from; number < found_.candidates.size(); ++number) {
    some.push_back(number);
    if (some.size() < kAtOnce && number + 1 < found_.candidates.size()) continue;
    build(some);
    for (const std::size_t one : some) games_[one].reset();
    some.clear();
  }
}

/// Rejects what plays as the game itself or an earlier one, so far as all its games and a search show.
void Explorer::reject_twins(const Numbers& numbers) {
  std::map<std::uint64_t, std::size_t> known{{plays_[0].checksum, 0}};
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const std::size_t number : numbers) {
    const auto [first, is_new] = known.emplace(plays_[number].checksum, number);
    if (!is_new && first->second != number) pairs.emplace_back(number, first->second);
  }
  std::vector<char> same(pairs.size(), 0);
  host_.each(pairs.size(), [&](std::size_t i) {
    const auto& [number, other] = pairs[i];
    if (!games_[number] || !games_[other] || host_.is_late()) return;
    same[i] = is_same_game(*games_[other], *games_[number], plays_[number].ends && plays_[other].ends);
  });
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (same[i]) reject(pairs[i].first, {Reason::same_play, "as " + found_.candidates[pairs[i].second].name});
}

/// Notes these games of a candidate, after those that were noted before.
void Explorer::note_play(std::size_t number, const StudyTally& tally) {
  Play& play = plays_[number];
  play.checksum = seed_of_game(play.checksum, tally.checksum);
  play.ends = play.ends || 2 * tally.unfinished <= tally.games;
}

/// The first games of the game itself: what is wrong with it is no reason to leave out a variant.
void Explorer::test_parent() {
  Numbers itself = {0};
  const std::vector<StudyTally> random =
      play(itself, random_plan_, 0, ExplorePlan::kRandomGames, found_.stages[2].games, WhenLate::play);
  note_play(0, random[0]);
  random_fault_ = fault_of(parent_.game(), random_plan_, random[0], true);
  std::vector<StudyTally> raced =
      play(itself, found_.race_plan, 0, ExplorePlan::kRacerGames, found_.stages[3].games, WhenLate::play);
  note_play(0, raced[0]);
  racer_fault_ = fault_of(parent_.game(), found_.race_plan, raced[0]);
  found_.parent_fault = random_fault_;
  found_.candidates[0].raced = std::move(raced[0]);
}

/// Throws out what is broken; the others have their first racing games.
Explorer::Numbers Explorer::cull(Numbers numbers) {
  at_ = 1;
  numbers = still_in(numbers);
  build(numbers);
  numbers = still_in(numbers);
  try_tests(numbers);
  numbers = still_in(numbers);

  at_ = 2;
  const std::vector<StudyTally> random = play(numbers, random_plan_, 0, ExplorePlan::kRandomGames, stage(2).games);
  reject_late(cut_);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t number = numbers[i];
    note_play(number, random[i]);
    auto fault = fault_of(*games_[number], random_plan_, random[i], true);
    // A game that only those end who try to, such as Boundary, has variants of its kind.
    if (fault && random_fault_ && random_fault_->reason == fault->reason) continue;
    if (fault) reject(number, std::move(*fault));
  }
  numbers = still_in(numbers);

  Numbers racing = numbers;
  std::vector<StudyTally> raced = play(racing, found_.race_plan, 0, ExplorePlan::kRacerGames, stage(3).games);
  reject_late(cut_);
  for (std::size_t i = 0; i < racing.size(); ++i) note_play(racing[i], raced[i]);
  reject_twins(racing);
  for (std::size_t i = 0; i < racing.size(); ++i) {
    if (found_.candidates[racing[i]].gone) continue;
    auto fault = fault_of(*games_[racing[i]], found_.race_plan, raced[i]);
    const bool is_of_parent =
        fault && fault->reason == Reason::never_ends && racer_fault_ && racer_fault_->reason == Reason::never_ends;
    if (fault && !is_of_parent) reject(racing[i], std::move(*fault));
    found_.candidates[racing[i]].raced = std::move(raced[i]);
    judge(racing[i]);  // there may be no time for more
  }
  return still_in(numbers);
}

}  // namespace glint
