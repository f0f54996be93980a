// Expected values: computed by hand, published, by plain expectiminimax, between bounds; what is refused; the command.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/players/exact/exact_values.hpp"
#include "interpreter/players/exact/expected_values.hpp"
#include "tests/smith/load.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/stopping.hpp"

namespace {

using namespace glint;
using namespace glint::test;

Expected expected(const Game& game, std::uint64_t limit = 1'000'000) {
  const Position start = must(game.start());
  const auto refused = ExactValues::refusal(start, "the test", true);
  INFO((refused ? refused->message : ""));
  REQUIRE_FALSE(refused);
  return must(expected_value(start, {limit, true, {}}));
}

const std::string kHead = "game \"G\"\nuse square\nplayers ann, ben\nboard square(1, 1)\n";

/// Who walks one step or rolls one or two, each as likely, and comes to the end exactly, wins; who goes too far loses.
std::string race(int need) {
  return kHead + "var left[player]: 0..9 = " + std::to_string(need) + R"(
var die: 1..2 = 1
var rolls: flag = off
move walk "walk" { rolls = off }
move roll "roll" { rolls = on }
play {
  repeat {
    turn of each player {
      choose walk or roll
      if rolls == on { draw die in 1..2 } else { die = 1 }
      if die > left[me] { end : opponent wins }
      left[me] -= die
      if left[me] == 0 { end : me wins }
    }
  }
}
)";
}

/// Piglet (T. Neller and C. Presser, "Optimal play of the dice game Pig", 2004): heads add a point to the turn, tails end it
/// with nothing; who holds keeps the points. `first`: what must be true to hold.
std::string piglet(int goal, const std::string& first) {
  return kHead + "option goal: 1..9 = " + std::to_string(goal) + R"(
var kept[player]: 0..9 = 0
var points: 0..9 = 0
var mover: player = ann
var flips: flag = on
move flip "flip" { flips = on }
move hold "hold" {
  require )" + first + R"(
  flips = off
}
play {
  repeat {
    turn of mover {
      choose flip or hold
      if flips == on {
        draw coin in 0..1
        if coin == 1 {
          points += 1
          if kept[me] + points >= goal { end : me wins }
        } else {
          points = 0
          mover = me + 1
        }
      } else {
        kept[me] += points
        points = 0
        mover = me + 1
      }
    }
  }
}
)";
}

TEST_CASE("expected values: of a race, by hand", "[exact]") {
  // W(x, y): to move with x steps left, against y. W(1, y) = 1; W(2, 1) = 1/2; W(2, 2) = 3/4; W(3, 1) = 0; W(3, 2) = 3/8;
  // W(3, 3) = (1 - W(3, 2)) / 2 + (1 - W(3, 1)) / 2 = 13/16, by rolling: to walk wins 5/8.
  const auto share = [](int need) { return (1 + expected(script(race(need))).low) / 2; };
  CHECK(share(1) == 1);
  CHECK(share(2) == 0.75);
  CHECK(share(3) == 0.8125);
  const Expected three = expected(script(race(3)));
  CHECK(three.is_decided);
  CHECK(three.low == three.high);  // play cannot come back
  CHECK_FALSE(three.is_by_score);
  CHECK_FALSE(three.has_ties);
  REQUIRE(three.best);
  CHECK(must(must(script(race(3)).start()).move(*three.best)) == "roll");
}

TEST_CASE("expected values: published ones of Piglet, which goes round", "[exact]") {
  const Expected two = expected(script(piglet(2, "points > 0")));
  CHECK(two.is_decided);
  CHECK((1 + two.low) / 2 == Approx(4.0 / 7).epsilon(1e-9));
  CHECK(two.low <= two.high);
  CHECK((1 + expected(script(piglet(3, "points > 0"))).low) / 2 == Approx(6.0 / 11).epsilon(1e-9));
  // To hold with nothing helps nobody here, and so the bounds meet though play could go round for ever.
  CHECK(expected(script(piglet(2, "points >= 0"))).is_decided);
}

TEST_CASE("expected values: where both would rather wait for ever, only bounds are claimed", "[exact]") {
  const Expected value = expected(script(kHead + R"(move wait "wait" { }
var dares: flag = off
move dare "dare" { dares = on }
play {
  repeat {
    turn of each player {
      choose wait or dare
      if dares == on {
        draw die in 1..3
        if die == 1 { end : me wins } else { end : opponent wins }
      }
    }
  }
}
)"));
  CHECK_FALSE(value.is_decided);
  CHECK(value.low == Approx(-1.0 / 3));
  CHECK(value.high == Approx(1.0 / 3));
  CHECK_FALSE(value.best);
}

// ---- plain expectiminimax

/// Follows every line to its end. To the first player; nothing where play comes back, or there is too much of it.
class PlainExpectation {
 public:
  explicit PlainExpectation(std::size_t most) : most_(most) {}

  std::optional<double> of(const Position& position) {
    if (position.over()) return at_end(position.outcome());
    const auto [known, is_new] = values_.try_emplace(position.state(), std::nullopt);  // nothing: it is on the way
    if (!is_new) return known->second;
    if (values_.size() > most_) return std::nullopt;
    std::optional<double> value;
    if (position.at_draw()) {
      const auto outcomes = position.outcomes();
      if (!outcomes || outcomes->size() > 20) return std::nullopt;
      value = 0;
      for (std::uint64_t i = 0; i < outcomes->size(); ++i) {
        Position next = position;
        if (next.draw(i)) return std::nullopt;
        const auto after = of(next);
        if (!after) return std::nullopt;
        *value += *after * static_cast<double>((*outcomes)[i].weight) / static_cast<double>((*outcomes)[i].total);
      }
    } else {
      const auto moves = position.count_moves();
      if (!moves) return std::nullopt;
      for (std::uint64_t i = 0; i < *moves; ++i) {
        Position next = position;
        if (next.play_listed(i)) return std::nullopt;
        const auto after = of(next);
        if (!after) return std::nullopt;
        value = !value ? *after : position.to_move() == 0 ? std::max(*value, *after) : std::min(*value, *after);
      }
    }
    return values_[position.state()] = value;
  }
  bool has_wins = false, has_scores = false;

 private:
  double at_end(const Outcome& outcome) {
    if (outcome.kind == OutcomeKind::win) {
      has_wins = true;
      return outcome.winner == 0 ? 1 : -1;
    }
    if (outcome.kind != OutcomeKind::score) return 0;
    has_scores = true;
    return static_cast<double>(outcome.scores[0] - outcome.scores[1]);
  }

  const std::size_t most_;
  std::map<std::vector<Word>, std::optional<double>> values_;
};

/// Whether there was something to compare.
bool compare(const Game& game, std::size_t most) {
  const auto start = game.start({.wait_at_draws = true});
  const auto drawn = game.start();
  if (!start || !drawn || start->over() || drawn->over() || ExactValues::refusal(*drawn, "the test", true)) return false;
  PlainExpectation plain(most);
  const auto value = plain.of(*start);
  if (!value) return false;
  const auto found = expected_value(*drawn, {1'000'000, true, {}});
  if (plain.has_wins && plain.has_scores) {
    CHECK_FALSE(found);
    return false;
  }
  REQUIRE(found);
  CHECK(found->is_decided);
  CHECK(found->low == Approx(*value).margin(1e-9));
  CHECK(found->is_by_score == plain.has_scores);
  // Whatever the limit, the value lies between the bounds.
  for (const std::uint64_t limit : {1, 3, 10, 30}) {
    const auto some = expected_value(*drawn, {limit, true, {}});
    if (!some) continue;  // too little was seen to refuse it
    CHECK(some->low <= *value + 1e-9);
    CHECK(some->high >= *value - 1e-9);
    CHECK(some->positions <= limit);
  }
  return true;
}

TEST_CASE("expected values: as plain expectiminimax has them in games made up at random", "[exact]") {
  using Some = smith::Wishes::Some;
  int games = 0;
  for (std::uint64_t seed = 1; seed <= scaled(3000u, 600u); ++seed) {
    smith::Tape tape(seed);
    smith::Wishes wishes;
    wishes.together = wishes.secrets = Some::never;
    wishes.chance = Some::always;
    const std::string text = smith::script(tape, wishes).game;
    const auto game = Game::from_text(text, "smith.glint");
    if (!game) continue;
    INFO("seed " << seed << "\n" << text);
    games += compare(*game, 300);
  }
  CHECK(games >= 1);  // most are too large for plain search
}

/// A token goes along arrows to squares further on, chosen by the players, and sometimes the wind takes it on.
std::string windy(Random& random, int cells, bool has_scores) {
  std::string exits = "{}", blown = "{}", ends;
  const auto name = [](std::uint64_t cell) { return std::string(1, static_cast<char>('a' + cell)) + "1"; };
  for (std::uint64_t cell = 0; cell < static_cast<std::uint64_t>(cells); ++cell) {
    const std::uint64_t later = static_cast<std::uint64_t>(cells) - cell - 1;
    std::string to = "{}";
    for (std::uint64_t i = later == 0 ? 0 : random.below(4); i-- > 0;) to += " | " + name(cell + 1 + random.below(later));
    exits += " | (if token meets " + name(cell) + " then " + to + " else {})";
    if (later > 0 && random.below(3) > 0)
      blown += " | (if token meets " + name(cell) + " then " + name(cell + 1 + random.below(later)) + " else {})";
    if (cell > 0 && random.below(4) == 0)
      ends += "end when token meets " + name(cell) + " : " + (has_scores ? "score" : random.below(2) == 0 ? "ann wins" : "tie") + "\n";
  }
  return "game \"Windy\"\nuse square\nplayers ann, ben\nboard square(" + std::to_string(cells) +
         ", 1)\npiece token { look \"o\" }\nvar last: 0..20 = 0\nlet exits: set of cell = " + exits +
         "\nlet blown: set of cell = " + blown +
         "\nmove go \"{to}\" {\n  pick to in exits\n  remove token\n  put token on to\n  last = to.x\n}\nsetup { put token on a1 }\n"
         "play { repeat { turn of each player { choose go else { end : " + (has_scores ? "score" : "opponent wins") +
         " }; draw wind in 0..4; if wind < 2 and count(blown) == 1 { let to = blown; remove token; put token on to } } } }\n" + ends +
         (has_scores ? "score p = if p == ann then last else 4\n" : "");
}

TEST_CASE("expected values: as plain expectiminimax has them where the wind blows", "[exact]") {
  int games = 0;
  for (std::uint64_t seed = 0; seed < scaled(300u, 60u); ++seed) {
    Random random(seed);
    const std::string text = windy(random, 9, seed % 2 == 0);
    INFO("seed " << seed << "\n" << text);
    games += compare(script(text), 10'000);
  }
  CHECK(games > 30);
}

/// EinStein würfelt nicht (I. Althöfer, 2004) on three by three squares, with two stones each.
const std::string kSmallEinStein = R"(game "Small EinStein"
use square
players red, blue
board square(3, 3)
piece stone of player { number: 1..2; look "{owner:1}{number}" }
let goal(p: player): cell = if p == red then c1 else a3
let ways(p: player): set of direction = if p == red then {e, se, s} else {w, nw, n}
var die: 1..2 = 1
let below: 0..2 = max one in stone of me where one.number <= die : one.number else 0
let above: 0..3 = min one in stone of me where one.number >= die : one.number else 3
let ready: set of cell = {one in stone of me where one.number == below or one.number == above}
move step "{from}-{to}" {
  pick from in stone of me
  require from in ready
  pick to in from + ways(me)
  move from to to
}
setup {
  put stone(owner = red, number = 1) on a3
  put stone(owner = red, number = 2) on a2
  put stone(owner = blue, number = 1) on c1
  put stone(owner = blue, number = 2) on c2
}
play { repeat { turn of each player { draw die in 1..2; choose step } } }
end for p in player when goal(p) in stone of p : p wins
end for p in player when stone of p == {} : p + 1 wins
)";

TEST_CASE("expected values: a small EinStein and races, as plain expectiminimax has them", "[exact]") {
  CHECK(compare(script(kSmallEinStein), 100'000));
  for (const int need : {2, 3, 4, 5}) CHECK(compare(script(race(need)), 100'000));
  const std::string scored = kHead + R"(var points[player]: 0..9 = 0
move safe "safe" { points[me] += 2 }
move risk "risk" { points[me] += 0 }
play {
  for round in 1..2 {
    turn of each player {
      choose safe or risk
      draw extra in 0..3
      if points[me] < 2 * round { points[me] += extra }
    }
  }
  end : score
}
score p = points[p]
)";
  CHECK(compare(script(scored), 100'000));
  CHECK(expected(script(scored)).is_by_score);
}

TEST_CASE("expected values: what has none is refused in words", "[exact]") {
  const auto why = [](const std::string& rest) {
    const Position start = must(script(kHead + rest).start());
    if (const auto refused = ExactValues::refusal(start, "solve --value", true)) return refused->message;
    const auto value = expected_value(start, {1000, true, {}});
    return value ? std::string() : value.errors()[0].message;
  };
  const std::string go = "move go \"go\" { }\n";
  const auto play = [&](const std::string& what) { return go + "play { repeat { turn of each player { choose go; draw d in 1..2; " + what + " } } }\n"; };
  CHECK(why(play("if d == 1 { end : me wins }")).empty());
  CHECK(why(play("if d == 1 { end : me wins } else { end : score }") + "score p = 1\n").find("no average has both") != std::string::npos);
  CHECK(why(play("if d == 1 { end : me wins }") + "end when seen == 3 : tie\n").find("use `seen`") != std::string::npos);
  const Game many = script("game \"G\"\nuse square\nplayers ann, ben\nboard square(7, 7)\n" + go +
                           "play { repeat { turn of each player { choose go; draw some in 8 of cells; if a1 in some { end : me wins } } } }\n");
  const auto value = expected_value(must(many.start()), {1000, true, {}});
  REQUIRE_FALSE(value);
  CHECK(value.errors()[0].message == "`some` has more outcomes than can be followed");
}

TEST_CASE("expected values: stopped by the host, bounds are still bounds", "[exact]") {
  const auto asked = std::make_shared<Asked>();
  const Game game = must(Game::from_text(kSmallEinStein, "small.glint", {}, nullptr, asking(asked)));
  const Position start = must(game.start());
  asked->stops_at = asked->times + 1;
  const Expected value = must(expected_value(start, {1'000'000, true, {}}));
  CHECK(value.was_stopped);
  CHECK_FALSE(value.is_decided);
  CHECK(value.low == -1);
  CHECK(value.high == 1);
}

TEST_CASE("solve --value: who wins how often, where chance decides", "[exact]") {
  const cli::Folder folder;
  const std::string game = folder.write("race.glint", race(3));
  const auto solve = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"solve", game, "--value"});
    return cli::glint(more);
  };
  const cli::Answer one = solve({});
  INFO(one.out << one.err);
  CHECK(one.status == 0);
  CHECK(one.out.find("ann wins 81.2500 % of the games with perfect play (") == 0);
  CHECK(one.out.find("\nbest first: roll\n") != std::string::npos);
  const nlohmann::json told = solve({"--json"}).json();
  CHECK(told["decided"] == true);
  CHECK(told["player"] == "ann");
  CHECK(told["wins"]["low"] == 0.8125);
  CHECK(told["wins"]["high"] == 0.8125);
  CHECK(told["ahead"].is_null());
  CHECK(told["best"] == "roll");
  // A position: ben is to move, with three steps left against two or one.
  CHECK(solve({"--after", "roll", "--draw", "die=1"}).out.find("ann wins 62.5000 % of the games") == 0);
  const cli::Answer open = solve({"--limit", "5"});
  CHECK(open.status == 1);
  CHECK(open.out.find("not decided: ann wins between ") == 0);
  CHECK(solve({"--out", folder / "line.json"}).status == 2);
  CHECK(solve({"--symmetry"}).status == 2);
}

}  // namespace
