// Boards: size, shape, lattice, corners, and whether they wrap round.
#include <algorithm>

#include "lang/mutate/finder.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::mutating {
namespace {

using tree::Decl;
using tree::ExprKind;

/// The whole text of a board in the place of the old one.
void replace_board(Finder& finder, std::size_t at, const std::string& text, const std::string& sentence) {
  finder.edit(MutationKind::board, at, finder.decls()[at].span, text, sentence);
}

std::string stacks_text(const tree::UseBoardDecl& use) {
  return use.stacks > 1 ? " stacks of " + std::to_string(use.stacks) : "";
}

void vary_rectangle(Finder& finder, std::size_t at) {
  const Decl& decl = finder.decls()[at];
  const auto& use = decl.as<tree::UseBoardDecl>();
  const bool has_diagonals = decl.name.text == "square";
  const std::string width = finder.text(use.args[0].value[0].span), height = finder.text(use.args[1].value[0].span);
  const std::string stacks = stacks_text(use), lattice = has_diagonals ? "square8" : "square4";
  const bool names_diagonals =
      finder.is_mentioned("ne") || finder.is_mentioned("se") || finder.is_mentioned("sw") || finder.is_mentioned("nw");
  if (!has_diagonals || !names_diagonals)
    replace_board(finder, at,
                  std::string("board ") + (has_diagonals ? "grid(" : "square(") + width + ", " + height + ")" + stacks,
                  has_diagonals ? "Squares have four neighbours: nothing goes diagonally."
                                : "Squares have eight neighbours: the diagonal ones, too.");
  const auto inlined = [&](const std::string& where, const std::string& wraps) {
    return "board on " + lattice + stacks + " {\n  cells x in 1.." + width + ", y in 1.." + height + where + wraps +
           "\n  label \"{lower(x)}{y}\"\n}";
  };
  replace_board(finder, at, inlined("", "\n  wraps (" + width + ", 0)"),
                "The board is a tube: its left and its right side are joined.");
  replace_board(finder, at, inlined("", "\n  wraps (" + width + ", 0), (0, " + height + ")"),
                "The board is a ring: opposite sides are joined.");
  // Without the corners, unless a rule names one of them.
  if (use.args[0].value[0].kind != ExprKind::number || use.args[1].value[0].kind != ExprKind::number) return;
  const std::int64_t columns = use.args[0].value[0].value;
  if (columns < 3 || columns > 26 || use.args[1].value[0].value < 3) return;
  const std::string last(1, static_cast<char>('a' + columns - 1));
  for (const std::string& label : {std::string("a1"), "a" + height, last + "1", last + height})
    if (finder.is_mentioned(label)) return;
  replace_board(finder, at,
                inlined(" where not ((x == 1 or x == " + width + ") and (y == 1 or y == " + height + "))", ""),
                "The board has no corners.");
}

void vary_hexagon(Finder& finder, std::size_t at) {
  const auto& use = finder.decls()[at].as<tree::UseBoardDecl>();
  const std::string side = finder.text(use.args[0].value[0].span), stacks = stacks_text(use);
  const std::string wide = "2 * " + side + " - 2";
  replace_board(finder, at, "board rhombus(" + wide + ", " + wide + ")" + stacks,
                "The board is a rhombus of about as many hexes.");
  replace_board(finder, at, "board rhombus(" + side + ", 3 * " + side + " - 3)" + stacks,
                "The board is a long rhombus of about as many hexes.");
}

/// The number at a place where a size stands: one more and one less.
void vary_size(Finder& finder, std::size_t at, const tree::Expr& size, const std::string& what) {
  if (size.kind != ExprKind::number) return;
  for (const std::int64_t by : {-1, 1, 2}) {
    const std::int64_t value = size.value + by;
    if (value < 2) continue;
    finder.edit(MutationKind::board, at, size.span, std::to_string(value),
                what + " is " + std::to_string(value) + " instead of " + std::to_string(size.value) + ".");
  }
}

}  // namespace

void find_board(Finder& finder) {
  for (std::size_t i = 0; i < finder.decls().size(); ++i) {
    const Decl& decl = finder.decls()[i];
    if (const auto* use = decl.get_if<tree::UseBoardDecl>()) {
      const std::vector<tree::Arg>& args = use->args;
      const bool has_values = std::all_of(args.begin(), args.end(),
                                          [](const tree::Arg& arg) { return arg.value.size() == 1 && !arg.name; });
      if (!has_values) continue;
      const bool is_rectangle = decl.name.text == "square" || decl.name.text == "grid";
      for (std::size_t j = 0; j < args.size(); ++j)
        vary_size(finder, i, args[j].value[0],
                  is_rectangle && args.size() == 2
                      ? (j == 0 ? "The width of the board" : "The height of the board")
                      : "The size of the board");
      if (is_rectangle && args.size() == 2) vary_rectangle(finder, i);
      if (decl.name.text == "hexagon" && args.size() == 1) vary_hexagon(finder, i);
    }
    const auto* board = decl.get_if<tree::BoardDecl>();
    if (board == nullptr || !board->is_inline) continue;
    for (const tree::CellsDecl& cells : board->cells) {
      if (cells.drawing || cells.x_range.empty() || cells.y_range.empty()) continue;
      const tree::Expr &x = cells.x_range[0], &y = cells.y_range[0];
      for (const auto& [range, what] :
           {std::pair(&x, "The board's last column"), std::pair(&y, "The board's last row")})
        if (range->kind == ExprKind::range && range->kids.size() == 2) vary_size(finder, i, range->kids[1], what);
      const auto is_from_one = [](const tree::Expr& range) {
        return range.kind == ExprKind::range && range.kids.size() == 2 && range.kids[0].kind == ExprKind::number &&
               range.kids[0].value == 1;
      };
      if (!board->wraps.empty() || !cells.where.empty() || board->cells.size() > 1) continue;
      if (!is_from_one(x) || !is_from_one(y)) continue;
      if (board->lattice.text.rfind("square", 0) != 0) continue;
      const Span end{cells.span.file, cells.span.end, cells.span.end};
      const std::string width = finder.text(x.kids[1].span), height = finder.text(y.kids[1].span);
      finder.edit(MutationKind::board, i, end, "\n  wraps (" + width + ", 0)",
                  "The board is a tube: its left and its right side are joined.");
      finder.edit(MutationKind::board, i, end, "\n  wraps (" + width + ", 0), (0, " + height + ")",
                  "The board is a ring: opposite sides are joined.");
      const bool is_diagonal = board->lattice.text == "square8";
      finder.edit(MutationKind::board, i, board->lattice.span, is_diagonal ? "square4" : "square8",
                  is_diagonal ? "Squares have four neighbours: nothing goes diagonally."
                              : "Squares have eight neighbours: the diagonal ones, too.");
    }
  }
}

}  // namespace glint::lang::mutating
