// The fewest moves after which play differs, against a search that is as plain as can be.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include <glint/diff.hpp>
#include "interpreter/lab/diff/play_comparison.hpp"
#include "interpreter/lab/diff/twins.hpp"
#include "tests/interpreter/lab/diff/row_game.hpp"
#include "tests/support/loading.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/scale.hpp"

namespace {

using glint::DiffOptions;
using glint::Game;
using glint::PlayDiff;
using glint::Position;
using glint::TextDiff;
using glint::test::kRow;
using glint::test::must;
using glint::test::replaced;
using glint::test::script;

PlayDiff play_of(const Game& before, const Game& now, const DiffOptions& options = {}) {
  return must(glint::diff_play(before, now, options));
}

// ---- the plain search ----

void settle(Position& position) {
  while (position.at_draw() && must(position.count_outcomes()) == 1) REQUIRE_FALSE(position.draw(std::uint64_t{0}));
}

Position begun(const Game& game) {
  glint::StartOptions options;
  options.wait_at_draws = true;
  Position position = must(game.start(options));
  settle(position);
  return position;
}

/// Everything that players meet, in words.
std::string seen(const Position& position) {
  std::ostringstream out;
  if (position.at_draw()) {
    std::set<std::string> outcomes;
    for (const auto& outcome : must(position.outcomes())) {
      const std::uint64_t most = std::max<std::uint64_t>(outcome.total, 1);
      std::uint64_t a = outcome.weight, b = most;
      while (b != 0) a = std::exchange(b, a % b);
      outcomes.insert(outcome.value + "*" + std::to_string(outcome.weight / a) + "/" + std::to_string(most / a));
    }
    for (const std::string& each : outcomes) out << each << ' ';
  } else {
    std::vector<std::string> moves = must(position.moves());
    std::sort(moves.begin(), moves.end());
    for (const std::string& move : moves) out << move << ';';
  }
  out << '|' << position.to_move() << '|' << position.over() << position.outcome_text() << '|';
  for (int p = 0; p < static_cast<int>(position.game().players().size()); ++p)
    out << (position.score(p) ? std::to_string(*position.score(p)) : "none") << ' ';
  std::set<std::string> light;
  std::vector<glint::Beam> beams = must(position.beams());
  while (!beams.empty()) {
    const glint::Beam beam = beams.back();
    beams.pop_back();
    beams.insert(beams.end(), beam.branches.begin(), beam.branches.end());
    for (const auto& step : beam.path) {
      std::string text = position.game().cells()[static_cast<std::size_t>(step.cell)].label;
      for (std::string field : step.payload) {
        std::sort(field.begin(), field.end());  // sets print in the order of their type
        text += "," + field;
      }
      light.insert(text);
    }
  }
  out << '|';
  for (const std::string& each : light) out << each << ' ';
  return out.str();
}

using Both = std::pair<Position, Position>;

/// After how many moves they differ at the soonest; nothing up to `depth`. Draws are no moves.
std::optional<int> naive(const Game& before, const Game& now, int depth) {
  std::vector<Both> layer{{begun(before), begun(now)}};
  for (int plies = 0; plies <= depth; ++plies) {
    std::vector<Both> next;
    for (std::size_t i = 0; i < layer.size(); ++i) {
      const Both both = layer[i];
      if (seen(both.first) != seen(both.second)) return plies;
      if (both.first.over()) continue;
      const bool draws = both.first.at_draw();
      std::vector<std::string> steps;
      if (draws) {
        for (const auto& outcome : must(both.first.outcomes())) steps.push_back(outcome.value);
      } else {
        steps = must(both.first.moves());
      }
      for (const std::string& step : steps) {
        Both after = both;
        for (Position* position : {&after.first, &after.second}) {
          const auto error = draws ? position->draw(step) : position->play(step);
          REQUIRE_FALSE(error);
          settle(*position);
        }
        (draws ? layer : next).push_back(std::move(after));
      }
    }
    layer = std::move(next);
  }
  return std::nullopt;
}

/// Plays the witness in both, and sees that they differ at its end and not before. Answers its number of moves.
int check_witness(const Game& before, const Game& now, const PlayDiff& play) {
  Both both{begun(before), begun(now)};
  int moves = 0;
  for (const std::string& step : play.witness) {
    INFO(step);
    const bool draws = both.first.at_draw();
    if (!draws && step.rfind("draw ", 0) == 0) continue;  // a draw of only one outcome, which was made
    CHECK(seen(both.first) == seen(both.second));
    moves += !draws;
    const std::string text = draws ? step.substr(step.find(" = ") + 3) : step;
    for (Position* position : {&both.first, &both.second}) {
      const auto error = draws ? position->draw(text) : position->play(text);
      REQUIRE_FALSE(error);
      settle(*position);
    }
  }
  CHECK(seen(both.first) != seen(both.second));
  return moves;
}

void check_soonest(const std::string& before_text, const std::string& now_text, int depth) {
  INFO(before_text << "\n---\n" << now_text);
  const Game before = script(before_text), now = script(now_text);
  const auto expected = naive(before, now, depth);
  const PlayDiff play = play_of(before, now);
  REQUIRE(expected.has_value() == !play.same);
  if (!expected) return;
  CHECK(play.shortest);
  CHECK(check_witness(before, now, play) == *expected);
  REQUIRE(play.difference);
  CHECK_FALSE(play.difference->kinds().empty());
}

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
    const auto expected = naive(script(kRow), script(now), 4);
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
    CHECK(play.unlisted == whole.unlisted);
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

  // It is made shorter in parts, between which a host may do other things, and comes out the same.
  auto begun = glint::PlayComparison::begin(plain, changed, options);
  REQUIRE(begun);
  int parts = 0;
  for (std::uint64_t games = 0; (*begun)->advance(100); ++parts)
    if (std::exchange(games, (*begun)->play().games) != (*begun)->play().games) parts = 0;
  CHECK(parts > 20);
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

TEST_CASE("diff: chance is compared by its outcomes and what they weigh") {
  const std::string dice = R"(game "Dice"
use square
players sun, moon
board square(2, 1)
bag coins[number: 1..3] = 2
var thrown: 1..3 = 1
var first: player = sun
var sum: 0..40 = 0
move take "take {k}" { pick k in 1..thrown; sum += k }
play {
  draw first in player
  repeat until sum >= 5 { draw thrown from coins; turn of first { choose take }; first += 1 }
  end : tie
}
)";
  check_soonest(dice, dice, 3);
  check_soonest(dice, replaced(dice, "= 2\n", "= 3\n"), 3);  // the odds of the second coin
  check_soonest(dice, replaced(dice, "sum >= 5", "sum >= 4"), 3);
  check_soonest(dice, replaced(dice, "pick k in 1..thrown", "pick k in 1..thrown; require not (k == 3 and sum == 1)"),
                3);
  check_soonest(dice, replaced(dice, "draw first in player", "draw first in {sun}"), 3);
  const PlayDiff odds = play_of(script(dice), script(replaced(dice, "= 2\n", "= 3\n")));
  CHECK(odds.difference->kinds() == std::vector<std::string>{"chance"});
  CHECK_FALSE(odds.difference->weights.empty());
  CHECK(odds.witness.at(0) == "draw first = sun");
  // Equal odds in other numbers are equal odds.
  const PlayDiff one_only = play_of(script(replaced(dice, "draw thrown from coins", "draw thrown in {1, 2}")),
                                    script(replaced(dice, "draw thrown from coins", "draw thrown in 1..2")));
  CHECK(one_only.same);
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

TEST_CASE("diff: moves that are accepted but not listed") {
  const std::string nim = R"(game "Nim"
use square
players sun, moon
board grid(2, 2)
piece stone { look "o" }
setup { put stone on a1 | b1 }
var pile: 0..9 = 5
move take "take {num}" { pick num in 1..3; require num <= pile "so many there are not"; pile -= num; end when pile == 0 : me wins }
move claim "claim {num}" { pick num in 1..3; offer num == pile; if num == pile { end : me wins }
  end : opponent wins }
move resign "resign" { offer nothing; end : opponent wins }
move point "point at {them}" { pick them in some of stone; offer them == a1 & stone; if count(them) == 2 { pile = 1 } }
play { repeat { turn of each player { choose take or claim or resign or point } } }
)";
  const Game before = script(nim);
  const PlayDiff same = play_of(before, before);
  CHECK(same.same);
  CHECK(same.unlisted > 20);
  REQUIRE(same.untried.size() == 1);
  CHECK(same.untried[0].find("most sets for `them` that `point` does not offer") == 0);

  // The move does something else.
  const PlayDiff claim = play_of(before, script(replaced(nim, "\n  end : opponent wins", "\n  end : tie")));
  REQUIRE_FALSE(claim.same);
  CHECK(claim.witness == std::vector<std::string>{"claim 1"});
  CHECK(claim.moves == 1);
  CHECK(claim.ends_unlisted);
  CHECK(claim.shortest);
  CHECK(claim.difference->kinds() == std::vector<std::string>{"result"});
  const PlayDiff resign =
      play_of(before, script(replaced(nim, "nothing; end : opponent wins", "nothing; end : me wins")));
  CHECK(resign.witness == std::vector<std::string>{"resign"});
  // The largest set that could be named.
  const PlayDiff point = play_of(before, script(replaced(nim, "pile = 1", "pile = 2")));
  REQUIRE_FALSE(point.same);
  CHECK(point.witness == std::vector<std::string>{"point at a1 b1"});

  // Only one accepts it, and the other says why not.
  const std::string refusing =
      replaced(nim, "pick num in 1..3; offer", "pick num in 1..3; require num < 3 or pile < 4 \"too bold\"; offer");
  const PlayDiff refused = play_of(before, script(refusing));
  REQUIRE_FALSE(refused.same);
  CHECK(refused.witness.empty());
  CHECK(refused.difference->kinds() == std::vector<std::string>{"accepted"});
  REQUIRE(refused.difference->accepted_before);
  CHECK(refused.difference->accepted_before->move == "claim 3");
  REQUIRE(refused.difference->accepted_before->refusal);
  CHECK(refused.difference->accepted_before->refusal->message.find("too bold") != std::string::npos);
  const PlayDiff reverse = play_of(script(refusing), before);
  REQUIRE_FALSE(reverse.same);
  CHECK(reverse.difference->accepted_now);

  // What a choice has no text for in one game.
  const PlayDiff more =
      play_of(before, script(replaced(nim, "claim {num}\" { pick num in 1..3", "claim {num}\" { pick num in 1..4")));
  REQUIRE_FALSE(more.same);
  CHECK(more.difference->kinds() == std::vector<std::string>{"accepted"});
  CHECK(more.difference->accepted_now->move == "claim 4");

  // Far from the start, random games try such moves, and the line is made shorter.
  const std::string far = replaced(replaced(nim, "0..9 = 5", "0..90 = 60"), "end when pile == 0", "end when pile == 1");
  DiffOptions options;
  options.limit = 1;
  const PlayDiff late = play_of(
      script(far),
      script(replaced(far, "\n  end : opponent wins", "\n  end when pile < 50 : tie; end : opponent wins")), options);
  REQUIRE_FALSE(late.same);
  CHECK_FALSE(late.shortest);
  CHECK(late.ends_unlisted);
  CHECK(late.moves <= 7);  // 5 would do: such lines are made shorter by leaving out steps alone
}

TEST_CASE("diff: a move that is not listed is tried in all positions of its line") {
  // Of 2601 numbers some are tried in each position, so the one that matters may first be met late.
  const std::string numbers = R"(game "Numbers"
use square
players sun, moon
board grid(3, 3)
piece rock of player { look "{owner:1}" }
var kept: 0..99 = 0
move drop "{at}" { pick at in empty; put rock on at }
move num "num {x} {y}" { pick x in 0..50; pick y in 0..50; offer x == y and x == 3; require x + y < 40; kept = x }
play { repeat { turn of each player { choose drop or num else { end : tie } } } }
)";
  const std::string ends = replaced(numbers, "kept = x }", "kept = x; if x == 17 and y == 3 { end : me wins } }");
  const PlayDiff play = play_of(script(numbers), script(ends));
  REQUIRE_FALSE(play.same);
  CHECK(play.witness == std::vector<std::string>{"num 17 3"});
  CHECK(play.ends_unlisted);
  CHECK_FALSE(play.untried.empty());
}

TEST_CASE("diff: draws of one outcome are in the line, so that a test can repeat it") {
  const std::string spots = R"(game "Spots"
use square
players sun, moon
board grid(3, 1)
piece dot { look "o" }
var ticks: 0..9 = 0
move tick "tick" { ticks += 1 }
play {
  for i in 1..3 { draw spot in empty; put dot on spot }
  repeat { turn of each player { choose tick } }
}
end when ticks == 3 : tie
)";
  const PlayDiff play = play_of(script(spots), script(replaced(spots, "ticks == 3", "ticks == 2")));
  REQUIRE_FALSE(play.same);
  CHECK(play.witness == std::vector<std::string>{"draw spot = a1", "draw spot = b1", "draw spot = c1", "tick", "tick"});
  CHECK(play.moves == 2);
}

TEST_CASE("diff: behind more chance than can be searched the shortest way is looked for after some draws") {
  const std::string dice = R"(game "Dice"
use square
players sun, moon
board grid(1, 1)
var one: 0..63 = 0
var two: 0..63 = 0
var ticks: 0..9 = 0
move tick "tick" { ticks += 1 }
play { draw one in 0..63; draw two in 0..63; repeat { turn of each player { choose tick } } }
end when ticks == 4 : tie
)";
  DiffOptions options;
  options.limit = 1000;
  const PlayDiff same = play_of(script(dice), script(dice), options);
  CHECK(same.same);
  CHECK_FALSE(same.complete);
  const PlayDiff all = play_of(script(dice), script(replaced(dice, "ticks == 4", "ticks == 3")), options);
  REQUIRE_FALSE(all.same);
  CHECK(all.moves == 3);
  CHECK_FALSE(all.shortest);
  REQUIRE(all.witness.size() == 5);
  CHECK(all.witness[0].starts_with("draw one = "));
  CHECK(all.witness[1].starts_with("draw two = "));
  CHECK(all.witness[4] == "tick");
  // Of several beginnings that counts with the fewest moves to a difference.
  const std::string sooner = "ticks == (if odd(two) then 1 else 3)";
  const PlayDiff some = play_of(script(dice), script(replaced(dice, "ticks == 4", sooner)), options);
  REQUIRE_FALSE(some.same);
  CHECK(some.moves == 1);
  CHECK(some.witness.size() == 3);
}

TEST_CASE("diff: draws without end before the first move are searched only so far", "[limits]") {
  // At the start of play this is an error, as one decision takes too much; here each draw is a step of its own.
  const auto drawing = [](const std::string& look) {
    return script("game \"D\"\nuse square\nplayers sun, moon\nboard square(8, 8)\npiece stone { look \"" + look +
                        "\" }\nvar d: cell = a1\nmove place \"{at}\" { pick at in empty; put stone on at }\n"
                        "play { for i in 0..1000000000 { draw d in cells }; "
                        "repeat { turn of each player { choose place else { end : tie } } } }\n");
  };
  DiffOptions options;
  options.limit = 800;
  options.games = 1;
  options.game_positions = 200;
  const PlayDiff play = must(diff_play(drawing("o"), drawing("p"), options));
  CHECK(play.same);
  CHECK_FALSE(play.complete);
}

TEST_CASE("diff: moves and outcomes are matched one by one up to their limits, not past them", "[limits]") {
  const auto is_too_much = [](const std::string& one, const std::string& other) {
    const Game a = script(one), b = script(other);
    glint::Twins twins(a, b, false);
    glint::Pair pair;
    REQUIRE_FALSE(twins.begin(pair));
    const bool differs = twins.list(pair);
    CHECK_FALSE(differs);
    return twins.is_too_much();
  };
  const std::string head = "game \"M\"\nplayers sun, moon\nuse square\n";
  const auto choosing = [&](const std::string& board, int numbers, bool is_turned) {
    const std::string a = "pick a in cells; ", n = "pick k in 1.." + std::to_string(numbers) + "; ";
    return head + "board " + board + "\nmove go \"{a} {k}\" { " + (is_turned ? n + a : a + n) +
           "}\nplay { repeat { turn of each player { choose go } } }\n";
  };
  for (const bool is_past : {false, true}) {
    INFO(is_past);
    if (!is_past && glint::test::scale() < 0.1) continue;
    // 25 x 20 x 400 = 200,000 moves; 489 x 409 = 200,001.
    const std::string board = is_past ? "square(489, 1)" : "square(25, 20)";
    const int numbers = is_past ? 409 : 400;
    CHECK(is_too_much(choosing(board, numbers, false), choosing(board, numbers, true)) == is_past);
  }
  const auto drawing = [&](int outcomes) {
    return head + "board on square4 { cells x in 1.." + std::to_string(outcomes) +
           ", y in 1..1\n label \"c{x}\" }\nvar d: cell = c1\nmove go \"go\" { }\n"
           "play { draw d in cells; repeat { turn of each player { choose go } } }\n";
  };
  CHECK_FALSE(is_too_much(drawing(50'000), drawing(50'000)));
  CHECK(is_too_much(drawing(50'001), drawing(50'001)));
}

TEST_CASE("diff: a draw of one outcome before the first move is no difference by itself") {
  const std::string drawn = R"(game "Spots"
use square
players sun, moon
board grid(3, 1)
piece dot { look "o" }
move lay "lay {at}" { pick at in empty; put dot on at }
play { draw spot in {a1}; put dot on spot; repeat { turn of each player { choose lay else { end : tie } } } }
)";
  const std::string put = replaced(drawn, "draw spot in {a1}; put dot on spot", "put dot on a1");
  check_soonest(drawn, put, 3);
  check_soonest(drawn, replaced(put, "a1;", "b1;"), 3);
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

TEST_CASE("diff: random games against themselves, and with one change") {
  glint::Random random(20261122);
  int changed = 0;
  for (int i = 0; i < 12; ++i) {
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
    if (play.shortest && moves > 0) CHECK_FALSE(naive(*game, now, std::min(moves - 1, 1)));
  }
  CHECK(changed >= 3);
}
