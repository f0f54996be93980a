// The stages that throw out what is broken: by script, by the game's own tests, by random games, by games of bots.
#include <map>

#include "interpreter/lab/explore/explorer.hpp"

namespace glint {

/// Builds all variants once, and rejects those that are wrong, or say what an earlier one says.
void Explorer::compare_scripts() {
  begin_stage("script");
  const Numbers numbers = variants();
  std::vector<std::optional<Rejection>> faults(numbers.size());
  std::vector<std::uint64_t> hashes(numbers.size());
  const bool are_many = numbers.size() > kAtOnce;
  host_.each(numbers.size(), [&](std::size_t i) {
    const Result<Game> game = game_of(numbers[i]);
    if (!game)
      faults[i] = Rejection{Reason::does_not_check, game.errors()[0].message};
    else if (game->players() != parent_.game().players())  // a bot sits at each seat of the game
      faults[i] = Rejection{Reason::does_not_check, "it has other players"};
    else
      hashes[i] = hash_of_script(*game);
    if (are_many) games_[numbers[i]].reset();
  });
  std::map<std::uint64_t, std::size_t> known{{hash_of_script(parent_.game()), 0}};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (faults[i]) {
      reject(numbers[i], std::move(*faults[i]));
      continue;
    }
    const auto [first, is_new] = known.emplace(hashes[i], numbers[i]);
    if (!is_new) reject(numbers[i], {Reason::same_script, "as " + found_.candidates[first->second].name});
  }
}

void Explorer::try_tests() {
  begin_stage("tests");
  if (parent_.tests().empty()) return;
  const Numbers numbers = variants();
  host_.each(numbers.size(), [&](std::size_t i) {
    Explored& one = found_.candidates[numbers[i]];
    if (const Result<Game> game = host_.build(one.script + parent_.tests(), one.name)) one.tests = tests_held(*game);
  });
  for (const std::size_t number : numbers)
    if (const auto& fault = found_.candidates[number].tests.fault) reject(number, {Reason::breaks, *fault});
}

/// A fault of the game itself is no reason to leave out a variant: a game that only those end who try to, such
/// as Boundary, has variants of its kind.
void Explorer::play_random() {
  begin_stage("random games");
  Numbers numbers = variants();
  numbers.insert(numbers.begin(), 0);
  play(numbers, random_plan_, 0, ExplorePlan::kRandomGames, [&](std::size_t number, const StudyTally& tally) {
    note_play(number, tally);
    auto fault = fault_of(parent_.game(), random_plan_, tally, true);
    if (number == 0)
      found_.parent_fault = std::move(fault);
    else if (fault && !(found_.parent_fault && found_.parent_fault->reason == fault->reason))
      reject(number, std::move(*fault));
  });
}

void Explorer::play_racers() {
  begin_stage("racing bots");
  Numbers numbers = variants();
  numbers.insert(numbers.begin(), 0);
  bool parent_ends = true;
  std::vector<std::optional<Rejection>> faults(found_.candidates.size());
  play(numbers, found_.race_plan, 0, ExplorePlan::kRacerGames, [&](std::size_t number, const StudyTally& tally) {
    note_play(number, tally);
    found_.candidates[number].raced = tally;
    faults[number] = fault_of(parent_.game(), found_.race_plan, tally);
    if (number == 0) parent_ends = !faults[0] || faults[0]->reason != Reason::never_ends;
  });
  reject_twins();
  for (const std::size_t number : variants())
    if (faults[number] && (parent_ends || faults[number]->reason != Reason::never_ends))
      reject(number, std::move(*faults[number]));
}

/// Notes these games of a candidate, after those that were noted before.
void Explorer::note_play(std::size_t number, const StudyTally& tally) {
  Play& play = plays_[number];
  play.checksum = seed_of_game(play.checksum, tally.checksum);
  play.ends = play.ends || 2 * tally.endings.unfinished <= tally.games;
}

/// Rejects what plays as the game itself or an earlier one, so far as all its games and a search show.
void Explorer::reject_twins() {
  std::map<std::uint64_t, std::size_t> known{{plays_[0].checksum, 0}};
  struct Pair {
    std::size_t number = 0, other = 0;
    bool is_same = false;
  };
  std::vector<Pair> pairs;
  for (const std::size_t number : variants()) {
    const auto [first, is_new] = known.emplace(plays_[number].checksum, number);
    if (!is_new) pairs.push_back({number, first->second, false});
  }
  host_.each(pairs.size(), [&](std::size_t i) {
    Pair& pair = pairs[i];
    // Not those that are kept: several threads may ask for one of them.
    const auto built = [&](const Explored& of) {
      return of.number == 0 ? Result<Game>(parent_.game()) : host_.build(of.script, of.name);
    };
    const Result<Game> one = built(found_.candidates[pair.number]), other = built(found_.candidates[pair.other]);
    pair.is_same = one && other && is_same_game(*other, *one, plays_[pair.number].ends && plays_[pair.other].ends);
  });
  for (const Pair& pair : pairs)
    if (pair.is_same) reject(pair.number, {Reason::same_play, "as " + found_.candidates[pair.other].name});
}

}  // namespace glint
