#include <vector>

#include "tests/fuzz/scribbles.hpp"
#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

void notation(std::string_view bytes) {
  // One of the positions for each text, as most of the time goes into saying what is wrong with a move.
  const Position& before = scribbled()[bytes.size() % scribbled().size()];
  Position position = before;
  const auto error = before.at_draw() ? position.draw(bytes) : position.play(bytes);
  if (error) {
    must_be_presentable(error->rendered + error->message + error->help);
    must(position.state() == before.state(), "refused, and yet something has changed");
  } else if (!before.at_draw()) {
    must(!position.last_move().empty(), "played, and no move was the last");
  }
  if (const auto cell = scribbles().find_cell(bytes)) must(*cell >= 0, "a cell below 0");
  (void)split_draws(scribbles(), "crowd", std::string(bytes));
}

}  // namespace glint::fuzz
