// The fewest moves after which play differs, and in what.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include <glint/diff.hpp>
#include <nlohmann/json.hpp>
#include "interpreter/lab/diff/play_comparison.hpp"
#include "tests/interpreter/lab/diff/plain_search.hpp"
#include "tests/interpreter/lab/diff/row_game.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using glint::DiffOptions;
using glint::Game;
using glint::PlayDiff;
using glint::TextDiff;
using glint::test::check_soonest;
using glint::test::check_witness;
using glint::test::kRow;
using glint::test::must;
using glint::test::naive_difference;
using glint::test::play_of;
using glint::test::replaced;
using glint::test::script;
using glint::test::seen;

}  // namespace

TEST_CASE("diff: the shortest way to a difference, against a plain search") {
  struct Change {
    const char *old_part, *new_part;
    std::optional<int> after;
  };
  const std::vector<Change> changes = {
      {"pick at in empty\n", "pick at in empty & {c in cells where c.x <= 3}\n", std::nullopt},  // says the same
      {"pick at in empty\n", "pick at in empty - c2\n", 0},                                      // moves
      {"pick at in empty\n", "pick at in empty\n  require turns < 2 or at != c2\n", 2},
      {"pick at in empty\n", "pick at in empty\n  require turns < 3 or at != c2   \"too late\"\n", 3},
      {"emits e { beam.colour = {red} }", "emits e { beam.colour = {blue} }", 0},  // light
      {"beam.colour |= {blue}", "beam.colour ^= {blue}",
       std::nullopt},  // at most once blue: two glasses make red again
      {"straight { beam.colour |= {blue} }", "stops", 1},
      {"score p = count(stone of p)", "score p = count(stone of p) + (if turns >= 3 then 1 else 0)", 3},  // score
      {"turns == 5 : score", "turns == 4 : score", 4},                                                    // result
      {"turns == 5 : score", "turns == 2 : sun wins", 2},
      {"turn of each player {", "turn of each player { if turns == 3 { turns += 1 };", 4},  // the end comes sooner
  };
  for (const Change& change : changes) {
    const std::string now = replaced(kRow, change.old_part, change.new_part);
    INFO(change.old_part << " => " << change.new_part);
    const auto expected = naive_difference(script(kRow), script(now), 4);
    if (std::string(change.new_part) != "beam.colour ^= {blue}") CHECK(expected == change.after);
    check_soonest(kRow, now, 4);
  }
}

TEST_CASE("diff: compared in small parts, two games differ in the same way") {
  const Game row = script(kRow);
  const Game longer = script(replaced(kRow, "turns == 5", "turns == 6"));
  const Game same = script(replaced(kRow, "turns += 1", "turns += 2 - 1"));
  const Game drawn = script(replaced(kRow, "play {", "var start: 0..8 = 0\nplay { draw start in 0..8; draw start in 0..8; draw start in 0..8;"));
  const Game drawn_longer =
      script(replaced(replaced(kRow, "play {", "var start: 0..8 = 0\nplay { draw start in 0..8; draw start in 0..8; draw start in 0..8;"), "turns == 5", "turns == 2"));
  struct Case {
    const Game &before, &now;
    std::uint64_t limit;
  };
  for (const Case& each : {Case{row, longer, 60'000}, Case{row, longer, 50}, Case{row, same, 60'000}, Case{row, row, 100},
                           Case{drawn, drawn_longer, 100}}) {
    DiffOptions options;
    options.limit = each.limit;
    const PlayDiff whole = play_of(each.before, each.now, options);
    auto begun = glint::PlayComparison::begin(each.before, each.now, options);
    REQUIRE(begun);
    int parts = 1;
    while ((*begun)->advance(20)) ++parts;
    CHECK_FALSE((*begun)->advance(20));
    const PlayDiff& play = (*begun)->play();
    CHECK(parts > 3);
    CHECK(play.same == whole.same);
    CHECK(play.witness == whole.witness);
    CHECK(play.shortest == whole.shortest);
    CHECK(play.positions == whole.positions);
    CHECK(play.depth == whole.depth);
    CHECK(play.complete == whole.complete);
    CHECK(play.games == whole.games);
    CHECK(play.plies == whole.plies);
  }
}

TEST_CASE("diff: a game against itself is the same, and says how far it looked") {
  const Game game = script(kRow);
  const PlayDiff play = play_of(game, game);
  CHECK(play.same);
  CHECK(play.complete);  // five moves, and it is over
  CHECK(play.depth == 5);
  CHECK(play.games == 0);
  CHECK(play.positions > 100);
  CHECK_FALSE(play.difference);

  DiffOptions shallow;
  shallow.depth = 2;
  shallow.games = 7;
  const PlayDiff some = play_of(game, game, shallow);
  CHECK(some.same);
  CHECK_FALSE(some.complete);
  CHECK(some.depth == 2);
  CHECK(some.games == 7);
  CHECK(some.plies == 5);

  DiffOptions few;
  few.limit = 20;
  few.games = 0;
  const PlayDiff begun_only = play_of(game, game, few);
  CHECK(begun_only.same);
  CHECK(begun_only.positions == 20);
  CHECK(begun_only.depth == 1);
  CHECK(glint::diff_text(game, game).is_identical);
}

TEST_CASE("diff: what random games find is made shorter, and not called the shortest") {
  const std::string late = replaced(replaced(kRow, "0..9 = 0", "0..90 = 0"), "turns == 5", "turns == 6");
  const Game before = script(late), now = script(replaced(late, "turns == 6", "turns == 5"));
  DiffOptions options;
  options.depth = 1;
  const PlayDiff play = play_of(before, now, options);
  CHECK_FALSE(play.same);
  CHECK_FALSE(play.shortest);
  CHECK(play.depth == 1);
  CHECK(check_witness(before, now, play) == 5);

  // Of a long game one move counts.
  const std::string walk =
      "game \"Walk\"\nuse square\nplayers one, two\nboard square(4, 4)\npiece man { }\n"
      "var gone: 0..200 = 0\nvar seen_corner: flag = off\n"
      "move go \"{to}\" { pick to in man + around; for c in man { move c to to }; gone += 1\n"
      "  if to == d4 { seen_corner = on } }\n"
      "setup { put man on a1 }\nplay { repeat { turn of each player { choose go } } }\n"
      "end when gone == 100 : tie\n";
  const Game plain = script(walk);
  const Game changed = script(walk + "end when seen_corner == on and a1 in man : one wins\n");
  options.depth = 2;
  const PlayDiff found = play_of(plain, changed, options);
  REQUIRE_FALSE(found.same);
  CHECK(check_witness(plain, changed, found) == 6);

  // In parts, between which a host may do other things, it comes out the same.
  auto begun = glint::PlayComparison::begin(plain, changed, options);
  REQUIRE(begun);
  int parts = 0;
  while ((*begun)->advance(100)) ++parts;
  CHECK(parts > 1);
  CHECK((*begun)->play().witness == found.witness);
  CHECK((*begun)->play().shortest == found.shortest);
}

TEST_CASE("diff: equal play in other words, and other numbers for the same") {
  // Kinds, moves and picks are called otherwise, cells are declared in another order, values too.
  const std::string other = R"(game "Another"
use square
players sun, moon
type tint = {blue, red}
board square(3, 2)
beam { colour: set of tint }
piece pane { when beam comes { otherwise -> straight { beam.colour |= {blue} } } }
piece torch { emits e { beam.colour = {red} } }
piece lamp of player { look "s" }
var done: 0..20 = 0
let bottom = {c in cells where c.y == 1}

move cover "glass {there}" {
  pick there in bottom
  require there in empty
  put pane on there
  done += 1
}
move go "{there}" {
  pick there in cells
  require there in empty
  put lamp(owner = me) on there
  done += 1
}
setup { put torch on a1 }
play { repeat { turn of each player { choose cover or go else { end : tie } } } }
end when done == 5 : score
score p = count(lamp of p)
)";
  // Pieces look different, which is reported for the start.
  const PlayDiff looks = play_of(script(kRow), script(other));
  REQUIRE_FALSE(looks.same);
  CHECK(looks.witness.empty());
  CHECK(looks.difference->kinds() == std::vector<std::string>{"board"});
  const std::string same_looks = replaced(other, "piece torch { ", "piece torch { look \"l\"; ");
  const std::string first = replaced(kRow, "piece lamp { ", "piece lamp { look \"l\"; ");
  const PlayDiff play = play_of(script(first), script(same_looks));
  INFO((play.difference && !play.difference->board.empty() ? play.difference->board[0] : ""));
  CHECK(play.same);
  CHECK(play.complete);
  check_soonest(
      first, replaced(same_looks, "require there in empty\n  put lamp", "require there in empty - b2\n  put lamp"), 3);
  check_soonest(first, replaced(same_looks, "done += 1\n}\nsetup", "done += 1; if there == b2 { done += 1 }\n}\nsetup"),
                4);
}

TEST_CASE("diff: moves that are matched by texts stand beside others that are not") {
  const std::string row = replaced(
      replaced(kRow, "setup {", "move sweep \"sweep {which}\" {\n  pick which in some of stone of me\n"
                                "  offer which == stone of me\n  remove which\n  turns += 1\n}\nsetup {"),
      "choose place or lay", "choose sweep or lay or place");
  check_soonest(row, replaced(row, "choose sweep or lay or place", "choose place or sweep or lay"), 3);
  check_soonest(row, replaced(row, "  remove which", "  offer count(which) != 2\n  remove which"), 5);
  check_soonest(row, replaced(row, "pick at in empty &", "pick at in (if turns == 3 then empty - b2 else empty) &"), 5);
  check_soonest(row, replaced(row, "remove which\n", "remove which\n  if count(which) == 1 { turns += 1 }\n"), 5);
  check_soonest(row, replaced(row, "\"sweep {which}\"", "\"broom {which}\""), 3);
  // Beside them few texts are made: so the limit of work is not met where the limit of positions is.
  DiffOptions options;
  options.limit = 1000;
  options.games = 0;
  const Game lawn = must(Game::bundled("laser_lawn", {{"side", "3"}}));
  const PlayDiff play = play_of(lawn, lawn, options);
  CHECK(play.same);
  CHECK(play.depth == 1);
}

TEST_CASE("diff: choices made together, and secrets, are compared whole") {
  const std::string hands = R"(game "Hands"
use square
players sun, moon
board square(1, 1)
var shown[p: player]: 0..3 = 0 seen by {p}
var rounds: 0..9 = 0
move show "show {k}" { pick k in 1..2; shown[me] = k }
play { repeat until rounds == 2 { together { choose show }; rounds += 1 }; end : score }
score p = shown[p]
)";
  check_soonest(hands, hands, 4);
  check_soonest(hands, replaced(hands, "shown[me] = k", "shown[me] = k + (if rounds == 1 and k == 2 then 1 else 0)"),
                4);
  check_soonest(hands, replaced(hands, "pick k in 1..2", "pick k in 1..(if shown[me] == 2 then 1 else 2)"), 4);
}

TEST_CASE("diff: who sees what is a part of play") {
  const std::string coins = R"(game "Coins"
use square
players sun, moon
board grid(2, 1)
var coin[p: player]: 1..2 = 1 seen by p
var rounds: 0..9 = 0
move guess "guess {num}" { pick num in 1..2; end when num == coin[opponent] : me wins }
play { for p in player { draw secret in 1..2; coin[p] = secret }; repeat { turn of each player { choose guess } } }
)";
  const Game before = script(coins), now = script(replaced(coins, " seen by p", ""));
  const PlayDiff play = play_of(before, now);
  REQUIRE_FALSE(play.same);
  CHECK(play.witness.empty());
  CHECK(play.difference->kinds() == std::vector<std::string>{"sees"});
  REQUIRE(play.difference->sees.size() == 2);
  CHECK(play.difference->sees[0].first == "coin[moon]");
  CHECK(play.difference->sees[0].second.before == "seen by moon");
  CHECK(play.difference->sees[0].second.now == "seen by all");
  DiffOptions beyond;
  beyond.beyond_start = true;
  CHECK(play_of(before, now, beyond).same);
  CHECK(play_of(before,
                script(replaced(coins, "coin[p: player]: 1..2 = 1 seen by p", "coin[q: player]: 1..2 = 1 seen by {q}")))
            .same);
  // Nor do choices that others cannot see.
  const std::string turns = replaced(coins, "turn of each player { choose guess }", "together { choose guess }");
  const PlayDiff secret =
      play_of(script(turns), script(replaced(turns, "together { choose guess }",
                                             "turn of sun { choose guess }\n turn of moon { choose guess }")));
  REQUIRE_FALSE(secret.same);
  CHECK(secret.moves == 0);
  CHECK(secret.difference->choosing.before == "together, in secret");
  CHECK(secret.difference->choosing.now == "in turn");
}

TEST_CASE("diff: how pieces look is a matter of text") {
  const std::string row = replaced(kRow, "piece lamp {", "piece lamp { look \"L\"\n");
  const Game before = script(row), now = script(replaced(row, "look \"L\"", "look \"O\""));
  CHECK_FALSE(glint::diff_text(before, now).same());
  CHECK(play_of(before, now).same);
  // Another name for what looks alike is none either; another piece is one.
  CHECK(
      play_of(before, script(replaced(replaced(row, "piece lamp", "piece lantern"), "put lamp", "put lantern"))).same);
  const PlayDiff other = play_of(before, script(replaced(row, "put lamp on a1", "put glass on a1")));
  REQUIRE_FALSE(other.same);
  CHECK(other.difference->kinds()[0] == "board");
  // Where play differs later, what stands elsewhere explains it.
  const PlayDiff later = play_of(before, script(replaced(row, "put glass on at", "put lamp on at")));
  REQUIRE_FALSE(later.same);
  REQUIRE(later.difference->board.size() == 1);
  CHECK(later.difference->board[0].find(": glass, now lamp") != std::string::npos);
  CHECK(later.difference->kinds() == std::vector<std::string>{"light"});
}

TEST_CASE("diff: only listed moves are tried, and that is said") {
  const std::string nim = R"(game "Nim"
use square
players sun, moon
board grid(2, 2)
var pile: 0..9 = 5
move take "take {num}" { pick num in 1..3; require num <= pile; pile -= num; end when pile == 0 : me wins }
move claim "claim {num}" { pick num in 1..3; offer num == pile; if num == pile { end : me wins }
  end : opponent wins }
play { repeat { turn of each player { choose take or claim } } }
)";
  const Game before = script(nim);
  CHECK_FALSE(play_of(script(kRow), script(kRow)).leaves_unlisted);
  const PlayDiff claim = play_of(before, script(replaced(nim, "\n  end : opponent wins", "\n  end : tie")));
  CHECK(claim.same);
  CHECK(claim.complete);
  CHECK(claim.leaves_unlisted);
  // What is offered is compared.
  const PlayDiff offered = play_of(before, script(replaced(nim, "offer num == pile", "offer num == pile and pile > 1")));
  REQUIRE_FALSE(offered.same);
  CHECK(offered.leaves_unlisted);
  CHECK(offered.moves == 2);
  CHECK(offered.shortest);
  REQUIRE(offered.difference->only_before.size() == 1);
  CHECK(offered.difference->only_before[0].move == "claim 1");
  CHECK_FALSE(offered.difference->only_before[0].refusal);  // it is accepted
}

TEST_CASE("diff: what was seen before counts, and ways to a position are not joined then") {
  const std::string circle = R"(game "Circle"
use square
players sun, moon
board square(2, 2)
piece man { }
move go "{to}" { pick to in man + around; for c in man { move c to to } }
setup { put man on a1 }
play { repeat { turn of each player { choose go } } }
end when seen >= 3 : tie
)";
  check_soonest(circle, replaced(circle, "seen >= 3", "seen >= 2"), 5);
  check_soonest(circle, replaced(circle, "seen >= 3", "seen >= 4"), 5);
  DiffOptions options;
  options.depth = 4;
  options.games = 0;
  const PlayDiff same = play_of(script(circle), script(circle), options);
  CHECK(same.depth == 4);
  CHECK(same.positions == 1 + 3 + 9 + 27 + 81);
}

TEST_CASE("diff: other players, another board, another start") {
  const auto kinds = [](const std::string& before, const std::string& now) {
    const PlayDiff play = play_of(script(before), script(now));
    CHECK_FALSE(play.same);
    CHECK(play.witness.empty());
    CHECK(play.shortest);
    return play.difference->kinds();
  };
  CHECK(kinds(kRow, replaced(kRow, "players sun, moon", "players sun, mars")) == std::vector<std::string>{"players"});
  CHECK(kinds(kRow, replaced(kRow, "square(3, 2)", "square(3, 3)")).at(0) == "board");
  CHECK(kinds(kRow, replaced(kRow, "put lamp on a1", "put lamp on a1; put stone(owner = sun) on c2")).at(0) == "board");
}

TEST_CASE("diff: a score that only one game has, and what there is besides") {
  const std::string none = replaced(replaced(kRow, "score p = count(stone of p)", ""), ": score", ": tie");
  const PlayDiff play = play_of(script(none), script(replaced(kRow, ": score", ": tie")));
  CHECK(play.witness.empty());
  CHECK(play.difference->kinds() == std::vector<std::string>{"score"});
  DiffOptions beyond;
  beyond.beyond_start = true;
  CHECK(play_of(script(none), script(replaced(kRow, ": score", ": tie")), beyond).same);
  const PlayDiff end = play_of(script(none), script(kRow), beyond);
  CHECK(end.witness.size() == 5);
}

TEST_CASE("diff: an error of the rules is a difference") {
  const std::string broken =
      replaced(kRow, "put stone(owner = me) on at", "put stone(owner = me) on at\n  if at == c2 { turns += 9 }");
  const PlayDiff play = play_of(script(kRow), script(broken));
  REQUIRE_FALSE(play.same);
  CHECK(play.difference->kinds().at(0) == "error");
  CHECK(play.witness == std::vector<std::string>{"c2"});
  REQUIRE(play.difference->error_now);
  CHECK(play.difference->error_now->line > 0);
  CHECK_FALSE(play.now);
  CHECK(play_of(script(broken), script(broken)).same);
}

TEST_CASE("diff: an error in what decides which moves there are is a difference, before any of them is made") {
  const std::string broken =
      replaced(kRow, "pick at in empty", "pick at in {c in empty where low(turns) >= 0}") + "\nlet low(k: 0..1) = k\n";
  const PlayDiff play = play_of(script(kRow), script(broken));
  REQUIRE_FALSE(play.same);
  CHECK(play.difference->kinds().at(0) == "error");
  REQUIRE(play.difference->error_now);
  CHECK(play.difference->error_now->code == "G0602");
}

TEST_CASE("diff: rules that made a difference, and refusals with their place") {
  const std::string now =
      replaced(kRow, "pick at in empty\n", "pick at in empty\n  require turns < 2 or at != c2   \"too late\"\n");
  const Game a = script(kRow), b = script(now);
  const TextDiff text = glint::diff_text(a, b);
  DiffOptions options;
  options.text = &text;
  const PlayDiff play = play_of(a, b, options);
  REQUIRE(play.difference);
  CHECK(play.difference->only_before_count == 1);
  REQUIRE(play.difference->only_before.size() == 1);
  CHECK(play.difference->only_before[0].move == "c2");
  REQUIRE(play.difference->only_before[0].refusal);
  CHECK(play.difference->only_before[0].refusal->message.find("too late") != std::string::npos);
  CHECK(play.difference->only_before[0].refusal->line == 14);
  REQUIRE(play.difference->rules.size() == 1);
  CHECK(play.difference->rules[0].line == 14);
  CHECK(play.difference->rules[0].side == glint::RuleLine::Side::now);
}

TEST_CASE("diff: random games against themselves, and with one change", "[patient]") {
  glint::Random random(20261129);
  int changed = 0;
  for (int i = 0; i < 40; ++i) {
    glint::smith::Tape tape(random.next());
    const std::string text = glint::smith::script(tape).game;
    INFO(text);
    const auto game = Game::from_text(text, "random.glint");
    if (!game->start()) continue;
    DiffOptions options;
    options.limit = 400;
    options.games = 4;
    options.plies = 20;
    const PlayDiff same = play_of(*game, *game, options);
    CHECK(same.same);
    const std::string other = replaced(text, "move rest \"rest\" { number += 1 }", "move rest \"rest\" { number -= 1 }");
    const Game now = script(other);
    const PlayDiff play = play_of(*game, now, options);
    if (play.same) continue;
    ++changed;
    const int moves = check_witness(*game, now, play);
    if (play.shortest && moves > 0) CHECK_FALSE(naive_difference(*game, now, std::min(moves - 1, 1)));
  }
  CHECK(changed >= 3);
}

TEST_CASE("diff: where rules read `seen`, moves that lead back are repeated", "[lab][diff]") {
  for (const char* seed : {"1", "2", "3"}) {
    const glint::cli::Answer answer = glint::cli::glint({"diff", "boundary", "boundary", "--new-set", "repetition=tie", "--limit", "300", "--seed", seed, "--json"});
    INFO(answer.err);
    CHECK(answer.json()["moves"] == 8);
    CHECK(answer.json()["shortest"] == false);
    CHECK(answer.json()["leaves_clocks"] == false);
  }
}

TEST_CASE("diff: clocks are said not to be compared", "[lab][diff]") {
  const glint::cli::Folder folder;
  const std::string text = R"(game "Timed"
use square
players sun, moon
board grid(2, 1)
move go "go" { }
play { turn of sun { choose go }; end : tie }
clock { game 20:00; out: opponent wins }
)";
  const std::string one = folder.write("one.glint", text);
  const std::string other = folder.write("other.glint", replaced(text, "20:00", "10:00"));
  const glint::cli::Answer answer = glint::cli::glint({"diff", one, other});
  INFO(answer.out + answer.err);
  CHECK(answer.out.find("clocks differ, and are not compared") != std::string::npos);
  CHECK(glint::cli::glint({"diff", one, other, "--json"}).json()["leaves_clocks"] == true);
  // Also where an option decides whether there is one.
  const glint::cli::Answer option = glint::cli::glint(
      {"diff", "the_beam", "the_beam", "--new-set", "clock=off", "--limit", "20", "--games", "1", "--json"});
  CHECK(option.json()["leaves_clocks"] == true);
}
