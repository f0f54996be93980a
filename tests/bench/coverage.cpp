// glint_bench_coverage [STUDIES]: how often the intervals of the lab hold the truth, in many studies of values and
// games whose truth is known; prints the tables of interpreter/lab/study/README.md. Exit status 1 if an interval holds
// it less often than its floor says, by more than chance (p < 0.001, by the binomial distribution).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "glint/glint.hpp"
#include "tests/support/studied.hpp"

namespace {

using namespace glint;

bool failed = false;

double uniform(Random& random) { return (static_cast<double>(random.next() >> 11) + 0.5) / 9007199254740992.0; }
double exponential(Random& random) { return -std::log(uniform(random)); }
double normal(Random& random) {
  return std::sqrt(2 * exponential(random)) * std::cos(6.283185307179586 * uniform(random));
}
double geometric(Random& random, double p) { return 1 + std::floor(-exponential(random) / std::log1p(-p)); }

/// Values of which the average is known.
struct Source {
  std::string name;
  double truth;
  Interval possible;
  std::function<double(Random&)> draw;
  // What is promised where too few rare values are seen in so many games to know of the others.
  std::function<double(int)> floor = [](int) { return 0.94; };
};

/// Where values of which this share is unlike all others decide the average, as often as one of them was seen at all.
double once_seen(double share, int games) { return 0.97 * (1 - std::pow(1 - share, games)); }

std::vector<Source> sources() {
  const double far = 1e9;
  return {
      {"normal, 30 +- 5", 30, {0, 2000}, [](Random& r) { return std::round(10 * (30 + 5 * normal(r))) / 10; }},
      {"1 to 6, evenly", 3.5, {0, 99}, [](Random& r) { return 1 + static_cast<double>(r.below(6)); }},
      {"geometric, 4", 4, {0, 2000}, [](Random& r) { return geometric(r, 0.25); }},
      {"geometric, 40", 40, {0, 2000}, [](Random& r) { return geometric(r, 0.025); }},
      {"99, one in 2", 49.5, {0, 99}, [](Random& r) { return r.below(2) == 0 ? 99.0 : 0.0; }},
      {"99, one in 10", 9.9, {0, 99}, [](Random& r) { return r.below(10) == 0 ? 99.0 : 0.0; }},
      {"99, one in 50", 1.98, {0, 99}, [](Random& r) { return r.below(50) == 0 ? 99.0 : 0.0; }},
      {"99, one in 500", 0.198, {0, 99}, [](Random& r) { return r.below(500) == 0 ? 99.0 : 0.0; }},
      {"9 of at most 99, one in 50", 0.18, {0, 99}, [](Random& r) { return r.below(50) == 0 ? 9.0 : 0.0; }},
      {"a share, skewed", 0.2, {0, 1}, [](Random& r) { return std::pow(uniform(r), 4); }},
      {"exponential", 1, {0, far}, [](Random& r) { return exponential(r); }},
      {"lognormal, 1", std::exp(0.5), {0, far}, [](Random& r) { return std::exp(normal(r)); }},
      {"lognormal, 1.5", std::exp(1.125), {0, far}, [](Random& r) { return std::exp(1.5 * normal(r)); }},
      {"exponential, one in 20", 0.05, {0, far}, [](Random& r) { return r.below(20) == 0 ? exponential(r) : 0.0; }},
      // These were not looked at when the rule for unseen values was made.
      {"exponential, one in 10", 0.1, {0, far}, [](Random& r) { return r.below(10) == 0 ? exponential(r) : 0.0; }},
      {"geometric, 4, one in 30", 4 / 30.0, {0, 2000}, [](Random& r) { return r.below(30) == 0 ? geometric(r, 0.25) : 0; }},
      {"Student's, 3 degrees", 0, {-far, far}, [](Random& r) {
         const double a = normal(r), b = normal(r), c = normal(r);
         return normal(r) / std::sqrt((a * a + b * b + c * c) / 3);
       }},
      {"Pareto, 2.2", 2.2 / 1.2, {0, far}, [](Random& r) { return std::pow(uniform(r), -1 / 2.2); }},
      {"lognormal, 2",
       std::exp(2),
       {0, far},
       [](Random& r) { return std::exp(2 * normal(r)); },
       [](int n) { return n < 100 ? 0.88 : n < 1000 ? 0.91 : 0.93; }},
      {"30 +- 5, one in 50 200 +- 50",
       33.4,
       {0, 2000},
       [](Random& r) { return std::round(r.below(50) == 0 ? 200 + 50 * normal(r) : 30 + 5 * normal(r)); },
       [](int n) { return n < 1000 ? once_seen(0.02, n) : 0.94; }},
  };
}

Interval student(const Sample& sample) {
  const double n = count_of(sample), mean = average_of(sample);
  double squares = 0;
  for (const Seen& seen : sample) squares += seen.times * (seen.value - mean) * (seen.value - mean);
  const double reach = boost::math::quantile(boost::math::complement(boost::math::students_t(n - 1), 0.025)) *
                       std::sqrt(squares / (n - 1) / n);
  return {mean - reach, mean + reach};
}

bool holds(const Interval& interval, double truth) {
  return interval.low <= truth + 1e-12 && truth <= interval.high + 1e-12;
}

/// "97.1", in percent, and " !" where that is below the floor by more than chance.
std::string judged(int held, int studies, double floor) {
  char text[32];
  const bool low = boost::math::cdf(boost::math::binomial(studies, floor), held) < 0.001;
  failed = failed || low;
  std::snprintf(text, sizeof text, "%.1f%s", 100.0 * held / studies, low ? " !" : "");
  return text;
}

/// For each number of games: how often the interval holds the truth, how often Student's does, and how wide it is
/// beside that one ("-" where Student's often has no width at all).
void averages(int studies) {
  std::printf("| values | 50 games | 100 | 200 | 1000 |\n|---|---|---|---|---|\n");
  for (const Source& source : sources()) {
    std::printf("| %s |", source.name.c_str());
    for (const int games : {50, 100, 200, 1000}) {
      Random random(static_cast<std::uint64_t>(games));
      int held = 0, students = 0;
      double width = 0, students_width = 0;
      for (int study = 0; study < studies; ++study) {
        std::vector<double> values(static_cast<std::size_t>(games));
        for (double& value : values) value = source.draw(random);
        const Sample sample = sample_of(values);
        const Interval mine = of_average(sample, unseen_of(sample, source.possible)), theirs = student(sample);
        held += holds(mine, source.truth);
        students += holds(theirs, source.truth);
        width += mine.high - mine.low;
        students_width += theirs.high - theirs.low;
      }
      const double floor = source.floor(games), ratio = width / students_width;
      std::printf(" %s", judged(held, studies, floor).c_str());
      if (floor < 0.94) std::printf(", at least %.0f", 100 * floor);
      std::printf(" (%.1f)", 100.0 * students / studies);
      if (ratio < 9.995)
        std::printf(" %.2f |", ratio);
      else
        std::printf(" - |");
    }
    std::printf("\n");
  }
}

/// Whether intervals hold the truth at each look of `--until`, from 100 to 5000 games.
void looks(int studies) {
  std::printf("\n| values | at all of 42 looks | without allowing for looks |\n|---|--:|--:|\n");
  std::vector<int> at;
  for (int games = 100; games <= 5000; games += games / 10 + 1) at.push_back(games);
  const double alpha = kAlpha / looks_apart(at.size());
  for (const Source& source : sources()) {
    if (source.floor(100) < 0.94) continue;
    Random random(1);
    int held = 0, plain = 0;
    for (int study = 0; study < studies; ++study) {
      std::map<double, double> counts;
      bool all = true, all_plain = true;
      int games = 0;
      for (const int look : at) {
        for (; games < look; ++games) counts[source.draw(random)] += 1;
        Sample sample;
        for (const auto& [value, times] : counts) sample.push_back({value, times});
        const Unseen unseen = unseen_of(sample, source.possible);
        // The wider interval holds whatever the narrower one does.
        if (all_plain && holds(of_average(sample, unseen), source.truth)) continue;
        all_plain = false;
        if (!holds(of_average(sample, unseen, alpha), source.truth)) {
          all = false;
          break;
        }
      }
      held += all;
      plain += all_plain;
    }
    std::printf("| %s | %s | %.1f |\n", source.name.c_str(), judged(held, studies, 0.95).c_str(),
                100.0 * plain / studies);
  }
}

// Each turn is the last with one chance in four; the moon's score is 99 with one chance in 50. `salt` changes which
// numbers chance draws, and nothing else.
constexpr const char* kSalted = R"(game "Salted"
use square
players sun, moon
option salt: 0..1 = 0
board grid(2, 2)
var points[player]: 0..99 = 0
var x: 0..19 = 0
var z: 1..4 = 1
var a: 1..6 = 1
var b: 1..50 = 1
var junk: 0..49 = 0
move go "go {num}" { pick num in 1..3 }
play {
  for i in 0..salt where i > 0 { draw junk in 0..49 }
  repeat {
    turn of sun { choose go }
    draw a in 1..6
    points[sun] = a
    draw b in 1..50
    if b == 1 { points[moon] = 99 } else { points[moon] = 0 }
    draw z in 1..4
    if z == 1 {
      draw x in 0..19
      if x < 9 { end : sun wins }
      if x < 12 { end : tie }
      end : moon wins
    }
  }
}
score p = points[p]
)";

// One game in four is long, on a full board.
constexpr const char* kBias = R"(game "Bias"
use square
players sun, moon
board grid(3, 3)
piece stone { look "o" }
var z: 0..3 = 0
var started: flag = off
move go "go" { if started == off { started = on; if z == 0 { put stone on cells } } }
play {
  draw z in 0..3
  if z == 0 { for i in 1..16 { turn of sun { choose go } } } else { for i in 1..2 { turn of sun { choose go } } }
  end : tie
}
)";

struct Known {
  std::string id;
  double truth;
};

/// Studies of games: what is played, counted and measured, in one.
void games(int studies, const char* name, const char* script, const std::vector<Known>& known) {
  const Result<Game> game = Game::from_text(script, "script");
  if (!game) {
    std::printf("%s\n", game.errors()[0].message.c_str());
    std::exit(2);
  }
  StudyPlan plan;
  plan.players.assign(game->players().size(), "random");
  plan.covered = 0;
  const std::vector<MeasureKind> kinds = measures_in(*game, plan);
  for (const int games : {50, 200}) {
    StudyPlayer player(*game, plan);
    std::vector<int> held(known.size());
    std::uint64_t number = 0;
    for (int study = 0; study < studies; ++study) {
      StudyTally tally(game->program());
      for (int i = 0; i < games; ++i)
        if (player.play(number++, tally)) std::exit(2);
      for (std::size_t k = 0; k < known.size(); ++k)
        for (const MeasureKind& kind : kinds)
          if (kind.id == known[k].id) held[k] += holds(measure_of(kind, tally)->interval, known[k].truth);
    }
    for (std::size_t k = 0; k < known.size(); ++k)
      std::printf("| %s | %s | %d | %s |\n", name, known[k].id.c_str(), games, judged(held[k], studies, 0.94).c_str());
  }
}

/// Two studies compared game by game.
std::vector<ComparedMeasure> compared(const Game& first, const Game& second, int games, int study,
                                      int max_plies = 2000) {
  const auto played = [&](const Game& game) {
    return test::studied(game, static_cast<std::uint64_t>(games), static_cast<std::uint64_t>(study), max_plies);
  };
  const test::Studied one = played(first), other = played(second);
  return compare({one.compared(), other.compared()});
}

/// How often a comparison of two games that are the same marks a difference.
void pairs(int studies) {
  std::printf("\n| games | no mark where nothing differs |\n|--:|--:|\n");
  const Result<Game> game = Game::from_text(kSalted, "script"),
                     salted = Game::from_text(kSalted, "script", {{"salt", "1"}});
  if (!game || !salted) std::exit(2);
  for (const int games : {10, 50, 200}) {
    int held = 0;
    for (int study = 0; study < studies; ++study) {
      bool marked = false;
      for (const ComparedMeasure& one : compared(*game, *salted, games, study))
        marked = marked || (one.against[1] && one.against[1]->differs());
      held += !marked;
    }
    std::printf("| %d | %s |\n", games, judged(held, studies, 0.95).c_str());
  }
}

// One game in 20, or `ending`, comes to an end; all others are given up. `salt` changes which these are, and a part of
// the score; with `mirrored`, high scores are low.
constexpr const char* kFew = R"(game "Few"
use square
players solver
option salt: 0..1 = 0
option ending: 1..20 = 1
option mirrored: 0..1 = 0
board grid(2, 2)
var points: 0..99 = 0
var x: 0..19 = 0
var b: 1..10 = 1
var a: 1..6 = 1
var junk: 0..3 = 0
move go "go {num}" { pick num in 1..3 }
play {
  draw a in 1..6
  for i in 0..salt where i > 0 { draw junk in 0..3 }
  draw b in 1..10
  points = 9 * a
  if b == 1 { points += 40 }
  if mirrored == 1 { points = 99 - points }
  draw x in 0..19
  repeat {
    turn of solver { choose go }
    if x < ending { end : score }
  }
}
score p = points
)";

/// How often the interval of a difference holds it where games are given up, and not the same ones in both studies.
void quotients(int studies) {
  std::printf("\n| games | of these counted | holds the difference | if high scores are low in the other |\n");
  std::printf("|--:|--:|--:|--:|\n");
  for (const char* ending : {"2", "5", "10", "20"})
    for (const int games : {50, 200}) {
      std::uint64_t counted = 0;
      std::string shares;
      for (const char* mirrored : {"0", "1"}) {
        const Result<Game> game = Game::from_text(kFew, "script", {{"ending", ending}}),
                           other = Game::from_text(kFew, "script",
                                                   {{"ending", ending}, {"salt", "1"}, {"mirrored", mirrored}});
        if (!game || !other) std::exit(2);
        // The average score of a game: nine times a die, and 40 more in one game of ten.
        const double average = 31.5 + 4, truth = mirrored[0] == '1' ? 99 - 2 * average : 0;
        int held = 0, all = 0;
        counted = 0;
        for (int study = 0; study < studies; ++study)
          for (const ComparedMeasure& one : compared(*game, *other, games, study, 5))
            if (one.id == "score" && one.against[1]) {
              ++all;
              counted += one.against[1]->count;
              held += holds(one.against[1]->difference, truth);
            }
        shares += " " + judged(held, all, 0.94) + " |";
        counted /= static_cast<std::uint64_t>(std::max(all, 1));
      }
      std::printf("| %d | %llu |%s\n", games, static_cast<unsigned long long>(counted), shares.c_str());
    }
}

}  // namespace

int main(int argc, char** argv) {
  const int studies = argc > 1 ? std::max(1, std::atoi(argv[1])) : 2000;
  std::printf("%d studies of each row\n\n", studies);
  averages(studies);
  looks(studies / 4);
  std::printf("\n| game | measure | games | holds the truth |\n|---|---|--:|--:|\n");
  games(studies, "Salted", kSalted,
        {{"wins.sun", 0.45},
         {"ties", 0.15},
         {"first_player_advantage", 0.45 / 0.85 - 0.5},
         {"score.sun", 3.5},
         {"score.moon", 1.98},
         {"length", 4},
         {"branching_factor", 3}});
  games(studies, "Bias", kBias, {{"filled", 15 / 64.0}, {"length", 5.5}});
  pairs(studies);
  quotients(studies / 4);
  return failed ? 1 : 0;
}
