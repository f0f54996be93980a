#include "tests/support/dump_tree.hpp"

namespace glint::tree {
namespace {

// For List, which is used by all of them.
std::string dump(const Name& name);
std::string dump(const Text& text);
std::string dump(const Arg& arg);
std::string dump(const EnumValue& value);
std::string dump(const Outcome& outcome);
std::string dump(const Case& one);
std::string dump(const Param& param);
std::string dump(const FieldDecl& field);
std::string dump(const DirectionDecl& direction);
std::string dump(const CellsDecl& cells);

/// Builds `(head part part)`.
class List {
 public:
  explicit List(std::string head) : text_("(" + std::move(head)) {}
  List& add(const std::string& part) {
    if (!part.empty()) text_ += " " + part;
    return *this;
  }
  template <typename Items>
  List& each(const Items& items) {
    for (const auto& item : items) add(dump(item));
    return *this;
  }
  /// A part of its own, left out if it is empty.
  template <typename Items>
  List& part(const std::string& head, const Items& items) {
    if (!items.empty()) add(List(head).each(items).end());
    return *this;
  }
  std::string end() const { return text_ + ")"; }

 private:
  std::string text_;
};

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + "\"";
}

std::string dump(const Name& name) { return name.text; }

/// One literal stands as it is; with holes: `(text "a" at "b" (hole e 1))`.
std::string dump(const Text& text) {
  if (text.parts.empty()) return "\"\"";
  if (text.parts.size() == 1 && text.parts.front().hole.empty()) return quoted(text.parts.front().literal);
  List list("text");
  for (const TextPart& part : text.parts) {
    if (!part.literal.empty()) list.add(quoted(part.literal));
    if (part.hole.empty()) continue;
    const std::string hole = glint::tree::dump(part.hole.front());
    list.add(part.width == 0 ? hole : List("hole").add(hole).add(std::to_string(part.width)).end());
  }
  return list.end();
}

std::string dump(const Arg& arg) {
  if (!arg.name) return glint::tree::dump(arg.value.front());
  return List("=").add(arg.name->text).each(arg.value).end();
}

std::string dump(const EnumValue& value) {
  if (value.spellings.empty()) return value.name.text;
  List list(value.name.text);
  for (const std::string& spelling : value.spellings) list.add(quoted(spelling));
  return list.end();
}

std::string dump(const Result& result) {
  if (result.kind == ResultKind::tie || result.kind == ResultKind::score) return text_of(result.kind);
  return List(text_of(result.kind)).each(result.player).end();
}

std::string dump(const Outcome& outcome) {
  List list(text_of(outcome.way));
  if (outcome.end) list.add(outcome.end->text);
  list.add(outcome.optic.text);
  list.each(outcome.exprs);
  list.each(outcome.args);
  list.part("updates", outcome.updates);
  return list.end();
}

std::string dump(const Case& one) {
  List list(one.otherwise ? "otherwise" : "case");
  if (one.from != CaseFrom::any) list.add(List(text_of(one.from)).each(one.relative_to).end());
  list.part("if", one.condition);
  list.each(one.outcomes);
  return list.end();
}

std::string dump(const Param& param) { return List(param.name.text).each(param.type).end(); }

std::string dump(const FieldDecl& field) {
  return List("field").add(field.name.text).each(field.type).part("=", field.initial).end();
}

std::string dump(const DirectionDecl& direction) {
  return List(direction.name.text).add(std::to_string(direction.dx)).add(std::to_string(direction.dy)).end();
}

std::string dump(const CellsDecl& cells) {
  if (cells.drawing) return List("cells").add(dump(*cells.drawing)).end();
  return List("cells")
      .add(cells.x.text)
      .each(cells.x_range)
      .add(cells.y.text)
      .each(cells.y_range)
      .part("where", cells.where)
      .end();
}

std::string dump(const ClockDecl& clock) {
  List list("times");
  if (clock.turn) list.add("turn " + std::to_string(*clock.turn));
  if (clock.reserve) list.add("reserve " + std::to_string(*clock.reserve));
  if (clock.game) list.add("game " + std::to_string(*clock.game));
  for (const auto& [move, seconds] : clock.adds)
    list.add(List("adds").add(move.text).add(std::to_string(seconds)).end());
  if (clock.out) list.add(List("out").add(dump(*clock.out)).end());
  return list.end();
}

}  // namespace

std::string dump(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::number:
      return std::to_string(expr.value);
    case ExprKind::name:
      return expr.name.text;
    case ExprKind::member:
      return List(".").each(expr.kids).add(expr.name.text).end();
    case ExprKind::index:
      return List("index").add(expr.name.text).each(expr.kids).end();
    case ExprKind::call:
      return List("call").each(expr.kids).add(expr.name.text).each(expr.args).end();
    case ExprKind::negate:
      return List("neg").each(expr.kids).end();
    case ExprKind::not_:
      return List("not").each(expr.kids).end();
    case ExprKind::binary:
      return List(text_of(expr.op)).each(expr.kids).end();
    case ExprKind::range:
      return List("..").each(expr.kids).end();
    case ExprKind::if_:
      return List("if").each(expr.kids).end();
    case ExprKind::list:
      return List("list").each(expr.kids).end();
    case ExprKind::set:
      return List("set").each(expr.kids).end();
    case ExprKind::comprehension:
      return List("those").add(expr.name.text).each(expr.kids).end();
    case ExprKind::the:
      return List("the").add(expr.name.text).each(expr.kids).part("else", expr.args).end();
    case ExprKind::fold: {
      List list(std::string("fold ") + text_of(expr.fold));
      list.add(expr.name.text).add(dump(expr.kids[0]));
      if (expr.kids.size() > 2) list.add(List("where").add(dump(expr.kids[2])).end());
      list.add(dump(expr.kids[1]));
      return list.part("else", expr.args).end();
    }
    case ExprKind::of:
      return List("of").each(expr.kids).end();
    case ExprKind::stacked:
      return List("stacked").each(expr.kids).end();
    case ExprKind::drawn:
      return List("drawn").add("\"" + expr.name.text + "\"").end();
    case ExprKind::label:
      return List("label").add("\"" + expr.name.text + "\"").end();
    case ExprKind::can:
      return List("can").add(expr.name.text).each(expr.kids).end();
  }
  return "?";
}

std::string dump(const TypeExpr& type) {
  switch (type.kind) {
    case TypeKind::expr:
      return dump(type.expr.front());
    case TypeKind::set_of:
      return List("set-of").each(type.inner).end();
    case TypeKind::clamped:
      return List("clamped").each(type.inner).end();
    case TypeKind::enumeration:
      return List("enum").each(type.values).end();
  }
  return "?";
}

std::string dump(const Stmt& statement) {
  List list(text_of(statement.kind));
  if (statement.kind == StmtKind::assign) list.add(text_of(statement.assign));
  list.add(statement.name.text);
  if (statement.some_of) list.add("some-of");
  if (statement.each) list.add("each-player");
  list.each(statement.type);
  list.each(statement.names);
  list.part("args", statement.args);
  list.each(statement.exprs);
  list.each(statement.texts);
  if (statement.message) list.add(List("message").add(dump(*statement.message)).end());
  if (statement.result) list.add(dump(*statement.result));
  list.part("body", statement.body);
  if (statement.has_else) list.add(List("else").each(statement.other).end());
  return list.end();
}

/// What kinds of declarations have of their own, between their names and their expressions.
void add_first(List& list, const Decl& decl) {
  const auto* let = decl.get_if<LetDecl>();
  const bool table = decl.get_if<BagDecl>() != nullptr || (let != nullptr && let->table);
  list.part(table ? "table" : "params", params_of(decl));
  if (const auto* var = decl.get_if<VarDecl>()) {
    if (var->index_name) list.add(List("index-name").add(var->index_name->text).end());
    if (var->index) list.add(List("index").add(dump(*var->index)).end());
  }
  if (const TypeExpr* type = type_of(decl)) list.add(dump(*type));
  list.each(names_of(decl));
  if (const auto* use = decl.get_if<UseDecl>()) list.each(use->paths);
  if (const auto* variant = decl.get_if<VariantDecl>(); variant != nullptr && variant->path)
    list.add(dump(*variant->path));
  if (const auto* players = decl.get_if<PlayersDecl>()) {
    for (const auto& [player, when] : players->when)
      list.add(List("when").add(players->names[player].text).add(dump(when)).end());
    if (players->team) list.add("as-team");
  }
  if (const auto* test = decl.get_if<TestDecl>()) list.part("args", test->settings);
  if (const auto* use = decl.get_if<UseBoardDecl>()) {
    list.part("args", use->args);
    if (use->stacks != 1) list.add(List("stacks").add(std::to_string(use->stacks)).end());
  }
  if (const auto* board = decl.get_if<BoardDecl>()) {
    list.add(List("on").add(board->lattice.text).end());
    if (board->stacks != 1) list.add(List("stacks").add(std::to_string(board->stacks)).end());
  }
}

void add_board(List& list, const BoardDecl& board) {
  list.each(board.cells);
  for (const LabelDecl& label : board.labels) {
    List part("label");
    if (label.player) part.add(label.player->text);
    list.add(part.each(label.where).add(dump(label.text)).end());
  }
  list.part("wraps", board.wraps);
}

std::string dump(const Decl& decl) {
  List list(text_of(decl.kind));
  if (!decl.doc.empty()) list.add(List("doc").add(quoted(decl.doc)).end());
  if (decl.change == Change::remove) list.add("removed");
  if (decl.change == Change::replace) list.add("replacing");
  if (decl.change == Change::extend) list.add("extending");
  const auto* board = decl.get_if<BoardDecl>();
  const auto* piece = decl.get_if<PieceDecl>();
  if (board != nullptr && board->is_inline) list.add("inline");
  list.add(decl.name.text);
  if (piece != nullptr && piece->owned) list.add("of-player");
  add_first(list, decl);
  if (const Expr* expr = expr_of(decl)) list.add(dump(*expr));
  if (const auto* lattice = decl.get_if<LatticeDecl>()) {
    if (lattice->drawn_at) list.add(dump(lattice->drawn_at->first)).add(dump(lattice->drawn_at->second));
    list.each(lattice->directions).part("axis", lattice->axes);
  }
  list.each(fields_of(decl));
  if (piece != nullptr && piece->emits)
    list.add(List("emits").each(piece->emits->directions).part("updates", piece->emits->updates).end());
  if ((piece != nullptr && piece->comes) || !cases_of(decl).empty())
    list.add(List("cases").each(cases_of(decl)).end());
  if (piece != nullptr && piece->sides)
    list.add(List("sides").add(dump(*piece->sides)).part("cases", piece->crosses.cases).end());
  if (piece != nullptr)
    for (const auto& [when, look] : piece->looks)
      list.add(List("look-when").add(dump(when)).add(dump(look)).end());
  if (piece != nullptr && piece->look) list.add(List("look").add(dump(*piece->look)).end());
  if (board != nullptr) add_board(list, *board);
  if (const auto* show = decl.get_if<ShowDecl>(); show != nullptr && show->each)
    list.add(List("each").add(show->each->first.text).add(dump(show->each->second)).end());
  if (const auto* show = decl.get_if<ShowDecl>(); show != nullptr && show->piece)
    list.add(List("as").add(dump(*show->piece)).end());
  if (const auto* show = decl.get_if<ShowDecl>(); show != nullptr && show->beams)
    list.add(List("beams").add(dump(*show->beams)).end());
  if (const auto* show = decl.get_if<ShowDecl>(); show != nullptr && show->no_beams) list.add("no-beams");
  list.each(decls_of(decl));
  if (const auto* variant = decl.get_if<VariantDecl>()) {
    for (const GameName& with : variant->with)
      list.add(List("variant").add(with.path ? dump(*with.path) : with.name.text).end());
  }
  if (const Expr* seen = seen_of(decl)) list.add(List("seen-by").add(dump(*seen)).end());
  if (const auto* var = decl.get_if<VarDecl>(); var != nullptr && var->uncounted) list.add("uncounted");
  const auto* clock = decl.get_if<ClockDecl>();
  if (clock != nullptr) list.add(dump(*clock));
  if (const Text* text = text_of(decl)) list.add(List("text").add(dump(*text)).end());
  if (const auto* ground = decl.get_if<GroundDecl>()) {
    list.add(List(ground->of_lines ? "lines" : "marks").add(dump(ground->cells)).end());
    if (ground->sign) list.add(List("sign").add(dump(*ground->sign)).end());
    if (ground->colour) list.add(ground->colour->text);
    if (ground->owner) list.add(List("of").add(dump(*ground->owner)).end());
  }
  if (const auto* end = decl.get_if<EndDecl>()) list.add(dump(end->result));
  list.part("body", body_of(decl));
  return list.end();
}

std::string dump(const File& file) {
  std::string out;
  for (const Decl& decl : file.decls) out += dump(decl) + "\n";
  return out;
}

}  // namespace glint::tree
