// Players: how they are asked for, and what each may do.
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/players/rewards.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;

std::string refusal(std::string_view spec) {
  const Result<PlayerSpec> read = read_player_spec(spec, {"human"});
  return read ? "" : read.errors()[0].message + "; " + read.errors()[0].help;
}

}  // namespace

TEST_CASE("players: a game that is not played to its end is judged by its heuristic", "[players]") {
  const Game game = test::script(
      "game \"Ahead\"\nuse square\nplayers sun, moon\nboard grid(3, 1)\npiece stone of player { look \"{owner:1}\" }\n"
      "move lay \"{at}\" { pick at in empty; put stone on at }\nheuristic p = count(stone of p)\n"
      "play { repeat { turn of each player { choose lay else { end : tie } } } }\n");
  Position position = must(game.start());
  Machine machine(game.program());
  ScriptJudge script(game.program());
  Rewards rewards(game.program(), script);
  std::vector<Reward> each;
  const auto judge = [&] {
    machine.load(position.state());
    rewards.of_horizon(machine, each);
    REQUIRE(each.size() == 2);
  };
  judge();
  CHECK(each[0].value == each[1].value);
  test::play(position, "a1");
  judge();
  CHECK(each[0].value > each[1].value);
}

TEST_CASE("players: specifications", "[players]") {
  for (const PlayerInfo& each : player_infos()) {
    std::string form;
    for (std::size_t at = 0; at < each.forms.size(); at += form.size() + 2) {
      form = each.forms.substr(at, each.forms.find(',', at) - at);
      INFO(form);
      CHECK(must(read_player_spec(form)).name == each.name);
    }
  }
  CHECK(refusal("greedi").find("there is no bot `greedi`; did you mean `greedy`? the bots are: human, random, greedy") ==
        0);
  CHECK(refusal("humen").find("did you mean `human`?") != std::string::npos);
  CHECK(refusal("").find("there is no bot ``; the bots are: human, ") == 0);
  CHECK(refusal("random:5") == "`random` takes no budget, and `random:5` gives it one; write `random`");
  CHECK(refusal("mtcs:100").find("did you mean `mcts`?") != std::string::npos);
  for (const char* wrong :
       {"mcts:", "mcts:0", "mcts:x", "mcts:-4", "mcts:10 ms", "mcts:1.5s", "mcts:0s", "alphabeta:101"})
    CHECK(refusal(wrong).find("is not a budget of `") != std::string::npos);
  CHECK(refusal("mcts:9h") ==
        "`9h` is not a budget of `mcts`; write `mcts:1000` (iterations, up to 1000000000), or a time "
        "per move: `mcts:200ms`, `mcts:2s`");
  CHECK(must(read_player_spec("mcts:200ms")).budget.seconds == 0.2);
  CHECK(must(read_player_spec("alphabeta:2s")).budget.is_time());
  CHECK(must(read_player_spec("alphabeta:7")).budget.number == 7);
  CHECK(refusal("greedy:").find("`greedy` takes no budget") == 0);
}

TEST_CASE("players: a move out of those that are left", "[players]") {
  const Game game = must(Game::bundled("laser_lawn"));
  const Position start = must(game.start());
  const std::uint64_t count = must(start.count_moves());
  const std::vector<std::uint64_t> only = {3, 7, count - 1};
  for (const PlayerInfo& info : player_infos()) {
    const std::string& name = info.name;
    if (name == "perfect") continue;  // it would have to solve the lawn first
    INFO(name);
    bool other = false;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const auto player = std::move(*make_player(name + (name == "mcts"        ? ":20"
                                                         : name == "alphabeta" ? ":1"
                                                                               : ""),
                                                 seed, game));
      const std::uint64_t restricted = must(player->choose(start, &only));
      CHECK((restricted == 3 || restricted == 7 || restricted == count - 1));
      const std::uint64_t free = must(player->choose(start));
      CHECK(free < count);
      other = other || (free != 3 && free != 7 && free != count - 1);
    }
    CHECK(other);
  }
}

TEST_CASE("players: the best move of those that are left, which need not be the first", "[players]") {
  const Game game = test::script(R"(game "Dig"
use square
players north, south
board grid(1, 1)
move dig "dig {depth}" { pick depth in 1..9; if depth mod 4 == 1 { end : me wins } else { end : opponent wins } }
play { turn of north { choose dig } }
)");
  const Position start = must(game.start());
  const std::vector<std::uint64_t> with_best = {1, 3, 4, 6}, one = {4};
  for (const char* spec : {"mcts:100", "alphabeta:2"})
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      INFO(spec);
      const auto player = std::move(*make_player(spec, seed, game));
      CHECK(must(player->choose(start, &with_best)) == 4);
      CHECK(must(player->choose(start, &one)) == 4);
      // Nothing is searched where nothing is left to choose; by depth a lone move is cheap.
      CHECK(player->value().has_value() == (std::string(spec) != "mcts:100"));
    }
}

TEST_CASE("players: wrong ones on the command line", "[players]") {
  const auto told = [](const std::string& seat) {
    const cli::Answer answer = cli::glint({"play", "laser_lawn", "--seat", seat});
    CHECK(answer.status == 2);
    return answer.err;
  };
  CHECK(told("*=randm").find("--seat: there is no bot `randm`") != std::string::npos);
  CHECK(told("*=randm").find("did you mean `random`? the bots are: human, random") != std::string::npos);
  CHECK(told("*=random:7").find("`random` takes no budget") != std::string::npos);
  const cli::Answer team = cli::glint({"play", "the_beam", "--seat", "*=alphabeta"});
  CHECK(team.status == 2);
  CHECK(team.err.find("--seat: `alphabeta` cannot play this game: its players are a team") != std::string::npos);
  const cli::Answer timed = cli::glint({"play", "the_beam", "--seat", "*=mcts:1ms", "--json"});
  CHECK(timed.status == 0);
  CHECK(timed.json()["moves"].size() == 24);
}

TEST_CASE("players: the bot that suits the rules looks ahead where something tells who is nearer to a win", "[players]") {
  // Lives, arrived pyramids and a `heuristic` do; discs that are counted in the end do not, as in Othello.
  for (const char* const name : {"laser_lawn", "boundary_in_rounds", "boundary"})
    CHECK(fitting_bot(must(Game::bundled(name))) == "alphabeta");
  for (const char* const name : {"the_beam", "beams_boosters_barriers"})  // a team; choices made together
    CHECK(fitting_bot(must(Game::bundled(name))) == "mcts");
  CHECK(fitting_bot(test::example("lines_of_action")) == "alphabeta");
  CHECK(fitting_bot(test::example("othello")) == "mcts");
  CHECK(fitting_bot(test::example("hex")) == "mcts");
}

TEST_CASE("players: at most a million moves are tried at one choice", "[players][budget]") {
  // At the limit the bot begins to try them, and is stopped; past it, it refuses.
  const auto answer = [](const std::string& bot, int most) {
    auto asked = std::make_shared<int>(0);
    auto is_choosing = std::make_shared<bool>(false);
    Limits limits;
    limits.stop = [asked, is_choosing] { return *is_choosing && ++*asked > 3; };
    const Game game = must(Game::from_text(
        "game \"Many\"\nuse square\nplayers sun, moon\nboard grid(2, 2)\nvar k: 0..9 = 0\nmove m \"{p} {q}\" { pick p in 1.." +
            std::to_string(most) + "; pick q in 1..1000; k = p mod 10 }\nplay { repeat { turn of each player { choose m } } }\n",
        "test.glint", {}, nullptr, limits));
    const Position position = must(game.start());
    const auto player = must(make_player(bot, 1, game));
    *is_choosing = true;
    const auto chosen = player->choose(position);
    return chosen ? std::string("chosen") : chosen.errors()[0].code;
  };
  for (const char* const bot : {"greedy", "alphabeta:1"}) {
    INFO(bot);
    CHECK(answer(bot, 1000) == "G0614");
    CHECK(answer(bot, 1001) == "G0605");
  }
}
