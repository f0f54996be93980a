// Beams, Boosters, and Barriers in the engine against the same game played naively, whatever the options: moves, every
// beam with its powers, scores, ends.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/oracles/beams_boosters_barriers.hpp"
#include "tests/support/judging.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using oracle::sorted;
using oracle::SplitMix;
using test::both_judge;
using test::must;
namespace bbb = oracle::bbb;

// ---- what is the script's to say ----

const char* const kName = "beams_boosters_barriers";
const char* const kPowerField = "power";

Settings settings_of(const bbb::Options& options) {
  return {{"columns", std::to_string(options.columns)},
          {"depth", std::to_string(options.depth)},
          {"triple", options.triple == bbb::Triple::star ? "star" : "fan"},
          {"barrier", options.barrier == bbb::Resists::cell ? "cell" : "edges"},
          {"triples", options.triples ? "on" : "off"},
          {"play", options.play == bbb::Play::alternating ? "alternating" : "simultaneous"},
          {"idle", options.idle == bbb::Idle::must_turn ? "must_turn" : "may_pass"}};
}

int told_power(const bbb::Leaving& leaving) { return leaving.power; }

// ---- games ----

const Game& game_of(const bbb::Options& options) {
  static std::map<bbb::Options, Game> games;
  const auto found = games.find(options);
  if (found != games.end()) return found->second;
  return games.emplace(options, must(Game::bundled(kName, settings_of(options)))).first->second;
}

/// The start where this player has the first move, whatever the draw is called.
Position start(const Game& game, int first) {
  for (std::uint64_t seed = 1; seed < 100; ++seed) {
    StartOptions options;
    options.seed = seed;
    Position position = must(game.start(options));
    if (position.to_move() == first) return position;
  }
  FAIL("player " << first << " never begins");
  return must(game.start());
}

int cell_of(const Game& game, bbb::Cell cell) {
  INFO(bbb::label(cell));
  const auto found = game.find_cell(bbb::label(cell));
  REQUIRE(found);
  return *found;
}

std::string label(const Game& game, int cell) { return game.cells()[static_cast<std::size_t>(cell)].label; }

// ---- beams ----

/// Directions by how they are drawn, with the south below.
bbb::Hour hour_of(const Game& game, int way) {
  const DirectionInfo& direction = game.directions()[static_cast<std::size_t>(way)];
  if (direction.drawn_dx == 0) return direction.drawn_dy < 0 ? 12 : 6;
  if (direction.drawn_dx > 0) return direction.drawn_dy < 0 ? 2 : 4;
  return direction.drawn_dy < 0 ? 10 : 8;
}

std::string path_text(const bbb::Beam& beam) {
  std::string text = "from " + beam.source + ":";
  for (const bbb::Leaving& leaving : beam.path)
    text += " " + leaving.cell + " " + std::to_string(leaving.way) + "/" + std::to_string(told_power(leaving));
  return text + (beam.end == bbb::End::rear ? ", left " : ", stopped");
}

std::string path_text(const Game& game, const Beam& beam) {
  const std::vector<std::string> fields = game.beam_fields();
  const auto power = std::find(fields.begin(), fields.end(), kPowerField);
  REQUIRE(power != fields.end());
  std::string text = "from " + label(game, beam.source) + ":";
  for (const BeamStep& step : beam.path)
    text += " " + label(game, step.cell) + " " + std::to_string(hour_of(game, step.way)) + "/" +
            step.payload[static_cast<std::size_t>(power - fields.begin())];
  REQUIRE(beam.branches.empty());
  return text + (beam.end == BeamEnd::left ? ", left " : ", stopped");
}

std::string light_text(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) text += path + "\n";
  return text;
}

void same_light(const Position& position, const bbb::Position& naive) {
  std::vector<std::string> found, wanted;
  for (const Beam& beam : must(position.beams())) found.push_back(path_text(position.game(), beam));
  for (const bbb::Beam& beam : bbb::beams(naive)) wanted.push_back(path_text(beam));
  REQUIRE(light_text(sorted(found)) == light_text(sorted(wanted)));
}

// ---- positions ----

void same_position(const Position& position, const bbb::Position& naive) {
  const Game game = position.game();
  std::map<std::string, int> found, wanted;
  for (std::size_t cell = 0; cell < game.cells().size(); ++cell)
    for (const PieceInfo& piece : position.pieces(static_cast<int>(cell)))
      found[game.cells()[cell].label] = piece.owner;
  for (const auto& [cell, piece] : naive.pieces) wanted[bbb::label(cell)] = piece.owner;
  REQUIRE(found == wanted);
  same_light(position, naive);
  for (const int player : {bbb::kSouth, bbb::kNorth}) REQUIRE(position.score(player) == bbb::score(naive, player));
  const oracle::Result result = bbb::result(naive);
  REQUIRE(position.over() == bbb::over(naive));
  if (position.over()) {
    const Outcome outcome = position.outcome();
    REQUIRE(outcome.kind == OutcomeKind::score);
    REQUIRE(outcome.scores.size() == 2);
    const std::int64_t ahead = outcome.scores[0] - outcome.scores[1];
    REQUIRE((ahead > 0 ? 0 : ahead < 0 ? 1 : -1) == result.winner);
    REQUIRE(must(position.moves()).empty());
    return;
  }
  REQUIRE(position.to_move() == naive.mover);
}

std::vector<std::string> compare(const Position& position, const bbb::Position& naive) {
  INFO(position.text());
  same_position(position, naive);
  const std::vector<std::string> listed = must(position.moves());
  REQUIRE(sorted(listed) == sorted(bbb::moves(naive)));
  return listed;
}

/// A text in the notation, mostly not legal.
std::string some_text(const bbb::Position& naive, SplitMix& random) {
  const std::vector<std::string> forms = {"M1", "M2V", "M2Y", "M3", "R1", "R2V", "R2Y", "R3", "S"};
  std::vector<std::string> cells;
  for (const bbb::Cell cell : bbb::territory(naive.options, naive.mover)) cells.push_back(bbb::own_label(cell));
  cells.insert(cells.end(), {"A0", "N1", "A1", "M2"});
  const std::string cell = random.one_of(cells);
  if (random.below(16) == 0) return "pass";
  if (random.below(3) == 0) return "R " + cell + (random.below(2) == 0 ? " L" : " R");
  const std::string form = random.one_of(forms);
  std::string text = "P " + form + " " + cell;
  if (form != "S" || random.below(8) == 0) text += " " + std::to_string(random.one_of(bbb::hours()));
  if (random.below(4) == 0) text += ":00";
  return text;
}

/// The whole of a random game. Returns how many positions were compared.
int random_game(const bbb::Options& options, SplitMix& random) {
  const int starter = options.play == bbb::Play::alternating ? static_cast<int>(random.below(2)) : bbb::kSouth;
  Position position = start(game_of(options), starter);
  bbb::Position naive = bbb::start(options, starter);
  for (int ply = 0; ply < 200; ++ply) {
    const std::vector<std::string> listed = compare(position, naive);
    if (position.over()) return ply + 1;
    for (int i = 0; i < 4; ++i) both_judge(position, naive, some_text(naive, random), same_position);
    both_judge(position, naive, random.one_of(listed), same_position);
    // Rotations are few among many placements.
    std::vector<std::string> rotations;
    for (const std::string& move : listed)
      if (move[0] == 'R') rotations.push_back(move);
    const bool rotates = !rotations.empty() && random.below(4) == 0;
    const std::string move = random.one_of(rotates ? rotations : listed);
    INFO(move);
    const auto error = position.play(move);
    REQUIRE_FALSE((error ? error->message : "") != "");
    REQUIRE_FALSE(bbb::play(naive, move));
  }
  FAIL("a game of 200 plies");
  return 0;
}

void random_games(std::uint64_t first_seed, int positions) {
  for (std::uint64_t seed = first_seed; positions > 0; ++seed) {
    INFO("seed " << seed);
    SplitMix random(seed);
    bbb::Options options = bbb::random_options(random);
    if (seed % 3 == 0) options.columns = 5, options.depth = 4;  // where the boards fill up
    positions -= random_game(options, random);
  }
}

// ---- positions as text ----

/// The text's board, cell by cell in the game's order; and the lines after it.
std::vector<std::string> tokens_of(const std::string& text, std::string* rest = nullptr) {
  std::vector<std::string> tokens;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" = ") != std::string::npos) {
      if (rest) *rest += line + "\n";
      continue;
    }
    std::istringstream words(line);
    for (std::string word; words >> word;) tokens.push_back(word);
  }
  return tokens;
}

/// How each piece is drawn: asked of the engine, by placing each one as a first move.
std::string drawn(const Game& game, const bbb::Options& options, const bbb::Piece& piece) {
  static std::map<std::pair<bbb::Options, std::string>, std::string> known;
  const std::string placing = "P " + piece.form + " A2" + (piece.facing == 0 ? "" : " " + std::to_string(piece.facing));
  const auto found = known.find({options, placing + std::to_string(piece.owner)});
  if (found != known.end()) return found->second;
  const bool together = options.play == bbb::Play::simultaneous;
  Position position = start(game, together ? bbb::kSouth : piece.owner);
  if (together && piece.owner == bbb::kNorth) test::play(position, "P S B3");
  test::play(position, placing);
  if (together && piece.owner == bbb::kSouth) test::play(position, "P S B3");
  const int cell = cell_of(game, *bbb::find_own(options, piece.owner, "A2"));
  const std::string token = tokens_of(position.text()).at(static_cast<std::size_t>(cell));
  return known[{options, placing + std::to_string(piece.owner)}] = token;
}

/// Positions that play may never come to, where nobody has rotated before.
void random_setups(std::uint64_t first_seed, int boards, int positions_each) {
  for (std::uint64_t seed = first_seed; seed < first_seed + static_cast<std::uint64_t>(boards); ++seed) {
    INFO("seed " << seed);
    SplitMix random(seed);
    const bbb::Options options = bbb::random_options(random);
    const Game& game = game_of(options);
    for (int i = 0; i < positions_each; ++i) {
      bbb::Position naive = bbb::random_setup(options, random);
      naive.rotated = {false, false};
      if (naive.choices_left) continue;  // the board does not show where play waits then
      std::string text, rest;
      std::vector<std::string> tokens = tokens_of(start(game, naive.mover).text(), &rest);
      REQUIRE(tokens.size() == game.cells().size());
      for (const auto& [cell, piece] : naive.pieces)
        tokens[static_cast<std::size_t>(cell_of(game, cell))] = drawn(game, options, piece);
      for (std::size_t cell = 0; cell < tokens.size(); ++cell) {
        const bool new_row = cell > 0 && game.cells()[cell].drawn_y != game.cells()[cell - 1].drawn_y;
        text += (new_row ? "\n" : " ") + tokens[cell];
      }
      const Position position = must(game.read(text + "\n" + rest));
      compare(position, naive);
      for (int k = 0; k < 4; ++k) both_judge(position, naive, some_text(naive, random), same_position);
    }
  }
}

}  // namespace

TEST_CASE("beams, boosters, barriers: 500 positions of random games as the oracle plays them", "[bbb]") {
  random_games(1, test::scaled(500));
}

TEST_CASE("beams, boosters, barriers: 100 random positions, brought in as text", "[bbb]") {
  random_setups(1, test::scaled(10), 10);
}

TEST_CASE("beams, boosters, barriers: 10,000 positions of random games", "[.slow][bbb]") {
  random_games(1'000, 10'000);
}

TEST_CASE("beams, boosters, barriers: 10,000 random positions, brought in as text", "[.slow][bbb]") {
  random_setups(1'000, 200, 50);
}

TEST_CASE("beams, boosters, barriers: a cell and an hour are not read as one number", "[bbb]") {
  bbb::Options options;
  options.columns = 13;
  const Position position = start(game_of(options), bbb::kSouth);
  both_judge(position, bbb::start(options, bbb::kSouth), "P S A1 2", same_position);
  both_judge(position, bbb::start(options, bbb::kSouth), "P S A12", same_position);
}

TEST_CASE("beams, boosters, barriers: perft", "[bbb]") {
  bbb::Options options;
  CHECK(must(perft(start(game_of(options), bbb::kSouth), 2)) == std::vector<std::uint64_t>{1'764, 3'111'696});
  options.play = bbb::Play::alternating;
  CHECK(must(perft(start(game_of(options), bbb::kNorth), 2)) == std::vector<std::uint64_t>{1'764, 3'109'392});
}
