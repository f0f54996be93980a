#include "interpreter/lab/explore/explore.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

#include <glint/diff.hpp>

#include "interpreter/players/player.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

Error wrong(const std::string& message, const std::string& help = {}) {
  Error error;
  error.message = message;
  error.help = help;
  return error;
}

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

class Explorer {
 public:
  Explorer(const VariedParent& parent, const ExplorePlan& plan, ExploreHost& host)
      : parent_(parent), plan_(plan), host_(host) {}

  Exploration run() {
    make();
    budget();
    compare_scripts();
    std::vector<std::size_t> best;
    bool is_all = true;
    for (std::size_t heat = 0; heat < heats(); ++heat) {
      if (!host_.takes_heat(heat)) {
        is_all = false;
        continue;
      }
      const std::vector<std::size_t> some = play_heat(heat);
      best.insert(best.end(), some.begin(), some.end());
    }
    if (!is_all) return std::move(found_);
    final_race(std::move(best));
    finish();
    found_.is_complete = true;
    return std::move(found_);
  }

 private:
  // ---- what is to be done ----

  void make() {
    Explored itself;
    itself.name = parent_.game().id();
    itself.title = parent_.game().title();
    found_.candidates.push_back(std::move(itself));
    const std::string stem = stem_of(parent_.game().id());
    for (Made& made : made_variants(parent_, plan_.may, plan_.seed, plan_.candidates_wanted())) {
      Explored one;
      one.number = found_.candidates.size();
      one.name = numbered(stem, one.number);
      one.title = parent_.game().title() + " " + std::to_string(one.number);
      for (const std::size_t i : made) one.what += (one.what.empty() ? "" : " ") + parent_.mutations()[i].sentence;
      one.made = std::move(made);
      found_.candidates.push_back(std::move(one));
    }
    games_.resize(found_.candidates.size());
    for (const char* name : {"script", "tests", "random games", "racing bots", "heats", "final race"})
      found_.stages.push_back({name, 0, 0, 0});
  }

  StudyPlan study(const std::vector<std::string>& bots, std::uint64_t seed) const {
    StudyPlan plan;
    plan.players = bots;
    plan.seed = seed;
    plan.games = StudyPlan::kMostGames;
    plan.max_plies = plan_.max_plies;
    plan.covered = 0;
    return plan;
  }

  void budget() {
    const std::size_t seats = parent_.game().players().size();
    const auto all = [&](const std::string& bot) { return std::vector<std::string>(seats, bot); };
    random_plan_ = study(all("random"), plan_.seed);
    found_.race_plan = study(all(plan_.racer), plan_.seed);
    found_.fresh_plan = study(all(plan_.racer), seed_of_game(plan_.seed, 1));
    found_.strong_plan = study(all(plan_.stronger), seed_of_game(plan_.seed, 2));
    std::vector<std::string> bots = all(plan_.racer);
    bots[0] = plan_.stronger;
    found_.skill_plan = study(bots, seed_of_game(plan_.seed, 3));
    found_.skill_plan.rotates = true;

    const std::uint64_t made = found_.candidates.size() - 1;
    const std::uint64_t culling = made * (ExplorePlan::kRandomGames + ExplorePlan::kRacerGames);
    const std::uint64_t spent = culling + 2 * ExplorePlan::kStrongerGames * (plan_.kept + 1);
    const std::uint64_t left = std::max(plan_.games / 2, plan_.games - std::min(plan_.games, spent));
    heat_games_ = left / 2 / std::max<std::size_t>(1, heats());
    final_games_ = left / 4;
    fresh_games_ = std::max<std::uint64_t>(ExplorePlan::kRacerGames, left / 4 / (plan_.kept + 1));
    // Rounds: at most as many as halve a heat, and the survivors of all heats.
    constexpr std::uint64_t kMostRounds = 24;
    found_.looks = plan_.wants.size() * found_.candidates.size() * kMostRounds;
  }

  std::size_t heats() const { return (found_.candidates.size() - 1 + ExplorePlan::kHeat - 1) / ExplorePlan::kHeat; }

  /// The stage that is under way from here on.
  StageCount& stage(std::size_t number) {
    at_ = number;
    return found_.stages[number];
  }

  // ---- games ----

  void reject(std::size_t number, Rejection why) {
    found_.candidates[number].gone = std::move(why);
    found_.candidates[number].gone_at = at_;
    games_[number].reset();
  }

  /// Plays games of these candidates and answers their tallies; those in which a rule fails are rejected.
  std::vector<StudyTally> play(std::vector<std::size_t>& numbers, const StudyPlan& plan, std::uint64_t begin,
                               std::uint64_t end, std::uint64_t& count) {
    std::vector<Games> games;
    for (const std::size_t number : numbers)
      games.push_back({&*games_[number], found_.candidates[number].name, plan, begin, end});
    std::vector<PlayedGames> played = host_.play(games);
    std::vector<std::size_t> sound;
    std::vector<StudyTally> tallies;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
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

  // ---- culling ----

  void build(const std::vector<std::size_t>& numbers) {
    std::vector<std::optional<Rejection>> faults(numbers.size());
    std::vector<std::uint64_t> hashes(numbers.size());
    host_.each(numbers.size(), [&](std::size_t i) {
      Explored& one = found_.candidates[numbers[i]];
      if (one.script.empty()) one.script = parent_.script(one.made, one.title);
      Result<Game> game = host_.build(one.script, one.name);
      if (!game) {
        faults[i] = Rejection{Reason::does_not_check, game.errors()[0].message};
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
      const auto [known, is_new] = scripts_.emplace(hashes[i], numbers[i]);
      if (!is_new && known->second != numbers[i])
        reject(numbers[i], {Reason::same_script, "as " + found_.candidates[known->second].name});
    }
  }

  void try_tests(const std::vector<std::size_t>& numbers) {
    if (parent_.tests().empty()) return;
    host_.each(numbers.size(), [&](std::size_t i) {
      Explored& one = found_.candidates[numbers[i]];
      const Result<Game> game = host_.build(one.script + parent_.tests(), one.name);
      if (game) one.tests = tests_held(*game);
    });
    for (const std::size_t number : numbers)
      if (const auto& fault = found_.candidates[number].tests.fault) reject(number, {Reason::breaks, *fault});
  }

  /// Builds all variants once: which are wrong, and which say the same, does not depend on which heats are played.
  void compare_scripts() {
    host_.note("building " + lang::counted(found_.candidates.size() - 1, "variant"));
    scripts_.emplace(hash_of_script(parent_.game()), 0);
    constexpr std::size_t kAtOnce = 64;  // programs take memory
    std::vector<std::size_t> some;
    for (std::size_t number = 1; number < found_.candidates.size(); ++number) {
      some.push_back(number);
      if (some.size() < kAtOnce && number + 1 < found_.candidates.size()) continue;
      build(some);
      for (const std::size_t one : some) {
        games_[one].reset();
        stage(0).left += !found_.candidates[one].gone;
      }
      stage(0).came += some.size();
      some.clear();
    }
  }

  std::vector<std::size_t> still_in(const std::vector<std::size_t>& numbers) const {
    std::vector<std::size_t> left;
    for (const std::size_t number : numbers)
      if (!found_.candidates[number].gone) left.push_back(number);
    return left;
  }

  /// Rejects what plays as the game itself or an earlier one, so far as its first games and a search show.
  void reject_twins(const std::vector<std::size_t>& numbers, const std::vector<StudyTally>& tallies,
                    std::map<std::uint64_t, std::size_t>& known) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto [first, is_new] = known.emplace(tallies[i].checksum, numbers[i]);
      if (!is_new && first->second != numbers[i]) pairs.emplace_back(numbers[i], first->second);
    }
    std::vector<char> same(pairs.size(), 0);
    host_.each(pairs.size(), [&](std::size_t i) {
      const auto& [number, other] = pairs[i];
      if (!games_[number] || !games_[other]) return;
      DiffOptions options;
      options.limit = 2000;
      options.games = 20;
      options.game_positions = 2000;
      options.unlisted = 200;
      const Result<PlayDiff> diff = diff_play(*games_[other], *games_[number], options);
      same[i] = diff && diff->same;
    });
    for (std::size_t i = 0; i < pairs.size(); ++i)
      if (same[i]) reject(pairs[i].first, {Reason::same_play, "as " + found_.candidates[pairs[i].second].name});
  }

  /// Throws out what is broken; the others have their first racing games.
  std::vector<std::size_t> cull(std::vector<std::size_t> numbers) {
    const auto counted = [&](std::size_t number, std::size_t came) {
      stage(number).came += came;
      numbers = still_in(numbers);
      stage(number).left += numbers.size();
    };
    if (!games_[0]) games_[0] = parent_.game();
    numbers = still_in(numbers);
    build(numbers);

    std::size_t came = numbers.size();
    at_ = 1;
    try_tests(numbers);
    counted(1, came);

    came = numbers.size();
    std::vector<std::size_t> with_parent = numbers;
    with_parent.insert(with_parent.begin(), 0);
    const std::vector<StudyTally> random =
        play(with_parent, random_plan_, 0, ExplorePlan::kRandomGames, stage(2).games);
    std::map<std::uint64_t, std::size_t> known;
    reject_twins(with_parent, random, known);
    for (std::size_t i = 0; i < with_parent.size(); ++i) {
      const std::size_t number = with_parent[i];
      if (found_.candidates[number].gone) continue;
      auto fault = fault_of(*games_[number], random_plan_, random[i], true);
      if (number == 0)
        found_.parent_fault = std::move(fault);
      else if (fault)
        reject(number, std::move(*fault));
    }
    counted(2, came);

    came = numbers.size();
    std::vector<std::size_t> racing = numbers;
    std::vector<StudyTally> raced = play(racing, found_.race_plan, 0, ExplorePlan::kRacerGames, stage(3).games);
    for (std::size_t i = 0; i < racing.size(); ++i) {
      if (auto fault = fault_of(*games_[racing[i]], found_.race_plan, raced[i])) reject(racing[i], std::move(*fault));
      found_.candidates[racing[i]].raced = std::move(raced[i]);
    }
    counted(3, came);
    return numbers;
  }

  // ---- racing ----

  void race(Race& race, StageCount& stage) {
    stage.came += race.left().size();
    for (int round = 1; !race.is_over(); ++round) {
      if (host_.is_late()) {
        found_.is_late = true;
        break;
      }
      host_.note(stage.name + ", round " + std::to_string(round) + " of " + std::to_string(race.rounds()) + ": " +
                 lang::counted(race.left().size(), "variant") + ", " + std::to_string(race.games_each()) +
                 " games each");
      more_games(race.left(), race.games_each(), stage.games);
      std::vector<Loss> losses;
      for (const std::size_t number : race.left()) losses.push_back(found_.candidates[number].loss);
      race.rank(losses);
    }
    for (const Race::Gone& gone : race.gone()) {
      if (gone.candidate == 0 || found_.candidates[gone.candidate].gone) continue;
      reject(gone.candidate, {Reason::outranked, gone.is_sure ? "surely" : "so far as its games show"});
    }
    stage.left += race.left().size();
  }

  /// Adds games of the racing bots to each of these. One in which a rule fails gets the worst loss.
  void more_games(const std::vector<std::size_t>& numbers, std::uint64_t games, std::uint64_t& count) {
    // Those that came a different way have played different numbers of games.
    std::map<std::uint64_t, std::vector<std::size_t>> by_played;
    for (const std::size_t number : numbers) by_played[found_.candidates[number].raced.games].push_back(number);
    for (auto& [played, some] : by_played) {
      std::vector<std::size_t> sound = some;
      const std::vector<StudyTally> more = play(sound, found_.race_plan, played, played + games, count);
      for (std::size_t i = 0; i < sound.size(); ++i) {
        StudyTally& tally = found_.candidates[sound[i]].raced;
        if (tally.games == 0) tally = StudyTally(games_[sound[i]]->program());
        tally.add(more[i]);
      }
    }
    for (const std::size_t number : numbers) {
      Explored& one = found_.candidates[number];
      one.loss =
          one.gone ? Loss{1, 1, 1} : loss_of(plan_.wants, *games_[number], found_.race_plan, one.raced, found_.looks);
    }
  }

  std::vector<std::size_t> play_heat(std::size_t heat) {
    std::vector<std::size_t> numbers;
    for (std::size_t i = heat * ExplorePlan::kHeat + 1;
         i <= (heat + 1) * ExplorePlan::kHeat && i < found_.candidates.size(); ++i)
      numbers.push_back(i);
    host_.note("heat " + std::to_string(heat + 1) + " of " + std::to_string(heats()) + ": " +
               lang::counted(numbers.size(), "variant"));
    numbers = cull(std::move(numbers));
    if (numbers.empty()) return {};
    // Of each heat, as many as the final needs, and some more, since the best ones may be in one heat.
    const std::size_t keep = std::max<std::size_t>(3, (2 * plan_.kept + heats() - 1) / heats());
    Race heats_race(numbers, keep, heat_games_);
    race(heats_race, stage(4));
    for (const std::size_t number : heats_race.left()) games_[number].reset();  // built again for the final
    std::vector<std::size_t> left = heats_race.left();
    return still_in(left);
  }

  void final_race(std::vector<std::size_t> numbers) {
    std::vector<std::size_t> missing;
    for (const std::size_t number : numbers)
      if (!games_[number]) missing.push_back(number);
    build(missing);
    numbers = still_in(numbers);
    if (!games_[0]) games_[0] = parent_.game();
    Race last(numbers, plan_.kept, final_games_);
    race(last, stage(5));
    for (const std::size_t number : still_in(last.left())) finalists_.push_back(number);
    // The game as it is gets as many games as the best one.
    std::uint64_t most = ExplorePlan::kRacerGames;
    for (const std::size_t number : finalists_) most = std::max(most, found_.candidates[number].raced.games);
    more_games({0}, most, stage(5).games);
  }

  // ---- the finalists ----

  void finish() {
    host_.note("finalists: fresh games and stronger bots");
    StageCount fresh{"fresh games", finalists_.size(), 0, 0}, strong{"stronger bots", 0, 0, 0};
    at_ = found_.stages.size();
    std::vector<std::size_t> numbers = finalists_;
    numbers.push_back(0);
    found_.fresh_looks = 2 * plan_.wants.size() * numbers.size();
    const std::vector<StudyTally> again = play(numbers, found_.fresh_plan, 0, fresh_games_, fresh.games);
    std::vector<Finalist> all;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      Finalist one;
      one.number = numbers[i];
      one.fresh = again[i];
      one.fresh_loss = loss_of(plan_.wants, *games_[numbers[i]], found_.fresh_plan, again[i], found_.fresh_looks);
      all.push_back(std::move(one));
    }
    fresh.left = finalists_.size();
    found_.stages.push_back(fresh);
    at_ = found_.stages.size();

    const Result<PlayerSpec> stronger = read_player_spec(plan_.stronger);
    std::vector<std::size_t> able;
    for (const std::size_t number : numbers)
      if (stronger && !cannot_play(*stronger, *games_[number])) able.push_back(number);
    strong.came = able.size() - (std::find(able.begin(), able.end(), std::size_t{0}) != able.end());
    if (host_.is_late()) {
      found_.is_late = true;
      able.clear();
    }
    std::vector<std::size_t> sound = able;
    const std::vector<StudyTally> strongly =
        play(sound, found_.strong_plan, 0, ExplorePlan::kStrongerGames, strong.games);
    const auto finalist = [&](std::size_t number) {
      return std::find_if(all.begin(), all.end(), [&](const Finalist& one) { return one.number == number; });
    };
    for (std::size_t i = 0; i < sound.size(); ++i) {
      Finalist& one = *finalist(sound[i]);
      one.strong_loss = loss_of(plan_.wants, *games_[sound[i]], found_.strong_plan, strongly[i], found_.fresh_looks);
      one.strong = strongly[i];
    }
    if (parent_.game().players().size() == 2 && !parent_.game().is_team() && plan_.stronger != plan_.racer)
      measure_skill(sound, all, strong.games);
    for (const Finalist& one : all) strong.left += one.number != 0 && one.strong && !found_.candidates[one.number].gone;
    found_.stages.push_back(strong);

    std::erase_if(all, [&](const Finalist& one) { return found_.candidates[one.number].gone.has_value(); });
    found_.finalists = std::move(all);
    rank();
  }

  void measure_skill(std::vector<std::size_t> numbers, std::vector<Finalist>& all, std::uint64_t& count) {
    const std::vector<StudyTally> matches = play(numbers, found_.skill_plan, 0, ExplorePlan::kStrongerGames, count);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      for (const MeasureKind& kind : measures_in(*games_[numbers[i]], found_.skill_plan)) {
        if (kind.id != "bot.1") continue;
        const std::optional<Measure> skill = measure_of(kind, matches[i]);
        for (Finalist& one : all)
          if (one.number == numbers[i]) one.skill = skill;
        // Surely less than the half, when ties count for nobody: nothing is gained by looking further.
        if (skill && skill->interval.high < 0.5 && numbers[i] != 0 && matches[i].ties == 0)
          reject(numbers[i], {Reason::no_skill, plan_.stronger + " wins " + std::to_string(skill->hits) + " of " +
                                                    std::to_string(skill->count) + " games against " + plan_.racer});
      }
    }
  }

  /// The ranks of the finalists in each series of games, and their order by the fresh ones.
  void rank() {
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

  const VariedParent& parent_;
  const ExplorePlan& plan_;
  ExploreHost& host_;
  Exploration found_;
  std::vector<std::optional<Game>> games_;        // by candidate, while it is needed
  std::map<std::uint64_t, std::size_t> scripts_;  // the first candidate with this script
  std::vector<std::size_t> finalists_;
  StudyPlan random_plan_;
  std::size_t at_ = 0;  // the stage that is under way
  std::uint64_t heat_games_ = 0, final_games_ = 0, fresh_games_ = 0;
};

}  // namespace

std::size_t ExplorePlan::candidates_wanted() const {
  if (candidates > 0) return candidates;
  constexpr std::uint64_t kGamesOfEach = 160;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(games / kGamesOfEach, 8, kMostCandidates));
}

std::optional<Error> check_plan(const ExplorePlan& plan, const VariedParent& parent) {
  if (plan.wants.empty()) {
    StudyPlan study;
    study.players.assign(parent.game().players().size(), "random");
    return wrong("what is a good game? --want says it, as in --want 'length 20..60'",
                 "measures are " + lang::joined(measures_in(parent.game(), study), ", ",
                                                [](const MeasureKind& kind) { return kind.id; }));
  }
  StudyPlan study;
  study.players.assign(parent.game().players().size(), plan.racer);
  study.max_plies = plan.max_plies;
  for (const Want& want : plan.wants)
    if (auto error = check_want(want, parent.game(), study)) return error;
  if (auto error = parent.check(plan.may)) return error;
  if (parent.allowed(plan.may).empty())
    return wrong("nothing of this game may change", "leave out some of --vary and --fix");
  for (const std::string& bot : {plan.racer, plan.stronger}) {
    const Result<PlayerSpec> spec = read_player_spec(bot);
    if (!spec) return spec.errors()[0];
    if (spec->budget.is_time() && spec->budget.seconds > 0)
      return wrong("`" + bot + "` takes its time, so its games are not the same each time",
                   "give it a number, as in `mcts:50`");
  }
  const Result<PlayerSpec> racer = read_player_spec(plan.racer);
  if (auto error = cannot_play(*racer, parent.game())) return error;
  return std::nullopt;
}

Exploration explore(const VariedParent& parent, const ExplorePlan& plan, ExploreHost& host) {
  return Explorer(parent, plan, host).run();
}

}  // namespace glint
