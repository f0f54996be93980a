// Glint in a program of your own: load a game, list its moves, play, look, take moves back, and read the errors of a
// script. Errors are values; nothing here throws.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include <glint/glint.hpp>
#include <glint/loader.hpp>

namespace {

int complain(const std::string& what) {
  std::cerr << what << '\n';
  return EXIT_FAILURE;
}

/// A whole game between two players who know only the rules.
int play_at_random(const glint::Game& game) {
  glint::StartOptions options;
  options.seed = 7;  // the same seed gives the same game, on any machine
  auto position = game.start(options);
  if (!position) return complain(position.error_text());
  glint::Random random(7);
  auto played = glint::playout(*position, random);
  if (!played) return complain(played.error_text());
  std::cout << "a random game: " << played->plies << " plies, " << position->outcome_text() << "\n\n";
  return EXIT_SUCCESS;
}

}  // namespace

int main() {
  // A bundled game; `Game::from_text` takes a script of your own.
  auto game = glint::Game::bundled("laser_lawn", {{"lives", "1"}});
  if (!game) return complain(game.error_text());

  glint::StartOptions options;
  options.draws = {{"mover", "sun"}};  // chance decides who starts: fix it, or let it follow the seed
  auto position = game->start(options);
  if (!position) return complain(position.error_text());

  auto moves = position->moves();
  if (!moves) return complain(moves.error_text());
  std::cout << game->title() << ": " << moves->size() << " moves, the first is `" << moves->front() << "`\n";

  // Undo is a copy kept.
  const glint::Position before = *position;
  if (auto error = position->play("C4 ne blue")) return complain(error->message);
  std::cout << position->text() << '\n';

  // An illegal move changes nothing, and says which rule forbids it in the author's words.
  if (auto error = position->play("C4 e red")) {
    std::cout << "illegal: " << error->message << '\n';
  } else {
    return complain("two emitters on one cell");
  }

  // Beams are values: each cell they leave, in which direction, with what.
  const auto beams = position->beams();
  if (!beams) return complain(beams.error_text());
  for (const glint::Beam& beam : *beams) {
    for (const glint::BeamStep& step : beam.path) {
      std::cout << game->cells()[static_cast<std::size_t>(step.cell)].label << ' ';
    }
    std::cout << "are lit\n";
  }

  // A position prints as text, and reads back.
  auto again = game->read(position->text(), options);
  if (!again) return complain(again.error_text());
  if (again->hash() != position->hash()) return complain("a position read back differs from the one printed");

  *position = before;
  if (position->count_moves().ok() && *position->count_moves() != moves->size()) return complain("undo is not exact");

  // A script may use libraries of your own.
  glint::lang::MemoryLoader files;
  files.add("corners", "library corners\nlet corner = { c in cells where count(c + around) == 2 }\n");
  auto cornered = glint::Game::from_text(
      "game \"Corners\"\nuse square, corners\nplayers sun, moon\nboard grid(3, 3)\n"
      "piece stone { look \"o\" }\nmove place \"{at}\" { pick at in empty & corner; put stone on at }\n"
      "play { repeat { turn of each player { choose place else { end : tie } } } }\n",
      "corners.glint", {}, &files);
  if (!cornered) return complain(cornered.error_text());

  // Errors come with a place, a code, and help.
  auto broken = glint::Game::from_text("game \"Broken\"\nuse hex\nboard hexagonn(3)\n", "broken.glint");
  if (broken) return complain("a broken script was accepted");
  std::cout << '\n' << broken.error_text() << '\n';

  return play_at_random(*game);
}
