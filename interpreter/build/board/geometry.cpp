#include "interpreter/build/board/layout.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include "interpreter/program/values.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

using lang::Code;

// A board's drawing, `cells """ ... """`: rows of signs to cells with coordinates.
//
// A sign is one character; `_` is no cell. The drawing sets its own scale: the smallest distance between two signs of a row
// is one step along the row, and all others are multiples of it. So signs may be next to each other or have blanks between
// them, and rows of hexagons are indented as they are drawn. A sign is at the place where the lattice's `drawn at` draws its
// cell; x and y are shifted so that the smallest of each is 1.

struct DrawnCell {
  int x = 0, y = 0;
  std::string sign;
};

/// Where the lattice draws a cell: to the right, and down.
struct DrawnPlace {
  int right = 0, down = 0;
};

constexpr std::string_view kNoCell = "_";

struct Sign {
  int column = 0, row = 0;
  std::string text;
  lang::Span span;  // in the script
};

/// True if it is a blank other than the usual one, a mark that combines with the sign before it, or has no width.
bool is_unseen(std::string_view sign) {
  const std::uint32_t point = lang::code_point_of(sign);
  constexpr std::pair<std::uint32_t, std::uint32_t> kRanges[] = {
      {0xA0, 0xA0},     {0xAD, 0xAD},     {0x300, 0x36F},   {0x1680, 0x1680}, {0x1AB0, 0x1AFF},
      {0x1DC0, 0x1DFF}, {0x2000, 0x200F}, {0x2028, 0x202F}, {0x205F, 0x206F}, {0x20D0, 0x20FF},
      {0x3000, 0x3000}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0000, 0xE0FFF}};
  return lang::is_control(sign) || std::any_of(std::begin(kRanges), std::end(kRanges), [&](const auto& range) {
           return range.first <= point && point <= range.second;
         });
}

/// The signs of a drawing; `span` is its place with the quotes. Blank lines before the first do not count.
std::vector<Sign> signs_of(const std::string& drawing, lang::Span span) {
  constexpr std::uint32_t kQuotes = 3;
  std::vector<Sign> signs;
  int column = 0, row = 0;
  for (std::size_t at = 0; at < drawing.size();) {
    const std::size_t size = lang::utf8_length(std::string_view(drawing).substr(at));
    const std::string sign = drawing.substr(at, std::max<std::size_t>(1, size));
    at += sign.size();
    if (sign == "\t")
      build_fail(Code::G0503, span, "there is a tab in this drawing, and its width is not known",
                 "use spaces");
    if (sign == "\r") continue;
    if (sign == "\n") {
      if (!signs.empty()) ++row;
      column = 0;
      continue;
    }
    if (is_unseen(sign))
      build_fail(Code::G0503, span, "a character of this drawing is invisible, or part of the sign before it",
                 "every sign is one character; put only spaces between them");
    const auto end = span.begin + kQuotes + static_cast<std::uint32_t>(at);
    if (sign != " ")
      signs.push_back({column, row, sign, {span.file, end - static_cast<std::uint32_t>(sign.size()), end}});
    ++column;
  }
  return signs;
}

/// A basis of the drawn steps of a lattice: (along, 0) and (aslant, down). Every step is a sum of these.
struct Basis {
  std::int64_t along = 0, aslant = 0, down = 0;
};

Basis basis_of(const std::vector<std::pair<std::int64_t, std::int64_t>>& steps) {
  Basis basis;
  for (auto [right, down] : steps) {
    while (down != 0) {
      if (basis.down == 0 || std::abs(down) < std::abs(basis.down)) {
        std::swap(basis.aslant, right);
        std::swap(basis.down, down);
        continue;
      }
      right -= down / basis.down * basis.aslant;
      down %= basis.down;
    }
    basis.along = std::gcd(basis.along, right);
  }
  return basis;
}

/// On a lattice of straight columns a drawing is a rectangle, so a row that begins or ends elsewhere lacks a sign.
void refuse_ragged(const std::vector<Sign>& signs) {
  std::vector<std::pair<const Sign*, const Sign*>> rows;  // the first and the last sign of each
  for (const Sign& sign : signs) {
    if (rows.empty() || rows.back().first->row != sign.row) rows.emplace_back(&sign, &sign);
    rows.back().second = &sign;
  }
  // Most rows are right.
  std::map<int, int> lefts, rights;
  for (const auto& [first, last] : rows) {
    ++lefts[first->column];
    ++rights[last->column];
  }
  const auto rarer = [](const auto& one, const auto& other) { return one.second < other.second; };
  const int left = std::max_element(lefts.begin(), lefts.end(), rarer)->first;
  const int right = std::max_element(rights.rbegin(), rights.rend(), rarer)->first;
  for (const auto& [first, last] : rows) {
    if (first->column == left && last->column == right) continue;
    build_fail(Code::G0503, {first->span.file, first->span.begin, last->span.end},
               "row " + std::to_string(first->row + 1) + " of this drawing " +
                   (first->column != left ? "begins" : "ends") + " in a different column than the others",
               "all rows have the same width; write `_` where there is no cell");
  }
}

std::string place_of(const Sign& sign) {
  return "the `" + sign.text + "` in row " + std::to_string(sign.row + 1) + ", column " +
         std::to_string(sign.column + 1);
}

/// The value as a coordinate. BuildFailure: it is too large.
int as_coordinate(std::int64_t value, lang::Span span) {
  if (value < -1'000'000 || value > 1'000'000) build_fail(Code::G0503, span, "a coordinate is larger than 1,000,000");
  return static_cast<int>(value);
}

/// Where the lattice draws the cell at x, y. BuildFailure: too far away.
DrawnPlace drawn_place(const rules::Lattice& lattice, Constants& constants, int x, int y) {
  const Restored of_place(constants.locals, std::vector<std::int64_t>{x, y});
  return {as_coordinate(constants.value(lattice.drawn_x), lattice.span),
          as_coordinate(constants.value(lattice.drawn_y), lattice.span)};
}

/// The cells that a drawing shows, row by row; `span` is its place with the quotes. BuildFailure: a sign is between the
/// places of the lattice.
std::vector<DrawnCell> read_drawing(const std::string& drawing, const rules::Lattice& lattice, Constants& constants,
                                    lang::Span span) {
  const std::vector<Sign> signs = signs_of(drawing, span);
  if (signs.empty()) build_fail(Code::G0503, span, "this drawing is empty");

  // The lattice's drawing as a matrix, and one step along a row in it.
  const DrawnPlace origin = drawn_place(lattice, constants, 0, 0);
  const DrawnPlace of_x = drawn_place(lattice, constants, 1, 0), of_y = drawn_place(lattice, constants, 0, 1);
  const std::int64_t a = of_x.right - origin.right, b = of_y.right - origin.right;
  const std::int64_t c = of_x.down - origin.down, d = of_y.down - origin.down;
  const std::int64_t determinant = a * d - b * c;
  std::vector<std::pair<std::int64_t, std::int64_t>> steps;
  for (const rules::Direction& step : lattice.directions)
    steps.emplace_back(a * step.dx + b * step.dy, c * step.dx + d * step.dy);
  const Basis basis = basis_of(steps);
  if (determinant == 0 || basis.along == 0 || basis.down == 0)
    build_fail(Code::G0503, span,
               "a board on the lattice `" + lattice.name + "` cannot be drawn: its cells do not fill a plane",
               "give a formula: `cells x in A..B, y in C..D`");

  std::int64_t apart = 0;  // columns between neighbours in a row of this drawing
  for (std::size_t i = 1; i < signs.size(); ++i) {
    const std::int64_t gap = signs[i].column - signs[i - 1].column;
    if (signs[i].row == signs[i - 1].row && (apart == 0 || gap < apart)) apart = gap;
  }
  if (apart == 0) apart = basis.along;

  std::vector<DrawnCell> cells;
  int least_x = 0, least_y = 0;
  for (const Sign& sign : signs) {
    const std::int64_t right = std::int64_t{sign.column - signs.front().column} * basis.along;
    const std::int64_t down = std::int64_t{sign.row - signs.front().row} * std::abs(basis.down);
    const std::int64_t rows = down / basis.down;
    const bool fits = right % apart == 0 && (right / apart - rows * basis.aslant) % basis.along == 0;
    if (!fits)
      build_fail(Code::G0503, sign.span, place_of(sign) + " is between the places of this drawing",
                 "all rows use the same distance; write `_` where there is no cell");
    const std::int64_t x = (d * (right / apart) - b * down) / determinant;
    const std::int64_t y = (a * down - c * (right / apart)) / determinant;
    DrawnCell cell{as_coordinate(x, span), as_coordinate(y, span), sign.text};
    least_x = cells.empty() ? cell.x : std::min(least_x, cell.x);
    least_y = cells.empty() ? cell.y : std::min(least_y, cell.y);
    cells.push_back(std::move(cell));
  }
  if (basis.aslant % basis.along == 0) refuse_ragged(signs);
  for (DrawnCell& cell : cells) {
    cell.x += 1 - least_x;
    cell.y += 1 - least_y;
  }
  cells.erase(std::remove_if(cells.begin(), cells.end(), [](const DrawnCell& cell) { return cell.sign == kNoCell; }),
              cells.end());
  return cells;
}

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

/// The board's parameters and lets, in the form that its formula reads.
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

/// Formulas take the time here, and `constants` counts them.
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

/// A way round a board that wraps: how many times it uses each of the board's `wraps`.
struct Round {
  int dx = 0, dy = 0;
  std::array<int, rules::kMostWraps> times{};
};

/// All ways round to try, the shortest first; the first one goes nowhere.
std::vector<Round> list_rounds(const rules::Rules& rules, Constants& constants) {
  constexpr int kMost = 4;  // times for each, because `wraps` need not be the shortest ways round
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
