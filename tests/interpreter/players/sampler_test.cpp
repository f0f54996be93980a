// Positions drawn for players who must not peek: all that fit what a seat saw, each as often as games that are dealt anew
// and thrown away unless they fit.
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "interpreter/players/sampler.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using test::must;
using test::script;

struct Dealt {
  std::string name, text;
  std::vector<int> moves;  // the number of each, of those listed
};

/// Cards, each there once: hands of two; whoever has laid one draws another.
const Dealt kCards{"cards", R"(game "Cards"
use square
players sun, moon
board grid(1, 1)
type shape = {A, B, C, D, E, F, G, H}
bag pile[t: shape] = 1 seen by {}
var hand[p: player]: set of shape = {} seen by p
var last: shape = A
move lay "lay {t}" { pick t in hand[me]; hand[me] -= {t}; last = t }
play {
  for p in player { for k in 1..2 { draw t from pile; hand[p] |= {t} } }
  repeat { turn of each player { choose lay else { end : tie }; if count(pile) > 0 { draw t from pile; hand[me] |= {t} } } }
}
)", {0, 1}};

/// Tiles, some of them alike, of which a hand may have several.
const Dealt kTiles{"tiles", R"(game "Tiles"
use square
players sun, moon
board grid(1, 1)
type shape = {A, B, C}
bag pile[t: shape] = if t == A then 3 else 2 seen by {}
var with_a[p: player]: 0..7 = 0 seen by p
var with_b[p: player]: 0..7 = 0 seen by p
var with_c[p: player]: 0..7 = 0 seen by p
var last: shape = A
do take(p: player, t: shape, by: -1..1) {
  if t == A { with_a[p] += by } else if t == B { with_b[p] += by } else { with_c[p] += by }
}
move lay "lay {t}" {
  pick t in shape where (if t == A then with_a[me] else if t == B then with_b[me] else with_c[me]) > 0
  take(me, t, -1)
  last = t
}
play {
  for p in player { for k in 1..2 { draw t from pile; take(p, t, 1) } }
  repeat { turn of each player { choose lay; if count(pile) > 0 { draw t from pile; take(me, t, 1) } } }
}
)", {0, 0}};

/// A hidden set, of which each question says something.
const Dealt kLamps{"lamps", R"(game "Lamps"
use square
players sun, moon
board grid(4, 2)
var lamps: set of cell = {} seen by {}
var answer[cell]: 0..4 = 0
move ask "{at}" { pick at in cells; answer[at] = 1 + count(lamps & (at + around)) }
play { draw lamps in 3 of cells; repeat { turn of each player { choose ask } } }
)", {1, 4, 6}};

/// Numbers out of a set, dealt in turn: the order in which the own ones came is not seen.
const Dealt kNumbers{"numbers", R"(game "Numbers"
use square
players sun, moon
board grid(1, 1)
var hand[p: player]: set of 2..8 = {} seen by p
var deck: set of 2..8 = {2, 3, 4, 5, 6, 7, 8} seen by {}
var dealt: 2..8 = 2 seen by {}
var laid: 0..8 = 0
move lay "lay {card}" { pick card in hand[me]; hand[me] -= {card}; laid = card }
play {
  for round in 1..2 { for p in player { draw dealt in deck; hand[p] |= {dealt}; deck -= {dealt} } }
  for round in 1..2 { turn of each player { choose lay } }
  end : tie
}
)", {0}};

using Shares = std::map<std::vector<Word>, double>;

void be_shares(Shares& counts) {
  double all = 0;
  for (const auto& [state, count] : counts) all += count;
  for (auto& [state, count] : counts) count /= all;
}

}  // namespace

TEST_CASE("sampler: every position that fits is drawn as often as games dealt anew come to it", "[players]") {
  for (const Dealt& dealt : {kCards, kTiles, kLamps, kNumbers}) {
    INFO(dealt.name);
    const Game game = script(dealt.text);
    Position truth = must(game.start({.seed = 5}));
    std::vector<std::string> moves;
    for (const int number : dealt.moves) {
      moves.push_back(must(truth.move(static_cast<std::uint64_t>(number))));
      test::play(truth, moves.back());
    }
    const int seat = truth.to_move();
    std::vector<std::string> seen;
    Position again = must(game.start({.seed = 5}));
    for (const std::string& move : moves) {
      seen.push_back(again.text_for(seat));
      test::play(again, move);
    }
    seen.push_back(again.text_for(seat));

    // The slow twin.
    Shares expected, found;
    int fits = 0;
    for (std::uint64_t seed = 1; fits < 200; ++seed) {
      REQUIRE(seed < 1'000'000);
      Position position = must(game.start({.seed = seed}));
      bool is_same = position.text_for(seat) == seen[0];
      for (std::size_t i = 0; i < moves.size() && is_same; ++i)
        is_same = !position.play(moves[i]) && position.text_for(seat) == seen[i + 1];
      if (!is_same) continue;
      ++fits;
      ++expected[std::vector<Word>(position.state().begin(), position.state().end())];
    }
    constexpr int kSamples = 1500;
    Random random(11);
    Sampler sampler(truth);
    std::vector<Word> state;
    for (int i = 0; i < kSamples; ++i) {
      REQUIRE(sampler.sample(random, state));
      ++found[state];
    }
    be_shares(expected);
    be_shares(found);
    CHECK(expected.size() > 1);
    CHECK(found.size() == expected.size());
    for (const auto& [where, share] : expected) {
      const double spread = std::sqrt(share * (1 - share) * (1.0 / fits + 1.0 / kSamples));
      CHECK(std::abs(found[where] - share) <= 4 * spread);
    }
  }
}

TEST_CASE("sampler: a hidden set that hardly any game would have is found step by step", "[players]") {
  const Game game = test::example("black_box");
  Position position = must(game.start({.seed = 3}));
  Random random(2);
  for (int ply = 0; ply < 30 && !position.over(); ++ply)
    REQUIRE_FALSE(position.play_listed(random.below(must(position.count_moves()))));
  REQUIRE_FALSE(position.over());
  Sampler sampler(position);
  std::vector<Word> state;
  CHECK(sampler.sample(random, state));
}
