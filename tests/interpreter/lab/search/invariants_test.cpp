// Invariants in play: the fewest moves that break one, against a search that is as plain as can be, and the tests that
// are written for it.
#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include <glint/invariants.hpp>
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

// ---- the plain search ----

/// The fewest moves that lead to an error, up to a limit; nothing: no line does. Draws are not moves.
std::optional<int> fewest_moves(const Game& game, int most) {
  StartOptions waiting;
  waiting.wait_at_draws = true;
  const auto start = game.start(waiting);
  if (!start) return 0;
  std::vector<Position> layer{*start};
  for (int moves = 0; moves <= most; ++moves) {
    std::vector<Position> next;
    bool fails_behind = false;
    for (std::size_t i = 0; i < layer.size(); ++i) {
      const Position position = layer[i];
      if (position.over()) continue;
      const bool draws = position.at_draw();
      const auto count = draws ? position.count_outcomes() : position.count_moves();
      if (!count) return moves;
      for (std::uint64_t k = 0; k < *count; ++k) {
        Position child = position;
        const auto error = draws ? child.draw(k) : child.play_listed(k);
        if (error && draws) return moves;
        fails_behind = fails_behind || error;
        if (!error) (draws ? layer : next).push_back(child);
      }
    }
    if (fails_behind) return moves < most ? std::optional(moves + 1) : std::nullopt;
    layer = std::move(next);
  }
  return std::nullopt;
}

/// That the test is in the script's words, and fails by this error.
void check_written(const std::string& text, const BrokenRule& broken) {
  INFO(broken.test);
  REQUIRE_FALSE(broken.test.empty());
  const std::vector<TestReport> reports = run_tests(script(text + "\n" + broken.test));
  REQUIRE(reports.size() == 1);
  CHECK_FALSE(reports[0].passed);
  INFO(reports[0].failure);
  CHECK(reports[0].failure.find(broken.error.code) != std::string::npos);
  CHECK(reports[0].failure.find(broken.error.message) != std::string::npos);
}

PlayCheck checked(const std::string& text, const PlayCheckOptions& options = {}) {
  PlayCheck check = check_play(script(text), options);
  INFO(text);
  const std::optional<int> fewest = fewest_moves(script(text), 4);
  REQUIRE(check.broken.has_value() == fewest.has_value());
  if (!fewest) return check;
  INFO(check.broken->error.rendered);
  CHECK(check.broken->moves.size() == static_cast<std::size_t>(*fewest));
  CHECK(check.broken->shortest);
  check_written(text, *check.broken);
  return check;
}

const char* const kStones = R"(
game "Stones"
use square
players sun, moon
option size: 1..3 = 2
board grid(size, 2)
piece stone of player { look "{owner:1}" }
move place "{at}" { pick at in empty; put stone on at }
move take "take {at}" { pick at in stone of opponent; remove at }
play { repeat { turn of each player { choose place or take else { end : tie } } } }
)";

const char* const kDice = R"(
game "Dice"
use square
players sun, moon
type hue = {red, green, blue}
board grid(2, 1)
piece stone { look "o" }
bag cards[number: 1..3] = 1
var tone: hue = red
var row: 1..3 = 1
var sum: 0..20 = 0
var both: set of cell = {}
move keep "keep" { sum += row }
move leave "leave" { }
play {
  draw starter in player
  draw both in 1 of cells
  put stone on both
  for round in 0..2 {
    draw row from cards
    draw tone in {red, green, blue}
    turn of starter + round { choose keep or leave }
  }
}
)";

const char* const kTogether = R"(
game "Bids"
use square
players sun, moon
board grid(2, 1)
piece coin of player { look "{owner:1}" }
var price[p: player]: 0..9 = 0 seen by p
move bid "bid {offered}" { pick offered in 0..2; price[me] += offered }
play { for spot in {a1, b1} { together { choose bid }; if price[sun] > price[moon] { put coin(owner = sun) on spot } } }
)";

const char* const kRound = R"(
game "Round"
use square
players sun, moon
board grid(2, 1)
piece man { look "m" }
setup { put man on a1 }
move go "go {to}" { pick to in empty; for at in man { move at to to } }
move stay "stay" { }
play { repeat { turn of sun { choose go or stay } } }
)";

}  // namespace

TEST_CASE("invariants: the fewest moves that break one, against a plain search") {
  for (const char* rule : {"count(stone) < 0", "count(stone) < 1", "count(stone) < 2", "count(stone) < 3",
                           "not (a1 in stone of moon)", "not (a1 in stone of sun and b2 in stone of sun)",
                           "count(stone) < 4 or a1 in stone of sun", "count(stone of moon) < 2", "count(stone) < 9"}) {
    const PlayCheck check = checked(std::string(kStones) + "invariant " + rule + " \"it is \\\"so\\\"\"\n");
    CHECK(check.invariants == 1);
    if (check.broken) CHECK(check.broken->error.code == "G0604");
  }
  const PlayCheck none = checked(kStones, {.limit = 20});
  CHECK(none.invariants == 0);
  CHECK(none.positions == 20);
  CHECK_FALSE(none.complete);
  REQUIRE(none.depth);
  CHECK(*none.depth >= 1);
  CHECK(none.games == 100);
  CHECK(none.plies > 4);
}

TEST_CASE("invariants: all outcomes of chance, and those that decided are written down") {
  for (const char* rule : {"sum < 3", "sum < 4", "sum < 5", "not (tone == blue and sum == 2)", "not (row == 3)",
                           "not (tone == green and b1 in both)", "not (b1 in both)", "sum < 6"})
    checked(std::string(kDice) + "invariant " + rule + "\n");
  const PlayCheck all = checked(kDice);
  CHECK(all.complete);
  CHECK(all.games == 0);
  const PlayCheck drawn = checked(std::string(kDice) + "invariant not (sum == 2 and tone == blue and b1 in both)\n");
  REQUIRE(drawn.broken);
  CHECK(drawn.broken->moves == std::vector<std::string>{"keep"});
  CHECK(drawn.broken->test.find("draw both = b1\n") != std::string::npos);
  CHECK(drawn.broken->test.find("starter") == std::string::npos);  // it does not matter who starts
  // But a game that is played again by any seed needs to be told all.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    StartOptions options;
    options.seed = seed;
    options.draws = drawn.broken->draws;
    Position position = must(script(std::string(kDice) + "invariant not (sum == 2 and tone == blue and b1 in both)\n")
                                 .start(options));
    const auto error = position.play("keep");
    REQUIRE(error);
    CHECK(error->code == "G0604");
  }
}

TEST_CASE("invariants: what is drawn more than once is told as often, in its order") {
  for (const char* rule : {"sum < 4", "sum < 5", "sum < 6"}) {
    const std::string text = std::string(kDice) + "invariant " + rule + "\n";
    const PlayCheck check = checked(text);
    REQUIRE(check.broken);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      StartOptions options;
      options.seed = seed;
      options.draws = check.broken->draws;
      Position position = must(script(text).start(options));
      std::optional<Error> error;
      for (const std::string& move : check.broken->moves) {
        REQUIRE_FALSE(error);
        error = position.play(move);
      }
      REQUIRE(error);
      CHECK(error->code == "G0604");
    }
  }
}

TEST_CASE("invariants: an end that is one move shorter is found, where no move can be left out") {
  // Of `small`, `small` none can be left out, but `big` does the same: nothing can be chosen, or two is reached.
  const std::string text =
      "game \"Steps\"\nuse square\nplayers sun\nboard grid(1, 1)\nvar sum: 0..9 = 0\n"
      "move begin \"begin\" { }\nmove small \"small\" { require sum != 2; sum += 1 }\n"
      "move big \"big\" { require sum != 2; sum += 2 }\n"
      "play { turn of sun { choose begin }; for round in 1..3 { turn of sun { choose small or big } }; end : tie }\n";
  for (const char* const rule : {"", "invariant sum != 2 \"never two\"\n"})
    for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
      const PlayCheck check = check_play(script(text + rule), {.limit = 1, .games = 20, .seed = seed});
      REQUIRE(check.broken);
      CHECK(check.broken->moves == std::vector<std::string>{"begin", "big"});
    }
}

TEST_CASE("invariants: cells whose labels are no names are written by their coordinates") {
  std::string text = kDice;
  const std::string board = "board grid(2, 1)";
  text.replace(text.find(board), board.size(), "board on square4 { cells x in 1..2, y in 1..1; label \"{x},{y}\" }");
  const PlayCheck drawn = checked(text + "invariant not (sum == 2 and cell(2, 1) in both)\n");
  REQUIRE(drawn.broken);
  CHECK(drawn.broken->test.find("draw both = cell(2, 1)\n") != std::string::npos);
}

TEST_CASE("invariants: choices made together, secrets, and a past that counts") {
  for (const char* rule :
       {"price[sun] < 2", "price[sun] + price[moon] < 4", "price[sun] + price[moon] < 7", "count(coin of sun) < 2"})
    checked(std::string(kTogether) + "invariant " + rule + "\n");
  for (const char* rule : {"seen < 2", "seen < 3", "seen < 2 or b1 in man", "seen < 4 or b1 in man", "seen < 9"})
    checked(std::string(kRound) + "invariant " + rule + "\n", {.limit = 60, .games = 0});
}

TEST_CASE("invariants: any error of the rules counts, also where nothing can be chosen") {
  const std::string begin =
      "game \"Errors\"\nuse square\nplayers sun, moon\nboard grid(2, 2)\n"
      "piece stone { look \"o\" }\nvar left: 0..2 = 2\n";
  const std::string place = "move place \"{at}\" { pick at in empty; put stone on at; ";
  const auto code = [&](const std::string& tail) {
    const PlayCheck check = checked(begin + tail);
    return check.broken ? check.broken->error.code + " " + std::to_string(check.broken->moves.size()) : "";
  };
  const std::string play = "play { repeat { turn of each player { choose place } } }\n";
  CHECK(code(place + "left -= 1 }\n" + play) == "G0602 3");
  CHECK(code(place + "}\n" + play) == "G0603 4");
  CHECK(code(place + "}\nsetup { put stone on cells }\n" + play) == "G0603 0");
  CHECK(code(place + "}\nsetup { left -= 1 + count(empty) }\n" + play) == "G0602 0");
  CHECK(code(place + "}\nend when empty == {} : tie\n" + play).empty());
  CHECK(code("bag cards[number: 1..2] = 1\nvar card: 1..2 = 1\nmove go \"go\" { }\n"
             "play { repeat { draw card from cards\n turn of sun { choose go } } }\n") == "G0610 2");
}

TEST_CASE("invariants: what random games find is made shorter, and not called the shortest") {
  const std::string text =
      "game \"Walk\"\nuse square\nplayers one, two\nboard grid(6, 6)\npiece man { look \"m\" }\n"
      "setup { put man on a1 }\nvar corners: 0..200 = 0\n"
      "move step \"{from}-{to}\" { pick from in man; pick to in (from + around) & empty; "
      "move from to to\n if to == f6 { corners += 1 } }\n"
      "play { repeat { turn of each player { choose step } } }\n"
      "invariant corners == 0 \"the corner is not to be entered\"\n";
  const PlayCheck check = check_play(script(text), {.limit = 20, .games = 5});
  REQUIRE(check.broken);
  CHECK(check.games >= 1);
  CHECK(check.broken->moves.size() >= 5);
  CHECK(check.broken->moves.size() <= 40);
  CHECK_FALSE(check.broken->shortest);
  check_written(text, *check.broken);
  // The same games each time; and the fewest moves are one more than were searched.
  CHECK(check_play(script(text), {.limit = 20, .games = 5}).broken->moves == check.broken->moves);
  const std::string soon = std::string(kStones) + "invariant count(stone) < 2\n";
  const PlayCheck near = check_play(script(soon), {.limit = 1, .games = 5});
  REQUIRE(near.broken);
  CHECK(near.broken->moves.size() == 2);
  CHECK_FALSE(check_play(script(text), {.limit = 20, .games = 0}).broken);
}

TEST_CASE("invariants: the last position counts, however the game ends") {
  const std::string begin =
      "game \"Last\"\nuse square\nplayers sun, moon\nboard grid(2, 2)\npiece stone { look \"o\" }\n"
      "var spent: 0..9 = 0\ninvariant count(stone) < 2 \"one only\"\n";
  const std::string place = "move place \"{at}\" { pick at in empty; put stone on at; spent += 1";
  const char* const in_play = " }\nplay { for round in 1..2 { turn of sun { choose place } }; end : tie }\n";
  const char* const in_move =
      "\n end when count(stone) == 2 : tie }\nplay { repeat { turn of sun { choose place } } }\n";
  const char* const by_rule =
      " }\nend when count(stone) == 2 : tie\nplay { repeat { turn of sun { choose place } } }\n";
  const char* const at_its_end = " }\nplay { for round in 1..2 { turn of sun { choose place } } }\n";
  const char* const together = "\n end when spent == 2 : tie }\nplay { repeat { together { choose place } } }\n";
  for (const char* const play : {in_play, in_move, by_rule, at_its_end, together}) {
    const std::string text = begin + place + play;
    INFO(text);
    CHECK(checked(text).broken->moves.size() == 2);
    // Random games come to the same error.
    const PlayCheck random = check_play(script(text), {.limit = 1, .games = 3});
    REQUIRE(random.broken);
    CHECK(random.broken->error.code == "G0604");
    check_written(text, *random.broken);
    // So do random games that nobody searches; of choices made together, those that differ.
    int broken = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Position position = must(script(text).start());
      Random numbers(seed);
      broken += !playout(position, numbers).ok();
    }
    CHECK((play == together ? broken > 5 : broken == 20));
  }
}

TEST_CASE("invariants: moves that can only be left out together are left out") {
  // Each player's stones must be as many as the other's: a single move cannot be left out, nor two of one player.
  const std::string text =
      "game \"Pairs\"\nuse square\nplayers sun, moon\nboard grid(6, 6)\n"
      "piece stone of player { look \"{owner:1}\" }\n"
      "move place \"{at}\" { pick at in empty; put stone on at }\n"
      "play { repeat { turn of each player { choose place else { end : tie } } } }\n"
      "invariant not (f6 in stone of moon) \"moon leaves the corner alone\"\n";
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    const PlayCheck check = check_play(script(text), {.limit = 1, .games = 20, .seed = seed});
    REQUIRE(check.broken);
    CHECK(check.broken->moves.size() == 2);
    check_written(text, *check.broken);
  }
}

TEST_CASE("invariants: a test has the options of the game that it is of") {
  const std::string text = std::string(kStones) + "invariant count(stone) < 5 \"four are enough\"\n";
  CHECK_FALSE(check_play(script(text, {{"size", "1"}})).broken);
  const PlayCheck check = check_play(script(text, {{"size", "3"}}));
  REQUIRE(check.broken);
  CHECK(check.broken->test.rfind("test \"the invariant holds: four are enough\" with size = 3 {\n", 0) == 0);
  check_written(text, *check.broken);
}

TEST_CASE("invariants: bundled games and variants are sound") {
  std::vector<std::string> names = Game::bundled_names();
  for (const std::string& variant : Game::bundled_variants()) names.push_back(variant);
  for (const std::string& name : names) {
    INFO(name);
    const PlayCheck check = check_play(must(Game::bundled(name)), {.limit = 1500, .games = 4});
    INFO((check.broken ? check.broken->error.rendered : ""));
    CHECK_FALSE(check.broken);
    CHECK(check.positions > 0);
  }
}

TEST_CASE("cli: test --explore", "[cli]") {
  cli::Folder folder;
  const std::string good = folder.write("good.glint", std::string(kStones) + "invariant count(stone) < 9\n");
  const std::string bad = folder.write("bad.glint", std::string(kStones) + "invariant count(stone) < 2 \"one only\"\n");
  const cli::Answer both = cli::glint({"test", bad, good, "--explore"});
  CHECK(both.status == 1);
  CHECK(both.out.find("an invariant is broken after 2 moves, the shortest way there") != std::string::npos);
  CHECK(both.out.find("test \"the invariant holds: one only\" {\n  play \"") != std::string::npos);
  CHECK(both.out.find("good.glint: the invariant holds in ") != std::string::npos);
  const cli::Answer json = cli::glint({"test", bad, "--explore", "--json"});
  CHECK(json.status == 1);
  const auto play = json.json()["files"][0]["play"];
  CHECK(play["broken"]["code"] == "G0604");
  CHECK(play["broken"]["shortest"] == true);
  CHECK(play["broken"]["moves"].size() == 2);
  const cli::Answer few = cli::glint({"test", good, "--explore", "--limit", "10", "--games", "2", "--json"});
  CHECK(few.status == 0);
  CHECK(few.json()["files"][0]["play"]["broken"].is_null());
  CHECK(few.json()["files"][0]["play"]["positions"] == 10);
  CHECK(few.json()["files"][0]["play"]["games"] == 2);
  CHECK(cli::glint({"test", good, "--limit", "10"}).status == 2);
}

TEST_CASE("invariants: random games whose rules take very long are fewer", "[budget]") {
  // A move, its listing, and as many units of work as the loop has hundreds of thousands of turns, five for each.
  const auto games = [](int turns, std::uint64_t slow = 20'000) {
    const Game game = script(
        "game \"Long\"\nuse square\nplayers sun, moon\nboard grid(2, 2)\nvar k: 0..9 = 0\n"
        "move go \"go\" { for i in 1.." + std::to_string(turns) + " { k = i mod 10 } }\n"
        "play { repeat { turn of each player { choose go } } }\n");
    return check_play(game, {.limit = 1, .slow = slow, .games = 30, .plies = 2}).games;
  };
  CHECK(games(10'000) == 30);   // at most 8 units for each ply that a game may have
  CHECK(games(400'000) < 20);
  CHECK(games(400'000) >= 1);
  CHECK(games(10'000, 100) < 20);
}
