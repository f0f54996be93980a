// Random play and counting: every game, and the games by hand.
#include <algorithm>

#include "tests/bench/by_hand/beams_boosters_barriers.hpp"
#include "tests/bench/by_hand/boundary.hpp"
#include "tests/bench/by_hand/laser_lawn.hpp"
#include "tests/bench/by_hand/othello.hpp"
#include "tests/bench/by_hand/the_beam.hpp"
#include "tests/bench/suite/games.hpp"
#include "tests/bench/suite/measure.hpp"
#include "tests/bench/suite/suite.hpp"

namespace glint::bench {
namespace {

const char* const kOthello = "othello, by hand";
const char* const kToOthello = "of Othello by hand";
const char* const kToTwin = "of itself by hand";

template <class Begin, class Play>
Row by_hand_row(const std::string& name, Begin begin, Play play) {
  auto random = std::make_shared<by_hand::Stream>(1);
  const auto measure = [=](double seconds) {
    const Pace pace = pace_of(seconds, [&] {
      auto position = begin(*random);
      return play(position, *random);
    });
    return Values{pace.plies, pace.games, kNothing};
  };
  return {.name = name, .measure = measure, .is_yardstick = name == kOthello};
}

/// Where chance sets the game up, it has done so before the clock runs.
template <class Begin>
auto starts_of(Begin begin) {
  by_hand::Stream random(1);
  std::vector<decltype(begin(random))> starts;
  for (int i = 0; i < 64; ++i) starts.push_back(begin(random));
  return [starts](by_hand::Stream& source) { return starts[source.below(starts.size())]; };
}

std::vector<Goal> goals_of(const std::string& name) {
  if (name == "othello") return {{kToTwin, 0.6, 0.45}};
  if (name == "laser_lawn") return {{kToTwin, 0.4, 0.32}};
  if (name == "boundary") return {{kToTwin, 0.15, 0.12}};
  if (name == "the_beam") return {{kToTwin, 0.15, 0.11}};
  if (name == "beams_boosters_barriers") return {{kToTwin, 0.12, 0.08}};
  return {};
}

}  // namespace

Table random_play() {
  Table table{.id = "play",
              .title = "random play",
              .note =
                  "Each move is drawn uniformly over all full moves. What comes before the first choice (setup, "
                  "shuffling) is left out of plies/s and games/s, and shown by itself. Games end after " +
                  std::to_string(kMostPlies) + " plies.",
              .columns = {{"plies/s", -3}, {"games/s", -3}, {"setup us", -3}},
              .ratios = {{kToOthello, 0, kOthello}, {kToTwin, 0, ""}},
              .rows = {}};
  const auto from_start = [](auto begin) { return [begin](by_hand::Stream&) { return begin(); }; };
  table.rows.push_back(by_hand_row(kOthello, from_start(by_hand::othello::begin), by_hand::othello::playout));
  table.rows.push_back(by_hand_row("boundary, by hand", from_start(by_hand::boundary::begin),
                                   [](by_hand::boundary::Position& position, by_hand::Stream& random) {
                                     return by_hand::boundary::playout(position, random, kMostPlies);
                                   }));
  table.rows.push_back(by_hand_row(
      "laser_lawn, by hand",
      [](by_hand::Stream& random) { return by_hand::laser_lawn::begin(static_cast<int>(random.below(2))); },
      by_hand::laser_lawn::playout));
  table.rows.push_back(by_hand_row("beams_boosters_barriers, by hand",
                                   from_start([] { return by_hand::beams_boosters_barriers::Position(); }),
                                   by_hand::beams_boosters_barriers::playout));
  table.rows.push_back(
      by_hand_row("the_beam, by hand", starts_of(by_hand::the_beam::begin), by_hand::the_beam::playout));
  for (const std::string& path : played_scripts()) {
    const std::string name = name_of(path);
    const auto play = lazily([=] { return RandomPlay(load(path), 1); });
    const auto measure = [=](double seconds) {
      RandomPlay& made = play();
      const Pace pace = pace_of(seconds, [&] { return made.play(); });
      return Values{pace.plies, pace.games, 1e6 * seconds_each(seconds / 10, [&] { made.begin(); })};
    };
    table.rows.push_back({.name = name, .measure = measure, .twin = name + ", by hand", .goals = goals_of(name)});
  }
  return table;
}

Table perft_nodes() {
  Table table{.id = "perft",
              .title = "perft",
              .note = "Sequences of exactly so many plies, those of the last ply counted and not played.",
              .columns = {{"nodes/s", -3}, {"depth", 0}, {"nodes", 0}},
              .ratios = {{kToTwin, 0, ""}},
              .rows = {}};
  const auto add = [&](const std::string& name, const std::function<std::uint64_t(int)>& count, std::string twin = {}) {
    // As deep as it goes in a twentieth of a second, if each ply more takes as many times as long as it has more nodes.
    const auto depth = lazily([=] {
      std::uint64_t before = 1, nodes = count(1);
      for (int found = 1;; ++found) {
        const double taken = seconds_each(0, [&] { nodes = count(found); });
        if (taken * static_cast<double>(nodes) / static_cast<double>(before) > 0.05 || found == 60) return found;
        before = nodes;
      }
    });
    const auto measure = [=](double seconds) {
      const int plies = depth();
      std::uint64_t nodes = 0;
      const double each = seconds_each(seconds, [&] { nodes = count(plies); });
      return Values{static_cast<double>(nodes) / each, static_cast<double>(plies), static_cast<double>(nodes)};
    };
    table.rows.push_back({.name = name, .measure = measure, .twin = std::move(twin)});
  };
  add(kOthello, [](int depth) { return by_hand::othello::perft(by_hand::othello::begin(), depth); });
  add("boundary, by hand", [](int depth) { return by_hand::boundary::perft(by_hand::boundary::begin(), depth); });
  add("laser_lawn, by hand",
      [](int depth) { return by_hand::laser_lawn::perft(by_hand::laser_lawn::begin(0), depth); });
  add("beams_boosters_barriers, by hand", [](int depth) { return by_hand::beams_boosters_barriers::perft({}, depth); });
  for (const std::string& path : played_scripts()) {
    const auto start = lazily([=] { return *load(path).start(); });
    const auto count = [=](int depth) {
      const auto counts = perft(start(), depth);
      if (!counts) give_up(counts.error_text());
      return counts->back();
    };
    add(name_of(path), count, name_of(path) + ", by hand");
  }
  return table;
}

}  // namespace glint::bench
