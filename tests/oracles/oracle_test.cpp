/// The oracles themselves: what was counted elsewhere, the published game, and small cases worked out by hand.

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "../catch.hpp"
#include "boundary.hpp"
#include "laser_lawn.hpp"
#include "tests/support/scale.hpp"

namespace lawn = glint::oracle::laser_lawn;
namespace boundary = glint::oracle::boundary;
using glint::oracle::contains;
using glint::oracle::Result;
using glint::oracle::tied;
using glint::oracle::won_by;

namespace {

using Moves = std::vector<std::string>;

template <typename Position>
void play_all(Position& position, const Moves& list) {
  for (const std::string& move : list) {
    INFO(move);
    CHECK(play(position, move).value_or("") == "");
  }
}

// ---- Laser Lawn

const lawn::Color kRed = lawn::Color::red;
const lawn::Color kGreen = lawn::Color::green;
const lawn::Color kBlue = lawn::Color::blue;

lawn::Cell at(const std::string& label, int side = 4) { return lawn::find_cell(side, label).value(); }

lawn::Way way(const std::string& name) {
  const Moves& names = lawn::way_names();
  return static_cast<lawn::Way>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// Emitters in the order of their placement, sun and moon in turns, so that the mover may challenge the newest.
lawn::Position lawn_of(const std::vector<std::tuple<std::string, std::string, lawn::Color>>& emitters,
                       lawn::Options options = {}) {
  lawn::Position position = lawn::start(options, lawn::kSun);
  for (const auto& [cell, facing, color] : emitters) {
    position.emitters[at(cell, options.side)] = {way(facing), color, position.mover};
    position.order.push_back(at(cell, options.side));
    position.mover = 1 - position.mover;
    position.challengeable = true;
  }
  return position;
}

/// "D1 e r, D2 e rg": a path in one line.
std::string path_of(const lawn::Beam& beam) {
  std::string text;
  for (const lawn::Leaving& leaving : beam.path) {
    text += (text.empty() ? "" : ", ") + leaving.cell + " " + leaving.way + " ";
    for (lawn::Color color : leaving.colors) text += lawn::color_name(color)[0];
    if (leaving.colors.empty()) text += "-";
  }
  return text;
}

Moves challenges(const lawn::Position& position) {
  Moves found;
  for (const std::string& move : lawn::moves(position)) {
    if (move.rfind("challenge", 0) == 0) found.push_back(move);
  }
  return found;
}

}  // namespace

TEST_CASE("laser lawn oracle: the board", "[oracle][laser_lawn]") {
  CHECK(lawn::board_labels(4).size() == 37);
  CHECK(lawn::board_labels(4).front() == "A1");
  CHECK(lawn::board_labels(4).back() == "G4");
  CHECK(lawn::find_cell(4, "D7"));
  for (const char* none : {"D8", "A5", "A0", "H1", "A01", "a1", ""}) CHECK_FALSE(lawn::find_cell(4, none));
  for (int side : {3, 4, 5, 6}) {
    int borders = 0;
    for (lawn::Cell cell : lawn::board_cells(side)) {
      for (lawn::Way way = 0; way < lawn::kWays; ++way) {
        auto next = lawn::neighbor(side, cell, way);
        if (!next) {
          ++borders;
          continue;
        }
        // There and back, and around a triangle where the board goes on.
        CHECK(lawn::neighbor(side, *next, (way + 3) % 6) == cell);
        auto third = lawn::neighbor(side, *next, (way + 2) % 6);
        if (third) CHECK(lawn::neighbor(side, *third, (way + 4) % 6) == cell);
      }
    }
    CHECK(borders == 6 * (2 * side - 1));
  }
}

TEST_CASE("laser lawn oracle: what a beam does at an emitter", "[oracle][laser_lawn]") {
  SECTION("it passes to the border") {
    auto beam = lawn::trace(lawn_of({{"A1", "e", kRed}}), at("A1"));
    CHECK(path_of(beam) == "A1 e r, A2 e r, A3 e r, A4 e r");
    CHECK(beam.end == lawn::End::left_board);
    CHECK(beam.end_cell == "A4");
  }
  SECTION("it is mirrored, and gains the colour that it lacked") {
    auto specular = lawn_of({{"D1", "e", kBlue}, {"D4", "ne", kGreen}});
    CHECK(path_of(lawn::trace(specular, at("D1"))) == "D1 e b, D2 e b, D3 e b, D4 nw gb, C3 nw gb, B2 nw gb, A1 nw gb");
    auto guide = lawn_of({{"D1", "e", kBlue}, {"D4", "ne", kGreen}}, {4, 3, lawn::Mirror::guide});
    CHECK(path_of(lawn::trace(guide, at("D1"))) == "D1 e b, D2 e b, D3 e b, D4 ne gb, C4 ne gb, B4 ne gb, A4 ne gb");
  }
  SECTION("it loses the colour that it had, and goes on without any") {
    auto position = lawn_of({{"D1", "e", kRed}, {"D4", "se", kRed}});
    CHECK(path_of(lawn::trace(position, at("D1"))) == "D1 e r, D2 e r, D3 e r, D4 sw -, E3 sw -, F2 sw -, G1 sw -");
    CHECK(lawn::light(position).cells.at("F2").empty());
    CHECK(lawn::light(position).cells.at("D4") == lawn::Colors{kRed});
  }
  SECTION("it is stopped head on, and does not colour that space") {
    auto position = lawn_of({{"D1", "e", kRed}, {"D4", "w", kBlue}});
    auto beam = lawn::trace(position, at("D1"));
    CHECK(path_of(beam) == "D1 e r, D2 e r, D3 e r");
    CHECK(beam.end == lawn::End::stopped);
    CHECK(beam.end_cell == "D4");
    CHECK(lawn::light(position).cells.at("D4") == lawn::Colors{kBlue});
    CHECK(lawn::light(position).cells.at("D2") == lawn::Colors{kRed, kBlue});
  }
  SECTION("from behind it goes on with both colours, never fewer") {
    auto position = lawn_of({{"D1", "e", kRed}, {"D4", "e", kBlue}, {"D6", "e", kRed}});
    CHECK(path_of(lawn::trace(position, at("D1"))) == "D1 e r, D2 e r, D3 e r, D4 e rb, D5 e rb, D6 e rb, D7 e rb");
  }
  SECTION("going round in a triangle it ends where it has been with the same colours") {
    auto position = lawn_of({{"D4", "e", kRed}, {"D5", "ne", kBlue}, {"B3", "w", kBlue}, {"D3", "se", kGreen}});
    auto beam = lawn::trace(position, at("D4"));
    CHECK(path_of(beam) ==
          "D4 e r, D5 nw rb, C4 nw rb, B3 sw r, C3 sw r, D3 e rg, "
          "D4 e rg, D5 nw rgb, C4 nw rgb, B3 sw rg, C3 sw rg, D3 e r");
    CHECK(beam.end == lawn::End::looped);
    CHECK(beam.end_cell == "D4");
  }
}

TEST_CASE("laser lawn oracle: a challenge that is right", "[oracle][laser_lawn]") {
  auto position = lawn::start({}, lawn::kSun);
  play_all(position, {"D1 e green", "D2 e blue", "D3 e red"});
  CHECK(position.mover == lawn::kMoon);
  CHECK(challenges(position) == Moves{"challenge D3 by D1 D2 D3", "challenge D4 by D1 D2 D3",
                                      "challenge D5 by D1 D2 D3", "challenge D6 by D1 D2 D3",
                                      "challenge D7 by D1 D2 D3"});
  // D1's beam alone carries all three, and met the newest emitter, straight through, before it came to D7.
  for (const char* claim : {"challenge D4 by D1 D2 D3", "challenge D7 by D1 D3", "challenge D3 by D3 D1"}) {
    auto after = position;
    INFO(claim);
    CHECK_FALSE(lawn::play(after, claim));
    CHECK(after.lives == std::array<int, 2>{2, 3});
    CHECK(after.mover == lawn::kSun);
    CHECK(after.named == kBlue);
    CHECK(after.emitters.size() == 2);
    CHECK_FALSE(after.challengeable);
    CHECK(lawn::play(after, "challenge D2 by D1"));  // nothing newest now
    CHECK_FALSE(lawn::play(after, "D3 e red"));      // the very same again
    CHECK(after.lives == std::array<int, 2>{2, 3});
    CHECK(challenges(after).size() == 5);
  }
}

TEST_CASE("laser lawn oracle: a challenge that is wrong", "[oracle][laser_lawn]") {
  auto position = lawn::start({}, lawn::kSun);
  play_all(position, {"D1 e green", "D2 e blue", "D3 e red"});
  SECTION("costs the challenger a life, who has to place then") {
    // Not white; not all three colours; an emitter that gives nothing (a beam stopped or elsewhere).
    for (const char* claim : {"challenge D2 by D1 D2", "challenge D4 by D2 D3", "challenge A1 by D3", "challenge D7 by D1"}) {
      auto after = position;
      INFO(claim);
      CHECK_FALSE(lawn::play(after, claim));
      CHECK(after.lives == std::array<int, 2>{3, 2});
      CHECK(after.mover == lawn::kMoon);
      CHECK(after.named == kRed);
      CHECK(after.emitters == position.emitters);
      CHECK(challenges(after).empty());
      CHECK(lawn::play(after, "challenge D4 by D1 D2 D3"));
      CHECK_FALSE(lawn::play(after, "A1 e red"));
    }
  }
  SECTION("where the newest emitter has no part in the white") {
    play_all(position, {"A1 e blue"});
    CHECK(challenges(position).empty());
    CHECK(lawn::fault_of_claim(position, at("D3"), {at("D1"), at("D2"), at("D3")}));
    CHECK(lawn::fault_of_claim(position, at("D3"), {at("D1"), at("A1")}));
  }
  SECTION("with the last life it loses the game") {
    position.lives = {1, 1};
    auto right = position;
    play_all(right, {"challenge D4 by D1 D3"});
    CHECK(lawn::result(right) == won_by(lawn::kMoon));
    CHECK(lawn::moves(right).empty());
    CHECK(lawn::play(right, "A1 e red"));
    auto wrong = position;
    play_all(wrong, {"challenge D2 by D1"});
    CHECK(lawn::result(wrong) == won_by(lawn::kSun));
  }
}

TEST_CASE("laser lawn oracle: the newest met before the space was given a colour", "[oracle][laser_lawn]") {
  SECTION("met only afterwards does not count, met in the space itself does") {
    auto position = lawn_of({{"D1", "e", kRed}, {"D2", "e", kGreen}, {"D3", "e", kBlue}, {"D6", "e", kRed}});
    CHECK(lawn::light(position).cells.at("D5").size() == 3);
    CHECK(challenges(position) == Moves{"challenge D6 by D1 D2 D3 D6", "challenge D7 by D1 D2 D3 D6"});
    CHECK(lawn::fault_of_claim(position, at("D5"), {at("D1"), at("D6")}));
    CHECK_FALSE(lawn::fault_of_claim(position, at("D6"), {at("D1"), at("D6")}));
  }
  SECTION("a pass without colour gives the space nothing") {
    // C3's beam is without colour over D4, turns blue at the newest, D5, goes round and gives D4 green and blue.
    auto position =
        lawn_of({{"C3", "sw", kRed}, {"D3", "se", kRed}, {"B3", "w", kGreen}, {"E3", "ne", kRed}, {"D5", "ne", kBlue}});
    auto beam = lawn::trace(position, at("C3"));
    CHECK(path_of(beam) ==
          "C3 sw r, D3 e -, D4 e -, D5 nw b, C4 nw b, B3 sw gb, "
          "C3 sw rgb, D3 e gb, D4 e gb, D5 nw g, C4 nw g, B3 sw -");
    CHECK(beam.end == lawn::End::looped);
    CHECK_FALSE(lawn::fault_of_claim(position, at("D4"), {at("C3"), at("E3"), at("D5")}));
    CHECK(lawn::fault_of_claim(position, at("D4"), {at("C3"), at("E3")}));                        // without the newest
    CHECK(lawn::fault_of_claim(position, at("D4"), {at("C3"), at("E3"), at("D5"), at("B3")}));  // B3 gives nothing
    position.options.part = lawn::Part::adds;  // D5 adds its blue to C3's beam
    CHECK_FALSE(lawn::fault_of_claim(position, at("D4"), {at("C3"), at("E3"), at("D5")}));
  }
  SECTION("a mirror that takes a colour away touches the beam, and adds nothing") {
    // D2's beam is red and blue when it comes to D4, which takes the blue away and turns it to C3.
    auto position = lawn_of(
        {{"D1", "e", kRed}, {"D2", "e", kBlue}, {"C1", "e", kGreen}, {"C6", "w", kBlue}, {"D4", "ne", kBlue}});
    std::set<lawn::Cell> claimed = {at("C1"), at("C6"), at("D1"), at("D4")};
    CHECK_FALSE(lawn::fault_of_claim(position, at("C3"), claimed));
    position.options.part = lawn::Part::adds;
    CHECK(lawn::fault_of_claim(position, at("C3"), claimed));
  }
}

TEST_CASE("laser lawn oracle: what is refused", "[oracle][laser_lawn]") {
  auto position = lawn::start({}, lawn::kMoon);
  for (const char* move : {"", " ", "A1", "A1 e", "A1 e red ", "A1  e red", "A1 n red", "A1 e pink", "A5 e red",
                           "H1 e red", "A1 w red", "G4 se red", "yield", "resign", "challenge A1 by A1", "challenge"}) {
    auto after = position;
    INFO(move);
    CHECK(lawn::play(after, move));
    CHECK(after == position);
  }
  play_all(position, {"A1 e red"});
  for (const char* move : {"A1 e red", "challenge A1 by", "challenge A1 A1", "challenge A1 by A2", "challenge A9 by A1",
                           "challenge A1 by A1 A1", "yield"}) {
    auto after = position;
    INFO(move);
    CHECK(lawn::play(after, move));
    CHECK(after == position);
  }
}

TEST_CASE("laser lawn oracle: the placement's beam goes over an empty space", "[oracle][laser_lawn]") {
  auto position = lawn_of({{"A2", "se", kRed}, {"A4", "w", kRed}});
  CHECK(lawn::play(position, "A3 e red"));        // stopped by A4 at once
  CHECK_FALSE(lawn::play(position, "A1 e red"));  // A2 turns it down to B2

  // Without colour, and onto a space that has one: it is empty, that is enough.
  position = lawn_of({{"A2", "se", kRed}, {"A4", "w", kRed}, {"B2", "sw", kRed}});
  CHECK_FALSE(lawn::play(position, "A1 e red"));
}

TEST_CASE("laser lawn oracle: random games to the end", "[oracle][laser_lawn]") {
  std::mt19937_64 random(1);
  int yields = 0;
  for (int game = 0; game < 60; ++game) {
    lawn::Options options = {3, 1 + game % 5, game % 2 == 0 ? lawn::Mirror::specular : lawn::Mirror::guide};
    auto position = lawn::start(options, game % 2);
    while (lawn::result(position).kind == Result::Kind::none) {
      // The newest emitter on the board is always the opponent's, whatever was challenged before.
      if (!position.order.empty()) CHECK(position.emitters.at(position.order.back()).owner == 1 - position.mover);
      Moves list = lawn::moves(position);
      REQUIRE_FALSE(list.empty());
      std::string move = list[random() % list.size()];
      if (list.back() == "yield") {
        // With no placement left: whatever can be challenged, and yielding.
        CHECK(list.size() == challenges(position).size() + 1);
        move = "yield";
      } else if (position.challengeable && random() % 8 == 0) {
        move = "challenge A1 by " + lawn::label(position.order.back());
      }
      auto before = position;
      INFO(move);
      REQUIRE_FALSE(lawn::play(position, move));
      if (move != "yield") continue;
      ++yields;
      int opponent = 1 - before.mover;
      int winner = before.lives[before.mover] > before.lives[opponent] ? before.mover : opponent;
      CHECK(lawn::result(position) == won_by(winner));
    }
    CHECK(lawn::moves(position).empty());
  }
  CHECK(yields > 0);
}

TEST_CASE("laser lawn oracle: listed moves are accepted", "[oracle][laser_lawn]") {
  std::mt19937_64 random(2);
  for (int count = 0; count < 30; ++count) {
    auto position = lawn::random_position({4, 3, lawn::Mirror::specular}, count, random);
    CHECK(position.emitters.size() == static_cast<std::size_t>(count));
    for (const std::string& move : lawn::moves(position)) {
      auto after = position;
      INFO(move);
      CHECK_FALSE(lawn::play(after, move));
      if (move.rfind("challenge", 0) == 0) CHECK(after.lives[1 - position.mover] == 2);
    }
  }
}

TEST_CASE("laser lawn oracle: perft", "[oracle][laser_lawn]") {
  auto position = lawn::start({}, lawn::kSun);
  CHECK(lawn::perft(position, 0) == 1);
  CHECK(lawn::perft(position, 1) == 540);
  CHECK(lawn::perft(position, 2) == 281286);
}

TEST_CASE("laser lawn oracle: perft of three plies", "[oracle][laser_lawn][.slow]") {
  CHECK(lawn::perft(lawn::start({}, lawn::kSun), 3) == 141164856);
}

// ---- Boundary

namespace {

const Moves kPublishedGame = {
    "(c3-a3)(a1-c3)", "(d3-f5)(f1-f3)", "(d4-e4)(f6-e5)", "(c4-b5)(a6-a5)",  // 1, 2
    "(e4-e1)(f6-c6)", "(b5-b1)(a6-e2)", "(a3-c5)(c3-e3)", "(f5-d3)(f3-d5)",  // 3, 4
    "(a1-c3)",        "(f1-f3)",        "(e1-d2)(f6-f5)", "(d3-d4)(d5-c4)",  // 5, 6
    "(a1-a4)",        "(d4-d6)(f1-d1)", "(d2-d5)(f5-c2)", "(d1-d4)",         // 7, 8
    "(c5-a3)(c3-e1)", "(d6-e6)(e2-f2)", "(e3-f4)",        "(c4-c5)",         // 9, 10
    "(a3-c3)(c2-a2)", "(b1-b6)(a6-f1)", "(e1-e3)",        "(e6-f5)(d4-c4)",  // 11, 12
    "(c3-c2)(a2-a1)", "(b6-b4)(c4-a6)", "(c2-a2)(a4-c2)", "(b4-b1)(a5-d2)",  // 13, 14
    "(a2-a4)(c2-e4)", "(f3-d1)",        "(d5-d3)(e5-c3)", "(f5-d5)(d1-b3)",  // 15, 16
    "(a4-c4)(c6-a4)", "(b3-b5)",        "(d3-e2)(e4-f5)", "(b1-a2)(b5-a6)",  // 17, 18
    "(e3-e5)",        "(c5-b5)",        "(e2-e1)(f5-f6)", "(d5-e4)(f2-f1)",  // 19, 20
    "(c4-c6)(a4-c2)", "(b5-a6)",                                             // 21
};

boundary::Square sq(const std::string& label) { return boundary::find_square(label).value(); }

boundary::Piece pyramid(int size, boundary::Tree tree) {
  bool red = tree == boundary::Tree::red || tree == boundary::Tree::yellow;
  return {red ? boundary::kRed : boundary::kGreen, size, tree};
}

boundary::Piece stone(int owner) {
  return {owner, 0, owner == boundary::kRed ? boundary::Tree::red : boundary::Tree::green};
}

std::vector<boundary::Piece> whole(boundary::Tree tree) {
  return {pyramid(3, tree), pyramid(2, tree), pyramid(1, tree)};
}

}  // namespace

TEST_CASE("boundary oracle: first turns", "[oracle][boundary]") {
  auto list = boundary::moves(boundary::start());
  CHECK(list.size() == 42);
  CHECK(std::count_if(list.begin(), list.end(), [](const std::string& move) { return move.size() == 7; }) == 6);
  CHECK(contains(list, "(c3-a3)(a1-c3)"));
  CHECK_FALSE(contains(list, "resign"));
  CHECK_FALSE(contains(list, "(c3-a3)(f6-d4)"));  // a pyramid of the other world
}

TEST_CASE("boundary oracle: the published game", "[oracle][boundary]") {
  for (auto balance : {boundary::Balance::own, boundary::Balance::all}) {
    auto position = boundary::start({balance, boundary::Repetition::tie});
    REQUIRE(kPublishedGame.size() == 42);
    for (const std::string& move : kPublishedGame) {
      INFO(move);
      CHECK(contains(boundary::moves(position), move));
      REQUIRE_FALSE(boundary::play(position, move));
      CHECK(boundary::result(position) == Result{});
    }
    CHECK(position.mover == boundary::kRed);
    CHECK_FALSE(boundary::play(position, "resign"));
    CHECK(boundary::result(position) == won_by(boundary::kGreen));
    CHECK(boundary::moves(position).empty());
    CHECK(boundary::play(position, "resign"));
  }
}

TEST_CASE("boundary oracle: what is refused", "[oracle][boundary]") {
  auto position = boundary::start();
  for (const char* move :
       {"", "a1-a2", "(a1-a2", "(a1-a1)", "(a1-a3)", "(a1-a2)(c3-c2)", "(f1-f2)", "(c3-a3)", "(c3-d4)(a1-b1)",
        "(c3-e3)(a1-c3)", "(c3-c2)(a1-a3)", "(c3-c5)(a1-a3)", "(a1-g1)", "(a1-a2)(a2-a3)(a3-a4)"}) {
    auto after = position;
    INFO(move);
    CHECK(boundary::play(after, move));
    CHECK(after == position);
  }
}

TEST_CASE("boundary oracle: stacks only on a larger own pyramid in the own base", "[oracle][boundary]") {
  using boundary::Tree;
  boundary::Position position;
  position.board[sq("a1")] = {pyramid(2, Tree::red)};
  position.board[sq("a2")] = {pyramid(1, Tree::yellow)};
  position.board[sq("b3")] = {pyramid(3, Tree::red)};
  position.board[sq("b2")] = {pyramid(1, Tree::red)};
  position.board[sq("e5")] = {pyramid(3, Tree::yellow)};
  position.board[sq("e4")] = {pyramid(2, Tree::yellow)};
  position.board[sq("a6")] = whole(Tree::blue);
  position.board[sq("f1")] = whole(Tree::green);
  position.board[sq("b6")] = {stone(boundary::kRed)};
  auto list = boundary::moves(position);
  CHECK(contains(list, "(a2-a1)"));
  CHECK(contains(list, "(b2-a1)"));
  CHECK_FALSE(contains(list, "(b2-b3)"));  // larger, but no base
  CHECK_FALSE(contains(list, "(b2-a2)"));
  CHECK(contains(list, "(b6-b5)(b3-b4)"));        // one square for a large one
  CHECK_FALSE(contains(list, "(b6-b4)(b3-a1)"));  // not two squares away in a line
  CHECK_FALSE(contains(list, "(b6-a6)(b2-b1)"));  // the opponent's base
  CHECK(contains(list, "(b6-b4)(b2-d4)"));        // crossing costs no step
  position.board[sq("e2")] = {pyramid(1, Tree::red)};
  position.board.erase(sq("b2"));
  CHECK_FALSE(contains(boundary::moves(position), "(e2-f1)"));  // the opponent's base
}

TEST_CASE("boundary oracle: two pyramids stay in each world", "[oracle][boundary]") {
  using boundary::Tree;
  boundary::Position position;
  position.board[sq("a1")] = {pyramid(3, Tree::red), pyramid(1, Tree::red)};
  position.board[sq("c3")] = {stone(boundary::kRed)};
  position.board[sq("f6")] = whole(Tree::yellow);
  position.board[sq("f5")] = {pyramid(2, Tree::red)};
  position.board[sq("a6")] = whole(Tree::blue);
  position.board[sq("f1")] = whole(Tree::green);
  position.board[sq("c4")] = {stone(boundary::kGreen)};
  position.board[sq("b1")] = {pyramid(1, Tree::red)};
  position.board[sq("a1")].pop_back();
  CHECK_FALSE(contains(boundary::moves(position), "(c3-a3)(b1-d1)"));
  CHECK(contains(boundary::moves(position), "(c3-a3)(b1-b3)"));
  position.options.balance = boundary::Balance::all;  // Blue's three count too
  CHECK(contains(boundary::moves(position), "(c3-a3)(b1-d1)"));
}

TEST_CASE("boundary oracle: the ends", "[oracle][boundary]") {
  using boundary::Tree;
  SECTION("both trees in each other's places") {
    boundary::Position position;
    position.board[sq("a1")] = whole(Tree::yellow);
    position.board[sq("f6")] = {pyramid(3, Tree::red), pyramid(2, Tree::red)};
    position.board[sq("f5")] = {pyramid(1, Tree::red)};
    position.board[sq("f1")] = whole(Tree::green);
    position.board[sq("a6")] = whole(Tree::blue);
    CHECK(boundary::result(position) == Result{});
    auto mixed = position;
    play_all(position, {"(f5-f6)"});
    CHECK(boundary::result(position) == won_by(boundary::kRed));
    CHECK(boundary::moves(position).empty());
    CHECK(boundary::play(position, "(f1-f2)"));
    // Not of one colour.
    mixed.board[sq("a1")].back().tree = Tree::red;
    mixed.board[sq("f5")].back().tree = Tree::yellow;
    play_all(mixed, {"(f5-f6)"});
    CHECK(boundary::result(mixed) == Result{});
  }
  SECTION("no legal turn") {
    boundary::Position position;
    position.mover = boundary::kGreen;
    position.board[sq("f1")] = whole(Tree::green);
    position.board[sq("a6")] = whole(Tree::blue);
    for (int size : {1, 2, 3}) {
      position.board[sq(Moves{"e1", "e2", "f2"}[size - 1])] = {pyramid(size, Tree::red)};
      position.board[sq(Moves{"a5", "b5", "b6"}[size - 1])] = {pyramid(size, Tree::yellow)};
    }
    CHECK(boundary::moves(position).empty());
    CHECK(boundary::result(position) == won_by(boundary::kRed));
    CHECK(boundary::play(position, "resign"));
  }
  SECTION("the third time") {
    const Moves round = {"(a1-a2)", "(f1-f2)", "(a2-a1)", "(f2-f1)"};
    auto off = boundary::start();
    auto draw = boundary::start({boundary::Balance::own, boundary::Repetition::tie});
    play_all(draw, round);
    CHECK(boundary::result(draw) == Result{});
    play_all(draw, round);
    CHECK(boundary::result(draw) == tied());
    CHECK(boundary::moves(draw).empty());
    for (int i = 0; i < 3; ++i) play_all(off, round);
    CHECK(boundary::result(off) == Result{});
    CHECK(off == boundary::start());
  }
}

TEST_CASE("boundary oracle: perft", "[oracle][boundary]") {
  CHECK(boundary::perft(boundary::start(), 0) == 1);
  CHECK(boundary::perft(boundary::start(), 1) == 42);
  CHECK(boundary::perft(boundary::start(), 2) == 1820);
  if (glint::test::scale() == 1) CHECK(boundary::perft(boundary::start(), 3) == 129094);
}

TEST_CASE("boundary oracle: perft of four turns", "[oracle][boundary][.slow]") {
  CHECK(boundary::perft(boundary::start(), 4) == 8938442);
}
