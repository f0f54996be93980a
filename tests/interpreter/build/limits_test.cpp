// Scripts that ask for too much: they are refused, or played, but nothing takes for ever or all the memory.
#include <string>
#include <vector>

#include "tests/dump/dump.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

/// The pattern once for each number: `#` is the number, `<` the one before it.
std::string numbered(const std::string& pattern, int count, int from = 0) {
  std::string text;
  for (int i = from; i < count; ++i) {
    std::string one = pattern;
    for (std::size_t at; (at = one.find('#')) != std::string::npos;) one.replace(at, 1, std::to_string(i));
    for (std::size_t at; (at = one.find('<')) != std::string::npos;) one.replace(at, 1, std::to_string(i - 1));
    text += one;
  }
  return text;
}

/// Does the dump say so?
bool reaches(const Game& game, const std::string& limit) {
  return dump(game.program()).find("limit    " + limit) != std::string::npos;
}

const std::string kHead = "game \"Limits\"\nuse square\nplayers sun, moon\nboard square(4, 4)\npiece stone { look \"o\" }\n";

std::string picks(int count) {
  return kHead + "move many \"" + numbered("{p_#} ", count) + "\" { " + numbered("pick p_# in empty; ", count) +
         "put stone on p_0 }\nmove pass \"pass\" { }\nplay { repeat { turn of each player { choose many or pass } } }\n";
}

}  // namespace

TEST_CASE("limits: a move of many picks builds at once", "[limits]") {
  // Whether a pick is free depends on all picks after it: asked again at each, that would be 2^50 questions.
  const Position position = must(script(picks(50)).start());
  const auto moves = position.count_moves();
  REQUIRE_FALSE(moves.ok());
  CHECK(moves.errors()[0].code == "G0605");  // 16^50 moves
  const auto too_many = Game::from_text(picks(5000), "test.glint");
  REQUIRE_FALSE(too_many.ok());
  CHECK(too_many.errors()[0].code == "G0412");
}

TEST_CASE("limits: what follows an `if` is planned for each side, up to a limit", "[limits]") {
  const auto ifs = [](int count) {
    return Game::from_text(kHead + "var k: 0..99 = 0\nmove m \"{at}\" { pick at in empty; " +
                               numbered("if k > # { put stone on at } else { k = # }; ", count) +
                               "require k < 50 }\nmove pass \"pass\" { }\n"
                               "play { repeat { turn of each player { choose m or pass } } }\n",
                           "test.glint");
  };
  CHECK(ifs(8).ok());
  const auto too_many = ifs(40);  // 2^40 ways
  REQUIRE_FALSE(too_many.ok());
  CHECK(too_many.errors()[0].code == "G0504");
  // Requirements alone are one condition.
  const auto only_required =
      Game::from_text(kHead + "var k: 0..99 = 0\nmove m \"{at}\" { pick at in empty; " +
                          numbered("if k > # { require 9# > k } else { require 8# > k }; ", 9) + "put stone on at }\n"
                          "move pass \"pass\" { }\nplay { repeat { turn of each player { choose m or pass } } }\n",
                      "test.glint");
  REQUIRE(only_required.ok());
  CHECK(plans_of(*only_required).find("if k") == std::string::npos);
}

TEST_CASE("limits: sets made of sets build at once", "[limits]") {
  // Whether each is made without a loop depends on the one in it: asked twice at each, that would be 2^60 questions.
  for (const std::string end : {"", " & cells"}) {
    const std::string sets = "let l_0(p: 1..4) = {c in cells where c.x == p}\n" +
                             numbered("let l_#(p: 1..4) = {c in cells where c in l_<(p)}" + end + "\n", 60, 1);
    const std::string rules = "move m \"{at} {k}\" { pick at in empty; pick k in 1..4; require at in l_59(k); "
                              "put stone on at }\nplay { repeat { turn of each player { choose m } } }\n";
    CHECK(must(must(script(kHead + sets + rules).start()).count_moves()) == 16);
  }
}

TEST_CASE("limits: beams that split everywhere", "[limits]") {
  const std::string body =
      "beam { }\npiece star { emits around; when beam comes { otherwise -> straight, turns 1, turns 2, turns 3, turns -1, "
      "turns -2, turns -3 }; look \"*\" }\nlet lit = beams.cells\nsetup { put star on cells - a1 }\n"
      "move pass \"pass\" { require lit == cells }\nplay { repeat { turn of each player { choose pass } } }\n";
  const std::string head = "game \"Stars\"\nuse square\nplayers sun, moon\n";
  Position position = must(script(head + "board square(16, 16)\n" + body).start());
  CHECK(must(position.count_moves()) == 1);
  const auto beams = position.beams();
  REQUIRE_FALSE(beams.ok());
  CHECK(beams.errors()[0].code == "G0605");
  CHECK(beams.errors()[0].rendered.find("piece star { emits around;") != std::string::npos);  // and not the board
  // Where only the cells are asked for, no part is kept. Each visit is one of a part.
  std::string told = body;
  told.replace(told.find("require lit == cells"), 20, "require (max v in beams.visits : v.step else 0) > 0");
  Position large = must(script(head + "board square(40, 40)\n" + told).start());
  const auto moves = large.count_moves();
  REQUIRE_FALSE(moves.ok());
  INFO(moves.error_text());
  CHECK(moves.errors()[0].code == "G0605");
  CHECK(moves.errors()[0].rendered.find("piece star { emits around;") != std::string::npos);
}

TEST_CASE("limits: questions within questions", "[limits]") {
  const std::string chain = "var k: 0..1 = 0\nmove q_0 \"q0\" { require k == 1 }\n" +
                            numbered("move q_# \"q#\" { require can q_< or can q_< }\n", 40, 1) +
                            // Asked from the last one on, as of those that are listed before it is known.
                            "play { repeat { turn of each player { choose q_39 or q_0" + numbered(" or q_#", 39, 1) + " } } }\n";
  const Position position = must(script(kHead + chain).start());
  const auto moves = position.count_moves();
  REQUIRE_FALSE(moves.ok());
  INFO(moves.error_text());
  CHECK(moves.errors()[0].code == "G0605");
}

TEST_CASE("limits: more lets than can be kept", "[limits]") {
  // Each asks for the one before it twice: computed at each use, without end, that would be 2^90 times.
  constexpr int kLets = 90;
  const std::string rules = "let a_0 = count(stone)\n" +
                            numbered("let a_# = if a_< > 9 then a_< - 8 else a_< + 1\n", kLets, 1) +
                            "move m \"{at}\" { pick at in empty; put stone on at }\nend when a_89 == 3 : sun wins\n"
                            "end when empty == {} : tie\nplay { repeat { turn of each player { choose m } } }\n";
  const auto last_for = [](int stones) {
    int a = stones;
    for (int i = 1; i < kLets; ++i) a = a > 9 ? a - 8 : a + 1;
    return a;
  };
  int expected = 1;
  while (last_for(expected) != 3 && expected < 16) ++expected;
  REQUIRE(expected < 16);
  const Game game = script(kHead + rules);
  CHECK(reaches(game, "63 lets and rules are kept"));
  Position position = must(game.start());
  int stones = 0;
  for (; !position.over(); ++stones) test::play(position, must(position.moves()).front());
  CHECK(stones == expected);
}

TEST_CASE("limits: more rules than can be kept", "[limits]") {
  const std::string rules = numbered("end when count(stone) * 100 == 701 + # : tie\n", 80) + "end when count(stone) == 5 : sun wins\n" +
                            numbered("invariant 100 + # > count(stone)\n", 80) +
                            "move m \"{at}\" { pick at in empty; put stone on at }\n"
                            "play { repeat { turn of each player { choose m } } }\n";
  const Game game = script(kHead + rules);
  CHECK(reaches(game, "63 lets and rules are kept"));
  Position position = must(game.start());
  int stones = 0;
  for (; !position.over(); ++stones) test::play(position, must(position.moves()).front());
  CHECK(stones == 5);
}

TEST_CASE("limits: more fields than can be kept as sets of cells", "[limits]") {
  // 64 words for each of 16 values: there is room for one field.
  const Game game = script(
      "game \"Fields\"\nuse square\nplayers sun, moon\nboard grid(64, 64)\n"
      "piece stone { first: 0..15; second: 0..15; look \"o\" }\n"
      "setup { put stone(first = 3, second = 5) on a1; put stone(first = 5, second = 3) on b1 }\n"
      "move m \"{at}\" { pick at in {c in stone where c.first == 3} | {c in stone where c.second == 3} }\n"
      "play { repeat { turn of each player { choose m } } }\n");
  CHECK(reaches(game, "field `second` is not kept"));
  CHECK_FALSE(reaches(game, "field `first` is not kept"));
  CHECK_FALSE(reaches(game, "63 lets"));
  CHECK(must(must(game.start()).moves()) == std::vector<std::string>{"a1", "b1"});
}

TEST_CASE("limits: light on more cells than it is kept for", "[limits]") {
  const auto lawn = [](const std::string& side) {
    return script(
        "game \"Light\"\nuse square\nplayers sun, moon\ntype hue = {red, blue}\nboard grid(" + side + ", " + side +
        ")\nbeam { colour: set of hue }\npiece lamp { emits n { beam.colour = {red} }; look \"*\" }\n"
        "let glow[c: cell] = union v in beams.visits where v.cell == c : v.colour\nsetup { put lamp on a1 }\n"
        "move look_on \"look\" { require count({c in cells where glow[c] == {red}}) == " + side + " }\n"
        "play { repeat { turn of each player { choose look_on } } }\n");
  };
  for (const bool is_large : {false, true}) {
    const Game game = lawn(is_large ? "33" : "32");
    CHECK(reaches(game, "light is not kept on boards of more than 1024 cells") == is_large);
    CHECK(must(must(game.start()).count_moves()) == 1);
  }
}

TEST_CASE("limits: loops over the cells of a large board", "[limits]") {
  const Position position = must(script("game \"Large\"\nuse square\nplayers sun, moon\nboard grid(400, 400)\n"
                                        "piece stone { look \"o\" }\nsetup { put stone on {c in cells where odd(c.x)} }\n"
                                        "move m \"m\" { require (count c in cells : odd(c.y) and c in stone) == 40000 }\n"
                                        "play { repeat { turn of each player { choose m } } }\n")
                                     .start());
  CHECK(must(position.count_moves()) == 1);
}

namespace {

/// Bytes of what is kept of a board, for each of its cells.
double bytes_a_cell(const Program& program) {
  const Geometry& geometry = program.geometry;
  const auto bytes = [](const auto& table) { return table.size() * sizeof(table[0]); };
  const std::size_t all = bytes(geometry.info) + bytes(geometry.neighbour) + bytes(geometry.last) +
                          bytes(geometry.ray) + bytes(geometry.edge_of) + bytes(geometry.edges) +
                          bytes(geometry.coordinates.grid) + bytes(geometry.coordinates.by_coordinates) +
                          bytes(geometry.signs) + bytes(program.code.initial_frame) +
                          program.layout.size * sizeof(Word);
  return static_cast<double>(all) / geometry.cells;
}

/// A board crossed by one beam that mirrors send all over it: up and down along every second file.
Game meander(int side) {
  Limits large;
  large.cells = 1'000'000;
  large.labels = 8'000'000;
  large.words = 20'000'000;
  return must(Game::from_text(R"(
game "Meander"
use square
players solver
option side: 2..1000 = 2
board grid(side, side)
beam { }
piece lamp { emits n; look "*" }
piece mirror { line: axis; when beam comes -> reflects across line; look "{line}" }
let ends = (rank(1) | rank(side)) - a1
setup {
  put lamp on a1
  put mirror(line = rising) on {c in ends where odd(c.x)}
  put mirror(line = falling) on {c in ends where not odd(c.x)}
}
move look_on "look" { }
play { turn of solver { choose look_on } }
score p = count(beams.cells)
)",
                             "test.glint", {{"side", std::to_string(side)}}, nullptr, large));
}

void check_meander(int side) {
  const Game game = meander(side);
  const Program& program = game.program();
  CHECK(program.geometry.ray.empty() == (side > 64));
  const Position position = must(game.start());
  CHECK(position.score(0) == side * side);  // it leaves every cell
}

}  // namespace

TEST_CASE("limits: what is kept of a board grows with its cells, and beams cross all of it", "[limits]") {
  const double small = bytes_a_cell(meander(100).program()), large = bytes_a_cell(meander(400).program());
  CHECK(large < small * 1.05);
  check_meander(16);
  check_meander(400);
}

TEST_CASE("limits: a board of 1,000 x 1,000 cells", "[.slow][limits]") {
  CHECK(bytes_a_cell(meander(1000).program()) < bytes_a_cell(meander(100).program()) * 1.05);
  check_meander(1000);
}
