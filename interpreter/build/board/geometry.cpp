#include "interpreter/build/board/geometry.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <tuple>

#include "interpreter/build/board/drawing.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

using lang::Code;

struct RawCell {
  int x = 0, y = 0, drawn_x = 0, drawn_y = 0;
  std::string label, own_label;
  int player = -1;
  std::string sign;  // in the board's drawing
};

/// Names the cell, whose x and y are set, by the first of the board's labels that fits it.
void name_cell(const rules::Rules& rules, Constants& constants, RawCell& cell, lang::Span span) {
  for (const rules::Label& label : rules.board.labels) {
    if (label.where && !constants.value(*label.where)) continue;
    cell.own_label = cell.label = constants.text(label.text);
    cell.player = label.player;
    if (cell.player >= 0) cell.label = rules.players[cell.player].name + " " + cell.own_label;
    return;
  }
  build_fail(Code::G0503, span,
             "the cell at " + std::to_string(cell.x) + ", " + std::to_string(cell.y) + " has no label",
             "add a last `label` without `where`: it labels all remaining cells");
}

/// The board's parameters and lets, as its formula reads them.
void set_board_locals(const rules::Rules& rules, Constants& constants) {
  const rules::Board& board = rules.board;
  constants.locals.assign(board.frame.locals.size(), 0);
  for (std::size_t i = 0; i < board.arguments.size(); ++i) {
    const std::int64_t value = constants.value(board.arguments[i]);
    const rules::Type& type = board.declared[i];
    if (!in_range(type, value))
      build_fail(Code::G0502, board.arguments[i].span,
                 "`" + board.name + "` takes a `" + board.frame.locals[i].name + "` of " + std::to_string(type.lo) +
                     ".." + std::to_string(type.hi) + ", but this is " + std::to_string(value),
                 "choose another value, or declare the option with values that the board takes");
    constants.locals[i] = value;
  }
  for (const auto& [local, expr] : board.lets) constants.locals[local] = constants.value(expr);
}

/// What takes long here are the formulas, which `constants` counts.
std::vector<RawCell> list_cells(const rules::Rules& rules, Constants& constants, const Limits& limits) {
  const rules::Board& board = rules.board;
  set_board_locals(rules, constants);
  std::vector<RawCell> cells;
  std::int64_t characters = 0;  // of labels
  std::int64_t tried = 0;       // pairs of x and y, by all formulas
  const auto too_many = [&](const rules::Cells& form) {
    build_fail(Code::G0503, form.span, "this board has more than " + lang::counted(static_cast<std::uint64_t>(limits.cells), "cell"));
  };
  const auto add = [&](const rules::Cells& form, int x, int y, std::string sign) {
    if (static_cast<std::int64_t>(cells.size()) >= limits.cells) too_many(form);
    RawCell cell;
    cell.x = x;
    cell.y = y;
    cell.sign = std::move(sign);
    constants.locals[board.label_x] = x;
    constants.locals[board.label_y] = y;
    name_cell(rules, constants, cell, form.span);
    characters += static_cast<std::int64_t>(cell.label.size());
    cells.push_back(std::move(cell));
    if (characters > limits.labels)
      build_fail(Code::G0503, board.labels.empty() ? form.span : board.labels.front().span,
                 "the labels of this board have more than " + lang::counted(static_cast<std::uint64_t>(limits.labels), "character"));
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
    tried += area;
    if (tried / 4 > limits.cells)
      build_fail(Code::G0503, form.span,
                 "the ranges of this board have " + std::to_string(tried) + " pairs of x and y" +
                     (tried > area ? " up to here" : "") + "; at most " + std::to_string(4 * limits.cells) +
                     " are allowed");
    if (!form.where && static_cast<std::int64_t>(cells.size()) + area > limits.cells) too_many(form);
    cells.reserve(cells.size() + static_cast<std::size_t>(std::min(area, limits.cells)));  // to grow takes milliseconds
    for (int x = x_lo; x <= x_hi; ++x)
      for (int y = y_lo; y <= y_hi; ++y) {
        constants.locals[form.x] = x;
        constants.locals[form.y] = y;
        if (!form.where || constants.value(*form.where)) add(form, x, y, {});
      }
  }
  if (cells.empty()) fail_without_cells(rules, constants);

  for (RawCell& cell : cells) {
    const DrawnPlace place = drawn_place(rules.lattice, constants, cell.x, cell.y);
    cell.drawn_x = place.right;
    cell.drawn_y = place.down;
  }
  return cells;
}

/// Fills the table for cell_at. BuildFailure: two cells have the same coordinates.
void place_cells(Geometry& geometry, const rules::Rules& rules) {
  Geometry::Coordinates& at = geometry.coordinates;
  at.x_lo = at.x_hi = geometry.info.front().x;
  at.y_lo = at.y_hi = geometry.info.front().y;
  for (const CellInfo& cell : geometry.info) {
    at.x_lo = std::min(at.x_lo, cell.x);
    at.x_hi = std::max(at.x_hi, cell.x);
    at.y_lo = std::min(at.y_lo, cell.y);
    at.y_hi = std::max(at.y_hi, cell.y);
  }
  const auto same = [&](int x, int y) {
    build_fail(Code::G0503, rules.board.span,
               "two cells of this board are at " + std::to_string(x) + ", " + std::to_string(y));
  };
  const std::int64_t width = std::int64_t{at.x_hi} - at.x_lo + 1;
  const std::int64_t area = width * (std::int64_t{at.y_hi} - at.y_lo + 1);
  if (area <= 64 + 8 * std::int64_t{geometry.cells}) {
    at.grid.assign(static_cast<std::size_t>(area), -1);
    for (int c = 0; c < geometry.cells; ++c) {
      const CellInfo& cell = geometry.info[c];
      std::int32_t& here = at.grid[(cell.y - at.y_lo) * width + (cell.x - at.x_lo)];
      if (here >= 0) same(cell.x, cell.y);
      here = c;
    }
    return;
  }
  for (int c = 0; c < geometry.cells; ++c) {
    const CellInfo& cell = geometry.info[c];
    at.by_coordinates.push_back({{cell.x, cell.y}, c});
  }
  std::sort(at.by_coordinates.begin(), at.by_coordinates.end());
  for (std::size_t i = 1; i < at.by_coordinates.size(); ++i) {
    const auto& [place, cell] = at.by_coordinates[i];
    if (place == at.by_coordinates[i - 1].first) same(place.first, place.second);
  }
}

/// Makes sure that no two cells have the same name for a player.
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
                 "`" + cell.own_label + "` is what " + rules.players[cell.player].name +
                     " calls one cell, and the label of another");
}

/// A way round a board that wraps: how many times by each of the board's `wraps`.
struct Round {
  int dx = 0, dy = 0;
  std::array<int, rules::kMostWraps> times{};
};

/// All ways round to try, the shortest first; the first one is no way round.
std::vector<Round> list_rounds(const rules::Rules& rules, Constants& constants) {
  constexpr int kMost = 4;  // times by each, as `wraps` need not be the shortest ways round
  std::vector<Round> rounds{{}};
  if (rules.board.wraps.empty()) return rounds;
  set_board_locals(rules, constants);
  for (std::size_t i = 0; i < rules.board.wraps.size(); ++i) {
    const auto& [right, up] = rules.board.wraps[i];
    const int dx = as_coordinate(constants.value(right), right.span), dy = as_coordinate(constants.value(up), up.span);
    if (dx == 0 && dy == 0) build_fail(Code::G0503, right.span, "wrapping by (0, 0) does nothing");
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

/// A step and a step back must lead back to the start; otherwise parts of the board overlap.
void check_wraps(const Geometry& geometry, lang::Span span, lang::StopCheck& stop) {
  for (int d = 0; d < geometry.directions; ++d) {
    stop.after(1 + geometry.cells / 16);
    for (int c = 0; c < geometry.cells; ++c) {
      const int next = geometry.next_to(c, d);
      if (next < 0 || geometry.next_to(next, geometry.opposite(d)) == c) continue;
      build_fail(Code::G0503, span,
                 "this board cannot wrap like this: from `" + geometry.label_of(c) + "` a step `" +
                     geometry.direction_info[d].name + "` leads to `" +
                     geometry.label_of(next) + "`, and a step back does not lead to `" + geometry.label_of(c) + "`",
                 "`wraps (width, 0), (0, height)` joins the opposite edges of a board of that size");
    }
  }
}

}  // namespace

std::vector<Word> drawn_cells(const Geometry& geometry, const std::string& signs, lang::Span span) {
  std::vector<Word> cells(static_cast<std::size_t>(geometry.words), 0);
  if (geometry.signs.empty())
    build_fail(Code::G0503, span, "the cells of this board are not drawn",
               "`drawn` needs a board with drawn cells: `cells \"\"\" ... \"\"\"`");
  std::string rest = signs;  // not found yet
  for (std::size_t c = 0; c < geometry.signs.size(); ++c) {
    const std::string& sign = geometry.signs[c];
    if (sign.empty() || signs.find(sign) == std::string::npos) continue;
    add_bit(cells.data(), c);
    if (const std::size_t at = rest.find(sign); at != std::string::npos) rest.erase(at, sign.size());
  }
  if (signs.empty() || !rest.empty())
    build_fail(Code::G0503, span, "no cell of the board is drawn as `" + rest + "`");
  return cells;
}

Geometry build_geometry(const rules::Rules& rules, Constants& constants, const Limits& limits, lang::StopCheck& stop) {
  const Restored of_board(constants.locals, std::vector<std::int64_t>());
  std::vector<RawCell> cells = list_cells(rules, constants, limits);
  std::sort(cells.begin(), cells.end(), [](const RawCell& a, const RawCell& b) {
    return std::tie(a.drawn_y, a.drawn_x, a.y, a.x) < std::tie(b.drawn_y, b.drawn_x, b.y, b.x);
  });

  Geometry geometry;
  geometry.cells = static_cast<int>(cells.size());
  geometry.words = words_for(geometry.cells);
  geometry.directions = static_cast<int>(rules.lattice.directions.size());
  geometry.info.reserve(cells.size());  // to grow takes milliseconds
  for (RawCell& cell : cells) {
    geometry.info.push_back({std::move(cell.label), cell.x, cell.y, cell.drawn_x, cell.drawn_y, std::move(cell.own_label), cell.player});
    if (!cell.sign.empty()) {
      geometry.signs.resize(cells.size());
      geometry.signs[geometry.info.size() - 1] = std::move(cell.sign);
    }
  }
  place_cells(geometry, rules);
  check_labels(geometry, rules);

  geometry.board.assign(static_cast<std::size_t>(geometry.words), 0);
  for (int c = 0; c < geometry.cells; ++c) add_bit(geometry.board.data(), c);

  const std::vector<Round> rounds = list_rounds(rules, constants);
  geometry.wraps = rounds.size() > 1;
  std::array<bool, rules::kMostWraps> is_used{};  // by entry of `wraps`: some step uses it
  const DrawnPlace origin = drawn_place(rules.lattice, constants, 0, 0);
  for (const rules::Direction& direction : rules.lattice.directions) {
    const DrawnPlace to = drawn_place(rules.lattice, constants, direction.dx, direction.dy);
    const int dx = to.right - origin.right, dy = to.down - origin.down;
    geometry.direction_info.push_back({direction.name, dx, dy});
    geometry.rises.push_back(dy > 0 || (dy == 0 && dx > 0));
    if (geometry.rises.back()) geometry.rising |= Word{1} << (geometry.rises.size() - 1);
    for (const CellInfo& cell : geometry.info) {
      int found = -1;
      stop.after(static_cast<std::int64_t>(rounds.size()));
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
      build_fail(Code::G0503, rules.board.wraps[w].first.span, "no step off this board re-enters it at this distance",
                 "`wraps (width, 0), (0, height)` joins the opposite edges of a board of that size");
  if (geometry.wraps) check_wraps(geometry, rules.board.span, stop);
  // Cells are numbered as they are drawn. The kernel relies on numbers that only rise or only fall along a ray.
  for (int c = 0; c < geometry.cells; ++c) {
    stop.after(geometry.directions);
    const CellInfo& cell = geometry.info[c];
    const CellInfo& before = geometry.info[std::max(0, c - 1)];
    if (c > 0 && cell.drawn_x == before.drawn_x && cell.drawn_y == before.drawn_y)
      build_fail(Code::G0503, rules.lattice.span,
                 "`" + cell.label + "` and `" + before.label + "` are drawn at the same place");
    for (int d = 0; d < geometry.directions; ++d) {
      const int next = geometry.next_to(c, d);
      if (next >= 0 && !geometry.wraps && (next > c) != (geometry.rises[d] != 0))
        build_fail(Code::G0503, rules.lattice.span,
                   "a step in direction `" + geometry.direction_info[d].name + "` is drawn differently in different places",
                   "`drawn at` must be a sum of multiples of x and y");
    }
  }
  fill_tables(geometry, stop);
  if (rules.has_edges) number_edges(geometry, stop);
  return geometry;
}

}  // namespace glint
