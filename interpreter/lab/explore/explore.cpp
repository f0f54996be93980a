#include "interpreter/lab/explore/explore.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/explore/explorer.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/players/player.hpp"
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
  for (const char c : id) stem += lang::is_in_name(c) ? c : '_';
  return stem;
}

/// Slow bots play few games at a time, so that threads end together.
std::uint64_t chunk_of(const StudyPlan& plan) {
  std::uint64_t chunk = 32;
  for (const std::string& player : plan.players) {
    const Result<PlayerSpec> spec = read_player_spec(player);
    if (!spec || spec->name == "random") continue;
    chunk = std::min<std::uint64_t>(chunk, spec->name == "greedy" ? 8 : 2);
  }
  return chunk;
}

/// Games for each variant in the plan: those of the stages that cull are less than a third of them.
constexpr std::uint64_t kGamesOfEach = 160;
/// Games for each finalist in the plan: few finalists with many fresh games say more than many with few.
constexpr std::uint64_t kGamesOfFinalist = 2000;

/// Games before the race, of all variants and the game itself.
std::uint64_t culling_games(const Allotment& shares) {
  return (ExplorePlan::kRandomGames + ExplorePlan::kRacerGames) * (shares.candidates + 1);
}

}  // namespace

Allotment allotment_of(const ExplorePlan& plan) {
  const auto part = [&](std::uint64_t games, std::uint64_t most) {
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(plan.games / games, 3, most));
  };
  Allotment shares;
  shares.candidates = plan.candidates > 0 ? plan.candidates : part(kGamesOfEach, ExplorePlan::kMostCandidates);
  shares.kept = plan.kept > 0 ? plan.kept : part(kGamesOfFinalist, 8);
  const std::uint64_t left = std::max(plan.games / 4, plan.games - std::min(plan.games, culling_games(shares)));
  shares.race = left * 5 / 8;
  shares.fresh = std::max<std::uint64_t>(1, left * 3 / 8 / (shares.kept + 1));
  return shares;
}

std::uint64_t fewest_games(const ExplorePlan& plan) {
  return std::max(ExplorePlan::kFewestGames, culling_games(allotment_of(plan)) * 4 / 3);
}

std::vector<PlayedGames> ExploreHost::play(const std::vector<Games>& games) {
  struct Part {
    std::size_t of = 0;
    std::uint64_t begin = 0, end = 0;
    PlayedGames played = {};
  };
  std::vector<PlayedGames> all(games.size());
  std::vector<Part> parts;
  for (std::size_t i = 0; i < games.size(); ++i) {
    all[i].tally = StudyTally(games[i].game->program());
    const std::uint64_t size = chunk_of(games[i].plan);
    for (std::uint64_t begin = games[i].begin; begin < games[i].end; begin += size)
      parts.push_back({i, begin, std::min(games[i].end, begin + size)});
  }
  std::atomic<std::uint64_t> done{0};
  each(parts.size(), [&](std::size_t number) {
    Part& part = parts[number];
    StudyPlayer player(*games[part.of].game, games[part.of].plan);
    part.played.tally = StudyTally(games[part.of].game->program());
    for (std::uint64_t game = part.begin; game < part.end && !part.played.error; ++game)
      part.played.error = player.play(game, part.played.tally);
    played(done += part.end - part.begin);
  });
  for (Part& part : parts) {  // the first of several errors counts
    all[part.of].tally.add(part.played.tally);
    if (!all[part.of].error) all[part.of].error = std::move(part.played.error);
  }
  return all;
}

Explorer::Explorer(const VariedParent& parent, const ExplorePlan& plan, ExploreHost& host)
    : parent_(parent), plan_(plan), host_(host), shares_(allotment_of(plan)) {
  random_plan_ = study("random", plan.seed);
  found_.race_plan = study(plan.racer, plan.seed);
  found_.fresh_plan = study(plan.racer, seed_of_game(plan.seed, 1));
}

Exploration Explorer::run() {
  add_variants();
  check_scripts();
  try_tests();
  play_random();
  play_racers();
  race();
  drop_idle();
  play_fresh();
  rank();
  count_stages();
  return std::move(found_);
}

void Explorer::add_variants() {
  Explored itself;
  itself.name = parent_.game().id();
  itself.title = parent_.game().title();
  found_.candidates.push_back(std::move(itself));
  const std::string stem = stem_of(parent_.game().id());
  for (Made& made : made_variants(parent_, plan_.may, plan_.seed, shares_.candidates)) {
    Explored one;
    one.number = found_.candidates.size();
    one.name = numbered(stem, one.number);
    one.title = parent_.game().title() + " " + std::to_string(one.number);
    one.what = parent_.what_changes(made);
    one.script = parent_.script(made, one.title);
    one.made = std::move(made);
    found_.candidates.push_back(std::move(one));
  }
  games_.resize(found_.candidates.size());
  plays_.resize(found_.candidates.size());
}

StudyPlan Explorer::study(const std::string& bot, std::uint64_t seed) const {
  StudyPlan plan;
  plan.players.assign(parent_.game().players().size(), bot);
  plan.seed = seed;
  plan.games = StudyPlan::kMostGames;
  plan.max_plies = plan_.max_plies;
  plan.covered = 0;
  return plan;
}

void Explorer::begin_stage(const char* name) {
  found_.stages.push_back({name, 0, 0, 0});
  host_.note(found_.stages.back().name + ": " + lang::counted(variants().size(), "variant"));
}

/// By reason, so that every variant is counted at the stage that left it out, and the numbers of all stages add up.
void Explorer::count_stages() {
  std::size_t in = found_.candidates.size() - 1;
  for (std::size_t i = 0; i < found_.stages.size(); ++i) {
    found_.stages[i].came = in;
    for (const Explored& one : found_.candidates) in -= one.gone && one.gone_at == i;
    found_.stages[i].left = in;
  }
}

void Explorer::reject(std::size_t number, Rejection why) {
  found_.candidates[number].gone = std::move(why);
  found_.candidates[number].gone_at = found_.stages.size() - 1;
  games_[number].reset();
}

Explorer::Numbers Explorer::variants() const {
  Numbers in;
  for (const Explored& one : found_.candidates)
    if (one.number != 0 && !one.gone) in.push_back(one.number);
  return in;
}

Result<Game> Explorer::game_of(std::size_t number) {
  if (number == 0) return parent_.game();
  std::optional<Game>& kept = games_[number];
  if (kept) return *kept;
  Result<Game> game = host_.build(found_.candidates[number].script, found_.candidates[number].name);
  if (game) kept = *game;
  return game;
}

void Explorer::play(const Numbers& numbers, const StudyPlan& plan, std::uint64_t begin, std::uint64_t end,
                    const std::function<void(std::size_t, const StudyTally&)>& took) {
  for (std::size_t at = 0; at < numbers.size() && begin < end; at += kAtOnce) {
    Numbers some;
    for (std::size_t i = at; i < std::min(numbers.size(), at + kAtOnce); ++i)
      if (!found_.candidates[numbers[i]].gone) some.push_back(numbers[i]);
    std::vector<std::optional<Game>> built(some.size());
    host_.each(some.size(), [&](std::size_t i) {
      if (Result<Game> game = game_of(some[i])) built[i] = std::move(*game);
    });
    std::vector<Games> games;
    for (std::size_t i = 0; i < some.size(); ++i)
      games.push_back({&built[i].value(), found_.candidates[some[i]].name, plan, begin, end});
    const std::vector<PlayedGames> played = host_.play(games);
    for (std::size_t i = 0; i < some.size(); ++i) {
      found_.stages.back().games += end - begin;
      if (played[i].error && some[i] != 0)
        reject(some[i], {Reason::breaks, played[i].error->message});
      else
        took(some[i], played[i].tally);
    }
    // Games are kept while they are not too many: programs take memory.
    if (variants().size() > kAtOnce) games_.assign(games_.size(), std::nullopt);
  }
}

std::optional<Error> check_plan(const ExplorePlan& plan, const VariedParent& parent) {
  if (plan.wants.empty()) return plain_error("what is a good game? --want says it, as in --want 'length 20..60'");
  StudyPlan study;
  study.players.assign(parent.game().players().size(), plan.racer);
  study.max_plies = plan.max_plies;
  for (const Want& want : plan.wants)
    if (auto error = check_want(want, parent.game(), study)) return error;
  if (auto error = parent.check(plan.may)) return error;
  if (parent.allowed(plan.may).empty())
    return plain_error("no part of this game may change", "leave out some of --vary and --fix");
  const Result<PlayerSpec> racer = read_player_spec(plan.racer);
  if (!racer) return racer.errors()[0];
  if (racer->budget.is_time() && racer->budget.seconds > 0)
    return plain_error("`" + plan.racer + "` has a time as its budget, so its games differ each time",
                       "give it a number, as in `mcts:50`");
  if (auto error = cannot_play(*racer, parent.game())) return error;
  if (const std::uint64_t fewest = fewest_games(plan); plan.games < fewest) {
    const Allotment shares = allotment_of(plan);
    return plain_error("--budget: " + std::to_string(plan.games) + " games are too few for " +
                           lang::counted(shares.candidates, "variant") + " and " + lang::counted(shares.kept, "finalist"),
                       "take at least " + std::to_string(fewest) + ", or fewer --candidates");
  }
  return std::nullopt;
}

Exploration explore(const VariedParent& parent, const ExplorePlan& plan, ExploreHost& host) {
  return Explorer(parent, plan, host).run();
}

}  // namespace glint
