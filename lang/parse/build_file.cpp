// The file: its declarations, its header, and the parts that only a variant may have; lattices and boards.
#include <algorithm>

#include "lang/parse/builder.hpp"

namespace glint::lang::parsing {
namespace {

using tree::Decl;
using tree::DeclKind;

}  // namespace

tree::File Builder::file(Cursor declarations) {
  tree::File file;
  file.file = file_;
  file.decls = readable(declarations, &Builder::declaration);
  refuse_changes(file);
  file.lost = std::move(lost_);
  if (!file.decls.empty()) file.doc = file.decls.front().doc;
  return file;
}

std::optional<tree::Expr> ExpressionBuilder::lone_expression(Cursor at) {
  try {
    return expression(at);
  } catch (const LeftOut&) {
    return std::nullopt;
  }
}

/// Reports and removes changes of declarations in files that are not variants.
void Builder::refuse_changes(tree::File& file) {
  if (file.decls.empty() || file.decls.front().kind == DeclKind::variant) return;
  const DeclKind header = file.decls.front().kind;
  const bool known = header == DeclKind::game || header == DeclKind::library;
  const auto changes = [](const Decl& decl) { return decl.change != tree::Change::add; };
  for (const Decl& decl : file.decls) {
    if (!changes(decl)) continue;
    lost_.push_back(decl.span);
    if (!known) continue;  // the missing header was reported
    Diagnostic diagnostic{Code::G0511, Severity::error, {}, {decl.head, {}}, {}, {}};
    if (decl.change == tree::Change::set) {
      diagnostic.message = "the option `" + decl.name.text + "` has no values";
      diagnostic.help = "write them before its default, as in `option " + decl.name.text +
                        ": 2..5 = 3`; without them a variant sets the default of its game's option";
    } else {
      const std::string word = decl.change == tree::Change::remove   ? "remove"
                               : decl.change == tree::Change::extend ? "extend"
                                                                     : "replace";
      diagnostic.message = "only a variant can `" + word + "`";
      diagnostic.help = "a file that begins with `variant \"Name\" of GAME` changes the declarations of that game";
    }
    diagnostics_.push_back(std::move(diagnostic));
  }
  file.decls.erase(std::remove_if(file.decls.begin(), file.decls.end(), changes), file.decls.end());
}

void Builder::check_header(const Nodes& nodes) {
  const auto is_header = [](const Node& node) {
    return node.kind == Kind::game || node.kind == Kind::variant || node.kind == Kind::library;
  };
  Cursor at(nodes);
  Diagnostic diagnostic;
  diagnostic.code = Code::G0108;
  if (at.empty() || !is_header(at.node())) {
    const std::uint32_t begin = at.empty() ? 0 : at.node().begin;
    diagnostic.message = "a script begins with `game \"Name\"`, `variant \"Name\" of GAME` or `library name`";
    diagnostic.primary.span = {file_, begin, begin};
    if (!at.empty()) {
      const std::string_view all = words(at.node());
      diagnostic.primary.span.end += static_cast<std::uint32_t>(std::min(all.find_first_of(" \t\r\n{"), all.size()));
    }
    diagnostics_.push_back(diagnostic);
    if (at.empty()) return;
  }
  const Span first = span(at.node());
  for (at.advance(); !at.empty(); at.advance()) {
    if (!is_header(at.node())) continue;
    diagnostic.message = "a file is one game, variant or library, with one header at its top";
    diagnostic.primary = {span(at.node()), ""};
    diagnostic.others = {{first, "the first header"}};
    diagnostic.help = "put it into a file of its own";
    diagnostics_.push_back(diagnostic);
  }
}

void build_file(std::string_view text, const Nodes& nodes, Parsed& parsed, StopCheck& stop) {
  const bool readable = parsed.diagnostics.empty();
  Builder builder(text, parsed.file.file, parsed.diagnostics, stop);
  // After an error, the header may be the part that could not be read.
  if (readable) builder.check_header(nodes);
  std::vector<Span> lost = std::move(parsed.file.lost);
  parsed.file = builder.file(Cursor(nodes));
  parsed.file.lost.insert(parsed.file.lost.end(), lost.begin(), lost.end());
}

void build_expression(std::string_view text, std::uint32_t file, const Nodes& nodes, ParsedExpression& parsed, StopCheck& stop) {
  ExpressionBuilder builder(text, file, parsed.diagnostics, stop);
  parsed.expression = builder.lone_expression(Cursor(nodes));
}

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
