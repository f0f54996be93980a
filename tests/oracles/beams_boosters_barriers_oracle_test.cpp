/// The oracle of Beams, Boosters, and Barriers itself: facts from the rulings, and small cases worked out by hand.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "../catch.hpp"
#include "../support/scale.hpp"
#include "beams_boosters_barriers.hpp"

namespace bbb = glint::oracle::bbb;
using glint::oracle::contains;
using glint::oracle::Result;
using glint::oracle::SplitMix;
using glint::oracle::won_by;

namespace {

using Moves = std::vector<std::string>;

bbb::Options alternating() {
  bbb::Options options;
  options.play = bbb::Play::alternating;
  return options;
}

bbb::Options small(bbb::Play play) {
  bbb::Options options;
  options.columns = 5;
  options.depth = 4;
  options.play = play;
  return options;
}

/// Pieces put up without any play.
void put(bbb::Position& position, int player, const std::string& form, const std::string& cell, bbb::Hour facing = 0) {
  position.pieces[bbb::find_own(position.options, player, cell).value()] = {form, facing, player};
}

/// "south B3 12/1 N3 12/1": cells, ways, powers; then how it ends.
std::string path_of(const bbb::Beam& beam) {
  std::string text;
  for (const bbb::Leaving& leaving : beam.path) {
    text += leaving.cell + " " + std::to_string(leaving.way) + "/" + std::to_string(leaving.power);
    if (leaving.across != leaving.power) text += ">" + std::to_string(leaving.across);
    text += ", ";
  }
  if (beam.end == bbb::End::stopped) return text + "stopped in " + beam.end_cell;
  return text + "rear of " + (beam.rear_of == bbb::kSouth ? "south" : "north") + " with " + std::to_string(beam.power);
}

Moves paths(const bbb::Position& position) {
  Moves list;
  for (const bbb::Beam& beam : bbb::beams(position)) list.push_back(path_of(beam));
  return list;
}

void must_play(bbb::Position& position, const Moves& list) {
  for (const std::string& move : list) {
    INFO(move);
    REQUIRE(bbb::play(position, move).value_or("") == "");
  }
}

Moves starting(const Moves& list, char first) {
  Moves found;
  for (const std::string& move : list) {
    if (move[0] == first) found.push_back(move);
  }
  return found;
}

/// The position seen from the other side of the table: the board turned half round, the players exchanged.
bbb::Position from_the_other_side(const bbb::Position& position) {
  bbb::Position other = position;
  other.pieces.clear();
  for (const auto& [cell, piece] : position.pieces) {
    bbb::Piece turned = piece;
    turned.owner = 1 - piece.owner;
    other.pieces[{position.options.columns + 1 - cell.column, -cell.up}] = turned;
  }
  std::swap(other.supply[0], other.supply[1]);
  std::swap(other.rotated[0], other.rotated[1]);
  other.mover = 1 - position.mover;
  return other;
}

bbb::Hour later(bbb::Hour hour, int notches) { return (hour + 2 * notches - 1) % 12 + 1; }

/// The position in a mirror, left for right: the arm furthest left is then the one that was furthest right.
bbb::Position in_a_mirror(const bbb::Position& position) {
  const bool star = position.options.triple == bbb::Triple::star;
  bbb::Position other = position;
  other.pieces.clear();
  for (const auto& [cell, piece] : position.pieces) {
    bbb::Piece turned = piece;
    int notches = piece.form.back() == 'V' ? 1 : piece.form.back() == 'Y' ? 2 : piece.form.back() == '3' ? 2 : 0;
    if (piece.facing != 0) turned.facing = later(12 - piece.facing, -notches + 6);
    if (star && piece.form.back() == '3') turned.facing = piece.facing;  // of three ways, two change places
    other.pieces[{position.options.columns + 1 - cell.column, cell.up}] = turned;
  }
  return other;
}

/// How all beams end, in no order.
std::multiset<std::vector<int>> ends_of(const bbb::Position& position) {
  std::multiset<std::vector<int>> ends;
  for (const bbb::Beam& beam : bbb::beams(position))
    ends.insert({beam.owner, beam.rear_of, beam.power, static_cast<int>(beam.path.size())});
  return ends;
}

}  // namespace

TEST_CASE("beams, boosters, barriers oracle: the board", "[oracle][bbb]") {
  bbb::Options options;
  std::set<std::string> labels;
  int neutral = 0, half = 0;
  for (bbb::Cell cell : bbb::board_cells(options)) {
    labels.insert(bbb::label(cell));
    if (bbb::is_neutral(cell)) ++neutral;
    if (bbb::is_half(options, cell)) ++half;
  }
  CHECK(labels.size() == 93);
  CHECK(neutral == 5);
  CHECK(half == 16);
  for (int player : {bbb::kSouth, bbb::kNorth}) CHECK(bbb::territory(options, player).size() == 36);
  for (const char* there : {"N1", "N9", "south B1", "north A2", "south H9", "south G8", "south A0", "north G10"})
    CHECK(labels.count(there) == 1);
  for (const char* not_there : {"N2", "N0", "south A1", "south B2", "south I2", "south J1", "north B0", "south I0"})
    CHECK(labels.count(not_there) == 0);
  CHECK_FALSE(bbb::find_own(options, bbb::kSouth, "A0"));
  CHECK_FALSE(bbb::find_own(options, bbb::kSouth, "N1"));

  // "A2 north and A2 south touch"; B1 is behind the neutral cell furthest left, A2 between the first two.
  auto label_at = [&](int player, const std::string& from, bbb::Hour hour) {
    return bbb::label(bbb::next_of(bbb::find_own(options, player, from).value(), bbb::on_board(player, hour)));
  };
  CHECK(label_at(bbb::kSouth, "A2", 12) == "north A2");
  CHECK(label_at(bbb::kNorth, "A2", 12) == "south A2");
  CHECK(label_at(bbb::kSouth, "A2", 10) == "N1");
  CHECK(label_at(bbb::kSouth, "A2", 2) == "N3");
  CHECK(label_at(bbb::kNorth, "A2", 10) == "N3");  // half round, not mirrored
  CHECK(label_at(bbb::kNorth, "A2", 2) == "N1");
  CHECK(label_at(bbb::kSouth, "A2", 6) == "south C2");
  CHECK(label_at(bbb::kSouth, "A2", 8) == "south B1");
  CHECK(label_at(bbb::kSouth, "B1", 12) == "N1");
  CHECK(label_at(bbb::kSouth, "B1", 10) == "south A0");
  CHECK(label_at(bbb::kNorth, "B1", 2) == "north A0");

  for (int columns : {5, 7, 9, 11, 13}) {
    for (int depth = 4; depth <= 12; ++depth) {
      options.columns = columns;
      options.depth = depth;
      std::size_t odd = static_cast<std::size_t>((columns + 1) / 2), even = static_cast<std::size_t>(columns / 2);
      std::size_t d = static_cast<std::size_t>(depth);
      std::size_t wanted = odd * (d / 2) + even * ((d + 1) / 2);
      CHECK(bbb::territory(options, bbb::kSouth).size() == wanted);
      CHECK(bbb::territory(options, bbb::kNorth).size() == wanted);
      CHECK(bbb::board_cells(options).size() == 2 * wanted + odd + 4 * ((d + 1) / 2));
    }
  }
}

TEST_CASE("beams, boosters, barriers oracle: first choices", "[oracle][bbb]") {
  // 36 cells, 8 pieces in 6 orientations, and the booster.
  bbb::Options options;
  auto position = bbb::start(options);
  CHECK(bbb::moves(position).size() == 1764);
  must_play(position, {"P M2V B3 10"});
  CHECK(position.pieces.empty());
  CHECK(bbb::moves(position).size() == 1764);
  options.triple = bbb::Triple::star;
  CHECK(bbb::moves(bbb::start(options)).size() == 36 * (6 * 6 + 2 * 2 + 1));
  options.triples = false;
  CHECK(bbb::moves(bbb::start(options)).size() == 36 * (6 * 6 + 1));
  CHECK(bbb::moves(bbb::start(small(bbb::Play::alternating))).size() == 490);
}

TEST_CASE("beams, boosters, barriers oracle: perft", "[oracle][bbb]") {
  CHECK(bbb::perft(bbb::start(small(bbb::Play::simultaneous)), 2) == 490 * 490);
  // A generator on one of the two cells A of either side takes one cell from the other side's four generators.
  CHECK(bbb::perft(bbb::start(small(bbb::Play::alternating), bbb::kNorth), 2) == 490 * 490 - 2 * 24 * 24);
}

TEST_CASE("beams, boosters, barriers oracle: perft on the whole board", "[oracle][bbb][.slow]") {
  CHECK(bbb::perft(bbb::start({}), 2) == 1764 * 1764);
  CHECK(bbb::perft(bbb::start(alternating(), bbb::kSouth), 2) == 1764 * 1764 - 4 * 24 * 24);
}

TEST_CASE("beams, boosters, barriers oracle: the ways of beams", "[oracle][bbb]") {
  auto position = bbb::start({});
  SECTION("up a column, down a column") {
    put(position, bbb::kSouth, "M1", "B3", 12);
    CHECK(paths(position) ==
          Moves{"south B3 12/1, N3 12/1, north B3 12/1, north D3 12/1, north F3 12/1, north H3 12/1, "
                "rear of north with 1"});
    CHECK(bbb::score(position, bbb::kSouth) == 1);
    CHECK(bbb::score(position, bbb::kNorth) == 0);
    put(position, bbb::kNorth, "M1", "C4", 12);
    CHECK(path_of(bbb::beams(position)[1]) ==
          "north C4 6/1, north A4 6/1, south A4 6/1, south C4 6/1, south E4 6/1, south G4 6/1, rear of south with 1");
    CHECK(bbb::score(position, bbb::kNorth) == 1);
  }
  SECTION("turned at the half cells") {
    put(position, bbb::kSouth, "M1", "B1", 10);
    CHECK(paths(position) == Moves{"south B1 10/1, south A0 2/1, N1 2/1, north A2 2/1, north B3 2/1, north C4 2/1, "
                                   "north D5 2/1, north E6 2/1, north F7 2/1, north G8 2/1, north H9 2/1, "
                                   "rear of north with 1"});
  }
  SECTION("on both sides, and out at the own rear, for which there is no point") {
    put(position, bbb::kNorth, "M2Y", "G8", 10);  // to 4 and 8 on the board
    put(position, bbb::kSouth, "M1", "G2", 8);
    auto list = paths(position);
    REQUIRE(list.size() == 3);
    CHECK(list[0] == "south G2 8/1, south H1 8/1, rear of south with 1");
    CHECK(list[1] ==
          "north G8 4/1, north F9 4/1, north E10 8/1, north D9 8/1, north C8 8/1, north B7 8/1, north A6 8/1, "
          "N5 8/1, south A4 8/1, south B3 8/1, south C2 8/1, south D1 8/1, south E0 4/1, south F1 4/1, "
          "south G2 4/1, south H3 4/1, rear of south with 1");
    CHECK(bbb::score(position, bbb::kSouth) == 0);
    CHECK(bbb::score(position, bbb::kNorth) == 2);
  }
  SECTION("an odd depth ends in the half cells too") {
    position.options.depth = 5;
    put(position, bbb::kSouth, "M1", "D1", 8);
    CHECK(paths(position) == Moves{"south D1 8/1, south E0 4/1, rear of south with 1"});
  }
}

TEST_CASE("beams, boosters, barriers oracle: arms", "[oracle][bbb]") {
  using Hours = std::vector<bbb::Hour>;
  bbb::Options fan, star;
  star.triple = bbb::Triple::star;
  CHECK(bbb::arms(fan, {"M1", 10, bbb::kSouth}) == Hours{10});
  CHECK(bbb::arms(fan, {"R2V", 10, bbb::kSouth}) == Hours{10, 12});
  CHECK(bbb::arms(fan, {"M2Y", 10, bbb::kSouth}) == Hours{10, 2});
  CHECK(bbb::arms(fan, {"M3", 10, bbb::kSouth}) == Hours{10, 12, 2});
  CHECK(bbb::arms(fan, {"M3", 10, bbb::kNorth}) == Hours{4, 6, 8});
  CHECK(bbb::arms(star, {"R3", 10, bbb::kSouth}) == Hours{10, 2, 6});
  CHECK(bbb::arms(star, {"R3", 12, bbb::kSouth}) == Hours{12, 4, 8});
  CHECK(bbb::facings(star, "M3") == Hours{12, 10});
  CHECK(bbb::facings(star, "M2Y").size() == 6);
  CHECK(bbb::facings(fan, "S").empty());
}

TEST_CASE("beams, boosters, barriers oracle: power", "[oracle][bbb]") {
  auto position = bbb::start({});
  put(position, bbb::kSouth, "M1", "B3", 12);
  SECTION("boosters count behind, not before or beside") {
    for (const char* behind : {"D3", "C2", "C4"}) put(position, bbb::kSouth, "S", behind);
    for (const char* elsewhere : {"A2", "A4", "F3", "B1"}) put(position, bbb::kSouth, "S", elsewhere);
    CHECK(bbb::beams(position)[0].power == 4);
    CHECK(bbb::score(position, bbb::kSouth) == 1);
  }
  SECTION("behind is toward the owner's rear, however the piece is turned") {
    put(position, bbb::kSouth, "M1", "B3", 6);
    put(position, bbb::kSouth, "S", "D3");
    CHECK(bbb::beams(position)[0].path[0].power == 2);
    CHECK(paths(position)[0] == "south B3 6/2, south D3 6/2, south F3 6/2, south H3 6/2, rear of south with 2");
  }
  SECTION("a barrier resists at the edges that its arms point to") {
    put(position, bbb::kNorth, "R1", "B3", 12);  // toward the south
    CHECK(paths(position)[0] == "south B3 12/1, N3 12/1>0, stopped in N3");
    put(position, bbb::kNorth, "R1", "B3", 6);  // toward the north
    CHECK(paths(position)[0] == "south B3 12/1, N3 12/1, north B3 12/1>0, stopped in north B3");
    for (int aside : {2, 4, 8, 10}) {
      put(position, bbb::kNorth, "R1", "B3", aside);
      CHECK(bbb::score(position, bbb::kSouth) == 1);
    }
    put(position, bbb::kNorth, "R2Y", "B3", 10);  // past both arms
    CHECK(bbb::score(position, bbb::kSouth) == 1);
  }
  SECTION("own barriers resist too, boosted ones more, at the rear too, and both at a common edge") {
    for (const char* behind : {"D3", "C2", "C4"}) put(position, bbb::kSouth, "S", behind);
    put(position, bbb::kNorth, "R1", "B3", 12);
    put(position, bbb::kNorth, "S", "D3");
    put(position, bbb::kNorth, "R1", "H3", 6);
    CHECK(
        paths(position)[0] ==
        "south B3 12/4, N3 12/4>2, north B3 12/2, north D3 12/2, north F3 12/2, north H3 12/2>1, rear of north with 1");
    put(position, bbb::kNorth, "R1", "F3", 6);
    CHECK(paths(position)[0] ==
          "south B3 12/4, N3 12/4>2, north B3 12/2, north D3 12/2, north F3 12/2>1, north H3 12/1>0, stopped in north "
          "H3");
    position.pieces.clear();
    put(position, bbb::kSouth, "M1", "C2", 12);
    put(position, bbb::kSouth, "S", "E2");
    put(position, bbb::kSouth, "R1", "A2", 12);
    CHECK(bbb::score(position, bbb::kSouth) == 1);
    put(position, bbb::kNorth, "R1", "A2", 12);
    CHECK(paths(position)[0] == "south C2 12/2, south A2 12/2>0, stopped in south A2");
  }
  SECTION("or a barrier resists in its whole cell, once") {
    position.options.barrier = bbb::Resists::cell;
    put(position, bbb::kNorth, "R1", "D3", 2);
    CHECK(paths(position)[0] == "south B3 12/1, N3 12/1, north B3 12/1, stopped in north D3");
    put(position, bbb::kSouth, "S", "D3");
    CHECK(bbb::beams(position)[0].power == 1);
    put(position, bbb::kNorth, "S", "F3");
    CHECK(bbb::score(position, bbb::kSouth) == 0);
  }
  SECTION("all else is transparent") {
    put(position, bbb::kNorth, "M1", "B3", 2);
    put(position, bbb::kNorth, "S", "D3");
    CHECK(bbb::score(position, bbb::kSouth) == 1);
  }
}

TEST_CASE("beams, boosters, barriers oracle: what is legal", "[oracle][bbb]") {
  auto position = bbb::start(alternating(), bbb::kSouth);
  must_play(position, {"P M1 A2 12:00"});
  CHECK(position.mover == bbb::kNorth);
  CHECK(bbb::play(position, "P M1 A2 12"));  // beside another generator
  CHECK(bbb::play(position, "R A2 L"));      // not the own one
  must_play(position, {"P R1 A2 12"});
  for (const char* wrong :
       {"P M1 B1 12", "P M1 B3 12", "P M3 C2 2", "P M1 A2 12", "P M1 B5", "P M1 B5 1", "P M1 B5 12:30",
        "P S C4 12",  "P S A1",     "P S A0",    "P S N1",     "P S I2",  "P X C4 12", "R A2",
        "R A2 U",     "R C4 L",     "pass",      "",           "P",       "R",         "P  S C4"}) {
    auto after = position;
    INFO(wrong);
    CHECK(bbb::play(after, wrong));
    CHECK(after == position);
  }
  must_play(position, {"R A2 L"});
  CHECK(position.pieces.at({2, -1}).facing == 10);
  must_play(position, {"P S C4"});
  // South has rotated, and must place.
  CHECK(starting(bbb::moves(position), 'R').empty());
  CHECK(bbb::play(position, "R A2 R"));
  must_play(position, {"P R3 C2 2", "R A2 R", "R A2 R", "P M3 C8 6", "P S C4", "R C8 R"});
  CHECK(position.pieces.at({2, 1}).facing == 2);
  CHECK(position.pieces.at({2, -1}).facing == 12);
  CHECK(position.pieces.at({8, 3}).facing == 8);
  CHECK(position.supply[bbb::kSouth].at("M1") == 2);
  CHECK(position.supply[bbb::kSouth].at("R3") == 0);
  CHECK_FALSE(contains(bbb::moves(position), "P R3 B1 12"));
  CHECK(contains(bbb::moves(position), "P R2V B1 12"));
  CHECK_FALSE(contains(bbb::moves(position), "R C4 L"));  // boosters do not turn
}

TEST_CASE("beams, boosters, barriers oracle: stars turn between 10 and 12", "[oracle][bbb]") {
  auto options = alternating();
  options.triple = bbb::Triple::star;
  auto position = bbb::start(options, bbb::kSouth);
  CHECK(bbb::play(position, "P M3 B3 2"));
  must_play(position, {"P M3 B3 10", "P S B3", "R B3 L"});
  CHECK(position.pieces.at({3, -2}).facing == 12);
  must_play(position, {"P S D3", "P S B5", "P S B5", "R B3 R"});
  CHECK(position.pieces.at({3, -2}).facing == 10);
}

TEST_CASE("beams, boosters, barriers oracle: simultaneous turns", "[oracle][bbb]") {
  auto position = bbb::start({});
  must_play(position, {"P M1 A2 12"});
  CHECK(position.pieces.empty());
  CHECK(position.mover == bbb::kNorth);
  // Two generators beside each other, as neither saw the other's.
  must_play(position, {"P M1 A2 12"});
  CHECK(position.pieces.size() == 2);
  CHECK(position.mover == bbb::kSouth);
  CHECK(bbb::score(position, bbb::kSouth) == 1);
  CHECK(bbb::score(position, bbb::kNorth) == 1);
  must_play(position, {"R A2 R"});
  CHECK(position.pieces.at({2, -1}).facing == 12);
  must_play(position, {"P S C2"});
  CHECK(position.pieces.at({2, -1}).facing == 2);
  CHECK(starting(bbb::moves(position), 'R').empty());
  must_play(position, {"P S C2"});
  CHECK(starting(bbb::moves(position), 'R') == Moves{"R A2 L", "R A2 R"});
}

TEST_CASE("beams, boosters, barriers oracle: games end after one more turn each", "[oracle][bbb]") {
  std::map<int, int> ends;
  int unplaced = 0;
  for (std::uint64_t seed = 0; seed < glint::test::scaled<std::uint64_t>(120, 24); ++seed) {
    SplitMix random(seed);
    auto options = bbb::random_options(random);
    if (seed % 2 == 0) {
      options.columns = 5;
      options.depth = 4;
    }
    int starter = static_cast<int>(random.below(2));
    auto position = bbb::start(options, starter);
    int plies = 0;
    Moves last;
    while (!bbb::over(position)) {
      REQUIRE_FALSE(bbb::moves(position).empty());
      bool closing = bbb::all_placed(position, bbb::kSouth) && bbb::all_placed(position, bbb::kNorth);
      CHECK(closing == position.choices_left.has_value());
      if (closing) CHECK(starting(bbb::moves(position), 'P').empty());
      Moves played = bbb::play_randomly(position, 1, random);
      REQUIRE(played.size() == 1);
      if (closing) last.push_back(played[0]);
      REQUIRE(++plies < 200);
    }
    REQUIRE(last.size() == 2);
    for (const std::string& move : last) CHECK((move[0] == 'R' || options.idle == bbb::Idle::may_pass));
    if (options.play == bbb::Play::simultaneous) CHECK(plies % 2 == 0);
    CHECK(bbb::moves(position).empty());
    CHECK(bbb::play(position, "pass"));
    Result result = bbb::result(position);
    CHECK(result.kind != Result::Kind::none);
    ends[result.winner] += 1;
    for (const auto& own : position.supply) {
      for (const auto& [form, count] : own) unplaced += count;
    }
  }
  CHECK(ends.size() == 3);
  CHECK(unplaced > 0);  // small boards fill up
}

TEST_CASE("beams, boosters, barriers oracle: who has nothing to place may pass, or must rotate", "[oracle][bbb]") {
  for (const auto idle : {bbb::Idle::may_pass, bbb::Idle::must_turn}) {
    auto options = small(bbb::Play::alternating);
    options.idle = idle;
    auto position = bbb::start(options, bbb::kSouth);
    for (bbb::Cell cell : bbb::territory(options, bbb::kSouth)) position.pieces[cell] = {"S", 0, bbb::kSouth};
    position.pieces.begin()->second = {"R1", 12, bbb::kSouth};
    CHECK(bbb::moves(position).size() == (idle == bbb::Idle::may_pass ? 3 : 2));
    CHECK(bbb::play(position, "pass").has_value() == (idle == bbb::Idle::must_turn));
  }
}

TEST_CASE("beams, boosters, barriers oracle: a player with nothing to do passes", "[oracle][bbb]") {
  auto position = bbb::start(small(bbb::Play::alternating), bbb::kSouth);
  for (bbb::Cell cell : bbb::territory(position.options, bbb::kSouth)) position.pieces[cell] = {"S", 0, bbb::kSouth};
  CHECK(bbb::moves(position) == Moves{"pass"});
  must_play(position, {"pass"});
  CHECK(bbb::moves(position).size() == 490);
  CHECK(bbb::play(position, "pass"));
  CHECK_FALSE(position.choices_left);
  for (bbb::Cell cell : bbb::territory(position.options, bbb::kNorth)) position.pieces[cell] = {"R1", 12, bbb::kNorth};
  position.pieces.erase({2, 1});
  must_play(position, {"P M1 A2 12"});
  CHECK(position.choices_left == 2);
  must_play(position, {"pass", "R A2 L"});  // turned at the half cell, and out at the south
  CHECK(bbb::result(position) == won_by(bbb::kNorth));
}

TEST_CASE("beams, boosters, barriers oracle: random positions are within the rules", "[oracle][bbb]") {
  int beams = 0, stopped = 0, adjacent = 0;
  std::uint64_t moves = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SplitMix random(seed), again(seed);
    auto options = bbb::random_options(random);
    auto position = seed % 2 == 0 ? bbb::random_position(options, random) : bbb::random_setup(options, random);
    auto same_options = bbb::random_options(again);
    CHECK(position ==
          (seed % 2 == 0 ? bbb::random_position(same_options, again) : bbb::random_setup(same_options, again)));
    std::array<std::map<std::string, int>, 2> used;
    for (const auto& [cell, piece] : position.pieces) {
      CHECK_FALSE(bbb::is_neutral(cell));
      CHECK_FALSE(bbb::is_half(options, cell));
      CHECK((cell.up < 0 ? bbb::kSouth : bbb::kNorth) == piece.owner);
      used[static_cast<std::size_t>(piece.owner)][piece.form] += 1;
      for (bbb::Hour way : bbb::hours()) {
        auto beside = position.pieces.find(bbb::next_of(cell, way));
        if (beside == position.pieces.end() || piece.form[0] != 'M' || beside->second.form[0] != 'M') continue;
        CHECK(options.play == bbb::Play::simultaneous);
        CHECK(piece.owner != beside->second.owner);
        ++adjacent;
      }
    }
    for (std::size_t player : {0u, 1u}) {
      for (const std::string& form : bbb::forms(options))
        CHECK(used[player][form] + position.supply[player].at(form) == bbb::supplied(form));
    }
    for (const bbb::Beam& beam : bbb::beams(position)) {
      ++beams;
      if (beam.end == bbb::End::stopped) ++stopped;
      // Power only falls, and each cell is left once.
      std::set<std::string> cells;
      int power = 4;
      for (const bbb::Leaving& leaving : beam.path) {
        CHECK(leaving.power <= power);
        CHECK(leaving.across <= leaving.power);
        CHECK(cells.insert(leaving.cell).second);
        power = leaving.across;
      }
    }
    // In a mirror beams end alike.
    CHECK(ends_of(in_a_mirror(position)) == ends_of(position));
    // Half round all is the same.
    auto other = from_the_other_side(position);
    for (int player : {bbb::kSouth, bbb::kNorth}) {
      CHECK(bbb::score(other, 1 - player) == bbb::score(position, player));
      CHECK(bbb::all_placed(other, 1 - player) == bbb::all_placed(position, player));
    }
    CHECK(bbb::moves(other).size() == bbb::moves(position).size());
    for (const std::string& move : bbb::moves(position)) {
      if (!glint::test::sampled(++moves)) continue;
      auto after = position;
      INFO(move);
      REQUIRE_FALSE(bbb::play(after, move));
    }
  }
  CHECK(beams > 300);
  CHECK(stopped > 100);
  CHECK(adjacent > 0);
}
