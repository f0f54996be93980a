// Boards: size, and whether they wrap round.
#include <algorithm>

#include "lang/mutate/finder.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::mutating {
namespace {

using tree::Decl;
using tree::ExprKind;

void join_sides(Finder& finder, std::size_t at, const Span& span, const std::string& before, const std::string& width,
                const std::string& height, const std::string& after = "") {
  const std::string tube = before + "\n  wraps (" + width + ", 0)";
  finder.edit(MutationKind::board, at, span, tube + after,
              "The board is a tube: its left and its right side are joined.");
  finder.edit(MutationKind::board, at, span, tube + ", (0, " + height + ")" + after,
              "The board is a ring: opposite sides are joined.");
}

/// Restates a board of the library, which cannot wrap round.
void vary_rectangle(Finder& finder, std::size_t at) {
  const Decl& decl = finder.decls()[at];
  const auto& use = decl.as<tree::UseBoardDecl>();
  const std::string width = finder.text(use.args[0].value[0].span), height = finder.text(use.args[1].value[0].span);
  const std::string stacks = use.stacks > 1 ? " stacks of " + std::to_string(use.stacks) : "";
  join_sides(finder, at, decl.span,
             "board on " + std::string(decl.name.text == "square" ? "square8" : "square4") + stacks +
                 " {\n  cells x in 1.." + width + ", y in 1.." + height,
             width, height, "\n  label \"{lower(x)}{y}\"\n}");
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
      const bool is_rectangle = (decl.name.text == "square" || decl.name.text == "grid") && args.size() == 2;
      for (std::size_t j = 0; j < args.size(); ++j)
        vary_size(finder, i, args[j].value[0],
                  std::string("The ") + (!is_rectangle ? "size" : j == 0 ? "width" : "height") + " of the board");
      if (is_rectangle) vary_rectangle(finder, i);
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
      join_sides(finder, i, end, "", finder.text(x.kids[1].span), finder.text(y.kids[1].span));
    }
  }
}

}  // namespace glint::lang::mutating
