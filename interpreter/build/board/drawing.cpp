#include "interpreter/build/board/drawing.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "lang/diagnostics/presentable.hpp"

namespace glint {

namespace {

using lang::Code;

constexpr std::string_view kNoCell = "_";

struct Sign {
  int column = 0, row = 0;
  std::string text;
  lang::Span span;  // in the script
};

/// Whether it is a blank other than the usual one, a mark that combines with the sign before it, or has no width.
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

/// The signs of a drawing, of which `span` is the place with its quotes. Blank lines before the first do not count.
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

}  // namespace

int as_coordinate(std::int64_t value, lang::Span span) {
  if (value < -1'000'000 || value > 1'000'000) build_fail(Code::G0503, span, "a coordinate is larger than 1,000,000");
  return static_cast<int>(value);
}

DrawnPlace drawn_place(const rules::Lattice& lattice, Constants& constants, int x, int y) {
  const Restored of_place(constants.locals, std::vector<std::int64_t>{x, y});
  return {as_coordinate(constants.value(lattice.drawn_x), lattice.span),
          as_coordinate(constants.value(lattice.drawn_y), lattice.span)};
}

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

}  // namespace glint
