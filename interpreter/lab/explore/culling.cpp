// The stages that throw out broken variants: by script, by the game's own tests, by random games, by games of bots.
#include <map>

#include <glint/diff.hpp>
#include "interpreter/lab/explore/explorer.hpp"
#include "interpreter/lab/explore/stages.hpp"
#include "interpreter/lab/study/averages.hpp"
#include "interpreter/lab/study/measures.hpp"

namespace glint {
namespace {

/// A share of this size is nearly all.
constexpr double kNearlyAll = 0.95;
constexpr double kFewestMoves = 1.5;

std::string of_games(std::uint64_t part, const StudyTally& tally, const std::string& what) {
  return std::to_string(part) + " of " + std::to_string(tally.games) + " games " + what;
}

}  // namespace

/// Builds all variants once, and rejects those that are wrong.
void Explorer::check_scripts() {
  begin_stage("script");
  const Numbers numbers = variants();
  std::vector<std::optional<Rejection>> faults(numbers.size());
  const bool are_many = numbers.size() > kAtOnce;
  host_.each(numbers.size(), [&](std::size_t i) {
    const Result<Game> game = game_of(numbers[i]);
    if (!game)
      faults[i] = Rejection{Reason::does_not_check, game.errors()[0].message};
    else if (game->players() != parent_.game().players())  // a bot sits at each seat of the game
      faults[i] = Rejection{Reason::does_not_check, "it has other players"};
    if (are_many) games_[numbers[i]].reset();
  });
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (faults[i]) reject(numbers[i], std::move(*faults[i]));
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

/// A fault of the original is no reason to leave out a variant: if a game, such as Boundary, ends only when players try
/// to end it, its variants may be of that kind, too.
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

/// Rejects variants that play like the game itself or an earlier variant, as far as all their games and a search show.
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
    // Not the kept games, because several threads may ask for one of them.
    const auto built = [&](const Explored& of) {
      return of.number == 0 ? Result<Game>(parent_.game()) : host_.build(of.script, of.name);
    };
    const Result<Game> one = built(found_.candidates[pair.number]), other = built(found_.candidates[pair.other]);
    pair.is_same = one && other && is_same_game(*other, *one, plays_[pair.number].ends && plays_[pair.other].ends);
  });
  for (const Pair& pair : pairs)
    if (pair.is_same) reject(pair.number, {Reason::same_play, "as " + found_.candidates[pair.other].name});
}

std::optional<Rejection> fault_of(const Game& game, const StudyPlan& plan, const StudyTally& tally,
                                  bool is_random_stage) {
  if (tally.games == 0) return std::nullopt;
  const auto games = static_cast<double>(tally.games);
  if (2 * tally.endings.unfinished > tally.games)
    return Rejection{Reason::never_ends, of_games(tally.endings.unfinished, tally, "were stopped after ") +
                                             std::to_string(plan.max_plies) + " plies"};
  const double length = average_of(sample_of(tally.course.lengths));
  if (length < 2 * static_cast<double>(game.players().size()))
    return Rejection{Reason::at_once, "games take " + number_text(length, 1) + " plies"};
  const double choices = average_of(sample_of(tally.course.branching, 1e-3));
  if (choices < kFewestMoves)
    return Rejection{Reason::no_choice, "there are " + number_text(choices, 1) + " moves to choose from"};
  if (game.is_team() || game.players().size() < 2 || is_random_stage) return std::nullopt;
  if (static_cast<double>(tally.endings.ties + tally.endings.losses) >= kNearlyAll * games)
    return Rejection{Reason::ties, of_games(tally.endings.ties + tally.endings.losses, tally, "have no winner")};
  for (std::size_t seat = 0; seat < tally.endings.wins.size(); ++seat)
    if (static_cast<double>(tally.endings.wins[seat]) >= kNearlyAll * games)
      return Rejection{Reason::walkover,
                       of_games(tally.endings.wins[seat], tally, "are won by ") + game.players()[seat]};
  return std::nullopt;
}

TestsHeld tests_held(const Game& with_tests) {
  TestsHeld found;
  for (const TestReport& test : run_tests(with_tests)) {
    ++found.of;
    found.held += test.passed;
    if (test.passed || test.is_cut || found.fault) continue;
    for (const char* code : {"G0602", "G0603", "G0604", "G0605", "G0615"})
      if (test.failure.find(code) != std::string::npos)
        found.fault = "in the game's test \"" + test.title + "\" a rule fails (" + code + ")";
  }
  return found;
}

bool is_same_game(const Game& one, const Game& other, bool have_ended) {
  DiffOptions options;
  options.limit = 2000;
  options.games = 20;
  options.game_positions = 2000;
  const Result<PlayDiff> diff = diff_play(one, other, options);
  return diff && diff->same && (diff->complete || have_ended);
}

}  // namespace glint
