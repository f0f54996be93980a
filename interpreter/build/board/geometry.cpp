#include "interpreter/build/board/geometry.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <tuple>

#include "interpreter/build/board/drawing.hpp"

namespace glint {

namespace {

using lang::Code;

struct RawCell {
  int x = 0, y = 0, drawn_x = 0, drawn_y = 0;
  std::string label, own_label;
  int player = -1;
  std::string sign;  // in the board's drawing
};

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
  geometry.edge_words = words_for(static_cast<std::int64_t>(geometry.edges.size()));
  geometry.border.assign(static_cast<std::size_t>(geometry.edge_words), 0);
  for (std::size_t e = 0; e < geometry.edges.size(); ++e) {
    const Geometry::Edge& edge = geometry.edges[e];
    if (geometry.next_to(edge.cell, edge.way) < 0) add_bit(geometry.border.data(), e);
  }
}

/// The board's parameters and lets, as its formula reads them.
void set_board_locals(const rules::Rules& rules, Constants& constants) {
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
}

std::vector<RawCell> list_cells(const rules::Rules& rules, Constants& constants) {
  const rules::Board& board = rules.board;
  set_board_locals(rules, constants);
  std::vector<RawCell> cells;
  const auto add = [&](const rules::Cells& form, int x, int y, std::string sign) {
    RawCell cell;
    cell.x = x;
    cell.y = y;
    cell.sign = std::move(sign);
    constants.locals[static_cast<std::size_t>(board.label_x)] = x;
    constants.locals[static_cast<std::size_t>(board.label_y)] = y;
    name_cell(rules, constants, cell, form.span);
    cells.push_back(std::move(cell));
    if (cells.size() > static_cast<std::size_t>(kMaxCells))
      build_fail(Code::G0503, form.span, "this board has more than " + std::to_string(kMaxCells) + " cells");
  };
  for (const rules::Cells& form : board.cells) {
    if (form.drawing) {
      for (DrawnCell& drawn : read_drawing(*form.drawing, rules.lattice, constants, form.span))
        add(form, drawn.x, drawn.y, std::move(drawn.sign));
      continue;
    }
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
        if (!form.where || constants.value(*form.where)) add(form, x, y, {});
      }
  }
  if (cells.empty()) build_fail(Code::G0503, board.span, "this board has no cells");

  for (RawCell& cell : cells) {
    const DrawnPlace place = drawn_place(rules.lattice, constants, cell.x, cell.y);
    cell.drawn_x = place.right;
    cell.drawn_y = place.down;
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
      if (at == start && !lane.empty() && geometry.last[at] < 0) geometry.last[at] = static_cast<std::int32_t>(at - row);
    }
    for (const int on_lane : lane) geometry.last[static_cast<std::size_t>(on_lane)] = geometry.last[at];
  }
}

/// Steps of whole sets as shifts of words.
void build_shifts(Geometry& geometry) {
  constexpr std::size_t kMostShifts = 8;  // a direction: with more, going from cell to cell is as good
  const auto words = static_cast<std::size_t>(geometry.words);
  for (int d = 0; d < geometry.directions; ++d) {
    geometry.shift_of.push_back(static_cast<std::uint32_t>(geometry.shifts.size()));
    const std::size_t first = geometry.shifts.size();
    for (int c = 0; c < geometry.cells; ++c) {
      const int next = geometry.next_to(c, d);
      if (next < 0) continue;
      std::size_t at = first;
      while (at < geometry.shifts.size() && geometry.shifts[at].delta != next - c) ++at;
      if (at == geometry.shifts.size()) {
        geometry.shifts.push_back({next - c, static_cast<std::uint32_t>(geometry.shift_masks.size())});
        geometry.shift_masks.resize(geometry.shift_masks.size() + words);
      }
      if (at - first >= kMostShifts) {
        geometry.shifts.clear();
        geometry.shift_of.clear();
        geometry.shift_masks.clear();
        return;
      }
      add_bit(&geometry.shift_masks[geometry.shifts[at].from], c);
    }
  }
  geometry.shift_of.push_back(static_cast<std::uint32_t>(geometry.shifts.size()));
  if (words > 1 || geometry.wraps) return;
  std::vector<Geometry::Lanes> lanes((static_cast<std::size_t>(geometry.directions) + 3) / 4);
  for (int d = 0; d < geometry.directions; ++d) {
    const auto back = static_cast<std::size_t>(geometry.opposite(d));
    const std::uint32_t first = geometry.shift_of[back], end = geometry.shift_of[back + 1];
    if (end - first > 1) return;
    if (first == end) continue;
    const Geometry::Shift& shift = geometry.shifts[first];
    const auto k = static_cast<std::size_t>(d % 4);
    Geometry::Lanes& four = lanes[static_cast<std::size_t>(d / 4)];
    four.left[k] = static_cast<Word>(std::max(0, shift.delta));
    four.right[k] = static_cast<Word>(std::max(0, -shift.delta));
    four.from[k] = geometry.shift_masks[shift.from];
    four.to[k] = four.from[k] << four.left[k] >> four.right[k];
  }
  geometry.lanes = std::move(lanes);
  for (const Word ray : geometry.ray) geometry.longest_line = std::max(geometry.longest_line, popcount(ray));
}

void build_rays(Geometry& geometry) {
  const std::size_t lines = static_cast<std::size_t>(geometry.directions) * static_cast<std::size_t>(geometry.cells);
  if (geometry.wraps || lines * static_cast<std::size_t>(geometry.words) > kMaxRayWords) return;
  geometry.ray.assign(lines * static_cast<std::size_t>(geometry.words), 0);
  geometry.to_border.assign(lines, 0);
  for (int d = 0; d < geometry.directions; ++d) {
    for (int c = 0; c < geometry.cells; ++c) {
      Word* ray = &geometry.ray[(static_cast<std::size_t>(d) * geometry.cells + c) * geometry.words];
      for (int next = geometry.next_to(c, d); next >= 0; next = geometry.next_to(next, d)) {
        add_bit(ray, next);
        ++geometry.to_border[geometry.at(c, d)];
      }
    }
  }
}

/// See Geometry::fans.
void build_fans(Geometry& geometry) {
  if (geometry.words > 2 || geometry.ray.empty()) return;
  const auto words = static_cast<std::size_t>(geometry.words);
  std::vector<std::size_t> place(static_cast<std::size_t>(geometry.directions));  // of each direction: 4 * k + i
  for (const bool rises : {true, false}) {
    std::size_t used = 4;
    for (int d = 0; d < geometry.directions; ++d) {
      if ((geometry.rising >> d & 1) != (rises ? 1u : 0u)) continue;
      if (used == 4) {
        geometry.fan_ways.push_back({{}, rises});
        used = 0;
      }
      geometry.fan_ways.back().way.word[used] = static_cast<Word>(d);
      place[static_cast<std::size_t>(d)] = 4 * (geometry.fan_ways.size() - 1) + used++;
    }
  }
  geometry.fans_of_cell = geometry.fan_ways.size() * words;
  geometry.fans.assign(static_cast<std::size_t>(geometry.cells) * geometry.fans_of_cell, {});
  for (int c = 0; c < geometry.cells; ++c)
    for (int d = 0; d < geometry.directions; ++d) {
      const std::size_t to = place[static_cast<std::size_t>(d)];
      Geometry::Fan* fan = &geometry.fans[static_cast<std::size_t>(c) * geometry.fans_of_cell + to / 4 * words];
      for (std::size_t w = 0; w < words; ++w) fan[w].word[to % 4] = geometry.ray[geometry.at(c, d) * words + w];
    }
}

/// See Geometry::lines and rings.
void build_lines(Geometry& geometry) {
  constexpr int kMostSteps = 32;  // of tables of a board of 128 cells: 64 KB
  if (geometry.fans.empty()) return;
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
  geometry.ring_steps = longest;
  geometry.rings.assign(static_cast<std::size_t>(longest) * cells * words, 0);
  for (std::size_t from = 0; from < cells; ++from)
    for (std::size_t to = 0; to < cells; ++to)
      if (const std::size_t steps = lines[from * cells + to].steps)
        add_bit(&geometry.rings[((steps - 1) * cells + from) * words], to);
  geometry.lines = std::move(lines);
}

/// To find cells by their coordinates. BuildFailure: two have the same.
void place_cells(Geometry& geometry, const rules::Rules& rules) {
  geometry.x_lo = geometry.x_hi = geometry.info.front().x;
  geometry.y_lo = geometry.y_hi = geometry.info.front().y;
  for (const CellInfo& cell : geometry.info) {
    geometry.x_lo = std::min(geometry.x_lo, cell.x);
    geometry.x_hi = std::max(geometry.x_hi, cell.x);
    geometry.y_lo = std::min(geometry.y_lo, cell.y);
    geometry.y_hi = std::max(geometry.y_hi, cell.y);
  }
  const auto same = [&](int x, int y) {
    build_fail(Code::G0503, rules.board.span,
               "two cells of this board are at " + std::to_string(x) + ", " + std::to_string(y));
  };
  const std::int64_t width = std::int64_t{geometry.x_hi} - geometry.x_lo + 1;
  const std::int64_t area = width * (std::int64_t{geometry.y_hi} - geometry.y_lo + 1);
  if (area <= 64 + 8 * std::int64_t{geometry.cells}) {
    geometry.grid.assign(static_cast<std::size_t>(area), -1);
    for (int c = 0; c < geometry.cells; ++c) {
      const CellInfo& cell = geometry.info[static_cast<std::size_t>(c)];
      std::int32_t& at =
          geometry.grid[static_cast<std::size_t>((cell.y - geometry.y_lo) * width + (cell.x - geometry.x_lo))];
      if (at >= 0) same(cell.x, cell.y);
      at = c;
    }
    return;
  }
  for (int c = 0; c < geometry.cells; ++c) {
    const CellInfo& cell = geometry.info[static_cast<std::size_t>(c)];
    geometry.by_coordinates.push_back({{cell.x, cell.y}, c});
  }
  std::sort(geometry.by_coordinates.begin(), geometry.by_coordinates.end());
  for (std::size_t i = 1; i < geometry.by_coordinates.size(); ++i) {
    const auto& [place, cell] = geometry.by_coordinates[i];
    if (place == geometry.by_coordinates[i - 1].first) same(place.first, place.second);
  }
}

/// No two cells are called the same, and a player who names one does not mean two.
void check_labels(const Geometry& geometry, const rules::Rules& rules) {
  std::vector<std::string_view> labels;
  for (const CellInfo& cell : geometry.info) labels.push_back(cell.label);
  std::sort(labels.begin(), labels.end());
  const auto twice = std::adjacent_find(labels.begin(), labels.end());
  if (twice != labels.end())
    build_fail(Code::G0503, rules.board.labels.front().span,
               "two cells of this board are labelled `" + std::string(*twice) + "`");
  for (const CellInfo& cell : geometry.info)
    if (cell.player >= 0 && std::binary_search(labels.begin(), labels.end(), std::string_view(cell.own_label)))
      build_fail(Code::G0503, rules.board.labels.front().span,
                 "`" + cell.own_label + "` is what " + rules.players[static_cast<std::size_t>(cell.player)].name +
                     " calls one cell, and the label of another");
}

/// A way round a board that wraps, and how often it goes by each of the board's `wraps`.
struct Round {
  int dx = 0, dy = 0;
  std::array<int, rules::kMostWraps> times{};
};

/// Nothing, and all the ways round that are tried, those that go round least first.
std::vector<Round> list_rounds(const rules::Rules& rules, Constants& constants) {
  constexpr int kMost = 4;  // of either; a board may be told to wrap by more than the shortest ways
  std::vector<Round> rounds{{}};
  if (rules.board.wraps.empty()) return rounds;
  set_board_locals(rules, constants);
  for (std::size_t i = 0; i < rules.board.wraps.size(); ++i) {
    const auto& [right, up] = rules.board.wraps[i];
    const int dx = as_coordinate(constants.value(right), right.span), dy = as_coordinate(constants.value(up), up.span);
    if (dx == 0 && dy == 0) build_fail(Code::G0503, right.span, "to wrap by (0, 0) leads nowhere");
    const std::vector<Round> before = rounds;
    for (int times = -kMost; times <= kMost; ++times) {
      if (times == 0) continue;
      for (Round round : before) {
        round.dx += times * dx;
        round.dy += times * dy;
        round.times[i] = times;
        rounds.push_back(round);
      }
    }
  }
  std::stable_sort(rounds.begin(), rounds.end(), [](const Round& one, const Round& other) {
    const auto often = [](const Round& round) { return std::abs(round.times[0]) + std::abs(round.times[1]); };
    return often(one) < often(other);
  });
  return rounds;
}

/// A step and a step back must lead to where one was; else the board's parts lie on each other.
void check_wraps(const Geometry& geometry, lang::Span span) {
  for (int d = 0; d < geometry.directions; ++d)
    for (int c = 0; c < geometry.cells; ++c) {
      const int next = geometry.next_to(c, d);
      if (next < 0 || geometry.next_to(next, geometry.opposite(d)) == c) continue;
      build_fail(Code::G0503, span,
                 "this board does not wrap so: from `" + geometry.label_of(c) + "` a step `" +
                     geometry.direction_info[static_cast<std::size_t>(d)].name + "` leads to `" +
                     geometry.label_of(next) + "`, and a step back does not lead to `" + geometry.label_of(c) + "`",
                 "`wraps (width, 0), (0, height)` joins opposite borders of a board that is so wide and so high");
    }
}

}  // namespace

std::vector<Word> drawn_cells(const Geometry& geometry, const std::string& signs, lang::Span span) {
  std::vector<Word> cells(static_cast<std::size_t>(geometry.words), 0);
  if (geometry.signs.empty())
    build_fail(Code::G0503, span, "the cells of this board are not drawn",
               "`drawn` asks for signs of a board whose cells are `cells \"\"\" ... \"\"\"`");
  std::string rest = signs;  // those of which no cell has been found
  for (std::size_t c = 0; c < geometry.signs.size(); ++c) {
    const std::string& sign = geometry.signs[c];
    if (sign.empty() || signs.find(sign) == std::string::npos) continue;
    add_bit(cells.data(), c);
    if (const std::size_t at = rest.find(sign); at != std::string::npos) rest.erase(at, sign.size());
  }
  if (signs.empty() || !rest.empty())
    build_fail(Code::G0503, span, "the board's drawing shows no cell as `" + rest + "`");
  return cells;
}

Geometry build_geometry(const rules::Rules& rules, Constants& constants) {
  std::vector<RawCell> cells = list_cells(rules, constants);
  std::sort(cells.begin(), cells.end(), [](const RawCell& a, const RawCell& b) {
    return std::tie(a.drawn_y, a.drawn_x, a.y, a.x) < std::tie(b.drawn_y, b.drawn_x, b.y, b.x);
  });

  Geometry geometry;
  geometry.cells = static_cast<int>(cells.size());
  geometry.words = words_for(geometry.cells);
  geometry.directions = static_cast<int>(rules.lattice.directions.size());
  for (RawCell& cell : cells) {
    geometry.info.push_back({cell.label, cell.x, cell.y, cell.drawn_x, cell.drawn_y, cell.own_label, cell.player});
    if (!cell.sign.empty()) {
      geometry.signs.resize(cells.size());
      geometry.signs[geometry.info.size() - 1] = std::move(cell.sign);
    }
  }
  place_cells(geometry, rules);
  check_labels(geometry, rules);

  geometry.board.assign(static_cast<std::size_t>(geometry.words), 0);
  for (int c = 0; c < geometry.cells; ++c) add_bit(geometry.board.data(), c);

  // To find a step again that leads off a board that wraps.
  const std::vector<Round> rounds = list_rounds(rules, constants);
  geometry.wraps = rounds.size() > 1;
  std::array<bool, rules::kMostWraps> is_used{};  // has a step come in again by this one of the board's `wraps`?
  const DrawnPlace origin = drawn_place(rules.lattice, constants, 0, 0);
  for (const rules::Direction& direction : rules.lattice.directions) {
    const DrawnPlace to = drawn_place(rules.lattice, constants, direction.dx, direction.dy);
    const int dx = to.right - origin.right, dy = to.down - origin.down;
    geometry.direction_info.push_back({direction.name, dx, dy});
    geometry.rises.push_back(dy > 0 || (dy == 0 && dx > 0));
    if (geometry.rises.back()) geometry.rising |= Word{1} << (geometry.rises.size() - 1);
    for (const CellInfo& cell : geometry.info) {
      int found = -1;
      for (std::size_t i = 0; i < rounds.size() && found < 0; ++i) {
        found = geometry.cell_at(std::int64_t{cell.x} + direction.dx + rounds[i].dx,
                                 std::int64_t{cell.y} + direction.dy + rounds[i].dy);
        for (std::size_t w = 0; found >= 0 && w < is_used.size(); ++w)
          is_used[w] = is_used[w] || rounds[i].times[w] != 0;
      }
      geometry.neighbour.push_back(found);
    }
  }
  for (std::size_t w = 0; w < rules.board.wraps.size(); ++w)
    if (!is_used[w])
      build_fail(Code::G0503, rules.board.wraps[w].first.span, "no step off this board comes in again so far away",
                 "`wraps (width, 0), (0, height)` joins opposite borders of a board that is so wide and so high");
  if (geometry.wraps) check_wraps(geometry, rules.board.span);
  // Cells are numbered as they are drawn; that numbers rise or fall along a ray is what the kernel relies on.
  for (int c = 0; c < geometry.cells; ++c) {
    const CellInfo& cell = geometry.info[static_cast<std::size_t>(c)];
    const CellInfo& before = geometry.info[static_cast<std::size_t>(std::max(0, c - 1))];
    if (c > 0 && cell.drawn_x == before.drawn_x && cell.drawn_y == before.drawn_y)
      build_fail(Code::G0503, rules.lattice.span,
                 "`" + cell.label + "` and `" + before.label + "` are drawn at the same place");
    for (int d = 0; d < geometry.directions; ++d) {
      const int next = geometry.next_to(c, d);
      if (next >= 0 && !geometry.wraps && (next > c) != (geometry.rises[static_cast<std::size_t>(d)] != 0))
        build_fail(Code::G0503, rules.lattice.span,
                   "a step in direction `" + geometry.direction_info[static_cast<std::size_t>(d)].name +
                       "` is not drawn the same everywhere",
                   "`drawn at` is a sum of multiples of x and y");
    }
  }
  build_lasts(geometry);
  build_rays(geometry);
  build_fans(geometry);
  build_lines(geometry);
  build_shifts(geometry);
  if (rules.has_edges) build_edges(geometry);
  return geometry;
}

}  // namespace glint
