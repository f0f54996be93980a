// Scripts that ask for too much: they are refused, or played, but nothing takes for ever or all the memory.
#include <string>
#include <vector>

#include "tests/interpreter/loading.hpp"

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

const std::string kHead = "game \"Limits\"\nuse square\nplayers sun, moon\nboard square(4, 4)\npiece stone { look \"o\" }\n";

std::string picks(int count) {
  return kHead + "move many \"" + numbered("{p_#} ", count) + "\" { " + numbered("pick p_# in empty; ", count) +
         "put stone on p_0 }\nmove pass \"pass\" { }\nplay { repeat { turn of each player { choose many or pass } } }\n";
}

}  // namespace

TEST_CASE("limits: a move of many picks builds at once", "[limits]") {
  // Each pick's freedom depends on all behind it: asked for again at each, that would be 2^50 questions.
  const Position position = must(script(picks(50)).start());
  const auto moves = position.count_moves();
  REQUIRE_FALSE(moves.ok());
  CHECK(moves.errors()[0].code == "G0605");  // 16^50 moves
  const auto too_many = Game::from_text(picks(5000), "test.glint");
  REQUIRE_FALSE(too_many.ok());
  CHECK(too_many.errors()[0].code == "G0412");
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
  Position large = must(script(head + "board square(40, 40)\n" + body).start());
  const auto moves = large.count_moves();
  REQUIRE_FALSE(moves.ok());
  INFO(moves.error_text());
  CHECK(moves.errors()[0].code == "G0605");
}

TEST_CASE("limits: questions within questions", "[limits]") {
  const std::string chain = "var k: 0..1 = 0\nmove q_0 \"q0\" { require k == 1 }\n" +
                            numbered("move q_# \"q#\" { require can q_< or can q_< }\n", 40, 1) +
                            "play { repeat { turn of each player { choose q_0" + numbered(" or q_#", 40, 1) + " } } }\n";
  const Position position = must(script(kHead + chain).start());
  const auto moves = position.count_moves();
  REQUIRE_FALSE(moves.ok());
  INFO(moves.error_text());
  CHECK(moves.errors()[0].code == "G0605");
}

TEST_CASE("limits: loops over the cells of a large board", "[limits]") {
  const Position position = must(script("game \"Large\"\nuse square\nplayers sun, moon\nboard grid(700, 700)\n"
                                        "piece stone { look \"o\" }\nsetup { put stone on {c in cells where odd(c.x)} }\n"
                                        "move m \"m\" { require (count c in cells : odd(c.y) and c in stone) == 122500 }\n"
                                        "play { repeat { turn of each player { choose m } } }\n")
                                     .start());
  CHECK(must(position.count_moves()) == 1);
}
