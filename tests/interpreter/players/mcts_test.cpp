// Monte Carlo tree search: what it finds, that it does not peek, and that more of it is better.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/machine/playout.hpp"
#include "interpreter/measure/bench.hpp"
#include "interpreter/players/judge.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/players/shuffled.hpp"
#include "interpreter/players/tree_search.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using test::must;
using test::play;
using test::script;

std::unique_ptr<Player> player_of(const std::string& spec, std::uint64_t seed, const Game& game) {
  return std::move(*make_player(spec, seed, game));
}

std::string choice_of(const std::string& spec, std::uint64_t seed, const Position& position) {
  return must(position.move(must(player_of(spec, seed, position.game())->choose(position))));
}

Position game_of(const Game& game, const std::vector<std::string>& seats, std::uint64_t seed, int max_plies = 400) {
  Random seeds(seed);
  Position position = must(game.start({.seed = seeds.next()}));
  std::vector<std::unique_ptr<Player>> players;
  for (const std::string& seat : seats) players.push_back(player_of(seat, seeds.next(), game));
  for (int ply = 0; ply < max_plies && !position.over(); ++ply) {
    const auto seat = static_cast<std::size_t>(position.to_move());
    REQUIRE_FALSE(position.play_listed(must(players[seat]->choose(position))));
  }
  return position;
}

/// Games that a player wins on the first seat.
int wins_of(const Game& game, const std::vector<std::string>& seats, int seat, int games) {
  int wins = 0;
  for (int g = 0; g < games; ++g) {
    const Outcome outcome = game_of(game, seats, static_cast<std::uint64_t>(g)).outcome();
    wins += outcome.kind == OutcomeKind::win && (outcome.winner == seat || game.players().size() == 1);
  }
  return wins;
}

/// Is this number of wins within what a player who wins each game with this probability gets 999 times in 1000?
bool is_likely(int wins, int games, double probability) {
  return std::abs(wins - games * probability) <= 3.3 * std::sqrt(games * probability * (1 - probability)) + 0.5;
}

const char* const kGuess = R"(
game "Guess"
use square
players sun, moon
option told: {nothing, parity} = nothing
board grid(1, 1)
var card: 1..4 = 1 seen by {}
var uneven: flag = off
var guessed: 0..4 = 0
move guess "{number}" { pick number in 1..4; guessed = number }
play {
  draw card in 1..4
  if told == parity { uneven = card in {1, 3} }
  turn of sun { choose guess }
  if guessed == card { end : sun wins }
  end : moon wins
}
)";

const char* const kHands = R"(
game "Hands"
use square
players sun, moon
board grid(1, 1)
var hand[p: player]: set of 1..9 = {} seen by p
var deck: set of 1..9 = {1, 2, 3, 4, 5, 6, 7, 8, 9} seen by {}
var dealt: 1..9 = 1 seen by {}
var laid[player]: 0..9 = 0
var tricks[player]: 0..9 = 0
move lay "lay {card}" { pick card in hand[me]; hand[me] -= {card}; laid[me] = card }
play {
  for round in 1..3 { for p in player { draw dealt in deck; hand[p] |= {dealt}; deck -= {dealt} } }
  for round in 1..3 {
    turn of each player { choose lay }
    if laid[sun] > laid[moon] { tricks[sun] += 1 } else { tricks[moon] += 1 }
  }
  end : score
}
score p = tricks[p]
)";

const char* const kPennies = R"(
game "Pennies"
use square
players sun, moon
board grid(1, 1)
var side[player]: 0..2 = 0
move show_side "{shown}" { pick shown in 1..2; side[me] = shown }
play { together { choose show_side }; if side[sun] == side[moon] { end : moon wins }; end : sun wins }
)";

const char* const kDice = R"(
game "Dice"
use square
players sun, moon
board grid(1, 1)
var aim: 0..3 = 0
var die: 1..6 = 1
move bet "{number}" { pick number in 1..3; aim = number }
play { turn of sun { choose bet }; draw die in 1..6; if die > 2 * aim - 1 { end : sun wins }; end : moon wins }
)";

}  // namespace

TEST_CASE("mcts: a tie that is known for sure is worth a tie, whatever random games said", "[players][mcts]") {
  const Game game = script(R"(
game "Tie"
use square
players sun, moon
board grid(1, 1)
move go "go" { }
move yield "yield" { end : moon wins }
move take "take {x}" {
  pick x in 0..3
  if x == 0 { end : tie }
  end : sun wins
}
play {
  turn of sun { choose go or yield }
  turn of moon { choose take }
  end : tie
}
)");
  const Position position = must(game.start());
  const std::unique_ptr<Player> player = player_of("mcts:1000", 1, game);
  CHECK(must(position.move(must(player->choose(position)))) == "go");
  CHECK(*player->value() == 0.5);
}

TEST_CASE("mcts: an order drawn at random has each number once", "[players][mcts]") {
  for (const std::uint64_t n : {1, 2, 3, 4, 5, 17, 64, 100, 1764}) {
    std::vector<int> met(n, 0);
    const Shuffled shuffled(n, n * 77);
    std::vector<std::uint64_t> all(n), rest(n / 2);
    shuffled.fill(0, all);
    shuffled.fill(n - n / 2, rest);
    CHECK(std::equal(rest.begin(), rest.end(), all.end() - static_cast<std::ptrdiff_t>(n / 2)));
    for (std::uint64_t k = 0; k < n; ++k) {
      ++met[shuffled[k]];
      CHECK((all[k] == shuffled[k] && shuffled.position(all[k]) == k));
    }
    CHECK(std::count(met.begin(), met.end(), 1) == static_cast<std::ptrdiff_t>(n));
  }
}

TEST_CASE("mcts: weighs what chance may do, and does not know what it will do", "[players][mcts]") {
  const Game dice = script(kDice);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Position start = must(dice.start({.seed = seed}));
    const auto player = player_of("mcts:600", seed, dice);
    CHECK(must(player->choose(start)) == 0);
    CHECK(std::abs(*player->value() - 5.0 / 6) < 0.1);
  }
}

TEST_CASE("mcts: knows no choice that is made together with its own", "[players][mcts]") {
  const Game pennies = script(kPennies);
  Position one = must(pennies.start()), two = one;
  play(one, "1");
  play(two, "2");
  int ones = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const std::string choice = choice_of("mcts:100", seed, one);
    CHECK(choice == choice_of("mcts:100", seed, two));
    ones += choice == "1";
  }
  CHECK(is_likely(ones, 100, 0.5));
  // Nor does the third of three, who wins by choosing as the second did.
  std::string three = kPennies;
  three.replace(three.find("sun, moon"), 9, "sun, moon, star");
  three.replace(three.find("if side[sun] == side[moon] { end : moon wins }"), 46, "if side[star] == side[moon] { end : star wins }");
  const Game others = script(three);
  Position first = must(others.start()), second = first;
  for (const char* const choice : {"1", "1"}) play(first, choice);
  for (const char* const choice : {"1", "2"}) play(second, choice);
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    CHECK(choice_of("mcts:100", seed, first) == choice_of("mcts:100", seed, second));
  CHECK(is_likely(wins_of(pennies, {"random", "mcts:100"}, 1, 200), 200, 0.5));
  // The first, who has nothing to choose, is not asked again.
  three.replace(three.find("pick shown"), 4, "require not me == sun; pick");
  three.replace(three.find("choose show_side }"), 18, "choose show_side else { } }");
  for (const bool is_known : {false, true}) {
    Position skipped = must(script(three).start());
    CHECK(skipped.to_move() == 1);
    if (is_known) play(skipped, "2");
    CHECK(choice_of("mcts:100", 1, skipped) != "");
    play(skipped, choice_of("mcts:100", 1, skipped));
    CHECK(skipped.over() == is_known);
  }
}

TEST_CASE("mcts: what is hidden is not looked at", "[players][mcts]") {
  for (const bool is_told : {false, true}) {
    const Game guess = script(kGuess, {{"told", is_told ? "parity" : "nothing"}});
    CHECK(is_likely(wins_of(guess, {"mcts:100", "random"}, 0, test::scaled(300)), test::scaled(300), is_told ? 0.5 : 0.25));
    const Position one = must(guess.start({.draws = {{"card", "1"}}})),
                   three = must(guess.start({.draws = {{"card", "3"}}}));
    for (std::uint64_t seed = 0; seed < test::scaled<std::uint64_t>(50, 10); ++seed)
      CHECK(choice_of("mcts:50", seed, one) == choice_of("mcts:50", seed, three));
  }
  // A hand of another's, and the order in which the own one came, change nothing.
  const Game hands = script(kHands);
  const Position one = must(hands.start(
      {.draws = {{"dealt", "2"}, {"dealt", "7"}, {"dealt", "5"}, {"dealt", "9"}, {"dealt", "6"}, {"dealt", "8"}}}));
  const Position other = must(hands.start(
      {.draws = {{"dealt", "6"}, {"dealt", "1"}, {"dealt", "2"}, {"dealt", "3"}, {"dealt", "5"}, {"dealt", "4"}}}));
  for (std::uint64_t seed = 0; seed < test::scaled<std::uint64_t>(20, 4); ++seed)
    CHECK(choice_of("mcts:60", seed, one) == choice_of("mcts:60", seed, other));
  // A player that searches wins more tricks than one that does not.
  int wins = 0;
  for (std::uint64_t g = 0; g < 60; ++g) wins += game_of(hands, {"random", "mcts:100"}, g).outcome().highest() == 1;
  CHECK(wins > 36);
}

TEST_CASE("mcts: must know how play came to a position with secrets", "[players][mcts]") {
  const Game guess = script(kGuess);
  const Position start = must(guess.start());
  const Position read = must(guess.read(start.text()));
  const auto refused = player_of("mcts:10", 1, guess)->choose(read);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.errors()[0].message.find("it must know all moves so far") != std::string::npos);
}

TEST_CASE("mcts: same seed, same move", "[players][mcts]") {
  for (const char* name : {"laser_lawn", "the_beam", "beams_boosters_barriers"}) {
    const Game game = must(Game::bundled(name));
    const Position start = must(game.start());
    CHECK(choice_of("mcts:40", 5, start) == choice_of("mcts:40", 5, start.detach()));
  }
}

TEST_CASE("mcts: stronger budgets beat weaker ones", "[players][mcts]") {
  const auto points = [](const Game& game, const std::string& strong, const std::string& weak, int games, int plies) {
    double sum = 0;
    for (int g = 0; g < games; ++g) {
      const bool first = g % 2 == 0;
      const int winner =
          game_of(game, {first ? strong : weak, first ? weak : strong}, static_cast<std::uint64_t>(g / 2), plies)
              .outcome()
              .victor();
      sum += winner < 0 ? 0.5 : winner == (first ? 0 : 1);
    }
    return sum / games;
  };
  CHECK(points(must(Game::bundled("laser_lawn")), "mcts:30", "mcts:2", 6, 200) > 0.7);
  CHECK(points(must(Game::bundled("beams_boosters_barriers", {{"columns", "5"}, {"depth", "5"}})), "mcts:50", "random",
               8, 200) > 0.7);
  CHECK(points(test::example("othello"), "mcts:60", "mcts:4", 8, 200) > 0.7);
  const Game beam = must(Game::bundled("the_beam"));
  double strong = 0, weak = 0;
  for (std::uint64_t g = 0; g < 10; ++g) {
    strong += static_cast<double>(
        game_of(beam, std::vector<std::string>(beam.players().size(), "mcts:100"), g).outcome().scores[0]);
    weak += static_cast<double>(
        game_of(beam, std::vector<std::string>(beam.players().size(), "mcts:5"), g).outcome().scores[0]);
  }
  CHECK(strong > weak + 20);
}

TEST_CASE("mcts: searched in parts, the choice depends on their number alone", "[players][mcts]") {
  const auto forwards = [](int parts, const std::function<void(int)>& part) {
    for (int i = 0; i < parts; ++i) part(i);
  };
  const auto backwards = [](int parts, const std::function<void(int)>& part) {
    for (int i = parts; i-- > 0;) part(i);
  };
  const auto at_once = [](int parts, const std::function<void(int)>& part) {
    std::vector<std::thread> threads;
    for (int i = 0; i < parts; ++i) threads.emplace_back(part, i);
    for (std::thread& thread : threads) thread.join();
  };
  const std::vector<std::uint64_t> some = {3, 5, 8, 13, 21, 34};
  bool differs = false;
  // All is open; chosen together; with hidden hands; a few moves of many.
  for (const auto& [game, only] :
       {std::pair{must(Game::bundled("laser_lawn")), false},
        std::pair{must(Game::bundled("beams_boosters_barriers")), false}, std::pair{script(kHands), false},
        std::pair{must(Game::bundled("laser_lawn")), true}}) {
    const Position start = must(game.start());
    std::vector<std::vector<std::uint64_t>> chosen;
    for (const int count : {1, 3}) {
      std::vector<std::uint64_t> first;
      for (const Workers& workers :
           {Workers{count, {}}, Workers{count, forwards}, Workers{count, backwards}, Workers{count, at_once}}) {
        std::vector<std::uint64_t> now;
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
          const auto player = must(make_player("mcts:50", seed, game, workers));
          now.push_back(must(player->choose(start, only ? &some : nullptr)));
          if (only) CHECK(std::count(some.begin(), some.end(), now.back()) == 1);
        }
        if (first.empty()) first = now;
        CHECK(now == first);
      }
      chosen.push_back(first);
    }
    differs = differs || chosen[0] != chosen[1];
  }
  CHECK(differs);
}

TEST_CASE("mcts: parts share what they know for sure", "[players][mcts]") {
  // One move of forty wins, the others lose at once. A tree of 16 iterations tries about as many moves, in an order of
  // its own, so that it finds the win four times out of ten; three trees, eight times.
  const Game game = script(R"(
game "One wins"
use square
players sun, moon
board grid(1, 1)
var taken: 0..40 = 0
move take "take {number}" { pick number in 1..40; taken = number }
play { turn of sun { choose take }; if taken == 17 { end : sun wins }; end : moon wins }
)");
  const Position start = must(game.start());
  const auto found = [&](const std::string& spec, int count) {
    int times = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const auto player = must(make_player(spec, seed, game, {count, {}}));
      const bool is_found = must(start.move(must(player->choose(start)))) == "take 17";
      CHECK((*player->value() == 1) == is_found);
      times += is_found;
    }
    return times;
  };
  const int one = found("mcts:16", 1), three = found("mcts:48", 3);
  INFO(one << " and " << three);
  CHECK(one < 36);
  CHECK(three > 38);
}

TEST_CASE("mcts: moves that cannot change the score are weighed without making them, and the same is played", "[players][mcts]") {
  const Game game = script(R"(
game "Steps"
use square
players sun, moon
board square(4, 4)
piece stone { look "o" }
piece tree { look "t" }
var left: clamped 0..99 = 14
var points[player]: clamped 0..9 = 0
move wait "wait" { }
move sow "sow {at}" { pick at in empty; put tree on at }
move place "place {at}" { pick at in empty; put stone on at; left -= 1 }
move take "take {at}" { pick at in stone; require odd(at.x + at.y); remove at; points[me] += 1; left -= 1 }
play { repeat { turn of sun { choose sow or place or take or wait }; turn of moon { choose place or take or wait } } }
end when left == 0 : score
score p = points[p]
)");
  const auto weighs_alike = [&](const std::string& name) {
    const auto& moves = game.program().rules.moves;
    for (std::size_t m = 0; m < moves.size(); ++m)
      if (moves[m].name == name) return game.program().moves[m].keeps_worth;
    FAIL(name);
    return false;
  };
  CHECK(weighs_alike("sow"));
  CHECK_FALSE(weighs_alike("place"));  // the game may be over after it
  CHECK_FALSE(weighs_alike("take"));
  const Game plain = must(built_without(game, Lowerings().add(Lowering::alike)));
  Random random(4);
  for (int g = 0; g < 6; ++g) {
    Position position = must(game.start());
    for (int ply = 0; ply < 12 && !position.over(); ++ply) {
      const std::uint64_t seed = random.next();
      const std::string move = choice_of("mcts:60", seed, position);
      CHECK(choice_of("mcts:60", seed, must(plain.read(position.text()))) == move);
      REQUIRE_FALSE(position.play(move));
    }
  }
}

TEST_CASE("mcts: where play comes to its end, so may the game after any move", "[players][mcts]") {
  const Game game = script(R"(
game "Rounds"
use square
players sun, moon
board square(2, 2)
piece tree { look "t" }
var points[player]: clamped 0..9 = 0
move sow "sow {at}" { pick at in empty; put tree on at }
move take "take {at}" { pick at in tree; remove at; points[me] += 1 }
play { for round in 1..3 { turn of each player { choose sow or take } } }
score p = points[p]
)");
  for (const MoveCode& move : game.program().moves) CHECK_FALSE(move.keeps_worth);
}

TEST_CASE("mcts: where random games never end, they are judged early", "[players][mcts]") {
  // Each step is worth ten points more than the one before; then play drifts for ever. After 400 random plies nobody
  // can tell any more which step it was.
  const Game game = script(R"(
game "Drift"
use square
players sun
board grid(1, 1)
var at: -2000..2000 = 0
var begun: flag = off
move step "step {far}" { offer not begun; pick far in 1..4; begun = on; at = 10 * far }
move drift "drift {far}" { offer begun; pick far in -6..6; at += far }
play { repeat { turn of sun { choose step or drift else { end : score } } } }
score p = at
)");
  const Position start = must(game.start());
  int best = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) best += choice_of("mcts:100", seed, start) == "step 4";
  CHECK(best >= 18);
}

const char* const kLongWay = R"(
game "Long way"
use square
players sun, moon
option length: {60, 150} = 60
option sign: {1, -1} = 1
board grid(1, 1)
var at: -2000..2000 = 0
move step "step {far}" { pick far in 1..4; at = 3 * far }
move drift "drift {far}" { pick far in -6..6; at += far }
play {
  turn of sun { choose step }
  for i in 1..length { turn of (if i mod 2 == 0 then sun else moon) { choose drift } }
  if at > 0 { end : sun wins }
  end : moon wins
}
heuristic p = if p == sun then sign * at else -sign * at
)";

TEST_CASE("mcts: where the judge foretells long random games, they are judged early", "[players][mcts]") {
  // Each step of sun makes a win a little likelier. After sixty plies this hardly shows; after ten it does.
  for (const char* length : {"60", "150"}) {
    const Position start = must(script(kLongWay, {{"length", length}}).start());
    int best = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) best += choice_of("mcts:1200", seed, start) == "step 4";
    INFO(length << ": " << best);
    CHECK(best >= 29);
  }
}

TEST_CASE("mcts: where the judge does not foretell random games, they are played as if they were never cut",
          "[players][mcts]") {
  const auto search = [](const Game& game, std::uint64_t seed, double sure_correlation) {
    Random random(seed);
    TreeSearchOptions options;
    options.sure_correlation = sure_correlation;
    std::vector<std::unique_ptr<TreeSearch>> searches;
    searches.push_back(std::make_unique<TreeSearch>(game.program(), random, make_judge({}, game.program()), options));
    searches[0]->begin(must(game.start()), nullptr);
    for (int i = 0; i < 600; ++i) REQUIRE_FALSE(searches[0]->iterate());
    return *TreeSearch::choice(searches);
  };
  constexpr double kNever = 1;  // no correlation is more
  bool differs = false;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    // The heuristic of the first has the wrong sign; results of the second are scores.
    for (const Game& game : {script(kLongWay, {{"sign", "-1"}}), test::example("othello")}) {
      const TreeSearch::Choice choice = search(game, seed, 0.1), full = search(game, seed, kNever);
      CHECK(choice.move == full.move);
      CHECK(choice.value == full.value);
    }
    const Game foretold = script(kLongWay);
    differs = differs || search(foretold, seed, 0.1).value != search(foretold, seed, kNever).value;
  }
  CHECK(differs);
}

TEST_CASE("mcts: a random game that is played in two parts is the same game", "[players][mcts]") {
  for (const Game& game : {must(Game::bundled("laser_lawn")), must(Game::bundled("beams_boosters_barriers")),
                           test::example("draughts"), test::example("einstein"), test::example("konane")})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Position start = must(game.start({.seed = seed}));
      Machine whole(game.program()), parts(game.program());
      whole.load(start.state());
      parts.load(start.state());
      Random one(seed), other(seed);
      const PlayoutEnd end = run_playout(whole, one, 400), first = run_playout(parts, other, 10);
      ScriptJudge(game.program()).lead(parts, 0);
      CHECK(end.plies == first.plies + run_playout(parts, other, 400 - first.plies).plies);
      CHECK(std::equal(whole.frame(), whole.frame() + game.program().layout.size, parts.frame()));
    }
}

const char* const kSmallHex = R"(
game "Hex"
use hex
players red, blue
board rhombus(7, 7)
piece stone of player { look "{owner:1}" }
let near(p: player): set of cell = {c in cells where (if p == red then c.y else c.x) == 1}
let far(p: player): set of cell = {c in cells where (if p == red then c.y else c.x) == 7}
move place "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose place } } }
end for p in player when (reach c in near(p) & stone of p : c + around & stone of p) meets far(p) : p wins
)";

TEST_CASE("mcts: what a move came to elsewhere helps where moves only put pieces", "[players][mcts]") {
  const auto choose = [](const Position& position, std::uint64_t seed, std::uint32_t alike_visits) {
    Random random(seed);
    TreeSearchOptions options;
    options.alike_visits = alike_visits;
    const Program& program = position.game().program();
    std::vector<std::unique_ptr<TreeSearch>> searches;
    searches.push_back(std::make_unique<TreeSearch>(program, random, make_judge({}, program), options));
    searches[0]->begin(position, nullptr);
    for (int i = 0; i < 200 && !searches[0]->is_solved(); ++i) REQUIRE_FALSE(searches[0]->iterate());
    return TreeSearch::choice(searches)->move;
  };
  const std::uint32_t usual = TreeSearchOptions().alike_visits, never = 0;
  const Game game = script(kSmallHex);
  constexpr int kGames = 12;
  int won = 0;
  for (int g = 0; g < kGames; ++g) {
    Position position = must(game.start());
    for (std::uint64_t ply = 0; !position.over(); ++ply) {
      const auto seed = static_cast<std::uint64_t>(g) * 1000 + ply;
      REQUIRE_FALSE(position.play_listed(choose(position, seed, position.to_move() == g % 2 ? usual : never)));
    }
    won += position.outcome().victor() == g % 2;
  }
  CHECK(won >= 10);
  // Where moves lead from cell to cell, or something judges, the same is played with it and without.
  for (const Game& other : {test::example("breakthrough"), test::example("othello")})
    for (std::uint64_t seed = 0; seed < 3; ++seed)
      CHECK(choose(must(other.start()), seed, usual) == choose(must(other.start()), seed, never));
}
