// examples/draughts.glint against a naive program: random games, and random positions with many kings.
#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "draughts.hpp"
#include "interpreter/measure/perft.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/loading.hpp"

namespace {

namespace draughts = glint::oracle::draughts;
using glint::test::must;

std::string script_text() { return glint::cli::read_file(glint::test::source_folder() + "/examples/draughts.glint"); }

glint::Settings rules(bool international) { return {{"rules", international ? "international" : "english"}}; }

/// The script with these pieces at the start.
std::string with_pieces(const draughts::Position& position) {
  std::string text = script_text(), setup = "setup {\n";
  for (std::size_t square = 0; square < position.squares.size(); ++square) {
    const char piece = position.squares[square];
    if (piece == '.') continue;
    setup += std::string("  put ") + (piece == 'b' || piece == 'w' ? "man" : "king") + "(owner = " +
             (piece == 'b' || piece == 'B' ? "black" : "white") + ") on cell(\"" +
             std::to_string(draughts::number_of(position, static_cast<int>(square))) + "\")\n";
  }
  const std::size_t begin = text.find("setup {");
  text = text.substr(0, text.find("\ntest "));
  return text.replace(begin, text.find("\n}", begin) - begin, setup);
}

/// One position in both: what is listed, what may be typed, and what is refused.
void compare(const glint::Position& position, const draughts::Position& naive) {
  const std::vector<std::string> listed = must(position.moves());
  const std::vector<draughts::Move> all = draughts::moves(naive);
  INFO(position.text());
  REQUIRE(listed.size() == draughts::different(all).size());
  std::vector<draughts::Move> found;
  for (const std::string& text : listed) {
    INFO(text);
    const auto one = std::find_if(all.begin(), all.end(), [&](const draughts::Move& move) { return move.text == text; });
    REQUIRE(one != all.end());
    found.push_back(*one);
  }
  REQUIRE(draughts::different(found).size() == found.size());
  std::size_t tried = 0;
  for (const draughts::Move& move : all) {
    if (std::find(listed.begin(), listed.end(), move.text) != listed.end() || ++tried > 4) continue;
    const auto same =
        std::find_if(found.begin(), found.end(), [&](const draughts::Move& one) { return one.comes_to_the_same(move); });
    glint::Position typed = position, played = position;
    INFO(move.text << " is as " << same->text);
    glint::test::play(typed, move.text);
    glint::test::play(played, same->text);
    CHECK(typed.text() == played.text());
  }
  for (const draughts::Move& move : draughts::too_short(naive)) {
    glint::Position copy = position;
    const auto error = copy.play(move.text);
    INFO(move.text);
    REQUIRE(error);
    CHECK(error->message.find("you can take more") != std::string::npos);
    if (++tried > 8) break;
  }
}

/// A random game in both.
void follow(glint::Position position, draughts::Position naive, std::mt19937& random, int plies) {
  for (int ply = 0; ply < plies; ++ply) {
    const std::vector<draughts::Move> all = draughts::different(draughts::moves(naive));
    if (all.empty()) CHECK(position.over());
    if (position.over()) return;  // perhaps a tie
    compare(position, naive);
    const draughts::Move& move = all[random() % all.size()];
    glint::test::play(position, move.text);
    draughts::play(naive, move);
  }
}

TEST_CASE("draughts: the naive program counts what is published", "[draughts]") {
  CHECK(draughts::perft(draughts::start(false), 5) == 7361);
  CHECK(draughts::perft(draughts::start(true), 5) == 27117);
}

TEST_CASE("draughts: random games are those of the naive program", "[draughts]") {
  std::mt19937 random(20261129);
  for (const bool international : {false, true}) {
    const glint::Game game = glint::test::script(script_text(), rules(international));
    for (int i = 0; i < 12; ++i) follow(must(game.start()), draughts::start(international), random, 90);
  }
}

TEST_CASE("draughts: positions full of jumps are those of the naive program", "[draughts]") {
  std::mt19937 random(1);
  for (int i = 0; i < 24; ++i) {
    draughts::Position naive = draughts::start(i % 2 != 0);
    const int n = naive.size();
    for (int square = 0; square < n * n; ++square) {
      const int row = square / n, chance = static_cast<int>(random() % 100);
      const bool is_dark = (row + square % n) % 2 != 0;
      char& piece = naive.squares[static_cast<std::size_t>(square)];
      piece = !is_dark || chance >= 36 ? '.' : chance < 4 ? 'B' : chance < 8 ? 'W' : chance < 22 ? 'b' : 'w';
      if ((piece == 'b' && row == n - 1) || (piece == 'w' && row == 0)) piece = '.';
    }
    const glint::Game game = glint::test::script(with_pieces(naive), rules(naive.international));
    follow(must(game.start()), naive, random, 6);
  }
}

}  // namespace
