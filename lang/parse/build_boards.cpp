// Lattices and boards.
#include "lang/parse/builder.hpp"

namespace glint::lang::parsing {
namespace {

using tree::Decl;
using tree::DeclKind;

}  // namespace

std::int64_t Builder::whole_number(const Node& node) {
  std::string_view digits = words(node);
  const bool minus = digits.front() == '-';
  const auto first = static_cast<std::uint32_t>(digits.find_first_of("0123456789"));
  const std::int64_t value = number({Kind::number, node.begin + first, node.end, 0});
  constexpr std::int64_t kFarthest = 1000;
  if (value > kFarthest) leave_out(Code::G0105, span(node), "a step goes at most 1000 units");
  return minus ? -value : value;
}

void Builder::lattice_parts(tree::LatticeDecl& lattice, Cursor block) {
  for (const Cursor item : block.below()) {
    Cursor parts = item.below();
    switch (item.node().kind) {
      case Kind::direction: {
        tree::Name its_name = name(parts.take());
        const std::int64_t dx = whole_number(parts.take().node()), dy = whole_number(parts.take().node());
        lattice.directions.push_back({std::move(its_name), dx, dy});
        break;
      }
      case Kind::axes:
        for (const Cursor part : parts) lattice.axes.push_back(enum_value(part));
        break;
      default:
        if (lattice.drawn_at) leave_out(Code::G0109, span(item.node()), "this lattice has a `drawn at` already",
                                          "keep one of the two");
        lattice.drawn_at.emplace();
        lattice.drawn_at->first = expression(parts.take());
        lattice.drawn_at->second = expression(parts.take());
        break;
    }
  }
}

void Builder::board_parts(Decl& decl, Cursor form) {
  auto& board = decl.parts.emplace<tree::BoardDecl>();
  board.is_inline = form.is(Kind::inline_board);
  Cursor parts = form.below();
  if (!board.is_inline) decl.name = name(parts.take());
  board.params = parameters_if_any(parts);
  board.lattice = name(parts.take());
  if (parts.is(Kind::stacks)) board.stacks = number(parts.take().below().node());
  board_items(board, parts);
}

void Builder::use_board_parts(Decl& decl, Cursor parts) {
  auto& use = decl.parts.emplace<tree::UseBoardDecl>();
  decl.kind = DeclKind::use_board;
  decl.name = name(parts.take());
  if (parts.is(Kind::arguments)) use.args = arguments(parts.take());
  if (parts.is(Kind::stacks)) use.stacks = number(parts.below().node());
}

void Builder::board_items(tree::BoardDecl& board, Cursor block) {
  for (const Cursor item : block.below()) {
    Cursor parts = item.below();
    switch (item.node().kind) {
      case Kind::cells: {
        tree::CellsDecl cells;
        cells.span = span(item.node());
        if (parts.is(Kind::raw_text)) {
          cells.drawing = any_text(parts.take());
          cells.x = {"x", cells.span};
          cells.y = {"y", cells.span};
          board.cells.push_back(std::move(cells));
          break;
        }
        cells.x = name(parts.take());
        cells.x_range.push_back(expression(parts.take()));
        cells.y = name(parts.take());
        cells.y_range.push_back(expression(parts.take()));
        if (!parts.empty()) cells.where.push_back(expression(parts.take().below()));
        board.cells.push_back(std::move(cells));
        break;
      }
      case Kind::wraps:
        for (const Cursor part : parts) board.wraps.push_back(expression(part));
        break;
      case Kind::label:
        if (!board.labels.empty() && board.labels.back().where.empty())
          leave_out(Code::G0109, span(item.node()), "this board has a `label` for all its cells already",
                    "give the others a `where`");
        board.labels.push_back(label(item));
        break;
      default:
        board.lets.push_back(declaration(item));
        break;
    }
  }
}

tree::LabelDecl Builder::label(Cursor at) {
  tree::LabelDecl label;
  label.span = span(at.node());
  for (const Cursor part : at.below()) {
    if (part.is(Kind::name))
      label.player = name(part);
    else if (part.is(Kind::where_clause))
      label.where.push_back(expression(part.below()));
    else
      label.text = text(part);
  }
  return label;
}

}  // namespace glint::lang::parsing
