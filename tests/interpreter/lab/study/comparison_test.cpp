// Studies compared game by game: what is tested, what is not counted, and how often a mark is false.
#include <cmath>

#include <nlohmann/json.hpp>

#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/studied.hpp"

namespace {

using namespace glint;
using test::Studied, test::studied;

// Draws that nothing comes of change which other numbers a game draws, and nothing else.
constexpr const char* kSalted = R"(game "Salted"
use square
players sun, moon
option win: 0..20 = 9
option salt: 0..19 = 0
board grid(2, 2)
var points[player]: 0..99 = 0
var x: 0..19 = 0
var a: 1..6 = 1
var b: 1..50 = 1
var junk: 0..49 = 0
move go "go {num}" { pick num in 1..3 }
play {
  for i in 0..salt where i > 0 { draw junk in 0..49 }
  turn of sun { choose go }
  draw a in 1..6
  points[sun] = a
  draw b in 1..50
  if b == 1 { points[moon] = 99 }
  draw x in 0..19
  if x < win { end : sun wins }
  end : moon wins
}
score p = points[p]
)";

/// Games are longer with a move that has nothing to do with who wins.
std::string replaced_moves() {
  return R"(game "Detour"
use square
players sun, moon
board grid(2, 2)
var left: 0..40 = 4
move short "short" { left -= 1 }
move long "long" { require left < 30 "it is long enough"; left += 1 }
play {
  repeat {
    turn of each player { choose short or long }
    if left < 2 { draw x in 0..1; end when x == 0 : sun wins; end : moon wins }
  }
}
)";
}

const Comparison& found(const std::vector<ComparedMeasure>& all, const std::string& id, std::size_t i = 1) {
  for (const ComparedMeasure& one : all)
    if (one.id == id) return *one.against[i];
  FAIL("no measure " << id);
  throw 0;
}

}  // namespace

TEST_CASE("comparison: game by game a change is seen that is lost among the games' own differences", "[lab][study]") {
  // The same throws decide: of 300 games, the 5 % whose throw is between the limits have another winner.
  const Game game = test::script(kSalted), easier = test::script(kSalted, {{"win", "10"}});
  const Studied base = studied(game, 300, 3), other = studied(easier, 300, 3);
  const auto paired = compare({base.compared(), other.compared()});
  const Comparison& wins = found(paired, "wins.sun");
  CHECK(wins.is_paired);
  CHECK(wins.differs());
  CHECK(wins.difference.low > 0);
  CHECK(*wins.smallest < 0.08);
  CHECK(wins.value == Approx((wins.difference.low + wins.difference.high) / 2).margin(0.02));
  // McNemar's exact test: all that changed went one way.
  const double changed = wins.value * 300;
  CHECK(wins.p == Approx(2 * std::pow(0.5, changed)).epsilon(1e-6));
  const auto apart = compare({{base.measures}, {other.measures}});
  CHECK_FALSE(found(apart, "wins.sun").is_paired);
  CHECK_FALSE(found(apart, "wins.sun").differs());
  CHECK(*found(apart, "wins.sun").smallest > *wins.smallest);
}

TEST_CASE("comparison: what cannot differ, and what says the same, is not counted", "[lab][study]") {
  const Game game = test::script(kSalted), salted = test::script(kSalted, {{"salt", "1"}});
  const Studied base = studied(game, 60, 3), other = studied(salted, 60, 3);
  for (const bool by_game : {true, false}) {
    const auto all = by_game ? compare({base.compared(), other.compared()})
                             : compare({{base.measures}, {other.measures}});
    CHECK_FALSE(found(all, "wins.sun").repeats);
    for (const char* id : {"wins.moon", "first_player_advantage"}) CHECK(found(all, id).repeats);
    CHECK(found(all, "wins.moon").corrected_p == Approx(found(all, "wins.sun").corrected_p));
    for (const char* id : {"decisive", "ties", "unfinished", "length", "branching_factor", "filled"})
      CHECK(found(all, id).is_empty);
    // Who wins, the scores of both, and what scores say of leads.
    CHECK(asked_in(all) <= 6);
    CHECK(asked_in(all) >= 2);
  }
}

TEST_CASE("comparison: what is sure of one measure is sure of what says the same", "[lab][study]") {
  const Game game = test::script(kSalted, {{"win", "0"}}), lost = test::script(kSalted, {{"win", "19"}});
  const Studied base = studied(game, 300, 3), other = studied(lost, 300, 3);
  const auto all = compare({base.compared(), other.compared()});
  REQUIRE(found(all, "wins.sun").differs());
  CHECK(found(all, "wins.sun").corrected_p < 1e-40);
  for (const char* id : {"wins.moon", "first_player_advantage"}) {
    CHECK(found(all, id).repeats);
    CHECK(found(all, id).differs());
    CHECK(found(all, id).p == Approx(found(all, "wins.sun").p).epsilon(1e-6));
    CHECK(found(all, id).corrected_p == found(all, "wins.sun").corrected_p);
  }
}

// One player, whose games are won, lost, or given up after so many plies.
constexpr const char* kAlone = R"(game "Alone"
use square
players solver
option win: 0..10 = 4
option long: 0..10 = 10
option more: 0..9 = 0
board grid(2, 2)
var x: 0..9 = 0
var last: 0..9 = 0
var points: 0..20 = 0
move go "go {num}" { pick num in 1..3 }
play {
  draw x in 0..9
  draw last in 0..9
  points = x + more
  repeat {
    turn of solver { choose go }
    if last < long {
      if x < win { end : solver wins }
      end : solver loses
    }
  }
}
score p = points
)";

TEST_CASE("comparison: games that are given up count in both studies alike", "[lab][study]") {
  const Game game = test::script(kAlone, {{"long", "6"}}), easier = test::script(kAlone, {{"long", "6"}, {"win", "9"}});
  const Studied base = studied(game, 200, 3, 20), other = studied(easier, 200, 3, 20);
  for (const ComparedMeasure& one : compare({base.compared(), other.compared()})) {
    INFO(one.id);
    if (!one.against[1]) continue;
    const Comparison& found = *one.against[1];
    CHECK(found.difference.low <= found.value);
    CHECK(found.value <= found.difference.high);
    if (one.id == "wins" || one.id == "losses") {
      CHECK(one.values[0]->count == 200);
      CHECK(found.differs());
    }
  }
}

TEST_CASE("comparison: where few games count, the interval is as wide as those few allow", "[lab][study]") {
  // One game in ten ends, in the one study as won, in the other as lost, and always at the first ply.
  const Game won = test::script(kAlone, {{"long", "1"}, {"win", "10"}});
  const Game fewer = test::script(kAlone, {{"long", "2"}, {"win", "10"}});
  const Studied base = studied(won, 100, 5, 20), other = studied(fewer, 100, 5, 20);
  const auto all = compare({base.compared(), other.compared()});
  const Comparison& score = found(all, "score");
  CHECK(score.is_paired);
  CHECK(score.count < 25);
  // Each value is one of 0..9, and the average of some ten of them is not known to one.
  CHECK(score.difference.low < score.value - 1);
  CHECK(score.difference.high > score.value + 1);
  CHECK(score.p > 0.05);
  // Where the same games count, only these are compared: their scores are the same.
  const Studied again = studied(test::script(kAlone, {{"long", "1"}, {"win", "0"}}), 100, 5, 20);
  const auto same = compare({base.compared(), again.compared()});
  CHECK(found(same, "score").is_empty);
  CHECK(found(same, "wins").differs() == (base.measures[0].hits >= 10));
}

TEST_CASE("comparison: a difference that is the same in all games says that they are not alike", "[lab][study]") {
  const Game game = test::script(kAlone), more = test::script(kAlone, {{"more", "3"}});
  const Studied base = studied(game, 30, 3), other = studied(more, 30, 3);
  const auto all = compare({base.compared(), other.compared()});
  const Comparison& score = found(all, "score");
  CHECK(score.is_constant);
  CHECK(score.differs());
  CHECK(score.p == Approx(std::pow(2.0, -29)).epsilon(1e-6));
  CHECK(score.difference.low > 0);
  CHECK_FALSE(found(all, "length").is_constant);
  CHECK_FALSE(found(compare({base.compared(), studied(test::script(kAlone, {{"win", "9"}}), 30, 3).compared()}), "wins")
                  .is_constant);
  // The report says what was asked.
  const cli::Folder folder;
  const std::string script = folder.write("alone.glint", kAlone);
  const auto table = [&](const std::string& swept) {
    return cli::glint({"study", script, "--games", "30", "--seed", "3", "--sweep", swept}).out;
  };
  CHECK(table("more=0,3").find("the same in all games, p is from the sign test") != std::string::npos);
  CHECK(table("win=4,9").find("the sign test") == std::string::npos);
}

TEST_CASE("cli: measures that are the same in all games are named in one line", "[study][cli]") {
  const cli::Folder folder;
  const std::string script = folder.write("alone.glint", kAlone);
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  const std::string some = cli::glint({"study", script, "--games", "30", "--sweep", "more=0,3"}).out;
  CHECK(count(some, "\n  score ") == 2);
  CHECK(count(some, "\n  wins, %") == 1);
  CHECK(count(some, "correction for 1 comparison\n") == 1);
  CHECK(count(some, "\nThe same in all games: wins, losses, unfinished, length, branching_factor, filled\n") == 1);
  // A table of differences that has no row is left out.
  const std::string other = folder.write("other.glint", std::string(kAlone) + "// in other words\n");
  const std::string none = cli::glint({"compare", script, other, "--games", "30"}).out;
  CHECK(count(none, "\nThe same in all games: wins, losses, unfinished, score, length, branching_factor, filled\n") == 1);
  CHECK(count(none, "\nLess ") == 0);
  CHECK(count(none, " comparison") == 0);
}

TEST_CASE("comparison: of fewer than ten games nothing is marked, and no interval is without width", "[lab][study]") {
  const Game game = test::script(kSalted), salted = test::script(kSalted, {{"salt", "1"}, {"win", "20"}});
  for (const std::uint64_t games : {1, 2, 9}) {
    const Studied base = studied(game, games, 68), other = studied(salted, games, 68);
    for (const ComparedMeasure& one : compare({base.compared(), other.compared()})) {
      if (!one.against[1]) continue;
      CHECK_FALSE(one.against[1]->differs());
      CHECK(one.against[1]->p > 0);
      CHECK(one.against[1]->difference.low < one.against[1]->difference.high);
      CHECK_FALSE(one.against[1]->smallest);
    }
  }
}

TEST_CASE("comparison: games that are alike are marked in few studies of a hundred", "[lab][study]") {
  const Game game = test::script(kSalted), salted = test::script(kSalted, {{"salt", "1"}});
  int marked = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Studied base = studied(game, 50, seed), other = studied(salted, 50, seed);
    bool any = false;
    for (const ComparedMeasure& one : compare({base.compared(), other.compared()}))
      any = any || (one.against[1] && one.against[1]->differs());
    marked += any;
  }
  CHECK(marked <= 10);  // of 5 expected at most, more than 10 come up once in 100
}

TEST_CASE("cli: games, variants and players are compared in one table", "[study][cli][patient]") {
  const cli::Answer variants = cli::glint({"compare", "laser_lawn", "steady_light", "--games", "12", "--json"});
  INFO(variants.err);
  REQUIRE(variants.status == 0);
  const auto json = variants.json();
  CHECK(json["base"] == "laser_lawn");
  CHECK(json["studies"][1]["label"] == "steady_light");
  // Each study is the one that it would be by itself; but how much is luck is asked there alone.
  auto alone = cli::glint({"study", "steady_light", "--games", "12", "--json"}).json();
  auto& card = alone["card"];
  for (auto one = card.begin(); one != card.end();) one = (*one)["id"] == "luck" ? card.erase(one) : one + 1;
  alone["luck"] = nullptr;
  CHECK(json["studies"][1]["study"].dump() == alone.dump());
  CHECK(json["comparison"][0]["values"][1]["paired"] == true);
  CHECK(json["comparison"][0]["values"][1]["smallest"].get<double>() > 0);

  const cli::Answer players =
      cli::glint({"compare", "laser_lawn", "--by", "random", "--by", "greedy", "--by", "sun=greedy", "--games", "10"});
  INFO(players.err);
  REQUIRE(players.status == 0);
  for (const char* part : {"random", "sun=greedy", "Difference from `random`", "Compared game by game", " min "})
    CHECK(players.out.find(part) != std::string::npos);
  // Other numbers of seats: the games are not the same.
  const cli::Answer seats = cli::glint({"compare", "laser_lawn", "the_beam", "--games", "10"});
  REQUIRE(seats.status == 0);
  CHECK(seats.out.find("Not compared game by game") != std::string::npos);

  const auto wrong = [](const std::vector<std::string>& line, const std::string& what) {
    const cli::Answer answer = cli::glint(line);
    INFO(answer.err);
    CHECK(answer.status == 2);
    CHECK(answer.err.find(what) != std::string::npos);
  };
  wrong({"compare", "laser_lawn"}, "there is nothing to compare");
  wrong({"compare", "laser_lawn", "laser_lawn"}, "`laser_lawn` is given twice");
  wrong({"compare", "laser_lawn", "--by", "greedy", "--by", "greedy"}, "--by: `greedy` is given twice");
  wrong({"compare", "laser_lawn", "--by", "gredy", "--by", "greedy"}, "--seat: ");
}

TEST_CASE("cli: nothing is said twice, and only draws of the game are fixed", "[study][cli]") {
  const auto wrong = [](const std::vector<std::string>& line, const std::string& what) {
    const cli::Answer answer = cli::glint(line);
    INFO(answer.err);
    CHECK(answer.status == 2);
    CHECK(answer.err.find(what) != std::string::npos);
  };
  wrong({"study", "laser_lawn", "--seat", "sun=greedy", "--seat", "sun=random"}, "--seat sets `sun` twice");
  wrong({"play", "laser_lawn", "--seat", "*=greedy", "--seat", "*=random"}, "--seat sets `*` twice");
  for (const char* command : {"study", "show", "moves", "bench", "check", "compare"})
    wrong({command, "laser_lawn", "--set", "side=3", "--set", "side=4"}, "--set sets `side` twice");
  for (const char* command : {"study", "show", "moves", "play", "bench"})
    wrong({command, "laser_lawn", "--draw", "startr=sun"}, "--draw: the game draws no `startr`");
  wrong({"study", "boundary", "--draw", "starter=red"}, "it draws nothing");
  // `*` is all that are not named, in whatever order.
  const std::vector<std::string> line = {"study", "laser_lawn", "--games", "1", "--json"};
  std::vector<std::string> one = line, other = line;
  one.insert(one.end(), {"--seat", "sun=greedy", "--seat", "*=random"});
  other.insert(other.end(), {"--seat", "*=random", "--seat", "sun=greedy"});
  CHECK(cli::glint(one).out == cli::glint(other).out);
}

TEST_CASE("comparison: differences of studies that were looked at again and again allow for it", "[lab][study]") {
  const Game game = test::script(kSalted), easier = test::script(kSalted, {{"win", "12"}});
  const Studied base = studied(game, 300, 3), other = studied(easier, 300, 3);
  ComparedStudy one = base.compared(), two = other.compared();
  const Comparison once = found(compare({one, two}), "wins.sun");
  two.apart = looks_apart(40);
  const Comparison often = found(compare({one, two}), "wins.sun");
  CHECK(often.difference.low < once.difference.low);
  CHECK(often.difference.high > once.difference.high);
  CHECK(often.p == Approx(std::min(1.0, once.p * two.apart)));
  CHECK(*often.smallest > *once.smallest);
}

TEST_CASE("comparison: without a piece or move, who wins comes first, also if nothing is shown", "[lab][study]") {
  const cli::Folder folder;
  const std::string path = folder.write("salted.glint", replaced_moves());
  const cli::Answer answer = cli::glint({"study", path, "--without", "move:long", "--games", "200", "--threads", "1"});
  INFO(answer.out + answer.err);
  CHECK(answer.out.find("`without move:long` shows no clear difference in who wins, wins.sun") != std::string::npos);
  CHECK(answer.out.find("but differs from `as it is`") != std::string::npos);
}
