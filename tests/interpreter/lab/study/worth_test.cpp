// What each use of a move, and each piece, goes with: beside a plain regression, and in games whose answer is known.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "glint/glint.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace {

using namespace glint;
using Sums = std::vector<std::int64_t>;

/// A won game of two: who began, how often each chose or had something, and whether the first seat won.
struct WonGame {
  int first = 0;
  std::array<std::int64_t, 4> of = {};  // by column, then by seat
  bool is_won = false;
};

Sums sums_of(const std::vector<WonGame>& games) {
  Sums sums;
  for (const WonGame& one : games)
    add_worth(sums, 2, one.is_won ? 0 : 1, one.first, {one.of[0], one.of[1], one.of[2], one.of[3]});
  return sums;
}

struct Fitted {
  double value = 0, error = 0;
};
/// The slow way: one row for each game, whether the first seat won as it stands, beside a constant, who began, and
/// the differences; the inverse of the whole table.
Fitted fitted(const std::vector<WonGame>& games, int column) {
  using Row = std::vector<long double>;
  std::vector<Row> rows;
  for (const WonGame& one : games)
    rows.push_back({1, one.first == 0 ? 1.0L : -1.0L, static_cast<long double>(one.of[0] - one.of[1]),
                    static_cast<long double>(one.of[2] - one.of[3]), one.is_won ? 1.0L : 0.0L});
  constexpr std::size_t kSize = 4;
  std::vector<Row> table(kSize, Row(2 * kSize + 1));
  for (std::size_t i = 0; i < kSize; ++i) {
    for (const Row& row : rows) {
      for (std::size_t j = 0; j < kSize; ++j) table[i][j] += row[i] * row[j];
      table[i][2 * kSize] += row[i] * row[kSize];
    }
    table[i][kSize + i] = 1;
  }
  for (std::size_t k = 0; k < kSize; ++k) {
    const long double pivot = table[k][k];
    for (long double& each : table[k]) each /= pivot;
    for (std::size_t i = 0; i < kSize; ++i)
      if (const long double times = table[i][k]; i != k)
        for (std::size_t j = 0; j < table[i].size(); ++j) table[i][j] -= times * table[k][j];
  }
  long double squares = 0.25L;  // a game more that is not explained
  for (const Row& row : rows) {
    long double expected = 0;
    for (std::size_t i = 0; i < kSize; ++i) expected += table[i][2 * kSize] * row[i];
    squares += (row[kSize] - expected) * (row[kSize] - expected);
  }
  const auto at = static_cast<std::size_t>(2 + column);
  const long double freedom = static_cast<long double>(games.size() - kSize + 1);
  return {static_cast<double>(table[at][2 * kSize]), static_cast<double>(std::sqrt(squares / freedom * table[at][kSize + at]))};
}

/// Games in which each of the first column is worth `slope` to its player, and the second column goes with the first.
std::vector<WonGame> games_made(Random& random, int count, double slope, double seat = 0, bool are_unlike = true) {
  std::vector<WonGame> games;
  for (int i = 0; i < count; ++i) {
    WonGame one;
    one.first = static_cast<int>(random.below(2));
    for (std::size_t at = 0; at < 2; ++at) {
      one.of[at] = static_cast<std::int64_t>(random.below(4));
      one.of[2 + at] = one.of[at] + (are_unlike ? static_cast<std::int64_t>(random.below(3)) : 0);
    }
    const double chance = 0.5 + seat + slope * static_cast<double>(one.of[0] - one.of[1]);
    one.is_won = static_cast<double>(random.below(1'000'000)) < 1e6 * chance;
    games.push_back(one);
  }
  return games;
}

}  // namespace

TEST_CASE("worth: the slow way comes to the same value and interval", "[lab][study]") {
  Random random(7);
  for (const int count : {24, 300}) {
    const std::vector<WonGame> games = games_made(random, count, 0.1, 0.1);
    for (const int column : {0, 1}) {
      const std::optional<Measure> one = worth_of(sums_of(games), 2, static_cast<std::size_t>(column), false, 1);
      const Fitted slow = fitted(games, column);
      REQUIRE(one);
      CHECK(one->value == Approx(slow.value).epsilon(1e-9));
      const double t = (one->interval.high - one->value) / slow.error;
      CHECK(one->value - one->interval.low == Approx(t * slow.error).epsilon(1e-9));
      // Student's t of 20 and 296 degrees, from a table.
      CHECK(t == Approx(count == 24 ? 2.086 : 1.968).epsilon(1e-3));
    }
  }
}

TEST_CASE("worth: 95 of 100 intervals hold what the games were made with", "[lab][study]") {
  Random random(11);
  for (const double slope : {0.0, 0.1}) {
    int held = 0, of_none = 0;
    constexpr int kStudies = 400;
    for (int i = 0; i < kStudies; ++i) {
      const Sums sums = sums_of(games_made(random, 60, slope, 0.15));
      const Interval one = worth_of(sums, 2, 0, false, 1)->interval, other = worth_of(sums, 2, 1, false, 1)->interval;
      held += one.low <= slope && slope <= one.high;
      of_none += other.low <= 0 && 0 <= other.high;
    }
    // Four standard errors below 95 of 100, and not so wide that all hold it.
    CHECK(held > kStudies * 0.906);
    CHECK(of_none > kStudies * 0.906);
    CHECK(held < kStudies);
  }
}

TEST_CASE("worth: what goes along with something is worth it by itself, and nothing beside it", "[lab][study]") {
  Random random(3);
  const Sums sums = sums_of(games_made(random, 4000, 0.1));
  CHECK(worth_of(sums, 2, 0, false, 1)->value == Approx(0.1).margin(0.02));
  CHECK(worth_of(sums, 2, 1, false, 1)->value == Approx(0).margin(0.03));
  CHECK(worth_of(sums, 2, 1, true, 1)->value > 0.05);
  // A unit that is counted in thirds.
  CHECK(worth_of(sums, 2, 0, false, 3)->value == Approx(0.3).margin(0.06));
  // Of two that always go together nothing can be told, but what they go with.
  const Sums same = sums_of(games_made(random, 400, 0.1, 0, false));
  CHECK_FALSE(worth_of(same, 2, 0, false, 1));
  CHECK(worth_of(same, 2, 0, true, 1)->value == Approx(0.1).margin(0.04));
  CHECK_FALSE(worth_of({}, 2, 0, false, 1));
  // Where one seat wins always, nothing is left to tell.
  std::vector<WonGame> won = games_made(random, 100, 0.1);
  for (WonGame& one : won) one.is_won = true;
  CHECK_FALSE(worth_of(sums_of(won), 2, 0, true, 1));
}

TEST_CASE("worth: of three players, and no seat is taken for what it uses", "[lab][study]") {
  // The last seat wins more, and has more of the second column for no reason. One more of the first than each other gives 0.1.
  Random random(5);
  int held = 0, of_none = 0;
  constexpr int kStudies = 200;
  for (int study = 0; study < kStudies; ++study) {
    Sums sums;
    for (int i = 0; i < 100; ++i) {
      Sums of;
      for (int at = 0; at < 3; ++at) of.push_back(static_cast<std::int64_t>(random.below(3)));
      for (int at = 0; at < 3; ++at) of.push_back(static_cast<std::int64_t>(random.below(2)) + 3 * (at == 2));
      const double all = static_cast<double>(of[0] + of[1] + of[2]);
      double left = static_cast<double>(random.below(1'000'000)) / 1e6;
      int winner = 0;
      for (; winner < 2; ++winner) {
        const double chance = 0.25 + 0.1 * (static_cast<double>(of[static_cast<std::size_t>(winner)]) * 1.5 - all / 2);
        if (left < chance) break;
        left -= chance;
      }
      add_worth(sums, 3, winner, i % 3, of);
    }
    const Interval one = worth_of(sums, 3, 0, false, 1)->interval, other = worth_of(sums, 3, 1, false, 1)->interval;
    held += one.low <= 0.1 && 0.1 <= one.high;
    of_none += other.low <= 0 && 0 <= other.high;
  }
  // Four standard errors below 95 of 100.
  CHECK(held > kStudies * 0.888);
  CHECK(of_none > kStudies * 0.888);
  CHECK(held < kStudies);
}

TEST_CASE("worth: a game whose moves and pieces are worth what is known, in its card", "[lab][study]") {
  // Each tower gives 12 points, a hut nothing; dice of 1 to 60 decide the rest. The difference of two dice is within 12
  // of 0 with a chance of some 38 in 100, so a tower is worth about 18 points of a win; to wait and to build huts is the same.
  const std::string script = R"(game "Towers"
use square
players sun, moon
board grid(4, 3)
piece tower of player { look "T" }
piece hut of player { look "h" }
var points[player]: 0..999 = 0
var mover: player = sun
move raise "tower {at}" { pick at in empty; put tower on at; points[me] += 12 }
move build "hut {at}" { pick at in empty; put hut on at }
move wait "wait {k}" { pick k in 1..9 }
play {
  draw mover in player
  for round in 1..4 { turn of mover { choose raise or build or wait }; turn of mover + 1 { choose raise or build or wait } }
  draw a in 1..60
  draw b in 1..60
  points[sun] += a
  points[moon] += b
  end : score
}
score p = points[p]
)";
  const cli::Folder folder;
  const std::string file = folder.write("game.glint", script);
  const nlohmann::json one = cli::glint({"study", file, "--json", "--games", "1500", "--threads", "1"}).json();
  INFO(one["moves_of_winners"].dump(1) << one["pieces_of_winners"].dump(1));
  const auto each = [&](const char* list, const std::string& name) {
    for (const auto& group : one[list])
      if (group["name"] == "`" + name + "`") return group["each"];
    return nlohmann::json();
  };
  CHECK(each("moves_of_winners", "raise")["low"] > 0.1);
  CHECK(each("moves_of_winners", "raise")["high"] < 0.26);
  CHECK(each("pieces_of_winners", "hut")["low"] < 0);
  CHECK(each("pieces_of_winners", "hut")["high"] > 0);
  std::string moves;
  for (const auto& line : one["card"])
    if (line["id"] == "moves") moves = line["text"];
  CHECK(moves.find("who chooses `raise` more often wins ") == 0);
  CHECK(moves.find("; each time more than another player, in place of another move, goes with +") != std::string::npos);
}
