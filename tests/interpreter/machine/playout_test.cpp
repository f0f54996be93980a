// Random games that go on from choice to choice in one run of code, against the same games played step by step: the same
// moves, draws, ends and errors.
#include "interpreter/machine/playout.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "interpreter/measure/bench.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

/// One game, played on by itself and step by step.
class Twins {
 public:
  explicit Twins(const Game& game)
      : quick_game_(game), slow_game_(must(built_without(game, Lowerings().add(Lowering::turns)))),
        quick_{Machine(quick_game_.program()), {}}, slow_{Machine(slow_game_.program()), {}} {
    REQUIRE(quick_game_.program().lowered.turns);
    REQUIRE_FALSE(slow_game_.program().lowered.turns);
  }

  /// Plays a game in `parts` parts of `part` plies each, or until it is over or in error. Answers its status then, and
  /// checks the text of an error.
  Machine::Status play(std::uint64_t seed, int part, int parts) {
    Random quick_random(seed), slow_random(seed);
    Machine::Status status = begin(quick_, quick_random);
    REQUIRE(begin(slow_, slow_random) == status);
    for (int i = 0; i < parts && status == Machine::Status::waiting; ++i) {
      const PlayoutEnd quick = run_playout(quick_.machine, quick_random, part);
      const PlayoutEnd slow = run_playout(slow_.machine, slow_random, part);
      status = quick.status;
      REQUIRE(quick.status == slow.status);
      REQUIRE(quick.plies == slow.plies);
      REQUIRE(quick.trail.value() == slow.trail.value());
      REQUIRE(quick_random.next() == slow_random.next());
      REQUIRE(quick_.history == slow_.history);
      quick_.machine.store(quick_state_);
      slow_.machine.store(slow_state_);
      if (status != Machine::Status::error) REQUIRE(quick_state_ == slow_state_);
    }
    error_.clear();
    if (status != Machine::Status::error) return status;
    const Failure &quick = quick_.machine.failure(), &slow = slow_.machine.failure();
    REQUIRE(quick.code == slow.code);
    REQUIRE(quick.span == slow.span);
    REQUIRE(quick.message == slow.message);
    error_ = quick.message;
    quick_.machine.forget_all();
    slow_.machine.forget_all();
    return status;
  }
  const std::string& error() const { return error_; }

 private:
  struct Side {
    Machine machine;
    std::vector<std::uint64_t> history;
  };
  static Machine::Status begin(Side& side, Random& random) {
    RandomChance chance(random);
    side.history.clear();
    side.machine.set_history(&side.history);
    return side.machine.begin(chance);
  }

  Game quick_game_, slow_game_;
  Side quick_, slow_;
  std::vector<Word> quick_state_, slow_state_;
  std::string error_;
};

std::string error_of(const std::string& body, int part = 1000) {
  Twins twins(script("game \"Mistakes\"\nuse square\nplayers sun, moon\nboard square(3, 3)\n" + body));
  REQUIRE(twins.play(1, part, 20) == Machine::Status::error);
  return twins.error();
}

const std::string kTurns = "play { repeat { turn of each player { choose m } } }\n";

}  // namespace

TEST_CASE("playout: games that go on by themselves are those played step by step", "[playout]") {
  std::vector<Game> games;
  for (const char* name : {"laser_lawn", "the_beam", "beams_boosters_barriers"}) games.push_back(must(Game::bundled(name)));
  games.push_back(must(Game::bundled("boundary", {{"repetition", "tie"}})));
  for (const char* name : {"othello", "amazons", "breakthrough", "corner_to_corner", "laser_chess", "roundabout",
                           "billiards", "black_box", "contraption", "mirror_maze"})
    games.push_back(test::example(name));
  for (const Game& game : games) {
    INFO(game.id());
    Twins twins(game);
    for (std::uint64_t seed = 1; seed <= test::scaled(4u); ++seed)
      for (const int part : {0, 1, 2, 7, 60}) twins.play(seed, part, part == 0 ? 1 : part < 7 ? 12 : 2);
  }
}

TEST_CASE("playout: a short listing stands in the turn, one for each player who has their own", "[playout]") {
  const auto counts = [](const std::string& moves, const std::string& choices = "m") {
    const Game game = script("game \"Listed\"\nuse square\nplayers sun, moon\nboard square(4, 4)\n"
                             "piece stone of player { look \"{owner:1}\" }\nvar k: 0..60 = 0\n" + moves +
                             "play { repeat { turn of each player { choose " + choices + " else { end : tie } } } }\n");
    Twins twins(game);
    for (std::uint64_t seed = 1; seed < 5; ++seed) CHECK(twins.play(seed, 50, 1) == Machine::Status::over);
    std::vector<std::ptrdiff_t> counts;
    for (const Opcode op : {Opcode::list, Opcode::push, Opcode::push_drawn})
      counts.push_back(std::count_if(game.program().code.instructions.begin(), game.program().code.instructions.end(),
                                     [op](const Instruction& one) { return one.op == op; }));
    return counts;
  };
  using Counts = std::vector<std::ptrdiff_t>;
  // The listing by itself, and its copy in the turn, which draws one of what it lists: of a product, too.
  CHECK(counts("move m \"m {at}\" { pick at in empty; put stone(owner = me) on at }\n") == Counts{0, 1, 1});
  const Counts product = counts("move m \"m {at} {size}\" { pick at in empty; pick size in 1..me.index + 2;"
                                " put stone(owner = me) on at; k = size }\n");
  CHECK(product[1] == 2);
  CHECK(product[2] == 2);
  // With a loop and a test, for two players.
  const Counts by_player = counts("move m \"m {at}\" { pick at in empty; let free = count(empty & ray(at, e));"
                                  " require free > me.index; put stone(owner = me) on at }\n");
  CHECK(by_player[0] == 0);
  CHECK(by_player[1] == 4);  // a loop may list more than what one push holds
  // What `can` answers may depend on the move that is listed: such a listing is called. `can m` is false here at last.
  CHECK(counts("move m \"m {at}\" { pick at in empty; put stone(owner = me) on at }\n"
               "move rest \"rest\" { require not can m; require k < 2; k += 1 }\n", "m or rest")[0] == 1);
}

TEST_CASE("playout: errors where play arrives are those of plain play", "[playout]") {
  CHECK(error_of("var k: 0..9 = 0\nmove m \"m\" { k += 1 }\ninvariant k < 2 \"k has become {k}\"\n" + kTurns) ==
        "k has become 2");
  // An invariant is tested also where an `end` has just ended the game.
  CHECK(error_of("var k: 0..9 = 0\nmove m \"m\" { k += 1 }\nend when k == 3 : tie\ninvariant k < 3 \"k has become {k}\"\n" +
                 kTurns) == "k has become 3");
  CHECK(error_of("var k: 0..9 = 0\nlet left: 0..5 = 4 - k - k\nmove m \"m\" { k += 1 }\nend when left == 5 : tie\n" +
                 kTurns) == "this becomes -2, outside its range 0..5");
  CHECK(error_of("var k: 0..9 = 0\nmove m \"m\" { k += 1; require k < 4 }\n" + kTurns) ==
        "nothing can be chosen here; a `choose` where that may happen needs an `else`");
  CHECK(error_of("var k: 0..3 = 0\nmove m \"m {by}\" { pick by in 0..1; k += 1 }\n" + kTurns, 2) == "this becomes 4, outside its range 0..3");
  // While moves are listed, with an `else` and without; in the play block.
  for (const char* other : {"", " else { end : tie }"})
    CHECK(error_of("var k: 0..9 = 0\nlet left: 0..4 = 4 - k\nmove m \"m\" { require left >= 0; k += 1 }\n"
                   "play { repeat { turn of each player { choose m" + std::string(other) + " } } }\n") ==
          "this becomes -1, outside its range 0..4");
  CHECK(error_of("var k: 0..9 = 0\nmove m \"m\" { k += 1 }\nplay { repeat { turn of each player { choose m\n k += 4 } } }\n",
                 1) == "this becomes 10, outside its range 0..9");
}

TEST_CASE("playout: an `else` may wait again, end the game or draw, with choices together among others", "[playout]") {
  Twins twins(script("game \"Else\"\nuse square\nplayers sun, moon\nboard square(3, 3)\nvar k: 0..99 = 0\n"
                     "piece stone { look \"o\" }\nvar by: 0..2 = 0\n"
                     "move m \"m {at}\" { pick at in empty; put stone on at }\nmove wait \"wait\" { require k < 30; k += 1 }\n"
                     "move show \"show {x}\" { pick x in 0..2; k += x }\n"
                     "play { repeat { together { choose show }; turn of each player { choose m else {"
                     " draw by in 0..2; k += by; choose wait else { end : tie } } } } }\n"));
  for (std::uint64_t seed = 1; seed < 20; ++seed) CHECK(twins.play(seed, 200, 1) == Machine::Status::over);
}

TEST_CASE("playout: choices made together are drawn and carried out without leaving the code, if none must be tried") {
  const std::string rules = R"(
game "Both"
use square
players sun, moon, star
board square(3, 3)
piece coin of player { size: 1..3; look "{owner:1}{size}" }
var k: 0..999 = 0
var by: 0..2 = 0
end when seen == 2 : tie
invariant k < 60 "k has become {k}"
move drop "drop {at} {big}" { pick at in empty; pick big in 1..3; put coin(size = big) on at; k = (k + me.index + 1) mod 500 }
move take "take {at}" { pick at in coin; require k != 6; remove at; k = 2 * k mod 7 }
move rest "rest" { require not can take; k = (k + 1) mod 500 }
play { repeat { together { choose drop or take or rest }; draw by in 0..2; turn of star { choose drop else {} } } }
)";
  const auto runs_on = [](const Game& game) { return game.program().nodes[0].runs_on; };
  const Game both = script(rules);
  REQUIRE(runs_on(both));
  CHECK_FALSE(runs_on(must(built_without(both, Lowerings().add(Lowering::turns)))));
  CHECK(runs_on(must(Game::bundled("beams_boosters_barriers"))));
  Twins twins(both);
  for (std::uint64_t seed = 1; seed < 30; ++seed)
    for (const int part : {1, 2, 5, 200}) twins.play(seed, part, part < 200 ? 30 : 1);
  // What must be tried when it is chosen, and where somebody may have nothing to choose.
  CHECK_FALSE(runs_on(script("game \"Tried\"\nuse square\nplayers sun, moon\nboard square(3, 3)\nvar k: 0..5 = 0\n"
                             "move m \"m\" { k += 1 }\nplay { repeat { together { choose m } } }\n")));
  CHECK_FALSE(runs_on(script("game \"Else\"\nuse square\nplayers sun, moon\nboard square(3, 3)\npiece o { look \"o\" }\n"
                             "move m \"m {at}\" { pick at in empty; put o on at }\n"
                             "play { repeat { together { choose m else { } }; turn of sun { choose m else { end : tie } } } }\n")));
  // One takes the coin that another one is about to make larger; nobody has anything left to choose.
  const std::string coins = "piece coin { size: 1..9; look \"c{size}\" }\nmove take \"t {at}\" { pick at in coin; remove at }\n"
                            "move grow \"g {at}\" { pick at in coin; at.size = 2 }\nsetup { put coin(size = 1) on a1 | b1 }\n";
  std::set<std::string> errors;
  for (const char* moves : {"take or grow", "take"})
    errors.insert(error_of(coins + "play { repeat { together { choose " + moves + " } } }\n"));
  INFO(*errors.begin() << "\n" << *errors.rbegin());
  CHECK(errors.size() == 2);
}

TEST_CASE("playout: draws of each kind on the way, and those that cannot be made", "[playout]") {
  Twins twins(script("game \"Draws\"\nuse square\nplayers sun, moon\nboard square(3, 3)\npiece stone { look \"o\" }\n"
                     "bag cards[number: 2..4] = 3\nvar card: 2..4 = 2\nvar k: 0..99 = 0\n"
                     "move m \"m {by}\" { pick by in 0..card; k += by }\n"
                     "play { for round in 1..9 { draw card from cards; draw at in empty; draw two in 2 of cells - at;"
                     " put stone on at; k += count(two & stone); turn of each player { choose m } }\n end : tie }\n"));
  for (std::uint64_t seed = 1; seed < 20; ++seed) CHECK(twins.play(seed, 200, 1) == Machine::Status::over);
  CHECK(error_of("bag cards[number: 2..4] = 1\nvar card: 2..4 = 2\nmove m \"m\" {}\n"
                 "play { repeat { turn of each player { choose m }\n draw card from cards } }\n") ==
        "the bag `cards` is empty, and `card` cannot be drawn from it");
}
