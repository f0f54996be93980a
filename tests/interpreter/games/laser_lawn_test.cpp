// Laser Lawn in the engine against the same game played naively, ply by ply: moves, light, lives, ends; and claims that
// are right or wrong, listed or not.
#include <algorithm>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/oracles/laser_lawn.hpp"
#include "tests/support/judging.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;
using test::both_judge;
using test::must;
namespace lawn = oracle::laser_lawn;

const std::vector<std::string> kPlayers = {"sun", "moon"};

/// Built once for each setting of the options.
const Game& game_of(const lawn::Options& options) {
  static std::map<std::tuple<int, int, lawn::Mirror, lawn::Part>, Game> games;
  const auto key = std::tuple(options.side, options.lives, options.mirror, options.part);
  const auto found = games.find(key);
  if (found != games.end()) return found->second;
  const Settings settings = {{"side", std::to_string(options.side)},
                             {"lives", std::to_string(options.lives)},
                             {"mirror", options.mirror == lawn::Mirror::guide ? "guide" : "specular"},
                             {"part", options.part == lawn::Part::adds ? "adds" : "touches"}};
  return games.emplace(key, must(Game::bundled("laser_lawn", settings))).first->second;
}

Position start(const Game& game, int starter) {
  StartOptions options;
  options.draws = {{"mover", kPlayers[static_cast<std::size_t>(starter)]}};
  return must(game.start(options));
}

/// The text of the position that the oracle is in: the drawn board, then the variables.
std::string text_of(const lawn::Position& position) {
  std::string text;
  int row = 0;
  for (const lawn::Cell cell : lawn::board_cells(position.options.side)) {
    if (cell.row != row) text += "\n";
    row = cell.row;
    const auto found = position.emitters.find(cell);
    if (found == position.emitters.end())
      text += " .";
    else
      text += " " + lawn::color_name(found->second.color).substr(0, 1) +
              lawn::way_names()[static_cast<std::size_t>(found->second.facing)];
  }
  const std::string mover = kPlayers[static_cast<std::size_t>(position.mover)];
  text += "\nto move = " + mover + "\nmover = " + mover;
  for (std::size_t p = 0; p < 2; ++p) text += "\nlife[" + kPlayers[p] + "] = " + std::to_string(position.lives[p]);
  text += "\nnamed = " + lawn::color_name(position.named);
  text += "\nnewest = " + (position.challengeable ? lawn::label(position.order.back()) : std::string("none")) + "\n";
  return text;
}

/// Claims name their lamps in any order.
std::string in_order(const std::string& move) {
  if (move.rfind("challenge", 0) != 0) return move;
  std::istringstream words(move);
  std::string head, cell, by;
  words >> head >> cell >> by;
  std::vector<std::string> lamps;
  for (std::string lamp; words >> lamp;) lamps.push_back(lamp);
  std::sort(lamps.begin(), lamps.end());
  std::string text = head + " " + cell + " " + by;
  for (const std::string& lamp : lamps) text += " " + lamp;
  return text;
}

std::vector<std::string> sorted(std::vector<std::string> moves) {
  for (std::string& move : moves) move = in_order(move);
  std::sort(moves.begin(), moves.end());
  return moves;
}

std::string colors_text(const lawn::Colors& colors) {
  std::string text;
  for (const lawn::Color color : colors) text += (text.empty() ? "" : ", ") + lawn::color_name(color);
  return "{" + text + "}";
}

/// One line a step, so that a difference can be read.
std::string path_text(const lawn::Beam& beam) {
  std::string text;
  for (const lawn::Leaving& leaving : beam.path)
    text += leaving.cell + " " + leaving.way + " " + colors_text(leaving.colors) + "\n";
  return text +
         (beam.end == lawn::End::left_board ? "left "
          : beam.end == lawn::End::stopped  ? "stopped "
                                            : "looped ") +
         beam.end_cell;
}

std::string path_text(const Beam& beam, const Game& game) {
  const auto label = [&](int cell) { return game.cells()[static_cast<std::size_t>(cell)].label; };
  std::string text;
  for (const BeamStep& step : beam.path)
    text += label(step.cell) + " " + game.directions()[static_cast<std::size_t>(step.way)].name + " " +
            step.payload[0] + "\n";
  return text +
         (beam.end == BeamEnd::left      ? "left "
          : beam.end == BeamEnd::stopped ? "stopped "
                                         : "looped ") +
         label(beam.end_cell);
}

/// Every beam, step by step, and the colours of every space.
std::string light_text(const Position& position) {
  const Game game = position.game();
  std::map<std::string, std::string> beams;
  std::map<std::string, lawn::Colors> glow;
  for (const Beam& beam : must(position.beams())) {
    REQUIRE(beam.branches.empty());
    beams[game.cells()[static_cast<std::size_t>(beam.source)].label] += path_text(beam, game);
    for (const BeamStep& step : beam.path)
      for (const lawn::Color color : {lawn::Color::red, lawn::Color::green, lawn::Color::blue})
        if (step.payload[0].find(lawn::color_name(color)) != std::string::npos)
          glow[game.cells()[static_cast<std::size_t>(step.cell)].label].insert(color);
  }
  std::string text;
  for (const auto& [source, path] : beams) text += "from " + source + "\n" + path + "\n";
  for (const CellInfo& cell : game.cells()) text += cell.label + " " + colors_text(glow[cell.label]) + "\n";
  return text;
}

std::string light_text(const lawn::Position& naive) {
  const lawn::Light light = lawn::light(naive);
  std::string text;
  for (const auto& [source, beam] : light.beams) text += "from " + source + "\n" + path_text(beam) + "\n";
  for (const std::string& cell : lawn::board_labels(naive.options.side))
    text += cell + " " + colors_text(light.cells.at(cell)) + "\n";
  return text;
}

void same_position(const Position& position, const lawn::Position& naive) {
  const oracle::Result result = lawn::result(naive);
  REQUIRE(position.over() == (result.kind != oracle::Result::Kind::none));
  std::map<std::string, std::string> variables;
  for (const auto& [name, value] : position.variables()) variables[name] = value;
  for (std::size_t p = 0; p < 2; ++p)
    REQUIRE(variables.at("life[" + kPlayers[p] + "]") == std::to_string(naive.lives[p]));
  if (position.over()) {
    REQUIRE(result.kind == oracle::Result::Kind::winner);
    REQUIRE(position.outcome().kind == OutcomeKind::win);
    REQUIRE(position.outcome().winner == result.winner);
    REQUIRE(position.to_move() == -1);
    REQUIRE(must(position.moves()).empty());
    return;
  }
  REQUIRE(position.to_move() == naive.mover);
  REQUIRE(variables.at("mover") == kPlayers[static_cast<std::size_t>(naive.mover)]);
  REQUIRE(variables.at("named") == lawn::color_name(naive.named));
  REQUIRE(variables.at("newest") == (naive.challengeable ? lawn::label(naive.order.back()) : "none"));
  REQUIRE(light_text(position) == light_text(naive));
}

/// All that can be seen, and what is listed.
std::vector<std::string> compare(const Position& position, const lawn::Position& naive) {
  INFO(position.text());
  same_position(position, naive);
  const std::vector<std::string> listed = must(position.moves());
  REQUIRE(sorted(listed) == sorted(lawn::moves(naive)));
  return listed;
}

/// A claim about any space by any emitters, most of them wrong.
std::string some_claim(const lawn::Position& naive, std::mt19937_64& random) {
  const std::vector<lawn::Cell> cells = lawn::board_cells(naive.options.side);
  std::string claim = "challenge " + lawn::label(cells[random() % cells.size()]) + " by";
  std::vector<lawn::Cell> emitters;
  for (const auto& [cell, emitter] : naive.emitters) emitters.push_back(cell);
  std::shuffle(emitters.begin(), emitters.end(), random);
  const std::size_t count = std::min<std::size_t>(emitters.size(), 1 + random() % 4);
  for (std::size_t i = 0; i < count; ++i) claim += " " + lawn::label(emitters[i]);
  return claim;
}

/// A claim near a right one: some of the lamps left out, or one too many.
std::string bent_claim(std::string claim, const lawn::Position& naive, std::mt19937_64& random) {
  if (random() % 2 == 0) return claim.substr(0, claim.find_last_of(' '));
  auto extra = naive.emitters.begin();
  std::advance(extra, static_cast<std::ptrdiff_t>(random() % naive.emitters.size()));
  return claim + " " + lawn::label(extra->first);
}

std::string some_placement(const lawn::Position& naive, std::mt19937_64& random) {
  const std::vector<lawn::Cell> cells = lawn::board_cells(naive.options.side);
  return lawn::label(cells[random() % cells.size()]) + " " + lawn::way_names()[random() % 6] + " " +
         lawn::color_names()[random() % 3];
}

/// Texts that are mostly not listed, tried on copies.
void judge(const Position& position, const lawn::Position& naive, const std::vector<std::string>& listed,
           std::mt19937_64& random) {
  both_judge(position, naive, some_placement(naive, random), same_position);
  if (random() % 4 == 0) both_judge(position, naive, "yield", same_position);
  if (naive.emitters.empty()) return;
  both_judge(position, naive, some_claim(naive, random), same_position);
  for (const std::string& move : listed)
    if (move.rfind("challenge", 0) == 0) {
      both_judge(position, naive, move, same_position);
      both_judge(position, naive, bent_claim(move, naive, random), same_position);
    }
}

void random_game(const lawn::Options& options, std::mt19937_64& random) {
  const int starter = static_cast<int>(random() % 2);
  const Game& game = game_of(options);
  Position position = start(game, starter);
  lawn::Position naive = lawn::start(options, starter);
  for (int ply = 0; ply < 400; ++ply) {
    const std::vector<std::string> listed = compare(position, naive);
    if (position.over()) return;
    judge(position, naive, listed, random);
    std::string move = listed[random() % listed.size()];
    // Challenges are few among hundreds of placements, but it is they that end games.
    if (random() % 4 == 0 && listed.back().rfind("challenge", 0) == 0) move = listed.back();
    if (random() % 12 == 0 && naive.challengeable) move = some_claim(naive, random);
    INFO(move);
    const auto error = position.play(move);
    REQUIRE_FALSE((error ? error->message : "") != "");
    REQUIRE_FALSE(lawn::play(naive, move));
  }
  FAIL_CHECK("a game of 400 plies");
}

lawn::Options some_options(std::mt19937_64& random, int largest_side) {
  lawn::Options options;
  options.side = 3 + static_cast<int>(random() % static_cast<unsigned>(largest_side - 2));
  options.lives = 1 + static_cast<int>(random() % 5);
  options.mirror = random() % 2 == 0 ? lawn::Mirror::specular : lawn::Mirror::guide;
  options.part = random() % 2 == 0 ? lawn::Part::touches : lawn::Part::adds;
  return options;
}

void random_positions(int count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < count; ++i) {
    const lawn::Options options = some_options(random, 6);
    const auto cells = lawn::board_cells(options.side).size();
    lawn::Position naive = lawn::random_position(options, static_cast<int>(random() % (cells + 1)), random);
    naive.lives = {1 + static_cast<int>(random() % 5), 1 + static_cast<int>(random() % 5)};
    const Game& game = game_of(options);
    INFO(text_of(naive));
    const Position position = must(game.read(text_of(naive)));
    const std::vector<std::string> listed = compare(position, naive);
    judge(position, naive, listed, random);
  }
}

}  // namespace

TEST_CASE("laser lawn: 200 random games on small lawns as the oracle plays them", "[laser_lawn]") {
  std::mt19937_64 random(1);
  for (int i = 0; i < test::scaled(200); ++i) random_game(some_options(random, 3), random);
}

TEST_CASE("laser lawn: 12 random games on lawns of all sizes", "[laser_lawn]") {
  std::mt19937_64 random(2);
  for (int i = 0; i < test::scaled(12); ++i) {
    lawn::Options options = some_options(random, 6);
    options.side = 6 - (i + 2) % 4;
    random_game(options, random);
  }
}

TEST_CASE("laser lawn: 400 random games on lawns of all sizes", "[.slow][laser_lawn]") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 400; ++i) random_game(some_options(random, 6), random);
}

TEST_CASE("laser lawn: 250 random positions, brought in as text", "[laser_lawn]") {
  random_positions(test::scaled(250), 4);
}

TEST_CASE("laser lawn: 20,000 random positions, brought in as text", "[.slow][laser_lawn]") {
  random_positions(20'000, 5);
}

TEST_CASE("laser lawn: perft", "[laser_lawn]") {
  CHECK(must(perft(start(game_of({}), lawn::kSun), 2)) == std::vector<std::uint64_t>{540, 281'286});
  CHECK(must(perft(start(game_of({3, 3, lawn::Mirror::specular}), lawn::kMoon), 2)) ==
        std::vector<std::uint64_t>{252, 58'914});
}

TEST_CASE("laser lawn: perft with other lives, sizes and mirrors is the oracle's", "[laser_lawn]") {
  for (const lawn::Mirror mirror : {lawn::Mirror::specular, lawn::Mirror::guide})
    for (const int lives : {1, 5}) {
      const lawn::Options options{3, lives, mirror};
      CHECK(must(perft(start(game_of(options), lawn::kSun), 2)).back() ==
            lawn::perft(lawn::start(options, lawn::kSun), 2));
    }
}

TEST_CASE("laser lawn: perft of three plies", "[.slow][laser_lawn]") {
  CHECK(must(perft(start(game_of({3, 3, lawn::Mirror::specular}), lawn::kSun), 3)).back() == 12'707'928);
  CHECK(must(perft(start(game_of({}), lawn::kSun), 3)).back() == 141'164'856);
}
