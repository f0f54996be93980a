// Boundary in the engine against the same game played naively: the same turns, results and ties by repetition,
// whatever the options; and the published game.
#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "interpreter/game/record/record.hpp"
#include "tests/oracles/boundary.hpp"
#include "tests/support/judging.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using oracle::sorted;
using test::both_judge;
using test::must;
namespace boundary = oracle::boundary;

Game game_of(const boundary::Options& options) {
  return must(
      Game::bundled("boundary", {{"balance", options.balance == boundary::Balance::all ? "all" : "own"},
                                 {"repetition", options.repetition == boundary::Repetition::tie ? "tie" : "off"},
                                 {"stacks", options.stacks == boundary::Stacks::own_tree ? "own_tree" : "own_corners"}}));
}

/// The pieces on a square, bottom to top: "r3y2", "g*".
std::string stack_text(const std::vector<boundary::Piece>& stack) {
  static const std::string kTrees = "rygb";
  std::string text;
  for (const boundary::Piece& piece : stack)
    text += piece.is_stone() ? (piece.owner == boundary::kRed ? "r*" : "g*")
                             : kTrees[static_cast<std::size_t>(piece.tree)] + std::to_string(piece.size);
  return text;
}

std::string stack_text(const std::vector<PieceInfo>& stack) {
  std::string text;
  for (const PieceInfo& piece : stack) text += piece.glyph;
  return text;
}

std::vector<std::string> compare(const Position& position, const boundary::Position& naive) {
  INFO(position.text());
  const Game game = position.game();
  std::string board, wanted;
  for (const boundary::Square square : boundary::board_squares()) {
    const auto found = naive.board.find(square);
    const std::string label = boundary::label(square);
    board += label + " " + stack_text(position.pieces(game.find_cell(label).value())) + "\n";
    wanted += label + " " + (found == naive.board.end() ? "" : stack_text(found->second)) + "\n";
  }
  REQUIRE(board == wanted);
  const oracle::Result result = boundary::result(naive);
  const Outcome outcome = position.outcome();
  REQUIRE(position.over() == (result.kind != oracle::Result::Kind::none));
  if (position.over()) {
    REQUIRE((outcome.kind == OutcomeKind::win) == (result.kind == oracle::Result::Kind::winner));
    REQUIRE((outcome.kind == OutcomeKind::tie) == (result.kind == oracle::Result::Kind::tie));
    REQUIRE(outcome.winner == result.winner);
    return {};
  }
  REQUIRE(position.to_move() == naive.mover);
  const std::vector<std::string> listed = must(position.moves());
  REQUIRE(sorted(listed) == sorted(boundary::moves(naive)));
  return listed;
}

std::string any_square(std::mt19937_64& random) {
  const std::vector<std::string> labels = boundary::board_labels();
  return labels[random() % labels.size()];
}

/// A text that has the form of a turn; seldom legal.
std::string some_turn(const std::vector<std::string>& listed, std::mt19937_64& random) {
  if (random() % 4 == 0) return "(" + any_square(random) + "-" + any_square(random) + ")";
  // A listed one with one square changed.
  std::string turn = listed[random() % listed.size()];
  std::vector<std::size_t> squares;
  for (std::size_t i = 0; i < turn.size(); ++i)
    if (turn[i] >= 'a' && turn[i] <= 'f') squares.push_back(i);
  return turn.replace(squares[random() % squares.size()], 2, any_square(random));
}

/// Random turns, now and then back and forth so that positions come again. Answers how it ended.
oracle::Result random_game(const boundary::Options& options, int plies, std::mt19937_64& random) {
  const Game game = game_of(options);
  Position position = must(game.start());
  boundary::Position naive = boundary::start(options);
  std::vector<std::string> last(2);
  for (int ply = 0; ply < plies; ++ply) {
    const std::vector<std::string> listed = compare(position, naive);
    if (position.over()) return boundary::result(naive);
    for (int i = 0; i < 4; ++i) both_judge(position, naive, some_turn(listed, random), compare);
    std::string move = listed[random() % listed.size()];
    const std::string& before = last[static_cast<std::size_t>(ply % 2)];
    if (options.repetition == boundary::Repetition::tie && before.size() == 7 && random() % 8 != 0) {
      const std::string back = "(" + before.substr(4, 2) + "-" + before.substr(1, 2) + ")";
      if (std::find(listed.begin(), listed.end(), back) != listed.end()) move = back;
    }
    if (random() % 400 == 0) move = "resign";
    last[static_cast<std::size_t>(ply % 2)] = move;
    INFO(move);
    REQUIRE_FALSE(position.play(move));
    REQUIRE_FALSE(boundary::play(naive, move));
  }
  compare(position, naive);
  return boundary::result(naive);
}

std::vector<boundary::Options> all_options() {
  std::vector<boundary::Options> all;
  for (const boundary::Balance balance : {boundary::Balance::own, boundary::Balance::all})
    for (const boundary::Repetition repetition : {boundary::Repetition::off, boundary::Repetition::tie})
      for (const boundary::Stacks stacks : {boundary::Stacks::own_corners, boundary::Stacks::own_tree})
        all.push_back({balance, repetition, stacks});
  return all;
}

}  // namespace

TEST_CASE("boundary: random games under all options as the oracle plays them", "[boundary]") {
  std::mt19937_64 random(1);
  int ties = 0, wins = 0;
  for (int i = 0; i < test::scaled(6); ++i)
    for (const boundary::Options& options : all_options()) {
      const oracle::Result result = random_game(options, 120, random);
      ties += result.kind == oracle::Result::Kind::tie;
      wins += result.kind == oracle::Result::Kind::winner;
      if (options.repetition == boundary::Repetition::off) CHECK(result.kind != oracle::Result::Kind::tie);
    }
  CHECK(ties > 0);
  CHECK(wins > 0);
}

TEST_CASE("boundary: many more random games", "[.slow][boundary]") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 200; ++i)
    for (const boundary::Options& options : all_options()) random_game(options, 400, random);
}

TEST_CASE("boundary: the third coming of a position is a tie, the second is not", "[boundary]") {
  const std::vector<std::string> round = {"(a1-a2)", "(f1-f2)", "(a2-a1)", "(f2-f1)"};
  for (const boundary::Options& options : all_options()) {
    Position position = must(game_of(options).start());
    boundary::Position naive = boundary::start(options);
    for (int ply = 0; ply < 8; ++ply) {
      INFO(ply);
      CHECK_FALSE(position.over());
      CHECK_FALSE(position.play(round[static_cast<std::size_t>(ply % 4)]));
      CHECK_FALSE(boundary::play(naive, round[static_cast<std::size_t>(ply % 4)]));
      compare(position, naive);
    }
    CHECK(position.over() == (options.repetition == boundary::Repetition::tie));
    if (position.over()) CHECK(position.outcome_text() == "tie");
  }
}

TEST_CASE("boundary: a copy remembers what was seen, and a position that was read has seen nothing else",
          "[boundary]") {
  const Game game = game_of({boundary::Balance::own, boundary::Repetition::tie});
  Position position = must(game.start());
  for (const char* move : {"(a1-a2)", "(f1-f2)", "(a2-a1)", "(f2-f1)", "(a1-a2)", "(f1-f2)", "(a2-a1)"})
    test::play(position, move);
  Position copy = position, detached = position.detach();
  Position read = must(game.read(position.text()));
  CHECK(read.hash() == position.hash());
  test::play(copy, "(f2-f1)");
  CHECK(copy.over());
  CHECK_FALSE(position.over());
  test::play(detached, "(f2-f1)");
  CHECK(detached.over());
  test::play(read, "(f2-f1)");
  CHECK_FALSE(read.over());
}

TEST_CASE("boundary: perft", "[boundary]") {
  CHECK(must(perft(must(game_of({}).start()), 3)) == std::vector<std::uint64_t>{42, 1'820, 129'094});
}

TEST_CASE("boundary: perft of four turns", "[.slow][boundary]") {
  CHECK(must(perft(must(game_of({}).start()), 4)).back() == 8'938'442);
}

TEST_CASE("boundary: the published game replays, and green wins it", "[boundary]") {
  const std::string path = glint::test::source_folder() + "/games/records/boundary_2010_01_31.json";
  std::ifstream in(path, std::ios::binary);
  std::stringstream json;
  json << in.rdbuf();
  const Record record = must(read_record(json.str(), path));
  for (const boundary::Options& options : all_options()) {
    const Replayed replayed = must(replay(game_of(options), record));
    INFO((replayed.error ? replayed.error->message : ""));
    CHECK(replayed.legal());
    CHECK(replayed.finished());
    CHECK(replayed.plies == 43);
    CHECK(replayed.position.outcome_text() == "green wins");
    boundary::Position naive = boundary::start(options);
    Position position = must(game_of(options).start());
    for (const std::string& move : record.moves) {
      compare(position, naive);
      test::play(position, move);
      REQUIRE_FALSE(boundary::play(naive, move));
    }
    compare(position, naive);
  }
}
