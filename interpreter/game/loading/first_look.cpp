#include "interpreter/game/loading/first_look.hpp"

#include "interpreter/game/loading/access.hpp"

namespace glint {

std::vector<Error> wrong_at_start(const Game& game, const std::string& file) {
  std::vector<Error> wrong = misdrawn_boards(game);
  const auto add = [&](const auto& result) {
    if (!result) wrong.insert(wrong.end(), result.errors().begin(), result.errors().end());
  };
  const Result<Position> start = game.start();
  add(start);
  if (!start) return wrong;
  if (start->over()) {
    Error warning;
    warning.is_warning = true;
    warning.file = file;
    warning.message = "the game is over before the first move: " + start->outcome_text();
    warning.help = "`glint show` draws the final position";
    wrong.push_back(std::move(warning));
    return wrong;
  }
  const auto moves = start->count_moves();
  add(moves);
  if (!moves) return wrong;
  // What pictures of a position leave out, as a `show` fails.
  add(start->beams());
  add(start->followed_beams());
  add(start->grounds());
  add(start->notes());
  return wrong;
}

}  // namespace glint
