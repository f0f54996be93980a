// Tables of a board that follow from its steps alone: rays, lines, shifts of whole sets, edges.
#include <algorithm>

#include "interpreter/build/board/layout.hpp"

namespace glint {

namespace {

/// Geometry::last: each line is followed once.
void build_lasts(Geometry& geometry, lang::StopCheck& stop) {
  geometry.last.assign(geometry.neighbour.size(), -1);
  std::vector<int> lane;
  for (std::size_t start = 0; start < geometry.neighbour.size(); ++start) {
    const std::size_t row = start - start % static_cast<std::size_t>(geometry.cells);  // of the direction
    std::size_t at = start;
    lane.clear();
    stop.after();
    while (geometry.last[at] < 0) {
      lane.push_back(static_cast<int>(at));
      if (geometry.neighbour[at] < 0) geometry.last[at] = static_cast<std::int32_t>(at - row);
      else at = row + static_cast<std::size_t>(geometry.neighbour[at]);
      if (at == start && !lane.empty() && geometry.last[at] < 0) geometry.last[at] = static_cast<std::int32_t>(at - row);
    }
    for (const int on_lane : lane) geometry.last[on_lane] = geometry.last[at];
  }
}

/// Geometry::shifts, and lanes where they fit.
void build_shifts(Geometry& geometry) {
  constexpr std::size_t kMostShifts = 8;  // for each direction; with more, going from cell to cell is as quick
  const auto words = static_cast<std::size_t>(geometry.words);
  for (int d = 0; d < geometry.directions; ++d) {
    geometry.shifts.of_way.push_back(static_cast<std::uint32_t>(geometry.shifts.all.size()));
    const std::size_t first = geometry.shifts.all.size();
    for (int c = 0; c < geometry.cells; ++c) {
      const int next = geometry.next_to(c, d);
      if (next < 0) continue;
      std::size_t at = first;
      while (at < geometry.shifts.all.size() && geometry.shifts.all[at].delta != next - c) ++at;
      if (at == geometry.shifts.all.size()) {
        geometry.shifts.all.push_back({next - c, static_cast<std::uint32_t>(geometry.shifts.masks.size())});
        geometry.shifts.masks.resize(geometry.shifts.masks.size() + words);
      }
      if (at - first >= kMostShifts) {
        geometry.shifts.all.clear();
        geometry.shifts.of_way.clear();
        geometry.shifts.masks.clear();
        return;
      }
      add_bit(&geometry.shifts.masks[geometry.shifts.all[at].from], c);
    }
  }
  geometry.shifts.of_way.push_back(static_cast<std::uint32_t>(geometry.shifts.all.size()));
  if (words > 1 || geometry.wraps) return;
  std::vector<Geometry::Lanes> lanes((static_cast<std::size_t>(geometry.directions) + 3) / 4);
  for (int d = 0; d < geometry.directions; ++d) {
    const auto back = static_cast<std::size_t>(geometry.opposite(d));
    const std::uint32_t first = geometry.shifts.of_way[back], end = geometry.shifts.of_way[back + 1];
    if (end - first > 1) return;
    if (first == end) continue;
    const Geometry::Shift& shift = geometry.shifts.all[first];
    const auto k = static_cast<std::size_t>(d % 4);
    Geometry::Lanes& four = lanes[d / 4];
    four.left[k] = static_cast<Word>(std::max(0, shift.delta));
    four.right[k] = static_cast<Word>(std::max(0, -shift.delta));
    four.from[k] = geometry.shifts.masks[shift.from];
    four.to[k] = four.from[k] << four.left[k] >> four.right[k];
  }
  geometry.lanes = std::move(lanes);
  for (const Word ray : geometry.ray) geometry.longest_line = std::max(geometry.longest_line, popcount(ray));
}

/// Geometry::ray and to_border.
void build_rays(Geometry& geometry, lang::StopCheck& stop) {
  const std::size_t lines = static_cast<std::size_t>(geometry.directions) * static_cast<std::size_t>(geometry.cells);
  if (geometry.wraps || lines * static_cast<std::size_t>(geometry.words) > kMaxRayWords) return;
  geometry.ray.assign(lines * static_cast<std::size_t>(geometry.words), 0);
  geometry.to_border.assign(lines, 0);
  for (int d = 0; d < geometry.directions; ++d) {
    for (int c = 0; c < geometry.cells; ++c) {
      Word* ray = &geometry.ray[geometry.at(c, d) * static_cast<std::size_t>(geometry.words)];
      for (int next = geometry.next_to(c, d); next >= 0; next = geometry.next_to(next, d)) {
        add_bit(ray, next);
        ++geometry.to_border[geometry.at(c, d)];
      }
      stop.after(1 + geometry.to_border[geometry.at(c, d)] / 16);
    }
  }
}

/// Geometry::fan_ways and fans.
void build_fans(Geometry& geometry) {
  if (geometry.words > 2 || geometry.ray.empty()) return;
  const auto words = static_cast<std::size_t>(geometry.words);
  std::vector<std::size_t> place(static_cast<std::size_t>(geometry.directions));  // of each direction: 4 * k + i
  for (const bool rises : {true, false}) {
    std::size_t used = 4;
    for (int d = 0; d < geometry.directions; ++d) {
      if ((geometry.rises[d] != 0) != rises) continue;
      if (used == 4) {
        geometry.fans.ways.push_back({{}, rises});
        used = 0;
      }
      geometry.fans.ways.back().way.word[used] = static_cast<Word>(d);
      place[d] = 4 * (geometry.fans.ways.size() - 1) + used++;
    }
  }
  geometry.fans.of_cell = geometry.fans.ways.size() * words;
  geometry.fans.rays.assign(static_cast<std::size_t>(geometry.cells) * geometry.fans.of_cell, {});
  for (int c = 0; c < geometry.cells; ++c)
    for (int d = 0; d < geometry.directions; ++d) {
      const std::size_t to = place[d];
      Geometry::Fan* fan = &geometry.fans.rays[static_cast<std::size_t>(c) * geometry.fans.of_cell + to / 4 * words];
      for (std::size_t w = 0; w < words; ++w) fan[w].word[to % 4] = geometry.ray[geometry.at(c, d) * words + w];
    }
}

/// Geometry::lines and rings.
void build_lines(Geometry& geometry) {
  constexpr int kMostSteps = 32;  // tables of a board of 128 cells: 64 KB
  if (geometry.fans.rays.empty()) return;
  const auto cells = static_cast<std::size_t>(geometry.cells), words = static_cast<std::size_t>(geometry.words);
  std::vector<Geometry::Line> lines(cells * cells);
  int longest = 0;
  for (int from = 0; from < geometry.cells; ++from)
    for (int d = 0; d < geometry.directions; ++d) {
      int steps = 0;
      for (int to = geometry.next_to(from, d); to >= 0; to = geometry.next_to(to, d)) {
        Geometry::Line& line = lines[static_cast<std::size_t>(from) * cells + static_cast<std::size_t>(to)];
        if (line.steps || ++steps > kMostSteps) return;
        line = {static_cast<std::uint8_t>(d), static_cast<std::uint8_t>(steps)};
        longest = std::max(longest, steps);
      }
    }
  geometry.rings.steps = longest;
  geometry.rings.sets.assign(static_cast<std::size_t>(longest) * cells * words, 0);
  for (std::size_t from = 0; from < cells; ++from)
    for (std::size_t to = 0; to < cells; ++to)
      if (const std::size_t steps = lines[from * cells + to].steps)
        add_bit(&geometry.rings.sets[((steps - 1) * cells + from) * words], to);
  geometry.lines = std::move(lines);
}

}  // namespace

void fill_tables(Geometry& geometry, lang::StopCheck& stop) {
  build_lasts(geometry, stop);
  build_rays(geometry, stop);
  build_fans(geometry);
  build_lines(geometry);
  build_shifts(geometry);
}

void number_edges(Geometry& geometry, lang::StopCheck& stop) {
  geometry.edge_of.assign(geometry.neighbour.size(), -1);
  for (int c = 0; c < geometry.cells; ++c)
    for (int d = 0; d < geometry.directions; ++d) {
      stop.after();
      std::int32_t& edge = geometry.edge_of[geometry.at(c, d)];
      if (edge >= 0) continue;
      edge = static_cast<std::int32_t>(geometry.edges.size());
      geometry.edges.push_back({c, d});
      const int next = geometry.next_to(c, d);
      if (next >= 0) geometry.edge_of[geometry.at(next, geometry.opposite(d))] = edge;
    }
  geometry.edge_words = words_for(static_cast<std::int64_t>(geometry.edges.size()));
  geometry.border.assign(static_cast<std::size_t>(geometry.edge_words), 0);
  for (std::size_t e = 0; e < geometry.edges.size(); ++e) {
    const Geometry::Edge& edge = geometry.edges[e];
    if (geometry.next_to(edge.cell, edge.way) < 0) add_bit(geometry.border.data(), e);
  }
}

}  // namespace glint
