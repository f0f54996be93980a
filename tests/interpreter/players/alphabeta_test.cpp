// Alpha-beta against a plain minimax, written here without anything of it: through Position alone, with no bounds, no
// table and no order of moves. What makes the search less thorough is off there; then that it still finds what matters.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/players/alphabeta.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/players/shuffled.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/paths.hpp"
#include "tests/smith/smith.hpp"

namespace {

using namespace glint;
using test::must;
using test::play;
using test::script;

/// What a position is worth to a player: results before all, sooner wins before later ones.
struct Minimax {
  static constexpr std::int64_t kWin = 1'000'000'000'000;
  std::uint64_t left = 0;  // positions that may still be visited
  bool broken = false;     // too many, or a rule of the script is

  static int winner_of(const Position& position) { return position.outcome().victor(); }

  std::int64_t value(const Position& position, int player, int depth, int ply) {
    if (position.over()) {
      const int winner = winner_of(position);
      return winner < 0 ? 0 : winner == player ? kWin - ply : ply - kWin;
    }
    if (depth == 0) return position.heuristic(player).value_or(0) - position.heuristic(1 - player).value_or(0);
    const bool own = position.to_move() == player;
    std::int64_t best = own ? -2 * kWin : 2 * kWin;
    const auto count = position.count_moves();
    if (!count) broken = true;
    for (std::uint64_t i = 0; count && i < *count && !broken; ++i) {
      Position child = position;
      if (left-- == 0 || child.play_listed(i)) broken = true;
      if (broken) break;
      const std::int64_t found = value(child, player, depth - 1, ply + 1);
      best = own ? std::max(best, found) : std::min(best, found);
    }
    return best;
  }

  /// By move.
  std::vector<std::int64_t> values(const Position& position, int depth) {
    std::vector<std::int64_t> all;
    const auto count = position.count_moves();
    if (!count) broken = true;
    for (std::uint64_t i = 0; count && i < *count && !broken; ++i) {
      Position child = position;
      if (left-- == 0 || child.play_listed(i)) broken = true;
      if (!broken) all.push_back(value(child, position.to_move(), depth - 1, 1));
    }
    return all;
  }
};

/// What a search of so many plies finds. Its table is small, so that entries replace each other.
AlphaBeta::Found searched(const Position& position, int depth, bool is_thorough,
                          const std::vector<std::uint64_t>* only = nullptr, std::uint64_t seed = 1) {
  const Program& program = position.game().program();
  AlphaBetaMemory memory(8);
  const StopRule stop({static_cast<std::uint64_t>(depth), 0});
  const std::uint64_t count = only ? only->size() : must(position.count_moves());
  std::vector<std::uint64_t> moves;
  for (std::uint64_t k = 0; k < count; ++k)
    moves.push_back(only ? (*only)[Shuffled(count, seed)[k]] : Shuffled(count, seed)[k]);
  return must(AlphaBeta(position, make_judge({}, program), memory, stop, is_thorough).run(moves, depth));
}

/// As minimax counts it.
std::int64_t as_minimax(AlphaBeta::Value value) {
  if (value >= AlphaBeta::kNear) return Minimax::kWin - (AlphaBeta::kWin - value);
  if (value <= -AlphaBeta::kNear) return -Minimax::kWin + (AlphaBeta::kWin + value);
  return value;
}

/// The search takes a move that minimax says is best, and values it so. Answers whether minimax could be asked.
bool agree(const Position& position, int depth, std::uint64_t positions, std::uint64_t seed) {
  Minimax minimax{positions};
  const std::vector<std::int64_t> values = minimax.values(position, depth);
  if (minimax.broken || values.empty()) return false;
  const std::int64_t best = *std::max_element(values.begin(), values.end());
  const AlphaBeta::Found found = searched(position, depth, true, nullptr, seed);
  INFO(position.text() << "depth " << depth << ", move " << found.move);
  REQUIRE(found.move < values.size());
  CHECK(values[found.move] == best);
  constexpr std::int64_t kSure = Minimax::kWin / 2;
  CHECK(as_minimax(found.value) == best);
  if (std::abs(best) > kSure) CHECK(found.is_exact);
  // The same where only some moves are left.
  std::vector<std::uint64_t> only;
  std::int64_t best_left = INT64_MIN;
  for (std::uint64_t i = seed % 3; i < values.size(); i += 2) {
    only.push_back(i);
    best_left = std::max(best_left, values[i]);
  }
  if (!only.empty()) CHECK(values[searched(position, depth, true, &only, seed).move] == best_left);
  return true;
}

int agree_along(const Game& game, int games, int plies, int depth, std::uint64_t positions, std::uint64_t seed) {
  Random random(seed);
  int asked = 0;
  for (int g = 0; g < games; ++g) {
    auto start = game.start({.seed = random.next()});
    if (!start) return asked;
    Position position = std::move(*start);
    for (int ply = 0; ply < plies && !position.over(); ++ply) {
      asked += agree(position, 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(depth))), positions,
                     random.next());
      const auto count = position.count_moves();
      if (!count || position.play_listed(random.below(*count))) break;
    }
  }
  return asked;
}

const char* const kThreeInRow = R"(
game "Three in a row"
use square
players cross, nought
option side: 3..4 = 3
board grid(side, 3)
piece mark of player { look "{owner:1}" }
move place "{at}" { pick at in empty; put mark(owner = me) on at }
let wins(p: player) = any c in mark of p : (c + e in mark of p and c + e + e in mark of p)
  or (c + n in mark of p and c + n + n in mark of p) or (c + n + e in mark of p and c + n + e + n + e in mark of p)
  or (c + n + w in mark of p and c + n + w + n + w in mark of p)
play { repeat { turn of each player { choose place else { end : tie } } } }
end when wins(cross) : cross wins
end when wins(nought) : nought wins
)";

/// Who takes the last match loses; a player may go on.
const char* const kMatches = R"(
game "Matches"
use square
players sun, moon
option heap: 1..40 = 11
board grid(1, 1)
var left: 0..40 = heap
var last: player = sun
move take "{number}" { pick number in 1..3; require number <= left; left -= number; last = me }
move keep "keep" { require left in {2, 7, 12, 17}; left -= 1; last = me }
play { repeat { turn of sun { choose take or keep }; if left in {3, 7, 11, 15} { turn of sun { choose take or keep } }
                turn of moon { choose take or keep } } }
end when left == 0 and last == sun : moon wins
end when left == 0 and last == moon : sun wins
heuristic p = left * (p.index + 1)
)";

/// Two kings on a strip; a position that comes up again is a tie.
const char* const kStrip = R"(
game "Strip"
use square
players sun, moon
board grid(5, 2)
piece king of player { look "{owner:1}" }
let goal(p: player): set of cell = if p == sun then e1 | e2 else a1 | a2
move step "{from}-{to}" {
  pick from in king of me
  pick to in (from + n | from + s | from + e | from + w) - king of me
  move from to to
}
setup { put king(owner = sun) on a1; put king(owner = moon) on e2 }
play { repeat { turn of each player { choose step else { end : opponent wins } } } }
end for p in player when king of p meets goal(p) : p wins
end when seen >= 2 : tie
heuristic p = 3 * count(king of p) + (if king of p meets (c1 | c2) then 1 else 0)
)";

/// How often a search that leaves things out finds a win or a loss that minimax finds, two plies deeper at most.
std::pair<int, int> found_of_sure(const Game& game, int games, int plies, int depth, std::uint64_t positions) {
  Random random(8);
  std::pair<int, int> found;
  for (int g = 0; g < games; ++g) {
    Position position = must(game.start({.seed = random.next()}));
    for (int ply = 0; ply < plies && !position.over(); ++ply) {
      Minimax minimax{positions};
      const std::vector<std::int64_t> values = minimax.values(position, depth);
      if (!minimax.broken && !values.empty()) {
        const std::int64_t best = *std::max_element(values.begin(), values.end());
        if (std::abs(best) > Minimax::kWin / 2 && best < Minimax::kWin - 1) {
          ++found.second;
          const AlphaBeta::Value value = searched(position, depth + 2, false).value;
          found.first += best > 0 ? value >= AlphaBeta::kNear : value <= -AlphaBeta::kNear;
        }
      }
      if (position.play_listed(random.below(must(position.count_moves())))) break;
    }
  }
  return found;
}

/// Breakthrough, where a position is worth its pieces.
Game counting_breakthrough() {
  std::ifstream file(test::source_folder() + "/examples/breakthrough.glint");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return script(text + "heuristic p = count(pawn of p)\n", {});
}

}  // namespace

TEST_CASE("alphabeta: as plain minimax, in written games", "[players][alphabeta]") {
  const auto solved = [](const Position& position, int depth) {
    const auto player = std::move(*make_player("alphabeta:" + std::to_string(depth), 1, position.game()));
    must(player->choose(position));
    return player->value();
  };
  const Game row = script(kThreeInRow);
  CHECK(solved(must(row.start()), 16) == 0.5);
  Position fork = must(row.start());
  play(fork, "a1");
  play(fork, "b1");
  CHECK(solved(fork, 16) == 1.0);
  CHECK_FALSE(solved(must(row.start()), 4));
  CHECK(agree_along(row, 12, 9, 4, 20'000, 1) > 60);
  CHECK(agree_along(script(kThreeInRow, {{"side", "4"}}), 4, 12, 3, 20'000, 2) > 20);
  CHECK(agree_along(script(kMatches), 6, 12, 7, 40'000, 3) > 20);
  // The same position is worth something else where it has come up before.
  CHECK(agree_along(script(kStrip), 12, 12, 6, 40'000, 4) > 40);
}

TEST_CASE("alphabeta: as plain minimax, in bundled games and those outside", "[players][alphabeta]") {
  CHECK(agree_along(must(Game::bundled("laser_lawn")), 1, 20, 2, 3'000, 3) > 5);
  CHECK(agree_along(test::example("breakthrough"), 2, 20, 2, 3'000, 4) > 10);
  CHECK(agree_along(test::example("othello"), 2, 40, 3, 3'000, 5) > 30);
}

TEST_CASE("alphabeta: with reductions, wins and losses are found", "[players][alphabeta][patient]") {
  struct Asked {
    Game game;
    int depth;
    std::uint64_t positions;
  };
  for (const Asked& asked : {Asked{script(kThreeInRow), 4, 20'000}, Asked{script(kMatches), 7, 40'000},
                             Asked{script(kStrip), 5, 20'000}, Asked{counting_breakthrough(), 3, 12'000},
                             Asked{test::example("konane"), 5, 12'000}}) {
    const auto [found, sure] = found_of_sure(asked.game, 6, 80, asked.depth, asked.positions);
    INFO(must(asked.game.start()).text());
    CHECK(sure > 5);
    CHECK(found == sure);
  }
}

TEST_CASE("alphabeta: what it says of its work", "[players][alphabeta]") {
  const Game game = test::example("breakthrough");
  const Position start = must(game.start());
  const auto choose = [&](const std::string& spec, int workers) {
    const auto player = must(make_player(spec, 5, game, {workers, {}}));
    const std::uint64_t move = must(player->choose(start));
    CHECK(move < must(start.count_moves()));
    return std::pair(move, player->effort());
  };
  const auto [move, effort] = choose("alphabeta:3", 1);
  CHECK(effort.searches == 1);
  CHECK(effort.depths == 3);
  CHECK(effort.nodes > 100);
  const auto [again, others] = choose("alphabeta:3", 2);  // one thread searches
  CHECK(again == move);
  CHECK(others.nodes == effort.nodes);
  CHECK(choose("alphabeta:300ms", 2).second.depths > 1);
}

TEST_CASE("alphabeta: last moves that keep the value are not played", "[players][alphabeta]") {
  const Game game = must(Game::bundled("laser_lawn"));
  const Position start = must(game.start());
  const auto player = must(make_player("alphabeta:2", 5, game));
  must(player->choose(start));
  // A position for each first move; of the replies, all of which place an emitter, none.
  CHECK(player->effort().nodes <= 2 * must(start.count_moves()));
}

TEST_CASE("alphabeta: the table of positions", "[players][alphabeta]") {
  using Bound = Transpositions::Bound;
  Transpositions table(1);  // two places
  CHECK_FALSE(table.find(0));
  table.begin_search();
  table.keep({7, 1, -5, 3, 4, Bound::lower, true});
  const Transpositions::Entry* const found = table.find(7);
  REQUIRE(found);
  CHECK(std::tuple(found->past, found->value, found->move, found->depth, found->bound, found->is_exact) ==
        std::tuple(1u, -5, 3u, 4, Bound::lower, true));
  CHECK_FALSE(table.find(9));
  table.keep({9, 0, 1, 0, 2});
  table.keep({11, 0, 2, 0, 1});  // in place of the one of least depth
  CHECK(table.find(7));
  CHECK_FALSE(table.find(9));
  table.keep({7, 1, 0, 0, 1});  // in place of its own
  CHECK(table.find(11));
  CHECK(table.find(7)->depth == 1);
  table.keep({7, 1, 0, 0, 5});
  table.begin_search();
  table.keep({13, 0, 2, 0, 2});  // those of another search go first
  table.keep({15, 0, 2, 0, 1});
  CHECK(table.find(13));
  CHECK(table.find(15));
}

TEST_CASE("alphabeta: as plain minimax, in scripts made up at random", "[players][alphabeta][patient]") {
  Random random(6);
  int asked = 0;
  for (int i = 0; i < 150; ++i) {
    smith::Tape tape(random.next());
    const std::string text = smith::script(tape, {smith::Wishes::Some::never, smith::Wishes::Some::never, smith::Wishes::Some::never, false}).game;
    INFO(text);
    const Game game = script(text);
    if (cannot_play({"alphabeta", {2, 0}}, game) || !game.start()) continue;
    asked += agree_along(game, 1, 6, 3, 400, random.next());
  }
  CHECK(asked > 100);
}

TEST_CASE("alphabeta: what it cannot play", "[players][alphabeta]") {
  const auto why = [](const Game& game) {
    const auto error = cannot_play({"alphabeta", {3, 0}}, game);
    return error ? error->message : "";
  };
  CHECK(why(must(Game::bundled("laser_lawn"))).empty());
  CHECK(why(must(Game::bundled("beams_boosters_barriers"))).find("choose simultaneously") != std::string::npos);
  CHECK(why(must(Game::bundled("beams_boosters_barriers", {{"play", "alternating"}}))).empty());
  CHECK(why(must(Game::bundled("the_beam"))).find("a team") != std::string::npos);
  CHECK(why(test::example("black_box")).find("it has 1 player") != std::string::npos);
  std::string dice = kThreeInRow;
  dice.replace(dice.find("play {"), 6, "var die: 1..6 = 1\nplay { draw die in 1..6; ");
  CHECK(why(script(dice)).empty());
  dice.replace(dice.find("repeat {"), 8, "repeat { draw die in 1..6; ");
  CHECK(why(script(dice)).find("chance decides `die` after the first choice") != std::string::npos);
  std::string secret = kThreeInRow;
  secret += "var hidden: 0..1 = 0 seen by {}\n";
  CHECK(why(script(secret)).find("secrets") != std::string::npos);
}
