// Groups of kinds, kinds as values, lists, and `the`.
#include <string>

#include "tests/smith/against_naive.hpp"
#include "tests/support/loading.hpp"

namespace {

using namespace glint;
using test::code_of;

const std::string kOfKinds = R"(game "Promotion"
use square

players white, black

/// What a pawn can become.
type officer = {queen "q", rook "r", bishop "b", knight "n"}
type suit = {clubs, hearts, spades}

board square(4, 4)

piece pawn of player   { look "{owner:1}p" }
piece queen of player  { look "{owner:1}q" }
piece rook of player   { look "{owner:1}r" }
piece bishop of player { look "{owner:1}b" }
piece knight of player { look "{owner:1}n" }
piece rock { look "#" }

let army = pawn | officers
let officers = queen | rook | bishop | knight
let worth[k: officer] = [9, 5, 3, 3]
let price[k: 1..6]: 0..50 = [1, 2, 3, 5, 8, 13]
let ways[k: officer]: set of direction = [around, {n, e, s, w}, {ne, se, sw, nw}, {}]
let turned[p: player] = [black, white]
let wealth(p: player) = (sum k in officer : worth[k] * count(k of p)) + count(pawn of p)
let attackers(c: cell): set of cell = (c + around) & army

var stock[player]: 0..9 = [3, 5]   "reserve"
var marked[officer]: set of cell = [{}, a1, a1 | a2, cells]
var last: officer = queen
var royal: set of officer = {queen, rook}
bag tiles[k: suit] = [2, 0, 7]

move promote "{from}{to}{into}" {
  pick from in pawn of me          "no pawn"
  pick to in (from + n) & empty
  pick into in officer             "you cannot become {into}"
  require stock[me] > 0
  put into on to
  last = to.kind
  remove from
  stock[me] -= 1
}
move glide "{from}-{to}" {
  pick from in officers of me
  pick to in slide(from, ways[from.kind], empty)
  require from.kind != knight
  move from to to
}

setup {
  put pawn(owner = white) on a1 | b1
  put queen(owner = black) on d4
  put knight(owner = white) on d1
}

play { repeat { turn of each player { choose promote or glide else { end : tie } } } }

test "groups and lists" {
  expect army of white == a1 | b1 | d1
  expect army of black == d4 and officers of white == d1
  expect attackers(a1) of white == b1
  expect royal of black == d4 and royal of white == {} and officer of white == d1
  expect worth[queen] == 9 and worth[knight] == 3 and price[6] == 13 and price[1] == 1 and price[4] == 5
  expect stock[white] == 3 and stock[black] == 5 and turned[white] == black
  expect marked[queen] == {} and marked[rook] == a1 and marked[bishop] == a1 | a2 and marked[knight] == cells
  expect tiles[clubs] == 2 and tiles[hearts] == 0 and tiles[spades] == 7 and count(tiles) == 9
  expect wealth(white) == 5 and wealth(black) == 9
  expect (the k in officer where worth[k] == 5 else queen) == rook
  expect (the k in officer where worth[k] > stock[black] + 4 else queen) == queen
  expect (the c in queen of black else a1) == d4 and (the c in queen of white else a1) == a1
  expect (the j in 1..6 where price[j] == 8 else 0) == 5
}
test "promotion" {
  expect moves(promote) == 8
  expect illegal "a1a2k"
  play "a1a2n"
  expect a2 in knight of white and last == knight and a1 in empty and stock[white] == 2
  expect moves(glide) == 8
}
)";

}  // namespace

TEST_CASE("kinds: groups, values, lists and the only element", "[kinds]") { test::check_tests(kOfKinds); }

TEST_CASE("kinds: as the plain engine plays them", "[kinds]") {
  const Game game = test::script(kOfKinds);
  smith::AgainstNaive against(game, {3, 300, 0});
  CHECK(against.difference() == "");
  CHECK(against.positions() > 100);
}

TEST_CASE("kinds: what has no owner, no type or no value is refused", "[kinds]") {
  CHECK(code_of(kOfKinds + "let mine(p: player) = (army | rock) of p") == "G0206");
  CHECK(code_of(kOfKinds + "let stones = (empty & a1) of white") == "G0208");
  CHECK(code_of(kOfKinds + "do lay(k: suit) { put k on a1 }") == "G0208");
  CHECK(code_of(kOfKinds + "let kind_of(c: army) = c.kind") == "G0207");
  CHECK(code_of(kOfKinds + "let few[p: player] = [1, 2, 3]") == "G0302");
  CHECK(code_of(kOfKinds + "let whole[c: cell] = [1, 2, 3]") == "G0309");
  CHECK(code_of(kOfKinds + "let none = [1, 2, 3]") == "G0309");
  CHECK(code_of(kOfKinds + "let only = the c in rock : 3 else a1") == "G0101");
  CHECK(code_of(kOfKinds + "let only = the c in rock else 3") == "G0301");
}
