#include "interpreter/lab/explore/explore.hpp"

#include <algorithm>
#include <cstdio>

#include "interpreter/lab/explore/explorer.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

/// "laser_lawn_017"
std::string numbered(const std::string& name, std::size_t number) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "_%03zu", number);
  return name + digits;
}

/// The name of a game without folder and ending, as a part of file names.
std::string stem_of(const std::string& id) {
  std::string stem;
  for (const char c : id) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    stem += is_plain ? c : '_';
  }
  return stem;
}

}  // namespace

Explorer::Explorer(const VariedParent& parent, const ExplorePlan& plan, ExploreHost& host)
    : parent_(parent), plan_(plan), host_(host), shares_(allotment_of(plan)) {
  Explored itself;
  itself.name = parent.game().id();
  itself.title = parent.game().title();
  found_.candidates.push_back(std::move(itself));
  games_.emplace_back(parent.game());
  plays_.emplace_back();
  for (const char* name : {"script", "tests", "random games", "racing bots", "heats", "final race"})
    found_.stages.push_back({name, 0, 0, 0});

  const std::size_t seats = parent.game().players().size();
  const auto all = [&](const std::string& bot) { return std::vector<std::string>(seats, bot); };
  random_plan_ = study(all("random"), plan.seed);
  found_.race_plan = study(all(plan.racer), plan.seed);
  found_.fresh_plan = study(all(plan.racer), seed_of_game(plan.seed, 1));
  found_.strong_plan = study(all(plan.stronger), seed_of_game(plan.seed, 2));
  std::vector<std::string> bots = all(plan.racer);
  bots[0] = plan.stronger;
  found_.skill_plan = study(bots, seed_of_game(plan.seed, 3));
  found_.skill_plan.rotates = true;
  // Rounds: at most as many as halve a heat, and the survivors of all heats.
  constexpr std::uint64_t kMostRounds = 24;
  found_.looks = plan.wants.size() * (shares_.candidates + 1) * kMostRounds;
}

Exploration Explorer::run() {
  begin(ExplorePart::heats);
  add(made_variants(parent_, plan_.may, plan_.seed, shares_.first()));
  test_parent();
  const std::size_t heats = (found_.candidates.size() - 1 + ExplorePlan::kHeat - 1) / ExplorePlan::kHeat;
  bool is_all = true;
  for (std::size_t heat = 0; heat < heats; ++heat) is_all = is_all && host_.takes_heat(heat);
  const std::uint64_t first_games = shares_.heats * shares_.first() / shares_.candidates;
  Numbers best = play_heats(1, heats, first_games, false);
  if (!is_all) return std::move(found_);
  if (shares_.crossed > 0 && !is_late()) {
    const std::size_t from = found_.candidates.size();
    const std::uint64_t left = shares_.heats - first_games, used = std::min(left, cross(best));
    const std::size_t more = found_.candidates.size() - from;
    const Numbers some =
        play_heats(from, (more + ExplorePlan::kHeat - 1) / ExplorePlan::kHeat, left - used, true);
    best.insert(best.end(), some.begin(), some.end());
  }
  begin(ExplorePart::final_race);
  final_race(std::move(best));
  finish();
  count_stages();
  found_.is_complete = true;
  return std::move(found_);
}

void Explorer::add(std::vector<Made> all) {
  const std::string stem = stem_of(parent_.game().id());
  const std::size_t from = found_.candidates.size();
  for (Made& made : all) {
    Explored one;
    one.number = found_.candidates.size();
    one.name = numbered(stem, one.number);
    one.title = parent_.game().title() + " " + std::to_string(one.number);
    one.what = parent_.what_changes(made);
    one.made = std::move(made);
    found_.candidates.push_back(std::move(one));
  }
  games_.resize(found_.candidates.size());
  plays_.resize(found_.candidates.size());
  compare_scripts(from);
}

std::uint64_t Explorer::cross(Numbers best) {
  std::sort(best.begin(), best.end(), [&](std::size_t a, std::size_t b) {
    return is_better(found_.candidates[a].loss, a, found_.candidates[b].loss, b);
  });
  std::uint64_t games = 0;
  at_ = 4;
  drop_idle(best, games);
  best = still_in(best);
  stage(4).games += games;
  std::vector<Made> parents;
  std::set<Made> known;
  for (const Explored& one : found_.candidates) known.insert(one.made);
  for (const std::size_t number : best) parents.push_back(found_.candidates[number].made);
  add(made_crossings(parent_, parents, known, seed_of_game(plan_.seed, 4), shares_.crossed));
  return games;
}

Explorer::Numbers Explorer::play_heats(std::size_t from, std::size_t heats, std::uint64_t games, bool all) {
  const std::size_t count = found_.candidates.size() - from;
  Numbers best;
  for (std::size_t heat = 0; heat < heats; ++heat) {
    if (!all && !host_.takes_heat(heat)) continue;
    Numbers numbers;
    const std::size_t begin = from + heat * ExplorePlan::kHeat;
    for (std::size_t i = begin; i < begin + ExplorePlan::kHeat && i < found_.candidates.size(); ++i)
      numbers.push_back(i);
    if (is_late()) {
      at_ = 1;
      reject_late(numbers);
      continue;
    }
    host_.note((all ? "combinations, heat " : "heat ") + std::to_string(heat + 1) + " of " + std::to_string(heats) +
               ": " + lang::counted(numbers.size(), "variant"));
    const std::uint64_t mine = games * numbers.size() / count;
    const Numbers some = play_heat(std::move(numbers), mine);
    best.insert(best.end(), some.begin(), some.end());
  }
  return best;
}

StudyPlan Explorer::study(const std::vector<std::string>& bots, std::uint64_t seed) const {
  StudyPlan plan;
  plan.players = bots;
  plan.seed = seed;
  plan.games = StudyPlan::kMostGames;
  plan.max_plies = plan_.max_plies;
  plan.covered = 0;
  return plan;
}

/// From the reasons, so that every variant is counted where it was left out, and the numbers of all stages add up.
void Explorer::count_stages() {
  std::size_t in = found_.candidates.size() - 1;
  for (std::size_t i = 0; i < found_.stages.size(); ++i) {
    found_.stages[i].came = in;
    for (const Explored& one : found_.candidates) in -= one.gone && one.gone_at == i;
    found_.stages[i].left = in;
  }
}

StageCount& Explorer::stage(std::size_t number) {
  at_ = number;
  return found_.stages[number];
}

void Explorer::reject(std::size_t number, Rejection why) {
  found_.candidates[number].gone = std::move(why);
  found_.candidates[number].gone_at = at_;
  games_[number].reset();
}

std::vector<StudyTally> Explorer::play(Numbers& numbers, const StudyPlan& plan, std::uint64_t begin, std::uint64_t end,
                                       std::uint64_t& count, WhenLate late) {
  cut_.clear();
  if (begin >= end) {
    numbers.clear();
    return {};
  }
  std::vector<Games> games;
  for (const std::size_t number : numbers)
    games.push_back(
        {&*games_[number], found_.candidates[number].name, plan, begin, end, late == WhenLate::cut});
  std::vector<PlayedGames> played = host_.play(games);
  Numbers sound;
  std::vector<StudyTally> tallies;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (played[i].is_cut) {
      note_late();
      cut_.push_back(numbers[i]);
      continue;
    }
    count += end - begin;
    if (played[i].error && numbers[i] != 0) {
      reject(numbers[i], {Reason::breaks, played[i].error->message});
      continue;
    }
    sound.push_back(numbers[i]);
    tallies.push_back(std::move(played[i].tally));
  }
  numbers = std::move(sound);
  return tallies;
}

Explorer::Numbers Explorer::still_in(const Numbers& numbers) const {
  Numbers left;
  for (const std::size_t number : numbers)
    if (!found_.candidates[number].gone) left.push_back(number);
  return left;
}

void Explorer::begin(ExplorePart part) {
  is_part_late_ = false;
  host_.begin(part);
}

bool Explorer::is_late() {
  if (!is_part_late_ && host_.is_late()) note_late();
  return is_part_late_;
}

void Explorer::note_late() { is_part_late_ = found_.is_late = true; }

void Explorer::reject_late(const Numbers& numbers) {
  for (const std::size_t number : still_in(numbers)) reject(number, {Reason::no_time, ""});
}

Exploration explore(const VariedParent& parent, const ExplorePlan& plan, ExploreHost& host) {
  return Explorer(parent, plan, host).run();
}

}  // namespace glint
