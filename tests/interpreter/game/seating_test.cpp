// The number of players by option: everything counts those who play.
#include <string>
#include <vector>

#include "interpreter/game/loading/load.hpp"
#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/program/program.hpp"
#include "tests/smith/against_naive.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::code_of;
using test::must;
using test::script;

using Names = std::vector<std::string>;

/// West comes before south, so with three players everybody after east has another number.
const std::string kRound = R"(game "Round"
use square
option seats: {2, 3, 4} = 4
players north, east when seats > 2, west when seats == 4, south
board square(3, 3)
piece stone of player { look "{owner:1}" }
type ends = {north, west, south} of player
var points[player]: 0..99 = 0
var hand[p: player]: 0..9 = 1 seen by {p, south}
var last: ends = south
let home(p: player): set of cell = if p == north then a3 else if p == east then c3 else if p != west then c1 else a1
move place "{at}" { pick at in empty; require hand[me] > 0; put stone on at; points[me] += 1; last = south }
move pass "pass" { }
setup {
  for p in player { put stone(owner = p) on home(p) }
  if seats == 4 { points[west] = 5 }
}
play { repeat { turn of each player { choose place or pass } } }
end when empty == {} : score
score p = points[p] + p.index
)";

Names movers(const Game& game, int plies) {
  Position position = must(game.start());
  Names names;
  for (int ply = 0; ply < plies; ++ply) {
    names.push_back(game.players()[static_cast<std::size_t>(position.to_move())]);
    test::play(position, "pass");
  }
  return names;
}

TEST_CASE("seating: only those who play have turns, homes and values", "[seating]") {
  const Game four = script(kRound), three = script(kRound, {{"seats", "3"}}), two = script(kRound, {{"seats", "2"}});
  CHECK(four.players() == Names{"north", "east", "west", "south"});
  CHECK(three.players() == Names{"north", "east", "south"});
  CHECK(two.players() == Names{"north", "south"});
  CHECK(movers(four, 5) == Names{"north", "east", "west", "south", "north"});
  CHECK(movers(three, 4) == Names{"north", "east", "south", "north"});
  CHECK(movers(two, 3) == Names{"north", "south", "north"});
  const std::string text = must(three.start()).text();
  INFO(text);
  CHECK(text.find("points[south] = 0") != std::string::npos);
  CHECK(text.find("west") == std::string::npos);
  CHECK(text.find("n . e") != std::string::npos);
  CHECK(text.find(". . s") != std::string::npos);
  CHECK(must(three.read(text)).text() == text);
}

TEST_CASE("seating: each number of players agrees with the naive interpreter", "[seating]") {
  for (const char* seats : {"2", "3", "4"}) {
    const Game game = script(kRound, {{"seats", seats}});
    INFO(seats);
    CHECK(smith::AgainstNaive(game, {2, 60}).difference() == "");
  }
}

TEST_CASE("seating: a game is built again with other players", "[seating]") {
  const Game two = script(kRound, {{"seats", "2"}});
  CHECK(must(built_with(two, {{"seats", "4"}})).players().size() == 4);
  CHECK(must(built_with(must(built_with(two, {{"seats", "3"}})), {{"seats", "2"}})).players() == two.players());
  CHECK(must(built_without(two, Lowerings::all())).players().size() == 2);
  CHECK(must(built_for_coverage(two)).players().size() == 2);
  test::check_tests(kRound + R"(
test "four" { expect count(player) == 4 and points[west] == 5 and west + 1 == south }
test "three" with seats = 3 { expect south.index == 2 and {east, west} == {east} and not (west in {north, west}) and stone of west == {} }
test "two" with seats = 2 {
  play "a1", "b1"
  expect a1 in stone of north and b1 in stone of south and north + 1 == south and south - north == 1
  expect (sum p in player : 1) == 2 and count(ends) == 2
  turn of south
  play "b2"
  expect b2 in stone of south
}
)");
}

TEST_CASE("seating: secrets stay with those who may see them", "[seating]") {
  const Game three = script(kRound, {{"seats", "3"}});
  const Position start = must(three.start());
  // Of north's hand north and south know, of east's east and south.
  CHECK(start.text_for(1).find("hand[north] = ?") != std::string::npos);
  CHECK(start.text_for(1).find("hand[east] = 1") != std::string::npos);
  CHECK(start.text_for(2).find("?") == std::string::npos);
  // Nobody is surely next to somebody, if not all play with all options.
  std::string next = kRound;
  next.replace(next.find("hand[me] > 0"), 12, "hand[me + 1] > 0");
  CHECK(code_of(next) == "G0420");
}

TEST_CASE("seating: a name that is needed is an error where its player is absent", "[seating]") {
  const auto with = [](const std::string& line) {
    std::string text = kRound;
    text.insert(text.find("  if seats == 4"), "  " + line + "\n");
    return text;
  };
  for (const char* line : {"points[west] = 1", "put stone(owner = west) on b2", "for p in player { points[p + (west - p)] = 2 }"}) {
    INFO(line);
    const Game game = script(with(line));
    const auto trials = option_trials(game, {});
    std::string codes;
    for (const OptionTrial& trial : trials)
      for (const Error& error : wrong_with(game, trial)) {
        codes += error.code + " ";
        CHECK(error.message.find("`west` does not play") != std::string::npos);
        CHECK(error.help.find("seats=") != std::string::npos);
      }
    CHECK(codes == "G0516 ");  // with two players, the least; four is the default
  }
  for (const char* line : {"for p in {west, south} { points[p] = 1 }", "if west in {north} { points[north] = 1 }",
                           "for p in player where p != west { points[p] = 1 }"})
    CHECK(must(Game::from_text(with(line), "test.glint", {{"seats", "2"}})).players().size() == 2);
  std::string first = kRound;
  first.replace(first.find("ends = south"), 12, "ends = west ");
  CHECK(Game::from_text(first, "test.glint", {{"seats", "2"}}).errors()[0].code == "G0516");
}

TEST_CASE("seating: rounds without anybody are found when the game is built", "[seating]") {
  const auto built = [](const std::string& over, const char* seats) {
    std::string text = kRound;
    text.replace(text.find("turn of each player"), 19, "for p in " + over + " { turn of p");
    text.replace(text.find("choose place or pass }"), 22, "choose place or pass } }");
    const auto game = Game::from_text(text, "test.glint", {{"seats", seats}});
    return game ? std::string() : std::string(game.errors()[0].code);
  };
  CHECK(built("player", "2").empty());
  CHECK(built("{east, west}", "3").empty());
  CHECK(built("{east, west}", "2") == "G0406");
  CHECK(built("ends", "2").empty());  // a set that never changes
  CHECK(built("{p in ends where points[p] > 0}", "4") == "G0307");
}

TEST_CASE("seating: what the checker says", "[seating]") {
  const auto with = [](const std::string& players, const std::string& line = {}) {
    std::string text = kRound;
    const std::size_t begin = text.find("players"), end = text.find('\n', begin);
    return text.replace(begin, end - begin, players) + line;
  };
  const std::string all = "north, east, west";
  CHECK(code_of(with("players " + all + ", south when seats > 2")).empty());
  CHECK(code_of(with("players north when seats > 2, east when seats > 2, west when seats > 2, south when seats > 2")) == "G0405");
  CHECK(code_of(with("players " + all + ", south when points[north] > 2")) == "G0307");
  CHECK(code_of(with("players " + all + ", south when seats")) == "G0301");
  CHECK(code_of(with("players " + all + ", south when")) == "G0101");
  CHECK(code_of("game \"Two\"\nuse square\noption alone: {on, off} = off\nplayers sun, moon when alone == off\n"
                "board square(2, 2)\nmove pass \"pass\" { }\nplay { repeat { turn of sun { choose pass else { end : opponent wins } } } }\n") ==
        "G0303");
}

}  // namespace
