// The games by hand that the engine is measured against play the same games: they count the same sequences, and a seed
// takes them the same way to the same end, move by move.
#include <array>

#include "glint/glint.hpp"
#include "interpreter/game/access.hpp"
#include "tests/bench/by_hand/amazons.hpp"
#include "tests/bench/by_hand/corner_to_corner.hpp"
#include "tests/bench/by_hand/laser_lawn.hpp"
#include "tests/bench/by_hand/othello.hpp"
#include "tests/support/beam_bench.hpp"
#include "tests/support/loading.hpp"

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

/// The same seeds, in the engine and by hand: as many plies, as many numbers drawn; `same` compares where they end.
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

bool has(by_hand::Wide set, int cell) { return set >> cell & 1; }

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

TEST_CASE("by hand: the Game of the Amazons", "[by_hand]") {
  namespace hand = by_hand::amazons;
  const Game game = example("amazons");
  CHECK(counts(hand::begin(), 2, hand::perft) == Counts{2176, 4307152});
  CHECK(must(perft(must(game.start()), 1)) == Counts{2176});
  same_games(game, 5, {}, hand::begin, hand::playout, [](const Position& position, const hand::Position& twin) {
    for (int cell = 0; cell < 100; ++cell)
      CHECK(told(position, cell) == (has(twin.amazons[0], cell)   ? "amazon 0"
                                     : has(twin.amazons[1], cell) ? "amazon 1"
                                     : has(twin.taken.on, cell)   ? "fire -1"
                                                                  : ""));
    CHECK(position.outcome().winner == 1 - twin.mover);
  });
}

TEST_CASE("by hand: Corner to Corner", "[by_hand]") {
  namespace hand = by_hand::corner_to_corner;
  const Game game = example("corner_to_corner");
  CHECK(counts(hand::begin(), 3, hand::perft) == Counts{128, 16002, 1970236});
  CHECK(must(perft(must(game.start()), 2)) == Counts{128, 16002});
  same_games(game, 100, {}, hand::begin, hand::playout, [](const Position& position, const hand::Position& twin) {
    for (int cell = 0; cell < 64; ++cell)
      CHECK(told(position, cell) == (has(twin.rising, cell)    ? "mirror -1 /"
                                     : has(twin.falling, cell) ? "mirror -1 \\"
                                                               : ""));
    CHECK(position.outcome().winner == (twin.won ? 1 - twin.mover : -1));
  });
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
      REQUIRE(machine.beams().kernel().trace_emitter(cell, trace));
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
      if (machine.top_key(cell) != 0) continue;
      const int key = keys[random.below(keys.size())];
      REQUIRE(machine.put(cell, key));
      const naive::Piece piece = piece_of(game.program().keys[static_cast<std::size_t>(key)]);
      hand::put(twin, hand::number_of(cell), static_cast<int>(piece.fields[1]), static_cast<int>(piece.fields[0]));
    }
    machine.store(PositionAccess::state(position));
    const std::uint64_t count = must(position.count_moves());
    INFO(position.text());
    CHECK(count == hand::count_moves(twin));
  }
}
