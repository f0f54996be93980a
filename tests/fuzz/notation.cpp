#include <vector>

#include <glint/evaluate.hpp>

#include "tests/fuzz/scribbles.hpp"
#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

namespace {

/// One for each way in which play waits: for chance, and for each kind of choice.
std::vector<Position> made() {
  std::vector<Position> positions;
  const auto keep = [&](Result<Position> position) {
    must(position.ok(), position.error_text());
    positions.push_back(*position);
  };
  keep(scribbles().start({.wait_at_draws = true}));
  keep(scribbles().start({.seed = 3}));
  Position later = positions.back();
  for (const char* move : {"shade a1 b1", "drop c1 red", "3-ne", "glaze b2 -"}) (void)later.play(move);
  positions.push_back(later);
  return positions;
}

}  // namespace

void notation(std::string_view bytes) {
  static const std::vector<Position> positions = made();
  for (const Position& before : positions) {
    Position position = before;
    const auto error = before.at_draw() ? position.draw(bytes) : position.play(bytes);
    if (error) {
      must_be_presentable(error->rendered + error->message + error->help);
      must(position.state() == before.state(), "refused, and yet something has changed");
    } else if (!before.at_draw()) {
      must(!position.last_move().empty(), "played, and no move was the last");
    }
  }
  if (const auto cell = scribbles().find_cell(bytes)) must(*cell >= 0, "a cell below 0");
  (void)split_draws(scribbles(), "crowd", std::string(bytes));
  // Expressions cost as much as a thousand moves.
  if (bytes.empty() || bytes[0] != '=') return;
  const auto expression = Expression::read(scribbles(), bytes.substr(1));
  if (!expression) return must_be_presentable(expression.error_text());
  for (const Position& each : positions) {
    const auto value = expression->value(each);
    must_be_presentable(value ? value->text : value.error_text());
  }
}

}  // namespace glint::fuzz
