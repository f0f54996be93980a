// The games by hand that the engine is measured against play the same games: they count the same sequences, and a seed
// takes them the same X
#include <algorithm>
#include <array>

#include "glint/glint.hpp"
#include "interpreter/game/loading/access.hpp"
#include "tests/bench/by_hand/boundary.hpp"
#include "tests/bench/by_hand/laser_lawn.hpp"
#include "tests/bench/by_hand/othello.hpp"
#include "tests/support/beam_bench.hpp"
#include "tests/support/loading.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using namespace glint::test;
using by_hand::Bits;
using by_hand::Stream;
using Counts = std::vector<std::uint64_t>;

template <class Position, class Perft>
Counts counts(const Position& position, int depth, const Perft& perft) {
  Counts found;
  for (int i = 1; i <= depth; ++i) found.push_back(perft(position, i));
  return found;
}

/// Games of one seed have as many plies and drawn numbers in the engine as by hand; `same` compares where they end.
template <class Begin, class Play, class Same>
void same_games(const Game& game, int games, const Settings& draws, const Begin& begin, const Play& play,
                const Same& same) {
  for (int seed = 1; seed <= games; ++seed) {
    INFO("seed " << seed);
    StartOptions options;
    options.draws = draws;
    Position position = must(game.start(options));
    Random random(static_cast<std::uint64_t>(seed));
    const Playout end = must(playout(position, random));
    auto twin = begin();
    Stream stream(static_cast<std::uint64_t>(seed));
    CHECK(play(twin, stream) == end.plies);
    CHECK(stream.next() == random.next());
    same(position, twin);
  }
}

/// "mirror -1 /": kind, owner and fields of the piece on a cell.
std::string told(const Position& position, int cell) {
  std::string text;
  for (const PieceInfo& piece : position.pieces(cell)) {
    text += piece.kind + " " + std::to_string(piece.owner);
    for (const auto& [name, value] : piece.fields) text += " " + value;
  }
  return text;
}

std::string label(const Game& game, int cell) { return game.cells()[static_cast<std::size_t>(cell)].label; }

bool has(Bits set, int cell) { return set >> cell & 1; }

/// The moves of the twin, as texts in its own order; they must be the position's.
template <class Twin, class Text>
std::vector<std::string> same_moves(const Position& position, const Twin& twin, const Text& text) {
  INFO(position.text());
  std::vector<std::string> moves;
  for (std::uint64_t k = 0; k < count_moves(twin); ++k) moves.push_back(text(choose(twin, k)));
  std::vector<std::string> sorted = moves, wanted = position.over() ? sorted : must(position.moves());
  std::sort(sorted.begin(), sorted.end());
  std::sort(wanted.begin(), wanted.end());
  REQUIRE(sorted == wanted);
  REQUIRE(position.over() == moves.empty());
  return moves;
}

/// Random games of the twin from here, played along in the engine: the same moves and pieces in each position, the same
/// end. And `playout` draws just these moves. Answers how many games ended.
template <class Text, class Read, class Playout>
int same_games_by_moves(const Position& start, int games, int most_plies, const Text& text, const Read& read,
                        const Playout& playout) {
  int ended = 0;
  for (int seed = 1; seed <= games; ++seed) {
    INFO("seed " << seed);
    Position position = start.detach();
    auto twin = read(start), played = twin;
    Stream stream(static_cast<std::uint64_t>(seed)), again = stream;
    int plies = 0;
    for (; plies < most_plies && twin.winner < 0; ++plies) {
      const std::vector<std::string> moves = same_moves(position, twin, text);
      const std::uint64_t k = stream.below(moves.size());
      play(twin, choose(twin, k));
      play(position, moves[k]);
      REQUIRE(read(position) == twin);
    }
    CHECK(position.over() == (twin.winner >= 0));
    ended += position.over();
    CHECK(playout(played, again, most_plies) == plies);
    CHECK(played == twin);
    CHECK(again.next() == stream.next());
  }
  return ended;
}

/// Each move here, for what random games hardly ever come to; answers how many of them win.
template <class Text, class Read>
int same_after_each(const Position& position, const Text& text, const Read& read) {
  const auto twin = read(position);
  int won = 0;
  const std::vector<std::string> moves = same_moves(position, twin, text);
  for (std::uint64_t k = 0; k < moves.size(); ++k) {
    INFO(moves[k]);
    Position next = position.detach();
    auto played = twin;
    play(next, moves[k]);
    play(played, choose(twin, k));
    CHECK(read(next) == played);
    same_moves(next, played, text);
    won += next.outcome().winner == twin.mover;
  }
  return won;
}

}  // namespace

TEST_CASE("by hand: Othello", "[by_hand]") {
  namespace hand = by_hand::othello;
  const Game game = example("othello");
  CHECK(counts(hand::begin(), 8, hand::perft) == Counts{4, 12, 56, 244, 1396, 8200, 55092, 390216});
  CHECK(must(perft(must(game.start()), 4)) == counts(hand::begin(), 4, hand::perft));
  same_games(game, 20, {}, hand::begin, hand::playout, [](const Position& position, const hand::Position& twin) {
    const Bits black = twin.mover == 0 ? twin.mine : twin.theirs, white = twin.mover == 0 ? twin.theirs : twin.mine;
    for (int cell = 0; cell < 64; ++cell)
      CHECK(told(position, cell) == (has(black, cell) ? "disc 0" : has(white, cell) ? "disc 1" : ""));
  });
}

TEST_CASE("by hand: Boundary", "[by_hand]") {
  namespace hand = by_hand::boundary;
  const Game game = must(Game::bundled("boundary"));
  CHECK(counts(hand::begin(), 4, hand::perft) == Counts{42, 1820, 129094, 8938442});
  CHECK(must(perft(must(game.start()), 3)) == counts(hand::begin(), 3, hand::perft));

  const auto step = [&](int from, int to) {
    return "(" + label(game, from / 8 * 6 + from % 8) + "-" + label(game, to / 8 * 6 + to % 8) + ")";
  };
  const auto text = [&](const hand::Turn& turn) {
    return (turn.rock < 0 ? "" : step(turn.rock, turn.spot)) + step(turn.top, turn.land);
  };
  const auto read = [](const Position& position) {
    hand::Position twin;
    for (int cell = 0; cell < 36; ++cell)
      for (const PieceInfo& piece : position.pieces(cell)) {
        const Bits at = by_hand::bit(hand::number_of(cell));
        hand::Side& side = twin.sides[piece.owner];
        if (piece.kind == "stone") {
          side.stones |= at;
        } else {
          const auto size = static_cast<std::size_t>(piece.glyph[1] - '1');
          side.pyramids[size] |= at;
          if (piece.glyph[0] == 'r' || piece.glyph[0] == 'g') side.first[size] |= at;
        }
      }
    twin.winner = position.outcome().winner;
    twin.mover = position.over() ? 1 - twin.winner : position.to_move();
    return twin;
  };
  CHECK(read(must(game.start())) == hand::begin());
  same_games_by_moves(must(game.start()), scaled(30), 150, text, read, hand::playout);

  // Random play hardly ever gets so far: whole trees in each other's places, all but whole ones, stacks of both trees,
  // two that must stay, and a turn after which the other player has none.
  const auto after_each = [&](const std::string& rows, const std::string& mover) {
    const Position position = must(game.read(rows + "to move = " + mover + "\n"));
    same_games_by_moves(position, 40, 2, text, read, hand::playout);
    return same_after_each(position, text, read);
  };
  const std::string nearly_there = R"(
g3g2   .      .      .      .      r3r2
.      g1     .      .      .      r1
.      .      g*     r*     .      .
.      .      r*     g*     .      .
.      .      .      .      .      .
y3y2y1 .      .      .      .      b3b2b1
)";
  CHECK(after_each(nearly_there, "red") == 5);
  CHECK(after_each(nearly_there, "green") == 4);
  const std::string mixed = R"(
g3b2   .      .      .      .      y3r2
.      g1     .      .      .      r1
.      .      g*     r*     .      .
.      .      r*     g*     .      .
b1     .      .      .      .      y1
r3y2   .      .      .      .      b3g2
)";
  CHECK(after_each(mixed, "red") == 0);
  CHECK(after_each(mixed, "green") == 0);
  const std::string two_must_stay = R"(
b3b2   .      .      .      .      y3y2
.      b1     g1     g2     r2     r1
.      .      g*     r*     .      .
.      y1     r*     g*     .      .
.      .      .      .      .      .
r3     .      .      .      .      g3
)";
  CHECK(after_each(two_must_stay, "red") == 0);
  CHECK(after_each(two_must_stay, "green") == 0);
  const std::string nearly_shut_in = R"(
b3b2b1 r*     .      .      .      .
g*     y1     .      .      .      .
r2     .      r1     .      .      .
.      .      .      .      y3     r*
.      .      .      .      r3     g*
.      .      .      .      y2     g3g2g1
)";
  CHECK(after_each(nearly_shut_in, "red") == 1);
}

TEST_CASE("by hand: Laser Lawn", "[by_hand]") {
  namespace hand = by_hand::laser_lawn;
  const Game game = must(Game::bundled("laser_lawn"));
  const Program& program = game.program();
  CHECK(counts(hand::begin(0), 2, hand::perft) == Counts{540, 281286});
  Trace trace;
  Interpreter machine(program);
  const auto same_beams = [&](const Position& position, const hand::Position& twin) {
    machine.load(position.state());
    for (int cell = 0; cell < 37; ++cell) {
      const int at = hand::number_of(cell);
      const bool stands = twin.emitters >> at & 1;
      REQUIRE(position.pieces(cell).empty() == !stands);
      if (!stands) continue;
      REQUIRE(machine.pieces().beams().kernel().trace_emitter(cell, trace));
      Bits lit[3] = {};
      for (const naive::Visit& visit : visits_of(program, trace))
        for (int colour = 0; colour < 3; ++colour)
          if (visit.payload[0] >> colour & 1) lit[colour] |= by_hand::bit(hand::number_of(visit.cell));
      for (const hand::Beam& beam : {hand::trace(twin, at), twin.beams[at]})
        CHECK((beam.lit[0] == lit[0] && beam.lit[1] == lit[1] && beam.lit[2] == lit[2]));
    }
  };
  same_games(
      game, 40, {{"mover", "moon"}}, [] { return hand::begin(1); }, hand::playout,
      [&](const Position& position, const hand::Position& twin) {
        same_beams(position, twin);
        CHECK(position.outcome().winner == twin.winner);
      });
}

TEST_CASE("by hand: Laser Lawn on lawns that no game comes to", "[by_hand]") {
  namespace hand = by_hand::laser_lawn;
  const Game game = must(Game::bundled("laser_lawn"));
  const std::vector<int> keys = keys_of(game.program(), {"emitter"});
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    Position position = must(game.start({.seed = 1, .draws = {{"mover", "sun"}}}));
    Interpreter machine(game.program());
    machine.load(position.state());
    hand::Position twin = hand::begin(0);
    for (std::uint64_t left = 1 + random.below(36); left > 0; --left) {
      const int cell = static_cast<int>(random.below(37));
      if (machine.pieces().top_key(cell) != 0) continue;
      const int key = keys[random.below(keys.size())];
      REQUIRE(machine.pieces().put(cell, key));
      const naive::Piece piece = piece_of(game.program().pieces.keys[static_cast<std::size_t>(key)]);
      hand::put(twin, hand::number_of(cell), static_cast<int>(piece.fields[1]), static_cast<int>(piece.fields[0]));
    }
    machine.store(PositionAccess::state(position));
    const std::uint64_t count = must(position.count_moves());
    INFO(position.text());
    CHECK(count == hand::count_moves(twin));
  }
}
