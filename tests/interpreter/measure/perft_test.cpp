// Counting sequences of moves: on a machine that goes there and back, against positions that are copied and played.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/game/position/perft_walker.hpp"
#include "interpreter/measure/perft.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;
using Counts = std::vector<std::uint64_t>;

/// The naive twin: every sequence is played on a copy, and everything after it is computed from scratch.
void count_by_hand(const Position& position, std::size_t ply, Counts& counts) {
  if (position.over()) return;
  if (position.at_draw()) {
    for (std::uint64_t i = 0; i < must(position.count_outcomes()); ++i) {
      Position child = position;
      REQUIRE_FALSE(child.draw(i));
      count_by_hand(child, ply, counts);
    }
    return;
  }
  const std::uint64_t moves = must(position.count_moves());
  counts[ply] += moves;
  if (ply + 1 == counts.size()) return;
  for (std::uint64_t i = 0; i < moves; ++i) {
    Position child = position;
    REQUIRE_FALSE(child.play_listed(i));
    count_by_hand(child, ply + 1, counts);
  }
}

Counts by_hand(const Position& position, int depth) {
  Counts counts(static_cast<std::size_t>(depth), 0);
  count_by_hand(position, 0, counts);
  return counts;
}

Game example(const std::string& name) {
  return script(cli::read_file(glint::test::source_folder() + "/examples/" + name + ".glint"));
}

/// A few plies into a random game, where more is going on than at its start.
Position later(const Game& game, int plies, StartOptions options = {}) {
  Position position = must(game.start(options));
  Random random(7);
  for (int i = 0; i < plies && !position.over(); ++i)
    REQUIRE_FALSE(position.play_listed(random.below(must(position.count_moves()))));
  return position;
}

// Draws on the way, chance in the setup, and the past read.
const std::string kDrawn = R"(game "Drawn"
use square
players sun, moon
board square(3, 3)
piece stone { look "o" }
var first: player = sun
var free: 1..3 = 1
var spots: set of cell = {}
move place "{at}" { pick at in empty; put stone on at }
move take "x{at}" { pick at in stone; require free > 1 "not now"; remove at }
play {
  draw first in player
  draw spots in 2 of cells
  put stone on spots
  repeat { draw free in 1..3; turn of each player { choose place or take else { end : tie } } }
}
end when seen >= 2 : tie
)";

}  // namespace

TEST_CASE("perft: as counted by hand", "[perft]") {
  for (const char* name : {"othello", "laser_chess", "billiards", "roundabout", "contraption"}) {
    INFO(name);
    const Position position = later(example(name), 12);
    const int depth = must(position.count_moves()) > 60 ? 2 : 3;
    CHECK(must(perft(position, depth)) == by_hand(position, depth));
  }
  for (const char* name : {"boundary", "the_beam"}) {
    INFO(name);
    const Position position = later(must(Game::bundled(name)), 9);
    CHECK(must(perft(position, 2)) == by_hand(position, 2));
  }
  const Game lawn = must(Game::bundled("laser_lawn", {{"side", "4"}, {"mirror", "specular"}}));
  CHECK(must(perft(later(lawn, 5), 2)) == by_hand(later(lawn, 5), 2));
}

TEST_CASE("perft: games of others have as many lines as programs of their own count", "[perft]") {
  using Counts = std::vector<std::uint64_t>;
  CHECK(must(perft(must(example("draughts").start()), 7)) == Counts{7, 49, 302, 1469, 7361, 36768, 179740});
  const std::string draughts = cli::read_file(glint::test::source_folder() + "/examples/draughts.glint");
  CHECK(must(perft(must(script(draughts, {{"rules", "international"}}).start()), 6)) ==
        Counts{9, 81, 658, 4265, 27117, 167140});
  CHECK(must(perft(must(example("konane").start()), 6)) == Counts{4, 12, 28, 156, 668, 4192});
  // Six stones in six places, then the other six.
  CHECK(must(perft(must(example("lines_of_action").start()), 3)) == Counts{36, 1244, 44'952});
  CHECK(must(perft(must(example("einstein").start()), 8)) == Counts{6, 30, 120, 360, 720, 720, 4320, 21'600});
}

TEST_CASE("perft: chance by the seed, fixed, or all of it", "[perft]") {
  const Game game = script(kDrawn);
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    StartOptions options;
    options.seed = seed;
    CHECK(must(perft(must(game.start(options)), 4)) == by_hand(must(game.start(options)), 4));
    options.draws = {{"free", "1"}, {"free", "3"}, {"spots", "a1 b1"}};
    CHECK(must(perft(must(game.start(options)), 4)) == by_hand(must(game.start(options)), 4));
    options.wait_at_draws = true;
    CHECK(must(perft(must(game.start(options)), 3)) == by_hand(must(game.start(options)), 3));
    options.draws = {};
    CHECK(must(perft(must(game.start(options)), 2)) == by_hand(must(game.start(options)), 2));
  }
  CHECK(must(perft(must(game.start()), 0)).empty());
}

/// By ply, games that are over after it; the naive twin.
void count_ends(const Position& position, std::size_t ply, Counts& ended) {
  if (ply == ended.size()) return;
  if (position.over()) {
    ++ended[ply];
    return;
  }
  for (std::uint64_t i = 0; i < must(position.count_moves()); ++i) {
    Position child = position;
    REQUIRE_FALSE(child.play_listed(i));
    count_ends(child, ply + 1, ended);
  }
}

TEST_CASE("perft: games that end on the way are counted by their length", "[perft]") {
  const Game game = script(R"(
game "Three in a row"
use square
players sun, moon
board square(3, 3)
piece stone of player { look "{owner:1}" }
move place "{at}" { pick at in empty; put stone(owner = me) on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
end for p in player when any c in stone of p : c + n in stone of p and c + s in stone of p : p wins
end for p in player when any c in stone of p : c + e in stone of p and c + w in stone of p : p wins
)");
  for (const int begin : {0, 3}) {
    const Position position = later(game, begin);
    const int depth = begin == 0 ? 6 : 7;
    Counts twin(static_cast<std::size_t>(depth), 0);
    count_ends(position, 0, twin);
    CHECK(must(count_sequences(position, depth)).ended == twin);
    CHECK(twin.back() > 0);
  }
}

TEST_CASE("cli: perft counts games that ended earlier as leaves, if asked to", "[perft][cli]") {
  cli::Folder folder;
  const std::string path = folder.write("short.glint", R"(game "Short"
use square
players sun, moon
board grid(3, 1)
piece dot { look "o" }
move place "{at}" { pick at in empty; put dot on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
end when a1 in dot : tie
)");
  CHECK(cli::glint({"perft", path, "--depth", "4"}).out ==
        "1  3\n2  4  without 1 that ended earlier\n3  2  without 3 that ended earlier\n4  0  without 5 that ended "
        "earlier\n");
  CHECK(cli::glint({"perft", path, "--depth", "3", "--ended", "leaf"}).out ==
        "1  3\n2  5  with 1 that ended earlier\n3  5  with 3 that ended earlier\n");
  const auto json = cli::glint({"perft", path, "--depth", "3", "--ended", "leaf", "--json"}).json();
  CHECK(json["counts"] == nlohmann::json::parse("[3, 5, 5]"));
  CHECK(json["ended"] == nlohmann::json::parse("[0, 1, 3]"));
  CHECK(cli::glint({"perft", path, "--depth", "3", "--ended", "leaves"}).status == 2);
}

TEST_CASE("cli: perft stops at an error of the rules", "[perft][cli]") {
  cli::Folder folder;
  const std::string path = folder.write(
      "wrong.glint",
      "game \"Wrong\"\nuse square\nplayers sun, moon\nboard square(3, 3)\nvar sum: 0..900 = 0\nvar last: 0..9 = 0\n"
      "move go \"{k}\" { pick k in 1..9; sum += k * k; if sum > 40 { last += k } else { last = k } }\n"
      "play { repeat { turn of each player { choose go } } }\n");
  const cli::Answer answer = cli::glint({"perft", path, "--depth", "5"});
  CHECK(answer.status == 1);
  CHECK(answer.err.find("outside its range") != std::string::npos);
}

TEST_CASE("perft: going back over several levels forgets what was worked out on the way", "[perft]") {
  for (const std::string& name : {std::string("laser_lawn"), std::string("beams_boosters_barriers"),
                                  std::string("boundary"), std::string("the_beam")}) {
    INFO(name);
    const Game game = must(Game::bundled(name));
    for (int begin : {0, 8, 20}) {
      const Position origin = later(game, begin);
      if (origin.over()) continue;
      PerftWalker walker(origin);
      walker.go_to({origin.state(), {}, PositionView(origin).past(), 1});
      Random random(static_cast<std::uint64_t>(begin) + 1);
      // Down and up at random; wherever it comes, it lists what a position lists that was never anywhere else.
      std::vector<Position> line = {origin};
      const auto check = [&] {
        std::uint64_t children = 0;
        REQUIRE_FALSE(walker.count_children(children));
        REQUIRE(children == must(line.back().detach().count_moves()));
        return children;
      };
      std::uint64_t children = check();
      for (int step = 0; step < 200; ++step) {
        if (line.size() < 6 && (line.size() == 1 || random.below(2) == 0)) {
          walker.descend();
          const std::uint64_t move = random.below(children);
          Position next = line.back();
          REQUIRE_FALSE(next.play_listed(move));
          if (next.over() || next.at_draw() || next.draws().size() != origin.draws().size()) {
            walker.ascend();
            children = check();
            continue;
          }
          REQUIRE_FALSE(walker.play(move));
          line.push_back(std::move(next));
          children = check();
        } else {
          // Sometimes another child is looked at first, as counting does.
          line.pop_back();
          walker.back();
          walker.ascend();
          children = check();
        }
      }
    }
  }
}
