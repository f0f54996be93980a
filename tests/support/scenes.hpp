// Scenes made by hand, for tests of the pictures: no engine, no script.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

#include "interpreter/view/scene/scene.hpp"

namespace glint::view {

inline int cell_of(const Scene& scene, const std::string& label) {
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    if (scene.cells[i].label == label) return static_cast<int>(i);
  }
  std::abort();
}

inline int way_of(const Scene& scene, const std::string& name) {
  for (std::size_t i = 0; i < scene.directions.size(); ++i) {
    if (scene.directions[i].name == name) return static_cast<int>(i);
  }
  std::abort();
}

/// Pointed hexes in a hexagon of this side: rows A, B, ... numbered from the left.
inline Scene hexagon(int side) {
  Scene scene;
  scene.title = "Hexes & <more>";
  scene.status = "sun to move";
  scene.players = {"sun", "moon"};
  scene.to_move = 0;
  scene.beam_fields = {{"colour", true, false, {"red", "green", "blue"}}};
  scene.directions = {{"e", 2, 0}, {"se", 1, 1}, {"sw", -1, 1}, {"w", -2, 0}, {"nw", -1, -1}, {"ne", 1, -1}};
  const int far = side - 1;
  for (int y = -far; y <= far; ++y) {
    for (int x = -far; x <= far; ++x) {
      if (x + y < -far || x + y > far) continue;
      const std::string label =
          std::string(1, static_cast<char>('A' + y + far)) + std::to_string(x + side + std::min(0, y));
      scene.cells.push_back({label, x, y, 2 * x + y, y});
    }
  }
  scene.pieces.resize(scene.cells.size());
  return scene;
}

/// Squares a1, b1, ... with this many directions, 4 or 8.
inline Scene squares(int width, int height, int directions) {
  Scene scene;
  scene.title = "Squares";
  scene.players = {"red", "green"};
  scene.directions = {{"e", 1, 0},  {"se", 1, 1},   {"s", 0, 1},  {"sw", -1, 1},
                      {"w", -1, 0}, {"nw", -1, -1}, {"n", 0, -1}, {"ne", 1, -1}};
  if (directions == 4) scene.directions = {{"e", 1, 0}, {"s", 0, 1}, {"w", -1, 0}, {"n", 0, -1}};
  for (int y = height; y >= 1; --y) {
    for (int x = 1; x <= width; ++x) {
      scene.cells.push_back({std::string(1, static_cast<char>('a' + x - 1)) + std::to_string(y), x, y, x, -y});
    }
  }
  scene.pieces.resize(scene.cells.size());
  return scene;
}

inline void put(Scene& scene, const std::string& cell, PieceInfo piece) {
  scene.pieces[static_cast<std::size_t>(cell_of(scene, cell))].push_back(std::move(piece));
}

inline PieceInfo lamp(const Scene& scene, const std::string& colour, const std::string& facing) {
  return {"lamp", -1, colour.substr(0, 1) + facing, {{"colour", colour}, {"facing", facing}}, way_of(scene, facing)};
}

/// A beam of steps (cell, way, payload of one field, or "" for none).
inline Beam beam(const Scene& scene, const std::vector<std::tuple<std::string, std::string, std::string>>& steps,
                 BeamEnd end, const std::string& end_cell) {
  Beam beam;
  beam.source = cell_of(scene, std::get<0>(steps.front()));
  for (const auto& [cell, way, payload] : steps) {
    beam.path.push_back({cell_of(scene, cell), way_of(scene, way), {payload}});
  }
  beam.end = end;
  beam.end_cell = cell_of(scene, end_cell);
  return beam;
}

/// A blue lamp on C4 (shining ne), a green one on F2 that passes it, a red one on D5 stopped by a yellow one on D2.
inline Scene lit_hexes() {
  Scene scene = hexagon(4);
  put(scene, "C4", lamp(scene, "blue", "ne"));
  put(scene, "D5", lamp(scene, "red", "w"));
  put(scene, "F2", lamp(scene, "green", "ne"));
  put(scene, "D2", lamp(scene, "yellow", "e"));
  scene.beams.push_back(
      beam(scene, {{"C4", "ne", "blue"}, {"B4", "ne", "blue"}, {"A4", "ne", "blue"}}, BeamEnd::left, "A4"));
  scene.beams.push_back(
      beam(scene, {{"D5", "w", "red"}, {"D4", "w", "red"}, {"D3", "w", "red"}}, BeamEnd::stopped, "D2"));
  scene.beams.push_back(beam(scene,
                             {{"F2", "ne", "green"},
                              {"E3", "ne", "green"},
                              {"D4", "ne", "green"},
                              {"C4", "ne", "{green, blue}"},
                              {"B4", "ne", "{green, blue}"},
                              {"A4", "ne", "{green, blue}"}},
                             BeamEnd::left, "A4"));
  return scene;
}

}  // namespace glint::view
