// Chance: bags and subsets, each sampled by a seed, fixed, and counted with probabilities.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "interpreter/machine/chance.hpp"
#include "tests/support/bag_game.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::kBag;
using test::must;
using test::script;

std::map<std::string, std::string> variables(const Position& position) {
  std::map<std::string, std::string> all;
  for (const auto& [name, value] : position.variables()) all[name] = value;
  return all;
}

TEST_CASE("chance: a bag holds so many of each, and one less with each draw", "[chance]") {
  StartOptions options;
  options.first_draws = true;
  Position position = must(script(kBag).start(options));
  auto now = variables(position);
  CHECK(now["sweets[red]"] == "2");
  CHECK(now["sweets[green]"] == "1");
  CHECK(now["sweets[blue]"] == "2");
  CHECK(now["got"] == "red");
  CHECK(position.text().find("sweets[blue] = 2\n") != std::string::npos);
  for (int i = 0; i < 5; ++i) {
    test::play(position, "go");
    CHECK(variables(position)["reds"] == std::to_string(std::max(0, 2 - i)));
  }
  now = variables(position);
  CHECK(now["got"] == "blue");
  CHECK(now["sweets[red]"] == "0");
  CHECK(now["total"] == "15");  // 5 + 4 + 3 + 2 + 1
  CHECK(now["reds"] == "0");
  // Nothing is left, and the position stays as it was.
  const std::string before = position.text();
  const auto empty = position.play("go");
  REQUIRE(empty.has_value());
  CHECK(empty->code == "G0610");
  CHECK(empty->message == "the bag `sweets` is empty, and `got` cannot be drawn from it");
  CHECK(empty->line == 18);
  CHECK(position.text() == before);
  test::play(position, "back green");
  CHECK(variables(position)["got"] == "green");
}

TEST_CASE("chance: a position with a bag is read back", "[chance]") {
  const Game game = script(kBag);
  Position position = must(game.start());
  test::play(position, "go");
  std::string text = position.text();
  CHECK(must(game.read(text)).text() == text);
  const std::size_t at = text.find("sweets[red] = ");
  text.replace(at, 15, "sweets[red] = 9");
  CHECK(variables(must(game.read(text)))["sweets[red]"] == "9");
  text.replace(at, 15, "sweets[red] = 256");
  CHECK_FALSE(game.read(text).ok());
}

TEST_CASE("chance: seeds draw each as often as it weighs", "[chance]") {
  const Game game = script(kBag);
  std::map<std::string, int> first, pairs;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const Position position = must(game.start({seed, {}}));
    auto now = variables(position);
    ++first[now["got"]];
    ++pairs[now["spots"]];
    CHECK(now["spots"].find("a1") == std::string::npos);
  }
  // Three red, one green, two blue of six.
  CHECK((first["red"] > 1400 && first["red"] < 1600));
  CHECK((first["green"] > 430 && first["green"] < 570));
  CHECK((first["blue"] > 900 && first["blue"] < 1100));
  CHECK(pairs.size() == 10);  // two of five cells
  for (const auto& [pair, times] : pairs) CHECK((times > 230 && times < 370));
  CHECK(must(game.start({7, {}})).text() == must(game.start({7, {}})).text());
}

TEST_CASE("chance: draws are told, several in turn, and only what can be drawn", "[chance]") {
  const Game game = script(kBag);
  StartOptions options;
  options.draws = {{"spots", "c1 b2"}, {"got", "green"}, {"got", "blue"}, {"got", "green"}};
  Position position = must(game.start(options));
  CHECK(variables(position)["spots"] == "b2 c1");
  test::play(position, "go");
  CHECK(variables(position)["got"] == "blue");
  const auto gone = position.play("go");
  REQUIRE(gone.has_value());
  CHECK(gone->code == "G0608");
  CHECK(gone->message == "`got` cannot be drawn as `green`: it may be red or blue");
  for (const char* wrong : {"a1 b1", "b1", "b1 c1 b2", "b1 b1", "z9 b1", "none", ""}) {
    INFO(wrong);
    options.draws = {{"spots", wrong}};
    const auto start = game.start(options);
    REQUIRE_FALSE(start.ok());
    CHECK(start.errors()[0].message ==
          "`spots` cannot be drawn as `" + std::string(wrong) + "`: it may be 2 of a2, b2, c2, b1 and c1");
  }
}

TEST_CASE("chance: play can wait, and says every outcome with its probability", "[chance]") {
  const Game game = script(kBag);
  StartOptions options;
  options.wait_at_draws = true;
  Position position = must(game.start(options));
  REQUIRE(position.at_draw());
  CHECK(position.draw_name() == "spots");
  CHECK_FALSE(position.over());
  CHECK(position.to_move() == -1);
  CHECK(position.notations().empty());
  CHECK(position.moves().errors()[0].message == "a draw is pending here: `spots`");
  CHECK(position.play("go").has_value());
  CHECK(position.play_listed(0).has_value());

  const std::vector<ChanceOutcome> spots = must(position.outcomes());
  REQUIRE(spots.size() == 10);
  CHECK(spots[0].value == "a2 b2");
  CHECK(spots[3].value == "a2 c1");
  CHECK(spots[9].value == "b1 c1");
  std::set<std::string> all;
  for (const ChanceOutcome& each : spots) {
    all.insert(each.value);
    CHECK((each.weight == 1 && each.total == 10));
  }
  CHECK(all.size() == 10);
  for (std::uint64_t i = 0; i < 10; ++i) {
    Position one = position;
    REQUIRE_FALSE(one.draw(i));
    CHECK(variables(one)["spots"] == spots[i].value);
  }
  CHECK(position.draw(std::uint64_t{10}).has_value());
  CHECK(position.draw("a1 b1").has_value());

  // As text and back, where it still waits; or goes on by itself.
  const std::string text = position.text();
  CHECK(text.find("draw = 1\n") != std::string::npos);
  CHECK(must(game.read(text, options)).text() == text);
  CHECK_FALSE(must(game.read(text)).at_draw());
  CHECK(must(game.read(text)).to_move() == 0);

  REQUIRE_FALSE(position.draw("c1 b1"));
  REQUIRE(position.at_draw());
  const std::vector<ChanceOutcome> sweets = must(position.outcomes());
  REQUIRE(sweets.size() == 3);
  CHECK((sweets[0].value == "red" && sweets[0].weight == 3 && sweets[0].total == 6));
  CHECK((sweets[1].value == "green" && sweets[1].weight == 1));
  CHECK((sweets[2].value == "blue" && sweets[2].weight == 2));
  REQUIRE_FALSE(position.draw(std::uint64_t{1}));
  CHECK(position.to_move() == 0);
  CHECK(position.draws() == Settings{{"spots", "b1 c1"}, {"got", "green"}});
  test::play(position, "go");
  REQUIRE(position.at_draw());
  CHECK(must(position.outcomes()).size() == 2);
  // A playout goes on from there.
  Random random(3);
  CHECK(playout(position, random, 3).ok());

  // A game whose draws are fixed does not wait for them.
  options.draws = {{"spots", "b1 c1"}};
  CHECK(must(game.start(options)).draw_name() == "got");
  // And one can begin to wait later.
  Position later = must(game.start());
  later.wait_at_draws(true);
  test::play(later, "go");
  CHECK(later.at_draw());
}

TEST_CASE("chance: sequences behind all outcomes are counted", "[chance]") {
  const Game game = script(kBag);
  StartOptions options;
  options.wait_at_draws = true;
  // Ten pairs, three sweets: 30 starts with 4 moves each. Behind a draw of green none is left, but for `back green`.
  const auto counts = must(perft(must(game.start(options)), 2));
  CHECK(counts[0] == 10 * 3 * 4);
  // red: 2, 1, 2 are left, any of three; green: 2 red and 0 green: `go`, `back red`, `back blue` leave two; and so on.
  const int after_red = 4 * 3, after_green = 3 * 2 + 3, after_blue = 4 * 3;
  CHECK(counts[1] == 10 * 4 * (after_red + after_green + after_blue));
  CHECK(must(perft(must(game.start()), 2))[0] == 4);
}

TEST_CASE("chance: subsets of many are drawn evenly, and too many to count are told", "[chance]") {
  const std::string whole =
      "game \"Many\"\nuse square\nplayers sun, moon\nboard square(10, 10)\npiece stone { look \"o\" }\n"
      "option number: {0, 3, 50, 100, 101} = 50\nmove go \"go\" { }\n"
      "play { draw some in number of cells; put stone on some; repeat { turn of sun { choose go } } }\n";
  std::vector<int> times(100, 0);
  const Game fifty = script(whole);
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Position position = must(fifty.start({seed, {}}));
    int stones = 0;
    for (int c = 0; c < 100; ++c) {
      const int here = static_cast<int>(position.pieces(c).size());
      stones += here;
      times[static_cast<std::size_t>(c)] += here;
    }
    CHECK(stones == 50);
  }
  for (const int each : times) CHECK((each > 140 && each < 260));
  StartOptions options;
  options.wait_at_draws = true;
  CHECK(must(fifty.start(options)).outcomes().errors()[0].code == "G0605");
  const Position three = must(script(whole, {{"number", "3"}}).start(options));
  CHECK(must(three.count_outcomes()) == 161700);
  const auto all = must(three.outcomes());
  CHECK(all[0].value == "a10 b10 c10");
  CHECK(all[161699].value == "h1 i1 j1");
  CHECK(must(must(script(whole, {{"number", "0"}}).start(options)).outcomes()).size() == 1);
  CHECK(must(must(script(whole, {{"number", "100"}}).start(options)).outcomes()).size() == 1);
  const auto more = script(whole, {{"number", "101"}}).start();
  REQUIRE_FALSE(more.ok());
  CHECK(more.errors()[0].code == "G0611");
  CHECK(more.errors()[0].message == "`some` draws 101 values, and there are only 100");
  CHECK(more.errors()[0].line == 8);
}

TEST_CASE("chance: what is drawn must be in the variable's range", "[chance]") {
  const auto start = script(
                         "game \"Range\"\nuse square\nplayers sun, moon\nboard square(3, 3)\nbag cards[number: 1..6] = number - 1\n"
                         "var low: 1..5 = 1\nmove go \"go\" { }\n"
                         "play { draw low from cards; turn of sun { choose go } }\n")
                         .start({1, {{"low", "6"}}});
  REQUIRE_FALSE(start.ok());
  CHECK(start.errors()[0].code == "G0602");
}

TEST_CASE("chance: a number of what a word `of` stands in", "[chance]") {
  const Position position = must(script(R"(game "Of"
use square
players sun, moon
board square(4, 1)
piece stone of player { look "{owner:1}" }
var taken: set of cell = {}
var more: 0..9 = 1
move go "go" { }
setup { put stone(owner = sun) on a1 | b1; put stone(owner = moon) on c1 | d1 }
play {
  draw one in stone of moon
  draw two in 2 of stone of sun & cells - a1 | c1
  draw taken in (more + 1) of (stone of moon) | a1
  draw none in 0 of stone
  turn of sun { choose go }
}
)").start({1, {}, true}));
  CHECK(position.draws() == Settings{{"one", "c1"}, {"two", "b1 c1"}, {"taken", "a1 c1"}, {"none", "none"}});
}

TEST_CASE("chance: greedy players do not know what will be drawn", "[chance]") {
  // Both moves look the same; only a player who knew the next draw could tell them apart.
  const Game game = script(
      "game \"Guess\"\nuse square\nplayers sun, moon\nboard square(3, 3)\nvar guess: 1..2 = 1\nvar drawn: 1..2 = 1\n"
      "var right: 0..99 = 0\nmove say \"{it}\" { pick it in 1..2; guess = it }\n"
      "play { repeat { turn of sun { choose say }; draw drawn in 1..2; if guess == drawn { right += 1 } } }\n"
      "score p = if p == sun then right else 0\n");
  int right = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Position position = must(game.start({seed, {}}));
    Random random(seed);
    REQUIRE_FALSE(position.play_listed(must(greedy_choice(position, random))));
    right += static_cast<int>(*position.score(0));
  }
  CHECK((right > 60 && right < 140));
}

}  // namespace
