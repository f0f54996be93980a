/// The oracle of The Beam itself: facts from the rulings, and small cases worked out by hand.

#include <set>
#include <string>
#include <vector>

#include "../catch.hpp"
#include "the_beam.hpp"

namespace beam = glint::oracle::the_beam;
using glint::oracle::contains;
using glint::oracle::SplitMix;

namespace {

using Moves = std::vector<std::string>;

//   row 6  . . . r r r
//   row 5  g g g . . .
//   row 4  . b . b . b
//   row 3  y . y . y .
const beam::Columns kColumns = {{beam::Disc::yellow, {1, 3, 5}},
                                {beam::Disc::blue, {2, 4, 6}},
                                {beam::Disc::green, {1, 2, 3}},
                                {beam::Disc::red, {4, 5, 6}}};

/// "4,1 up 4,2 up barrier"
std::string path_of(const beam::Beam& traced) {
  static const Moves kWays = {"up", "right", "down", "left"};
  std::string text;
  for (const beam::Leaving& leaving : traced.path) {
    text += beam::label(leaving.square) + " " + kWays[static_cast<std::size_t>(leaving.way)] + " ";
  }
  return text + (traced.end == beam::End::barrier ? "barrier" : "edge");
}

void must_play(beam::Position& position, const std::string& move) {
  INFO(move);
  REQUIRE(beam::play(position, move).value_or("") == "");
}

/// One round, with the cards and decisions given.
void round_of(beam::Position& position, int left, int right, const std::string& mirror, const std::string& action) {
  REQUIRE_FALSE(beam::reveal(position, left, right));
  must_play(position, mirror);
  must_play(position, action);
}

}  // namespace

TEST_CASE("the beam oracle: the start", "[oracle][the_beam]") {
  auto position = beam::start(kColumns);
  CHECK(position.discs.size() == 12);
  CHECK(position.barriers.size() == 12);
  CHECK(position.discs.at({1, 3}) == beam::Disc::yellow);
  CHECK(position.discs.at({6, 6}) == beam::Disc::red);
  CHECK(position.barriers.count({2, 5}) == 1);
  CHECK(beam::board_squares().size() == 36);
  CHECK(beam::label({5, 3}) == "5,3");
  CHECK(beam::moves(position).empty());
  CHECK(beam::to_move(position) == -1);
  CHECK(beam::play(position, "mirror 3"));
  int all = 0;
  for (const auto& [square, disc] : position.discs) all += beam::worth(disc);
  CHECK(all == 30);
}

TEST_CASE("the beam oracle: where the beam goes", "[oracle][the_beam]") {
  auto position = beam::start(kColumns);
  CHECK(path_of(beam::trace(position, 1)) == "1,1 up 1,2 up barrier");
  CHECK(path_of(beam::trace(position, 2)) == "2,1 up 2,2 up 2,3 up barrier");
  position.mirrors[{2, 3}] = beam::Mirror::rising;
  CHECK(path_of(beam::trace(position, 2)) == "2,1 up 2,2 up 2,3 right 3,3 right 4,3 right 5,3 right 6,3 right edge");
  CHECK(beam::trace(position, 2).met == std::vector<beam::Square>{{3, 3}, {5, 3}});
  position.mirrors[{4, 3}] = beam::Mirror::falling;
  CHECK(path_of(beam::trace(position, 2)) == "2,1 up 2,2 up 2,3 right 3,3 right 4,3 down 4,2 down 4,1 down edge");
  position.mirrors[{2, 3}] = beam::Mirror::falling;
  CHECK(path_of(beam::trace(position, 2)) == "2,1 up 2,2 up 2,3 left 1,3 left edge");
  position.mirrors[{4, 3}] = beam::Mirror::rising;
  position.mirrors[{4, 1}] = beam::Mirror::falling;
  position.mirrors[{1, 1}] = beam::Mirror::rising;
  CHECK(path_of(beam::trace(position, 4)) == "4,1 left 3,1 left 2,1 left 1,1 down edge");
  position.mirrors[{1, 1}] = beam::Mirror::falling;
  CHECK(path_of(beam::trace(position, 4)) == "4,1 left 3,1 left 2,1 left 1,1 up 1,2 up barrier");
}

TEST_CASE("the beam oracle: a barrier stops from either side, and a disc before it is collected",
          "[oracle][the_beam]") {
  beam::Position position;
  position.barriers = {{4, 4}};
  position.discs[{4, 4}] = beam::Disc::blue;
  position.mirrors[{3, 5}] = beam::Mirror::rising;
  position.mirrors[{4, 5}] = beam::Mirror::falling;
  auto above = beam::trace(position, 3);
  CHECK(path_of(above) == "3,1 up 3,2 up 3,3 up 3,4 up 3,5 right 4,5 down 4,4 down barrier");
  CHECK(above.met == std::vector<beam::Square>{{4, 4}});
  auto below = beam::trace(position, 4);
  CHECK(path_of(below) == "4,1 up 4,2 up 4,3 up barrier");
  CHECK(below.met.empty());
  // Along the barrier nothing stops it.
  position.mirrors[{2, 4}] = beam::Mirror::rising;
  CHECK(path_of(beam::trace(position, 2)).find("4,4 right 5,4") != std::string::npos);
}

TEST_CASE("the beam oracle: a round", "[oracle][the_beam]") {
  auto position = beam::start(kColumns);
  CHECK(beam::reveal(position, 7, 1));
  REQUIRE_FALSE(beam::reveal(position, 3, 2));
  CHECK(beam::reveal(position, 3, 2));
  CHECK(beam::moves(position) == Moves{"mirror 3", "mirror 2"});
  CHECK(beam::to_move(position) == 1);
  CHECK(beam::play(position, "mirror 4"));
  must_play(position, "mirror 3");
  CHECK(beam::to_move(position) == 2);
  CHECK(beam::moves(position) ==
        Moves{"place 2 /", "place 2 \\", "place 4 /", "place 4 \\", "place 6 /", "place 6 \\"});
  for (const char* wrong :
       {"place 1 /", "place 2 |", "place 2", "turn 2", "remove 2", "pass", "place 7 /", "", "mirror 3"})
    CHECK(beam::play(position, wrong));
  must_play(position, "place 2 /");
  CHECK(position.points == 2);
  CHECK(position.discs.size() == 10);
  CHECK(position.barriers.size() == 12);
  CHECK(position.round == 2);
  CHECK(beam::to_move(position) == -1);
  // Row 3 has lost two discs, and holds a mirror.
  REQUIRE_FALSE(beam::reveal(position, 3, 3));
  CHECK(beam::moves(position) == Moves{"mirror 3"});
  CHECK(beam::to_move(position) == 0);
  must_play(position, "mirror 3");
  CHECK(beam::to_move(position) == 1);
  auto list = beam::moves(position);
  CHECK(list.size() == 4 * 2 + 2);
  CHECK(contains(list, "turn 2"));
  CHECK(contains(list, "remove 2"));
  CHECK(contains(list, "place 3 \\"));
  must_play(position, "turn 2");
  CHECK(position.mirrors.at({2, 3}) == beam::Mirror::falling);
  round_of(position, 3, 2, "mirror 3", "remove 2");
  CHECK(position.mirrors.empty());
  CHECK(position.points == 2);
}

TEST_CASE("the beam oracle: without a mirror to use the player passes", "[oracle][the_beam]") {
  auto position = beam::start(kColumns);
  for (int column = 1; column <= 6; ++column) {
    position.mirrors[{column, 1}] = beam::Mirror::rising;
    position.mirrors[{column, 2}] = beam::Mirror::rising;
  }
  REQUIRE_FALSE(beam::reveal(position, 3, 1));
  auto other = position;
  must_play(position, "mirror 3");
  CHECK(beam::moves(position) == Moves{"pass"});
  CHECK(beam::play(position, "place 2 /"));
  must_play(position, "pass");
  must_play(other, "mirror 1");
  CHECK(beam::moves(other).size() == 12);
  CHECK_FALSE(contains(beam::moves(other), "place 1 /"));
}

TEST_CASE("the beam oracle: whole games", "[oracle][the_beam]") {
  std::set<int> points;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SplitMix random(seed);
    auto position = beam::start(beam::random_columns(random));
    std::vector<std::vector<int>> held(4, std::vector<int>(5));
    int decisions = 0, rounds = 0;
    while (!beam::over(position)) {
      if (position.round > rounds) {
        rounds = position.round;
        for (int task = 1; task <= 4; ++task) {
          auto player = static_cast<std::size_t>(beam::player_with(task, rounds));
          held[player][static_cast<std::size_t>(task)] += 1;
        }
      }
      if (position.step == beam::Step::reveal) beam::random_reveal(position, random);
      for (const std::string& move : beam::moves(position)) {
        auto after = position;
        REQUIRE_FALSE(beam::play(after, move));
      }
      REQUIRE(beam::play_randomly(position, 1, random).size() == 1);
      ++decisions;
      REQUIRE(position.mirrors.size() <= 12);
      for (const auto& [square, mirror] : position.mirrors) REQUIRE(position.discs.count(square) == 0);
      int left = 0;
      for (const auto& [square, disc] : position.discs) left += beam::worth(disc);
      REQUIRE(left + position.points == 30);
    }
    CHECK(decisions == 24);
    for (int left : position.cards) CHECK(left == 0);
    // "Each player will execute each task 3 times during the game."
    for (const auto& tasks : held) CHECK(tasks == std::vector<int>{0, 3, 3, 3, 3});
    CHECK(beam::moves(position).empty());
    CHECK(beam::play(position, "pass"));
    points.insert(position.points);
  }
  CHECK(points.size() > 5);
}

TEST_CASE("the beam oracle: random positions follow the seed", "[oracle][the_beam]") {
  SplitMix once(5), again(5), other(6);
  auto position = beam::random_position(once);
  CHECK(position == beam::random_position(again));
  CHECK_FALSE(position == beam::random_position(other));
  CHECK_FALSE(beam::moves(position).empty());
}
