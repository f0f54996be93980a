#include "interpreter/view/scene/sides.hpp"

#include <algorithm>
#include <set>

namespace glint::view {

Neighbours::Neighbours(const Scene& scene) : scene_(scene) {
  for (std::size_t i = 0; i < scene.cells.size(); ++i)
    places_.push_back({{scene.cells[i].drawn_y, scene.cells[i].drawn_x}, static_cast<int>(i)});
  if (!std::is_sorted(places_.begin(), places_.end())) std::sort(places_.begin(), places_.end());
}

int Neighbours::beyond(int cell, int way) const {
  const CellInfo& from = scene_.cells[static_cast<std::size_t>(cell)];
  const DirectionInfo& step = scene_.directions[static_cast<std::size_t>(way)];
  const std::pair<int, int> place{from.drawn_y + step.drawn_dy, from.drawn_x + step.drawn_dx};
  const auto after = std::partition_point(places_.begin(), places_.end(), [&](const auto& one) { return one.first <= place; });
  return after == places_.begin() || (after - 1)->first != place ? -1 : (after - 1)->second;
}

std::vector<Wall> walls_of(const Scene& scene) {
  std::vector<Wall> walls;
  for (std::size_t cell = 0; cell < scene.cells.size(); ++cell) {
    if (scene.pieces[cell].empty()) continue;
    const PieceInfo& top = scene.pieces[cell].back();
    for (const int way : top.sides) walls.push_back({static_cast<int>(cell), way, &top});
  }
  std::set<std::pair<int, int>> marked;
  for (const MarkedSide& side : scene.marked_sides) {
    walls.push_back({side.cell, side.way, nullptr, &side.look});
    marked.emplace(side.cell, side.way);
  }
  for (const auto& [cell, way] : scene.acting_edges)
    if (marked.count({cell, way}) == 0) walls.push_back({cell, way});
  return walls;
}

std::vector<Exit> exits_of(const Scene& scene) {
  std::vector<Exit> exits;
  if (std::none_of(scene.beam_fields.begin(), scene.beam_fields.end(), [](const auto& field) { return field.is_number; }))
    return exits;
  each_beam(scene, [&](const Beam& beam, const std::optional<Rgb>& sender) {
    if (beam.end != BeamEnd::left || beam.path.empty()) return;
    const BeamStep& step = beam.path.back();
    const std::optional<Rgb> carried = colour_of(step.payload), colour = carried ? carried : sender;
    auto at = std::find_if(exits.begin(), exits.end(), [&](const Exit& exit) {
      return exit.cell == step.cell && exit.way == step.way && exit.colour == colour;
    });
    if (at == exits.end()) {
      at = exits.insert(at, {step.cell, step.way, 0, colour, ""});
      // The players are found by the colour, as a branch begins where no piece stands.
      const std::size_t senders = sender && !carried && scene.players.size() > 1 ? scene.players.size() : 0;
      for (std::size_t player = 0; player < senders; ++player)
        if (colour_of_player(static_cast<int>(player), scene) == *sender) at->owner = scene.players[player][0];
    }
    ++at->beams;
  });
  return exits;
}

bool ends_at_side(const Beam& beam, std::size_t i) {
  const BeamStep& step = beam.path[i];
  if (i + 1 < beam.path.size()) return beam.path[i + 1].cell == step.cell;
  if (beam.end == BeamEnd::stopped) return beam.end_way >= 0;
  // It turned there, onto its own earlier path; or it was split.
  return (beam.end == BeamEnd::looped || beam.end == BeamEnd::split) && beam.end_cell == step.cell;
}

}  // namespace glint::view
