// Mutations of moves: their requirements, and which moves there are.
#include <algorithm>
#include <set>

#include "lang/mutate/finder.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::mutating {
namespace {

using rules::Base;
using tree::Decl;
using tree::DeclKind;
using tree::ExprKind;
using tree::Stmt;
using tree::StmtKind;

/// "a `lamp`", "an `emitter`".
std::string one(const std::string& kind) { return std::string(article(kind)) + marked(kind); }

bool has_requirements(const Decl& decl) {
  return decl.kind == DeclKind::move || decl.kind == DeclKind::after || decl.kind == DeclKind::effect;
}

bool is_owned_piece(const Decl& decl) {
  const auto* piece = decl.get_if<tree::PieceDecl>();
  return piece != nullptr && piece->owned;
}

std::string place_of(const Finder& finder, const Decl& decl) {
  return decl.kind == DeclKind::move ? "The move `" + decl.name.text + "`" : "What happens in " + finder.called(decl);
}

/// Other operators between two numbers, weaker or stronger, and between two sets.
std::vector<BinaryOp> other_ops(const Finder& finder, const tree::Expr& expr) {
  const auto is_number = [&](const tree::Expr& kid) {
    const rules::Expr* checked = finder.checked(kid.span);
    return checked != nullptr && checked->type.base == Base::number && !checked->type.is_set;
  };
  switch (expr.op) {
    case BinaryOp::lt:
      return {BinaryOp::le};
    case BinaryOp::le:
      return {BinaryOp::lt};
    case BinaryOp::gt:
      return {BinaryOp::ge};
    case BinaryOp::ge:
      return {BinaryOp::gt};
    case BinaryOp::eq:
      if (expr.kids.size() == 2 && is_number(expr.kids[0]) && is_number(expr.kids[1]))
        return {BinaryOp::le, BinaryOp::ge};
      return {};
    case BinaryOp::meets:
      return {BinaryOp::within};
    default:
      return {};
  }
}

void vary_requirement(Finder& finder, std::size_t at, const Stmt& stmt) {
  const Decl& decl = finder.decls()[at];
  const std::string place = place_of(finder, decl);
  const tree::Expr& condition = stmt.exprs.front();
  const std::string now = finder.text(condition.span);
  const auto edit = [&](const Span& span, const std::string& text, const std::string& sentence) {
    finder.edit(MutationKind::requirements, at, span, text, sentence);
  };
  edit(finder.with_lines(stmt.span), "", place + " no longer requires that `" + now + "`.");
  each_expr(condition, [&](const tree::Expr& expr) {
    if (expr.kind != ExprKind::binary || expr.kids.size() != 2) return;
    const std::string left = finder.text(expr.kids[0].span), right = finder.text(expr.kids[1].span);
    if (expr.op == BinaryOp::and_ || expr.op == BinaryOp::or_)
      for (const bool first : {true, false}) {
        const std::string& kept = first ? left : right;
        const std::string& gone = first ? right : left;
        edit(expr.span, kept,
             expr.op == BinaryOp::and_ ? place + " requires only `" + kept + "`, no longer `" + gone + "`."
                                       : place + " requires `" + kept + "`; `" + gone + "` is no longer enough.");
      }
    for (const BinaryOp op : other_ops(finder, expr))
      edit(expr.op_span, text_of(op),
           place + " requires `" + left + " " + text_of(op) + " " + right + "`; in " + finder.rules.name + ", `" +
               left + " " + text_of(expr.op) + " " + right + "`.");
  });
}

/// A piece put on a picked cell may be required to stand beside others of its kind, or apart from them.
void add_requirements(Finder& finder, std::size_t at) {
  const Decl& decl = finder.decls()[at];
  if (decl.kind != DeclKind::move) return;
  const tree::Block& body = body_of(decl);
  for (const Stmt& put : body) {
    if (put.kind != StmtKind::put || put.exprs.empty() || put.exprs[0].kind != ExprKind::name) continue;
    for (const Stmt& pick : body) {
      if (pick.kind != StmtKind::pick || pick.some_of || pick.name.text != put.exprs[0].name.text) continue;
      const Span end{pick.span.file, pick.span.end, pick.span.end};
      const std::string cell = pick.name.text, kind = put.name.text;
      const bool is_owned = std::any_of(finder.decls().begin(), finder.decls().end(), [&](const Decl& piece) {
        return piece.name.text == kind && is_owned_piece(piece);
      });
      const std::string whose = is_owned ? " (of any player)" : "";
      const auto add = [&](const std::string& requirement, const std::string& message, const std::string& sentence) {
        finder.edit(MutationKind::requirements, at, end, "\n  require " + requirement + "   " + quoted(message),
                    sentence);
      };
      add("not (" + cell + " + around meets " + kind + ")", "a piece `" + kind + "` stands next to {" + cell + "}",
          "The move `" + decl.name.text + "` may not put " + one(kind) + " next to another one" + whose + ".");
      add(kind + " == {} or " + cell + " + around meets " + kind,
          "no piece `" + kind + "` stands next to {" + cell + "}",
          "The move `" + decl.name.text + "` must put " + one(kind) + " next to another one" + whose + ", except for the first.");
      add("(count x in " + cell + " + around : x in " + kind + ") <= 1",
          "more than one piece `" + kind + "` stands next to {" + cell + "}",
          "The move `" + decl.name.text + "` may put " + one(kind) + " next to one other" + whose + " at most.");
    }
  }
}

// ---- which moves there are ----

/// Where moves are named: in each `choose`, `together` and group.
struct Choice {
  std::size_t decl = 0;
  const std::vector<tree::Name>* names = nullptr;
  bool is_group = false;
};
std::vector<Choice> choices_of(const Finder& finder) {
  std::vector<Choice> all;
  for (std::size_t i = 0; i < finder.decls().size(); ++i) {
    const Decl& decl = finder.decls()[i];
    if (decl.kind == DeclKind::group) all.push_back({i, &names_of(decl), true});
    if (decl.kind == DeclKind::play)
      each_stmt(body_of(decl), [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::choose) all.push_back({i, &stmt.names});
      });
  }
  return all;
}

/// The name with the `or` before or after it.
Span with_or(const std::vector<tree::Name>& names, std::size_t at) {
  const Span& own = names[at].span;
  if (at > 0) return {own.file, names[at - 1].span.end, own.end};
  return {own.file, own.begin, names[at + 1].span.begin};
}

void leave_out(Finder& finder, const std::vector<Choice>& choices, std::size_t at) {
  const Decl& decl = finder.decls()[at];
  Mutation made;
  made.kind = MutationKind::moves;
  made.target = "move " + decl.name.text;
  made.sentence = "There is no move `" + decl.name.text + "`.";
  for (const Choice& choice : choices)
    for (std::size_t i = 0; i < choice.names->size(); ++i) {
      if ((*choice.names)[i].text != decl.name.text) continue;
      if (choice.names->size() < 2 || !finder.is_whole(finder.decls()[choice.decl])) return;
      made.edits.push_back({choice.decl, with_or(*choice.names, i), ""});
    }
  if (made.edits.empty()) return;  // `beside` another
  // Any other mention needs it.
  bool is_needed = false;
  for (std::size_t i = 1; i < finder.decls().size(); ++i) {
    if (i == at || finder.decls()[i].kind == DeclKind::test) continue;
    std::size_t here = 0;
    for (const Edit& edit : made.edits) here += edit.decl == i;
    is_needed = is_needed || finder.uses_of(decl.name.text, i) > here;
  }
  if (!is_needed) made.removed.push_back(at);
  finder.found.push_back(std::move(made));
}

/// Moves that a game may have besides its own. Each shows all its picks.
void add_moves(Finder& finder, const std::vector<Choice>& choices) {
  std::set<std::string> beside;
  for (const Choice& choice : choices)
    if (!choice.is_group && !choice.names->empty()) beside.insert(choice.names->front().text);
  const auto is_move = [&](const std::string& name) {
    return std::any_of(finder.decls().begin(), finder.decls().end(), [&](const Decl& decl) {
      return (decl.kind == DeclKind::move || decl.kind == DeclKind::group) && decl.name.text == name;
    });
  };
  for (const std::string& other : beside) {
    if (!is_move(other)) continue;
    const auto add = [&](const std::string& wanted, const std::string& notation, const std::string& body,
                         const std::string& sentence) {
      const std::string name = finder.free_name(wanted);
      Mutation& made =
          finder.add(MutationKind::moves, "move " + other, "Instead of the move `" + other + "`, " + sentence + ".");
      made.added.push_back("move " + name + " \"" + wanted + notation + "\" beside " + other + " {" + body + "}");
    };
    if (!is_move("pass")) add("pass", "", " ", "a player may pass");
    for (const Decl& decl : finder.decls()) {
      const auto* piece = decl.get_if<tree::PieceDecl>();
      if (piece == nullptr) continue;
      const std::string mine = decl.name.text + (piece->owned ? " of me" : ""),
                        own = piece->owned ? " of their own" : "",
                        which = piece->owned ? one(decl.name.text) : "any `" + decl.name.text + "`";
      add("step", " {from} {to}",
          "\n  pick from in " + mine + "\n  pick to in from + around & empty\n  move from to to\n",
          "a player may move " + which + own + " to an empty cell beside it");
      add("take_back", " {at}", "\n  pick at in " + mine + "\n  remove at\n",
          "a player may take " + which + own + " off the board");
      for (const tree::FieldDecl& field : piece->fields) {
        const std::string type = field.type.empty() ? "" : finder.text(field.type[0].span);
        if (type != "direction" && type != "axis") continue;
        add("turn", " {at} {new_way}",
            "\n  pick at in " + mine + "\n  pick new_way in " + type + "\n  require new_way != at." + field.name.text +
                "   \"it has this " + type + " already\"\n  at." + field.name.text + " = new_way\n",
            "a player may turn " + which + own + " to another " + type);
      }
    }
  }
}

}  // namespace

void find_requirements(Finder& finder) {
  for (std::size_t i = 0; i < finder.decls().size(); ++i) {
    const Decl& decl = finder.decls()[i];
    if (!has_requirements(decl) || !finder.is_whole(decl)) continue;
    each_stmt(body_of(decl), [&](const Stmt& stmt) {
      if (stmt.kind == StmtKind::require && !stmt.exprs.empty()) vary_requirement(finder, i, stmt);
      if (stmt.kind == StmtKind::require_most)
        finder.edit(MutationKind::requirements, i, finder.with_lines(stmt.span), "",
                    place_of(finder, decl) + " no longer requires the most.");
    });
    add_requirements(finder, i);
  }
}

void find_moves(Finder& finder) {
  const std::vector<Choice> choices = choices_of(finder);
  for (std::size_t i = 0; i < finder.decls().size(); ++i)
    if (finder.decls()[i].kind == DeclKind::move || finder.decls()[i].kind == DeclKind::group)
      leave_out(finder, choices, i);
  add_moves(finder, choices);
}

}  // namespace glint::lang::mutating
