// Playing through the public face: seeds, copies, chance, refusals, results.
#include <string>
#include <vector>

#include "tests/smith/smith.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

struct Played {
  std::vector<std::string> moves;
  std::string end;
  Settings draws;

  bool operator==(const Played&) const = default;
};

/// A whole random game; draws follow `seed`, choices follow `choices`.
Played random_game(const Game& game, std::uint64_t seed, std::uint64_t choices, int max_plies = 60) {
  StartOptions options;
  options.seed = seed;
  Position position = must(game.start(options));
  Random random(choices);
  Played played;
  for (int ply = 0; ply < max_plies && !position.over(); ++ply) {
    const std::uint64_t count = must(position.count_moves());
    const std::uint64_t choice = random.below(count);
    played.moves.push_back(must(position.move(choice)));
    REQUIRE_FALSE(position.play_listed(choice));
  }
  played.end = position.text();
  played.draws = position.draws();
  return played;
}

const char* const kDice = R"(
game "Dice"
use square
players sun, moon
board grid(2, 2)
type hue = {red, green, blue}
var first: player = sun
var eyes: 1..6 = 1
var total[player]: 0..99 = 0
move roll "roll" { total[me] += eyes }
move stay "stay" { require odd(eyes)   "only with odd eyes, not {eyes}" }
play {
  draw first in player
  repeat {
    draw eyes in 1..6
    draw tone in hue
    turn of first { choose roll or stay }
    first += if tone == red then 2 else 1
  }
}
end for p in player when total[p] >= 10 : p wins
score p = total[p]
clock { turn 1:00; out: opponent wins }
)";

}  // namespace

TEST_CASE("play: the same seed is the same game", "[play]") {
  for (const char* name : {"laser_lawn", "boundary"}) {
    const Game game = must(Game::bundled(name));
    CHECK(random_game(game, 7, 3) == random_game(must(Game::bundled(name)), 7, 3));
  }
  const Game dice = script(kDice);
  CHECK(random_game(dice, 7, 3) == random_game(script(kDice), 7, 3));
  CHECK_FALSE(random_game(dice, 7, 3).draws == random_game(dice, 8, 3).draws);
}

TEST_CASE("play: choices of chance are uniform enough and follow the seed alone", "[play]") {
  const Game dice = script(kDice);
  std::vector<int> seen(7);
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    StartOptions options;
    options.seed = seed;
    const Position position = must(dice.start(options));
    REQUIRE(position.draws().size() == 3);
    CHECK(position.draws()[0].first == "first");
    ++seen[std::stoul(position.draws()[1].second)];
  }
  for (int eyes = 1; eyes <= 6; ++eyes)
    CHECK((seen[static_cast<std::size_t>(eyes)] > 60 && seen[static_cast<std::size_t>(eyes)] < 140));
}

TEST_CASE("play: draws can be fixed, one after the other, and only to what can be drawn", "[play]") {
  const Game dice = script(kDice);
  StartOptions options;
  options.draws = {{"first", "moon"}, {"eyes", "5"}, {"eyes", "2"}, {"tone", "red"}};
  Position position = must(dice.start(options));
  CHECK(position.to_move() == 1);
  test::play(position, "roll");
  CHECK(position.draws()[3] == std::pair<std::string, std::string>("eyes", "2"));
  CHECK(position.to_move() == 1);  // red: the same player again
  CHECK(position.variables()[3] == std::pair<std::string, std::string>("total[moon]", "5"));

  options.draws = {{"eyes", "7"}};
  CHECK(dice.start(options).errors()[0].code == "G0608");
  options.draws = {{"eye", "3"}};
  const auto unknown = dice.start(options);
  CHECK(unknown.errors()[0].code == "G0608");
  CHECK(unknown.errors()[0].help == "did you mean `eyes`?");
  options.draws.clear();
  options.first_draws = true;
  CHECK(must(dice.start(options)).draws() == Settings{{"first", "sun"}, {"eyes", "1"}, {"tone", "red"}});
}

TEST_CASE("play: a copy goes its own way, and what it drew with it", "[play]") {
  const Game dice = script(kDice);
  Position position = must(dice.start());
  const std::string before = position.text();
  const Settings draws = position.draws();
  Position copy = position, apart = position.detach();
  CHECK(&copy.machine() == &position.machine());
  CHECK(&apart.machine() != &position.machine());
  test::play(copy, "roll");
  CHECK(position.text() == before);
  CHECK(position.draws() == draws);
  CHECK(apart.text() == before);
  test::play(apart, "roll");
  test::play(position, "roll");
  CHECK(apart.text() == copy.text());
  CHECK(position.text() == copy.text());
  CHECK(position.draws() == copy.draws());
}

TEST_CASE("play: undo by copy, all the way back", "[play]") {
  for (const char* name : {"laser_lawn", "boundary"}) {
    Position position = must(must(Game::bundled(name)).start());
    Random random(5);
    std::vector<Position> before;
    std::vector<std::string> texts;
    for (int ply = 0; ply < 30 && !position.over(); ++ply) {
      before.push_back(position);
      texts.push_back(position.text());
      REQUIRE_FALSE(position.play_listed(random.below(must(position.count_moves()))));
    }
    while (!before.empty()) {
      CHECK(before.back().text() == texts.back());
      CHECK(must(before.back().moves()) == must(before.back().detach().moves()));
      before.pop_back();
      texts.pop_back();
    }
  }
}

TEST_CASE("play: a refused move has changed nothing, and the guard's words come with it", "[play]") {
  Position position = must(must(Game::bundled("boundary")).start());
  const std::uint64_t hash = position.hash();
  const auto refused = [&](const std::string& move) {
    const auto error = position.play(move);
    REQUIRE(error.has_value());
    CHECK(error->code == "G0601");
    CHECK(position.hash() == hash);
    CHECK(must(position.count_moves()) == 42);
    return *error;
  };
  CHECK(refused("(a1-b3)").message ==
        "`(a1-b3)` is not legal: alone it goes its size, straight, free and inside its world");
  CHECK(refused("(c3-c5)(a1-a2)").message == "`(c3-c5)(a1-a2)` is not legal: the stone cannot reach c5");
  CHECK(refused("(c3-c1)(a1-a2)").message ==
        "`(c3-c1)(a1-a2)` is not legal: the pyramid must go 2 as the stone did, straight and free");
  // A place in the script: the pick or require that refused.
  CHECK(refused("(a1-b3)").file == "games/boundary.glint");
  CHECK(refused("(a1-b3)").line > 0);
  const Error unread = refused("a1 b3");
  CHECK(unread.message == "`a1 b3` is not in this game's notation");
  CHECK(unread.help == "moves are written as `({top}-{land})`, `({rock}-{spot})({top}-{land})`, `resign`");
  refused("");
  refused("(a1-a2");
  refused("(a1-a2))");
  refused(std::string(100'000, '('));
}

TEST_CASE("play: blanks around a move do not matter", "[play]") {
  Position position = must(must(Game::bundled("boundary")).start());
  CHECK_FALSE(position.play("  (a1-a2)\r\n"));
}

TEST_CASE("play: when the game is over, nothing is listed and nothing played", "[play]") {
  Position position = must(must(Game::bundled("boundary")).start());
  test::play(position, "resign");
  CHECK(position.over());
  CHECK(position.to_move() == -1);
  CHECK(position.outcome().kind == OutcomeKind::win);
  CHECK(position.outcome_text() == "green wins");
  CHECK(must(position.moves()).empty());
  CHECK(must(position.count_moves()) == 0);
  CHECK(position.notations().empty());
  CHECK(position.play("(a1-a2)")->code == "G0607");
  CHECK(position.play_listed(0).has_value());
  CHECK(position.forfeit().has_value());
}

TEST_CASE("play: who is out of time", "[play]") {
  StartOptions options;
  options.draws = {{"first", "moon"}};
  Position position = must(script(kDice).start(options));
  CHECK_FALSE(position.forfeit());
  CHECK(position.over());
  CHECK(position.outcome_text() == "sun wins");
  CHECK(must(must(Game::bundled("boundary")).start()).forfeit()->code == "G0601");
}

TEST_CASE("play: scores, and results that compare them", "[play]") {
  const char* const text = R"(
game "Race"
use square
players a_side, b_side, c_side
board grid(2, 2)
var points[player]: 0..9 = 0
var turns: 0..9 = 0
move gain "{k}" { pick k in 0..3; points[me] += k }
play { repeat until turns == 1 { turn of each player { choose gain }; turns += 1 }; end : score }
score p = points[p]
heuristic p = -points[p]
)";
  const auto result = [&](const std::string& one, const std::string& two, const std::string& three) {
    Position position = must(script(text).start());
    test::play(position, one);
    CHECK(position.score(0) == std::stoi(one));
    CHECK(position.heuristic(0) == -std::stoi(one));
    test::play(position, two);
    test::play(position, three);
    CHECK(position.over());
    return position;
  };
  CHECK(result("1", "3", "2").outcome().scores == std::vector<std::int64_t>{1, 3, 2});
  CHECK(result("1", "3", "2").outcome().kind == OutcomeKind::score);
  CHECK(result("1", "3", "2").outcome_text() == "b_side wins by score: a_side 1, b_side 3, c_side 2");
}

TEST_CASE("play: a play block that comes to its end is a tie", "[play]") {
  Position position = must(script("game \"Short\"\nuse square\nplayers sun, moon\nboard grid(2, 2)\nmove m \"m\" { }\n"
                                  "play { turn of moon { choose m } }\n")
                               .start());
  CHECK(position.to_move() == 1);
  test::play(position, "m");
  CHECK(position.outcome_text() == "tie");
}

TEST_CASE("play: a game may be over before it begins", "[play]") {
  const Position position =
      must(script("game \"Over\"\nuse square\nplayers sun, moon\nboard grid(2, 2)\nmove m \"m\" { }\n"
                  "play { turn of moon { choose m } }\nend when count(empty) == 4 : sun wins\n")
               .start());
  CHECK(position.over());
  CHECK(position.outcome_text() == "sun wins");
}

TEST_CASE("play: ends are tested in their order, after setup and every decision", "[play]") {
  Position position = must(script(R"(
game "Ends"
use square
players sun, moon
board grid(2, 2)
piece stone { look "o" }
move put_one "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose put_one } } }
end for p in player when count(stone) == 2 and p == moon : p wins
end when count(stone) >= 2 : tie
)")
                               .start());
  test::play(position, "a1");
  CHECK_FALSE(position.over());
  test::play(position, "a2");
  CHECK(position.outcome_text() == "moon wins");
}

TEST_CASE("play: before play ends the game by itself, the end rules are asked", "[play]") {
  for (const char* behind : {"end : sun loses", "end when count(stone) == 2 : score", "", "finish()"}) {
    const Game game = script(std::string(R"(
game "Last chance"
use square
players sun
board grid(3, 1)
piece stone { look "o" }


move place "{at}" { pick at in empty; put stone on at }
move stop "stop" { finish() }
do finish() { end : sun loses }
play { for k in 1..2 { turn of sun { choose place or stop } }; )") + behind + R"( }
end when c1 in stone : sun wins
score p = 7
)");
    for (const char* moves : {"a1 c1", "c1", "a1 b1", "stop"}) {
      Position position = must(game.start());
      const std::string text = moves;
      for (std::size_t i = 0; i < text.size(); i = text.find(' ', i) == std::string::npos ? text.size() : text.find(' ', i) + 1)
        test::play(position, text.substr(i, text.find(' ', i) - i));
      INFO(behind << ": " << moves);
      REQUIRE(position.over());
      const bool wins = text.find("c1") != std::string::npos;
      const std::string by_itself = behind[0] == 0 ? "tie" : behind[4] == 'w' ? "score 7" : "sun loses";
      CHECK(position.outcome_text() == (wins ? "sun wins" : text == "stop" ? "sun loses" : by_itself));
    }
  }
}

TEST_CASE("play: else is taken where nothing is listed, though something be accepted", "[play]") {
  Position position = must(script(R"(
game "Else"
use square
players sun, moon
board grid(2, 2)
piece stone { look "o" }
var passes: 0..9 = 0
move put_one "{at}" { pick at in empty; offer at == b2; put stone on at }
move go_on "go" { }
play { repeat { turn of each player { choose put_one else { passes += 1; choose go_on } } } }
)")
                               .start());
  CHECK(must(position.moves()) == std::vector<std::string>{"b2"});
  Position other = position;
  test::play(position, "b2");
  CHECK(must(position.moves()) == std::vector<std::string>{"go"});
  CHECK(position.play("a1").has_value());
  test::play(other, "a1");
  test::play(other, "b2");
  CHECK(other.to_move() == 0);
  CHECK(other.variables()[0].second == "1");
}

TEST_CASE("play: whole games at random end, or are unfinished", "[play]") {
  for (const char* name : {"laser_lawn", "boundary"}) {
    const Game game = must(Game::bundled(name));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Position one = must(game.start()), other = one.detach();
      Random first(seed), second(seed);
      const Playout playout_one = must(playout(one, first, 500)), playout_other = must(playout(other, second, 500));
      CHECK(one.text() == other.text());
      CHECK(playout_one.plies == playout_other.plies);
      if (one.over())
        CHECK(playout_one.outcome.kind == one.outcome().kind);
      else
        CHECK((playout_one.outcome.kind == OutcomeKind::unfinished && playout_one.plies == 500));
    }
  }
}

TEST_CASE("play: options are checked", "[play]") {
  const auto code = [](const Settings& options) { return Game::bundled("laser_lawn", options).errors()[0]; };
  CHECK(code({{"side", "7"}}).code == "G0502");
  CHECK(code({{"side", "7"}}).help == "it takes 2..6");
  CHECK(code({{"side", "large"}}).code == "G0502");
  CHECK(code({{"mirror", "broken"}}).help == "it takes {specular, guide}");
  CHECK(code({{"live", "3"}}).code == "G0506");
  CHECK(code({{"live", "3"}}).help == "did you mean `lives`?");
  CHECK(Game::bundled("laser_lawm").errors()[0].help == "did you mean `laser_lawn`?");
  CHECK(must(Game::bundled("laser_lawn", {{"side", "6"}})).cells().size() == 91);
}

TEST_CASE("play: a script may be broken in any way and is an error, not a crash", "[play]") {
  Random random(17);
  for (int i = 0; i < test::scaled(1000); ++i) {
    smith::Tape tape(random.next());
    std::string text = smith::script(tape).game;
    for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
      const std::size_t at = random.below(text.size());
      switch (random.below(3)) {
        case 0:
          text.erase(at, 1 + random.below(12));
          break;
        case 1:
          text.insert(at, 1, static_cast<char>(32 + random.below(95)));
          break;
        default:
          text[at] = static_cast<char>(32 + random.below(95));
      }
    }
    const auto game = Game::from_text(text, "test.glint");
    if (!game) {
      INFO(text);
      REQUIRE_FALSE(game.errors().empty());
      for (const Error& error : game.errors()) REQUIRE((error.code.size() == 5 && !error.message.empty()));
      continue;
    }
    // A larger board than the one that was made up would only take time.
    if (game->cells().size() > 12) continue;
    auto position = game->start();
    if (!position) continue;
    Random choices(3);
    const auto played = playout(*position, choices, 20);
    if (!played) REQUIRE_FALSE(played.errors()[0].message.empty());
  }
}

TEST_CASE("play: names that nothing reads any more tell no positions apart", "[play]") {
  const std::string begin = R"(
game "Names"
use square
players sun, moon
board square(3, 1)
piece man { look "m" }
move go "{to}" { pick to in empty; for m in man { move m to to } }
move stay "stay" { }
setup { put man on a1 }
)";
  const auto same = [&](const std::string& play) {
    const Game game = script(begin + play);
    Position first = must(game.start());
    const std::string before = first.text();
    for (const char* move : {"c1", "a1"}) test::play(first, move);
    INFO(play << "\n" << first.text());
    CHECK(must(game.read(first.text())).text() == first.text());
    return before == first.text();
  };
  CHECK(same("play { repeat { turn of each player { choose go; let there = man; if there == {} { end : tie } } } }"));
  CHECK(
      same("play { repeat { turn of sun { choose go }; turn of moon { choose go; let there = man; "
           "if there == {} { end : tie } } } }"));
  // In force still, but dead where play waits.
  CHECK(same("play { repeat { turn of each player { let there = man; if there == {} { end : tie }; choose go } } }"));
  CHECK(same("play { repeat { for i in 0..2 { if man == {} { end : tie } }; turn of each player { choose go } } }"));
  CHECK(same("play { repeat { turn of each player { choose go; for m in man { if m in empty { end : tie } } } } }"));
  CHECK(same("play { repeat { turn of each player { choose go; draw x in man; if x in empty { end : tie } } } }"));
  // A value stays if it will be read: by a line after the wait, by an `else`, in the next round of a loop around it.
  const Game kept = script(begin + R"(
play {
  let first = man
  repeat {
    turn of each player {
      let before = man  // read by a line behind the wait, `first` in every round of the loop
      choose go
      if before == man { end : tie }
      if man == first { end : sun wins }
    }
  }
}
test "a name read behind the wait" { play "b1", "c1"; expect man == c1; play "a1"; expect result : sun wins }
)");
  for (const TestReport& report : run_tests(kept)) CHECK(report.failure == "");
}

TEST_CASE("play: what comes first, and the few words that can stand in a notation, are told", "[play]") {
  const Game game = script(R"(
game "First"
use square
players white, black
board square(4, 4)
type wing = {short "O-O", long "O-O-O"}
piece man of player { look "{owner:1}" }
setup { put man(owner = white) on a1; put man(owner = black) on b2 }
move take "{from}x{to}" { pick from in man of me; pick to in from + around & man of opponent; move from to to }
move castle "{side}" { pick side in wing; require man of opponent == {}; put man on a4 }
move step "{from}-{to}" { pick from in man of me; pick to in from + around & empty; move from to to }
play { repeat { turn of each player { choose take or castle else { choose step else { end : tie } } } } }
)");
  Position position = must(game.start());
  const auto early = position.play("a1-a2"), strange = position.play("Nf3");
  REQUIRE((early && strange));
  CHECK(early->message == "`a1-a2` is a move, but cannot be chosen now: only while there is no `take` and no `castle`");
  CHECK(strange->help == "moves are written as `{from}x{to}`, `{side}`; `side` is one of `O-O`, `O-O-O`");
}

TEST_CASE("play: a move that cannot be chosen now tells what can be written, and so does a set of nothing", "[play]") {
  const Game game = script(R"(
game "Other"
use square
players sun, moon
board square(2, 2)
var marked: set of cell = {}
var numbers: set of 0..9 = {}
piece man { look "m" }
move place "{at}" { pick at in empty; put man on at }
move pass "pass" { }
play { repeat { turn of sun { choose place }; turn of moon { choose pass } } }
)");
  Position position = must(game.start());
  const auto error = position.play("pass");
  REQUIRE(error);
  CHECK(error->message == "`pass` is a move, but cannot be chosen now");
  CHECK(error->help == "moves are now written as `{at}`");
  const auto read = [&](const std::string& line) { return game.read(line + "\n").error_text(); };
  CHECK(read("marked = {}").find("an empty set is written `none`") != std::string::npos);
  CHECK(read("numbers = none").find("an empty set is written `{}`") != std::string::npos);
  CHECK(read("marked =").find("gives no value; an empty set is written `none`") != std::string::npos);
}
