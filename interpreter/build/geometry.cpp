#include "interpreter/build/geometry.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace glint {

namespace {

using lang::Code;

struct RawCell {
  int x = 0, y = 0, drawn_x = 0, drawn_y = 0;
  std::string label, own_label;
  int player = -1;
};

int as_coordinate(std::int64_t value, lang::Span span) {
  if (value < -1'000'000 || value > 1'000'000)
    build_fail(Code::G0503, span, "a coordinate is larger than 1,000,000");
  return static_cast<int>(value);
}

/// The first of the board's labels that fits the cell; x and y are set.
void name_cell(const rules::Rules& rules, Constants& constants, RawCell& cell, lang::Span span) {
  for (const rules::Label& label : rules.board.labels) {
    if (label.where && !constants.value(*label.where)) continue;
    cell.own_label = cell.label = constants.text(label.text);
    cell.player = label.player;
    if (cell.player >= 0) cell.label = rules.players[static_cast<std::size_t>(cell.player)].name + " " + cell.own_label;
    return;
  }
  build_fail(Code::G0503, span,
             "the cell at " + std::to_string(cell.x) + ", " + std::to_string(cell.y) + " has no label",
             "a `label` without `where`, as the last one, is for all that are left");
}

/// Every side of every cell, those between two cells once.
void build_edges(Geometry& geometry) {
  geometry.edge_of.assign(geometry.neighbour.size(), -1);
  for (int c = 0; c < geometry.cells; ++c)
    for (int d = 0; d < geometry.directions; ++d) {
      std::int32_t& edge = geometry.edge_of[geometry.at(c, d)];
      if (edge >= 0) continue;
      edge = static_cast<std::int32_t>(geometry.edges.size());
      geometry.edges.push_back({c, d});
      const int next = geometry.next_to(c, d);
      if (next >= 0) geometry.edge_of[geometry.at(next, geometry.opposite(d))] = edge;
    }
  geometry.edge_words = static_cast<int>((geometry.edges.size() + 63) / 64);
  geometry.border.assign(static_cast<std::size_t>(geometry.edge_words), 0);
  for (std::size_t e = 0; e < geometry.edges.size(); ++e) {
    const Geometry::Edge& edge = geometry.edges[e];
    if (geometry.next_to(edge.cell, edge.way) < 0) geometry.border[e / 64] |= Word{1} << (e % 64);
  }
}

std::vector<RawCell> list_cells(const rules::Rules& rules, Constants& constants) {
  const rules::Board& board = rules.board;
  constants.locals.assign(board.frame.locals.size(), 0);
  for (std::size_t i = 0; i < board.arguments.size(); ++i) {
    const std::int64_t value = constants.value(board.arguments[i]);
    const rules::Local& parameter = board.frame.locals[i];
    if (parameter.type.base == rules::Base::number && (value < parameter.type.lo || value > parameter.type.hi))
      build_fail(Code::G0502, board.arguments[i].span,
                 "`" + parameter.name + "` is " + std::to_string(value) + ", but this board takes " +
                     std::to_string(parameter.type.lo) + ".." + std::to_string(parameter.type.hi));
    constants.locals[i] = value;
  }
  for (const auto& [local, expr] : board.lets)
    constants.locals[static_cast<std::size_t>(local)] = constants.value(expr);

  std::vector<RawCell> cells;
  for (const rules::Cells& form : board.cells) {
    const int x_lo = as_coordinate(constants.value(form.x_lo), form.span);
    const int x_hi = as_coordinate(constants.value(form.x_hi), form.span);
    const int y_lo = as_coordinate(constants.value(form.y_lo), form.span);
    const int y_hi = as_coordinate(constants.value(form.y_hi), form.span);
    const std::int64_t area = std::max<std::int64_t>(0, x_hi - x_lo + std::int64_t{1}) *
                              std::max<std::int64_t>(0, y_hi - y_lo + std::int64_t{1});
    if (area > 4 * std::int64_t{kMaxCells})
      build_fail(Code::G0503, form.span, "this board looks at " + std::to_string(area) + " places; at most " +
                                             std::to_string(4 * kMaxCells) + " are looked at");
    for (int x = x_lo; x <= x_hi; ++x)
      for (int y = y_lo; y <= y_hi; ++y) {
        constants.locals[static_cast<std::size_t>(form.x)] = x;
        constants.locals[static_cast<std::size_t>(form.y)] = y;
        if (form.where && !constants.value(*form.where)) continue;
        RawCell cell;
        cell.x = x;
        cell.y = y;
        constants.locals[static_cast<std::size_t>(board.label_x)] = x;
        constants.locals[static_cast<std::size_t>(board.label_y)] = y;
        name_cell(rules, constants, cell, form.span);
        cells.push_back(std::move(cell));
        if (cells.size() > static_cast<std::size_t>(kMaxCells))
          build_fail(Code::G0503, form.span, "this board has more than " + std::to_string(kMaxCells) + " cells");
      }
  }
  if (cells.empty()) build_fail(Code::G0503, board.span, "this board has no cells");

  constants.locals.assign(std::max<std::size_t>(2, rules.lattice.frame.locals.size()), 0);
  for (RawCell& cell : cells) {
    constants.locals[0] = cell.x;
    constants.locals[1] = cell.y;
    cell.drawn_x = as_coordinate(constants.value(rules.lattice.drawn_x), rules.lattice.span);
    cell.drawn_y = as_coordinate(constants.value(rules.lattice.drawn_y), rules.lattice.span);
  }
  return cells;
}

void build_lasts(Geometry& geometry) {
  geometry.last.assign(geometry.neighbour.size(), -1);
  std::vector<int> lane;
  for (std::size_t start = 0; start < geometry.neighbour.size(); ++start) {
    const std::size_t row = start - start % static_cast<std::size_t>(geometry.cells);  // of the direction
    std::size_t at = start;
    lane.clear();
    while (geometry.last[at] < 0) {
      lane.push_back(static_cast<int>(at));
      if (geometry.neighbour[at] < 0) geometry.last[at] = static_cast<std::int32_t>(at - row);
      else at = row + static_cast<std::size_t>(geometry.neighbour[at]);
    }
    for (const int on_lane : lane) geometry.last[static_cast<std::size_t>(on_lane)] = geometry.last[at];
  }
}

void build_rays(Geometry& geometry) {
  const std::size_t lines = static_cast<std::size_t>(geometry.directions) * static_cast<std::size_t>(geometry.cells);
  if (lines * static_cast<std::size_t>(geometry.words) > kMaxRayWords) return;
  geometry.ray.assign(lines * static_cast<std::size_t>(geometry.words), 0);
  for (int d = 0; d < geometry.directions; ++d) {
    for (int c = 0; c < geometry.cells; ++c) {
      Word* ray = &geometry.ray[(static_cast<std::size_t>(d) * geometry.cells + c) * geometry.words];
      for (int next = geometry.next_to(c, d); next >= 0; next = geometry.next_to(next, d))
        ray[next / 64] |= Word{1} << (next % 64);
    }
  }
}

}  // namespace

int Geometry::cell_at(std::int64_t x, std::int64_t y) const {
  if (x < -1'000'000 || x > 1'000'000 || y < -1'000'000 || y > 1'000'000) return -1;
  const std::pair<int, int> place(static_cast<int>(x), static_cast<int>(y));
  const auto found = std::lower_bound(by_coordinates.begin(), by_coordinates.end(), std::pair(place, -1));
  return found != by_coordinates.end() && found->first == place ? found->second : -1;
}

std::string Geometry::edge_name(int edge, int as_seen_by) const {
  const Edge& one = edges[static_cast<std::size_t>(edge)];
  return side_name(one.cell, one.way, as_seen_by);
}

std::string Geometry::side_name(int cell, int way, int as_seen_by) const {
  return label_of(cell, as_seen_by) + "." + direction_info[static_cast<std::size_t>(way)].name;
}

std::vector<Word> all_edges(const Geometry& geometry) {
  std::vector<Word> all(static_cast<std::size_t>(geometry.edge_words), ~Word{0});
  if (!all.empty() && geometry.edges.size() % 64 != 0) all.back() = (Word{1} << (geometry.edges.size() % 64)) - 1;
  return all;
}

Geometry build_geometry(const rules::Rules& rules, Constants& constants) {
  std::vector<RawCell> cells = list_cells(rules, constants);
  std::sort(cells.begin(), cells.end(), [](const RawCell& a, const RawCell& b) {
    return std::tie(a.drawn_y, a.drawn_x, a.y, a.x) < std::tie(b.drawn_y, b.drawn_x, b.y, b.x);
  });

  Geometry geometry;
  geometry.cells = static_cast<int>(cells.size());
  geometry.words = (geometry.cells + 63) / 64;
  geometry.directions = static_cast<int>(rules.lattice.directions.size());
  std::map<std::pair<int, int>, int> by_place;
  std::map<std::string, int> by_label;
  for (int c = 0; c < geometry.cells; ++c) {
    const RawCell& cell = cells[static_cast<std::size_t>(c)];
    if (!by_place.emplace(std::pair(cell.x, cell.y), c).second)
      build_fail(Code::G0503, rules.board.span, "two cells of this board are at " + std::to_string(cell.x) + ", " +
                                                    std::to_string(cell.y));
    if (const auto [other, fresh] = by_label.emplace(cell.label, c); !fresh)
      build_fail(Code::G0503, rules.board.labels.front().span,
                 "two cells of this board are labelled `" + cell.label + "`");
    geometry.info.push_back({cell.label, cell.x, cell.y, cell.drawn_x, cell.drawn_y, cell.own_label, cell.player});
  }

  // A player who names a cell must not mean two.
  for (const CellInfo& cell : geometry.info)
    if (cell.player >= 0 && by_label.count(cell.own_label) != 0)
      build_fail(Code::G0503, rules.board.labels.front().span,
                 "`" + cell.own_label + "` is what " + rules.players[static_cast<std::size_t>(cell.player)].name +
                     " calls one cell, and the label of another");

  geometry.board.assign(static_cast<std::size_t>(geometry.words), 0);
  for (int c = 0; c < geometry.cells; ++c) geometry.board[static_cast<std::size_t>(c / 64)] |= Word{1} << (c % 64);

  const auto drawn = [&](int x, int y) {
    constants.locals.assign(std::max<std::size_t>(2, rules.lattice.frame.locals.size()), 0);
    constants.locals[0] = x;
    constants.locals[1] = y;
    return std::pair(static_cast<int>(constants.value(rules.lattice.drawn_x)),
                     static_cast<int>(constants.value(rules.lattice.drawn_y)));
  };
  const auto origin = drawn(0, 0);
  for (const rules::Direction& direction : rules.lattice.directions) {
    const auto to = drawn(direction.dx, direction.dy);
    const int dx = to.first - origin.first, dy = to.second - origin.second;
    geometry.direction_info.push_back({direction.name, dx, dy});
    geometry.rises.push_back(dy > 0 || (dy == 0 && dx > 0));
    for (const CellInfo& cell : geometry.info) {
      const auto next = by_place.find({cell.x + direction.dx, cell.y + direction.dy});
      geometry.neighbour.push_back(next == by_place.end() ? -1 : next->second);
    }
  }
  // Cells are numbered as they are drawn; that numbers rise or fall along a ray is what the kernel relies on.
  std::map<std::pair<int, int>, int> by_drawing;
  for (int c = 0; c < geometry.cells; ++c) {
    const CellInfo& cell = geometry.info[static_cast<std::size_t>(c)];
    if (const auto [other, fresh] = by_drawing.emplace(std::pair(cell.drawn_x, cell.drawn_y), c); !fresh)
      build_fail(Code::G0503, rules.lattice.span,
                 "`" + cell.label + "` and `" + geometry.info[static_cast<std::size_t>(other->second)].label +
                     "` are drawn at the same place");
    for (int d = 0; d < geometry.directions; ++d) {
      const int next = geometry.next_to(c, d);
      if (next >= 0 && (next > c) != (geometry.rises[static_cast<std::size_t>(d)] != 0))
        build_fail(Code::G0503, rules.lattice.span,
                   "a step in direction `" + geometry.direction_info[static_cast<std::size_t>(d)].name +
                       "` is not drawn the same everywhere",
                   "`drawn at` is a sum of multiples of x and y");
    }
  }
  build_lasts(geometry);
  build_rays(geometry);
  if (rules.has_edges) build_edges(geometry);
  geometry.by_coordinates.assign(by_place.begin(), by_place.end());
  return geometry;
}

}  // namespace glint
