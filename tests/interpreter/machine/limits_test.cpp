// The fixed limits of play (machine/limits.hpp), at each and past it, and the fuel that single things take: found as the
// least `steps` with which a script is answered.
#include "interpreter/machine/limits.hpp"

#include <string>

#include "glint/glint.hpp"
#include "interpreter/program/program.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;

const std::string kHead = "game \"Limits\"\nuse square\nplayers sun, moon\nboard grid(3, 3)\npiece stone { look \"o\" }\n";
const std::string kPass = "move pass \"pass\" { }\n";

std::string turns(const std::string& choice) {
  return "play { repeat { turn of each player { choose " + choice + " } } }\n";
}

/// The code of the error with which the start fails, its list of moves, or nothing.
std::string answer(const std::string& text, const Limits& limits = {}) {
  const Result<Game> game = Game::from_text(text, "test.glint", {}, nullptr, limits);
  INFO(game.error_text());
  REQUIRE(game.ok());
  const Result<Position> start = game->start();
  if (!start) return start.errors()[0].code;
  const Result<std::uint64_t> moves = start->count_moves();
  return moves ? "" : moves.errors()[0].code;
}

std::int64_t least_steps(const std::string& text) {
  Limits limits;
  std::int64_t enough = limits.steps, too_few = 0;
  REQUIRE(answer(text) == "");
  while (enough - too_few > 1) {
    limits.steps = too_few + (enough - too_few) / 2;
    (answer(text, limits).empty() ? enough : too_few) = limits.steps;
  }
  return enough;
}

/// What a hundred turns of this take, beside one for each turn.
std::int64_t of_turns(const std::string& body, const std::string& declarations = "") {
  const auto steps = [&](const std::string& times) {
    return least_steps(kHead + declarations + kPass + "setup { for i in 1.." + times + " { " + body + " } }\n" + turns("pass"));
  };
  return steps("200") - steps("100") - 100;
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("play limits: sixteen words of a set, or of a table of cells, take one more", "[budget][machine]") {
  // Boards of 16 and of 32 words: a hundred turns, each of which makes one set.
  const auto of_sets = [](const std::string& rows) {
    const auto steps = [&](const std::string& times) {
      std::string head = kHead;
      head.replace(head.find("grid(3, 3)"), 10, "grid(32, " + rows + ")");
      return least_steps(head + "var at: cell = a1\nvar some: set of cell = {}\n" + kPass + "setup { for i in 1.." + times +
                         " { at = (if at == a1 then b1 else a1); some = {at} } }\n" + turns("pass"));
    };
    return steps("200") - steps("100");
  };
  const std::int64_t more = of_sets("64") - of_sets("32");
  CHECK(more > 0);
  CHECK(more <= 400);
}

TEST_CASE("play limits: what a beam has been to takes fuel where it is too much for a table", "[budget][machine][patient]") {
  // A beam that 299 pieces act on, with few payloads and with many. What it remembers is 60 bytes for each.
  const auto steps = [](const std::string& most) {
    return least_steps("game \"Limits\"\nuse square\nplayers sun, moon\nboard grid(300, 1)\nbeam { power: 0.." + most +
                       " = 0 }\npiece lamp { emits e; look \"L\" }\n"
                       "piece glass { when beam comes -> straight { beam.power = (beam.power + 1) mod 1000 }; look \"o\" }\n"
                       "setup { put lamp on {c in cells where c.x == 1}; put glass on {c in cells where c.x > 1} }\n"
                       "move pass \"pass\" { require count(beams.cells) > 290 }\n" + turns("pass"));
  };
  const std::int64_t more = steps("59999") - steps("999");
  CHECK(more >= 64 * 290);
  CHECK(more <= 64 * 310);
}

TEST_CASE("play limits: a draw takes fuel, and more where there is much to draw from", "[budget][machine]") {
  const auto of_draws = [](const std::string& draw, const std::string& declarations) {
    const auto steps = [&](const std::string& times) {
      return least_steps(kHead + declarations + kPass + "play { for i in 1.." + times + " { " + draw +
                         " }; repeat { turn of each player { choose pass } } }\n");
    };
    return steps("200") - steps("100");
  };
  const std::int64_t turn = of_draws("drawn = 0", "var drawn: 0..255 = 0\n");
  CHECK(of_draws("draw c in cells", "var c: cell = a1\n") >= turn + 100 * kDrawCost);
  const auto of_bag = [&](const std::string& most) {
    return of_draws("draw drawn from b", "var drawn: 0..255 = 0\nbag b[x: 0.." + most + "] = 200\n");
  };
  CHECK(of_bag("255") - of_bag("15") == 100 * (256 - 16) / 16);
  // Of a word of cells several are drawn: 64 of them, as far as chance knows.
  CHECK(of_draws("draw some in 2 of cells", "var some: set of cell = {}\n") - of_draws("draw c in cells", "var c: cell = a1\n") ==
        100 * 64 / 16);
}

TEST_CASE("play limits: turns of long code, and calls of it, take more fuel", "[budget][machine][patient]") {
  const std::string k = "var k: 0..9 = 0\n";
  const auto code = [&](const std::string& body) {
    return static_cast<std::int64_t>(
        test::script(kHead + k + kPass + "setup { for i in 1..200 { " + body + " } }\n" + turns("pass"))
            .program()
            .code.instructions.size());
  };
  const std::string line = "if k == 3 { k = 4 } else { k = (k + 1) mod 10 }; ";
  const std::int64_t base = code("");
  std::int64_t last = 0;
  int at = 0, past = 0;
  for (int lines = 1; lines <= 40; ++lines) {
    const std::int64_t taken = of_turns(repeated(line, lines), k) / 100;
    const std::int64_t length = code(repeated(line, lines)) - base;
    INFO(lines << " lines, " << length << " instructions");
    // Instructions beside those of the body: the loop's own, and that which takes the fuel.
    CHECK(taken <= length / 32 + 1);
    CHECK(taken >= (length - 8) / 32 - 1);
    if (length < 56) CHECK(taken == 0);
    if (length > 72) CHECK(taken >= 1);
    CHECK(taken >= last);
    last = taken;
    ++(taken == 0 ? at : past);
  }
  CHECK(at > 3);
  CHECK(past > 3);

  // An effect that is called: the same for each call.
  const auto called = [&](int lines) {
    return of_turns("long(i mod 10); long(0)", k + "do long(top: 0..9) { while k < top at most 1 { k = top }; " + repeated(line, lines) + " }\n");
  };
  CHECK(called(200) - called(100) > 100 * (2 * 100 * 4 / 16));
}

TEST_CASE("play limits: `can` within `can`", "[budget][machine]") {
  const auto nested = [](int depth) {
    std::string text = kHead + "move m0 \"m0\" { require k == 0 }\nvar k: 0..9 = 0\n";
    for (int i = 1; i <= depth; ++i) {
      const std::string number = std::to_string(i);
      text += "move m" + number + " \"m" + number + "\" { put stone on a1; require can m" + std::to_string(i - 1) + " }\n";
    }
    return answer(text + turns("m" + std::to_string(depth)));
  };
  CHECK(nested(kMostCans) == "");
  CHECK(nested(kMostCans + 1) == "G0605");
}

TEST_CASE("play limits: moves that are listed take fuel for their words beyond the first 200,000", "[budget][machine][patient]") {
  const auto steps = [](int side) {
    // Each run has an entry of its own, as no two of its picks are free of each other.
    const std::string number = std::to_string(side);
    return least_steps(kHead + "move m \"{a} {b}\" { pick a in 1.." + number + "; pick b in 1.." + number +
                       "; require (a * b + a) mod 7 != 3 }\n" + turns("m"));
  };
  // Below, only the loops take fuel: at most two for each run. Beyond, 32 for each word.
  CHECK(steps(300) <= 2 * 300 * 300 + 1000);
  CHECK(steps(450) - steps(400) > (450 * 450 - 400 * 400) * kListedCost / 2);
}

TEST_CASE("play limits: choices passed in a row by their `else`", "[budget][machine]") {
  // On the way to the first choice, and after it, on the way to the end of a random game.
  const auto passed = [](int before, int after) {
    const auto loop = [](int choices) {
      return "for i in 1.." + std::to_string(choices) + " { turn of sun { choose never else { k = 1 } } }; ";
    };
    return kHead + "move never \"never\" { require count(stone) == 1 }\n" + kPass + "var k: 0..1 = 0\nplay { " + loop(before) +
           "turn of sun { choose pass }; " + loop(after) + "end : tie }\n";
  };
  const auto random_game = [&](int choices) {
    Position position = test::must(test::script(passed(1, choices)).start());
    Random random(1);
    const auto played = playout(position, random);
    return played ? std::string() : played.errors()[0].code;
  };
  CHECK(answer(passed(kMostPasses, 1)) == "");
  CHECK(answer(passed(kMostPasses + 1, 1)) == "G0603");
  CHECK(random_game(kMostPasses) == "");
  CHECK(random_game(kMostPasses + 1) == "G0603");
}

TEST_CASE("play limits: asking whether a move can be made takes fuel", "[budget][machine]") {
  const auto steps = [](const std::string& question) {
    return least_steps(kHead + "var k: 0..1 = 0\n" + kPass + "play { repeat { turn of each player { for i in 1..200 { if " +
                       question + " { k = 1 } }; choose pass } } }\n");
  };
  const std::int64_t plain = steps("count(stone) == 1");
  CHECK(steps("can pass") >= plain + 200 * kCanCost);
}
