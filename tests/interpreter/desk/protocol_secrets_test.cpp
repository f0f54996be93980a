// What the server tells a player (`as`) of what is hidden from this player: nothing, in any answer, whatever was
// played.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/desk_client.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/unknown.hpp"

using namespace glint;
using desk::Json;
using desk::TestClient;

namespace {

/// All that can be asked about a position, for a player.
std::vector<std::pair<std::string, Json>> questions(const Game& game) {
  std::vector<std::pair<std::string, Json>> asked;
  for (const Json& fields :
       {Json::object(), Json{{"vars", true}, {"light", true}}, Json{{"late", true}, {"picture", false}}})
    asked.emplace_back("glint/show", fields);
  for (const Json& fields : {Json::object(), Json{{"light", true}}, Json{{"first", 1}, {"most", 1}}})
    asked.emplace_back("glint/moves", fields);
  for (const char* expression : {"me", "count(empty)", "moves", "nonsense("})
    asked.emplace_back("glint/eval", Json{{"expression", expression}});
  for (const auto& [name, value] : test::must(game.start()).variables())
    asked.emplace_back("glint/eval", Json{{"expression", name}});
  asked.emplace_back("glint/trace", Json::object());
  for (std::size_t cell = 0; cell < std::min<std::size_t>(3, game.cells().size()); ++cell)
    for (const char* method : {"glint/why", "glint/trace"})
      asked.emplace_back(method, Json{{"cell", game.cells()[cell].label}, {"picture", false}});
  return asked;
}

/// Asks everything about two places, as a player or ("") as nobody.
void compare_answers(TestClient& client, const Game& game, const std::string& viewer, const Json& one,
                     const Json& other) {
  for (auto& [method, fields] : questions(game)) {
    const auto ask = [&, method = method, fields = fields](const Json& where) {
      Json params = fields;
      params.update(where);
      params["as"] = viewer;
      return client.ask(method, params).dump();
    };
    INFO(method << " " << fields.dump() << " as " << viewer << "\n" << one.dump() << "\n" << other.dump());
    REQUIRE(ask(one) == ask(other));
  }
}

std::vector<std::string> viewers(const Game& game) {
  std::vector<std::string> names = game.players();
  names.push_back("");
  return names;
}

/// Goes through a random game. Where a choice waits for those of others, another one in its place must be told to none
/// but its player. Answers how often that was.
int compare_waiting(TestClient& client, const Game& game, std::uint64_t seed) {
  Random random(seed);
  const std::uint64_t of_game = random.below(1000);
  auto position = game.start({.seed = of_game});
  std::vector<std::string> moves;
  int compared = 0;
  for (int ply = 0; ply < 6 && position && !position->over(); ++ply) {
    const int mover = position->to_move();
    const auto listed = position->moves();
    if (!listed || listed->size() < 2 || mover < 0) break;
    const std::size_t mine = random.below(listed->size());
    const std::size_t others = (mine + 1 + random.below(listed->size() - 1)) % listed->size();
    Position other = *position;
    if (other.play((*listed)[others]) || position->play((*listed)[mine])) break;
    std::vector<std::string> instead = moves;
    moves.push_back((*listed)[mine]);
    instead.push_back((*listed)[others]);
    if (position->chosen().empty() || position->over() || other.over() || other.to_move() != position->to_move())
      continue;
    ++compared;
    for (const std::string& viewer : viewers(game))
      if (viewer != game.players()[static_cast<std::size_t>(mover)])
        compare_answers(client, game, viewer, {{"seed", of_game}, {"moves", moves}},
                        {{"seed", of_game}, {"moves", instead}});
  }
  return compared;
}

/// Compares positions of random games that a player cannot tell apart, also after a move that another may not make.
int compare_hidden(TestClient& client, const Game& game, std::uint64_t seed) {
  Random random(seed);
  std::vector<Position> positions;
  for (int i = 0; i < 3; ++i) {
    auto position = game.start({.seed = random.next()});
    for (int ply = 0; ply < 5 && position && !position->over(); ++ply) {
      positions.push_back(*position);
      const auto count = position->count_moves();
      if (!count || *count == 0 || position->play_listed(random.below(*count))) break;
    }
  }
  int compared = 0;
  for (const Position& position : positions) {
    const Position& donor = positions[random.below(positions.size())];
    for (std::size_t p = 0; p <= game.players().size(); ++p) {
      const int player = p < game.players().size() ? static_cast<int>(p) : kNobody;
      const auto read = game.read(test::other_for(position, player, donor));
      if (!read || read->state() == position.state() || read->over() || read->to_move() != position.to_move()) continue;
      ++compared;
      const std::string viewer = viewers(game)[p];
      const Json one = {{"at", position.text()}}, other = {{"at", read->text()}};
      compare_answers(client, game, viewer, one, other);
      if (position.to_move() == player) continue;
      // What another tries and may not is nobody's business.
      std::vector<std::string> tried = {"no such move"};
      for (const Position* from : {&position, &donor})
        if (const auto listed = from->moves())
          tried.insert(tried.end(), listed->begin(),
                       listed->begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(4, listed->size())));
      for (const std::string& move : tried) {
        const auto ask = [&](Json where) {
          where.update({{"moves", {move}}, {"as", viewer}, {"picture", false}});
          return client.ask("glint/show", where);
        };
        const Json mine = ask(one), others = ask(other);
        INFO(move << "\n" << position.text() << read->text());
        if (mine.contains("refused") && others.contains("refused")) REQUIRE(mine.dump() == others.dump());
      }
    }
  }
  return compared;
}

const char* const kBids = R"(
game "Bids"
use square
players sun, moon, star
board grid(2, 1)
var purse[p: player]: 0..9 = 5 seen by p
move bid "bid {price}" {
  pick price in 0..9
  require price <= purse[me]  "you have only {purse[me]}"
  purse[me] -= price
}
move wait "wait" { }
play { repeat { together { choose bid or wait } } }
)";

}  // namespace

TEST_CASE("protocol: which choice waits for others is told to its player alone", "[desk][secrets]") {
  TestClient client;
  client.open(kBids);
  const auto plies = [&](const Json& moves, const Json& viewer) {
    return client.ask("glint/show", {{"moves", moves}, {"as", viewer}, {"picture", false}})["plies"].dump();
  };
  const Json one = {"bid 2"}, two = {"bid 2", "wait"}, all = {"bid 2", "wait", "wait"};
  CHECK(plies(one, "sun") == R"([{"player":"sun","name":"bid"}])");
  CHECK(plies(one, nullptr) == R"([{"player":"sun","name":"bid"}])");
  for (const char* viewer : {"moon", "star", ""}) CHECK(plies(one, viewer) == R"([{"player":"sun","name":"?"}])");
  CHECK(plies(two, "moon") == R"([{"player":"sun","name":"?"},{"player":"moon","name":"wait"}])");
  CHECK(plies(two, "star") == R"([{"player":"sun","name":"?"},{"player":"moon","name":"?"}])");
  // They are open as soon as they are carried out, and those after them wait again.
  const std::string open =
      R"({"player":"sun","name":"bid"},{"player":"moon","name":"wait"},{"player":"star","name":"wait"})";
  CHECK(plies(all, "") == "[" + open + "]");
  CHECK(plies({"bid 2", "wait", "wait", "bid 1"}, "") == "[" + open + R"(,{"player":"sun","name":"?"}])");
  // A choice that was there when it began is none of the moves.
  const Json at = client.ask("glint/show", {{"moves", one}})["board"]["position"];
  const Json further = client.ask("glint/show", {{"at", at}, {"moves", {"bid 4"}}, {"as", "star"}});
  CHECK(further["plies"].dump() == R"([{"player":"moon","name":"?"}])");
}

TEST_CASE("protocol: why a move is illegal is told to its player alone", "[desk][secrets]") {
  TestClient client;
  client.open(kBids);
  const auto refused = [&](const Json& moves, const Json& viewer) {
    return client.ask("glint/show", {{"moves", moves}, {"as", viewer}, {"picture", false}})["refused"];
  };
  for (const Json& viewer : {Json(), Json("moon")}) {
    const Json told = refused({"wait", "bid 7"}, viewer);
    CHECK(told["message"] == "`bid 7` is not legal: you have only 5");
    CHECK(told["move"] == "bid 7");
    CHECK(told["number"] == 1);
  }
  for (const char* viewer : {"sun", "star", ""}) {
    const Json told = refused({"wait", "bid 7"}, viewer);
    CHECK(told["code"] == "G0601");
    CHECK(told["number"] == 1);
    CHECK(told["move"] == "?");
    CHECK(told.dump() == refused({"bid 2", "nonsense"}, viewer).dump());
  }
  // Where nothing is secret, all are told.
  client.open("game \"Open\"\nuse square\nplayers sun, moon\nboard square(2, 1)\npiece dot { look \".\" }\n"
              "move lay \"{at}\" { pick at in empty \"{at} is taken\"; put dot on at }\n"
              "play { repeat { turn of each player { choose lay } } }\n");
  for (const char* viewer : {"sun", "moon", ""}) {
    const Json told = refused({"a1", "a1"}, viewer);
    CHECK(told["message"] == "`a1` is not legal: a1 is taken");
    CHECK(told["move"] == "a1");
  }
}

TEST_CASE("protocol: in made-up games a choice that waits is hidden from all others", "[desk][secrets][smith]") {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < test::scaled<std::uint64_t>(200); ++seed) {
    smith::Tape tape(seed);
    const std::string text = smith::script(tape, {.together = smith::Wishes::Some::always}).game;
    INFO(text);
    TestClient client;
    client.open(text);
    compared += compare_waiting(client, test::script(text), seed);
  }
  CHECK(compared > test::scaled(50));
}

TEST_CASE("protocol: in made-up games positions that a player cannot tell apart answer alike",
          "[desk][secrets][smith]") {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < test::scaled<std::uint64_t>(100); ++seed) {
    smith::Tape tape(1000 + seed);
    const std::string text = smith::script(tape, {.secrets = smith::Wishes::Some::always}).game;
    INFO(text);
    const Game game = test::script(text);
    if (!game.has_secrets()) continue;
    TestClient client;
    client.open(text);
    compared += compare_hidden(client, game, seed);
  }
  CHECK(compared > test::scaled(20));
}
