// Hidden information: two positions that differ only in what a player may not see are the same to this player, in every
// view, and in every move that is legal.
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/cli/table/board.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/unknown.hpp"

namespace {

using namespace glint;
using test::code_of;
using test::must;
using test::other_for;
using test::play;
using test::script;

const char* const kHands = R"(
game "Hands"
use square
players sun, moon, star
option open: {off, on} = off
board grid(4, 3)
beam { }
piece coin of player { emits e; look "{owner:1}" }
var hand[p: player]: set of 1..9 = {} seen by p
var deck: set of 1..9 = {1, 2, 3, 4, 5, 6, 7, 8, 9} seen by {}
var mark[c: cell]: 0..3 = 0 seen by if open == on then player else {moon, star}
var behind[p: player]: 0..9 = 0 seen by player - {p}
var top: 0..9 = 0
var dealt: 1..9 = 1 seen by {}
let best(p: player) = max c in hand[p] : c else 0
do discard(p: player, card: 1..9) { hand[p] -= {card} }
move lay "lay {card}" {
  pick card in hand[me]     "you have no {card}"
  require card + 1 > top - 5   "too low, {best(me)} is your best"
  top = card
  discard(me, card)
  behind[me] = count(hand[me + 1])
}
move place "{at} {marked}" {
  pick at in empty
  pick marked in 0..3
  require best(me) > 2 or hand[me] != {} or top == 0
  put coin on at
  mark[at] = marked
}
move peek "peek" { require top > 1; if 9 in hand[me + 1] { top -= 1 } else { top = 1 } }
play {
  for p in player {
    draw dealt in deck; hand[p] |= {dealt}; deck -= {dealt}
    draw dealt in deck; hand[p] |= {dealt}; deck -= {dealt}
  }
  repeat {
    turn of each player { choose lay or place or peek else { end : score } }
    together { choose lay or place or peek else { } }
  }
}
score p = count(hand[p])
heuristic p = best(p) + sum c in coin of p : 1
end when empty == {} : tie
)";

const char* const kBids = R"(
game "Secret bids"
use square
players sun, moon
board grid(3, 1)
piece coin of player { look "{owner:1}" }
var purse[p: player]: 0..9 = 5 seen by p
var bid[p: player]: 0..9 = 0 seen by p
var points[player]: 0..9 = 0
move offer_price "bid {price}" {
  pick price in 0..5
  require price <= purse[me]   "you have only {purse[me]}"
  bid[me] = price
  purse[me] -= price
}
play {
  repeat {
    together { choose offer_price }
    if bid[sun] > bid[moon] { points[sun] += 1 }
    if bid[sun] < bid[moon] { points[moon] += 1 }
    end when points[sun] + points[moon] > 3 : score
  }
}
score p = points[p]
)";

/// What beams depend on is hidden: from moon, or from both.
const char* const kMines = R"(
game "Mines"
use square
players sun, moon
option open: {off, on} = off
board grid(4, 4)
beam { strength: 1..3 = 1 }
var mines: set of cell = {} seen by if open == on then {sun} else {}
var doors: set of edge = {} seen by {sun}
var tips[p: player]: 0..16 = 0
piece lamp {
  emits if here + n meets mines then {e, n} else {e} { beam.strength = if mines == {} then 1 else 2 }
  when beam crosses if mines meets here + s then {w} else {} { otherwise -> stops }
  look "*"
}
when beam enters c in mines { otherwise -> turns 1 }
when beam crosses x in doors { otherwise -> stops }
move place "{at}" {
  pick at in empty
  put lamp on at
  tips[me] = count(trace(at).cells)
  if tips[me] > 3 { doors ^= edge(at, s) }
}
play {
  draw mines in 5 of cells
  repeat { turn of each player { choose place else { end : score } } }
}
score p = tips[p]
)";

/// All that a player may see.
std::string views_of(const Position& position, int player) {
  const view::Scene scene = view::scene_of(position, player);
  std::ostringstream board;
  cli::print_board(board, position, {}, player);
  std::string all =
      position.text_for(player) + view::svg(scene) + view::picture(scene, {}) + board.str() + scene.status;
  for (const auto& one : position.variables_for(player)) all += one.first + one.second;
  return all;
}

/// Choices of bots that were the same in two positions that differ in what is hidden.
int chosen_alike = 0;

/// Compares positions of random games; answers how many there were that differed in what is hidden.
int compare(const Game& game, std::uint64_t seed, int games, int plies) {
  Random random(seed);
  std::vector<Position> positions;
  for (int g = 0; g < games; ++g) {
    StartOptions start;
    start.seed = random.next();
    auto begun = game.start(start);
    if (!begun) return 0;
    Position position = *begun;
    for (int ply = 0; ply < plies && !position.over(); ++ply) {
      positions.push_back(position);
      const auto count = position.count_moves();
      if (!count || position.play_listed(random.below(*count))) break;
    }
  }
  const int players = static_cast<int>(game.players().size());
  int compared = 0;
  for (const Position& position : positions)
    for (int player = 0; player < players; ++player) {
      const Position& donor = positions[random.below(positions.size())];
      const std::string text = other_for(position, player, donor);
      const auto read = game.read(text);
      if (!read || read->state() == position.state()) continue;  // what another chose may not go with another hand
      if (read->to_move() != position.to_move()) continue;       // with nothing in hand, another would not be asked
      ++compared;
      INFO(position.text() << "against\n" << text);
      REQUIRE(views_of(*read, player) == views_of(position, player));
      if (position.to_move() != player) continue;
      // Read as well, so that neither has a history, which bots may remember.
      const auto as_read = game.read(position.text());
      if (as_read && test::sampled(static_cast<std::uint64_t>(compared)))
        for (const char* const spec : {"random", "greedy", "mcts:6"}) {
          const std::uint64_t of_player = random.next();
          const auto choice = must(make_player(spec, of_player, game))->choose(*as_read),
                     other_choice = must(make_player(spec, of_player, game))->choose(*read);
          INFO(spec);
          REQUIRE(choice.ok() == other_choice.ok());
          if (choice) REQUIRE(*choice == *other_choice);
          if (choice) ++chosen_alike;
        }
      const auto moves = position.moves(), other_moves = read->moves();
      REQUIRE(moves.ok() == other_moves.ok());
      if (!moves) continue;
      REQUIRE(*moves == *other_moves);
      // What is refused, and with which words, is the same as well. (What breaks the script is no refusal.)
      const auto donor_moves = donor.moves();
      for (std::size_t i = 0; donor_moves && i < donor_moves->size() && i < 20; ++i) {
        Position one = position, other = *read;
        const auto error = one.play((*donor_moves)[i]), other_error = other.play((*donor_moves)[i]);
        const bool refused = error && error->code == "G0601",
                   other_refused = other_error && other_error->code == "G0601";
        REQUIRE(refused == other_refused);
        if (refused) REQUIRE(error->message == other_error->message);
      }
    }
  return compared;
}

/// Plays two games side by side, whose chance and some of whose moves differ. Where the one to move has seen the same in
/// both, and something else is hidden, bots must choose the same. Answers how often that was.
int compare_choices(const Game& game, std::uint64_t seed) {
  Random random(seed);
  auto one = game.start({.seed = random.next()}), other = game.start({.seed = random.next()});
  std::vector<bool> has_seen_other(game.players().size(), false);
  int compared = 0;
  for (int ply = 0; ply < 8 && one && other && !one->over() && !other->over(); ++ply) {
    for (std::size_t p = 0; p < has_seen_other.size(); ++p)
      if (one->text_for(static_cast<int>(p)) != other->text_for(static_cast<int>(p))) has_seen_other[p] = true;
    if (one->to_move() != other->to_move()) break;
    const auto moves = one->moves(), other_moves = other->moves();
    if (!moves || !other_moves) break;
    const auto mover = static_cast<std::size_t>(one->to_move());
    if (!has_seen_other[mover] && one->text() != other->text()) {
      ++compared;
      for (const char* const spec : {"random", "greedy", "mcts:8", "mcts:30"}) {
        const std::uint64_t of_player = random.next();
        const auto choice = must(make_player(spec, of_player, game))->choose(*one),
                   other_choice = must(make_player(spec, of_player, game))->choose(*other);
        INFO(spec << " in\n" << one->text() << "and in\n" << other->text());
        REQUIRE(choice.ok() == other_choice.ok());
        if (choice) REQUIRE(*choice == *other_choice);
      }
    }
    // Now and then another move, which its player knows and others may not.
    const std::uint64_t next = random.below(moves->size());
    const bool same = *moves == *other_moves && random.below(2) == 0;
    if (!same) has_seen_other[mover] = true;
    if (one->play_listed(next) || other->play_listed(same ? next : random.below(other_moves->size()))) break;
  }
  return compared;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  REQUIRE(text.find(from) != std::string::npos);
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("secrets: a view is the same whatever is hidden from it, and so are the legal moves", "[secrets]") {
  CHECK(compare(script(kHands), 3, 12, 30) > 300);
  CHECK(compare(script(kHands, {{"open", "on"}}), 4, 8, 20) > 100);
  CHECK(compare(script(kBids), 5, 20, 12) > 100);
  CHECK(compare(script(kMines), 6, 12, 12) > 100);
  CHECK(compare(script(kMines, {{"open", "on"}}), 7, 12, 12) > 100);
}

TEST_CASE("secrets: scripts made up at random", "[secrets]") {
  Random random(11);
  int compared = 0;
  for (int i = 0; i < test::scaled(400); ++i) {
    smith::Tape tape(random.next());
    const std::string text = smith::script(tape, {.secrets = smith::Wishes::Some::always}).game;
    INFO(text);
    const Game game = script(text);
    if (game.has_secrets()) compared += compare(game, random.next(), 3, 6);
  }
  CHECK(compared > test::scaled(50));
  // Few scripts have many of them, so that a small sample may have none.
  if (test::scale() >= 0.2) CHECK(chosen_alike > (test::scale() == 1 ? 100 : 0));
}

TEST_CASE("secrets: what is hidden changes no choice of a program, in scripts made up at random", "[secrets][smith][oracle]") {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < test::scaled<std::uint64_t>(600); ++seed) {
    smith::Tape tape(seed);
    const std::string text =
        smith::script(tape, {.secrets = smith::Wishes::Some::always, .chance = smith::Wishes::Some::always}).game;
    INFO(text);
    const Game game = script(text);
    if (!game.has_secrets()) continue;
    for (std::uint64_t each = 0; each < 3; ++each) compared += compare_choices(game, 10 * seed + each);
  }
  if (test::scale() == 1) CHECK(compared > 10);
}

TEST_CASE("secrets: JSON, and the command line", "[secrets]") {
  cli::Folder folder;
  const std::string path = folder.write("hands.glint", kHands);
  const Game game = script(kHands);
  const Position position = must(game.start({.seed = 3}));
  const Position donor = must(game.start({.seed = 9}));
  const std::string one = folder.write("one.txt", position.text());
  const std::string two = folder.write("two.txt", other_for(position, 0, donor));
  REQUIRE(cli::read_file(one) != cli::read_file(two));
  for (const char* what : {"--json", "--text", "--quiet"}) {
    if (std::string(what) == "--quiet") what = "--svg=-";
    const cli::Answer first = cli::glint({"show", path, "--as", "sun", "--at", one, what});
    CHECK(first.status == 0);
    CHECK(first.out == cli::glint({"show", path, "--as", "sun", "--at", two, what}).out);
  }
  CHECK(cli::glint({"show", path, "--at", one, "--json"}).out != cli::glint({"show", path, "--at", two, "--json"}).out);
  CHECK(cli::glint({"show", path, "--as", "sun", "--json"}).json()["score"].is_null());
  CHECK(cli::glint({"show", path, "--as", "sun", "--json"}).json()["variables"]["deck"] == "?");
  CHECK(cli::glint({"show", path, "--as", "sum"}).err.find("did you mean `sun`?") != std::string::npos);
  CHECK(cli::glint({"moves", path, "--as", "sun", "--at", one}).out == cli::glint({"moves", path, "--at", one}).out);
  const cli::Answer others = cli::glint({"moves", path, "--as", "moon", "--at", one, "--count"});
  CHECK(others.status == 1);
  CHECK(others.err.find("sun is to move, and moon has no move to choose") != std::string::npos);
  const auto view = game.read(position.text_for(0));
  REQUIRE_FALSE(view.ok());
  CHECK(view.errors()[0].message.find("what one player sees") != std::string::npos);
}

TEST_CASE("secrets: people at one terminal", "[secrets]") {
  cli::Folder folder;
  const std::string path = folder.write("bids.glint", kBids);
  const cli::Answer two = cli::glint({"play", path}, "bid 5\nshow\nbid 1\nbid 0\nundo\nquit\n");
  INFO(two.out);
  const std::size_t told = two.out.find("sun: bid 5");
  REQUIRE(told != std::string::npos);
  CHECK(two.out.find("1. sun has chosen.\n") < told);
  CHECK(two.out.find("chosen by sun = ?") < told);
  CHECK(two.out.find("1. sun: bid 5\n2. moon: bid 1\n") == told - 3);
  CHECK(two.out.find("bid 5") == told + 5);  // never before
  CHECK(two.out.find("purse[sun] = 0   purse[moon] = ?") != std::string::npos);
  CHECK(two.out.find('\x1b') == std::string::npos);
  const cli::Answer one = cli::glint({"play", path, "--seat", "moon=random", "--seed", "4"}, "bid 1\nquit\n");
  CHECK(one.out.find("purse[moon] = ?") != std::string::npos);
  for (const char* number : {"0", "1", "2", "3", "4", "5"})
    CHECK(one.out.find(std::string("purse[moon] = ") + number) == std::string::npos);
  // The seat that moves first is not a person's: its choice is printed with the person's choice.
  const cli::Answer second = cli::glint({"play", path, "--seat", "sun=random", "--seed", "4"}, "bid 1\nquit\n");
  CHECK(second.out.find("1. sun has chosen.\n") != std::string::npos);
  CHECK(second.out.find("1. sun: bid") > second.out.find("moon> "));
}

/// What stays on the screen: what comes after the last code that clears it.
static std::string on_screen(const std::string& out) { return out.substr(out.rfind("\x1b[H") + 1); }

TEST_CASE("secrets: at one terminal nothing stays on the screen for the next player", "[secrets]") {
  cli::Folder folder;
  const std::string path = folder.write("bids.glint", kBids);
  // A refused move, a hint and the choice itself are gone before the other person is asked to sit down.
  const auto play = [&](const std::string& input) {
    return cli::at_terminal({"play", path, "--unsaved", "--seed", "1"}, input).out;
  };
  const std::string waits = play("\nbid 77\nhint random\nbid 5\n");
  INFO(waits);
  CHECK(waits.find("Hand over to sun, then press Enter.") != std::string::npos);
  CHECK(waits.find("77") != std::string::npos);
  const std::string screen = on_screen(waits);
  CHECK(screen.find("1. sun has chosen.\nHand over to moon, then press Enter.") != std::string::npos);
  CHECK(screen.find("77") == std::string::npos);
  CHECK(screen.find("bid 5") == std::string::npos);
  // A move that is typed instead of Enter is not played for the other one.
  const std::string early = play("\nbid 5\nbid 4\nquit\n");
  CHECK(early.find("2. moon") == std::string::npos);
  // Then the board is moon's.
  const std::string seated = on_screen(play("\nbid 5\n\nquit\n"));
  CHECK(seated.find("purse[sun] = ?") != std::string::npos);
  CHECK(seated.find("purse[moon] = ?") == std::string::npos);
  CHECK(seated.find("1. sun has chosen.") != std::string::npos);
  CHECK(seated.find("moon>") != std::string::npos);
  // One person with a program need not hand over.
  CHECK(cli::at_terminal({"play", path, "--unsaved", "--seat", "moon=random", "--seed", "4"}, "bid 1\nquit\n")
            .out.find("Hand over") == std::string::npos);
}

TEST_CASE("secrets: hidden hands in a game of turns are covered, and shown to all after the end", "[secrets]") {
  cli::Folder folder;
  const std::string path = folder.write("hand.glint", R"(game "Secret Hand"
use square
players black, white
board grid(2, 1)
piece card { value: 1..4; look "{value}" }
bag deck[value: 1..4] = 1 seen by {}
var hand[p: player]: set of 1..4 = {} seen by p "hand"
move lay "{value} {at}" {
  pick value in hand[me]
  pick at in empty
  put card(value = value) on at
  hand[me] -= {value}
}
play {
  for p in player {
    draw first from deck
    draw second from deck
    hand[p] = {first} | {second}
  }
  repeat { turn of each player { choose lay else { end : tie } } }
}
)");
  const auto play = [&](const std::string& input) {
    return cli::at_terminal({"play", path, "--unsaved", "--draw", "first=1", "--draw", "second=2", "--seed", "1"}, input).out;
  };
  const std::string black = play("\n");
  CHECK(black.find("black: hand 1 and 2\n") != std::string::npos);
  CHECK(black.find("white: hand ?\n") != std::string::npos);
  const std::string waits = on_screen(play("\n1 a1\n"));
  INFO(waits);
  CHECK(waits.find("1. black: 1 a1\nHand over to white, then press Enter.") != std::string::npos);
  CHECK(waits.find("hand ") == std::string::npos);
  const std::string white = on_screen(play("\n1 a1\n\n"));
  CHECK(white.find("1. black: 1 a1\n") != std::string::npos);
  CHECK(white.find("black: hand ?\n") != std::string::npos);
  // Back again: both hand over once more.
  CHECK(on_screen(play("\n1 a1\n\nundo\n")).find("Hand over to black") != std::string::npos);
  // The last card ends the game: the rest of both hands is for all.
  std::string over = play("\n1 a1\n\n3 b1\n");
  REQUIRE(over.find("2. white: 3 b1") != std::string::npos);
  over.erase(0, over.find("2. white: 3 b1"));
  CHECK(over.find("The game is over: tie.") != std::string::npos);
  CHECK(over.find("hand ?") == std::string::npos);
  CHECK(over.find("black: hand 2\n") != std::string::npos);
}

TEST_CASE("secrets: machines do not look either", "[secrets]") {
  // The greedy machine's choice is the same whatever the first has chosen, or holds.
  const Game game =
      script(replaced(kBids, "score p = points[p]", "score p = points[p]\nheuristic p = points[p] + bid[p]"));
  Position low = must(game.start()), high = low;
  play(low, "bid 0");
  play(high, "bid 5");
  Random one(1), other(1);
  CHECK(must(greedy_choice(low, one)) == must(greedy_choice(high, other)));
}

TEST_CASE("secrets: what decides may read only what its player surely sees", "[secrets]") {
  const std::string hands = kHands;
  REQUIRE(code_of(hands).empty());
  CHECK(code_of(replaced(hands, "pick card in hand[me] ", "pick card in hand[me + 1] ")) == "G0420");
  CHECK(code_of(replaced(hands, "require best(me) > 2", "require best(me + 1) > 2")) == "G0420");
  CHECK(code_of(replaced(hands, "{best(me)} is", "{best(me - 1)} is")) == "G0420");
  CHECK(code_of(replaced(hands, "require card + 1 >", "require 3 in deck or card + 1 >")) == "G0420");
  CHECK(code_of(replaced(hands, "require card + 1 >", "require behind[me] > 0 or card + 1 >")) == "G0420");
  CHECK(code_of(replaced(hands, "require card + 1 >", "require behind[me + 1] > 0 or card + 1 >")).empty());
  CHECK(code_of(replaced(hands, "require card + 1 >", "require (no p in player : card in hand[p]) or card + 1 >")) ==
        "G0420");
  CHECK(code_of(replaced(hands, "require card + 1 >", "require mark[a1] > 0 or card + 1 >")) == "G0420");
  CHECK(code_of(replaced(hands, "require card + 1 >", "require seen > 0 or card + 1 >")) == "G0420");
  CHECK(code_of(replaced(hands, "require card + 1 >", "require can place of star or card + 1 >")) == "G0420");
  CHECK(code_of(replaced(hands, "require card + 1 >", "require can place or card + 1 >")).empty());
  // What is put into open variables or locals before the last pick counts as read there.
  CHECK(code_of(replaced(hands, "  pick marked in 0..3", "  top = count(hand[me + 1])\n  pick marked in 0..3")) ==
        "G0420");
  CHECK(code_of(replaced(hands, "  pick marked in 0..3", "  let x = count(deck)\n  pick marked in 0..3")) == "G0420");
  CHECK(code_of(replaced(hands, "  pick marked in 0..3", "  hand[me + 1] |= {1}\n  pick marked in 0..3")) == "G0420");
  CHECK(code_of(replaced(hands, "  pick marked in 0..3", "  hand[me + 1] = {1}\n  pick marked in 0..3")).empty());
  CHECK(code_of(replaced(hands, "  pick marked in 0..3", "  discard(me + 1, 1)\n  pick marked in 0..3")) == "G0420");
  CHECK(code_of(replaced(hands, "  pick marked in 0..3", "  discard(me, 1)\n  pick marked in 0..3")).empty());
  CHECK(code_of(replaced(hands, "heuristic p = best(p)", "heuristic p = best(p + 1)")) == "G0420");
  // Who sees it must be known before the game starts, and be players.
  CHECK(code_of(replaced(hands, "seen by p", "seen by top")) == "G0307");
  CHECK(code_of(replaced(hands, "seen by p", "seen by 3")) == "G0301");
  CHECK(code_of(replaced(hands, "hand[p: player]", "hand[player]")) == "G0201");
}

TEST_CASE("secrets: who may not see what beams depend on sees no beams", "[secrets]") {
  const std::string mines = kMines;
  REQUIRE(code_of(mines).empty());
  for (const char* reads : {"require not (at in beams.cells)", "require trace(at).hits == {}",
                            "require trace(edge(at, s), n).cells != {}", "offer light > 0"})
    CHECK(code_of(replaced(mines, "  pick at in empty\n  put", "  pick at in empty\n  " + std::string(reads) +
                                                                  "\n  put") +
                  "let light = count(beams.cells)\n") == "G0420");
  CHECK(code_of(mines + "show \"{count(beams.cells)}\"") == "G0420");
  CHECK(code_of(mines + "heuristic p = count(trace(lamp).cells)") == "G0420");
  // Who sees all of it sees them, and so do all where nothing of it is hidden.
  const std::string open = replaced(replaced(mines, "seen by if open == on then {sun} else {}", "seen by sun"),
                                    "var doors: set of edge = {} seen by {sun}", "var doors: set of edge = {} seen by sun");
  Position position = must(script(open).start());
  play(position, "b2");
  CHECK_FALSE(view::scene_of(position, 0).beams.empty());
  CHECK(view::scene_of(position, 1).beams.empty());
  CHECK(view::scene_of(position, kNobody).beams.empty());
  CHECK_FALSE(view::scene_of(position).beams.empty());
}

TEST_CASE("secrets: who sees a variable may depend on an index that does not begin at 0", "[secrets]") {
  const Position position = must(script(R"(
game "Vaults"
use square
players sun, moon
board grid(2, 1)
var vault[k: 2..4]: 0..9 = 5 seen by if k == 2 then {sun} else if k == 3 then {moon} else player
move pass "pass" { }
play { repeat { turn of each player { choose pass } } }
)").start());
  const auto seen = [&](int player) {
    std::string text;
    for (const auto& [name, value] : position.variables_for(player)) text += name + " " + value + ", ";
    return text;
  };
  CHECK(seen(0) == "vault[2] 5, vault[3] ?, vault[4] 5, ");
  CHECK(seen(1) == "vault[2] ?, vault[3] 5, vault[4] 5, ");
}
